"""Where quotations of the library stand among memories: pure rules."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.homes import NOW
from weave.altale.fusion import LEXICAL, SEMANTIC
from weave.altale.quotes import LEAST, SHARE, Quote, placed, quoted, relevance
from weave.model import Memory, MemoryType, Place, Provenance, Recalled, State
from weave.scoring import score

WHERE = Place("d1", "documents/a.md", "0001", ("A",))


def memory(number: int, text: str = "") -> Memory:
    return Memory(
        id=f"01M8PC6QNR00000000000{number:05d}",
        type=MemoryType.SEMANTIC,
        title="",
        text=text or f"Word{number} of its own here",
        state=State.ACTIVE,
        importance=0.5,
        provenance=Provenance.OBSERVED,
        created=NOW,
    )


def recalled(memory_: Memory, relevant: float) -> Recalled:
    return Recalled(memory_, score(memory_, relevant, NOW, 0.2), (LEXICAL,))


def quotes(*closeness: float) -> list[Quote]:
    return [Quote(memory(900 + at), WHERE, value) for at, value in enumerate(closeness)]


def ranked(values: Sequence[float]) -> list[Recalled]:
    return [recalled(memory(at), value) for at, value in enumerate(sorted(values, reverse=True))]


@given(st.lists(st.floats(0, 1), max_size=12), st.lists(st.floats(0, 1), max_size=8), st.integers(1, 12))
def test_no_better_memory_gives_way_and_no_more_than_a_share_is_quoted(
    relevant: list[float], closeness: list[float], k: int
) -> None:
    results = ranked(relevant)[:k]
    guarded = [one.memory.id for one in results[-1:]]
    shown = quoted(quotes(*closeness), {LEXICAL, SEMANTIC}, lambda m: m, recalled, results)
    after = placed(results, shown, k, guarded)
    put = [one for one in after if one.place is not None]
    kept = [one for one in after if one.place is None]
    assert len(after) <= max(k, len(results))
    assert len(put) <= max(1, k // SHARE, k - len(results))
    assert kept == [one for one in results if one in kept]  # in their order
    assert set(guarded) <= {one.memory.id for one in kept}
    gone = [one for one in results if one not in kept]
    assert all(one.score.rank < other.score.rank for one in gone for other in put)


def test_a_quotation_is_worth_less_where_meaning_is_compared_and_never_more_than_its_words() -> None:
    assert relevance(1.0, {LEXICAL}) < 1.0
    assert relevance(1.0, {LEXICAL, SEMANTIC}) < 0.4 < relevance(1.0, {LEXICAL})
    assert relevance(0.6, {LEXICAL}) < relevance(0.9, {LEXICAL})


@pytest.mark.parametrize("closeness", [0.0, LEAST - 0.01])
def test_what_holds_little_of_the_question_is_no_quotation(closeness: float) -> None:
    assert quoted(quotes(closeness), {LEXICAL}, lambda m: m, recalled, []) == []


def test_what_may_not_be_shown_and_what_a_result_says_already_is_left_out() -> None:
    assert quoted(quotes(0.9), {LEXICAL}, lambda m: None, recalled, []) == []
    said = recalled(memory(1, "The notice period of the flat is three months"), 0.9)
    twin = Quote(memory(2, "The notice period of the flat is three months."), WHERE, 1.0)
    other = Quote(memory(3, "The notice period of the flat is four months."), WHERE, 1.0)
    shown = quoted([twin, other, other], {LEXICAL}, lambda m: m, recalled, [said])
    assert [one.memory.id for one in shown] == [other.memory.id]
    assert (shown[0].backends, shown[0].channels, shown[0].place) == (
        ("documents",),
        (("documents", 1.0),),
        WHERE,
    )


def test_places_that_no_memory_needs_are_for_quotations_and_a_full_recall_gives_its_share() -> None:
    def shown(results: list[Recalled]) -> int:
        close = quoted(quotes(1.0, 1.0, 1.0), {LEXICAL}, lambda m: m, recalled, results)
        return sum(one.place is not None for one in placed(results, close, 4, ()))

    assert shown([]) == 3
    assert shown(ranked([0.9])) == 3
    assert shown(ranked([0.01] * 4)) == 1
