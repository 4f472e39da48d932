"""When the Scribe is called: when enough was said, when the talk pauses, or when a task ends.

A conversation's pending turns may belong to several tasks; each is encoded into its own pad, and learns nothing of
what was said in another that is still open.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from weave import encoder
from weave.core import Core
from weave.errors import ModelError
from weave.journal import Transcript
from weave.model import GLOBAL, State, Turn
from weave.tasks import id_of

ENCODE_TURNS = 8
"""Pending turns after which the Scribe is called."""
ENCODE_IDLE_SECONDS = 15.0
"""Quiet seconds after which it is called for fewer."""
RETRY_SECONDS = 30.0
LONGEST_RETRY_SECONDS = 900.0


@dataclass(slots=True)
class _Due:
    """When a conversation is to be encoded next."""

    pending: int = 0
    touched: float = 0.0
    retry_at: float = 0.0
    pause: float = RETRY_SECONDS
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


class Scribing:
    """Keeps count of what was said and has it encoded. Lives on the event loop; work runs on the core."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._due: dict[str, _Due] = {}
        self.last_error: str | None = None

    @property
    def pending(self) -> int:
        """Turns not yet encoded."""
        return sum(due.pending for due in self._due.values())

    def heard(self, conversation: str, *, counts: bool) -> None:
        """Something was said; `counts` if the Scribe is to see it."""
        due = self._due.setdefault(conversation, _Due())
        due.touched = time.monotonic()
        due.pending += counts

    def expect(self, conversation: str, pending: int) -> None:
        """So many turns wait, as far as is known."""
        self._due.setdefault(conversation, _Due()).pending = pending

    def done(self, conversation: str) -> None:
        """Nothing of it waits any more."""
        self._due.pop(conversation, None)

    def retry_at(self, conversations: Iterable[str]) -> float:
        """The monotonic second before which the model is not to be asked again about these."""
        return max((self._due[one].retry_at for one in conversations if one in self._due), default=0.0)

    async def encode_due(self) -> None:
        """Encode what is due; called every moment by the maintenance loop."""
        now = time.monotonic()
        for id_, due in list(self._due.items()):
            idle = now - due.touched >= ENCODE_IDLE_SECONDS
            if due.pending and (due.pending >= ENCODE_TURNS or idle) and now >= due.retry_at:
                await self.encode(id_)

    async def encode(self, conversation: str) -> bool:
        """Encode what is pending; False when the model was away and it stays queued."""
        due = self._due.setdefault(conversation, _Due())
        async with due.busy:
            transcript = await self._core.run(self._core.journal.read, conversation)
            pending = transcript.pending
            if not pending:
                due.pending = 0
                return True
            try:
                await self._encode(transcript, pending)
            except ModelError as error:
                self.last_error = str(error)
                due.pending = len(pending)
                due.retry_at = time.monotonic() + due.pause
                due.pause = min(LONGEST_RETRY_SECONDS, due.pause * 2)
                return False
            # what was said while the model was thinking is still pending
            due.pending, due.pause, self.last_error = max(0, due.pending - len(pending)), RETRY_SECONDS, None
            return True

    async def _encode(self, transcript: Transcript, pending: Sequence[Turn]) -> None:
        for pad, turns in (await self._core.run(self._by_pad, transcript, pending)).items():
            await self._encode_into(pad, transcript, turns)

    def _by_pad(self, transcript: Transcript, pending: Sequence[Turn]) -> dict[str | None, list[Turn]]:
        """The turns by the open pad each belongs to; None for those whose task was ended without them."""
        found: dict[str | None, list[Turn]] = {}
        for turn in pending:
            found.setdefault(self.pad_of(transcript, turn), []).append(turn)
        return found

    def pad_of(self, transcript: Transcript, turn: Turn) -> str | None:
        """The pad a turn is encoded into: its task's, else the conversation's own."""
        names = [id_of(name) for name in (turn.task, transcript.own, transcript.id) if name]
        return next((name for name in names if self._core.pads.is_open(name)), None)

    async def _encode_into(self, pad: str | None, transcript: Transcript, turns: Sequence[Turn]) -> None:
        core = self._core
        scope, state = (f"task:{pad}", State.VOLATILE) if pad else (GLOBAL, State.ACTIVE)
        person = await core.run(core.person)
        apart = await core.run(lambda: {one.task.id for one in core.pads.all()} - {pad})
        model = core.models.chat
        if model is None:
            encoded = encoder.encode_by_rule(
                transcript, turns, scope=scope, state=state, person=person, apart=apart
            )
        else:
            encoded = await encoder.encode_by_model(
                transcript, turns, model, scope=scope, state=state, person=person, apart=apart
            )
        await core.run(encoder.commit, core.store, core.journal, transcript.id, encoded)
