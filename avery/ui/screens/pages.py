"""The pages that open over the chat; each is imported when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Protocol

from textual.screen import Screen

from avery.holdings import Holdings
from avery.inbox import Inbox
from avery.metamemory import Looker
from avery.shelf import Shelf
from avery.ui.matters import Biographer, Judge

if TYPE_CHECKING:
    from weave.library.model import Span


class Keeper(Judge, Biographer, Protocol):
    """What the pages ask of the memory's thread; every call returns at once."""

    @property
    def shelf(self) -> Shelf: ...
    @property
    def library(self) -> Holdings: ...
    @property
    def mirror(self) -> Looker: ...
    def servers(self, restart: str | None = None) -> None: ...


class Pages(Screen[None]):
    """The screen below them: what it knows is handed to the page that opens."""

    def __init__(self, memory: Keeper, clock: Callable[[], datetime], environment: Mapping[str, str]) -> None:
        super().__init__()
        self._keeper = memory
        self._clock = clock
        self._environment = environment
        self._inbox = Inbox()
        self._zone: tzinfo | None = None

    def action_inbox(self) -> None:
        from avery.ui.screens.inbox import InboxScreen

        page = InboxScreen(self._keeper, self._inbox, self._clock, self._zone, self._environment)
        self.app.push_screen(page)

    def action_identity(self) -> None:
        from avery.ui.screens.identity import IdentityScreen

        self.app.push_screen(IdentityScreen(self._keeper, self._clock, self._zone))

    def action_sleep(self) -> None:
        from avery.ui.screens.sleep import SleepScreen

        self.app.push_screen(SleepScreen(self._keeper.nights, self._clock, self._zone))

    def action_library(self) -> None:
        self.consult()

    def consult(self, seek: str = "", *, at: Span | None = None) -> None:
        """The library, searched at once if there is something to seek, or opened at this place."""
        from avery.ui.screens.library import LibraryScreen

        self.app.push_screen(LibraryScreen(self._keeper.library, self._zone, seek=seek, at=at))

    def action_stats(self) -> None:
        from avery.ui.screens.stats import StatsScreen

        self.app.push_screen(StatsScreen(self._keeper.mirror, lambda id_: self.browse(at=id_), self._zone))

    def browse(self, *, at: str | None = None, seek: str = "", then: str = "") -> None:
        """All memories, at the one of this id, or those that are sought by this line; `then`: what is done there."""
        from avery.ui.screens.memories import MemoriesScreen

        memory = self._keeper
        page = MemoriesScreen(
            memory.shelf,
            memory.read,
            self._clock,
            self._zone,
            self._environment,
            at=at,
            seek=seek,
            then=then,
        )
        self.app.push_screen(page)

    def action_servers(self) -> None:
        from avery.ui.screens.servers import ServersScreen

        self.app.push_screen(ServersScreen(self._keeper))

    def action_help(self) -> None:
        from avery.ui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen())
