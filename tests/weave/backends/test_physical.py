"""Physical Memory writes so that it stays written, and touches nothing that it was not asked to."""

from __future__ import annotations

import resource
import signal
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from weave import ids
from weave.backends.physical import PhysicalMemory
from weave.errors import HomeError, InvalidInput, NotFound
from weave.markdown import serialise
from weave.model import Memory, MemoryType, Provenance, State

MANILA = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 30, 23, 30, tzinfo=UTC)


def test_a_moment_at_the_rim_of_the_calendar_has_a_file(tmp_path: Path) -> None:
    western = PhysicalMemory(tmp_path, timezone(timedelta(hours=-5)))
    first = replace(memory(), created=datetime(1, 1, 1, tzinfo=UTC))
    assert western.path_for(first) == "memories/semantic/0001-01-01.md"


@pytest.fixture
def physical(tmp_path: Path) -> PhysicalMemory:
    return PhysicalMemory(tmp_path, MANILA)


def memory(
    order: int = 0, text: str = "text", kind: MemoryType = MemoryType.SEMANTIC, scope: str = "global"
) -> Memory:
    return Memory(
        ids.derived(NOW, order), kind, f"Note {order}", text, State.ACTIVE, 0.5, Provenance.USER, NOW, scope
    )


def test_the_day_is_the_one_of_the_configured_zone(physical: PhysicalMemory) -> None:
    assert physical.path_for(memory()) == "memories/semantic/2026-12-01.md"
    assert (
        physical.path_for(memory(kind=MemoryType.ERROR, scope="task:shed-7f"))
        == "tasks/shed-7f/error/2026-12-01.md"
    )


@pytest.mark.parametrize("scope", ["task:", "task:../x", "task:a/b", "task:.", "elsewhere", "", "task:a\0b"])
def test_a_scope_never_leaves_the_home(physical: PhysicalMemory, scope: str) -> None:
    with pytest.raises(InvalidInput):
        physical.path_for(memory(scope=scope))


def test_what_is_appended_stands_where_it_is_said_to(physical: PhysicalMemory) -> None:
    first = physical.append([memory(0), memory(1, "two"), memory(2, kind=MemoryType.EPISODIC)])
    later = physical.append([memory(3, "三")])
    for place, order in zip([*first, *later], range(4), strict=True):
        raw = physical.read_bytes(place.path)[place.start : place.end]
        section = physical.read(place.path).section(ids.derived(NOW, order))
        assert section is not None and section.raw == raw
    assert (physical.home / first[0].path).stat().st_mode & 0o777 == 0o600
    assert (physical.home / "memories").stat().st_mode & 0o777 == 0o700


def test_appending_twice_writes_once(physical: PhysicalMemory) -> None:
    first = physical.append([memory(0), memory(0), memory(1)])
    size = (physical.home / first[0].path).stat().st_size
    assert first[0] == first[1] != first[2]
    assert physical.append([memory(1), memory(0)]) == [first[2], first[0]]
    assert PhysicalMemory(physical.home, MANILA).append([memory(0)]) == [first[0]]
    assert (physical.home / first[0].path).stat().st_size == size


def test_an_id_that_is_only_quoted_does_not_count_as_written(physical: PhysicalMemory) -> None:
    quoted = "```\n" + serialise(memory(1, "real")).decode() + "```"
    physical.append([memory(0, quoted)])
    fresh = PhysicalMemory(physical.home, MANILA)
    path = fresh.append([memory(1, "real")])[0].path
    assert [s.id for s in fresh.read(path).sections] == [memory(0).id, memory(1).id]


def test_appending_reads_only_the_end_of_a_grown_file(physical: PhysicalMemory) -> None:
    physical.append([memory(n, "word " * 400) for n in range(500)])
    path = physical.home / physical.path_for(memory())
    before = path.stat().st_size
    reads = _bytes_read()
    for n in range(500, 510):
        physical.append([memory(n)])
    assert before > 1_000_000 and _bytes_read() - reads < before
    assert len(physical.read(physical.path_for(memory())).sections) == 510


def _bytes_read() -> int:
    """Bytes this process asked the system for."""
    counters = Path("/proc/self/io")
    return int(counters.read_text().split()[1]) if counters.exists() else 0


def test_a_file_by_hand_is_continued_in_its_own_line_ends(physical: PhysicalMemory) -> None:
    path = physical.home / physical.path_for(memory())
    path.parent.mkdir(parents=True)
    path.write_bytes(b"\xef\xbb\xbf# Day\r\n\r\n## By hand\r\nno end of line")
    physical.append([memory()])
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# Day\r\n\r\n## By hand\r\nno end of line\r\n\r\n## Note 0\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")


def test_replacing_and_removing_leave_the_neighbours_alone(physical: PhysicalMemory) -> None:
    places = physical.append([memory(n, f"text {n}") for n in range(3)])
    path, data = places[0].path, physical.read_bytes(places[0].path)
    physical.replace(memory(1, "changed"), path)
    assert physical.read_bytes(path) == data.replace(b"text 1", b"changed")
    removed = physical.remove([memory(1).id, memory(9).id], path)
    assert len(removed) == 1 and b"changed" in removed[0]
    assert physical.read_bytes(path) == data[: places[1].start] + data[places[1].end :]
    assert not list((physical.home / path).parent.glob(".*"))


def test_a_file_without_its_last_section_is_gone(physical: PhysicalMemory) -> None:
    path = physical.append([memory()])[0].path
    physical.remove([memory().id], path)
    assert not (physical.home / path).exists() and physical.remove([memory().id], path) == []
    assert physical.append([memory()])[0].path == path


def test_what_is_not_there_is_not_found(physical: PhysicalMemory) -> None:
    with pytest.raises(NotFound):
        physical.replace(memory(), "memories/semantic/2026-01-01.md")
    path = physical.append([memory()])[0].path
    with pytest.raises(NotFound):
        physical.replace(memory(1), path)


def test_an_edit_by_another_hand_meanwhile_is_never_overwritten(
    physical: PhysicalMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = physical.append([memory(0), memory(1, "one")])[0].path
    file, read = physical.home / path, Path.read_bytes

    def edited_right_after_the_first_read(self: Path) -> bytes:
        data = read(self)
        if b"by hand" not in data:
            self.write_bytes(data.replace(b"one", b"one, by hand"))
        return data

    monkeypatch.setattr(Path, "read_bytes", edited_right_after_the_first_read)
    physical.replace(memory(0, "new"), path)
    assert b"one, by hand" in read(file) and b"\nnew\n" in read(file)


def test_adoption_writes_a_comment_and_no_other_byte(physical: PhysicalMemory) -> None:
    path = "memories/semantic/2026-12-01.md"
    (physical.home / path).parent.mkdir(parents=True)
    (physical.home / path).write_bytes(b"## Peas\r\n\r\nSow in March.  \r\n")
    section = physical.read(path).sections[0]
    assert (
        section.memory.type is MemoryType.SEMANTIC
        and section.memory.created.date().isoformat() == "2026-12-01"
    )
    physical.rewrite(path, {section.span.start: ("", replace(section.memory, id=memory().id))})
    lines = physical.read_bytes(path).split(b"\r\n")
    assert (
        lines[0] == b"## Peas"
        and lines[1].startswith(b"<!-- weave id=")
        and lines[2:] == [b"", b"Sow in March.  ", b""]
    )
    with pytest.raises(NotFound):
        physical.rewrite(path, {section.span.start: ("", replace(section.memory, id=memory(1).id))})


def test_threads_write_to_one_file_without_losing_anything(physical: PhysicalMemory) -> None:
    def write(first: int) -> None:
        for n in range(first, first + 10):
            physical.append([memory(n)])
            physical.replace(memory(n, f"new {n}"), physical.path_for(memory(n)))

    threads = [threading.Thread(target=write, args=(n * 10,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sections = physical.read(physical.path_for(memory())).sections
    assert sorted(s.text for s in sections) == sorted(f"new {n}" for n in range(40))


def test_a_full_disk_leaves_the_file_as_it_was(physical: PhysicalMemory) -> None:
    path = physical.append([memory(0)])[0].path
    data = physical.read_bytes(path)
    with _at_most(len(data) + 100), pytest.raises(HomeError):
        physical.append([memory(1, "word " * 200)])
    assert physical.read_bytes(path) == data
    with _at_most(100), pytest.raises(HomeError):
        physical.replace(memory(0, "word " * 200), path)
    assert physical.read_bytes(path) == data and not list((physical.home / path).parent.glob(".*"))
    physical.append([memory(1)])
    assert len(physical.read(path).sections) == 2


class _at_most:  # noqa: N801 - reads as a statement of the limit
    """No file may grow beyond so many bytes: the system's own error in the middle of a write."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._undo: Callable[[], object]

    def __enter__(self) -> None:
        old = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (self._size, old[1]))
        self._undo = lambda: (
            resource.setrlimit(resource.RLIMIT_FSIZE, old),
            signal.signal(signal.SIGXFSZ, handler),
        )

    def __exit__(self, *_: object) -> None:
        self._undo()


def test_a_home_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "memories").write_text("a file where the folder should be")
    with pytest.raises(HomeError) as told:
        PhysicalMemory(tmp_path, UTC).append([memory()])
    assert str(told.value).endswith(".") and "\n" not in str(told.value)


def test_editors_leavings_are_no_memories(physical: PhysicalMemory) -> None:
    path = physical.append([memory()])[0].path
    folder = (physical.home / path).parent
    for name in ("4913", ".#day.md", "day.md~", ".day.md.swp", "x.tmp", ".hidden.md", "note.txt"):
        (folder / name).write_text("## x\n")
    weekly = physical.home / "memories" / "weekly"
    weekly.mkdir()
    (weekly / "2026-W48.md").write_text("## Week\n")
    physical.append([memory(1, scope="task:one")])
    assert sorted(f.path for f in physical.scan()) == sorted(
        [path, "memories/weekly/2026-W48.md", physical.path_for(memory(1, scope="task:one"))]
    )
    assert physical.read("memories/weekly/2026-W48.md").sections[0].memory.type is MemoryType.EPISODIC


def test_a_linked_file_stays_a_link(physical: PhysicalMemory, tmp_path: Path) -> None:
    path = physical.append([memory(0, "old")])[0].path
    target = tmp_path / "elsewhere.md"
    (physical.home / path).rename(target)
    target.chmod(0o640)
    (physical.home / path).symlink_to(target)
    physical.replace(memory(0, "new"), path)
    assert (physical.home / path).is_symlink() and b"new" in target.read_bytes()
    assert target.stat().st_mode & 0o777 == 0o640


def test_health_says_what_it_searches_with(physical: PhysicalMemory) -> None:
    physical.append([memory()])
    assert physical.health().ok and "1 " in physical.health().detail


def test_of_many_files_written_at_once_one_that_fails_is_named_and_the_others_are_written(
    physical: PhysicalMemory,
) -> None:
    made = [replace(memory(n), created=NOW + timedelta(days=n)) for n in range(20)]
    physical.append(made)
    changes = {physical.path_for(one): [replace(one, text="anew")] for one in made}
    gone = physical.path_for(made[7])
    (physical.home / gone).unlink()
    failed = physical.replace_in(changes)
    assert list(failed) == [gone] and isinstance(failed[gone], NotFound)
    left = [path for path in changes if path != gone]
    assert all("anew" in (physical.home / path).read_text() for path in left)
