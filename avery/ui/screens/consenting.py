"""The part of the chat that asks before a tool changes something, and tells how long a tool has run."""

from __future__ import annotations

import asyncio
from typing import Protocol

from textual.css.query import QueryType
from textual.widget import Widget

from avery.agent.consent import Request, Verdict
from avery.consent_events import Settled, Wanted
from avery.events import Event
from avery.ui.calling import call
from avery.ui.composer import Composer
from avery.ui.consent import ConsentPanel, RequestText
from avery.ui.once import once
from avery.ui.plain import one_line
from avery.ui.screens import tasking


class Service(tasking.Service, Protocol):
    """What a decision asks of the memory's thread; the call returns at once."""

    def decide(self, request_id: str, verdict: Verdict) -> None: ...


class Consenting(tasking.Tasking):
    """A request takes neither the keyboard nor a letter of what is being written."""

    _memory: Service
    _consent: ConsentPanel
    _ticking: asyncio.TimerHandle | None = None
    bell_rings = True
    """Whether the person is called when another window has the keyboard."""

    def take_request(self, event: Event) -> None:
        """A request came up, or was decided here or elsewhere."""
        match event:
            case Wanted(request):
                self._ask_for(request)
            case Settled(request_id):
                self._consent.settle(request_id)
            case _:
                pass
        self._watch_tools()

    def focus_next(self, selector: str | type[QueryType] = "*") -> Widget | None:
        """From the line one writes in, Tab goes to what waits, though it stands above."""
        if isinstance(self.focused, Composer) and self._consent.display:
            self._consent.focus()
            return self._consent
        return super().focus_next(selector)

    def _ask_for(self, request: Request) -> None:
        self._consent.add(request)
        if self.bell_rings:
            call(self.app, f"Avery asks: {one_line(request.effect.summary, 80)}", self._environment)

    def on_request_text_decided(self, event: RequestText.Decided) -> None:
        self._composer.focus()
        self._memory.decide(event.request.id, event.verdict)

    def _tick(self) -> None:
        """Once a second while a tool runs: how long it has."""
        self._ticking = None
        self._exchange.tick()
        self._watch_tools()

    def _watch_tools(self) -> None:
        if self._exchange.running and self._ticking is None:
            self._ticking = once(self, 1.0, self._tick)
