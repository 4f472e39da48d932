"""Whether the indexes hold what is remembered, and nothing else.

Two counts tell it in nearly every case and cost nothing. Only where they do not agree are the ids of both sides laid
beside each other. What waits in the outbox is on its way, and is left out on both sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from weave.analytics.model import Finding
from weave.catalogue import Catalogue
from weave.core import Core
from weave.errors import WeaveError

GUEST = "the owner of this home holds the indexes"


@runtime_checkable
class Listing(Protocol):
    """A backend that can say what it holds."""

    def ids(self) -> Iterator[str]:
        """The ids of the memories that are indexed."""


@dataclass(frozen=True, slots=True)
class Compared:
    """What does not agree, of how many entries that there should be; `unchecked`: what could not be asked, and why."""

    findings: tuple[Finding, ...] = ()
    entries: int = 0
    unchecked: str = ""


def compare(core: Core) -> Compared:
    """Every backend that is open against the catalogue. May block; call it from a thread of its own."""
    if core.guest:
        return Compared(unchecked=GUEST)
    findings: list[Finding] = []
    entries = 0
    away: list[str] = []
    for lane in core.indexer.lanes:
        backend = lane.backend
        if not isinstance(backend, Listing):
            continue
        try:
            findings += _differences(backend.name, backend, backend.count(), core.catalogue)
            entries += core.catalogue.count()
        except WeaveError:
            away.append(backend.name)
    asked = bool(entries) or not away
    return Compared(tuple(findings), entries, "" if asked else f"{', '.join(away)} could not be asked")


def _differences(name: str, backend: Listing, held: int, catalogue: Catalogue) -> list[Finding]:
    """What one backend lacks, and what it has too much. Raises BackendError when it does not answer.

    Told only when it stands so twice: what was indexed while the first list was read is in the second.
    """
    if held == catalogue.count() and not catalogue.waiting_ids(name):
        return []
    lacking, surplus = _apart(name, backend, catalogue)
    if lacking or surplus:
        again = _apart(name, backend, catalogue)
        lacking, surplus = lacking & again[0], surplus & again[1]
    return [
        *(Finding(id_, f"is not in {name}") for id_ in sorted(lacking)),
        *(Finding(id_, f"is in {name}, and is no memory") for id_ in sorted(surplus)),
    ]


def _apart(name: str, backend: Listing, catalogue: Catalogue) -> tuple[set[str], set[str]]:
    """(ids that are not in the backend, ids that are only there), without what waits to be indexed."""
    waiting = catalogue.waiting_ids(name)
    there, known = set(backend.ids()), set(catalogue.known_ids())
    waiting |= catalogue.waiting_ids(name)
    return known - there - waiting, there - known - waiting
