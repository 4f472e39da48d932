"""`forget --purge`: no byte of a memory stays in any file of the home.

Besides the memory itself go its source turns with the replies to them, whatever else was made from those turns
or from it, and every turn or memory that repeats its words; then each store rewrites its files and logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import ExitStack

from weave.backends.vector_text import pieces_of
from weave.core import Core
from weave.guest import Inbox
from weave.indexer import scrub_key
from weave.model import Memory, Role, Turn

LEAST_QUOTE = 12
"""Shorter texts are not searched for in other turns: they would match by chance."""


def purge(core: Core, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Remove every trace; returns all memories that had to go."""
    trashed = [memory for memory, _ in core.store.trash.all()]
    doomed = closure(memories, [*core.catalogue.each(), *trashed])
    words = [memory.text for memory in memories if len(memory.text) >= LEAST_QUOTE]
    turns = _erase_turns(core, doomed, words)
    everything = {memory.id: memory for memory in doomed}
    if turns:
        rest = [memory for memory in core.catalogue.each() if memory.id not in everything]
        for memory in rest:
            if (
                memory.source.conversation
                and {(memory.source.conversation, turn) for turn in memory.source.turns} & turns
            ):
                everything[memory.id] = memory
    gone = list(everything.values())
    ids = [memory.id for memory in gone]
    core.store.drop([id_ for id_ in ids if id_ in core.catalogue.get_many(ids)])
    core.store.trash.remove(ids)
    Inbox(core.place.home).erase(ids, words)
    scrub(core, gone)
    return tuple(gone)


def closure(memories: Sequence[Memory], others: Iterable[Memory]) -> list[Memory]:
    """These memories, what derives from them, what shares a source turn, and what repeats their words. Pure."""
    doomed = {memory.id: memory for memory in memories}
    turns = {(m.source.conversation, t) for m in memories for t in m.source.turns}
    words = [memory.text for memory in memories if len(memory.text) >= LEAST_QUOTE]
    pool = list(others)
    grown = True
    while grown:
        grown = False
        for memory in pool:
            if memory.id in doomed:
                continue
            shares = {(memory.source.conversation, turn) for turn in memory.source.turns} & turns
            derives = set(memory.derived_from) & doomed.keys()
            if shares or derives or any(text in memory.text for text in words):
                doomed[memory.id] = memory
                grown = True
    return list(doomed.values())


def _erase_turns(core: Core, doomed: Sequence[Memory], words: Sequence[str]) -> set[tuple[str, str]]:
    """Erase the source turns, the replies to them and every turn that repeats the words."""
    wanted: dict[str, set[str]] = {}
    for memory in doomed:
        if memory.source.conversation and memory.source.turns:
            wanted.setdefault(memory.source.conversation, set()).update(memory.source.turns)
    erased: set[tuple[str, str]] = set()
    for conversation in core.journal.ids():
        turns = core.journal.read(conversation).turns
        gone = with_replies(turns, wanted.get(conversation, set()), words)
        if gone:
            core.journal.erase(conversation, frozenset(gone))
            erased |= {(conversation, turn) for turn in gone}
    return erased


def with_replies(turns: Sequence[Turn], wanted: set[str], words: Sequence[str]) -> set[str]:
    """The turns wanted or repeating the words, and the answers that follow them. Pure."""
    gone: set[str] = set()
    replying = False
    for turn in turns:
        direct = turn.id in wanted or any(text in turn.text for text in words)
        if direct or (replying and turn.role is Role.ASSISTANT):
            gone.add(turn.id)
        replying = (direct and turn.role is Role.USER) or (replying and turn.role is not Role.USER)
    return gone


def scrub(core: Core, gone: Sequence[Memory]) -> None:
    """Delete from every backend now, and let each rewrite what it holds on disk."""
    ids = [memory.id for memory in gone]
    with ExitStack() as held:
        for lane in core.indexer.lanes:
            held.enter_context(lane.exclusively())
            if not lane.state.ready:
                core.notes.append(
                    f"{lane.backend.name} was not reachable for the purge and is rewritten when it is back."
                )
                core.catalogue.set_meta(scrub_key(lane.backend.name), "due")
                if core.cache is not None:
                    core.cache.forget([piece for memory in gone for piece in pieces_of(memory)])
                    core.cache.scrub()
                continue
            forget = getattr(lane.backend, "purge", None)
            if forget is not None:
                forget(gone)
            else:
                lane.backend.delete(ids)
            lane.backend.scrub()
            core.catalogue.outbox.finish_deletions(lane.backend.name, ids)
    core.catalogue.scrub()
