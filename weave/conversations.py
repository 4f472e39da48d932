"""Live conversations: each turn durable before anything else, encoded in the background, merged at its end.

A conversation is a task until the person names another: then its turns lie in that one's pad, until they name a
third or go back. A pad holds the raw turns at once; the Scribe turns them into memories when enough have come,
when the talk pauses, or when the task ends. What is cut off is taken up at the next start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave import encoder, ids, tickets
from weave.core import Core
from weave.endings import Endings, together
from weave.errors import InvalidInput, NotFound
from weave.journal import Transcript
from weave.markdown import clean, clean_line
from weave.model import Role, Task, TaskReport, Turn
from weave.scribe import importance
from weave.scribing import Scribing
from weave.secrets import mask
from weave.tasks import Pad, id_of


@dataclass(frozen=True, slots=True)
class Conversation:
    """An open conversation, with what was said so far."""

    id: str
    title: str
    task: Task
    """The task it is in: what is said now lies in this one's pad."""
    turns: tuple[Turn, ...]
    own: Task | None = None
    """The conversation's own task; None when that is `task`."""

    @property
    def home(self) -> Task:
        """The task it goes back to."""
        return self.own or self.task


@dataclass(frozen=True, slots=True)
class Utterance:
    """What is to be said, before it is a turn."""

    role: Role
    speaker: str
    text: str
    complete: bool = True
    recalled: bool = False


def turn_of(conversation: Conversation, said: Utterance, now: datetime) -> Turn:
    """A turn of the conversation, clean and with secrets masked. Raises InvalidInput for empty text."""
    words = mask(clean(said.text))
    if not words.strip():
        raise InvalidInput("There is nothing to say in an empty message; type something first.")
    return Turn(
        id=tickets.new_id(now, "turn"),
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
    """Begins, continues and ends conversations. Lives on the event loop; work runs on the core."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.scribing = Scribing(core)
        self.endings = Endings(core, self.scribing)
        self._spoken: dict[str, int] = {}

    # -- talking ----------------------------------------------------------------------------------------

    async def begin(self, conversation: str | None, name: str | None) -> Conversation:
        """A new conversation, or one gone on with, in the task it was in. Raises NotFound."""
        if conversation is not None:
            self.endings.live.add(conversation)
            return await self._core.run(self._resume, conversation)
        begun = await self._core.run(self._new, name)
        self.endings.live.add(begun.id)
        return begun

    def _new(self, name: str | None) -> Conversation:
        name = mask(name) if name else None
        now = self._core.place.clock()
        suffix = ids.new(now)[-6:].lower()
        id_ = f"{now:%Y-%m-%d-%H%M}-{suffix}"
        task = Task(f"{now:%Y%m%d}-{suffix}", name or f"Conversation of {now:%Y-%m-%d %H:%M}", now, id_)
        return Conversation(id_, name or "", task, ())

    def _resume(self, conversation: str) -> Conversation:
        if not self._core.journal.exists(conversation):
            raise NotFound(f"There is no conversation {conversation!r}; `avery` lists them with Ctrl+O.")
        transcript = self._core.journal.read(conversation)
        own = self._gone_on_with(transcript.own) or self._fresh(conversation, transcript.title)
        task = own
        if transcript.task and transcript.task != transcript.own:
            task = self._gone_on_with(transcript.task) or own
        return Conversation(
            conversation, transcript.title, task, transcript.turns, own if own.id != task.id else None
        )

    def _fresh(self, conversation: str, title: str) -> Task:
        return replace(self._new(title or None).task, conversation=conversation)

    def _gone_on_with(self, name: str | None) -> Task | None:
        """The task of this name if its pad is open; one that waited for the Scribe is in use again."""
        pads = self._core.pads
        if not name or not pads.is_open(id_of(name)):
            return None
        if not self._core.guest:
            pads.reopen(id_of(name))
            self.endings.left.discard(id_of(name))
        return pads.get(id_of(name)).task

    async def say(self, conversation: Conversation, said: Utterance) -> Turn:
        """Make a turn durable and recallable. Raises InvalidInput for empty text, HomeError."""
        self.endings.live.add(conversation.id)
        turn = await self._core.run(self._say, conversation, said)
        self.scribing.heard(conversation.id, counts=said.complete and not said.recalled)
        return turn

    def _say(self, conversation: Conversation, said: Utterance) -> Turn:
        core = self._core
        turn = turn_of(conversation, said, core.place.clock())
        if tickets.again() and (known := self._said_before(conversation, turn.id)):
            return known
        self._open(conversation)
        core.journal.append(conversation.id, [turn])
        place = self._place(conversation)
        if turn.complete and not turn.recalled and not importance.is_trivial(turn.text):
            core.store.add([encoder.raw_memory(turn, place, conversation.task.scope)])
        return turn

    def _said_before(self, conversation: Conversation, id_: str) -> Turn | None:
        """A turn whose call is repeated, with its words in the raw buffer."""
        core = self._core
        if not core.journal.exists(conversation.id):
            return None
        transcript = core.journal.read(conversation.id)
        for place, turn in enumerate(transcript.turns):
            if turn.id == id_:
                self._buffer_again(transcript, turn, place, conversation.task)
                return turn
        return None

    def _buffer_again(self, transcript: Transcript, turn: Turn, place: int, task: Task) -> None:
        """What the transcript has and a crash kept from the raw buffer."""
        core = self._core
        lost = turn in transcript.pending and core.pads.is_open(task.id)
        if lost and turn.complete and not turn.recalled and not importance.is_trivial(turn.text):
            raw = encoder.raw_memory(turn, place, task.scope)
            core.store.add([] if core.catalogue.get_many([raw.id]) else [raw])

    def _place(self, conversation: Conversation) -> int:
        """The place of the turn just said in its conversation, as the transcript counts."""
        spoken = self._spoken.get(conversation.id, len(conversation.turns))
        self._spoken[conversation.id] = spoken + 1
        return spoken

    def _open(self, conversation: Conversation) -> None:
        """The pad and the transcript, each if it is not there."""
        core, task, own = self._core, conversation.task, conversation.home
        now = core.place.clock()
        begun = core.journal.exists(conversation.id)
        closed = not core.pads.is_open(task.id)
        if closed:
            core.pads.adopt(task)
        if not begun:
            title = "" if conversation.id in self._spoken else conversation.title  # erased: its title with it
            core.journal.start(conversation.id, task=own.id, title=title, now=now)
            if task.id != own.id:
                core.journal.enter(conversation.id, task.id, now)
        elif closed and task.id == own.id:
            core.journal.reopen(conversation.id, own.id, now)

    # -- other tasks ------------------------------------------------------------------------------------

    async def change(self, conversation: Conversation, name: str | None) -> Conversation:
        """From now on the turns go into the pad of this id or name, a fresh one if there is none; None: their own.

        Raises InvalidInput for an empty name, HomeError.
        """
        return await self._core.run(self._change, conversation, name)

    def _change(self, conversation: Conversation, name: str | None) -> Conversation:
        core, own = self._core, conversation.home
        task = own if name is None else self._named(name, conversation)
        if task.id == conversation.task.id:
            return conversation
        if core.journal.exists(conversation.id):
            core.journal.enter(conversation.id, None if task.id == own.id else task.id, core.place.clock())
        return replace(conversation, task=task, own=None if task.id == own.id else own)

    def _named(self, name: str, conversation: Conversation) -> Task:
        wanted = mask(clean_line(name).strip())
        if not wanted:
            raise InvalidInput("A task needs a name; write a word or two.")
        pads = self._core.pads
        if conversation.home.id == wanted:
            return conversation.home
        pad = pads.named(wanted)
        if pad is None:
            return pads.create(wanted, self._core.place.clock(), conversation.id)
        pads.reopen(pad.task.id, conversation.id)
        self.endings.left.discard(pad.task.id)
        return pads.get(pad.task.id).task

    async def without(self, conversation: Conversation, task: str) -> Conversation:
        """A live conversation after a task has ended or was thrown away: if it was in that, it is in its own."""
        return await self._core.run(self._without, conversation, task)

    def _without(self, conversation: Conversation, task: str) -> Conversation:
        own, journal = conversation.home, self._core.journal
        if task not in (own.id, conversation.task.id):
            return conversation
        transcript = journal.read(conversation.id)
        erased = bool(conversation.turns or conversation.id in self._spoken) and not transcript.turns
        title = "" if erased else conversation.title  # it may be of what was thrown away
        self._spoken.pop(conversation.id, None)
        self.scribing.expect(conversation.id, len(transcript.pending))
        if own.id == task:
            own = self._fresh(conversation.id, title)
        now_in = own if conversation.task.id == task else conversation.task
        if now_in is own and conversation.task.id != conversation.home.id and transcript.turns:
            journal.enter(conversation.id, None, self._core.place.clock())
        other = None if now_in is own else own
        return replace(conversation, title=title, task=now_in, own=other, turns=transcript.turns)

    # -- ending -----------------------------------------------------------------------------------------

    async def end(self, conversation: str) -> TaskReport:
        """Encode what is pending and end every task the conversation opened; queued if the model is away."""
        self.endings.live.discard(conversation)
        transcript, pads = await self._core.run(self._opened, conversation)
        reports = [await self._ended(pad.task.id) for pad in pads]
        if transcript.pending:  # also what lies in a pad that somebody else will end
            await self.scribing.encode(conversation)
        if not any(report.queued for report in reports):
            self.scribing.done(conversation)
        return together(id_of(transcript.own or conversation), reports)

    async def _ended(self, task: str) -> TaskReport:
        try:
            return await self.endings.end(task)
        except NotFound:  # ended or discarded by another hand meanwhile
            return TaskReport(task, 0, 0, 0, 0)

    def _opened(self, conversation: str) -> tuple[Transcript, list[Pad]]:
        """The pads that a conversation opened; its own once more for turns that were left when it was ended."""
        core = self._core
        transcript = core.journal.read(conversation)
        own = id_of(transcript.own or conversation)
        lost = [turn for turn in transcript.pending if self.scribing.pad_of(transcript, turn) is None]
        if lost:
            core.pads.adopt(Task(own, transcript.title, core.place.clock(), conversation))
            core.journal.reopen(conversation, own, core.place.clock())
        damaged = [pad for pad in core.pads.all() if pad.task.id == own and not pad.readable]
        return transcript, [*core.pads.of(conversation), *damaged]


def in_task(conversations: Sequence[Conversation], task: str) -> list[Conversation]:
    """Those conversations that are in a task, or whose own it is."""
    return [one for one in conversations if task in (one.task.id, one.home.id)]
