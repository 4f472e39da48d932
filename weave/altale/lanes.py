"""Asking a backend in a thread of its own, for so long and no longer.

A thread cannot be ended, so one that is still busy when its time is up is left alone, and its backend is not
asked again before it returns. The threads are daemons: a hung backend never keeps the program from ending.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from weave.errors import WeaveError

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Answer(Generic[Result]):
    """What came back: the result, or a sentence that says why there is none."""

    result: Result | None
    trouble: str | None = None
    seconds: float = 0.0
    """From the question to the answer, or until nobody waited any more; 0 when it was not asked at all."""


class Lane(Generic[Result]):
    """One backend's way to be asked. Several questions may be under way at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._overdue: set[int] = set()
        self._running: set[int] = set()
        self._number = 0

    async def ask(self, function: Callable[[], Result], seconds: float | None) -> Answer[Result]:
        """Run `function` in a thread; None waits as long as it takes. Never raises but on cancellation."""
        if self._overdue:
            return Answer(
                None, f"{self._name} is still busy with an earlier question; it joins in when it is done."
            )
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Answer[Result]] = loop.create_future()
        self._number += 1
        number = self._number
        self._running.add(number)
        start = time.perf_counter()
        try:
            threading.Thread(
                target=self._work,
                args=(number, function, loop, future),
                name=f"recall {self._name}",
                daemon=True,
            ).start()
        except RuntimeError as error:
            self._running.discard(number)
            return Answer(
                None, f"{self._name} could not be asked ({error}); close other programs and try again."
            )
        try:
            answer = await asyncio.wait_for(future, seconds)
            return replace(answer, seconds=time.perf_counter() - start)
        except TimeoutError:
            self._late(number)
            took = f"{(seconds or 0) * 1000:.0f} ms"
            return Answer(
                None,
                f"{self._name} did not answer within {took}; raise recall.timeout_ms if it is often so slow.",
                time.perf_counter() - start,
            )

    def _late(self, number: int) -> None:
        if number in self._running:
            self._overdue.add(number)
            if number not in self._running:  # it returned between the two lines
                self._overdue.discard(number)

    def _work(
        self,
        number: int,
        function: Callable[[], Result],
        loop: asyncio.AbstractEventLoop,
        future: asyncio.Future[Answer[Result]],
    ) -> None:
        try:
            answer = Answer(function())
        except WeaveError as error:
            answer = Answer(None, str(error))
        except Exception as error:  # a backend's library may raise anything; recall goes on without it
            answer = Answer(None, f"{self._name} failed ({type(error).__name__}: {error}); run weave doctor.")
        finally:
            self._running.discard(number)
            self._overdue.discard(number)

        def deliver() -> None:
            if not future.done():
                future.set_result(answer)

        try:
            loop.call_soon_threadsafe(deliver)
        except RuntimeError:
            return  # the loop was closed meanwhile: nobody waits any more
