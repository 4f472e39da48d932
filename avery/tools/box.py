"""The toolbox of a sitting: the built-in tools as the configuration has them, and those of other sources."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from avery.agent.consent import Consent
from avery.agent.note import Note
from avery.agent.tools import Tool, Toolbox
from weave.weave import Weave

Source = Callable[[Weave], Awaitable[Sequence[Tool]]]
"""Gives further tools once the memory is open; what it starts, its owner ends."""
_GRACE = 5.0
"""Seconds that a tool has, once its own time is over, to tell what came until then."""


@dataclass(frozen=True, slots=True)
class Workplace:
    """Where Avery works: read by the root that assembles, handed down."""

    folder: Path
    """The folder Avery was started in: files are read there and below."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """What a command gets of it is what holds no key."""


async def toolbox(
    weave: Weave, place: Workplace, consent: Consent | None, sources: Sequence[Source] = ()
) -> Toolbox:
    """The tools of an open memory; a name that is there already is not taken again.

    `consent` asks for what changes something; None refuses it.
    """
    tools: list[Tool] = [Note()]
    for source in sources:
        tools += await source(weave)
    return Toolbox(tools, consent=consent, seconds=weave.config.tools.seconds + _GRACE)
