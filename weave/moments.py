"""What time makes of the facts about one thing: plans begin, bounds end, and what they stood in for holds again. Pure.

The states follow from the validity alone, forwards and backwards; what was withdrawn or is in dispute is no
matter of time.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from weave.contradiction import Known, excludes, may_replace
from weave.model import Change, Fact, State

Topic = tuple[Known, ...]
"""All that is known about one subject and one predicate."""


def in_order(facts: Iterable[Known]) -> Topic:
    """As they were learned; of one memory's, what is denied comes after what is said instead."""
    return tuple(sorted(facts, key=lambda k: (k.learned, k.fact.memories, k.fact.polarity.value, k.fact.id)))


def _ended(topic: Topic, one: Known) -> bool:
    """Whether the end of this fact's time was told by another fact that denies it."""
    return any(
        other.fact.polarity is not one.fact.polarity
        and other.fact.id != one.fact.id
        and max(other.begins, one.begins) == one.fact.valid_to
        for other in topic
    )


def bounded(topic: Topic, one: Known) -> bool:
    """Whether it was said with an end, after which what it stood in for holds again."""
    told = one.fact.valid_to is not None and not one.past and one.fact.superseded_by is None
    return told and not _ended(topic, one)


def _holds(one: Known, moment: datetime) -> bool:
    ends = one.fact.valid_to
    return not (one.fact.valid_from is not None and one.fact.valid_from > moment) and (
        ends is None or ends > moment
    )


def _stand_in(
    limits: Mapping[str, Known], one: Known, moment: datetime, chosen: Known | None
) -> Known | None:
    """The bounded fact that holds in the place of this one at the moment, if there is one.

    `chosen`: the one that a person, whom trust does not bind, may have put in its place.
    """
    found = [
        other
        for other in limits.values()
        if other.fact.state in (State.ACTIVE, State.VOLATILE, State.OUTDATED)
        and not other.held
        and excludes(other.fact, one.fact)
        and other.begins <= moment
        and _holds(other, moment)
        and (other.learned, other.begins) >= (one.learned, one.begins)
        and (other is chosen or may_replace(other.fact, one.fact))
    ]
    return max(found, key=lambda other: (other.begins, other.learned), default=None)


def at(topic: Topic, moment: datetime) -> Topic:
    """The topic in the states that time gives it: plans begin, bounds end, and what they stood in for holds again."""
    limits = {one.fact.id: one for one in topic if one.fact.valid_to is not None and bounded(topic, one)}
    return tuple(_at(limits, one, moment) for one in topic)


def _at(limits: Mapping[str, Known], one: Known, moment: datetime) -> Known:
    """`limits`: the bounded facts of the topic, by id."""
    fact = one.fact
    if one.held or fact.state in (State.DEPRECATED, State.TRANSIENT):
        return one
    if fact.state is State.CONTESTED:
        over = fact.superseded_by is not None and fact.valid_to is not None and fact.valid_to <= moment
        return replace(one, fact=replace(fact, state=State.OUTDATED)) if over else one
    by = limits.get(fact.superseded_by or "")
    if by is not None and fact.valid_to == max(by.begins, one.begins):
        fact = replace(fact, valid_to=None, superseded_by=None)  # it only stands in
    elif fact.state is State.OUTDATED and fact.valid_to is None:
        return one  # set so by hand: nothing that time could undo
    if fact.valid_from is not None and fact.valid_from > moment:
        return replace(one, fact=replace(fact, state=State.VOLATILE))
    if fact.valid_to is not None and fact.valid_to <= moment:
        return replace(one, fact=replace(fact, state=State.OUTDATED))
    instead = _stand_in(limits, replace(one, fact=fact), moment, by)
    if instead is None:
        return replace(one, fact=replace(fact, state=State.ACTIVE))
    if fact.valid_to is None:
        ends = max(instead.begins, one.begins)
        fact = replace(fact, valid_to=ends, superseded_by=instead.fact.id)
    return replace(one, fact=replace(fact, state=State.OUTDATED))


def may_be_due(fact: Fact, now: datetime) -> bool:
    """Whether time may have changed this fact by now, as far as it alone tells."""
    begun = fact.state is State.VOLATILE and fact.valid_from is not None and fact.valid_from <= now
    standing = fact.state is State.ACTIVE or (
        fact.state is State.CONTESTED and fact.superseded_by is not None
    )
    over = standing and fact.valid_to is not None and fact.valid_to <= now
    return begun or over or (fact.state is State.OUTDATED and fact.superseded_by is not None)


def held_at(topic: Topic, moment: datetime) -> Topic:
    """What held at a moment by all that is known: never what was not true, never two values that exclude each other.

    Each in the state it had then.
    """
    then = at(topic, moment)
    return tuple(
        one
        for one in then
        if one.fact.state in (State.ACTIVE, State.CONTESTED)
        and _holds(one, moment)
        and one.begins <= moment
        and one.fact.change is not Change.RETRACTION
    )
