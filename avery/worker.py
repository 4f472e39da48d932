"""The work of the memory's thread: the open sitting served question by question, errands between and beside them.

Nothing here knows Textual, and nothing heavy is imported before `run`.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from avery import remarks, selves
from avery.agent.events import Heard, Recalled
from avery.asking import Asking
from avery.coalesce import Coalescer
from avery.drafts import Drafts
from avery.events import (
    Asked,
    Disputed,
    Drafted,
    Ended,
    Event,
    OpenFailed,
    Proposed,
    Recollected,
    Refused,
    Told,
    Trouble,
    Unconfigured,
)
from avery.mailbox import Mailbox
from avery.mcp_events import ServersStand
from avery.night_events import Held
from avery.nights import NightWatch
from avery.options import LaunchOptions
from avery.reminding import RemindWatch
from avery.unsent import Unsent
from weave.clock import fixed_clock, system_clock
from weave.errors import WeaveError

if TYPE_CHECKING:
    from avery.sitting import Sitting
    from weave.model import Recall

_PULSE = 0.25
"""Seconds between two looks at the queue of background work."""
_DISPUTES = 1.0
"""Seconds between two looks at what is in dispute; more when such a look takes long."""
_SHARE = 20
"""How many times longer than the look itself the pause after it is at least."""

Emit = Callable[[Event], None]
"""Must be safe to call from any thread."""
Do = Callable[["Sitting"], Awaitable[Sequence[Event]]]
Look = Callable[[], Awaitable[Event | None]]


@dataclass(frozen=True, slots=True)
class Question:
    """What the person asked, under the number of its turn."""

    ask: int
    text: str
    replaces: str | None = None
    """The id of the turn that is sent anew."""


@dataclass(frozen=True, slots=True)
class Errand:
    """Something to do between turns, or beside them; `failed` tells the screen why it could not be done."""

    run: Do
    failed: Callable[[str], Event] = Trouble
    apart: bool = False
    """Beside the turns, it waits for no other errand, nor another for it: reads, and what takes long."""


class Worker:
    """Takes work from two mailboxes: what keeps its order among the turns, and what waits for none of them."""

    def __init__(self, options: LaunchOptions, emit: Emit) -> None:
        self._options = options
        self._emit = emit
        self._loop: asyncio.AbstractEventLoop | None = None
        self._current: asyncio.Task[None] | None = None
        self._asking = False
        self.work: Mailbox[Question | Errand | None] = Mailbox()
        self.beside: Mailbox[Errand | None] = Mailbox()
        self.unsent = Unsent(options.home, fixed_clock(options.now) if options.now else system_clock())
        self.drafts = Drafts(options.home)
        self.nights = NightWatch(emit)
        self.reminding = RemindWatch(emit)
        self.asking = Asking(emit)
        self.closing = False
        self.reason = "The memory is closed; start Avery again."
        """Why nothing is taken any more, once that is so."""
        self.failure: str | None = None
        """Why the memory could not be opened or stopped; None while all is well."""
        self.ended: Ended | None = None
        """The task that ended with the memory's closing."""

    # From any thread

    def break_off(self) -> None:
        """Stop the reply that is coming; what was asked of the memory itself only when all ends."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has ended, and what it served with it
                self._loop.call_soon_threadsafe(self._break_off)

    def refuse(self, ask: int, reason: str) -> None:
        """A question is not answered, and goes back to the person."""
        self.unsent.drop(ask)
        self._emit(Refused(ask, reason, kept=False))

    # On the memory's thread

    def run(self) -> None:
        """Serve until None comes; the thread's whole life."""
        try:
            asyncio.run(self._main())
        except WeaveError as error:
            self._fail(str(error))
        except Exception as error:  # the boundary between the memory and the screen: the app lives on
            self._fail(f"The memory stopped ({type(error).__name__}: {error}); run `weave doctor`.")
        for work in (*self.work.close(), *self.beside.close()):
            if self.closing or work is None:
                continue
            if isinstance(work, Question):
                self.refuse(work.ask, self.reason)
            else:
                self._emit(work.failed(self.reason))

    def _fail(self, reason: str) -> None:
        self.reason = self.failure = reason
        self._emit(OpenFailed(reason))

    async def _main(self) -> None:
        from avery.leftovers import take_up
        from avery.sitting import Sitting

        self._loop = asyncio.get_running_loop()
        for text in await asyncio.to_thread(self.drafts.left):
            self._emit(Drafted(text))
        sitting = Sitting(self._options, self.asking)
        sitting.opened = lambda weave: self.nights.begin(weave, lambda: self._current is not None)
        sitting.peers.told = lambda servers: self._emit(ServersStand(servers))
        if await sitting.prepare():
            self._emit(Unconfigured())
        async with sitting:
            for event in await sitting.begin():
                self._emit(event)
            # What the libraries brought lives as long as the process: collecting it again and again
            # would stop the screen for a fifth of a second each time.
            gc.freeze()
            await take_up(sitting.weave, self.unsent.leftovers)
            rounds = (self._watch(sitting), self._look(sitting), self.reminding.watch(sitting))
            watchers = [asyncio.create_task(one) for one in rounds]
            beside = asyncio.create_task(self._serve_beside(sitting))
            try:
                await self._serve(sitting)
                await beside  # what was decided is carried out
            finally:
                for task in (*watchers, beside):
                    task.cancel()
            for event in await sitting.finish():
                self.ended = event if isinstance(event, Ended) else self.ended

    async def _serve(self, sitting: Sitting) -> None:
        while (work := await self.work.get()) is not None:
            if self.closing and isinstance(work, Question):
                # No time for an answer, but what was sent belongs into the transcript.
                await sitting.note(work.text)
                self.unsent.drop(work.ask)
                continue
            self._asking = isinstance(work, Question)
            self._current = asyncio.create_task(self._do(sitting, work))
            await asyncio.wait([self._current])
            self._current = None

    async def _do(self, sitting: Sitting, work: Question | Errand) -> None:
        told = Coalescer(self._emit)
        try:
            if isinstance(work, Errand):
                for event in await work.run(sitting):
                    self._pass(event, told)
                return
            told(Asked(work.ask))
            async for event in sitting.turn(work.ask, work.text, work.replaces):
                self._pass(event, told)
        except asyncio.CancelledError:
            if isinstance(work, Question):
                self.unsent.drop(work.ask)
                told(sitting.stopped(work.ask))
        except Exception as error:  # the worker's boundary: one turn fails, the next is served
            told.flush()
            self._report(sitting, work, error)

    def _pass(self, event: Event, told: Callable[[Event], None]) -> None:
        """An event on its way to the screen, and what it sets going here."""
        match event:
            case Told(ask, Heard()):
                self.unsent.drop(ask)
            case Told(ask, Recalled(recall)):
                self._remark(ask, recall)
            case Recollected(recall):
                self._remark(None, recall)
            case _:
                pass
        told(event)

    def _remark(self, ask: int | None, recall: Recall) -> None:
        """What may not hold is explained beside the turn: a reply does not wait for it."""
        if remarks.needed(recall):
            self.beside.put(Errand(lambda sitting: sitting.remark(ask, recall)))

    async def _serve_beside(self, sitting: Sitting) -> None:
        apart: set[asyncio.Task[None]] = set()
        while (work := await self.beside.get()) is not None:
            if work.apart:
                task = asyncio.create_task(self._run_beside(sitting, work))
                apart.add(task)
                task.add_done_callback(apart.discard)
            else:
                async with sitting.steady:
                    await self._run_beside(sitting, work)
        self.nights.stop()
        if apart:
            await asyncio.wait(apart)

    async def _run_beside(self, sitting: Sitting, work: Errand) -> None:
        try:
            for event in await work.run(sitting):
                self._emit(event)
        except Exception as error:  # the worker's boundary, as above
            self._emit(work.failed(_reason(error)))

    def _report(self, sitting: Sitting, work: Question | Errand, error: Exception) -> None:
        reason = _reason(error)
        if isinstance(work, Errand):
            self._emit(work.failed(reason))
        elif sitting.kept:
            self._emit(Refused(work.ask, reason, kept=True))
        else:
            self.refuse(work.ask, reason)

    async def _watch(self, sitting: Sitting) -> None:
        last: Event | None = None
        while True:
            standing = sitting.standing()
            if standing is not None and standing != last:
                self._emit(standing)
                last = standing
            await asyncio.sleep(_PULSE)

    async def _look(self, sitting: Sitting) -> None:
        """Tell what waits for the person whenever that has changed, here, by the command line or in a file.

        And which tasks have ended by themselves.
        """
        told: dict[type[Event], Event] = {
            type(empty): empty for empty in (Disputed(()), Proposed(()), Held(None))
        }
        while True:
            started = time.monotonic()
            looks: tuple[Look, ...] = (
                sitting.disputed,
                lambda: selves.proposed(sitting.weave),
                lambda: self.nights.held(sitting.weave),
                sitting.later,
            )
            for look in looks:
                found = await self._seen(sitting, look)
                if found is not None and found != told.get(type(found)):
                    self._emit(found)
                    told[type(found)] = found
            await asyncio.sleep(max(_DISPUTES, _SHARE * (time.monotonic() - started)))

    async def _seen(self, sitting: Sitting, look: Look) -> Event | None:
        try:
            async with sitting.steady:
                return await look()
        except Exception:  # the worker's boundary: what ails the memory is told by what was asked of it
            return None

    def _break_off(self) -> None:
        if self._current is not None and (self._asking or self.closing):
            self._current.cancel()


def _reason(error: Exception) -> str:
    if isinstance(error, WeaveError):
        return str(error)
    return f"Something went wrong ({type(error).__name__}: {error}); try again."
