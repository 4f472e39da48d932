"""What a stranger packed: nothing leads out, nothing unpacks without end, and every refusal is one sentence."""

from __future__ import annotations

import stat
import zipfile
from datetime import UTC
from pathlib import Path

import pytest

from tests.support.exports import packed
from weave.errors import InvalidInput
from weave.porting.container import opened, read
from weave.porting.names import legal


def names(path: Path) -> list[str]:
    with opened(path, UTC) as source:
        return [one.name for one in source.members()]


def test_paths_out_of_an_archive_are_refused(tmp_path: Path) -> None:
    path = packed(
        tmp_path / "a.zip",
        {"../../evil.md": "x", "/etc/evil.md": "x", "C:\\evil.md": "x", "a/../../b.md": "x", "n/ok.md": "x"},
    )
    with opened(path, UTC) as source:
        assert [one.name for one in source.members()] == ["ok.md"]
        assert len(source.refused) == 4
        with pytest.raises(InvalidInput):
            source.open("../../evil.md")


def test_links_in_an_archive_and_in_a_folder_are_not_followed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        info = zipfile.ZipInfo("link.md")
        info.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(info, "/etc/passwd")
        archive.writestr("ok.md", "x")
    assert names(tmp_path / "a.zip") == ["ok.md"]
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "ok.md").write_text("x")
    (folder / "link.md").symlink_to("/etc/passwd")
    assert names(folder) == ["ok.md"]


def test_a_bomb_is_not_unpacked(tmp_path: Path) -> None:
    path = packed(tmp_path / "b.zip", {"bomb.md": b"\0" * (40 << 20), "ok.md": "fine"})
    with opened(path, UTC) as source:
        assert "bomb.md" in source.refused
        assert read(source, "ok.md") == b"fine"


def test_a_member_larger_than_may_be_read_whole_is_said_so(tmp_path: Path) -> None:
    path = packed(tmp_path / "b.zip", {"big.md": b"ab" * 4000, "x": "y"})
    with opened(path, UTC) as source, pytest.raises(InvalidInput, match="larger"):
        read(source, "big.md", most=1000)


def test_a_damaged_zip_is_one_sentence(tmp_path: Path) -> None:
    path = packed(tmp_path / "b.zip", {"a.md": b"some words " * 400, "b": "y"})
    data = bytearray(path.read_bytes())
    data[60:80] = b"\xff" * 20
    path.write_bytes(data)
    with opened(path, UTC) as source:
        with pytest.raises(InvalidInput, match=r"a\.md cannot be read .*export it again"):
            read(source, "a.md")
        with pytest.raises(InvalidInput, match="cannot be read"), source.open("a.md") as stream:
            stream.read(100)


def test_names_are_made_legal() -> None:
    assert legal(("..", "a:b", "c?.MD")) == ("a b", "c.md")
    assert legal(()) == ("untitled.md",)
    assert all(not part.startswith(".") for part in legal((".ssh", ".bashrc")))
