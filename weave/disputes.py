"""What is in dispute and what a decision makes of it: facts that cannot all hold, and the states they end in. Pure.

Whether two facts can stand together is `weave.contradiction`'s word alone; here they are only gathered.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave.clock import iso
from weave.contradiction import STANDING, Known, excludes, overlap, topic_of
from weave.echoes import moved
from weave.model import Change, Fact, Memory, Polarity, Side, State
from weave.revision import follow, known_of
from weave.sameness import key

_REPLACING = (Change.CHANGE, Change.CORRECTION, Change.INCREMENT)
_DECIDED = "decided"
Claim = tuple[str, Polarity]
"""What a fact says of its topic: sides of one claim stand and fall together, however they are worded."""


def claim_of(fact: Fact) -> Claim:
    """The claim of a fact."""
    return key(fact.object), fact.polarity


def by_claim(sides: Iterable[Side]) -> list[tuple[Side, ...]]:
    """The sides of a conflict, those of one claim together, in their order."""
    found: dict[Claim, list[Side]] = {}
    for side in sides:
        found.setdefault(claim_of(side.fact), []).append(side)
    return [tuple(claim) for claim in found.values()]


def value_of(fact: Fact) -> str:
    """The value that a fact claims, in its own words; a denial begins with "not"."""
    words = fact.object if fact.object.strip() else "(nothing)"
    return f"not {words}" if fact.polarity is Polarity.NEGATED else words


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact with the memory that states it."""

    fact: Fact
    memory: Memory

    @property
    def claim(self) -> Claim:
        """What it says."""
        return claim_of(self.fact)

    @property
    def known(self) -> Known:
        """As the rules judge it."""
        return known_of(self.memory, self.fact)

    @property
    def order(self) -> tuple[datetime, str]:
        """By when it was learned."""
        return self.memory.created, self.fact.id


Party = tuple[Stated, ...]
"""The facts of one conflict, oldest first."""


def opposed(one: Stated, other: Stated) -> bool:
    """Whether the two, both standing, cannot both hold."""
    if topic_of(one.fact) != topic_of(other.fact):
        return False
    return excludes(one.fact, other.fact) and overlap(one.known, other.known)


def parties(group: Iterable[Stated]) -> list[Party]:
    """The conflicts among facts of one subject and predicate: each has a contested fact and two claims or more.

    A fact in force belongs to one if a contested fact opposes it, as when a forgotten side was brought back.
    """
    standing = sorted((s for s in group if s.fact.state in STANDING), key=lambda stated: stated.order)
    contested = [stated for stated in standing if stated.fact.state is State.CONTESTED]
    rivals = [
        stated
        for stated in standing
        if stated.fact.state is not State.CONTESTED and any(opposed(stated, one) for one in contested)
    ]
    found = [party for party in _joined([*contested, *rivals]) if _claims(party) > 1]
    # what a model or a person put in dispute against the rules is in dispute with its like
    bound = {stated.fact.id for party in found for stated in party}
    left = tuple(stated for stated in contested if stated.fact.id not in bound)
    if _claims(left) > 1:
        found.append(left)
    return sorted(found, key=lambda party: party[0].order)


def against(party: Party, wanted: Collection[str]) -> dict[str, tuple[str, ...]]:
    """For each of these memories with a contested side, the ids of those that say something else."""
    claims = [(one, one.claim) for one in party]
    return {
        one.memory.id: tuple(dict.fromkeys(other.memory.id for other, said in claims if said != claim))
        for one, claim in claims
        if one.fact.state is State.CONTESTED and one.memory.id in wanted
    }


def _claims(party: Collection[Stated]) -> int:
    return len({stated.claim for stated in party})


def _joined(facts: Sequence[Stated]) -> list[Party]:
    """Facts that oppose each other, or say the same, together."""
    waiting, found = list(facts), []
    while waiting:
        party, reached = [], [waiting.pop(0)]
        while reached:
            at = reached.pop()
            party.append(at)
            near = [one for one in waiting if one.claim == at.claim or opposed(one, at)]
            taken = {one.fact.id for one in near}
            waiting = [one for one in waiting if one.fact.id not in taken]
            reached += near
        found.append(tuple(sorted(party, key=lambda stated: stated.order)))
    return found


def decided(party: Party, kept: Collection[str], now: datetime) -> tuple[list[Fact], list[Fact]]:
    """(kept, fallen) as a person's choice of fact ids leaves them; what says the same as a kept one is kept.

    Kept alone it is in force, and the others were true up to its beginning; if it began no later than they,
    they never held. Different claims kept side by side are values of a plural thing. None kept: all withdrawn.
    """
    claims = {stated.claim for stated in party if stated.fact.id in kept}
    staying = [stated for stated in party if stated.claim in claims]
    falling = [stated for stated in party if stated.claim not in claims]
    if not staying:
        return [], [_withdrawn(stated.fact) for stated in falling]
    plural = len(claims) > 1
    return (
        [_in_force(stated.fact, plural, now) for stated in staying],
        [_superseded(stated, staying, now) for stated in falling],
    )


def _in_force(fact: Fact, plural: bool, now: datetime) -> Fact:
    state = State.ACTIVE
    if fact.valid_from is not None and fact.valid_from > now:
        state = State.VOLATILE  # a plan: in force from its beginning on
    elif fact.valid_to is not None and fact.valid_to <= now:
        state = State.OUTDATED
    single = fact.single_valued and not plural
    # it holds by the person's word now, not for having marked a change: told anew, it is not weighed again
    change = Change.NEW if fact.change in _REPLACING else fact.change
    return replace(fact, state=state, superseded_by=None, single_valued=single, change=change)


def _superseded(stated: Stated, staying: Sequence[Stated], now: datetime) -> Fact:
    """It held until what is kept began: not at all, or until a day to come."""
    rivals = [one for one in staying if opposed(one, stated)] or staying
    by = min((one for one in rivals if one.claim == rivals[-1].claim), key=lambda one: one.known.begins)
    begins, ends = stated.known.begins, stated.fact.valid_to
    end = max(by.known.begins, begins)
    end = end if ends is None or ends > end else ends
    state = State.ACTIVE if begins <= now < end else State.OUTDATED
    return replace(stated.fact, state=state, superseded_by=by.fact.id, valid_to=end)


def _withdrawn(fact: Fact) -> Fact:
    return replace(fact, state=State.DEPRECATED, superseded_by=None)


def released(fact: Fact, now: datetime) -> Fact:
    """A fact whose opponents are gone: in force again."""
    return _in_force(fact, False, now)


def restated(memory: Memory, facts: Iterable[Fact], owners: Callable[[str], str | None]) -> Memory:
    """The memory with these of its facts as they are now, in the state that follows from them."""
    now = {fact.id: fact for fact in facts}
    return follow(replace(memory, facts=tuple(now.get(f.id, f) for f in memory.facts)), owners)


def dated(memory: Memory, facts: Iterable[Fact], now: datetime) -> Memory:
    """The memory with the note, among the keys of its comment, of when a person decided about these of its facts."""
    mine = {fact.id for fact in memory.facts}
    notes = _notes(memory) | {fact.id: iso(now) for fact in facts if fact.id in mine}
    rest = tuple(pair for pair in memory.extra if pair[0] != _DECIDED)
    return replace(memory, extra=(*rest, (_DECIDED, ",".join(f"{id_}@{at}" for id_, at in notes.items()))))


def before_decision(memory: Memory, fact: Fact, moment: datetime) -> Fact:
    """The fact as it stood at the moment: in dispute still, if a person decided only later."""
    try:
        decided_at = datetime.fromisoformat(_notes(memory).get(fact.id, ""))
    except ValueError:
        return fact
    if decided_at.tzinfo is None or decided_at <= moment:
        return fact
    ends = fact.valid_to if fact.superseded_by is None else None
    return replace(fact, state=State.CONTESTED, superseded_by=None, valid_to=ends, single_valued=True)


def _notes(memory: Memory) -> dict[str, str]:
    """When each fact was decided about, as it is written."""
    noted = next((value for key_, value in memory.extra if key_ == _DECIDED), "")
    pairs = (note.partition("@") for note in noted.split(","))
    return {id_.strip(): at.strip() for id_, sign, at in pairs if sign}


def echoes(memory: Memory, beside: Sequence[Memory]) -> list[Memory]:
    """Verbatim episodes of the memory's one turn that go with what was told in it, or come back with it.

    `beside`: all memories of that turn.
    """
    return moved(beside) if len(memory.source.turns) == 1 else []
