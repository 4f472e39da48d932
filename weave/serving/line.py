"""The other end of the owner's socket: calls sent, their results awaited, many at once."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from weave.conversations import Conversation
from weave.errors import InvalidInput
from weave.serving import failures, peer, place, wire
from weave.serving.calls import Declined, Glance
from weave.serving.codec import Unfit, codec
from weave.serving.offers import PROGRESS, STOP, Verb
from weave.serving.parts import joined
from weave.serving.version import VERSION
from weave.serving.wire import Frame, Json
from weave.tickets import Ticket

_STOP_SECONDS = 0.05
"""How often whoever may stop a call is asked."""
_PUT_RIGHT_SECONDS = 10.0
"""How long a call that was cancelled may take to put things right."""


class Lost(Exception):
    """The owner is gone; whether the call was carried out is not known."""


class Refused(Exception):
    """The owner is of another release, or this is not one to talk to."""


class Leaving(Exception):
    """The owner gives the home up; it may be had soon."""


@dataclass(slots=True)
class _Pending:
    answer: asyncio.Future[Json]
    progress: Callable[[str, int, int], None] | None = None
    parts: dict[int, list[Json]] = field(default_factory=dict)


class Line:
    """A connection to the owner of a home."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pid: int) -> None:
        self.pid = pid
        self.glance: Glance | None = None
        """What was last seen of the owner."""
        self.lost = asyncio.Event()
        self._seen = asyncio.Event()
        self._reader = reader
        self._writer = writer
        self._pending: dict[int, _Pending] = {}
        self._number = 0
        self._reading = asyncio.create_task(self._read(), name="weave-line")

    @classmethod
    async def reach(cls, home: Path, *, leads: bool, seconds: float) -> Line:
        """Greet the owner. Raises OSError when nobody listens, TimeoutError, Refused, Leaving."""
        async with asyncio.timeout(seconds):
            reader, writer = await asyncio.open_unix_connection(place.find(home))
            try:
                answer = await _greet(reader, writer, leads=leads)
                if not place.is_same(home, answer.get("home")):
                    raise Refused
            except BaseException as error:
                writer.close()
                if isinstance(error, EOFError | wire.Malformed | wire.TooLong):
                    raise ConnectionResetError("The owner hung up.") from error
                raise
        pid = answer.get("pid")
        return cls(reader, writer, pid if type(pid) is int else 0)

    async def close(self) -> None:
        """Hang up."""
        self._writer.close()
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    # -- asking -----------------------------------------------------------------------------------------

    async def opened(self) -> None:
        """Wait until the owner has opened the home. Raises Lost when it did not."""
        await self._seen.wait()
        if self.glance is None:
            raise Lost

    async def live(self, talks: Sequence[Conversation]) -> None:
        """Tell which conversations are led from here. Raises Lost."""
        raw = codec(tuple[Conversation, ...]).encode(tuple(talks))
        await self._send({"kind": "live", "talks": raw})

    async def call(
        self, verb: Verb, given: dict[str, object], ticket: Ticket, now: datetime | None
    ) -> object:
        """What the owner's method returns. Raises what it raises, Lost, Declined."""
        self._number += 1
        number = self._number
        progress, stop = given.get(PROGRESS), given.get(STOP)
        pending = _Pending(asyncio.get_running_loop().create_future())
        if callable(progress):
            pending.progress = progress
        self._pending[number] = pending
        frame: Frame = {"kind": "call", "id": number, "verb": verb.name, "args": dict(verb.encoded(given))}
        frame |= {"ticket": codec(Ticket).encode(ticket), "now": codec(datetime).encode(now) if now else None}
        try:
            await self._send(frame)
            stopping = asyncio.create_task(self._watch(number, stop)) if callable(stop) else None
            try:
                value = await self._answered(number, pending)
            finally:
                if stopping is not None:
                    stopping.cancel()
            if pending.parts:  # much: not on the loop in one piece
                return await asyncio.to_thread(lambda: verb.result.decode(joined(value, pending.parts)))
            return verb.result.decode(value)
        except Unfit as error:
            raise failures.decode(None) from error
        finally:
            self._pending.pop(number, None)

    async def _answered(self, number: int, pending: _Pending) -> Json:
        try:
            return await asyncio.shield(pending.answer)
        except asyncio.CancelledError:
            with contextlib.suppress(Exception):
                await self._send({"kind": "cancel", "id": number})
                seconds = 0 if peer.is_stopped(self.pid) else _PUT_RIGHT_SECONDS
                await asyncio.wait([pending.answer], timeout=seconds)
            if pending.answer.done() and not pending.answer.cancelled():
                pending.answer.exception()  # seen
            raise

    async def _watch(self, number: int, stop: Callable[[], object]) -> None:
        while not stop():  # noqa: ASYNC110  it may be told from any thread
            await asyncio.sleep(_STOP_SECONDS)
        with contextlib.suppress(Lost):
            await self._send({"kind": "stop", "id": number})

    async def _send(self, frame: Frame) -> None:
        if self.lost.is_set():
            raise Lost
        try:
            self._writer.write(wire.packed(frame))
            await self._writer.drain()
        except wire.TooLong as error:
            raise InvalidInput(
                "This is too long to be handed to the process that owns the home; close that one first."
            ) from error
        except OSError as error:
            raise Lost from error

    # -- hearing ----------------------------------------------------------------------------------------

    async def _read(self) -> None:
        try:
            while True:
                self._take(await wire.read(self._reader))
        except (OSError, EOFError, wire.Malformed, wire.TooLong):
            pass
        finally:
            self.lost.set()
            self._seen.set()
            self._writer.close()
            for pending in self._pending.values():
                if not pending.answer.done():
                    pending.answer.set_exception(Lost())
                    pending.answer.exception()  # whoever waits is told; nobody else need be

    def _take(self, frame: Frame) -> None:
        if frame["kind"] == "glance":
            seen = codec(Glance).decode(frame.get("seen"))
            self.glance = seen if isinstance(seen, Glance) else None
            self._seen.set()
        number = frame.get("id")
        pending = self._pending.get(number) if type(number) is int else None
        if pending is None or pending.answer.done():
            return
        match frame["kind"]:
            case "result":
                pending.answer.set_result(frame.get("value"))
            case "error":
                pending.answer.set_exception(failures.decode(frame.get("error")))
            case "declined":
                pending.answer.set_exception(Declined())
            case "part":
                _gather(pending, frame)
            case "progress":
                _tell(pending, frame.get("told"))


async def _greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, leads: bool) -> Frame:
    if not peer.is_mine(writer.get_extra_info("socket")):
        raise Refused
    hello: Frame = {"kind": "hello", "protocol": wire.PROTOCOL, "version": VERSION, "leads": leads}
    writer.write(wire.packed(hello))
    await writer.drain()
    answer = await wire.read(reader)
    match answer["kind"]:
        case "hello":
            return answer
        case "leaving":
            raise Leaving
        case _:
            raise Refused


def _gather(pending: _Pending, frame: Frame) -> None:
    of, items = frame.get("of"), frame.get("items")
    if type(of) is int and isinstance(items, list):
        pending.parts.setdefault(of, []).extend(items)


def _tell(pending: _Pending, told: Json) -> None:
    if pending.progress is None or not isinstance(told, list) or len(told) != 3:
        return
    what, done, total = told
    if isinstance(what, str) and type(done) is int and type(total) is int:
        try:
            pending.progress(what, done, total)
        except Exception as error:  # the caller's own: its call ends as it would alone, the line goes on
            pending.answer.set_exception(error)
