"""Facts about what is called so, and about what lies around it, found without reading all of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.claims import claim
from tests.support.homes import bare
from weave.model import Memory, State
from weave.picture import neighbourhood


def known(subject: str, predicate: str, object_: str) -> Memory:
    return claim(object_, subject=subject, predicate=predicate, state=State.ACTIVE)


WORLD = [
    known("user", "sister", "Maribel"),
    known("user's sister Maribel", "home_city", "Davao"),
    known("Davao", "part_of", "Mindanao"),
    known("Mindanao", "part_of", "Philippines"),
    known("Ben", "home_city", "DAVAO"),
    known("Ben", "plays", "chess"),
    known("user", "employer", "Acme"),
    known("Acme", "seat", "Oslo"),
    known("Kofi", "likes", "x" * 5_000),
    known("Mari", "alias_of", "user's sister Maribel"),
]


@pytest.mark.parametrize("hops", [1, 2, 3])
async def test_what_is_read_for_a_picture_is_all_that_the_picture_of_everything_would_show(
    tmp_path: Path, hops: int
) -> None:
    async with bare(tmp_path) as weave:
        weave._core.store.add(WORLD)
        every = await weave.facts()
        for name in ("Maribel", "user", "Davao", "chess", "Acme", "x" * 5_000, "Nobody"):
            read = await weave.facts(name, hops=hops)
            whole, near = neighbourhood(every, name, hops), neighbourhood(read, name, hops)
            assert {e.fact.id for e in near.edges} == {e.fact.id for e in whole.edges}, name
            assert sorted(n.distance for n in near.nodes) == sorted(n.distance for n in whole.nodes)
            assert len(read) < len(every) or hops == 3


async def test_somebody_is_found_by_words_and_by_another_name(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        pad = replace(known("Ana's dog Rex", "likes", "bones"), scope="task:x")
        weave._core.store.add([*WORLD, replace(pad, facts=(replace(pad.facts[0], scope="task:x"),))])
        assert [f.object for f in await weave.facts("sister maribel")] == ["Davao"]
        assert {f.object for f in await weave.facts("Mari")} == {"user's sister Maribel", "Davao"}
        assert [f.object for f in await weave.facts("rex")] == ["bones"]
        assert await weave.facts("Marib") == await weave.facts(" ") == []
