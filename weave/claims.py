"""The same id in more than one section: a move that a crash cut short, a copy, or a copy that was then changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from weave.errors import HomeError
from weave.markdown import Section
from weave.model import Memory
from weave.store import Store


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A section of a changed file that says it is the memory of its id."""

    path: str
    section: Section = field(repr=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Claim) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[str, int]:
        return self.path, self.section.span.start


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a claim: it owns the id, becomes a memory of its own, is a leftover, or only noted."""

    owns: bool = False
    adopt: bool = False
    leftover: bool = False
    note: str | None = None


OWNER = Verdict(owns=True)


def judge(store: Store, claims: Sequence[Claim]) -> dict[Claim, Verdict]:
    """A verdict for each claim. An unchanged file that holds the id as well may lose a leftover here."""
    by_id: dict[str, list[Claim]] = {}
    for claim in claims:
        by_id.setdefault(claim.section.id, []).append(claim)
    places = store.catalogue.paths_of(list(by_id))
    changed = {claim.path for claim in claims}
    verdicts: dict[Claim, Verdict] = {}
    for id_, rivals in by_id.items():
        place = places.get(id_)
        elsewhere = _unchanged(store, id_, place) if place is not None and place not in changed else None
        if len(rivals) == 1 and elsewhere is None:
            verdicts[rivals[0]] = OWNER
        else:
            verdicts |= _among(store, rivals, elsewhere, place)
    return verdicts


def _unchanged(store: Store, id_: str, path: str) -> Claim | None:
    """The section that the catalogue knows, in a file that was not read now."""
    if not (store.place.home / path).is_file():
        return None
    try:
        section = store.physical.read(path).section(id_)
    except HomeError:  # it cannot be looked at now, which does not make it gone
        return None
    return Claim(path, section) if section is not None else None


def _among(
    store: Store, rivals: Sequence[Claim], elsewhere: Claim | None, place: str | None
) -> dict[Claim, Verdict]:
    everyone = [*rivals, elsewhere] if elsewhere is not None else list(rivals)
    owner = _owner(store, everyone, elsewhere, place)
    verdicts: dict[Claim, Verdict] = {}
    for claim in everyone:
        if claim == owner:
            verdict = OWNER
        elif _moved(store, claim, owner):
            verdict = Verdict(leftover=True)
        elif _same(claim, owner):
            verdict = Verdict(note=_repeat(claim, owner))
        else:
            verdict = Verdict(adopt=True)
        if claim is not elsewhere:
            verdicts[claim] = verdict
        elif verdict.leftover:
            store.clear_away([claim.section.id], claim.path)
            store.keep([claim.path])
    return verdicts


def _owner(store: Store, everyone: Sequence[Claim], elsewhere: Claim | None, place: str | None) -> Claim:
    """The newer end of our own move; else what the catalogue knows; else the first."""
    for claim in everyone:
        if any(_moved(store, other, claim) for other in everyone if other is not claim):
            return claim
    if elsewhere is not None:
        return elsewhere
    known = store.catalogue.get_many([everyone[0].section.id]).get(everyone[0].section.id)
    at_home = [claim for claim in everyone if claim.path == place] or list(everyone)
    return next((claim for claim in at_home if known and claim.section.text == known.text), at_home[0])


def _moved(store: Store, old: Claim, new: Claim) -> bool:
    """Whether a crash between the two writes of a move left `old` behind: to the global scope, or another type."""
    if old.path == new.path or not _same(old, new):
        return False
    if old.path.startswith("tasks/") and new.path.startswith("memories/"):
        return True
    if new.path.split("/")[:-2] != old.path.split("/")[:-2]:
        return False
    known = store.catalogue.get_many([old.section.id]).get(old.section.id)
    return (
        known is not None
        and known.type is old.section.memory.type
        and known.type is not new.section.memory.type
        and _at_home(store, old)
        and _at_home(store, new)
    )


def _at_home(store: Store, claim: Claim) -> bool:
    memory: Memory = claim.section.memory
    return store.physical.path_for(memory) == claim.path


def _same(one: Claim, other: Claim) -> bool:
    return (one.section.title, one.section.text) == (other.section.title, other.section.text)


def _repeat(claim: Claim, owner: Claim) -> str:
    where = "this file" if claim.path == owner.path else owner.path
    return (
        f"{claim.path} repeats {claim.section.id} of {where}, so it is not indexed a second time; "
        "delete one of the two, or change the words of one, which makes it a memory of its own."
    )
