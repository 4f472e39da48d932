"""A topic told in any order, judged at any time: no value lost, none twice, time forwards and backwards."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from weave.contradiction import Known, Verdict, doubtful, excludes, relate
from weave.model import Change, Fact, Polarity, Provenance, State
from weave.topic import Topic, at, held_at, known_at, replay, tell

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
NOW = START + timedelta(days=1_000)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def said(number: int, value: str, change: Change = Change.NEW, **changes: object) -> Known:
    """What a person said about their home on a day; the day is its id."""
    fact = Fact(f"F{number:04d}", "user", "home_city", value, single_valued=True, change=change)
    return Known(replace(fact, memories=(f"M{number:04d}",), **changes), day(number))  # type: ignore[arg-type]


def told(*statements: Known, now: datetime = NOW) -> Topic:
    """What was said till now, one after the other, each on its day."""
    topic: Topic = ()
    for one in statements:
        if one.learned <= now:
            topic = tell(topic, one, one.learned).topic
    return at(topic, now)


def states(topic: Topic) -> dict[str, str]:
    return {one.fact.id: f"{one.fact.object} {one.fact.state.value}" for one in topic}


def current(topic: Topic) -> list[str]:
    found = [f for f in (one.fact for one in topic) if f.polarity is Polarity.AFFIRMED]
    return sorted({f.object for f in found if f.state is State.ACTIVE})


# -- single stories -----------------------------------------------------------------------------------------


def test_a_bounded_value_gives_way_to_the_old_one_again() -> None:
    story = (said(1, "Ghent"), said(50, "Porto", valid_to=day(80)))
    assert current(told(*story, now=day(60))) == ["Porto"]
    after = told(*story, now=day(81))
    assert current(after) == ["Ghent"]
    ghent = after[0].fact
    assert (ghent.valid_to, ghent.superseded_by) == (None, None)
    assert [one.fact.object for one in held_at(after, day(60))] == ["Porto"]


def test_a_stopgap_within_a_stopgap_gives_way_to_it_and_then_to_the_old_value() -> None:
    story = (
        said(1, "Ghent"),
        said(10, "Porto", valid_to=day(90)),
        said(20, "Oslo", valid_to=day(40)),
    )
    found = [current(told(*story, now=day(n))) for n in (5, 15, 30, 50, 95)]
    assert found == [["Ghent"], ["Porto"], ["Oslo"], ["Porto"], ["Ghent"]]


def test_who_moves_for_good_during_a_stopgap_does_not_fall_back() -> None:
    story = (said(1, "Ghent"), said(10, "Porto", valid_to=day(40)), said(20, "Oslo", Change.CHANGE))
    assert current(told(*story, now=day(60))) == ["Oslo"]


def test_a_plan_changes_nothing_before_its_day_not_even_for_who_mentions_the_old_value() -> None:
    story = (said(1, "Ghent"), said(10, "Porto", Change.CHANGE, valid_from=day(50)), said(20, "Ghent"))
    assert current(told(*story, now=day(30))) == ["Ghent"]
    assert current(told(*story, now=day(51))) == ["Porto"]
    assert "contested" not in str(states(told(*story)))


@pytest.mark.parametrize("how", ["retracted", "ended", "corrected"])
def test_a_plan_that_falls_leaves_the_old_value_in_force(how: str) -> None:
    story = (said(1, "Ghent"), said(10, "Porto", Change.CHANGE, valid_from=day(50)))
    if how == "retracted":
        end = said(20, "Porto", Change.RETRACTION)
    elif how == "ended":
        end = said(20, "Porto", Change.END, polarity=Polarity.NEGATED)
    else:
        end = said(20, "Porto", Change.CORRECTION, polarity=Polarity.NEGATED)
    topic = told(*story, end, now=day(60))
    assert current(topic) == ["Ghent"]
    assert topic[1].fact.state is State.DEPRECATED
    assert topic[0].fact.valid_to is None


def test_a_plan_that_is_put_off_moves_the_end_of_the_old_value_too() -> None:
    story = (
        said(1, "Ghent"),
        said(10, "Porto", Change.CHANGE, valid_from=day(50)),
        said(20, "Porto", Change.CORRECTION, valid_from=day(70)),
    )
    assert [current(told(*story, now=day(n))) for n in (40, 71)] == [["Ghent"], ["Porto"]]


def test_a_correction_takes_over_the_time_of_what_was_never_true() -> None:
    topic = told(said(1, "Ghent"), said(10, "Porto", Change.CHANGE), said(20, "Oslo", Change.CORRECTION))
    assert current(topic) == ["Oslo"]
    facts = {one.fact.object: one.fact for one in topic}
    assert facts["Oslo"].valid_from == day(10)
    assert facts["Porto"].state is State.DEPRECATED
    assert (facts["Ghent"].superseded_by, facts["Ghent"].valid_to) == (facts["Oslo"].id, day(10))


def test_a_correction_back_to_the_value_before_undoes_the_change() -> None:
    topic = told(said(1, "Ghent"), said(10, "Porto", Change.CHANGE), said(20, "Ghent", Change.CORRECTION))
    assert current(topic) == ["Ghent"]
    assert [one.fact.object for one in held_at(topic, day(15))] == ["Ghent", "Ghent"]
    assert not [one for one in topic if one.fact.state is State.OUTDATED]


def test_taking_back_one_value_brings_the_one_before_back_and_taking_back_the_topic_does_not() -> None:
    story = (said(1, "Ghent"), said(10, "Porto", Change.CHANGE))
    assert current(told(*story, said(20, "Porto", Change.RETRACTION))) == ["Ghent"]
    assert current(told(*story, said(20, "", Change.RETRACTION))) == []


@pytest.mark.parametrize("polarity", list(Polarity))
def test_an_end_leaves_no_value_however_it_is_put(polarity: Polarity) -> None:
    topic = told(said(1, "Ghent"), said(20, "Ghent", Change.END, polarity=polarity))
    assert current(topic) == []
    assert (topic[0].fact.state, topic[0].fact.valid_to) == (State.OUTDATED, day(20))
    assert (
        current(told(said(1, "Ghent"), said(5, "Porto", Change.CHANGE), said(20, "Porto", Change.END))) == []
    )


def test_an_end_names_its_value_in_other_words() -> None:
    topic = told(said(1, "the blue Fabia"), said(20, "Fabia", Change.END))
    assert current(topic) == []


def test_an_end_of_something_else_touches_nothing() -> None:
    assert current(told(said(1, "Ghent"), said(20, "Porto", Change.END))) == ["Ghent"]


def test_a_claim_about_a_time_that_was_over_touches_nothing() -> None:
    topic = told(said(1, "Ghent"), said(20, "Porto", valid_to=day(-400)))
    assert current(topic) == ["Ghent"]
    assert topic[1].fact.state is State.OUTDATED


def test_a_later_change_settles_a_conflict() -> None:
    both = (said(1, "Ghent"), said(10, "Porto"))
    assert {one.fact.state for one in told(*both)} == {State.CONTESTED}
    assert current(told(*both, said(20, "Oslo", Change.CHANGE))) == ["Oslo"]
    assert current(told(*both, said(20, "Porto", Change.CHANGE))) == ["Porto"]
    assert current(told(*both, said(20, "Porto", Change.RETRACTION))) == ["Ghent"]


def test_the_same_more_exactly_is_no_conflict() -> None:
    assert current(told(said(1, "Porto"), said(10, "Porto, Portugal"))) == ["Porto", "Porto, Portugal"]


def test_an_inferred_change_does_not_retire_what_the_person_said() -> None:
    guess = said(10, "Porto", Change.CHANGE, provenance=Provenance.INFERRED)
    assert {one.fact.state for one in told(said(1, "Ghent"), guess)} == {State.CONTESTED}


def test_one_more_and_one_less_add_up() -> None:
    story = [
        replace(one, fact=replace(one.fact, predicate="number_of_kites"))
        for one in (
            said(1, "6"), said(10, "+1", Change.INCREMENT), said(20, "-2", Change.INCREMENT),
        )
    ]  # fmt: skip
    topic = told(*story)
    assert current(topic) == ["5"]
    assert [one.fact.object for one in topic] == ["6", "7", "5"]


# -- a model's word -----------------------------------------------------------------------------------------


def judged(verdict: Verdict, first: Known, second: Known) -> Topic:
    return tell(at((first,), day(1)), second, NOW, {(second.fact.id, first.fact.id): verdict}).topic


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (Verdict.CONTRADICTS, {State.CONTESTED}),
        (Verdict.COMPATIBLE, {State.ACTIVE}),
        (Verdict.REFINES, {State.ACTIVE}),
        (Verdict.SAME, {State.CONTESTED}),
    ],
)
def test_a_models_word_reconciles_or_disputes_and_never_retires(
    verdict: Verdict, expected: set[State]
) -> None:
    topic = judged(verdict, said(1, "Ghent"), said(10, "Porto"))
    assert {one.fact.state for one in topic} == expected
    assert len(topic) == 2


def test_a_model_may_put_values_side_by_side_in_dispute() -> None:
    plays = [
        replace(one, fact=replace(one.fact, single_valued=False))
        for one in (said(1, "oboe"), said(9, "harp"))
    ]
    asked = tell(at((plays[0],), day(1)), plays[1], NOW).doubtful
    assert [(one.new.fact.object, one.existing.fact.object) for one in asked] == [("harp", "oboe")]
    assert {one.fact.state for one in judged(Verdict.CONTRADICTS, *plays)} == {State.CONTESTED}


def test_a_models_word_does_not_undo_what_a_person_changed() -> None:
    topic = judged(Verdict.COMPATIBLE, said(1, "Ghent"), said(10, "Porto", Change.CHANGE))
    assert current(topic) == ["Porto"]


def test_a_model_is_not_asked_about_another_subject_or_predicate() -> None:
    other = said(1, "Ghent")
    for change in ({"subject": "user's sister Ana"}, {"predicate": "birthplace"}):
        old = replace(other, fact=replace(other.fact, **change))  # type: ignore[arg-type]
        new = said(10, "Porto")
        assert doubtful(new, [(relate(new, old), old)]) == []
        changed = tell((old,), new, NOW, {(new.fact.id, old.fact.id): Verdict.CONTRADICTS}).topic
        assert {one.fact.state for one in changed} == {State.ACTIVE}


# -- whatever is said in whatever order ----------------------------------------------------------------------

VALUES = ("Ghent", "Porto", "Oslo")


KINDS = ("flat", "flat", "change", "correction", "bounded", "plan", "end", "retraction", "denial")
specs = st.lists(
    st.tuples(st.integers(1, 60), st.sampled_from(VALUES), st.sampled_from(KINDS), st.integers(1, 30)),
    min_size=1, max_size=7, unique_by=lambda spec: spec[0],
)  # fmt: skip
Spec = tuple[int, str, str, int]


timeless = specs.map(lambda found: [spec for spec in found if spec[2] not in ("bounded", "plan")]).filter(len)
"""Without bounds and plans: of a stopgap that was cut short nobody knows any more how long it was meant to last."""


plain = timeless.map(lambda found: [spec for spec in found if spec[2] in ("flat", "change", "end")]).filter(
    len
)


def stated(spec: Spec) -> Known:
    """A statement: on which day, which value, what it says of it, and for how many days or in how many."""
    number, value, kind, span = spec
    if kind == "bounded":
        return said(number, value, valid_to=day(number + span))
    if kind == "plan":
        return said(number, value, Change.CHANGE, valid_from=day(number + span))
    if kind == "denial":
        return said(number, value, polarity=Polarity.NEGATED)
    return said(number, value, Change("new" if kind == "flat" else kind))


def story_of(found: list[Spec]) -> list[Known]:
    return [stated(spec) for spec in sorted(found)]


_AFFIRMING = (Change.NEW, Change.CHANGE, Change.CORRECTION)


@settings(max_examples=120, deadline=None)
@given(specs)
def test_no_fact_is_lost_and_no_two_in_force_exclude_each_other(spec: list[Spec]) -> None:
    story = story_of(spec)
    topic = told(*story)
    assert sorted(one.fact.id for one in topic) == [one.fact.id for one in story]
    active = [one.fact for one in topic if one.fact.state is State.ACTIVE]
    assert not [
        (one.object, other.object)
        for one in active for other in active
        if one.polarity is Polarity.AFFIRMED is other.polarity and excludes(one, other)
    ]  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(specs)
def test_a_topic_ends_empty_only_when_it_was_ended_taken_back_or_denied(spec: list[Spec]) -> None:
    story = story_of(spec)
    topic = told(*story)
    standing = [o for o in topic if o.fact.polarity is Polarity.AFFIRMED and o.standing]
    affirmed = [o for o in story if o.fact.polarity is Polarity.AFFIRMED and o.fact.change in _AFFIRMING]
    limits = {o.fact.object for o in story if o.fact.valid_to is not None}
    lasting = [
        o for o in affirmed
        if o.fact.valid_to is None and o.fact.object not in limits and not (limits and o.fact.change is Change.CORRECTION)
    ]  # fmt: skip
    taken = any(
        o.fact.change in (Change.END, Change.RETRACTION) or o.fact.polarity is Polarity.NEGATED for o in story
    )
    assert standing or taken or not lasting


@settings(max_examples=120, deadline=None)
@given(specs, st.integers(1, 120))
def test_told_at_once_or_day_by_day_it_ends_the_same(spec: list[Spec], when: int) -> None:
    story = story_of(spec)
    now = day(60 + when)
    live: Topic = ()
    for one in story:
        live = tell(at(live, one.learned), one, one.learned).topic
        live = at(live, one.learned + timedelta(hours=5))
    batch: Topic = ()
    for one in story:
        batch = tell(batch, one, now).topic
    assert at(live, now) == at(batch, now) == batch


@settings(max_examples=120, deadline=None)
@given(plain, st.randoms(use_true_random=False))
def test_told_in_any_order_the_same_value_is_in_force(spec: list[Spec], shuffle: object) -> None:
    story = story_of(spec)
    mixed = list(story)
    shuffle.shuffle(mixed)  # type: ignore[attr-defined]
    topic: Topic = ()
    for one in mixed:
        topic = tell(topic, one, NOW).topic
    assert states(topic) == states(told(*story))


@settings(max_examples=120, deadline=None)
@given(specs, st.integers(0, 130))
def test_looking_twice_is_looking_once(spec: list[Spec], when: int) -> None:
    story = story_of(spec)
    topic = told(*story)
    assert at(at(topic, day(when)), NOW) == topic
    assert at(at(topic, day(when)), day(when)) == at(topic, day(when))


@settings(max_examples=120, deadline=None)
@given(timeless)
def test_told_anew_it_is_the_same(spec: list[Spec]) -> None:
    topic = told(*story_of(spec))
    assert states(replay(topic, NOW).topic) == states(topic)


@settings(max_examples=120, deadline=None)
@given(timeless, st.integers(0, 130))
def test_what_was_known_then_is_what_would_have_been_told_till_then(spec: list[Spec], when: int) -> None:
    story = story_of(spec)
    then = [one for one in story if one.learned <= day(when)]
    expected = told(*then, now=day(when)) if then else ()
    assert states(known_at(told(*story), day(when))) == states(expected)


@settings(max_examples=120, deadline=None)
@given(specs, st.integers(0, 130))
def test_at_no_time_did_two_values_hold_that_exclude_each_other(spec: list[Spec], when: int) -> None:
    story = story_of(spec)
    if any(State.CONTESTED in {one.fact.state for one in told(*story[:n])} for n in range(len(story) + 1)):
        return  # what was in dispute at a time was claimed by both sides then
    held = [one.fact for one in held_at(told(*story), day(when)) if one.fact.state is State.ACTIVE]
    assert not [
        (one, other) for one in held for other in held
        if one.polarity is Polarity.AFFIRMED is other.polarity and excludes(one, other)
    ]  # fmt: skip


@settings(max_examples=120, deadline=None)
@given(
    specs, st.tuples(st.integers(1, 60), st.sampled_from(VALUES), st.sampled_from(KINDS), st.integers(1, 30))
)
def test_another_subject_or_predicate_is_never_touched(spec: list[Spec], other: Spec) -> None:
    story, alien = story_of(spec), stated(other)
    alien = replace(alien, fact=replace(alien.fact, id="ALIEN", predicate="birthplace", state=State.ACTIVE))
    for one in story:
        assert relate(one, alien).value == "compatible"


def test_a_plan_leaves_a_dispute_open_until_its_day_and_settles_it_then() -> None:
    story = (said(1, "Oslo"), said(2, "Porto"), said(10, "Ghent", Change.CHANGE, valid_from=day(26)))
    waiting = {"F0001": "Oslo contested", "F0002": "Porto contested", "F0010": "Ghent volatile"}
    over = {"F0001": "Oslo outdated", "F0002": "Porto outdated", "F0010": "Ghent active"}
    assert states(told(*story, now=day(12))) == waiting
    assert states(told(*story, now=day(27))) == over
    assert states(replay(told(*story, now=day(12)), day(27)).topic) == over
    given_up = (*story, said(15, "Ghent", Change.RETRACTION))
    assert states(told(*given_up, now=day(27)))["F0001"] == "Oslo contested"
