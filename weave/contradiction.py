"""What a new fact does to what was known: the same, compatible, a change, a correction, a conflict. Pure.

Only facts of one subject and one predicate can touch each other; unrelated facts never do. A
later value that marks a change, or a correction, supersedes if its trust is at least as high, or if a person
speaks of the own life; two flat claims are both contested, whatever their age.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weave.model import Change, Fact, Polarity, Provenance, State
from weave.sameness import key

ANY_PREDICATE = "*"
"""The predicate of a correction that names values alone ("it's Porto, never Ghent")."""
STANDING = (State.ACTIVE, State.VOLATILE, State.CONTESTED)
_FEW = 3
"""Values of one thing of which a model is asked whether they exclude each other; of more, many may hold at once."""
_WORD = re.compile(r"[^\W_]+")


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
    held: bool = False
    """True for a fact of a memory that waits for what it was derived from: time alone does not put it in force."""

    @property
    def begins(self) -> datetime:
        """When it began to hold, as far as is known."""
        return self.fact.valid_from or self.learned

    @property
    def planned(self) -> bool:
        """Whether it was to begin later than it was said."""
        return self.fact.valid_from is not None and self.fact.valid_from > self.learned

    @property
    def past(self) -> bool:
        """Whether it was over already when it was said, and so says nothing of what holds since."""
        return self.fact.valid_to is not None and self.fact.valid_to <= self.learned

    @property
    def standing(self) -> bool:
        """Whether it holds, may hold, or will."""
        return self.fact.state in STANDING


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two facts of one subject and one predicate of which the rules alone cannot tell how they stand."""

    new: Known
    existing: Known


def topic_of(fact: Fact) -> tuple[str, str]:
    """What facts must share to touch each other: the subject, however spelled, and the predicate."""
    return key(fact.subject), fact.predicate


def own_life(fact: Fact) -> bool:
    """A person about themself: then the newest word of theirs wins over any provenance."""
    about = fact.subject.casefold()
    return fact.provenance is Provenance.USER and (about == "user" or about.startswith("user's "))


def may_replace(new: Fact, old: Fact) -> bool:
    """Whether the new fact is trusted enough to retire the old one."""
    return new.provenance.trust >= old.provenance.trust or own_life(new)


def agree(one: str, other: str) -> bool:
    """Whether two objects are one, or one says the same with words more: "Fabia", "blue Fabia"."""
    if key(one) == key(other):
        return True
    mine, theirs = set(_WORD.findall(key(one))), set(_WORD.findall(key(other)))
    return bool(mine and theirs) and (mine <= theirs or theirs <= mine)


def excludes(one: Fact, other: Fact) -> bool:
    """Whether two facts of one topic cannot both hold at a time, at face value."""
    same = key(one.object) == key(other.object)
    if one.polarity is not other.polarity:
        return same
    return not same and one.polarity is Polarity.AFFIRMED and (one.single_valued or other.single_valued)


def overlap(new: Known, old: Known) -> bool:
    """Whether the times in which they hold have a moment in common."""
    if old.fact.valid_to is not None and old.fact.valid_to <= new.begins:
        return False
    return not (new.fact.valid_to is not None and new.fact.valid_to <= old.begins)


def relate(new: Known, old: Known) -> Relation:
    """What `new` does to `old`. Both are about one subject and one predicate, or it is COMPATIBLE."""
    mine, theirs = new.fact, old.fact
    if topic_of(mine) != topic_of(theirs) or not old.standing:
        return Relation.COMPATIBLE
    if mine.change is Change.RETRACTION:
        meant = not mine.object or agree(mine.object, theirs.object)
        return Relation.RETRACTS if meant and may_replace(mine, theirs) else Relation.COMPATIBLE
    if mine.change is Change.END:
        return _ended(new, old)
    if new.past and mine.change is not Change.CORRECTION:
        return Relation.COMPATIBLE
    if mine.polarity is not theirs.polarity:
        return _opposed(new, old)
    if key(mine.object) == key(theirs.object):
        stays = mine.change in (Change.CHANGE, Change.CORRECTION) and mine.valid_to is None
        for_good = stays and theirs.valid_to is not None and theirs.superseded_by is None
        return Relation.SUPERSEDES if for_good and overlap(new, old) else Relation.SAME
    return _replaced(new, old) if excludes(mine, theirs) else Relation.COMPATIBLE


def _ended(new: Known, old: Known) -> Relation:
    """It is over; `new` names what is, or everything about the topic."""
    mine, theirs = new.fact, old.fact
    if mine.object and not agree(mine.object, theirs.object):
        return Relation.COMPATIBLE
    if theirs.polarity is Polarity.NEGATED:
        return Relation.SAME
    return Relation.ENDS if may_replace(mine, theirs) else Relation.CONTESTS


def _opposed(new: Known, old: Known) -> Relation:
    """One affirms what the other denies, or something else."""
    mine, theirs = new.fact, old.fact
    corrects = mine.change is Change.CORRECTION
    if not (agree if corrects else _identical)(mine.object, theirs.object):
        return Relation.COMPATIBLE
    if corrects and may_replace(mine, theirs):
        return Relation.CORRECTS
    return _outdone(new, old)


def _identical(one: str, other: str) -> bool:
    return key(one) == key(other)


def _replaced(new: Known, old: Known) -> Relation:
    """Another value of what has one value at a time."""
    mine, theirs = new.fact, old.fact
    if mine.change is Change.CORRECTION and may_replace(mine, theirs):
        return _corrected(new, old)
    if mine.change is Change.NEW and mine.valid_to is None and agree(mine.object, theirs.object):
        return Relation.COMPATIBLE  # it says the same more exactly
    return _outdone(new, old)


def _corrected(new: Known, old: Known) -> Relation:
    """A slip about a plan says nothing of what holds until then, and the other way round."""
    if new.planned and old.begins <= new.learned:
        return Relation.SUPERSEDES if overlap(new, old) else Relation.COMPATIBLE
    return Relation.COMPATIBLE if yields(new, old) else Relation.CORRECTS


def _outdone(new: Known, old: Known) -> Relation:
    mine = new.fact
    if not overlap(new, old) or yields(new, old):
        return Relation.COMPATIBLE
    if may_replace(mine, old.fact):
        if mine.valid_to is not None and not new.past:
            return Relation.SUSPENDS
        if mine.change in (Change.CHANGE, Change.INCREMENT) or unbased(old.fact):
            return Relation.SUPERSEDES
    return Relation.CONTESTS


def yields(new: Known, old: Known) -> bool:
    """Whether `new` is about a time before a plan takes its place, and so says nothing against the plan."""
    return (
        old.standing
        and old.begins > new.begins
        and old.begins > new.learned
        and not new.planned
        and excludes(new.fact, old.fact)
    )


def unbased(fact: Fact) -> bool:
    """A "+1" of which nobody knows to what."""
    return fact.change is Change.INCREMENT and fact.object[:1] in ("+", "-")


def judged(relation: Relation, new: Known, old: Known, verdict: Verdict | None) -> Relation:
    """The relation after a model's word, which can put in dispute or reconcile, and retires nothing.

    "The same" is only taken from it where the words of both objects agree.
    """
    if verdict is None or not disputable(relation, new, old):
        return relation
    if verdict is Verdict.CONTRADICTS:
        return Relation.CONTESTS
    if verdict is Verdict.SAME:
        return Relation.SAME if agree(new.fact.object, old.fact.object) else relation
    return Relation.COMPATIBLE


def disputable(relation: Relation, new: Known, old: Known) -> bool:
    """Whether a model may be asked about this pair: a conflict by rule, or two values side by side."""
    mine, theirs = new.fact, old.fact
    if relation is Relation.CONTESTS:
        return True
    return (
        relation is Relation.COMPATIBLE
        and topic_of(mine) == topic_of(theirs)
        and old.standing
        and mine.change is Change.NEW
        and mine.polarity is theirs.polarity is Polarity.AFFIRMED
        and key(mine.object) != key(theirs.object)
        and not yields(new, old)
        and not new.past
    )


def doubtful(new: Known, relations: list[tuple[Relation, Known]]) -> list[Candidate]:
    """The pairs of a new fact about which a model's word would count, as many as are worth a question."""
    asked = [(relation, old) for relation, old in relations if disputable(relation, new, old)]
    plural = {key(old.fact.object) for relation, old in asked if relation is Relation.COMPATIBLE}
    return [
        Candidate(new, old) for relation, old in asked if relation is Relation.CONTESTS or len(plural) <= _FEW
    ]
