"""Episodes for tests of replay, and replies of the schema `replay`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

from tests.support.homes import NOW
from tests.support.server import Request, ScriptedServer
from weave import ids
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint
from weave.model import Memory, MemoryType, Provenance, State
from weave.ports import Models
from weave.weave import Weave

COFFEE = (
    "Had coffee with Sarah, she ordered a dark roast.",
    "Coffee with Sarah again; dark roast for her.",
    "Sarah and I had coffee. She took the dark roast.",
)


def episode(text: str, days: float, **changes: object) -> Memory:
    """What the person told so many days ago."""
    time = NOW - timedelta(days=days)
    made = Memory(
        ids.derived(time, 0, text),
        MemoryType.EPISODIC,
        text[:40],
        text,
        State.ACTIVE,
        0.5,
        Provenance.USER,
        time,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def coffee() -> list[Memory]:
    """Three meetings, a week apart."""
    return [episode(text, 3 + 7 * week) for week, text in enumerate(COFFEE)]


def conclusion(text: str, object_: str, *sources: str, **changes: object) -> dict[str, object]:
    """An item of a reply: by default about Sarah, and what she likes."""
    return {
        "text": text,
        "subject": "Sarah",
        "predicate": "likes",
        "object": object_,
        "polarity": "affirmed",
        "single_valued": False,
        "certainty": "asserted",
        "change": "new",
        "provenance": "inferred",
        "importance": 0.4,
        "valid_from": None,
        "valid_to": None,
        "source_turns": list(sources),
        **changes,
    }


def shown(request: Request) -> list[str]:
    """The ids of the memories that a prompt shows."""
    return re.findall(r"^\[(\w{26})\]", request.prompt, re.MULTILINE)


def chat(server: ScriptedServer) -> Models:
    """The model behind a scripted server."""
    return Models(OpenAIChat(Endpoint(server.url), "scripted-1"))


async def add(weave: Weave, *memories: Memory) -> None:
    """Into the store, as they are."""
    await weave._core.run(weave._core.store.add, list(memories))


async def concluded(weave: Weave) -> list[Memory]:
    """The memories that were made from others."""
    return [memory for memory in await weave.list() if memory.derived_from]
