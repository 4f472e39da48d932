"""A new value and the retirement of the old one are one change; chains are followed to their end; a strange plan is none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.claims import claim, holding
from tests.support.consolidating import build
from tests.support.homes import bare, until
from tests.support.memories import memory
from weave import editing, plans
from weave.errors import HomeError
from weave.model import Change, Memory, State, TaskReport
from weave.store import Store
from weave.weave import Weave

GHENT = claim("Ghent", days=9, state=State.ACTIVE)
PORTO = holding(claim("Porto", days=1, state=State.ACTIVE), change=Change.CHANGE)


def full(*_: object) -> None:
    raise HomeError("The disk is full; free some space.")


@pytest.mark.parametrize("step", ["add", "update"])
async def test_a_disk_that_fills_up_half_way_leaves_a_topic_with_one_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    async with bare(tmp_path) as weave:
        core = weave._core
        await core.run(core.store.add, [GHENT])
        with monkeypatch.context() as patch:
            patch.setattr(Store, step, full)
            with pytest.raises(HomeError):
                await core.run(editing.remember, core, PORTO)
        assert [m.text for m in await weave.list() if m.state is State.ACTIVE]
    async with bare(tmp_path) as weave:
        active = [m.text for m in await weave.list() if m.state is State.ACTIVE]
        assert active == [GHENT.text if step == "add" else PORTO.text]
        assert not plans.exists(tmp_path / "memories")


async def test_what_rests_on_a_fallen_memory_is_followed_to_the_end_of_the_chain(tmp_path: Path) -> None:
    chain: list[Memory] = []
    for number in range(150):
        made = memory(f"Step {number} follows.")
        chain.append(replace(made, derived_from=tuple(one.id for one in chain[-1:])))
    chain[0] = replace(chain[0], derived_from=())
    async with bare(tmp_path) as weave:
        await weave._core.run(weave._core.store.add, chain)
        await weave.set(chain[0].id, {"state": "outdated"})
        assert sum(m.state is State.VOLATILE for m in await weave.list()) == len(chain) - 1
        await weave.set(chain[0].id, {"state": "active"})
        assert all(m.state is State.ACTIVE for m in await weave.list())


FOREIGN = plans.encode(
    plans.Plan(TaskReport("other", 1, 0, 1, 0), repeated=(replace(claim("Lisbon"), scope="task:other"),))
)
LISTED = plans.encode(plans.Plan(TaskReport("jam", 1, 0, 0, 0))).replace(b'"consulted":{}', b'"consulted":[]')


@pytest.mark.parametrize("data", [b"[" * 100_000, LISTED, FOREIGN], ids=["deep", "listed", "foreign"])
async def test_a_pad_with_a_strange_plan_ends_as_one_without(tmp_path: Path, data: bytes) -> None:
    task = await build(tmp_path)
    (tmp_path / "tasks" / task / plans.FILE).write_bytes(data)
    async with bare(tmp_path) as weave:
        await until(lambda: _ended(weave), what="the end of the pad")
        (report,) = await weave.reports()
        assert (report.transferred, report.duplicates, report.superseded) == (6, 2, 1)
        assert not [m for m in await weave.list() if "Lisbon" in m.text]


async def _ended(weave: Weave) -> bool:
    return not await weave.tasks()
