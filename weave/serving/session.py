"""One process that is served: its frames taken, its calls carried out side by side, their results sent."""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import cast

from weave.conversations import Conversation
from weave.errors import InvalidInput, UsageError
from weave.serving import failures, wire
from weave.serving.calls import Asked, Declined, Host
from weave.serving.codec import Codec, Unfit, codec
from weave.serving.offers import PROGRESS, STOP, Verb
from weave.serving.parts import ITEMS, split, standing_for
from weave.serving.wire import Frame, Json
from weave.tickets import Ticket

_TOLD_SECONDS = 0.05
"""Progress is told at most so often."""


@dataclass(slots=True)
class _Running:
    task: asyncio.Task[None]
    stop: threading.Event = field(default_factory=threading.Event)


class Session:
    """The owner's end of one connection."""

    def __init__(
        self, host: Host, offers: dict[str, Verb], stream: asyncio.StreamWriter, pool: ThreadPoolExecutor
    ) -> None:
        self._host = host
        self._offers = offers
        self._stream = stream
        self._pool = pool
        self._running: dict[int, _Running] = {}
        self.talks: set[str] = set()
        """Conversations that are led from the other end."""
        self.leaving = False
        """Whether new calls are declined."""
        self.quiet = asyncio.Event()
        """Whether no call is at hand."""
        self.quiet.set()
        self.parts: dict[str, object] = {}
        """Objects that this end has for itself, such as the deeds that it can undo."""

    # -- taking -----------------------------------------------------------------------------------------

    async def take(self, frame: Frame) -> None:
        """One frame after the greeting; what cannot be made sense of is answered by an error."""
        number = frame.get("id")
        match frame["kind"]:
            case "call" if type(number) is int:
                await self._begin(number, frame)
            case "cancel" if type(number) is int and number in self._running:
                self._running[number].task.cancel()
            case "stop" if type(number) is int and number in self._running:
                self._running[number].stop.set()
            case "live":
                await self._adopt(frame.get("talks"))
            case "cancel" | "stop":
                return  # it is over already
            case _:
                await self.complain(number, "There is no such frame.")

    async def complain(self, number: Json, sentence: str) -> None:
        """Answer what was wrong with a frame."""
        await self.send({"kind": "error", "id": number, "error": failures.encode(UsageError(sentence))})

    async def _begin(self, number: int, frame: Frame) -> None:
        if self.leaving:
            await self.send({"kind": "declined", "id": number})
            return
        try:
            verb = self._offers.get(str(frame.get("verb")))
            if verb is None or number in self._running:
                raise Unfit("There is no such call.")
            asked = Asked(
                verb, await self._given(verb, frame), _ticket(frame.get("ticket")), _now(frame.get("now"))
            )
        except Unfit as error:
            await self.complain(number, str(error))
            return
        task = asyncio.create_task(self._carry_out(number, asked))
        self._running[number] = _Running(task)
        self.quiet.clear()

    async def _given(self, verb: Verb, frame: Frame) -> dict[str, object]:
        """The arguments; long ones not on the loop in one piece. Raises Unfit."""
        raw = frame.get("args")
        if isinstance(raw, dict) and any(isinstance(one, list) and len(one) > ITEMS for one in raw.values()):
            return await asyncio.get_running_loop().run_in_executor(self._pool, verb.decoded, raw)
        return verb.decoded(raw)

    async def _adopt(self, raw: Json) -> None:
        with contextlib.suppress(Unfit):
            for one in cast(tuple[Conversation, ...], codec(tuple[Conversation, ...]).decode(raw)):
                self.talks.add(one.id)
                await self._host.adopt(one)

    # -- carrying out -----------------------------------------------------------------------------------

    async def _carry_out(self, number: int, asked: Asked) -> None:
        try:
            if asked.verb.takes(PROGRESS):
                asked.given[PROGRESS] = self._teller(number)
            if asked.verb.takes(STOP):
                asked.given[STOP] = self._running[number].stop.is_set
            result = await self._host.perform(asked, self.parts)
            self._note(asked, result)
            await self._answer(number, asked.verb, result)
        except asyncio.CancelledError:
            if not self.leaving:  # else whoever asked goes on with the next owner
                await self._last_word(number, InvalidInput("It was interrupted."))
            raise
        except Declined:
            await self.send({"kind": "declined", "id": number})
        except OSError:
            return  # nobody is there any more
        except Exception as error:
            await self._last_word(number, error)
        finally:
            self._running.pop(number, None)
            if not self._running:
                self.quiet.set()

    def _note(self, asked: Asked, result: object) -> None:
        """Which conversations are led from there."""
        if isinstance(result, Conversation):
            self.talks.add(result.id)
        elif asked.verb.name == "end":
            self.talks.discard(str(asked.given.get("conversation")))
        elif asked.verb.name == "say":
            self.talks.add(str(asked.given.get("conversation")))

    async def _answer(self, number: int, verb: Verb, result: object) -> None:
        item, loop = verb.result.item, asyncio.get_running_loop()
        if item is not None and isinstance(result, Sequence) and len(result) > ITEMS:
            await self._list(number, item, result)
            return
        whole = await loop.run_in_executor(self._pool, lambda: split(verb.result.encode(result)))
        for of, items in whole.pieces():
            await self._part(number, of, items)
        await self._send_from_pool({"kind": "result", "id": number, "value": whole.value})

    async def _list(self, number: int, item: Codec, found: Sequence[object]) -> None:
        """A long list, piece by piece, so that it never stands there a second time as a whole."""
        loop = asyncio.get_running_loop()
        for start in range(0, len(found), ITEMS):
            some = found[start : start + ITEMS]
            items = await loop.run_in_executor(self._pool, lambda some: [*map(item.encode, some)], some)
            await self._part(number, 0, items)
        await self._send_from_pool({"kind": "result", "id": number, "value": standing_for(0)})

    async def _part(self, number: int, of: int, items: list[Json]) -> None:
        try:
            await self._send_from_pool({"kind": "part", "id": number, "of": of, "items": items})
        except wire.TooLong:
            if len(items) == 1:
                raise
            await self._part(number, of, items[: len(items) // 2])
            await self._part(number, of, items[len(items) // 2 :])

    async def _send_from_pool(self, frame: Frame) -> None:
        data = await asyncio.get_running_loop().run_in_executor(self._pool, wire.packed, frame)
        self._stream.write(data)
        await self._stream.drain()

    async def _last_word(self, number: int, error: Exception) -> None:
        if isinstance(error, wire.TooLong):
            error = InvalidInput(
                "This is too long to be handed to another process; close the other one first."
            )
        with contextlib.suppress(OSError):
            await self.send({"kind": "error", "id": number, "error": failures.encode(error)})

    def _teller(self, number: int) -> Callable[[str, int, int], None]:
        loop, last = asyncio.get_running_loop(), [0.0]

        def told(what: str, done: int, total: int) -> None:
            now = time.monotonic()
            if now - last[0] >= _TOLD_SECONDS or done >= total > 0:
                last[0] = now
                told_of: list[Json] = [what, done, total]
                frame: Frame = {"kind": "progress", "id": number, "told": told_of}
                with contextlib.suppress(RuntimeError):  # the loop is over
                    loop.call_soon_threadsafe(self._write, frame)

        return told

    # -- sending ----------------------------------------------------------------------------------------

    async def send(self, frame: Frame) -> None:
        """Raises OSError when nobody is there any more."""
        self._write(frame)
        await self._stream.drain()

    def _write(self, frame: Frame) -> None:
        if not self._stream.is_closing():
            self._stream.write(wire.packed(frame))

    async def end(self) -> None:
        """Cut off what is at hand and wait until it has put things right."""
        tasks = [one.task for one in self._running.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _ticket(raw: Json) -> Ticket | None:
    if raw is None:
        return None
    ticket = cast(Ticket, codec(Ticket).decode(raw))
    _aware(ticket.at)
    return ticket


def _now(raw: Json) -> datetime | None:
    return None if raw is None else _aware(cast(datetime, codec(datetime).decode(raw)))


def _aware(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise Unfit("A time has an offset.")
    return moment
