"""The owner's socket: who may come in is checked, then each connection is a session of its own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from weave.serving import peer, place, wire
from weave.serving.calls import Glance, Host
from weave.serving.codec import codec
from weave.serving.offers import Verb
from weave.serving.session import Session
from weave.serving.version import VERSION
from weave.serving.wire import Frame

log = logging.getLogger(__name__)

_GREETING_SECONDS = 10.0
_GLANCE_SECONDS = 0.2


class Door:
    """Listens while the home is owned."""

    def __init__(self, home: Path, host: Host, offers: dict[str, Verb]) -> None:
        self._home = home
        self._host = host
        self._offers = offers
        self._socket = ""
        self._server: asyncio.Server | None = None
        self._sessions: set[Session] = set()
        self._visits: set[asyncio.Task[None]] = set()
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="weave-door")
        self._leaving = False
        self._blind = False
        self._looked: tuple[float, Glance | None] | None = None

    async def open(self) -> None:
        """Listen; where that cannot be, others are guests."""
        try:
            self._socket = place.choose(self._home)
            before = os.umask(0o177)
            try:
                self._server = await asyncio.start_unix_server(self._visited, self._socket, backlog=128)
            finally:
                os.umask(before)
            place.record(self._home, self._socket)
        except OSError as error:
            log.warning("Other processes cannot be served: %s", error)

    async def leave(self, seconds: float) -> None:
        """Take no new calls, and wait so long for those at hand."""
        self._leaving = True
        for session in self._sessions:
            session.leaving = True
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await asyncio.gather(*[session.quiet.wait() for session in self._sessions])

    def led(self, talk: str) -> bool:
        """Whether a conversation is led from another process."""
        return any(talk in session.talks for session in self._sessions)

    async def close(self) -> None:
        """Cut off what is left, and be found no more; before the home is given up."""
        self._leaving = True
        if self._server is not None:
            self._server.close()
            place.leave(self._home, self._socket)
        for visit in list(self._visits):
            visit.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)
        self._pool.shutdown(wait=False)

    # -- visits -----------------------------------------------------------------------------------------

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        visit = asyncio.current_task()
        assert visit is not None
        self._visits.add(visit)
        try:
            if peer.is_mine(writer.get_extra_info("socket")) and await self._greeted(reader, writer):
                await self._served(reader, writer)
        except (OSError, EOFError, TimeoutError, wire.Malformed, wire.TooLong):
            pass  # gone, or none of ours
        except asyncio.CancelledError:
            pass  # the door is being closed
        except Exception:
            log.exception("A visit to the owner's socket failed.")
        finally:
            self._visits.discard(visit)
            writer.close()

    async def _greeted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        async with asyncio.timeout(_GREETING_SECONDS):
            hello = await wire.read(reader)
        answer: Frame = {"kind": "hello", "protocol": wire.PROTOCOL, "version": VERSION, "pid": os.getpid()}
        answer["home"] = str(self._home)
        if (hello.get("kind"), hello.get("protocol"), hello.get("version")) != (
            "hello",
            wire.PROTOCOL,
            VERSION,
        ):
            answer = {"kind": "refused"}
        elif self._leaving or (hello.get("leads") is True and self._host.give_way()):
            answer = {"kind": "leaving"}
        writer.write(wire.packed(answer))
        await writer.drain()
        return answer["kind"] == "hello"

    async def _served(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = Session(self._host, self._offers, writer, self._pool)
        session.leaving = self._leaving
        self._sessions.add(session)
        glancing = asyncio.create_task(self._glance(session, writer))
        try:
            while True:
                try:
                    frame = await wire.read(reader)
                except wire.Malformed as error:
                    await session.complain(None, str(error))
                except wire.TooLong:
                    await session.complain(None, "This frame is too long.")
                    return
                else:
                    await session.take(frame)
        finally:
            glancing.cancel()
            self._sessions.discard(session)
            await session.end()
            if not self._leaving and session.talks:
                await self._host.left(session.talks)

    async def _glance(self, session: Session, writer: asyncio.StreamWriter) -> None:
        """Tell what can be seen here, whenever that changes; who waits for it in vain is hung up on."""
        told: Glance | None = None
        try:
            while True:
                seen = self._seen()
                if seen is not None and seen != told:
                    told = seen
                    await session.send({"kind": "glance", "seen": codec(Glance).encode(seen)})
                await asyncio.sleep(_GLANCE_SECONDS)
        except (ConnectionError, asyncio.CancelledError):
            raise
        except Exception as error:
            if not self._blind:
                log.warning("What can be seen of the home could not be told: %s", error)
            self._blind = True
            writer.close()

    def _seen(self) -> Glance | None:
        """The same for all who look within a moment: a glance takes a while, and many may be here."""
        now = time.monotonic()
        if self._looked is None or now - self._looked[0] >= _GLANCE_SECONDS:
            self._looked = (now, self._host.glance())
        return self._looked[1]
