"""Files read, listed and searched: inside the granted folders, bounded, in any script, and never where keys are kept."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

import pytest

from avery.tools.secretive import secretive
from tests.support.documents import docx, handbook
from tests.support.tooling import Bench, files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def at(folder: Path) -> Bench:
    return files(folder)


async def test_a_file_is_read_with_its_name_and_how_much_of_it(folder: Path, at: Bench) -> None:
    (folder / "plan.md").write_text("Zum Frühstück: 面包\nزيت\n🍞\n")
    assert await at.ok("read_file", path="plan.md") == "plan.md, lines 1-4 of 4\nZum Frühstück: 面包\nزيت\n🍞"
    assert "lines 2-2 of 4\nزيت" in await at.ok("read_file", path="plan.md", line=2, lines=1)
    assert "no line 9, it has 4" in await at.ok("read_file", path="plan.md", line=9)
    assert at.asked == []


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        ("\ufeffGrüße".encode(), "Grüße"),
        ("Grüße".encode("utf-16"), "Grüße"),
        ("Grüße".encode("cp1252"), "Grüße"),
        (b"one\r\ntwo\r\n", "one\ntwo"),
        (b"", "plan.txt, lines 1-1 of 1"),
    ],
)
async def test_a_file_of_any_encoding_is_read(folder: Path, at: Bench, data: bytes, shown: str) -> None:
    (folder / "plan.txt").write_bytes(data)
    assert shown in await at.ok("read_file", path="plan.txt")


async def test_what_is_no_text_is_refused_and_what_is_huge_is_bounded(folder: Path, at: Bench) -> None:
    (folder / "a.bin").write_bytes(b"\x7fELF\0\0")
    (folder / "long.txt").write_text("word " * 50_000 + "\nsecond line\n")
    (folder / "huge.txt").write_bytes(b"x" * (5 * 1024 * 1024))
    assert "is no text" in await at.no("read_file", path="a.bin")
    assert len(await at.ok("read_file", path="long.txt")) <= 8_000
    assert "second line" in await at.ok("read_file", path="long.txt", line=2)
    assert "more than 4 MiB" in await at.no("read_file", path="huge.txt")


async def test_a_document_is_read_as_its_reader_sees_it(folder: Path, at: Bench) -> None:
    chapters = handbook(1, 1, 1)
    (folder / "letter.docx").write_bytes(docx(chapters))
    assert chapters[0].title in await at.ok("read_file", path="letter.docx")


@pytest.mark.parametrize(
    "path",
    [
        "../secret.txt",
        "/etc/passwd",
        "/proc/self/environ",
        "~/../../etc/passwd",
        "link.txt",
        "linked/secret.txt",
        "sub/../../secret.txt",
        "../home/identity.md",
        "nul\0.txt",
        "~nobody-of-this-name/x",
        "ring",
    ],
)
async def test_nothing_outside_the_granted_folders_is_read_by_whatever_way(
    folder: Path, at: Bench, path: str
) -> None:
    (folder / "sub").mkdir()
    (folder.parent / "secret.txt").write_text("outside")
    (folder.parent / "home").mkdir()
    (folder.parent / "home" / "identity.md").write_text("outside")
    (folder / "link.txt").symlink_to(folder.parent / "secret.txt")
    (folder / "linked").symlink_to(folder.parent, target_is_directory=True)
    (folder / "ring").symlink_to(folder / "ring")
    text = await at.no("read_file", path=path)
    assert "outside\n" not in text and "root:" not in text


async def test_avery_s_own_memory_is_no_folder_of_files_even_inside_a_granted_one(folder: Path) -> None:
    home = folder / "home"
    home.mkdir()
    (home / "grants.toml").write_text("allow = []")
    at = files(folder, home=home)
    assert "outside" in await at.no("read_file", path="home/grants.toml")
    assert "outside" in await at.no("write_file", path="home/grants.toml", text='allow = ["run:rm *"]')
    assert "grants" not in await at.ok("search_files", text="allow")
    assert "grants" not in await at.ok("list_files", glob="**")


@pytest.mark.parametrize(
    "name",
    [
        ".env",
        ".env.local",
        "id_rsa",
        ".git/config",
        "server.pem",
        ".netrc",
        "Credentials.json",
        ".ssh/config",
    ],
)
async def test_files_that_hold_keys_by_their_name_are_neither_read_written_nor_found(
    folder: Path, at: Bench, name: str
) -> None:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("the hidden word")
    assert "where keys are kept" in await at.no("read_file", path=name)
    assert "where keys are kept" in await at.no("write_file", path=name, text="x")
    assert "hidden" not in await at.ok("search_files", text="hidden word", path=".")
    assert path.read_text() == "the hidden word" and at.asked == []


async def test_keys_in_any_other_file_are_masked_in_any_other_file(folder: Path, at: Bench) -> None:
    (folder / "notes.txt").write_text("password: hunter2xyz\nAKIAIOSFODNN7EXAMPLE\nplain\n")
    read = await at.ok("read_file", path="notes.txt")
    found = await at.ok("search_files", text="password")
    assert "hunter2" not in read + found and "AKIAIOS" not in read and "plain" in read
    (folder / ".env.example").write_text("KEY=")
    assert "KEY=" in await at.ok("read_file", path=".env.example")


async def test_pipes_and_devices_are_not_read(folder: Path, at: Bench) -> None:
    os.mkfifo(folder / "pipe")
    assert "no plain file" in await at.no("read_file", path="pipe")
    assert "no plain file" in await at.no("read_file", path=".")


async def test_a_folder_is_listed_and_files_are_found_by_their_paths(folder: Path, at: Bench) -> None:
    (folder / "src" / "deep").mkdir(parents=True)
    (folder / "src" / "deep" / "日記.md").write_text("x")
    (folder / "src" / "a.py").write_text("x")
    (folder / "away").symlink_to("/etc")
    assert await at.ok("list_files") == ".:\naway (a link)\nsrc/"
    assert await at.ok("list_files", path="src", glob="**/*.md") == "src:\ndeep/日記.md"
    assert "is no folder" in await at.no("list_files", path="src/a.py")
    assert "nothing" in await at.ok("list_files", glob="*.rs")


async def test_a_long_list_says_that_there_is_more(folder: Path, at: Bench) -> None:
    for number in range(400):
        (folder / f"file-{number:03}.txt").touch()
    listed = await at.ok("list_files")
    assert listed.count("file-") == 300 and listed.endswith("narrow it down by path or glob]")


async def test_lines_are_searched_with_their_places_and_links_are_not_followed(
    folder: Path, at: Bench
) -> None:
    (folder / "a.py").write_text("def open_door():\n    return 'Türe'\n")
    (folder / "b.txt").write_text("the door (closed)\n" * 80)
    (folder / "c.bin").write_bytes(b"door\0\0\0")
    (folder.parent / "other.txt").write_text("door outside")
    (folder / "link.txt").symlink_to(folder.parent / "other.txt")
    found = await at.ok("search_files", text="DOOR".lower(), glob="*.py")
    assert found == "a.py:1:def open_door():"
    assert "a.py:2:" in await at.ok("search_files", text="türe")
    everything = await at.ok("search_files", text="door")
    assert "outside" not in everything and "b.txt:1:the door (closed)" in everything
    assert "b.txt:1:" in await at.ok("search_files", text="door (")
    assert "a.py:1:" in await at.ok("search_files", text=r"def \w+_door", regex=True)
    assert "regular expression" in await at.no("search_files", text="door (", regex=True)
    assert "Nothing found" in await at.ok("search_files", text="--files")
    assert "outside" in await at.no("search_files", text="root", path="/etc")
    assert "There is no" in await at.no("search_files", text="root", path="gone")


async def test_a_search_that_finds_too_much_is_cut(folder: Path, at: Bench) -> None:
    for number in range(40):
        (folder / f"{number}.txt").write_text(f"{'door ' * 100}\n" * 50)
    found = await at.ok("search_files", text="door")
    assert len(found) <= 8_000 and found.endswith("[there is more; narrow it down]")


async def test_further_folders_are_granted_by_the_configuration(folder: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "x.txt").write_text("seen")
    assert "seen" in await files(folder, str(more)).ok("read_file", path=str(more / "x.txt"))
    assert "lies outside" in await files(folder).no("read_file", path=str(more / "x.txt"))


@pytest.mark.parametrize(
    "name",
    [".ENV", ".ｅｎｖ", ".e\u200dnv", ".env.", ".env::$DATA", ".gi\u200bt/config", ".SSH /config", "ⅰd_rsa"],
)
def test_a_name_that_some_file_system_takes_for_a_secret_one_counts_as_it(name: str) -> None:
    assert secretive(PurePath(name))
    assert not secretive(PurePath("notes/môn été.md"))
