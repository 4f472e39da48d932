"""A terminal that goes away takes Avery with it, and no word is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import terminal

_CONFIG = '[embedding]\nkind = "none"\n[qdrant]\nenabled = false\n[falkordb]\nenabled = false\n[ui]\nsetup = "done"\n'


def test_a_terminal_that_goes_away_ends_the_program(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    (home / "config.toml").write_text(_CONFIG)
    with terminal([sys.executable, "-m", "avery", "--home", str(home)]) as avery:
        avery.until("Write to Avery")
        os.close(avery._master)
        try:
            status = avery.process.wait(20)
        except subprocess.TimeoutExpired:
            pytest.fail("Avery lives on without a terminal")
        avery._master = os.open(os.devnull, os.O_RDWR)
    assert status == 129
