"""The toolbox of a sitting: the built-in tools as the configuration has them, and those of other sources."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from avery.agent.consent import Consent
from avery.agent.note import Note
from avery.agent.tools import Tool, Toolbox
from avery.tools.command import RunCommand
from avery.tools.editing import EditFile, WriteFile
from avery.tools.files import ListFiles, ReadFile, SearchFiles
from avery.tools.memory import Forget, ReadDocument, Recall, SearchDocuments
from avery.tools.page import FetchPage
from avery.tools.places import Places
from avery.tools.remind import ProcedureOutcome, Remind
from avery.tools.seen import Seen
from weave.documents.limits import Limits
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
    settings = weave.config.tools
    tools: list[Tool] = [Note()]
    if settings.enabled:
        tools += await asyncio.to_thread(built_in, weave, place)
    tools += [Remind(), ProcedureOutcome()]
    for source in sources:
        tools += await source(weave)
    return Toolbox(tools, consent=consent, seconds=settings.seconds + _GRACE)


def built_in(weave: Weave, place: Workplace) -> list[Tool]:
    """The tools that the configuration leaves on, the most needed first: a small context has room for some; looks at the disk."""
    config = weave.config
    places, seen = Places.of(place.folder, config.tools.folders, weave.home), Seen()
    limits = replace(Limits.of(config.documents), seconds=min(config.documents.seconds, config.tools.seconds))
    tools: list[Tool] = [Recall(), ReadFile(places, seen, limits), ListFiles(places), SearchFiles(places)]
    if config.documents.enabled:
        tools += [SearchDocuments(), ReadDocument()]
    tools += [EditFile(places, seen, limits), WriteFile(places, seen, limits)]
    if config.tools.commands and os.name == "posix":
        tools.append(RunCommand(places, place.environment, config.tools.seconds))
    if config.tools.network:
        tools.append(FetchPage(place.environment, limits, config.model.ca_file))
    if not weave.guest:
        tools.append(Forget())
    return tools
