"""On a disk that takes nothing the library is still read; it is written again as soon as that is possible."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from weave.documents.store import TreeStore
from weave.documents.store_file import TreeFile
from weave.documents.store_rows import Signature
from weave.errors import BackendUnavailable

_FULL = """
import resource, signal, sys
from pathlib import Path
from weave.documents.store import TreeStore
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
store = TreeStore(Path(sys.argv[1]))
print([entry.file for entry in store.entries()])
"""


@pytest.fixture
def trees(tmp_path: Path) -> Path:
    store = TreeStore(tmp_path / "trees")
    store.refuse("a.pdf", Signature(1, 1, 1), "x", "The PDF is damaged.")
    store.file.close()
    return tmp_path / "trees"


def test_a_process_that_can_write_no_byte_reads_the_trees(trees: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FULL, str(trees)], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("['a.pdf']\n", "")


def test_what_could_only_be_read_is_written_when_the_disk_has_room_again(
    trees: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: TreeFile) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    store = TreeStore(trees)
    with monkeypatch.context() as patched:
        patched.setattr(TreeFile, "_prepared", full)
        assert len(store.entries()) == 1
        with pytest.raises(BackendUnavailable, match="can be read and not written"):
            store.remove(["a.pdf"])
        assert len(store.entries()) == 1
    store.remove(["a.pdf"])
    assert store.entries() == []
    store.file.close()


def test_with_nothing_to_read_a_full_disk_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: TreeFile) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(TreeFile, "_prepared", full)
    with pytest.raises(BackendUnavailable, match="free space"):
        TreeStore(tmp_path / "trees").entries()
