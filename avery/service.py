"""The memory's own thread: one loop on which Weave is open and the agent thinks, apart from the screen.

The screen calls methods that return at once and gets plain events back; nothing here knows Textual,
and nothing heavy is imported before `start`.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import threading
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from avery.coalesce import Coalescer
from avery.events import Asked, Event, Kept, OpenFailed, Refused, Trouble, Unconfigured
from avery.mailbox import Mailbox
from avery.options import LaunchOptions
from avery.unsent import Unsent
from weave.clock import fixed_clock, system_clock
from weave.errors import WeaveError

if TYPE_CHECKING:
    from avery.sitting import Sitting
    from weave.keys import Secret

_PULSE = 0.25
"""Seconds between two looks at the queue of background work."""
_TAKEN_BACK = "Stopped before it was sent."

Emit = Callable[[Event], None]
"""Must be safe to call from any thread."""


@dataclass(frozen=True, slots=True)
class _Question:
    ask: int
    text: str


@dataclass(frozen=True, slots=True)
class _Errand:
    """Something to do between turns."""

    run: Callable[[Sitting], Awaitable[Sequence[Event]]]


class MemoryService:
    """Owns the thread. Questions are answered one after the other, in the order they came."""

    def __init__(self, options: LaunchOptions, emit: Emit) -> None:
        self._options = options
        self._emit = emit
        self._numbers = itertools.count(1)
        self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
        self._work: Mailbox[_Question | _Errand | None] = Mailbox()
        self._unsent = Unsent(options.home, fixed_clock(options.now) if options.now else system_clock())
        self._loop: asyncio.AbstractEventLoop | None = None
        self._current: asyncio.Task[None] | None = None
        self._closing = False
        self._reason = "The memory is closed; start Avery again."
        self.failure: str | None = None
        """Why the memory could not be opened or stopped; None while all is well."""

    # From the screen's thread; each returns at once

    def start(self) -> None:
        """Begin to open the memory; call it once, after the first picture."""
        if not self._thread.is_alive() and not self._closing:
            self._thread.start()

    def send(self, text: str) -> int:
        """Ask; the number returned marks the events of this turn. It waits on disk until it is taken."""
        ask = next(self._numbers)
        self._unsent.add(ask, text)
        if not self._work.put(_Question(ask, text)):
            self._refuse(ask, self._reason)
        return ask

    def stop(self) -> None:
        """Break off the reply that is coming and take back what still waits."""
        for work in self._work.take_all():
            if isinstance(work, _Question):
                self._refuse(work.ask, _TAKEN_BACK)
            else:
                self._work.put(work)
        self._soon(self._break_off)

    def new(self) -> None:
        """End the conversation's task and begin another one."""
        self._errand(lambda sitting: sitting.new())

    def end_task(self) -> None:
        """End the task; the conversation goes on with a fresh one."""
        self._errand(lambda sitting: sitting.end_task())

    def recall(self, question: str) -> None:
        """See what a question brings to mind, without asking the model."""
        self._errand(lambda sitting: sitting.recall(question))

    def reopen(self, key: Secret | None = None) -> None:
        """Take up the configuration anew, after set-up; `key` is one for this session only."""
        self._errand(lambda sitting: sitting.reload(key))

    def close(self, timeout: float) -> bool:
        """End the conversation's task and close, for at most `timeout` seconds.

        False when time ran out. Nothing is lost then: questions are on disk, the next start goes on.
        """
        self._closing = True
        if not self._thread.is_alive():
            return True
        self._work.put(None)
        self._soon(self._break_off)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _errand(self, run: Callable[[Sitting], Awaitable[Sequence[Event]]]) -> None:
        if not self._work.put(_Errand(run)):
            self._emit(Trouble(self._reason))

    def _soon(self, action: Callable[[], object]) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(action)

    def _refuse(self, ask: int, reason: str) -> None:
        self._unsent.drop(ask)
        self._emit(Refused(ask, reason, kept=False))

    # On the memory's thread

    def _run(self) -> None:
        try:
            asyncio.run(self._main())
        except WeaveError as error:
            self._fail(str(error))
        except Exception as error:  # the boundary between the memory and the screen: the app lives on
            self._fail(f"The memory stopped ({type(error).__name__}: {error}); run `weave doctor`.")
        waiting = self._work.close()
        if not self._closing:
            for work in waiting:
                if isinstance(work, _Question):
                    self._refuse(work.ask, self._reason)

    def _fail(self, reason: str) -> None:
        self._reason = self.failure = reason
        self._emit(OpenFailed(reason))

    async def _main(self) -> None:
        from avery.sitting import Sitting

        self._loop = asyncio.get_running_loop()
        sitting = Sitting(self._options)
        if await sitting.prepare():
            self._emit(Unconfigured())
        async with sitting:
            self._emit(await sitting.begin())
            # What the libraries brought lives as long as the process: collecting it again and again
            # would stop the screen for a fifth of a second each time.
            gc.freeze()
            await sitting.take_up(self._unsent.leftovers)
            pulse = asyncio.create_task(self._watch(sitting))
            try:
                await self._serve(sitting)
            finally:
                pulse.cancel()
            await sitting.finish()

    async def _serve(self, sitting: Sitting) -> None:
        while (work := await self._work.get()) is not None:
            if self._closing and isinstance(work, _Question):
                # No time for an answer, but what was sent belongs into the transcript.
                await sitting.note(work.text)
                self._unsent.drop(work.ask)
                continue
            self._current = asyncio.create_task(self._do(sitting, work))
            await asyncio.wait([self._current])
            self._current = None

    async def _do(self, sitting: Sitting, work: _Question | _Errand) -> None:
        told = Coalescer(self._emit)
        try:
            if isinstance(work, _Errand):
                for event in await work.run(sitting):
                    told(event)
                return
            told(Asked(work.ask))
            async for event in sitting.turn(work.ask, work.text):
                if isinstance(event, Kept):
                    self._unsent.drop(work.ask)
                told(event)
        except asyncio.CancelledError:
            if isinstance(work, _Question):
                self._unsent.drop(work.ask)
                told(sitting.stopped(work.ask))
        except Exception as error:  # the worker's boundary: one turn fails, the next is served
            told.flush()
            self._report(sitting, work, error)

    def _report(self, sitting: Sitting, work: _Question | _Errand, error: Exception) -> None:
        known = isinstance(error, WeaveError)
        reason = (
            str(error) if known else f"Something went wrong ({type(error).__name__}: {error}); try again."
        )
        if isinstance(work, _Errand):
            self._emit(Trouble(reason))
        elif sitting.kept:
            self._emit(Refused(work.ask, reason, kept=True))
        else:
            self._refuse(work.ask, reason)

    async def _watch(self, sitting: Sitting) -> None:
        last: Event | None = None
        while True:
            standing = sitting.standing()
            if standing is not None and standing != last:
                self._emit(standing)
                last = standing
            await asyncio.sleep(_PULSE)

    def _break_off(self) -> None:
        if self._current is not None:
            self._current.cancel()
