"""A cycle with every step and a model over loopback, and its undoing, killed; a benchmark takes two hundred points."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.homes import bare
from tests.support.server import ScriptedServer
from tests.support.sleeping import brought_back, build, cut_off, outcome, scripted
from weave import markdown
from weave.model import Memory

POINTS, UNDO_POINTS = "2@7", "1@7"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        scripted(running)
        yield running


async def test_killed_anywhere_and_resumed_it_comes_to_the_same_and_undone_to_what_was(
    tmp_path: Path, server: ScriptedServer
) -> None:
    base, twin = tmp_path / "base", tmp_path / "twin"
    await build(base, thinking=True)
    async with bare(base) as weave:
        was = sorted(await weave.list(), key=lambda one: one.id)
    shutil.copytree(base, twin)
    expected, told = await outcome(twin, server.origin)
    asked = questions(server, twin)
    killed = 0
    for home in cut_off(base, POINTS, "run", server.origin):
        found, again = await outcome(home, server.origin)
        assert _sections(found) == _sections(expected), home.name
        assert again == told, home.name
        # of one action at most, a summary and what was missing in it: its answer was not kept yet
        assert questions(server, home) <= asked + 2, home.name
        killed += 1
    for home in cut_off(twin, UNDO_POINTS, "undo"):
        assert await brought_back(home) == was, home.name
        killed += 1
    assert killed == 3


def questions(server: ScriptedServer, home: Path) -> int:
    return sum(r.path.startswith(f"/{home.name}/") and r.kind != "models" for r in server.requests)


def _sections(found: dict[str, bytes]) -> dict[str, list[Memory]]:
    """What stands in each file; after a crash the trash may hold it in another order."""
    return {
        name: sorted((one.memory for one in markdown.parse(data).sections if one.id), key=lambda one: one.id)
        for name, data in found.items()
    }
