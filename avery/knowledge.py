"""What is asked of the memory beside the chat: where something comes from, and the picture of what is known."""

from __future__ import annotations

import asyncio
from datetime import UTC, tzinfo

from avery.events import Event, Noticed, Pictured, Reading
from avery.ui.plain import one_line
from weave.agents import agent_of
from weave.errors import NotFound
from weave.journal import Journal
from weave.model import Fact, Memory
from weave.picture import Row, neighbourhood, tree
from weave.weave import Weave

_ROWS, _NEIGHBOURS = 300, 40
"""Of a picture; what is more is counted in it."""


async def reading(journal: Journal, memory: Memory) -> Reading:
    """The conversation that a memory was made from. Raises NotFound when there is none, or it is gone."""
    source = memory.source
    if source.conversation is None:
        where = f"another agent, {agent}" if (agent := agent_of(source)) else f"the file {source.file}"
        told = f"comes from {where}" if source.file else "was not said in a conversation"
        raise NotFound(f"This memory {told}, so there is no talk to open.")
    if not await asyncio.to_thread(journal.exists, source.conversation):
        raise NotFound("The conversation this comes from is gone; only what was remembered of it is left.")
    transcript = await asyncio.to_thread(journal.read, source.conversation)
    return Reading(transcript.title, transcript.turns, source.turns)


async def picture(weave: Weave, name: str, zone: tzinfo | None) -> Event:
    """What is known around somebody or something; a sentence when nothing is."""
    facts = await weave.facts(name, hops=2)
    rows = await asyncio.to_thread(_rows, facts, name, zone or UTC)
    if not rows:
        return Noticed(f"Nothing is known of “{one_line(name, 80)}”: no fact names it so far.")
    return Pictured(name, rows)


def _rows(facts: list[Fact], name: str, zone: tzinfo) -> tuple[Row, ...]:
    return tree(neighbourhood(facts, name), zone, rows=_ROWS, neighbours=_NEIGHBOURS)
