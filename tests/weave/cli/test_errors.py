"""Every failure is one sentence that names the way out; what a person said is in no log."""

from __future__ import annotations

import errno
import sqlite3
from pathlib import Path

import pytest

from weave.cli import errors
from weave.errors import HomeBusy, InvalidInput, NotFound, UsageError


@pytest.mark.parametrize(
    ("error", "status"),
    [(UsageError("x"), 2), (NotFound("x"), 1), (InvalidInput("x"), 1), (HomeBusy("x", 7), 1)],
)
def test_wrong_usage_and_what_cannot_be_done_differ_in_status(error: NotFound, status: int) -> None:
    assert errors.status_of(error) == status


@pytest.mark.parametrize(
    ("code", "named"),
    [
        (errno.ENOSPC, "disk is full"),
        (errno.EACCES, "permissions"),
        (errno.EROFS, "permissions"),
        (errno.EIO, "refused"),
    ],
)
def test_a_system_error_names_the_place_and_the_way_out(code: int, named: str) -> None:
    sentence = errors.os_sentence(OSError(code, "reason", "memories/x.md"))
    assert named in sentence
    assert "memories/x.md" in sentence
    assert sentence.count("\n") == 0


def test_a_full_disk_under_the_catalogue_is_a_sentence() -> None:
    assert "make room" in errors.store_sentence(sqlite3.OperationalError("database or disk is full"))


def fault(said: str) -> RuntimeError:
    try:
        try:
            {}[said]
        except KeyError as error:
            raise RuntimeError(said) from error
    except RuntimeError as error:
        return error


def test_a_fault_is_logged_by_its_frames_and_never_by_what_was_said(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    sentence = errors.unexpected_sentence(fault("tok_live_51x9Qm2ZtR7"), tmp_path)
    log = (tmp_path / errors.LOG).read_text()
    assert str(tmp_path / errors.LOG) in sentence
    assert "RuntimeError" in log
    assert "KeyError" in log
    assert "in fault" in log
    assert "tok_live" not in log + sentence
    assert (tmp_path / errors.LOG).stat().st_mode & 0o777 == 0o600


def test_a_fault_without_a_place_to_write_is_still_a_sentence(tmp_path: Path) -> None:
    assert "RuntimeError" in errors.unexpected_sentence(fault("x"), tmp_path / "nowhere")
