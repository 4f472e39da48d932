"""An import through the owner of the home, through the command line, and one that was killed in the middle."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support import exports as made
from tests.support.homes import bare
from weave.cli.main import run
from weave.porting.model import Kind


def many(path: Path, count: int) -> Path:
    talks = [made.chatgpt_talk(f"c{n}", f"Talk {n}", [("user", f"Jar {n} holds plum jam."), ("assistant", "Noted."), ("user", f"Shelf {n} is full.")]) for n in range(count)]  # fmt: skip
    return made.chatgpt(path, talks)


async def test_a_second_process_is_served(tmp_path: Path) -> None:
    path = many(tmp_path / "e.zip", 3)
    async with bare(tmp_path / "home") as owner, bare(tmp_path / "home") as weave:
        assert weave.served
        told = await weave.porting.bring(Kind.AUTO, path)
        assert told.turns == 9
        assert len(await owner.porting.list()) == 1
        assert [batch.id for batch in await weave.porting.list()] == [told.id]
        out = await weave.porting.export(tmp_path / "out.zip")
        assert Path(out.path).stat().st_size == out.bytes
        assert (await weave.porting.undo(told.id)).memories > 0
        assert await owner.list() == []


def killed(code: str, home: Path, path: Path) -> None:
    """Run an import and kill it when the first of it is noted."""
    child = subprocess.Popen([sys.executable, "-c", code, str(home), str(path)])
    while child.poll() is None and not any(
        f.stat().st_size > 200 for f in (home / "imports").glob("*.jsonl")
    ):
        time.sleep(0.005)
    child.kill()
    child.wait()


async def test_an_import_that_was_killed_goes_on(tmp_path: Path) -> None:
    path, home = many(tmp_path / "e.zip", 250), tmp_path / "home"
    code = (
        "import asyncio, sys\nfrom pathlib import Path\nfrom tests.support.homes import bare\n"
        "from weave.porting.model import Kind\n"
        "async def main():\n    async with bare(Path(sys.argv[1])) as weave:\n"
        "        await weave.porting.bring(Kind.AUTO, Path(sys.argv[2]))\nasyncio.run(main())\n"
    )
    await asyncio.to_thread(killed, code, home, path)
    async with bare(home) as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        assert told.known and told.turns + told.known == 750
        turns = [turn for name in weave._core.journal.ids() for turn in weave._core.journal.read(name).turns]
        assert len(turns) == len({turn.id for turn in turns}) == 750
        jars = [m.text for m in await weave.list() if "Jar" in m.text]
        assert len(set(jars)) == 250
        (batch,) = await weave.porting.list()
        assert batch.finished


def test_the_command_line_tells_what_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "config.toml").write_text(
        "[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n[documents]\nenabled = false\n"
    )
    mem0 = tmp_path / "mem0.json"
    mem0.write_text(json.dumps(made.MEM0))
    at = ["--home", str(home), "--now", "2026-11-30T14:00:00+00:00"]

    def told(*words: str) -> tuple[int, str]:
        status = run([*words, *at], {})
        return status, capsys.readouterr().out

    assert told("import", "auto", str(mem0), "--dry-run")[1].startswith(
        "Would take 2 notes from mem0.json (mem0)."
    )
    status, out = told("import", "mem0", str(mem0), "--json")
    assert (status, json.loads(out)["notes"]) == (0, 2)
    assert "nothing new" in told("import", "auto", str(mem0))[1]
    assert "mem0.json" in told("import", "list")[1]
    status, out = told("export", "--output", str(tmp_path / "o.zip"))
    assert (status, "Wrote" in out) == (0, True)
    other = ["--home", str(tmp_path / "other"), "--now", "2026-11-30T14:00:00+00:00"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "config.toml").write_text((home / "config.toml").read_text())
    assert run(["import", "weave", str(tmp_path / "o.zip"), *other], {}) == 0
    assert run(["import", "chatgpt", str(mem0), *at], {}) == 1
    assert "weave import mem0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("path", "sentence"), [("", "is empty"), (" ", "is empty"), ("~nobody.here/x.zip", "There is no")]
)
@pytest.mark.parametrize("command", [("import", "auto"), ("import", "weave"), ("bench", "locomo", "--data")])
def test_a_path_that_names_nothing_is_refused_and_not_read_as_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: tuple[str, ...], path: str, sentence: str
) -> None:
    assert run([*command, path, "--home", str(tmp_path / "home")], {}) == 1
    assert sentence in capsys.readouterr().err
