"""Field case 9: a merge judge that always says "the same" joins nobody with somebody else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from weave.contradiction import Verdict
from weave.model import Fact, Memory, MemoryType, Provenance, State
from weave.revision import Revision

START = datetime(2026, 3, 1, tzinfo=UTC)


class Same(dict[tuple[str, str], Verdict]):
    """Says "same" of every pair, asked or not."""

    def get(self, pair: object, default: object = None) -> Verdict:  # type: ignore[override]
        return Verdict.SAME


def stating(number: int, text: str, subject: str, predicate: str, value: str) -> Memory:
    fact = Fact(f"F{number}", subject, predicate, value, single_valued=True, memories=(f"M{number}",))
    return Memory(
        f"M{number}", MemoryType.SEMANTIC, text, text, State.ACTIVE, 0.5, Provenance.USER,
        START + timedelta(days=number), facts=(fact,),
    )  # fmt: skip


CHAIRS = stating(1, "Lindqvist chairs the allotment society.", "Lindqvist", "chairs", "allotment society")
TREASURER = stating(
    2, "Baptiste is treasurer of the allotment society.", "Baptiste", "treasurer_of", "allotment society"
)
CHAIR = stating(3, "Lindqvist chairs the allotment society.", "Lindqvist", "chairs", "the allotment society")
HOME = stating(4, "Lindqvist lives in Ghent.", "Lindqvist", "home_city", "Ghent")
AWAY = stating(5, "Lindqvist lives in Porto.", "Lindqvist", "home_city", "Porto")


def admitted(*memories: Memory) -> dict[str, Memory]:
    known: dict[str, Memory] = {}

    def load(subject: str, *predicate: str) -> Iterable[Memory]:
        return [m for m in known.values() if any(f.subject.casefold() == subject.casefold() for f in m.facts)]

    for memory in memories:
        revision = Revision(load, lambda _: (), START + timedelta(days=30), Same())
        for one in [*revision.admit([memory]), *revision.revised]:
            known[one.id] = one
    return known


def test_case_9_a_judge_that_always_says_same_merges_no_two_subjects() -> None:
    known = admitted(CHAIRS, TREASURER, CHAIR)
    assert {id_: memory.facts[0].subject for id_, memory in known.items()} == {
        "M1": "Lindqvist",
        "M2": "Baptiste",
    }
    assert {memory.state for memory in known.values()} == {State.ACTIVE}
    assert not any("Lindqvist" in m.text and "Baptiste" in m.text for m in known.values())


def test_case_9_a_judge_that_always_says_same_loses_no_claim() -> None:
    known = admitted(HOME, AWAY)
    assert {m.facts[0].object: m.state for m in known.values()} == {
        "Ghent": State.CONTESTED, "Porto": State.CONTESTED,
    }  # fmt: skip


def test_case_9_a_judge_is_believed_where_the_words_agree() -> None:
    more = replace(
        HOME, id="M6", facts=(replace(HOME.facts[0], id="F6", object="Ghent, Belgium"),), created=AWAY.created
    )
    assert {m.state for m in admitted(HOME, more).values()} == {State.ACTIVE}
