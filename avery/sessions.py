"""Past chats as the screen asks for them: every call returns at once, plain events come back. Knows no Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from avery.events import Reading
from avery.session_events import Chats, Exported, NotDone, Renamed
from avery.shelf import Do, Put

if TYPE_CHECKING:
    from avery.events import Event
    from avery.sitting import Sitting


class Sessions:
    """Of several searches only the latest is answered: letters are typed faster than many chats are read."""

    def __init__(self, apart: Put, aside: Put, between: Callable[[Do], None]) -> None:
        """`between`: what is done between two turns, in their order."""
        self._apart = apart
        self._aside = aside
        self._between = between
        self._latest = 0
        self._one = asyncio.Lock()

    def search(self, number: int, query: str) -> None:
        """The chats in whose title or words `query` stands, under a number that grows; all for ""."""
        self._latest = number

        async def run(sitting: Sitting) -> Sequence[Event]:
            async with self._one:
                if number != self._latest:
                    return []
                found = await sitting.weave.talks.search(query)
                return [Chats(number, query, found, sitting.talk.conversation.id)]

        self._apart(run, NotDone)

    def read(self, conversation: str, marked: Sequence[str]) -> None:
        """Open a chat to be read, at these turns."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            found = await sitting.weave.talks.read(conversation)
            return [Reading(found.title, found.turns, tuple(marked))]

        self._apart(run, NotDone)

    def rename(self, conversation: str | None, title: str) -> None:
        """Call a chat something else; None: the one that goes on."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            current = sitting.talk.conversation.id
            chosen = conversation or current
            name = await sitting.weave.talks.rename(chosen, title)
            return [Renamed(chosen, name, chosen == current)]

        self._aside(run, NotDone)

    def export(self, conversation: str | None, path: str) -> None:
        """Write a chat as Markdown; None: the one that goes on. `path` may be a file, a folder or ""."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            from avery.export import spoken_lines, write

            found = await sitting.weave.talks.read(conversation or sitting.talk.conversation.id)
            target = await asyncio.to_thread(write, found, path, Path.cwd(), sitting.zone)
            return [Exported(target, spoken_lines(found.turns))]

        self._apart(run, NotDone)

    def resume(self, conversation: str) -> None:
        """Go on with an earlier chat; the present one ends as by a new chat."""
        self._between(lambda sitting: sitting.go_on_with(conversation))
