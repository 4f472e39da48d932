"""Field case 4 in short: `python -m tests.bench.goodbye` does the same many times, with a slower extraction."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.goodbye import Goodbye
from tests.support.server import ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as scripted:
        yield scripted


@pytest.mark.parametrize(("way", "early"), [("key", False), ("SIGKILL", True)])
def test_case_4_leaving_right_after_sending_loses_and_doubles_nothing(
    tmp_path: Path, server: ScriptedServer, way: str, early: bool
) -> None:
    Goodbye(tmp_path / "home", server, extraction=0.5).run(way, early=early)
