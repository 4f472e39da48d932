"""All facts about one thing, one subject and one predicate: what a new one makes of them, and what time does. Pure.

Time first: `at` says which of them hold at a moment, forwards and backwards, from their validity alone. `tell` looks
at the topic as it stood when the new fact was learned, lets it do its work, and comes back to now; so a batch,
many small tasks and single notes end in the same states. What is learned out of order is told anew, from the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave.contradiction import (
    STANDING,
    Candidate,
    Known,
    Relation,
    Verdict,
    doubtful,
    excludes,
    judged,
    may_replace,
    relate,
    yields,
)
from weave.model import Change, Fact, Polarity, State
from weave.moments import Topic, at, bounded, held_at, in_order, may_be_due
from weave.sameness import key

__all__ = [
    "Told", "Topic", "at", "held_at", "in_order", "known_at", "may_be_due", "prepared", "pristine", "replay", "tell",
]  # fmt: skip

Verdicts = Mapping[tuple[str, str], Verdict]


@dataclass(frozen=True, slots=True)
class Told:
    """The topic with the new fact in it, and the pairs that the rules are in doubt about."""

    topic: Topic
    doubtful: tuple[Candidate, ...] = ()


def ids_of(pair: Candidate) -> tuple[str, str]:
    """The facts that a model would be asked about."""
    return pair.new.fact.id, pair.existing.fact.id


# -- a new fact -------------------------------------------------------------------------------------------


def tell(topic: Topic, new: Known, now: datetime, verdicts: Verdicts | None = None) -> Told:
    """The topic after `new`, which is not in it yet, as it stands `now`."""
    if any(old.learned > new.learned for old in topic):
        told = replay((*topic, new), now, verdicts)
        return Told(told.topic, tuple(pair for pair in told.doubtful if new.fact.id in ids_of(pair)))
    told = _tell(at(topic, new.learned), new, verdicts or {})
    return Told(at(told.topic, now), told.doubtful)


def replay(topic: Topic, now: datetime, verdicts: Verdicts | None = None) -> Told:
    """The topic told anew, in the order in which it was learned."""
    facts: Topic = ()
    asked: list[Candidate] = []
    for one in in_order(pristine(topic)):
        told = _tell(at(facts, one.learned), one, verdicts or {})
        facts = told.topic
        asked += told.doubtful
    return Told(at(facts, now), tuple(asked))


def prepared(new: Known, topic: Topic) -> Known:
    """A statement in the one form that the rules judge: an end denies, an increment is the total it leads to."""
    fact = new.fact
    if fact.change is Change.END:
        starts = fact.valid_from or fact.valid_to
        fact = replace(fact, polarity=Polarity.NEGATED, valid_from=starts, valid_to=None)
    return replace(new, fact=_counted(fact, topic))


def _counted(fact: Fact, topic: Topic) -> Fact:
    """ "+1" and "-1" become the derived total of what is counted."""
    if fact.change is not Change.INCREMENT or fact.object[:1] not in ("+", "-"):
        return fact
    for old in reversed(topic):
        if old.standing:
            try:
                total = int(old.fact.object) + int(fact.object)
            except ValueError:
                continue
            return replace(fact, object=str(max(0, total)), single_valued=True)
    return fact


def _tell(topic: Topic, stated: Known, verdicts: Verdicts) -> Told:
    new = prepared(stated, topic)
    if new.fact.state not in (State.ACTIVE, State.VOLATILE):
        return Told((*topic, new))  # told as what it is: over, in dispute, withdrawn
    rules = [(relate(new, old), old) for old in topic]
    pairs = [(new.fact.id, old.fact.id) for old in topic]
    relations = [
        (judged(relation, new, old, verdicts.get(pair)), old)
        for (relation, old), pair in zip(rules, pairs, strict=True)
    ]
    mine = replace(new, fact=_settled(new, relations))
    since = min([mine.begins, *(old.begins for relation, old in relations if _borne_out(relation, old))])
    changed = tuple(
        replace(old, fact=_touched(old, relation, mine, since if old.fact.state is State.CONTESTED else None))
        for relation, old in relations
    )
    changed = _relinked(_settled_for_good(topic, changed, mine), relations, mine)
    return Told(_reconciled((*changed, mine)), tuple(doubtful(new, rules)))


def _settled_for_good(before: Topic, topic: Topic, new: Known) -> Topic:
    """What only waits for the end of a bound does not come back once there is another value for good."""
    fact = new.fact
    lasting = fact.change in (Change.CHANGE, Change.CORRECTION, Change.INCREMENT) and fact.valid_to is None
    limits = {one.fact.id: one for one in before if one.fact.valid_to is not None and bounded(before, one)}
    if not lasting or not limits:
        return topic
    return tuple(
        replace(one, fact=replace(one.fact, superseded_by=fact.id))
        if one.fact.state is State.OUTDATED
        and one.fact.superseded_by in limits
        and excludes(fact, one.fact)
        and may_replace(fact, one.fact)
        else one
        for one in topic
    )


def _borne_out(relation: Relation, old: Known) -> bool:
    """Whether `old`, in dispute till now, turns out to be right."""
    return relation is Relation.SAME and old.fact.state is State.CONTESTED


def _touched(old: Known, relation: Relation, new: Known, since: datetime | None) -> Fact:
    """The known fact after `new`, as `relation` says; whether it holds still is a matter of time.

    `since`: when what won a dispute with it began to hold, if it was in one.
    """
    fact, start = old.fact, max(since or new.begins, old.begins)
    begun = old.begins <= max(new.begins, new.learned)
    match relation:
        case Relation.SUPERSEDES | Relation.ENDS:
            by = new.fact.id if relation is Relation.SUPERSEDES else None
            if not begun:  # a plan that never came true
                return replace(fact, state=State.DEPRECATED, superseded_by=by)
            settled = fact.state is State.CONTESTED and start <= new.learned  # a plan settles it on its day
            state = State.OUTDATED if settled else fact.state
            return replace(fact, valid_to=start, superseded_by=by, state=state)
        case Relation.CORRECTS | Relation.RETRACTS:
            by = new.fact.id if relation is Relation.CORRECTS else None
            ends = fact.valid_to if fact.superseded_by is None else None
            return replace(fact, state=State.DEPRECATED, superseded_by=by, valid_to=ends)
        case Relation.CONTESTS:
            return replace(fact, state=State.CONTESTED)
        case _:
            return fact


def _settled(new: Known, relations: Sequence[tuple[Relation, Known]]) -> Fact:
    """The new fact as its relations leave it."""
    fact = new.fact
    if fact.change is Change.RETRACTION:
        return replace(fact, state=State.DEPRECATED)
    if any(relation is Relation.CONTESTS for relation, _ in relations):
        return replace(fact, state=State.CONTESTED)
    if fact.change is Change.CORRECTION and fact.polarity is Polarity.AFFIRMED:
        fact = _from_the_start(fact, [old for relation, old in relations if relation is Relation.CORRECTS])
    plans = [old for _, old in relations if yields(replace(new, fact=fact), old)]
    if fact.valid_to is not None or fact.change is Change.END:
        return fact
    if plans:
        first = min(plans, key=lambda old: old.begins)
        fact = replace(fact, valid_to=first.begins, superseded_by=first.fact.id)
    same = [old.fact for relation, old in relations if relation is Relation.SAME]
    for old in same if fact.change is Change.NEW else ():
        # said again in the time of a bound or of a plan, it ends with it
        if old.valid_to is not None and fact.valid_to is None:
            fact = replace(fact, valid_to=old.valid_to, superseded_by=old.superseded_by)
    return fact


def _from_the_start(fact: Fact, corrected: Sequence[Known]) -> Fact:
    """What was never true had no time of its own: the right value takes it over."""
    if not corrected:
        return fact
    begins = fact.valid_from or min(old.begins for old in corrected)
    bounds = [old.fact.valid_to for old in corrected if old.fact.superseded_by is None]
    ends = max((end for end in bounds if end is not None), default=None) if None not in bounds else None
    return replace(fact, valid_from=begins, valid_to=fact.valid_to or ends)


def _relinked(topic: Topic, relations: Sequence[tuple[Relation, Known]], new: Known) -> Topic:
    """Facts whose successor never was: they end with what took its place, or hold again."""
    whole = new.fact.change is Change.RETRACTION and not new.fact.object
    fallen = {
        old.fact.id: old
        for (_, old), now in zip(relations, topic, strict=True)
        if now.fact.state is State.DEPRECATED is not old.fact.state
    }
    replaces = new.fact.change is not Change.RETRACTION and new.fact.polarity is Polarity.AFFIRMED
    linked = []
    for one in topic:
        gone = fallen.get(one.fact.superseded_by or "")
        if gone is None or whole or one.fact.state is State.DEPRECATED:
            linked.append(one)
        elif replaces and excludes(new.fact, one.fact):
            begun = max(gone.begins, one.begins) <= new.learned
            ends = one.fact.valid_to if begun else max(new.begins, one.begins)
            linked.append(replace(one, fact=replace(one.fact, superseded_by=new.fact.id, valid_to=ends)))
        else:
            freed = replace(one.fact, superseded_by=None, valid_to=None, state=State.ACTIVE)
            linked.append(replace(one, fact=freed))
    return _disputed_again(tuple(linked), topic)


def _disputed_again(topic: Topic, before: Topic) -> Topic:
    """Two that fell together, and hold again together, are in dispute again."""
    freed = [
        now
        for now, was in zip(topic, before, strict=True)
        if now.fact.state is State.ACTIVE and was.fact.state in (State.OUTDATED, State.CONTESTED)
    ]
    rivals = {one.fact.id for one in freed for other in freed if excludes(one.fact, other.fact)}
    return tuple(
        replace(one, fact=replace(one.fact, state=State.CONTESTED)) if one.fact.id in rivals else one
        for one in topic
    )


def _reconciled(topic: Topic) -> Topic:
    """A contested fact that nothing contradicts any more is in force again."""
    return tuple(
        one
        if one.fact.state is not State.CONTESTED or any(_against(one.fact, other.fact) for other in topic)
        else replace(one, fact=replace(one.fact, state=State.ACTIVE))
        for one in topic
    )


def _against(one: Fact, other: Fact) -> bool:
    """Whether `other` keeps a contested fact in dispute: by rule, or as a model or a person has put it."""
    if other.state not in STANDING:
        return False
    said_so = other.state is State.CONTESTED and one.polarity is other.polarity is Polarity.AFFIRMED
    return excludes(one, other) or (said_so and key(one.object) != key(other.object))


# -- as it was first said ---------------------------------------------------------------------------------


def pristine(topic: Topic) -> Topic:
    """The statements as they were made, as far as can be told from what became of them.

    What no other statement of the topic explains was set by a person, and stays as it is.
    """
    facts = {one.fact.id: one for one in topic}
    return tuple(_pristine(topic, facts, one) for one in topic)


def _pristine(topic: Topic, facts: Mapping[str, Known], one: Known) -> Known:
    fact = one.fact
    by = facts.get(fact.superseded_by or "")
    if one.held or not _explained(topic, by, one):
        return one
    others = [other.begins for other in topic if other.fact.id != fact.id]
    if fact.change is Change.CORRECTION and fact.valid_from in others and not one.planned:
        fact = replace(fact, valid_from=None)
    own = bounded(topic, one) or (one.past and fact.superseded_by is None)
    ends = fact.valid_to if own else None
    return replace(one, fact=replace(fact, state=State.ACTIVE, valid_to=ends, superseded_by=None))


def _explained(topic: Topic, by: Known | None, one: Known) -> bool:
    """Whether the rules alone would have brought this fact where it stands."""
    fact = one.fact
    if fact.state in (State.ACTIVE, State.VOLATILE) or fact.change is Change.RETRACTION:
        return True
    if fact.state is State.CONTESTED:
        return any(excludes(fact, other.fact) for other in topic)
    if by is not None:
        return (
            by.fact.change in (Change.CHANGE, Change.CORRECTION, Change.INCREMENT)
            or by.fact.valid_to is not None
        )
    if fact.state is State.OUTDATED:
        return fact.valid_to is not None
    return any(
        other.fact.change is Change.RETRACTION
        and relate(other, replace(one, fact=replace(fact, state=State.ACTIVE))) is Relation.RETRACTS
        for other in topic
    ) or any(other.fact.change is Change.END for other in topic)


def known_at(topic: Topic, moment: datetime) -> Topic:
    """The topic as if nothing later had been learned, in the states it had then."""
    earlier = tuple(one for one in topic if one.learned <= moment)
    if len(earlier) == len(topic):
        return at(topic, moment)
    gone = {one.fact.id for one in topic} - {one.fact.id for one in earlier}
    said = tuple(
        replace(one, fact=replace(one.fact, superseded_by=None)) if one.fact.superseded_by in gone else one
        for one in pristine(topic)
        if one.learned <= moment
    )
    facts: Topic = ()
    for one in in_order(said):
        facts = _tell(at(facts, one.learned), one, {}).topic
    return at(facts, moment)
