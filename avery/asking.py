"""Requests of tools on their way to the person: told as events, answered from any thread, given up with their turn."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from avery.agent.consent import Request, Verdict
from avery.consent_events import Settled, Wanted
from avery.events import Event


class Asking:
    """Satisfies `avery.agent.consent.Consent`, on the memory's loop."""

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._open: dict[str, tuple[asyncio.AbstractEventLoop, asyncio.Future[Verdict]]] = {}

    async def __call__(self, request: Request) -> Verdict:
        """Tell the request and wait for its verdict, however long; a stopped turn says no."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Verdict] = loop.create_future()
        self._open[request.id] = (loop, answer)
        verdict = Verdict.NO
        try:
            self._emit(Wanted(request))
            verdict = await answer
        finally:
            del self._open[request.id]
            self._emit(Settled(request.id, verdict))
        return verdict

    def decide(self, request_id: str, verdict: Verdict) -> None:
        """What the person says, from any thread; a request that waits no longer stays as it was settled."""
        waiting = self._open.get(request_id)
        if waiting is None:
            return
        loop, answer = waiting
        with contextlib.suppress(RuntimeError):  # the loop has ended, and the turn with it
            loop.call_soon_threadsafe(_answer, answer, verdict)


def _answer(future: asyncio.Future[Verdict], verdict: Verdict) -> None:
    if not future.done():
        future.set_result(verdict)
