"""Two clocks: what held then, and what was known then."""

from __future__ import annotations

from datetime import UTC, datetime

from weave.model import Fact, Memory, MemoryType, Provenance, State
from weave.timeview import View, facts_in_view


def day(number: int) -> datetime:
    return datetime(2026, 3, number, tzinfo=UTC)


def home_is(id_: str, place: str, learned: int, **changes: object) -> Memory:
    state = changes.pop("state", State.ACTIVE)
    assert isinstance(state, State)
    fact = Fact(
        f"F{id_}", "user", "home_city", place, state=state, memories=(id_,),
        valid_from=changes.pop("valid_from", None), valid_to=changes.pop("valid_to", None),  # type: ignore[arg-type]
    )  # fmt: skip
    return Memory(
        id_, MemoryType.SEMANTIC, place, f"I live in {place}.", state, 0.6, Provenance.USER, day(learned),
        facts=(fact,), **changes,  # type: ignore[arg-type]
    )  # fmt: skip


OLD = home_is("A", "Oslo", 1, state=State.OUTDATED, valid_to=day(10), superseded_by="B")
NEW = home_is("B", "Porto", 12, valid_from=day(10))
BOTH = {m.id: m for m in (OLD, NEW)}
FACTS = [OLD.facts[0], NEW.facts[0]]


def held(view: View) -> list[str]:
    return [f.object for f in facts_in_view(BOTH, FACTS, view) if f.state is State.ACTIVE]


def test_as_of_shows_what_held_then_in_the_state_it_had() -> None:
    assert held(View(as_of=day(5))) == ["Oslo"]
    assert held(View(as_of=day(15))) == ["Porto"]


def test_as_of_uses_what_was_learned_later() -> None:
    assert held(View(as_of=day(11))) == ["Porto"]


def test_known_at_forgets_what_was_learned_later() -> None:
    assert held(View(known_at=day(11))) == ["Oslo"]
    assert held(View(known_at=day(13))) == ["Porto"]


def test_a_superseded_memory_is_in_force_again_before_its_successor_was_known() -> None:
    seen = View(known_at=day(11)).memory(OLD, lambda id_: BOTH[id_].created)
    assert seen is not None
    assert seen.state is State.ACTIVE


def test_what_was_never_true_did_not_hold_then() -> None:
    never = home_is("C", "Rome", 1, state=State.DEPRECATED)
    facts = facts_in_view({"C": never}, list(never.facts), View(as_of=day(5)))
    assert [f.state for f in facts] == [State.DEPRECATED]


def test_a_memory_without_facts_is_there_from_when_it_happened() -> None:
    walk = Memory("W", MemoryType.EPISODIC, "walk", "We walked.", State.ACTIVE, 0.4, Provenance.USER, day(9),
                  occurred=day(3))  # fmt: skip
    assert View(as_of=day(5)).memory(walk, lambda _: None) == walk
    assert View(as_of=day(2)).memory(walk, lambda _: None) is None
    assert View(known_at=day(5)).memory(walk, lambda _: None) is None
