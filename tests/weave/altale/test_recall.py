"""Recall from end to end over real backends: files, ripgrep, embedded Qdrant."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.embedder import WordEmbedder
from tests.support.homes import until
from tests.weave.altale.samples import NOW
from weave.clock import fixed_clock
from weave.config import Config, FalkorConfig, RecallConfig
from weave.errors import ModelUnavailable
from weave.model import Recall, Role, State, Turn
from weave.ports import Models
from weave.weave import Weave

Opened = AsyncIterator[Weave]


@asynccontextmanager
async def opened(
    home: Path, before: Callable[[str], None] | None = None, *, timeout_ms: int = 5_000
) -> Opened:
    """A home with vectors of hashed words and no graph; `before` is called with every text embedded."""
    config = Config(falkordb=FalkorConfig(enabled=False), recall=RecallConfig(timeout_ms=timeout_ms))
    models = Models(embedder=WordEmbedder(before=before))
    async with Weave.open(home, config=config, clock=fixed_clock(NOW), models=models) as weave:
        yield weave


def texts(result: Recall) -> list[str]:
    return [recalled.memory.text for recalled in result.memories]


async def test_a_memory_comes_with_the_backends_that_found_it_and_every_factor(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        await weave.remember("Maribel carries an injector against peanuts.")
        await weave.remember("The ferry leaves at nine.")
        assert await weave.settle(timeout=20)
        result = await weave.recall("What about Maribel and peanuts?")
    best = result.memories[0]
    assert "injector" in best.memory.text
    assert best.backends == ("physical", "vector")
    assert dict(best.channels).keys() == {"physical", "vector"}
    assert 0.3 < best.score.relevance < 1
    assert best.score.rank == pytest.approx(
        best.score.relevance * 0.8 * (0.8 + 0.2 * min(1, best.score.strength)), rel=1e-3
    )
    assert best.memory.id in result.passage
    assert result.degraded == ()


async def test_an_unrelated_store_gives_no_high_relevance(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        for thing in ("kettle", "ledger", "bicycle"):
            await weave.remember(f"The {thing} is in the shed.")
        await weave.settle(timeout=20)
        result = await weave.recall("quantum chromodynamics lattice")
    assert all(recalled.score.relevance < 0.2 for recalled in result.memories)


async def test_a_backend_that_fails_is_named_and_empties_nothing(tmp_path: Path) -> None:
    def away(text: str) -> None:
        if text.endswith("?"):
            raise ModelUnavailable("The embedding server is away; recall goes on without meaning.")

    async with opened(tmp_path, away) as weave:
        await weave.remember("The ferry leaves at nine.")
        await weave.settle(timeout=20)
        result = await weave.recall("When does the ferry leave?")
    assert texts(result) == ["The ferry leaves at nine."]
    assert [(d.backend, d.reason) for d in result.degraded] == [
        ("vector", "The embedding server is away; recall goes on without meaning.")
    ]


async def test_a_slow_backend_never_delays_and_is_not_asked_again_until_it_returns(tmp_path: Path) -> None:
    asked: list[str] = []
    answered = threading.Event()

    def slow(text: str) -> None:
        if text.endswith("?"):
            asked.append(text)
            answered.wait(10)

    async def is_free() -> bool:
        degraded = (await weave.recall("ferry")).degraded
        return not any("still busy" in missing.reason for missing in degraded)

    async with opened(tmp_path, slow, timeout_ms=100) as weave:
        await weave.remember("The ferry leaves at nine.")
        await weave.settle(timeout=20)
        start = time.perf_counter()
        first = await weave.recall("When does the ferry leave?")
        second = await weave.recall("When will the ferry leave?")
        assert time.perf_counter() - start < 1.1
        answered.set()
        await until(is_free, what="the slow backend back")
        await weave.recall("When did the ferry leave?")
    assert texts(first) == texts(second) == ["The ferry leaves at nine."]
    assert "within 100 ms" in first.degraded[0].reason
    assert "still busy" in second.degraded[0].reason
    assert asked == ["When does the ferry leave?", "When did the ferry leave?"]


async def test_case_43_a_slow_embedder_does_not_stall_the_event_loop(tmp_path: Path) -> None:
    ticks = 0

    async def ticker() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.02)
            ticks += 1

    async with opened(tmp_path, lambda _: time.sleep(0.3)) as weave:
        await weave.remember("The ferry leaves at nine.")
        await weave.settle(timeout=20)
        clock = asyncio.create_task(ticker())
        await weave.recall("When does the ferry leave?")
        clock.cancel()
    assert ticks >= 8


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("梅干し", "昨日、叔母と梅干しを漬けた。"),
        ("고구마", "어제 고구마를 구웠다."),
        ("补牙", "下周二去补牙。"),
        ("备份", "NAS备份脚本在抽屉里"),
        ("NAS 备份", "NAS备份脚本在抽屉里"),
    ],
)
async def test_case_28_other_scripts_are_found_without_vectors(
    tmp_path: Path, query: str, expected: str
) -> None:
    def away(_: str) -> None:
        raise ModelUnavailable("No vectors in this test; words alone find it.")

    async with opened(tmp_path, away) as weave:
        for text in (
            "昨日、叔母と梅干しを漬けた。",
            "어제 고구마를 구웠다.",
            "下周二去补牙。",
            "NAS备份脚本在抽屉里",
        ):
            await weave.remember(text)
        result = await weave.recall(query)
    assert texts(result)[0] == expected


async def test_an_answer_without_the_questions_words_comes_by_its_neighbours(tmp_path: Path) -> None:
    lines = (
        "Did you ever find a good dentist for the root canal?",
        "Yes, finally, the one on Harbour Street next to the bakery, she is lovely.",
        *(f"Nothing much happened on walk number {n} around the lake, only some ducks." for n in range(30)),
    )
    turns = [
        Turn(f"t{n}", Role.USER, "Mel", line, NOW - timedelta(minutes=60 - n), "chat", session="1")
        for n, line in enumerate(lines)
    ]
    async with opened(tmp_path) as weave:
        await weave.ingest(turns)
        await weave.settle(timeout=20)
        result = await weave.recall("Which dentist does the root canal?")
    assert any("Harbour Street" in text for text in texts(result)[:3])


async def test_time_words_favour_what_was_told_then(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        for days, colour in ((3, "red"), (40, "green"), (70, "blue"), (100, "white")):
            await weave.remember(f"We painted the fence {colour}.", at=NOW - timedelta(days=days))
        await weave.settle(timeout=20)
        result = await weave.recall("How did we paint the fence in September 2026?")
    assert texts(result)[0] == "We painted the fence blue."


async def test_an_outdated_memory_that_grep_would_find_comes_marked(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        for n in range(15):
            await weave.remember(f"The wifi in house {n} works well.")
        old = await weave.remember("FX-7123 is the wifi code of the cabin.")
        await weave.set(old.id, {"state": State.DEPRECATED.value})
        await weave.settle(timeout=20)
        result = await weave.recall("wifi code FX-7123 cabin", k=5)
    assert old.id in [recalled.memory.id for recalled in result.memories]
    line = next(line for line in result.passage.splitlines() if old.id in line)
    assert "(withdrawn" in line


async def test_what_is_private_never_enters_the_passage(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        diary = await weave.remember("My diary password hint is the ferry.")
        await weave.set(diary.id, {"private": "true"})
        await weave.remember("The ferry leaves at nine.")
        await weave.settle(timeout=20)
        result = await weave.recall("ferry")
    assert diary.id in [recalled.memory.id for recalled in result.memories]
    assert diary.id not in result.passage
    assert "diary" not in result.passage


async def test_the_same_question_gives_the_same_order(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        for n in range(40):
            await weave.remember(f"Parcel {n} came for the neighbour.", at=NOW)
        await weave.settle(timeout=20)
        orders = [texts(await weave.recall("Which parcel came?", count=False)) for _ in range(3)]
    assert orders[0] == orders[1] == orders[2]


async def test_a_question_of_a_megabyte_is_answered_like_any_other(tmp_path: Path) -> None:
    longest = 0

    def measured(text: str) -> None:
        nonlocal longest
        longest = max(longest, len(text))

    async with opened(tmp_path, measured) as weave:
        await weave.remember("The ferry leaves at nine.")
        await weave.settle(timeout=20)
        result = await weave.recall("ferry? " + "lorem ipsum " * 90_000)
    assert texts(result) == ["The ferry leaves at nine."]
    assert longest <= 2_000


async def test_what_took_the_place_of_an_old_value_comes_before_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        old = await weave.remember("I live in Ghent.")
        new = await weave.remember("I moved to Porto.")
        found = (await weave.recall("where do I live?")).memories
        assert [r.memory.id for r in found] == [new.id, old.id]
        assert [r.memory.state for r in found] == [State.ACTIVE, State.OUTDATED]


def _told(*days: tuple[str, str]) -> list[Turn]:
    return [
        Turn(f"t{at}", Role.USER, "user", text, datetime.fromisoformat(day).replace(tzinfo=UTC), f"s{at}")
        for at, (day, text) in enumerate(days)
    ]


@asynccontextmanager
async def by_words(home: Path, now: str) -> Opened:
    """A home found by words alone, its clock standing at noon of a day."""
    clock = fixed_clock(datetime.fromisoformat(f"{now}T12:00").replace(tzinfo=UTC))
    async with Weave.open(home, config=Config(falkordb=FalkorConfig(enabled=False)), clock=clock) as weave:
        yield weave


async def test_both_sides_of_a_conflict_are_shown_and_marked_though_the_words_were_found(
    tmp_path: Path,
) -> None:
    async with by_words(tmp_path, "2026-11-01") as weave:
        await weave.ingest(
            _told(("2026-10-01", "My blood type is A+."), ("2026-10-02", "My blood type is 0 negative."))
        )
        result = await weave.recall("what is my blood type?", k=2)
    assert sorted(texts(result)) == ["My blood type is 0 negative.", "My blood type is A+."]
    assert all(one.memory.state is State.CONTESTED and one.conflicts for one in result.memories)
    assert result.passage.count("contradicts") == 2


async def test_what_took_the_place_of_what_is_found_comes_before_it_however_often_it_was_replaced(
    tmp_path: Path,
) -> None:
    async with by_words(tmp_path, "2026-11-01") as weave:
        await weave.ingest(
            _told(("2026-09-01", "I live in Leeds."), ("2026-09-02", "I moved to Hull."),
                  ("2026-09-03", "I moved to Ghent."), ("2026-09-04", "The ferry leaves at nine."))
        )  # fmt: skip
        result = await weave.recall("where do I live?", k=3)
    shown = [(one.memory.text, one.memory.state) for one in result.memories]
    assert shown[0] == ("I moved to Ghent.", State.ACTIVE)
    assert ("I live in Leeds.", State.OUTDATED) in shown


async def test_the_words_of_a_plan_and_of_what_it_ends_change_places_on_its_day(tmp_path: Path) -> None:
    async with by_words(tmp_path, "2026-02-02") as weave:
        await weave.ingest(
            _told(("2026-01-01", "I live in Leeds."), ("2026-02-01", "From May on I live in Hull."))
        )
        assert {m.state for m in await weave.list() if m.text == "I live in Leeds."} == {State.ACTIVE}
    async with by_words(tmp_path, "2026-06-02") as weave:
        await weave.recall("where do I live?")
        assert {m.state for m in await weave.list() if m.text == "I live in Leeds."} == {State.OUTDATED}


async def test_recall_and_facts_agree_about_a_day_past_though_it_was_told_late(tmp_path: Path) -> None:
    march = datetime(2026, 3, 15, tzinfo=UTC)
    async with by_words(tmp_path, "2026-11-01") as weave:
        await weave.ingest(
            _told(("2025-05-01", "I work at Vodafone."), ("2026-02-10", "Until June I work at Nokia."))
        )
        held = {fact.object for fact in await weave.facts("user", as_of=march)}
        result = await weave.recall("where do I work?", as_of=march)
    assert held == {"Nokia"}
    active = [one.memory.text for one in result.memories if one.memory.state is State.ACTIVE]
    assert active
    assert all("Nokia" in text for text in active)
