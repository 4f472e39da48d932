"""What a new fact does to what was known: the same, compatible, a change, a correction, a conflict. Pure.

Only facts of one subject and one predicate can touch each other; unrelated facts never do. A
later value that marks a change, or a correction, supersedes if its trust is at least as high, or if a person
speaks of the own life; two flat claims are both contested, whatever their age.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from weave.model import Change, Fact, Polarity, Provenance, State
from weave.sameness import key

ANY_PREDICATE = "*"
"""The predicate of a correction that names values alone ("it's Porto, never Ghent")."""
_STANDING = (State.ACTIVE, State.VOLATILE, State.CONTESTED)


class Relation(StrEnum):
    """How a new fact stands to a known one."""

    SAME = "same"
    COMPATIBLE = "compatible"
    SUPERSEDES = "supersedes"
    CORRECTS = "corrects"
    RETRACTS = "retracts"
    ENDS = "ends"
    SUSPENDS = "suspends"
    """It holds for a bounded time only; afterwards the known one holds again."""
    CONTESTS = "contests"


class Verdict(StrEnum):
    """A model's word on a pair of facts, as schema `contradiction` has it."""

    SAME = "same"
    COMPATIBLE = "compatible"
    REFINES = "refines"
    CONTRADICTS = "contradicts"


@dataclass(frozen=True, slots=True)
class Known:
    """A fact with when it was learned."""

    fact: Fact
    learned: datetime

    @property
    def begins(self) -> datetime:
        """When it began to hold, as far as is known."""
        return self.fact.valid_from or self.learned


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two facts of one subject and one predicate of which the rules alone cannot tell how they stand."""

    new: Known
    existing: Known


def _own_life(fact: Fact) -> bool:
    """A person about themself: then the newest word of theirs wins over any provenance."""
    about = fact.subject.casefold()
    return fact.provenance is Provenance.USER and (about == "user" or about.startswith("user's "))


def _may_replace(new: Fact, old: Fact) -> bool:
    return new.provenance.trust >= old.provenance.trust or _own_life(new)


def _overlaps(new: Known, old: Known) -> bool:
    if old.fact.valid_to is not None and old.fact.valid_to <= new.begins:
        return False
    return not (new.fact.valid_to is not None and new.fact.valid_to <= old.begins)


def relate(new: Known, old: Known) -> Relation:
    """What `new` does to `old`. Both are about one subject and one predicate, or it is COMPATIBLE."""
    mine, theirs = new.fact, old.fact
    if (
        key(mine.subject) != key(theirs.subject)
        or mine.predicate != theirs.predicate
        or theirs.state not in _STANDING
    ):
        return Relation.COMPATIBLE
    same_object = key(mine.object) == key(theirs.object)
    if mine.change is Change.RETRACTION:
        return Relation.RETRACTS if same_object or not mine.object else Relation.COMPATIBLE
    if mine.polarity is not theirs.polarity:
        return _opposed(new, old, same_object)
    if same_object:
        return Relation.SAME
    if mine.polarity is Polarity.NEGATED or not (mine.single_valued or theirs.single_valued):
        return Relation.COMPATIBLE
    return _replaced(new, old)


def _opposed(new: Known, old: Known, same_object: bool) -> Relation:
    """The same triple, affirmed and denied."""
    mine = new.fact
    if not same_object:
        return Relation.COMPATIBLE
    if mine.change is Change.CORRECTION and _may_replace(mine, old.fact):
        return Relation.CORRECTS
    if mine.change in (Change.END, Change.CHANGE) and _may_replace(mine, old.fact):
        return Relation.ENDS if mine.polarity is Polarity.NEGATED else Relation.SUPERSEDES
    return Relation.CONTESTS if _overlaps(new, old) else Relation.COMPATIBLE


def _replaced(new: Known, old: Known) -> Relation:
    """Another value of what has one value at a time."""
    mine = new.fact
    if mine.change is Change.CORRECTION and _may_replace(mine, old.fact):
        return Relation.CORRECTS
    if not _overlaps(new, old):
        return Relation.COMPATIBLE
    if mine.change in (Change.CHANGE, Change.INCREMENT, Change.END) and _may_replace(mine, old.fact):
        return Relation.SUSPENDS if mine.valid_to is not None else Relation.SUPERSEDES
    return Relation.CONTESTS


def touched(old: Known, relation: Relation, new: Known, now: datetime) -> Fact:
    """The known fact after `new`, as `relation` says."""
    fact, start = old.fact, max(new.begins, old.begins)
    match relation:
        case Relation.SUPERSEDES | Relation.SUSPENDS:
            ended = replace(fact, valid_to=start, superseded_by=new.fact.id)
            return ended if start > now else replace(ended, state=State.OUTDATED)
        case Relation.ENDS:
            ended = replace(fact, valid_to=start)
            return ended if start > now else replace(ended, state=State.OUTDATED)
        case Relation.CORRECTS:
            return replace(fact, state=State.DEPRECATED, superseded_by=new.fact.id)
        case Relation.RETRACTS:
            return replace(fact, state=State.DEPRECATED)
        case Relation.CONTESTS:
            return replace(fact, state=State.CONTESTED)
        case _:
            return fact


def settled(new: Known, relations: list[tuple[Relation, Known]], now: datetime) -> Fact:
    """The new fact in the state that its relations give it."""
    fact = new.fact
    corrected = [old for relation, old in relations if relation is Relation.CORRECTS]
    if corrected and fact.valid_from is None and fact.polarity is Polarity.AFFIRMED:
        # what was never true had no time of its own: the right value held from the start
        fact = replace(fact, valid_from=min(old.begins for old in corrected))
    if fact.change is Change.RETRACTION:
        return replace(fact, state=State.DEPRECATED)
    if any(relation is Relation.CONTESTS for relation, _ in relations):
        return replace(fact, state=State.CONTESTED)
    if fact.valid_to is not None and fact.valid_to <= now:
        return replace(fact, state=State.OUTDATED)
    if fact.valid_from is not None and fact.valid_from > now:
        return replace(fact, state=State.VOLATILE)
    return fact


def named_by_value(fact: Fact, others: list[Known]) -> Fact:
    """A correction without a predicate takes that of the subject's fact with the value it denies."""
    if fact.predicate != ANY_PREDICATE:
        return fact
    holders = [
        old.fact.predicate
        for old in others
        if key(old.fact.subject) == key(fact.subject)
        and key(old.fact.object) == key(fact.object)
        and old.fact.state in _STANDING
    ]
    return replace(fact, predicate=holders[-1]) if holders else fact


def counted(fact: Fact, others: list[Known]) -> Fact:
    """ "+1" and "-1" become the derived total of what is counted."""
    if fact.change is not Change.INCREMENT:
        return fact
    for old in reversed(others):
        if old.fact.predicate == fact.predicate and old.fact.state in _STANDING:
            try:
                total = int(old.fact.object) + int(fact.object)
            except ValueError:
                continue
            return replace(fact, object=str(max(0, total)), single_valued=True)
    return fact


def due(fact: Fact, successor: Fact | None, now: datetime) -> Fact:
    """A fact as time alone changes it: a plan comes into force, a bounded one expires, the old holds again."""
    if fact.state is State.VOLATILE and fact.valid_from is not None and fact.valid_from <= now:
        fact = replace(fact, state=State.ACTIVE)
    if fact.state is State.ACTIVE and fact.valid_to is not None and fact.valid_to <= now:
        fact = replace(fact, state=State.OUTDATED)
    suspended = (
        fact.state is State.OUTDATED
        and successor is not None
        and fact.superseded_by == successor.id
        and successor.valid_to is not None
        and successor.valid_to <= now
    )
    return replace(fact, state=State.ACTIVE, valid_to=None, superseded_by=None) if suspended else fact
