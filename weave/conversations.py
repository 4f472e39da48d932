"""Live conversations: each turn durable before anything else, encoded in the background, merged at its end.

A conversation is a task. Its pad holds the raw turns at once; the Scribe turns them into memories when enough
have come, when the talk pauses, or when the task ends. What is cut off is taken up at the next start.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from weave import encoder, ids
from weave.consolidation import consolidate
from weave.core import Core
from weave.errors import InvalidInput, ModelError, NotFound, WeaveError
from weave.journal import ConversationInfo, Transcript
from weave.markdown import clean
from weave.model import GLOBAL, Role, State, Task, TaskReport, Turn
from weave.secrets import mask
from weave.tasks import Pad, id_of

log = logging.getLogger(__name__)

ENCODE_TURNS = 8
"""Pending turns after which the Scribe is called."""
ENCODE_IDLE_SECONDS = 15.0
"""Quiet seconds after which it is called for fewer."""
RETRY_SECONDS = 30.0
LONGEST_RETRY_SECONDS = 900.0


@dataclass(frozen=True, slots=True)
class Conversation:
    """An open conversation, with what was said so far."""

    id: str
    title: str
    task: Task
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Utterance:
    """What is to be said, before it is a turn."""

    role: Role
    speaker: str
    text: str
    complete: bool = True
    recalled: bool = False


@dataclass(slots=True)
class _Due:
    """When a conversation is to be encoded next."""

    pending: int = 0
    touched: float = 0.0
    retry_at: float = 0.0
    pause: float = RETRY_SECONDS
    busy: asyncio.Lock = field(default_factory=asyncio.Lock)


def turn_of(conversation: Conversation, said: Utterance, now: datetime) -> Turn:
    """A turn of the conversation, clean and with secrets masked. Raises InvalidInput for empty text."""
    words = mask(clean(said.text))
    if not words.strip():
        raise InvalidInput("There is nothing to say in an empty message; type something first.")
    return Turn(
        id=ids.new(now),
        role=said.role,
        speaker=said.speaker,
        text=words,
        time=now,
        conversation=conversation.id,
        task=conversation.task.id,
        complete=said.complete,
        recalled=said.recalled,
    )


class Conversations:
    """Begins, continues, encodes and ends conversations. Lives on the event loop; work runs on the core."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._due: dict[str, _Due] = {}
        self._spoken: dict[str, int] = {}
        self.last_error: str | None = None
        self.left: set[str] = set()
        """Tasks that are over but not merged yet, by a crash or an absent model: recalled as if they were."""

    @property
    def pending(self) -> int:
        """Turns not yet encoded."""
        return sum(due.pending for due in self._due.values())

    # -- talking ----------------------------------------------------------------------------------------

    async def begin(self, conversation: str | None, name: str | None) -> Conversation:
        """A new conversation, or one gone on with. Raises NotFound."""
        if conversation is None:
            return await self._core.run(self._new, name)
        return await self._core.run(self._resume, conversation)

    def _new(self, name: str | None) -> Conversation:
        name = mask(name) if name else None
        now = self._core.place.clock()
        suffix = ids.new(now)[-6:].lower()
        id_ = f"{now:%Y-%m-%d-%H%M}-{suffix}"
        task = Task(f"{now:%Y%m%d}-{suffix}", name or f"Conversation of {now:%Y-%m-%d %H:%M}", now, id_)
        return Conversation(id_, name or "", task, ())

    def _resume(self, conversation: str) -> Conversation:
        core = self._core
        if not core.journal.exists(conversation):
            raise NotFound(f"There is no conversation {conversation!r}; `avery` lists them with Ctrl+O.")
        transcript = core.journal.read(conversation)
        if transcript.task and core.pads.folder(transcript.task).is_dir():
            task = core.pads.get(id_of(transcript.task)).task
            if not core.guest:
                core.pads.reopen(task.id)
        else:
            fresh = self._new(transcript.title or None).task
            task = replace(fresh, conversation=conversation)
        return Conversation(conversation, transcript.title, task, transcript.turns)

    async def say(self, conversation: Conversation, said: Utterance) -> Turn:
        """Make a turn durable and recallable. Raises InvalidInput for empty text, HomeError."""
        turn = await self._core.run(self._say, conversation, said)
        due = self._due.setdefault(conversation.id, _Due())
        due.touched = time.monotonic()
        if said.complete and not said.recalled:
            due.pending += 1
        return turn

    def _say(self, conversation: Conversation, said: Utterance) -> Turn:
        core = self._core
        now = core.place.clock()
        task = conversation.task
        turn = turn_of(conversation, said, now)
        if not core.pads.folder(task.id).is_dir():
            self._open(conversation, task)
        core.journal.append(conversation.id, [turn])
        place = self._place(conversation)
        if turn.complete and not turn.recalled:
            core.store.add([encoder.raw_memory(turn, place, task.scope)])
        return turn

    def _place(self, conversation: Conversation) -> int:
        """The place of the turn just said in its conversation, as the transcript counts."""
        spoken = self._spoken.get(conversation.id, len(conversation.turns))
        self._spoken[conversation.id] = spoken + 1
        return spoken

    def _open(self, conversation: Conversation, task: Task) -> None:
        core, now = self._core, self._core.place.clock()
        core.pads.adopt(task)
        if core.journal.exists(conversation.id):
            core.journal.reopen(conversation.id, task.id, now)
        else:
            core.journal.start(conversation.id, task=task.id, title=conversation.title, now=now)

    # -- encoding ---------------------------------------------------------------------------------------

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
        core = self._core
        task = id_of(transcript.task or transcript.id)
        open_ = core.pads.folder(task).is_dir()
        scope, state = (f"task:{task}", State.VOLATILE) if open_ else (GLOBAL, State.ACTIVE)
        person = await core.run(core.person)
        model = core.models.chat
        if model is None:
            encoded = encoder.encode_by_rule(transcript, pending, scope=scope, state=state, person=person)
        else:
            encoded = await encoder.encode_by_model(
                transcript, pending, model, scope=scope, state=state, person=person
            )
        await core.run(encoder.commit, core.store, core.journal, transcript.id, encoded)

    # -- ending -----------------------------------------------------------------------------------------

    async def end(self, conversation: str) -> TaskReport:
        """Encode what is pending and consolidate; queued if the model is away."""
        transcript = await self._core.run(self._core.journal.read, conversation)
        task = id_of(transcript.task or conversation)
        if not self._core.pads.folder(task).is_dir():
            if not transcript.pending:
                self._due.pop(conversation, None)
                return TaskReport(task, 0, 0, 0, 0)
            await self._core.run(self._reopen, transcript, task)
        report = await self._end_pad(task, conversation)
        if not report.queued:
            self._due.pop(conversation, None)
        return report

    async def end_task(self, task: str) -> TaskReport:
        """The same for a pad that no conversation owns. Raises NotFound."""
        pad = await self._core.run(self._core.pads.get, task)
        if pad.task.conversation:
            return await self.end(pad.task.conversation)
        return await self._end_pad(pad.task.id, None)

    async def _end_pad(self, task: str, owner: str | None) -> TaskReport:
        talks = await self._core.run(self._told_in, task)
        for conversation in [owner, *sorted(talks - {owner})] if owner else sorted(talks):
            if not await self.encode(conversation):
                self.left.add(task)
                await self._core.run(self._core.pads.mark_ended, task)
                return TaskReport(task, 0, 0, 0, 0, queued=True)
        report = await self._core.run(self._close, owner, task)
        self.left.discard(task)
        return report

    def _told_in(self, task: str) -> set[str]:
        """The conversations whose turns lie in a pad's raw buffer."""
        memories = self._core.catalogue.all(f"task:{task}")
        return {
            m.source.conversation for m in memories if m.state is State.TRANSIENT and m.source.conversation
        }

    def _reopen(self, transcript: Transcript, task: str) -> None:
        """A pad for turns that were left when theirs was ended with another conversation."""
        core = self._core
        core.pads.adopt(Task(task, transcript.title, core.place.clock(), transcript.id))
        core.journal.reopen(transcript.id, task, core.place.clock())

    def _close(self, conversation: str | None, task: str) -> TaskReport:
        report = consolidate(self._core.store, task)
        if conversation is not None and self._core.journal.exists(conversation):
            self._core.journal.mark_ended(conversation, self._core.place.clock())
        self._core.pads.remove(task)
        return report

    async def take_up(self, resume: str | None) -> None:
        """End what a crash or an absent model left open, but for the conversation that is gone on with."""
        pads = await self._core.run(lambda: list(self._core.pads.all()))
        due = [pad for pad in pads if self._is_over(pad, resume)]
        self.left |= {pad.task.id for pad in due}
        for pad in pads:
            if pad in due:
                await self._guarded(pad)
            elif pad.task.conversation is None:
                for conversation in await self._core.run(self._told_in, pad.task.id):
                    self._due.setdefault(conversation, _Due(pending=1))

    def _is_over(self, pad: Pad, resume: str | None) -> bool:
        conversation = pad.task.conversation
        if conversation is None:
            return pad.ended or not pad.readable
        return conversation != resume and conversation not in self._due

    async def _guarded(self, pad: Pad) -> None:
        """One pad that cannot be ended must not keep the others open."""
        try:
            # by the pad, not by its conversation: a crash may have come before the first turn was written
            report = await self._end_pad(pad.task.id, pad.task.conversation)
            if not report.queued and pad.task.conversation:
                self._due.pop(pad.task.conversation, None)
        except WeaveError as error:
            log.warning("The task %s is ended later: %s", pad.task.id, error)

    async def retry_queued(self) -> None:
        """End the tasks that waited only for the model, once it may be back."""
        now = time.monotonic()
        for pad in await self._core.run(lambda: list(self._core.pads.all())):
            if pad.ended:
                talks = await self._core.run(self._told_in, pad.task.id)
                waits = [self._due[one].retry_at for one in talks if one in self._due]
                if now >= max(waits, default=0.0):
                    await self._guarded(pad)

    # -- looking back -----------------------------------------------------------------------------------

    async def list(self) -> list[ConversationInfo]:
        """Every conversation, the latest first."""
        journal = self._core.journal
        return await self._core.run(lambda: [journal.info(id_) for id_ in journal.ids()])
