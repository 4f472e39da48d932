"""What a person rewords or writes by hand meets what is known: field case 15, in the store and in the file."""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

from weave.config import Config, EmbeddingConfig, FalkorConfig, QdrantConfig
from weave.model import Polarity, Role, State, Turn
from weave.weave import Weave

PLAIN = Config(
    embedding=EmbeddingConfig(kind="none"), qdrant=QdrantConfig(enabled=False), falkordb=FalkorConfig(enabled=False)
)  # fmt: skip


@asynccontextmanager
async def opened(home: Path) -> AsyncIterator[Weave]:
    async with Weave.open(home, config=PLAIN) as weave:
        yield weave


async def facts(weave: Weave, word: str = "channel") -> dict[str, set[State]]:
    """The affirmed values with a word in their topic, and the states they are in."""
    found: dict[str, set[State]] = {}
    for fact in await weave.facts():
        if fact.polarity is Polarity.AFFIRMED and (word in fact.predicate or word in fact.subject.casefold()):
            found.setdefault(fact.object, set()).add(fact.state)
    return found


def holding(found: dict[str, set[State]]) -> list[str]:
    return [value for value, states in found.items() if states & {State.ACTIVE, State.CONTESTED}]


def edit(home: Path, old: str, new: str) -> None:
    """Replace words in the one day's file that holds them, as an editor would, some time ago."""
    (file,) = [path for path in (home / "memories").rglob("*.md") if old in path.read_text("utf-8")]
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    past = time.time() - 5
    os.utime(file, (past, past))


async def test_case_15_a_correction_leaves_the_right_value_as_the_only_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        await weave.remember("Cabin Wi-Fi is on channel 6.")
        await weave.remember("Correction: channel 11, not 6.")
        assert holding(await facts(weave)) == ["11"]
        found = await weave.recall("cabin wifi channel")
        assert "11" in found.memories[0].memory.text or "11" in found.memories[1].memory.text
        flat = [r.memory for r in found.memories if "11" not in r.memory.text]
        assert {memory.state for memory in flat} <= {State.DEPRECATED, State.OUTDATED}


async def test_case_15_an_edit_of_the_file_leaves_the_right_value_as_the_only_one(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        await weave.remember("Cabin Wi-Fi is on channel 6.")
    edit(tmp_path, "channel 6.", "channel 11.")
    async with opened(tmp_path) as weave:
        assert holding(await facts(weave)) == ["11"]


async def test_case_15_a_correction_written_into_the_file_corrects_what_another_memory_says(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as weave:
        await weave.remember("Cabin Wi-Fi is on channel 6.")
    edit(
        tmp_path,
        "channel 6.",
        "channel 6.\n\n## Correction\nCorrection: channel 11, not 6.",
    )
    async with opened(tmp_path) as weave:
        assert holding(await facts(weave)) == ["11"]
        assert State.DEPRECATED in (await facts(weave))["6"]


async def test_case_15_the_verbatim_words_of_the_turn_go_with_the_value_that_was_edited_away(
    tmp_path: Path,
) -> None:
    said = Turn("t1", Role.USER, "user", "I live in Ghent.", datetime(2026, 3, 1, tzinfo=UTC), "talk")
    async with opened(tmp_path) as weave:
        await weave.ingest([said])
        (known,) = [memory for memory in await weave.list() if memory.facts]
        await weave.edit(known.id, text="I live in Porto.")
        states = {memory.text: memory.state for memory in await weave.list()}
        assert states == {"I live in Porto.": State.ACTIVE, "I live in Ghent.": State.DEPRECATED}


async def test_an_edit_that_contradicts_another_memory_puts_both_in_dispute(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        await weave.remember("I live in Ghent.")
        other = await weave.remember("I work at Brightline.")
        await weave.edit(other.id, text="I live in Porto.")
        found = await facts(weave, "home_city")
        assert found == {"Ghent": {State.CONTESTED}, "Porto": {State.CONTESTED}}
        await weave.edit(other.id, text="I work at Brightline.")
        assert await facts(weave, "home_city") == {"Ghent": {State.ACTIVE}}


async def test_what_rests_on_an_edited_memory_is_trusted_no_more_than_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        source = await weave.remember("I live in Ghent.")
        derived = await weave.remember("A long way from the sea.", derived_from=[source.id])
        await weave.set(derived.id, {"provenance": "observed"})
        assert (await weave.get(derived.id)).provenance is source.provenance
        await weave.set(source.id, {"provenance": "inferred"})
        assert (await weave.get(derived.id)).provenance.value == "inferred"


async def test_a_state_that_a_person_set_stays_whatever_becomes_of_the_sources(tmp_path: Path) -> None:
    async with opened(tmp_path) as weave:
        source = await weave.remember("I live in Ghent.")
        derived = await weave.remember("A long way from the sea.", derived_from=[source.id])
        await weave.remember("I moved to Porto.")
        assert (await weave.get(derived.id)).state is State.VOLATILE
        await weave.set(derived.id, {"state": "active"})
        await weave.forget([source.id])
        assert (await weave.get(derived.id)).state is State.ACTIVE
