"""@file in the composer: found by a few letters, completed with Tab, read, and kept as what was seen."""

from pathlib import Path

import pytest

from avery.ui.composer import Composer
from avery.ui.mentions import FileNames, begun, ranked, replaced
from tests.support.chat import ask, chat, flat, seen, shown
from tests.support.homes import bare
from tests.support.replies import say
from tests.support.screen import until
from tests.support.server import ScriptedServer
from weave.model import Provenance


def test_a_name_is_begun_behind_an_at_that_stands_alone() -> None:
    assert begun("look at @no") == "no" and begun("@") == "" and begun('@"a b') == "a b"
    assert begun("me@example") is None and begun("@done ") is None
    assert replaced("see @no", "notes/a.md") == "see @notes/a.md "
    assert replaced("@x", "a b.md") == '@"a b.md" ' and replaced("@s", "src/") == "@src/"


def test_names_rank_by_where_the_letters_stand() -> None:
    names = ("docs/readme.md", "src/main.py", "main/x.py", "domain.txt", "m/a/i/n")
    assert ranked("main", names, 9) == ("src/main.py", "domain.txt", "main/x.py", "m/a/i/n")
    assert ranked("[/(", names, 9) == ()


def test_hidden_and_made_files_are_passed_over(tmp_path: Path) -> None:
    for name in ("a.txt", ".git/config", "node_modules/x.js", "sub/日本.md", ".env"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    files = FileNames(tmp_path)
    assert files.best("", 9) == ("a.txt", "sub/日本.md")
    assert files.best(f"{tmp_path}/su", 9) == (f"{tmp_path}/sub/",)


@pytest.mark.parametrize("size", [(140, 45), (40, 12)])
async def test_a_file_goes_to_the_model_as_data_and_is_not_the_persons_words(
    home: Path, server: ScriptedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "harbour notes.md").write_text("The mooring [/ number is 77.")
    monkeypatch.chdir(tmp_path / "work")
    server.queue("chat", say("It is 77."))
    async with chat(home, size) as pilot:
        await pilot.press(*"What is in @hrb")
        await until(pilot, lambda: "@harbour notes.md" in flat(pilot))
        await pilot.press("tab")
        composer = pilot.app.screen.query_one(Composer)
        assert composer.draft == 'What is in @"harbour notes.md" '
        await ask(pilot, "?")
        await seen(pilot, "It is 77.", "28 letters")
        await until(pilot, lambda: "● ready" in shown(pilot))
    prompt = server.of("chat")[-1].prompt
    assert "harbour notes.md\nThe mooring [/ number is 77." in prompt
    async with bare(home) as weave:
        made = [memory for memory in await weave.list() if "mooring" in memory.text]
        assert made and all(memory.provenance is not Provenance.USER for memory in made)
