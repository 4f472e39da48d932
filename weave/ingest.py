"""Many turns at once: journalled in groups, encoded, and durable before they count.

Without a model the pad is passed over: the transcript is the durable record until the memories stand in the
global scope, and ids follow from the turns, so that a repeat after a crash writes nothing twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from weave import encoder, importances
from weave.consolidation import take_in
from weave.journal import NO_TITLES, Journal, Transcript
from weave.model import GLOBAL, Memory, State, Task, Turn
from weave.scribe import importance
from weave.secrets import mask
from weave.store import Store
from weave.tasks import Pads, id_of

GROUP_TURNS = 1_000
"""Turns buffered before a group is committed."""


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What an ingest did."""

    turns: int = 0
    memories: int = 0
    facts: int = 0
    tasks: int = 0
    skipped: int = 0
    """Turns that were here already."""
    queued: int = 0
    """Turns that wait for the Scribe's model."""

    def plus(self, other: IngestReport) -> IngestReport:
        """The sum of two reports."""
        return IngestReport(
            self.turns + other.turns,
            self.memories + other.memories,
            self.facts + other.facts,
            self.tasks + other.tasks,
            self.skipped + other.skipped,
            self.queued + other.queued,
        )


@dataclass(slots=True)
class Group:
    """Turns of some conversations, to be committed together."""

    conversations: dict[str, list[Turn]] = field(default_factory=dict)
    size: int = 0

    def add(self, turn: Turn) -> None:
        """Take a turn into its conversation."""
        self.conversations.setdefault(turn.conversation, []).append(turn)
        self.size += 1

    @property
    def turns(self) -> list[Turn]:
        """All of them, each conversation's together."""
        return [turn for spoken in self.conversations.values() for turn in spoken]


def groups(turns: Iterable[Turn], limit: int = GROUP_TURNS) -> Iterator[Group]:
    """Cut a stream of turns into groups at the borders of conversations, where it can be."""
    group = Group()
    last: str | None = None
    for turn in turns:
        full = group.size >= limit
        if full and (turn.conversation != last or group.size >= 4 * limit):
            yield group
            group = Group()
        group.add(turn)
        last = turn.conversation
    if group.size:
        yield group


class Ingest:
    """Commits groups of turns. Runs on the core's thread."""

    def __init__(
        self, store: Store, journal: Journal, pads: Pads, *, person: Callable[[], str | None]
    ) -> None:
        self._store = store
        self._journal = journal
        self._pads = pads
        self._person = person

    def journal(
        self, group: Group, titles: Mapping[str, str] = NO_TITLES
    ) -> tuple[list[Transcript], IngestReport]:
        """Make the turns durable; those that are there already are passed over. `titles`: of new conversations."""
        report = IngestReport()
        fresh: dict[str, list[Turn]] = {}
        known: dict[str, Transcript] = {}
        for conversation, turns in group.conversations.items():
            if self._journal.exists(conversation):
                known[conversation] = self._journal.read(conversation)
            there = {turn.id for turn in known[conversation].turns} if conversation in known else set()
            new = [self._fit(turn) for turn in _distinct(turns) if turn.id not in there]
            report = report.plus(IngestReport(turns=len(new), skipped=len(turns) - len(new)))
            if new:
                fresh[conversation] = new
        self._journal.append_all(fresh, titles)
        due = [c for c in group.conversations if c in fresh or known[c].pending]
        return [self._journal.read(conversation) for conversation in due], report

    def _fit(self, turn: Turn) -> Turn:
        """Secrets masked, also in a name; a time without an offset is one of the home's zone."""
        time = turn.time if turn.time.tzinfo else turn.time.replace(tzinfo=self._store.place.zone)
        return replace(turn, text=mask(turn.text), speaker=mask(turn.speaker), time=time)

    def by_rule(self, transcripts: Iterable[Transcript]) -> IngestReport:
        """Encode and consolidate; one commit for the whole group."""
        memories: list[Memory] = []
        tasks = 0
        done = list(transcripts)
        for transcript in done:
            for task, turns in _by_task(transcript).items():
                pad = self._open_pad(task)
                scope, state = (f"task:{pad}", State.VOLATILE) if pad else (GLOBAL, State.ACTIVE)
                encoded = encoder.encode_by_rule(
                    transcript, turns, scope=scope, state=state, person=self._person()
                )
                memories += encoded.memories
                tasks += pad is None
        known = self._store.catalogue.get_many([memory.id for memory in memories])
        fresh = importances.corrected(self._store, [memory for memory in memories if memory.id not in known])
        merged = take_in(self._store, [memory for memory in fresh if memory.scope == GLOBAL])
        in_pads = [memory for memory in fresh if memory.scope != GLOBAL]
        self._store.add(in_pads)
        new = [*merged.kept, *in_pads]
        self._mark(done)
        return IngestReport(memories=len(new), facts=sum(len(m.facts) for m in new), tasks=tasks)

    def _mark(self, transcripts: Iterable[Transcript]) -> None:
        marks = {
            t.id: ([turn.id for turn in t.pending], not any(map(self._open_pad, _by_task(t))))
            for t in transcripts
        }
        self._journal.mark_all(marks, self._store.place.clock())

    def _open_pad(self, task: str | None) -> str | None:
        return id_of(task) if task and self._pads.is_open(id_of(task)) else None

    def named_pads(self, transcripts: Iterable[Transcript]) -> set[str]:
        """Those conversations that go into pads which somebody else opened, and will end."""
        return {t.id for t in transcripts if all(self._foreign(task, t.id) for task in _by_task(t))}

    def _foreign(self, task: str | None, conversation: str) -> bool:
        pad = self._open_pad(task)
        return pad is not None and self._pads.get(pad).task.conversation != conversation

    def queue(self, transcripts: Iterable[Transcript]) -> IngestReport:
        """Leave the turns in pads for the Scribe's model; as raw memories they are recallable at once."""
        queued = tasks = 0
        for transcript in transcripts:
            order = {turn.id: number for number, turn in enumerate(transcript.turns)}
            for task, turns in _by_task(transcript).items():
                name = id_of(task or transcript.id)
                tasks += self._opened_for(transcript, task, turns[0])
                told = [turn for turn in turns if not importance.is_trivial(turn.text)]
                self._store.add([encoder.raw_memory(turn, order[turn.id], f"task:{name}") for turn in told])
                queued += len(turns)
        return IngestReport(tasks=tasks, queued=queued)

    def _opened_for(self, transcript: Transcript, task: str | None, first: Turn) -> bool:
        """A pad that waits for the Scribe, if there is none yet for these turns."""
        name = id_of(task or transcript.id)
        if self._open_pad(name):
            return False
        self._pads.adopt(Task(name, transcript.title, first.time, transcript.id))
        if task is None:
            self._journal.reopen(transcript.id, name, self._store.place.clock())
        self._pads.mark_ended(name)
        return True


def _by_task(transcript: Transcript) -> dict[str | None, list[Turn]]:
    """The pending turns of each task, in order."""
    found: dict[str | None, list[Turn]] = {}
    for turn in transcript.pending:
        found.setdefault(turn.task, []).append(turn)
    return found


def _distinct(turns: Iterable[Turn]) -> list[Turn]:
    return list({turn.id: turn for turn in turns}.values())
