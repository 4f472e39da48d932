"""Conflicts in a real home: found, laid open, decided once and for all, and gone with what caused them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support.claims import claim, holding
from tests.support.homes import NOW, bare
from weave.consolidation import take_in
from weave.disputes import Stated, decided, restated
from weave.errors import HomeBusy, InvalidInput, NotFound
from weave.model import Change, Memory, MemoryType, Provenance, State
from weave.weave import Weave


@asynccontextmanager
async def holding_home(folder: Path, *memories: Memory) -> AsyncIterator[Weave]:
    """A home in which these memories stand as they are."""
    async with bare(folder) as weave:
        weave._core.store.add(memories)
        yield weave


def pair(subject: str = "Maribel") -> tuple[Memory, Memory]:
    return claim("Cebu", subject=subject, days=30), claim("Davao", subject=subject, days=5)


async def states(weave: Weave, subject: str = "Maribel") -> dict[str, State]:
    return {fact.object: fact.state for fact in await weave.facts(subject)}


async def test_a_conflict_shows_both_sides_and_all_that_rests_on_each(tmp_path: Path) -> None:
    cebu, davao = pair()
    visit = claim("ferry", predicate="visit_by", derived_from=(cebu.id,), state=State.ACTIVE)
    budget = claim("200", predicate="budget", derived_from=(visit.id,), state=State.ACTIVE)
    async with holding_home(tmp_path, cebu, davao, visit, budget) as weave:
        [conflict] = await weave.conflicts()
        assert (conflict.id, conflict.subject, conflict.predicate) == (
            cebu.facts[0].id, "Maribel", "home_city",
        )  # fmt: skip
        assert [side.memory.id for side in conflict.sides] == [cebu.id, davao.id]
        assert [[m.id for m in side.dependents] for side in conflict.sides] == [[visit.id, budget.id], []]
        assert await weave.conflicting([cebu.id, davao.id, visit.id]) == {
            cebu.id: (davao.id,),
            davao.id: (cebu.id,),
        }


async def test_what_two_people_said_of_one_thing_does_not_contradict_itself(tmp_path: Path) -> None:
    cebu, davao = pair()
    again = claim("cebu", days=3)
    async with holding_home(tmp_path, cebu, davao, again) as weave:
        assert await weave.conflicting([cebu.id, again.id]) == {cebu.id: (davao.id,), again.id: (davao.id,)}


async def test_two_conflicts_about_one_plural_thing_do_not_name_each_other(tmp_path: Path) -> None:
    sides = [
        claim(language, predicate="speaks", single=False, negated=denied, days=9 - denied)
        for language in ("Dutch", "French")
        for denied in (False, True)
    ]
    async with holding_home(tmp_path, *sides) as weave:
        assert await weave.conflicting([side.id for side in sides]) == {
            one.id: (other.id,) for pair in (sides[:2], sides[2:]) for one, other in (pair, pair[::-1])
        }


async def test_one_side_wins_in_files_memories_and_every_view_of_time(tmp_path: Path) -> None:
    cebu, davao = pair()
    episode = replace(
        claim("Cebu", days=30, turn="t1"),
        id=cebu.id[:-1] + "0",
        type=MemoryType.EPISODIC,
        facts=(),
        state=State.ACTIVE,
    )
    cebu = replace(cebu, source=episode.source)
    async with holding_home(tmp_path, cebu, episode, davao) as weave:
        done = await weave.resolve(cebu.facts[0].id, [davao.facts[0].id])
        assert [(f.object, f.state) for f in (*done.kept, *done.fallen)] == [
            ("Davao", State.ACTIVE), ("Cebu", State.OUTDATED),
        ]  # fmt: skip
        assert await weave.conflicts() == []
    async with bare(tmp_path) as weave:
        old, new = await weave.get(cebu.id), await weave.get(davao.id)
        assert (new.state, old.state, old.superseded_by) == (State.ACTIVE, State.OUTDATED, davao.id)
        assert (await weave.get(episode.id)).state is State.OUTDATED
        then = await weave.facts("Maribel", as_of=NOW - timedelta(days=10))
        assert [(fact.object, fact.state) for fact in then] == [("Cebu", State.ACTIVE)]
        now = await weave.facts("Maribel", as_of=NOW)
        assert [fact.object for fact in now] == ["Davao"]


async def test_what_never_held_is_shown_at_no_time(tmp_path: Path) -> None:
    cebu, davao = pair()
    davao = holding(davao, valid_from=NOW - timedelta(days=50))
    async with holding_home(tmp_path, cebu, davao) as weave:
        await weave.resolve(davao.id, [davao.id])
        for days in range(0, 60, 5):
            moment = NOW - timedelta(days=days)
            assert "Cebu" not in [fact.object for fact in await weave.facts("Maribel", as_of=moment)]


async def test_both_kept_is_no_conflict_and_neither_leaves_nothing_in_force(tmp_path: Path) -> None:
    both, neither = pair("Ana"), pair("Ben")
    async with holding_home(tmp_path, *both, *neither) as weave:
        await weave.resolve(both[1].id, [both[0].facts[0].id[:24], both[1].facts[0].id.lower()])
        assert set((await states(weave, "Ana")).values()) == {State.ACTIVE}
        assert not any(fact.single_valued for fact in await weave.facts("Ana"))
        await weave.resolve(neither[0].facts[0].id[:24], [])
        assert set((await states(weave, "Ben")).values()) == {State.DEPRECATED}
        assert await weave.conflicts() == []


@pytest.mark.parametrize("keep", [["Cebu"], ["Davao"], ["Cebu", "Davao"], []])
async def test_a_decision_outlives_what_is_learned_later_about_an_earlier_day(
    tmp_path: Path, keep: list[str]
) -> None:
    cebu = claim("Cebu", days=30)
    cebu = holding(replace(cebu, provenance=Provenance.OBSERVED), provenance=Provenance.OBSERVED)
    davao = holding(claim("Davao", days=5), change=Change.CHANGE)
    async with holding_home(tmp_path, cebu, davao) as weave:
        sides = {"Cebu": cebu.id, "Davao": davao.id}
        await weave.resolve(cebu.id, [sides[name] for name in keep])
        decided_so = await states(weave)
        late = claim("Oslo", days=400, state=State.ACTIVE)
        ended = NOW - timedelta(days=300)
        take_in(weave._core.store, [holding(late, valid_from=late.created, valid_to=ended)])
        after = await states(weave)
        assert {name: after[name] for name in decided_so} == decided_so


async def test_saying_again_what_a_person_kept_beside_another_reopens_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        first = await weave.remember("Maribel lives in Cebu.", at=NOW - timedelta(days=30))
        await weave.remember("Maribel lives in Davao.", at=NOW - timedelta(days=10))
        await weave.resolve(first.id, ["all"])
        await weave.remember("Maribel lives in Cebu.", at=NOW - timedelta(days=3))
        assert await states(weave) == {"Cebu": State.ACTIVE, "Davao": State.ACTIVE}


async def test_a_denial_may_stand_beside_what_it_denies(tmp_path: Path) -> None:
    yes = claim("dairy", predicate="avoids", single=False, days=9)
    no = claim("dairy", predicate="avoids", single=False, days=4, negated=True)
    async with holding_home(tmp_path, yes, no) as weave:
        [conflict] = await weave.conflicts()
        await weave.resolve(conflict.id, [yes.id])
        assert {f.polarity: f.state for f in await weave.facts("Maribel")} == {
            yes.facts[0].polarity: State.ACTIVE,
            no.facts[0].polarity: State.OUTDATED,
        }


@pytest.mark.parametrize("keep", ["one", "two of three", "all", "none"])
async def test_a_decision_cut_off_anywhere_is_finished_by_deciding_again(tmp_path: Path, keep: str) -> None:
    async with bare(tmp_path) as weave:
        store = weave._core.store
        for cut in range(4):
            name = f"Person {cut}"
            sides = [claim(o, subject=name, days=d) for o, d in (("Cebu", 30), ("Davao", 20), ("Oslo", 5))]
            store.add(sides)
            kept = {"one": sides[1:2], "two of three": sides[1:], "all": sides, "none": []}[keep]
            named = [memory.facts[0].id for memory in kept]
            party = tuple(Stated(memory.facts[0], memory) for memory in sides)
            stay, fall = decided(party, named, NOW)
            by_fact = {memory.facts[0].id: memory for memory in sides}
            owners = {fact: memory.id for fact, memory in by_fact.items()}
            store.update([restated(by_fact[f.id], [f], owners.get) for f in (*stay, *fall)[:cut]])
            for reference in (sides[0].facts[0].id, sides[2].id):  # decided again, and again when it is done
                await weave.resolve(reference, named)
                found = {fact.id: fact for fact in await weave.facts(name)}
                assert found == {fact.id: fact for fact in (*stay, *fall)}
        assert await weave.conflicts() == []


async def test_a_side_that_is_forgotten_leaves_the_other_in_force_and_restored_reopens_it(
    tmp_path: Path,
) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao) as weave:
        await weave.forget([davao.id])
        assert (await weave.get(cebu.id)).state is State.ACTIVE
        assert await states(weave) == {"Cebu": State.ACTIVE}
        await weave.restore(davao.id)
        [conflict] = await weave.conflicts()
        assert [side.memory.id for side in conflict.sides] == [cebu.id, davao.id]
        assert await states(weave) == {"Cebu": State.CONTESTED, "Davao": State.CONTESTED}
        assert (await weave.get(cebu.id)).state is (await weave.get(davao.id)).state is State.CONTESTED
        assert await weave.conflicting([davao.id]) == {davao.id: (cebu.id,)}
        await weave.forget([cebu.id], purge=True)
        assert await states(weave) == {"Davao": State.ACTIVE}


async def test_what_rested_on_the_side_that_falls_is_unsure_and_sure_again_with_it(tmp_path: Path) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao) as weave:
        visit = await weave.remember(
            "Flights to Maribel land in Mactan.", provenance=Provenance.OBSERVED, derived_from=[cebu.id]
        )
        assert (visit.derived_from, visit.provenance, visit.state) == (
            (cebu.id,), Provenance.USER, State.ACTIVE,
        )  # fmt: skip
        [conflict] = await weave.conflicts()
        assert [m.id for m in conflict.sides[0].dependents] == [visit.id]
        done = await weave.resolve(conflict.id, [davao.id])
        assert done.volatile == (visit.id,)
        assert (await weave.get(visit.id)).state is State.VOLATILE
        assert "unsure" in (await weave.recall("flights to Maribel")).passage
        late = await weave.remember("The ferry to Maribel leaves at six.", derived_from=[cebu.id])
        assert late.state is State.VOLATILE


async def test_what_rests_on_a_forgotten_memory_is_unsure_until_it_is_back(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        source = await weave.remember("The hostel is called Sunbird.")
        made = await weave.remember("Sunbird is worth a second visit.", derived_from=[source.id])
        await weave.forget([source.id])
        assert (await weave.get(made.id)).state is State.VOLATILE
        await weave.restore(source.id)
        assert (await weave.get(made.id)).state is State.ACTIVE
        await weave.set(source.id, {"state": "deprecated"})
        assert (await weave.get(made.id)).state is State.VOLATILE
        with pytest.raises(NotFound):
            await weave.remember("Nothing.", derived_from=["01JDYQ3V5W8Z1N6T2K4R7M9XAB"])


async def test_a_third_side_that_is_forgotten_leaves_the_other_two_in_dispute(tmp_path: Path) -> None:
    async with holding_home(tmp_path, *pair(), claim("Oslo", days=2)) as weave:
        await weave.forget([claim("Oslo", days=2).id])
        assert set((await states(weave)).values()) == {State.CONTESTED}


async def test_a_side_reworded_to_agree_ends_the_conflict(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        await weave.remember("Maribel lives in Cebu.", at=NOW - timedelta(days=30))
        davao = await weave.remember("Maribel lives in Davao.", at=NOW - timedelta(days=5))
        assert len(await weave.conflicts()) == 1
        edited = await weave.edit(davao.id, text="Maribel lives in Cebu.")
        assert edited.state is State.ACTIVE
        assert await weave.conflicts() == []
        assert await states(weave) == {"Cebu": State.ACTIVE}


async def test_a_side_withdrawn_by_hand_ends_the_conflict(tmp_path: Path) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao) as weave:
        await weave.set(cebu.id, {"state": "deprecated"})
        assert await states(weave) == {"Cebu": State.DEPRECATED, "Davao": State.ACTIVE}


@pytest.mark.parametrize("edit", ["removed", "reworded"])
async def test_a_side_removed_or_reworded_in_its_file_ends_the_conflict(tmp_path: Path, edit: str) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao):
        pass
    [file] = [p for p in tmp_path.glob("memories/semantic/*.md") if davao.text in p.read_text()]
    words = "" if edit == "removed" else file.read_text().replace(davao.text, "Nothing is known of Davao.")
    file.write_text(words)
    async with bare(tmp_path) as weave:
        assert (await states(weave))["Cebu"] is State.ACTIVE
        assert (await weave.get(cebu.id)).state is State.ACTIVE
        assert await weave.conflicts() == []


async def test_what_a_person_marked_as_contested_alone_stays_so_until_decided(tmp_path: Path) -> None:
    cebu = claim("Cebu")
    async with holding_home(tmp_path, cebu, claim("Oslo", subject="Ana", state=State.ACTIVE)):
        pass
    async with bare(tmp_path) as weave:
        assert await states(weave) == {"Cebu": State.CONTESTED}
        assert await weave.conflicts() == []
        await weave.resolve(cebu.id, [cebu.id])
        assert await states(weave) == {"Cebu": State.ACTIVE}


async def test_forgetting_what_it_never_contradicted_leaves_a_mark_alone(tmp_path: Path) -> None:
    dutch = claim("Dutch", predicate="speaks", single=False)
    french = claim("French", predicate="speaks", single=False, state=State.ACTIVE)
    async with holding_home(tmp_path, dutch, french) as weave:
        await weave.forget([french.id])
        assert await states(weave) == {"Dutch": State.CONTESTED}


async def test_errors_say_what_to_do_next(tmp_path: Path) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao, *pair("Ana")) as weave:
        with pytest.raises(NotFound, match="weave conflicts"):
            await weave.resolve("01JDYQ3V5W8Z1N6T2K4R7M9XAB", [])
        with pytest.raises(InvalidInput, match=cebu.facts[0].id):
            await weave.resolve(cebu.id, ["01JDYQ3V5W8Z1N6T2K4R7M9XAB"])
        with pytest.raises(InvalidInput, match="more than one conflict"):
            await weave.resolve(cebu.id[:8], [])
        assert set((await states(weave)).values()) == {State.CONTESTED}
        async with bare(tmp_path, serves=False) as guest:
            assert len(await guest.conflicts()) == 2
            with pytest.raises(HomeBusy, match="do this there"):
                await guest.resolve(cebu.id, [])


async def test_where_there_is_nothing_to_decide_it_is_said_what_changes_ones_mind(tmp_path: Path) -> None:
    cebu, davao = pair()
    alone = claim("Porto", subject="Ana", state=State.ACTIVE)
    async with holding_home(tmp_path, cebu, davao, alone) as weave:
        await weave.resolve(cebu.id, [cebu.facts[0].id])
        before = await states(weave)
        for reference, keep in ((cebu.id, "all"), (alone.id, "all"), (alone.id, alone.facts[0].id)):
            with pytest.raises(NotFound, match=r"nothing to decide.*weave edit.*weave forget"):
                await weave.resolve(reference, [keep])
        assert await states(weave) == before


@pytest.mark.parametrize("keep", ["none", "all", "one"])
async def test_before_it_was_decided_a_conflict_was_known_as_one(tmp_path: Path, keep: str) -> None:
    cebu, davao = pair()
    async with holding_home(tmp_path, cebu, davao) as weave:
        await weave.resolve(cebu.id, [cebu.facts[0].id if keep == "one" else keep])
        now = await states(weave)
        for days, known in ((1, {"Cebu": "contested", "Davao": "contested"}), (10, {"Cebu": "active"})):
            then = await weave.facts("Maribel", known_at=NOW - timedelta(days=days))
            assert {fact.object: fact.state.value for fact in then} == known
        told = await weave.facts("Maribel", known_at=NOW + timedelta(minutes=1))
        assert {fact.object: fact.state for fact in told} == now
        await weave.reindex()
        assert {f.state for f in await weave.facts("Maribel", known_at=NOW - timedelta(days=1))} == {
            State.CONTESTED
        }


async def test_the_words_of_a_turn_are_in_the_conflicts_of_what_was_told_in_it(tmp_path: Path) -> None:
    cebu, davao = claim("Cebu", days=30, turn="t1"), claim("Davao", days=5, turn="t2")
    words = replace(cebu, id=cebu.id[:-2] + "ZZ", type=MemoryType.EPISODIC, facts=())
    async with holding_home(tmp_path, cebu, davao, words) as weave:
        assert await weave.conflicting([words.id]) == {words.id: (davao.id,)}
        await weave.resolve(cebu.id, [cebu.facts[0].id])
        assert (await weave.get(words.id)).state is State.ACTIVE
        assert await weave.conflicting([words.id]) == {}


async def test_a_pads_facts_are_no_conflict_of_the_main_store(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        task = await weave.start_task("Trip")
        cebu, davao = (replace(m, scope=task.scope, facts=holding(m, scope=task.scope).facts) for m in pair())
        weave._core.store.add([cebu, davao])
        assert await weave.conflicts() == []
        with pytest.raises(NotFound):
            await weave.resolve(cebu.id, [])


async def test_a_memory_that_also_says_whose_sister_she_is_goes_with_what_it_tells_of_her(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        old = await weave.remember("My sister Maribel lives in Cebu.", at=NOW - timedelta(days=30))
        new = await weave.remember("My sister Maribel lives in Davao.", at=NOW - timedelta(days=5))
        assert [(await weave.get(id_)).state for id_ in (old.id, new.id)] == [State.CONTESTED] * 2
        await weave.resolve(old.id, [new.id])
        assert (await weave.get(old.id)).superseded_by == new.id
        assert "outdated" in (await weave.recall("Where does Maribel live?")).passage
        assert any(
            fact.predicate == "sister" and fact.state is State.ACTIVE for fact in await weave.facts("user")
        )
