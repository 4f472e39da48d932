"""Hand edits are noticed, whatever way an editor saves."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from weave.watch import Watcher

LIMIT = 3.0
"""Seconds within which a save must be noticed (field case 53)."""


class Heard:
    """What the watcher told, until asked."""

    def __init__(self) -> None:
        self._new = threading.Condition()
        self._paths: list[str] = []

    def __call__(self, paths: Sequence[str]) -> None:
        with self._new:
            self._paths += paths
            self._new.notify_all()

    def anything(self, seconds: float) -> bool:
        """Whether something is told within so many seconds."""
        with self._new:
            return bool(self._paths) or self._new.wait(seconds)

    def until(self, *wanted: str) -> list[str]:
        """All that was told since the last call, once it holds `wanted`."""
        end = time.monotonic() + LIMIT
        with self._new:
            while not set(wanted) <= set(self._paths) and (left := end - time.monotonic()) > 0:
                self._new.wait(left)
            told, self._paths = self._paths, []
        assert set(wanted) <= set(told), told
        return told


Watched = tuple[Path, Heard, Watcher]


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    folder = tmp_path / "memories" / "semantic"
    folder.mkdir(parents=True)
    (folder / "garden.md").write_text("## Beans\n")
    heard = Heard()
    watcher = Watcher(tmp_path, heard)
    watcher.start()
    _settle(folder, heard)
    yield folder, heard, watcher
    watcher.stop()


def _settle(folder: Path, heard: Heard) -> None:
    """The watch begins in its own thread: write until it hears."""
    for n in range(60):
        (folder / "probe.md").write_text("." * n)
        if heard.anything(0.05):
            break
    (folder / "probe.md").unlink()
    time.sleep(0.3)
    heard.until()


def in_place(folder: Path, text: str) -> None:
    (folder / "garden.md").write_text(text)


def by_rename(folder: Path, text: str) -> None:
    (folder / ".garden.md.tmp").write_text(text)
    (folder / ".garden.md.tmp").rename(folder / "garden.md")


def like_vim(folder: Path, text: str) -> None:
    (folder / "4913").write_text("")
    (folder / "4913").unlink()
    (folder / "garden.md").rename(folder / "garden.md~")
    (folder / "garden.md").write_text(text)
    (folder / "garden.md~").unlink()


@pytest.mark.parametrize("save", [in_place, by_rename, like_vim])
def test_case_53_each_of_three_saves_is_noticed(watched: Watched, save: Callable[[Path, str], None]) -> None:
    folder, heard, _ = watched
    for n in range(3):
        save(folder, f"## Beans\nversion {n}" + "." * n)
        assert set(heard.until("memories/semantic/garden.md")) == {"memories/semantic/garden.md"}
        time.sleep(0.15)


def test_case_53_a_move_and_a_deletion_are_noticed(watched: Watched) -> None:
    folder, heard, _ = watched
    (folder / "garden.md").rename(folder / "plot.md")
    heard.until("memories/semantic/garden.md", "memories/semantic/plot.md")
    (folder / "plot.md").unlink()
    heard.until("memories/semantic/plot.md")


def test_folders_come_and_go_with_their_files(watched: Watched, tmp_path: Path) -> None:
    _, heard, _ = watched
    made = tmp_path / "elsewhere"
    made.mkdir()
    (made / "2026-11-30.md").write_text("## x\n")
    made.rename(tmp_path / "tasks" / "shed")
    heard.until("tasks/shed/2026-11-30.md")
    (tmp_path / "tasks" / "shed").rename(tmp_path / "gone")
    heard.until("tasks/shed/2026-11-30.md")


def test_our_own_writes_are_passed_over(watched: Watched) -> None:
    folder, heard, watcher = watched
    in_place(folder, "## Ours\n")
    watcher.own.saw(["memories/semantic/garden.md"])
    (folder / "other.md").write_text("## Theirs\n")
    assert heard.until("memories/semantic/other.md") == ["memories/semantic/other.md"]


def test_stopping_is_quick_and_may_be_repeated(watched: Watched) -> None:
    _, _, watcher = watched
    begun = time.monotonic()
    watcher.stop()
    watcher.stop()
    assert time.monotonic() - begun < 2


def test_without_the_systems_watches_files_are_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def used_up(*_: object, **__: object) -> object:
        raise OSError(28, "No space left on device (os error 28)")

    monkeypatch.setattr("watchfiles.watch", used_up)
    heard = Heard()
    watcher = Watcher(tmp_path, heard)
    watcher.start()
    (tmp_path / "memories" / "plot.md").write_text("## Peas\n")
    heard.until("memories/plot.md")
    watcher.stop()
