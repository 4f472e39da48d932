"""The memory's own thread: one loop on which Weave is open and the agent thinks, apart from the screen.

The screen calls methods that return at once and gets plain events back; nothing here knows Textual,
and nothing heavy is imported before `start`.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from avery import remarks
from avery.agent.events import Heard, Recalled
from avery.coalesce import Coalescer
from avery.events import (
    Asked,
    Disputed,
    Ended,
    Event,
    OpenFailed,
    Recollected,
    Refused,
    Told,
    Trouble,
    Unconfigured,
    Undecided,
)
from avery.mailbox import Mailbox
from avery.options import LaunchOptions
from avery.unsent import Unsent
from weave.clock import fixed_clock, system_clock
from weave.errors import WeaveError

if TYPE_CHECKING:
    from avery.sitting import Sitting
    from weave.keys import Secret
    from weave.model import Memory, Recall

_PULSE = 0.25
"""Seconds between two looks at the queue of background work."""
_DISPUTES = 1.0
"""Seconds between two looks at what is in dispute; more when such a look takes long."""
_SHARE = 20
"""How many times longer than the look itself the pause after it is at least."""
_TAKEN_BACK = "Stopped before it was sent."

Emit = Callable[[Event], None]
"""Must be safe to call from any thread."""


@dataclass(frozen=True, slots=True)
class _Question:
    ask: int
    text: str


@dataclass(frozen=True, slots=True)
class _Errand:
    """Something to do between turns, or beside them; `failed` tells the screen why it could not be done."""

    run: Callable[[Sitting], Awaitable[Sequence[Event]]]
    failed: Callable[[str], Event] = Trouble


class MemoryService:
    """Owns the thread. Questions are answered one after the other, in the order they came."""

    def __init__(self, options: LaunchOptions, emit: Emit) -> None:
        self._options = options
        self._emit = emit
        self._numbers = itertools.count(1)
        self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
        self._work: Mailbox[_Question | _Errand | None] = Mailbox()
        self._beside: Mailbox[_Errand | None] = Mailbox()
        self._unsent = Unsent(options.home, fixed_clock(options.now) if options.now else system_clock())
        self._loop: asyncio.AbstractEventLoop | None = None
        self._current: asyncio.Task[None] | None = None
        self._asking = False
        self._closing = False
        self._reason = "The memory is closed; start Avery again."
        self.failure: str | None = None
        """Why the memory could not be opened or stopped; None while all is well."""
        self.ended: Ended | None = None
        """The task that ended with the memory's closing."""

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

    def change_task(self, name: str | None) -> None:
        """Go on in the task of this name; None: in the chat's own."""
        self._errand(lambda sitting: sitting.talk.change(name))

    def tasks(self) -> None:
        """Tell the open tasks and what the present one holds."""
        self._errand(lambda sitting: sitting.talk.tasks())

    def doom(self) -> None:
        """Tell what discarding the present task would lose."""
        self._errand(lambda sitting: sitting.talk.doomed())

    def discard(self, task: str) -> None:
        """Throw a task away."""
        self._errand(lambda sitting: sitting.discard(task))

    def recall(self, question: str) -> None:
        """See what a question brings to mind, without asking the model."""
        self._errand(lambda sitting: sitting.recall(question))

    def resolve(self, conflict: str, keep: Sequence[str]) -> None:
        """Decide a conflict: the facts of these ids stand; it does not wait for a reply that is coming."""
        kept = tuple(keep)
        self._aside(
            lambda sitting: sitting.resolve(conflict, kept), lambda reason: Undecided(conflict, reason)
        )

    def read(self, memory: Memory) -> None:
        """Open the conversation that a memory was made from."""
        self._aside(lambda sitting: sitting.read(memory))

    def picture(self, name: str) -> None:
        """Draw what is known of somebody or something."""
        self._aside(lambda sitting: sitting.picture(name))

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
        self._beside.put(None)
        self._soon(self._break_off)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _errand(self, run: Callable[[Sitting], Awaitable[Sequence[Event]]]) -> None:
        if not self._work.put(_Errand(run)):
            self._emit(Trouble(self._reason))

    def _aside(
        self,
        run: Callable[[Sitting], Awaitable[Sequence[Event]]],
        failed: Callable[[str], Event] = Trouble,
    ) -> None:
        """What needs no turn to be over: the person does not wait for a reply to decide a conflict."""
        if not self._beside.put(_Errand(run, failed)):
            self._emit(failed(self._reason))

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
        self._beside.close()
        if not self._closing:
            for work in waiting:
                if isinstance(work, _Question):
                    self._refuse(work.ask, self._reason)

    def _fail(self, reason: str) -> None:
        self._reason = self.failure = reason
        self._emit(OpenFailed(reason))

    async def _main(self) -> None:
        from avery.leftovers import take_up
        from avery.sitting import Sitting

        self._loop = asyncio.get_running_loop()
        sitting = Sitting(self._options)
        if await sitting.prepare():
            self._emit(Unconfigured())
        async with sitting:
            for event in await sitting.begin():
                self._emit(event)
            # What the libraries brought lives as long as the process: collecting it again and again
            # would stop the screen for a fifth of a second each time.
            gc.freeze()
            await take_up(sitting.weave, self._unsent.leftovers)
            watchers = [asyncio.create_task(self._watch(sitting)), asyncio.create_task(self._look(sitting))]
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
        while (work := await self._work.get()) is not None:
            if self._closing and isinstance(work, _Question):
                # No time for an answer, but what was sent belongs into the transcript.
                await sitting.note(work.text)
                self._unsent.drop(work.ask)
                continue
            self._asking = isinstance(work, _Question)
            self._current = asyncio.create_task(self._do(sitting, work))
            await asyncio.wait([self._current])
            self._current = None

    async def _do(self, sitting: Sitting, work: _Question | _Errand) -> None:
        told = Coalescer(self._emit)
        try:
            if isinstance(work, _Errand):
                for event in await work.run(sitting):
                    self._pass(event, told)
                return
            told(Asked(work.ask))
            async for event in sitting.turn(work.ask, work.text):
                self._pass(event, told)
        except asyncio.CancelledError:
            if isinstance(work, _Question):
                self._unsent.drop(work.ask)
                told(sitting.stopped(work.ask))
        except Exception as error:  # the worker's boundary: one turn fails, the next is served
            told.flush()
            self._report(sitting, work, error)

    def _pass(self, event: Event, told: Callable[[Event], None]) -> None:
        """An event on its way to the screen, and what it sets going here."""
        match event:
            case Told(ask, Heard()):
                self._unsent.drop(ask)
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
            self._beside.put(_Errand(lambda sitting: sitting.remark(ask, recall)))

    async def _serve_beside(self, sitting: Sitting) -> None:
        while (work := await self._beside.get()) is not None:
            try:
                async with sitting.steady:
                    for event in await work.run(sitting):
                        self._emit(event)
            except Exception as error:  # the worker's boundary, as above
                self._emit(work.failed(_reason(error)))

    def _report(self, sitting: Sitting, work: _Question | _Errand, error: Exception) -> None:
        reason = _reason(error)
        if isinstance(work, _Errand):
            self._emit(work.failed(reason))
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

    async def _look(self, sitting: Sitting) -> None:
        """Tell what is in dispute whenever that has changed, here, by the command line or in a file.

        And which tasks have ended by themselves.
        """
        last = Disputed(())
        while True:
            started = time.monotonic()
            try:
                async with sitting.steady:
                    found = await sitting.disputed()
                    if (later := await sitting.later()) is not None:
                        self._emit(later)
            except WeaveError:  # the next look will tell
                found = last
            if found != last:
                self._emit(found)
                last = found
            await asyncio.sleep(max(_DISPUTES, _SHARE * (time.monotonic() - started)))

    def _break_off(self) -> None:
        """Stop a reply; what was asked of the memory itself is only broken off when all ends."""
        if self._current is not None and (self._asking or self._closing):
            self._current.cancel()


def _reason(error: Exception) -> str:
    if isinstance(error, WeaveError):
        return str(error)
    return f"Something went wrong ({type(error).__name__}: {error}); try again."
