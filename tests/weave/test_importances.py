"""What the store does with the Scribe's scores: corrected once, counted once, whatever is killed or lost."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.homes import NOW, bare
from tests.support.memories import memory
from weave import ids
from weave.importances import FILE, corrected, judged_alone, standings
from weave.model import Fact, Memory, MemoryType, Role, Turn
from weave.scribe.importance import estimate
from weave.scribe.importance_ranks import Scorer
from weave.store import Store
from weave.weave import Weave


def marked(number: int, raw: float | None = 0.9, text: str = "") -> Memory:
    """An episode of a model that finds it important."""
    words = text or f"note {number}: " + ("we decided on the rent" if number % 3 else "rain again")
    id_ = ids.derived(NOW, number, "a talk", str(number))
    made = replace(memory(words), id=id_, type=MemoryType.EPISODIC)
    return replace(made, importance=raw or 0.5, importance_raw=raw)


def taught(store: Store, count: int = 200, start: int = 0) -> list[Memory]:
    """So many scores of a model that says 0.9 of everything."""
    many = [marked(start + number) for number in range(count)]
    return corrected(store, many, {one.id for one in many})


def by_model(store: Store, *memories: Memory) -> list[Memory]:
    return corrected(store, memories, {one.id for one in memories})


async def held(weave: Weave) -> Store:
    return weave._core.store


async def test_a_model_that_marks_everything_lets_some_things_fade(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        taught(store)
        late = taught(store, 50, 1_000)
        assert min(one.importance for one in late) < 0.3
        assert {one.importance_raw for one in late} == {0.9}
        standing = next(one for one in standings(store) if one.seen)
        assert (standing.scorer, standing.seen, standing.above, standing.bent) == (
            Scorer.MODEL,
            250,
            1.0,
            True,
        )


async def test_the_first_memories_keep_what_they_were_given(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        assert {one.importance for one in taught(await held(weave), 50)} == {0.9}


async def test_a_turn_that_is_encoded_again_counts_once_and_is_worth_the_same(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        taught(store)
        once = by_model(store, marked(7_001), marked(7_002))
        taught(store, 30, 2_000)
        before = (tmp_path / FILE).read_bytes()
        assert by_model(store, marked(7_001), marked(7_002)) == once
        assert (tmp_path / FILE).read_bytes() == before


async def test_scores_outlive_the_index_and_stand_in_for_a_lost_file(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        await weave._core.run(store.add, taught(store))
        with_file = by_model(store, marked(9_001))
    for path in (tmp_path / "index").rglob("*.sqlite*"):
        path.unlink()
    async with bare(tmp_path) as weave:
        store = await held(weave)
        assert by_model(store, marked(9_001)) == with_file
        (tmp_path / FILE).write_bytes(b"{ torn")
        learned = by_model(store, marked(9_002))
        assert learned[0].importance < 0.9
        assert standings(store)[0].seen >= 200


async def test_what_a_person_set_or_nobody_scored_stands(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        taught(store)
        mine = marked(8_000, None)
        assert by_model(store, mine) == [mine]
        assert judged_alone(store, mine) == mine


async def test_what_concerns_health_is_not_lowered_below_what_the_rules_say(tmp_path: Path) -> None:
    text = "My sister Maribel is allergic to peanuts."
    async with bare(tmp_path) as weave:
        store = await held(weave)
        several = [
            marked(n, 0.9, "We decided to pay the rent of 900 euros to my mother.") for n in range(300)
        ]
        by_model(store, *several)
        kept = by_model(store, marked(5_000, 0.9, text), marked(5_001, 0.9, "rain again"))
        assert kept[0].importance >= estimate(text) >= 0.7
        assert kept[1].importance < 0.3


async def test_a_fact_is_worth_what_its_memory_is(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        taught(store)
        stating = replace(marked(6_000), facts=(Fact("f", "user", "likes", "rain", importance=0.9),))
        told = by_model(store, stating)[0]
        assert told.facts[0].importance == told.importance < 0.9


async def test_the_file_holds_no_word_and_no_id_of_a_memory(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        told = taught(await held(weave), 60)
        written = (tmp_path / FILE).read_text()
        assert not any(one.id in written for one in told) and "rain" not in written


async def test_an_ingest_corrects_what_the_rules_said_and_keeps_their_word(tmp_path: Path) -> None:
    told = [
        Turn(f"t{n}", Role.USER, "Ana", f"{n} clouds, and a walk with {n + 1} dogs.", NOW, f"talk{n // 10}")
        for n in range(300)
    ]
    async with bare(tmp_path) as weave:
        await weave.ingest(told)
        made = [one for one in await weave.list() if one.type is MemoryType.EPISODIC]
        assert all(one.importance_raw == estimate(one.text.removeprefix("Ana: ")) for one in made)
        assert len(made) == 300 and len({one.importance_raw for one in made}) < 5
        assert any(one.importance != one.importance_raw for one in made)


async def test_a_note_by_hand_is_corrected_by_the_same_ranks_unless_its_importance_is_given(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        store = await held(weave)
        corrected(store, [replace(marked(n, 0.2), type=MemoryType.SEMANTIC) for n in range(300)])
        plain = await weave.remember("We moved to Graz with my wife on 3 May.")
        given = await weave.remember("We moved to Linz with my wife on 4 May.", importance=0.35)
        assert plain.importance_raw is not None and plain.importance > plain.importance_raw
        assert (given.importance, given.importance_raw) == (0.35, None)
