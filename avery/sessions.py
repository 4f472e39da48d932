"""Past chats as the screen asks for them: every call returns at once, plain events come back. Knows no Textual."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from avery.events import Reading
from avery.session_events import BroughtBack, Chats, Deleted, Exported, NotDone, Renamed
from avery.shelf import Do, Put
from weave.errors import InvalidInput

if TYPE_CHECKING:
    from avery.events import Event
    from avery.sitting import Sitting

_PRESENT = "You are in this chat; Ctrl+N in the chat begins another one, then this one can be deleted."


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

    def delete(self, conversation: str, *, purge: bool) -> None:
        """Into the trash, with what was remembered of it; `purge`: without a trace."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            if conversation == sitting.talk.conversation.id:
                raise InvalidInput(_PRESENT)
            gone = await sitting.weave.talks.delete(conversation, purge=purge)
            if purge:
                await sitting.weave.browsing.seal()
            return [Deleted(conversation, gone.title, len(gone.memories), gone.purged)]

        self._aside(run, NotDone)

    def restore(self, conversation: str) -> None:
        """Bring a deleted chat back from the trash."""

        async def run(sitting: Sitting) -> Sequence[Event]:
            back = await sitting.weave.talks.restore(conversation)
            return [BroughtBack(conversation, len(back))]

        self._aside(run, NotDone)

    def resume(self, conversation: str) -> None:
        """Go on with an earlier chat; the present one ends as by a new chat."""
        self._between(lambda sitting: sitting.go_on_with(conversation))
