"""What points nowhere, and what rests on nothing. Pure: rows of memories, and what is known to exist."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from weave.analytics.model import Finding
from weave.model import GLOBAL, Provenance, State

if TYPE_CHECKING:
    from weave.catalogue_analytics import Sketch

_FALLEN = (State.OUTDATED, State.DEPRECATED)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What memories may point at, beside each other."""

    conversations: Collection[str]
    """The ids of those that have a transcript."""
    pads: Mapping[str, bool]
    """Open tasks by id, and whether the file that says what each is can be read."""
    disputing: Collection[str]
    """Ids of memories that state a contested fact."""
    is_file: Callable[[str], bool]
    """Whether a source file exists."""


class _Linked(NamedTuple):
    """A memory that names others."""

    id: str
    in_force: bool
    derived_from: tuple[str, ...]
    superseded_by: str | None


class Links:
    """Takes memories in page by page, and holds those that name others, or that something is wrong with."""

    def __init__(self, around: Surroundings) -> None:
        self._around = around
        self._linked: list[_Linked] = []
        self._fallen: set[str] = set()
        self._astray: list[Finding] = []
        self._baseless: list[Finding] = []
        self.contested: list[Finding] = []
        """What contradicts something else and waits for a person's word."""

    def take(self, page: Sequence[Sketch]) -> None:
        """Take these in."""
        for one in page:
            fallen = one.state in _FALLEN
            # nearly always empty: reading JSON for it would cost more than all the rest
            sources = () if one.derived_from == "[]" else tuple(json.loads(one.derived_from))
            if sources or one.superseded_by:
                self._linked.append(_Linked(one.id, not fallen, sources, one.superseded_by))
            self._astray += _astray(one, self._around)
            if fallen:
                self._fallen.add(one.id)
            elif one.state == State.CONTESTED or one.id in self._around.disputing:
                self.contested.append(Finding(one.id, "is contradicted, and nobody has decided"))
            if not (fallen or sources) and _groundless(one):
                self._baseless.append(Finding(one.id, "was inferred, and does not say from what"))

    def missing(self, alive: Collection[str]) -> set[str]:
        """The ids that memories name and that none of them has."""
        named = {id_ for one in self._linked for id_ in one.derived_from}
        named |= {one.superseded_by for one in self._linked if one.superseded_by}
        return named.difference(alive)

    def orphans(self, lost: Collection[str], jobs: Sequence[tuple[str, str]] = ()) -> list[Finding]:
        """What points at something that does not exist, one finding for each pointer.

        `lost`: ids that are not there and that nobody knows the whereabouts of; `jobs`: (backend, id) of what waits
        to be indexed without a memory.
        """
        found = [finding for one in self._linked for finding in _lost(one, lost)]
        pads = [
            Finding(f"task:{pad}", "its task.json is missing or cannot be read")
            for pad, readable in self._around.pads.items()
            if not readable
        ]
        waiting = [Finding(id_, f"waits for {backend}, and is no memory") for backend, id_ in jobs]
        return [*self._astray, *found, *pads, *waiting]

    def unproven(self, withdrawn: Collection[str]) -> list[Finding]:
        """What was concluded from nothing that is known, or from what has fallen since; only what is still in force.

        `withdrawn`: ids of what a person took away, since it was wrong.
        """
        found = list(self._baseless)
        for one in self._linked:
            gone = [id_ for id_ in one.derived_from if id_ in self._fallen or id_ in withdrawn]
            if gone and one.in_force:
                found.append(Finding(one.id, f"rests on {gone[0]}, which no longer holds"))
        return found


def _astray(one: Sketch, around: Surroundings) -> Iterator[Finding]:
    if one.conversation and one.conversation not in around.conversations:
        yield Finding(one.id, f"comes from the conversation {one.conversation}, which is nowhere")
    if one.file and not around.is_file(one.file):
        yield Finding(one.id, f"comes from the file {one.file}, which is nowhere")
    if one.scope != GLOBAL and one.scope.removeprefix("task:") not in around.pads:
        yield Finding(one.id, f"lies in {one.scope}, which is no task")


def _lost(one: _Linked, lost: Collection[str]) -> Iterator[Finding]:
    for source in one.derived_from:
        if source in lost:
            yield Finding(one.id, f"was made from {source}, which is nowhere")
    if one.superseded_by in lost:
        yield Finding(one.id, f"was superseded by {one.superseded_by}, which is nowhere")


def _groundless(one: Sketch) -> bool:
    inferred = one.provenance == Provenance.INFERRED and one.state != State.TRANSIENT
    return inferred and not (one.has_turns or one.file)
