"""Why something recalled may not hold, in words: what it contradicts, since when it is past, what it rested on."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from avery.remarks import needed, remarks
from tests.support.claims import claim, holding
from tests.support.homes import bare
from weave.errors import NotFound
from weave.model import Memory, Recall, Recalled, Score, State

SCORE = Score(0.9, 1.0, 0.6, 1.1, 0.7, 0.8, 0.4, 0.8)


def recall(*items: Recalled) -> Recall:
    return Recall("q", items, "", (), 1.0)


def item(memory: Memory, *conflicts: Memory) -> Recalled:
    return Recalled(memory, SCORE, ("physical",), tuple(other.id for other in conflicts))


async def told(home: Path, stored: list[Memory], *items: Recalled) -> list[str]:
    async with bare(home) as weave:
        weave._core.store.add(stored)
        return [remark.text for remark in await remarks(weave, recall(*items), UTC)]


def test_what_simply_holds_needs_no_remark() -> None:
    active, young = claim("Cebu", state=State.ACTIVE), claim("Cebu", state=State.VOLATILE)
    assert not needed(recall(item(active), item(replace(young, scope="task:x", derived_from=("a",)))))
    assert needed(recall(item(active), item(claim("Davao"))))


async def test_a_contested_memory_names_its_opponents_literally(tmp_path: Path) -> None:
    cebu = claim("Cebu", days=30)
    davao = replace(claim("Davao", days=5), title="[/ [b 达沃 مرحبا ❤️")
    assert await told(tmp_path, [cebu, davao], item(cebu, davao)) == ["contradicts “[/ [b 达沃 مرحبا ❤️”"]


async def test_opponents_that_are_gone_or_many_are_told_without_names(tmp_path: Path) -> None:
    cebu, *others = (claim(city) for city in ("Cebu", "A", "B", "C", "D"))
    [gone] = await told(tmp_path / "a", [cebu], item(cebu, others[0]))
    assert gone == "in dispute: /inbox shows with what"
    [many] = await told(tmp_path / "b", [cebu, *others], item(cebu, *others))
    assert many.endswith("and 1 more")


async def test_a_past_one_says_since_when_and_by_what(tmp_path: Path) -> None:
    davao = claim("Davao", days=5, state=State.ACTIVE)
    cebu = holding(
        claim("Cebu", days=30, state=State.OUTDATED),
        valid_to=datetime(2026, 3, 1, tzinfo=UTC),
        superseded_by=davao.facts[0].id,
    )
    assert await told(tmp_path, [cebu, davao], item(cebu)) == ["past since 2026-03-01: now “Davao”"]


async def test_a_corrected_one_is_taken_back_and_one_without_facts_names_its_successor(
    tmp_path: Path,
) -> None:
    davao = claim("Davao", days=5, state=State.ACTIVE)
    wrong = holding(claim("Cebu", state=State.DEPRECATED), superseded_by=davao.facts[0].id)
    older = replace(claim("x", state=State.OUTDATED), facts=(), superseded_by=davao.id)
    found = await told(tmp_path, [davao, wrong, older], item(wrong), item(older))
    assert found == ["taken back: right is “Davao”", "past: now “Maribel home_city Davao”"]


async def test_what_rests_on_something_that_changed_says_on_what(tmp_path: Path) -> None:
    source = claim("Cebu", state=State.OUTDATED)
    resting = claim("ferry", predicate="goes_by", state=State.VOLATILE, derived_from=(source.id,))
    assert await told(tmp_path, [source, resting], item(resting)) == [
        "rests on what changed: “Maribel home_city Cebu” (outdated)"
    ]
    alone = claim("tram", state=State.VOLATILE, derived_from=("01JDYQ3V5W8Z1N6T2K4R7M9XAB",))
    assert await told(tmp_path / "b", [alone], item(alone)) == ["rests on something that changed"]
    async with bare(tmp_path / "b") as weave:
        try:
            await weave.get("01JDYQ3V5W8Z1N6T2K4R7M9XAB")
        except NotFound:
            return
    raise AssertionError("the source was to be missing")
