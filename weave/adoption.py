"""What a section that another hand wrote or changed becomes: a memory of the person's own. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from weave import ids
from weave.drafts import facts_of, in_state
from weave.lineage import set_by_hand
from weave.model import GLOBAL, Memory, Provenance, Role, Source, State
from weave.scribe.importance import estimate
from weave.scribe.rules import extract


def scope_of(path: str) -> str:
    """The scope of what stands in a file: its place decides, not what a comment says."""
    return GLOBAL if path.startswith("memories/") else f"task:{path.split('/')[1]}"


def reread(memory: Memory) -> Memory:
    """The memory with the facts that its words state."""
    drafts = extract(memory.text, speaker="user", role=Role.USER, time=memory.created)
    return replace(memory, facts=facts_of(drafts, memory))


def again(memory: Memory, now: datetime) -> Memory:
    """A section that was copied and then says something else: what is true of the first is not of it."""
    return replace(
        memory,
        created=now,
        accessed=None,
        access_count=0,
        source=Source(),
        derived_from=(),
        superseded_by=None,
        state=State.ACTIVE,
        importance_raw=None,
        occurred=None,
    )


def adopted(memory: Memory, path: str, now: datetime, told: Mapping[str, str]) -> Memory:
    """A section without an id as the person's own word: an id, provenance user, pinned.

    `told` is what its comment says: an importance or a state that the person wrote stays.
    """
    scope = scope_of(path)
    usual = State.ACTIVE if scope == GLOBAL else State.VOLATILE
    return reread(
        replace(
            memory,
            id=ids.new(now),
            created=now if memory.created.year == 1970 else memory.created,
            provenance=Provenance.USER,
            pinned=True,
            scope=scope,
            state=memory.state if "state" in told and not memory.superseded_by else usual,
            importance=memory.importance if "importance" in told else estimate(memory.text),
        )
    )


def retaken(memory: Memory, known: Memory | None, buried: Memory | None, *, by_hand: bool = True) -> Memory:
    """A section with an id, after what is known of it: accesses are never uncounted, new words are read anew.

    `buried` is its copy in the trash, if the section was taken away and has come back. Not `by_hand`: it may be our
    own change, written just before a crash.
    """
    before = known or buried
    if before is None:
        return memory
    memory = replace(
        memory,
        access_count=max(memory.access_count, before.access_count),
        accessed=max(filter(None, (memory.accessed, before.accessed)), default=None),
    )
    if memory.text != before.text:
        return reread(memory)
    if memory.state is not before.state and memory.facts == before.facts:
        moved = in_state(replace(memory, state=before.state), memory.state)
        return set_by_hand(moved) if moved.derived_from and by_hand else moved
    return memory
