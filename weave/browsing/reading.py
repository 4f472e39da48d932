"""Reads for the browser: a listing, its lines, the whole of one memory. None of it runs on the thread that writes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from weave import scoring
from weave.browsing.model import Bond, Listing, Near, Whole
from weave.core import Core
from weave.errors import NotFound
from weave.model import Memory, Turn
from weave.sought import Line, Order, Sought

_NEAR = 12
"""Memories of one bond that are told; who hangs together with more is looked for by its words."""


def listing(core: Core, sought: Sought, order: Order, now: datetime) -> Listing:
    """What is sought, in order."""
    catalogue = core.catalogue
    return Listing(sought, order, catalogue.sought(sought, order, now), catalogue.count())


def ranked(core: Core, query: str, found: Sequence[str], sought: Sought, now: datetime) -> Listing:
    """What came to mind for a question, in its own order, as far as it is sought."""
    wanted = set(core.catalogue.sought(sought, Order.NEWEST, now))
    ids = tuple(id_ for id_ in found if id_ in wanted)
    return Listing(sought, Order.NEWEST, ids, core.catalogue.count(), query)


def lines(core: Core, ids: Sequence[str], now: datetime) -> tuple[Line | None, ...]:
    """The lines of these memories in the same order; None for one that is gone."""
    found = core.catalogue.lines(ids, now)
    return tuple([found.get(id_) for id_ in ids])


def whole(core: Core, id_: str, now: datetime) -> Whole:
    """Everything about a memory. Raises NotFound."""
    catalogue = core.catalogue
    memory = catalogue.get_many([id_]).get(id_)
    if memory is None:
        raise NotFound("This memory is gone: it was forgotten, or taken out of its file.")
    title, turns = _said(core, memory)
    sources = catalogue.get_many(memory.derived_from)
    return Whole(
        memory=memory,
        score=scoring.score(memory, 1.0, now, core.config.recall.strength_weight),
        file=catalogue.paths_of([id_]).get(id_, ""),
        turns=turns,
        conversation=title,
        near=_near(core, memory, list(sources.values())),
        missing=len(set(memory.derived_from)) - len(sources),
        facts=memory.facts,
    )


def _said(core: Core, memory: Memory) -> tuple[str, tuple[Turn, ...]]:
    """The conversation's title, and what of it this was made from."""
    conversation = memory.source.conversation
    if conversation is None or not core.journal.exists(conversation):
        return "", ()
    transcript = core.journal.read(conversation)
    wanted = set(memory.source.turns)
    return transcript.title, tuple(turn for turn in transcript.turns if turn.id in wanted)


def _near(core: Core, memory: Memory, sources: Sequence[Memory]) -> tuple[Near, ...]:
    catalogue = core.catalogue
    against = catalogue.conflicts([memory.id]).get(memory.id, ())
    # a memory is replaced by another one, or by a fact of it
    successor = (memory.superseded_by,) if memory.superseded_by else ()
    bonds: tuple[tuple[Bond, Sequence[str]], ...] = (
        (Bond.AGAINST, against),
        (Bond.REPLACED_BY, successor),
        (Bond.REPLACES, catalogue.succeeding(memory.id)),
        (Bond.RESTS_ON, [source.id for source in sources]),
        (Bond.CARRIES, catalogue.resting_on([memory.id]).get(memory.id, ())),
    )
    known = catalogue.get_many([id_ for _, ids in bonds for id_ in ids[:_NEAR]])
    return tuple(Near(bond, known[id_]) for bond, ids in bonds for id_ in ids[:_NEAR] if id_ in known)
