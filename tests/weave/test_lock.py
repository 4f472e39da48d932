"""One process owns a home."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weave.errors import HomeBusy, HomeError
from weave.lock import OwnerLock

OTHER = """
import sys, time
from pathlib import Path
from weave.lock import OwnerLock
lock = OwnerLock.acquire(Path(sys.argv[1]))
print("taken", flush=True)
time.sleep(60)
"""


def other(home: Path) -> subprocess.Popen[str]:
    child = subprocess.Popen([sys.executable, "-c", OTHER, str(home)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "taken\n"
    return child


def test_a_second_process_is_refused_with_the_pid_and_enters_once_the_first_was_killed(
    tmp_path: Path,
) -> None:
    child = other(tmp_path)
    try:
        with pytest.raises(HomeBusy) as caught:
            OwnerLock.acquire(tmp_path)
        assert caught.value.pid == child.pid
        assert str(child.pid) in str(caught.value)
    finally:
        child.kill()
        child.wait()
    with OwnerLock.acquire(tmp_path) as lock:
        assert lock.held


def test_the_same_process_cannot_own_a_home_twice(tmp_path: Path) -> None:
    with OwnerLock.acquire(tmp_path), pytest.raises(HomeBusy, match="already open in this process"):
        OwnerLock.acquire(tmp_path)
    OwnerLock.acquire(tmp_path).release()


def test_the_file_tells_who_owns_and_is_private(tmp_path: Path) -> None:
    started = datetime(2026, 11, 30, 14, 2, tzinfo=UTC)
    with OwnerLock.acquire(tmp_path, program="avery", started=started) as lock:
        told = json.loads(lock.path.read_text())
        assert told == {"pid": os.getpid(), "program": "avery", "started": "2026-11-30T14:02:00+00:00"}
        assert stat.S_IMODE(lock.path.stat().st_mode) == 0o600
    assert lock.path.exists() and lock.path.read_text() == ""


def test_releasing_twice_is_harmless(tmp_path: Path) -> None:
    lock = OwnerLock.acquire(tmp_path)
    lock.release()
    lock.release()
    assert not lock.held


def test_a_program_started_by_the_owner_does_not_inherit_the_lock(tmp_path: Path) -> None:
    lock = OwnerLock.acquire(tmp_path)
    child = subprocess.Popen(["sleep", "30"], close_fds=False)
    try:
        lock.release()
        OwnerLock.acquire(tmp_path).release()
    finally:
        child.kill()
        child.wait()


def test_a_forked_child_neither_holds_the_lock_nor_takes_it_away(tmp_path: Path) -> None:
    script = OTHER.replace("time.sleep(60)", "os.fork() or time.sleep(5) or os._exit(0)\ntime.sleep(60)")
    child = subprocess.Popen(
        [sys.executable, "-c", "import os\n" + script, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert child.stdout is not None and child.stdout.readline() == "taken\n"
    time.sleep(0.2)
    with pytest.raises(HomeBusy):
        OwnerLock.acquire(tmp_path)
    child.kill()
    child.wait()
    OwnerLock.acquire(tmp_path).release()


def test_garbage_in_the_file_costs_only_the_pid(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_bytes(b"\xff\0[[[")
    with OwnerLock.acquire(tmp_path) as lock:
        lock.path.write_bytes(b"not json")
        with pytest.raises(HomeBusy, match="another process") as caught:
            OwnerLock.acquire(tmp_path)
        assert caught.value.pid is None


def test_a_home_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(HomeError, match="cannot be written"):
        OwnerLock.acquire(tmp_path / "nowhere")


def test_a_lock_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".lock").symlink_to(tmp_path / "victim")
    with pytest.raises(HomeError):
        OwnerLock.acquire(tmp_path)
    assert not (tmp_path / "victim").exists()
