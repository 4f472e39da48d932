"""Taking a cycle back leaves the files of memories byte for byte as they were, whatever went and came in it."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.support.homes import bare
from tests.support.server import ScriptedServer
from tests.support.sleeping import at, build, opened, scripted
from weave.sleep.model import StepName
from weave.sleep.steps import STEPS
from weave.sleep.wording import undone_line

BY_HAND = "\n##  Kept by hand  \n\nThe attic key hangs\nbehind the clock.\n\n\n\n"
LAST = "\n\n### Below\n## And at the end\n- no blank line follows"


def memories(home: Path) -> dict[str, bytes]:
    found = (home / "memories").rglob("*.md")
    return {str(file.relative_to(home)): file.read_bytes() for file in found}


def written_into(home: Path) -> None:
    """By hand: something between the first two sections of each file, and at its end."""
    for file in sorted((home / "memories").rglob("*.md")):
        first, mark, rest = file.read_text().partition("\n## ")
        file.write_text(first + BY_HAND + (mark + rest).lstrip("\n") + LAST)


async def counted(home: Path) -> dict[str, bytes]:
    """The files with nothing done to them but that the counts of recalls were written down, which stay."""
    async with bare(home) as weave:
        weave.sleeping.steps = [step for step in STEPS if step.name is StepName.COUNT]
        await weave.sleeping.run()
    return memories(home)


async def test_undo_leaves_every_byte_of_the_files_as_it_was(tmp_path: Path) -> None:
    home, twin = tmp_path / "home", tmp_path / "twin"
    await build(home, days=3, thinking=True)
    written_into(home)
    async with bare(home) as weave:
        await weave.list()
    shutil.copytree(home, twin)
    was = await counted(twin)
    with ScriptedServer() as server:
        scripted(server)
        async with opened(home, at(server.origin, home)) as weave:
            report = await weave.sleeping.run(approved=True)
            done = {one.step for one in report.outcomes if one.did}
            assert done >= {StepName.FORGET, StepName.REPLAY, StepName.COMPRESS, StepName.COUNT}
            assert memories(home) != was
            assert await weave.sleeping.undo() is not None
            assert memories(home) == was
            assert not list((home / "sleep").glob("*.places.jsonl"))


async def test_undo_passes_a_cycle_that_only_wrote_down_counts_and_says_which_it_took_back(
    tmp_path: Path,
) -> None:
    await build(tmp_path)
    async with bare(tmp_path) as weave:
        first = await weave.sleeping.run()
        await weave.recall("which jar stands on its shelf?", k=3)
        second = await weave.sleeping.run()
        assert second.cycle and not second.undoable
        undone = await weave.sleeping.undo()
        assert undone is not None
        assert (undone.cycle, undone.began, undone.passed) == (first.cycle, first.now, 1)
        line = undone_line(undone)
        assert (
            f"{first.now:%Y-%m-%d at %H:%M}" in line and "1 later cycle had only written down counts" in line
        )
