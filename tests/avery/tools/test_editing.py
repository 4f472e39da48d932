"""Files written and edited: the person sees the diff, and nothing but what was seen and meant is changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from avery.agent.consent import Verdict
from tests.support.tooling import Bench, files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def at(folder: Path) -> Bench:
    return files(folder)


async def test_a_new_file_is_written_once_the_person_has_seen_it(folder: Path, at: Bench) -> None:
    await at.ok("write_file", path="notes/todo.md", text="- 面包\n- butter\n")
    assert (folder / "notes" / "todo.md").read_text() == "- 面包\n- butter\n"
    (request,) = at.asked
    assert request.effect.summary == "write notes/todo.md (2 lines)"
    assert request.effect.detail == "- 面包\n- butter"
    assert request.effect.grant == f"write:{folder}/notes"
    assert request.effect.needed == f"write:{folder}/notes/todo.md"


async def test_what_the_person_refuses_changes_nothing(folder: Path, at: Bench) -> None:
    (folder / "a.txt").write_text("one")
    refused = at.asking(Verdict.NO)
    assert "did not allow" in await refused.no("write_file", path="b.txt", text="x")
    assert "did not allow" in await refused.no("edit_file", path="a.txt", old="one", new="two")
    assert [one.name for one in folder.iterdir()] == ["a.txt"] and (folder / "a.txt").read_text() == "one"


async def test_an_edit_shows_its_lines_and_keeps_everything_around_them(folder: Path, at: Bench) -> None:
    path = folder / "plan.txt"
    before = "\ufeff" + "".join(f"line {n}\r\n" for n in range(1, 31))
    path.write_bytes(before.encode())
    path.chmod(0o751)
    await at.ok("edit_file", path="plan.txt", old="line 12\nline 13", new="line 12a\n\nline 13a")
    expected = before.replace("line 12\r\nline 13", "line 12a\r\n\r\nline 13a")
    assert path.read_bytes() == expected.encode()
    assert path.stat().st_mode & 0o777 == 0o751
    detail = at.asked[0].effect.detail
    assert detail == (
        "@@ line 9 @@\n line 9\n line 10\n line 11\n-line 12\n-line 13\n+line 12a\n+\n+line 13a\n"
        " line 14\n line 15\n line 16"
    )
    assert at.asked[0].effect.summary.startswith("change plan.txt (")
    assert [one.name for one in folder.iterdir()] == ["plan.txt"]


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252"])
async def test_bytes_that_an_edit_does_not_touch_stay_whatever_they_are(
    folder: Path, at: Bench, encoding: str
) -> None:
    path = folder / "alt.txt"
    path.write_bytes("Grüße\nnow\n".encode(encoding))
    await at.ok("edit_file", path="alt.txt", old="now", new="then")
    assert path.read_bytes() == "Grüße\nthen\n".encode(encoding)


async def test_an_edit_must_be_exact_and_unique(folder: Path, at: Bench) -> None:
    path = folder / "a.txt"
    path.write_text("tea\ntea\n")
    assert "stands 2 times" in await at.no("edit_file", path="a.txt", old="tea", new="coffee")
    assert "does not stand" in await at.no("edit_file", path="a.txt", old="Tea", new="coffee")
    assert "the same" in await at.no("edit_file", path="a.txt", old="tea\ntea", new="tea\ntea")
    assert "There is no file" in await at.no("edit_file", path="b.txt", old="a", new="b")
    assert path.read_text() == "tea\ntea\n" and at.asked == []
    await at.ok("edit_file", path="a.txt", old="tea", new="coffee", all=True)
    assert path.read_text() == "coffee\ncoffee\n"


async def test_a_file_that_changed_since_it_was_read_is_not_written_over(folder: Path, at: Bench) -> None:
    path = folder / "a.txt"
    path.write_text("one\n")
    assert "read it first" in await at.no("write_file", path="a.txt", text="two")
    await at.ok("read_file", path="a.txt")
    path.write_text("mine\none\n")
    for call in (("write_file", {"text": "two"}), ("edit_file", {"old": "one", "new": "two"})):
        assert "has changed since it was read" in await at.no(call[0], path="a.txt", **call[1])
    assert path.read_text() == "mine\none\n" and at.asked == []
    await at.ok("read_file", path="a.txt")
    await at.ok("write_file", path="a.txt", text="two\n")
    await at.ok("edit_file", path="a.txt", old="two", new="three")
    assert path.read_text() == "three\n"


async def test_a_file_that_changes_while_the_person_thinks_is_left_alone(folder: Path) -> None:
    path = folder / "a.txt"

    class Slow(Bench):
        async def meanwhile(self) -> None:
            path.write_text("one, and what I wrote meanwhile")

    at = Slow(files(folder).tools)
    path.write_text("one")
    assert "changed while the person was asked" in await at.no(
        "edit_file", path="a.txt", old="one", new="two"
    )
    assert path.read_text() == "one, and what I wrote meanwhile"


async def test_a_folder_that_becomes_a_link_while_the_person_thinks_leads_nowhere(
    folder: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (folder / "sub").mkdir()

    class Slow(Bench):
        async def meanwhile(self) -> None:
            (folder / "sub").rmdir()
            (folder / "sub").symlink_to(elsewhere, target_is_directory=True)

    await Slow(files(folder).tools).no("write_file", path="sub/x.txt", text="x")
    assert not list(elsewhere.iterdir())


@pytest.mark.parametrize("path", ["../x.txt", "/tmp/x-of-avery.txt", "link/x.txt", "link.txt"])
async def test_nothing_is_written_outside(folder: Path, at: Bench, path: str) -> None:
    (folder / "link").symlink_to(folder.parent, target_is_directory=True)
    (folder / "link.txt").symlink_to(folder.parent / "x.txt")
    assert "lies outside" in await at.no("write_file", path=path, text="x")
    assert not (folder.parent / "x.txt").exists() and at.asked == []


async def test_a_masked_secret_is_not_written_back_over_the_real_one(folder: Path, at: Bench) -> None:
    path = folder / "settings.txt"
    path.write_text("password: hunter2xyz\ncolour: red\n")
    shown = (await at.ok("read_file", path="settings.txt")).split("\n", 1)[1]
    assert "hunter2" not in shown
    assert "masked" in await at.no("write_file", path="settings.txt", text=shown.replace("red", "blue"))
    await at.ok("edit_file", path="settings.txt", old="colour: red", new="colour: blue")
    assert path.read_text() == "password: hunter2xyz\ncolour: blue\n"
    assert "hunter2" not in at.asked[-1].effect.detail


async def test_the_person_sees_signs_that_would_turn_a_line_around(folder: Path, at: Bench) -> None:
    await at.ok("write_file", path="a\u202etxt.md", text="if access \u2066 // only admins\u2069\x1b[2J")
    effect = at.asked[0].effect
    assert not set("\u202e\u2066\u2069\x1b") & set(effect.summary + effect.detail)
    assert "\\u202e" in effect.summary and "\\u2066" in effect.detail and "\\x1b" in effect.detail


async def test_of_a_giant_diff_the_person_is_told_how_much_is_not_shown(folder: Path, at: Bench) -> None:
    (folder / "a.txt").write_text("old\n" * 50_000 + "password: hunter2xyz\n")
    await at.ok("edit_file", path="a.txt", old="old", new="new", all=True)
    detail = at.asked[0].effect.detail
    shown, _, rest = detail.rpartition("\n")
    assert len(shown) == 100_000 and rest.startswith("[… ") and rest.endswith(" more characters]")


async def test_a_file_without_the_right_to_write_or_of_no_text_is_left(folder: Path, at: Bench) -> None:
    (folder / "a.docx").write_bytes(b"PK\x03\x04")
    assert not (await at("write_file", path="a.docx", text="x")).ok
    assert not (await at("write_file", path=".", text="x")).ok
    assert (folder / "a.docx").read_bytes() == b"PK\x03\x04"


async def test_half_a_character_is_not_written(folder: Path, at: Bench) -> None:
    assert "half a character" in await at.no("write_file", path="a.txt", text="\ud800")
    assert not (folder / "a.txt").exists()
