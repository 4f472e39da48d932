"""The page of what contradicts each other."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from avery.events import Event
from avery.ui.conflicts import ConflictView, Judge
from weave.model import Conflict


class ConflictsScreen(Screen[None]):
    """Closed by Esc or the key that opened it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "conflicts.tcss"
    AUTO_FOCUS = "#sides"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "dismiss", "Close", show=False, id="conflicts.close")
    ]

    def __init__(
        self,
        memory: Judge,
        conflicts: tuple[Conflict, ...],
        clock: Callable[[], datetime],
        zone: tzinfo | None,
    ) -> None:
        super().__init__()
        self._view = ConflictView(memory, conflicts, clock, zone, id="conflicts")

    def compose(self) -> ComposeResult:
        yield self._view

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        self._view.take(event)
