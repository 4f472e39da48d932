"""The words of a sleep cycle: steps, actions, drafts, a plan, a report. Values, no I/O."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum

from weave import markdown
from weave.errors import BudgetSpent
from weave.model import Memory


class StepName(StrEnum):
    """The steps of a cycle, in the order in which they are taken."""

    PURGE = "purge"
    """The raw buffer: a turn or a tool's output that the transcript holds as well."""
    FORGET = "forget"
    """What mattered little and was never recalled."""
    DROP = "drop"
    """What was concluded from something that has fallen since, all of it."""
    REPLAY = "replay"
    """What recurred in episodes becomes knowledge."""
    COMPRESS = "compress"
    """The episodes of a week long past become one summary; they themselves are archived."""
    EMPTY = "empty"
    """What has lain in the trash for 30 days: gone for good."""
    COUNT = "count"
    """How often each was recalled, from the catalogue into its file."""
    ANALYSE = "analyse"
    """What the memory is like after the cycle, as figures."""

    @property
    def restorable(self) -> bool:
        """Whether `undo` brings back what the step removed."""
        return self in (StepName.PURGE, StepName.FORGET, StepName.DROP, StepName.REPLAY, StepName.COMPRESS)

    @property
    def thinks(self) -> bool:
        """Whether the step may ask a model."""
        return self in (StepName.REPLAY, StepName.COMPRESS)

    @property
    def replaces(self) -> bool:
        """Whether what it makes takes the place of the originals of its actions."""
        return self is StepName.COMPRESS

    @property
    def needs_approval(self) -> bool:
        """Whether the step counts towards the share that may go without being asked for."""
        return self in (StepName.FORGET, StepName.DROP)


def digest(memory: Memory) -> str:
    """What a memory says and is, in 16 hexadecimal digits; its accesses and the zone of its times left out.

    So a memory that is only recalled meanwhile keeps its digest, and one that is edited, moved, pinned, disputed or
    put into another state does not.
    """
    facts = tuple(replace(f, valid_from=_utc(f.valid_from), valid_to=_utc(f.valid_to)) for f in memory.facts)
    same = replace(
        memory,
        created=memory.created.astimezone(UTC),
        occurred=_utc(memory.occurred),
        accessed=None,
        access_count=0,
        facts=facts,
    )
    said = repr(markdown.cleaned(same)).encode("utf-8", "replace")
    return hashlib.blake2b(said, digest_size=8).hexdigest()


def _utc(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC) if moment else None


@dataclass(frozen=True, slots=True)
class Original:
    """A memory that a step that thinks looks at: where it stands, and what it said when it was looked at."""

    id: str
    digest: str
    path: str = ""
    title: str = ""

    @classmethod
    def of(cls, memory: Memory, path: str = "") -> Original:
        """`path`: its file, relative to the home."""
        return cls(memory.id, digest(memory), path, memory.title)


@dataclass(frozen=True, slots=True)
class Action:
    """One memory that a step concerns: where it stands, what it is called, and why it is concerned.

    Of a step that thinks: one question, under an id that is the same in each cycle ("week:2026-W40"), with what it
    is asked about. `path` is then where the answer would stand.
    """

    id: str
    path: str
    title: str = ""
    why: str = ""
    originals: tuple[Original, ...] = ()

    @property
    def basis(self) -> tuple[tuple[str, str], ...]:
        """(memory id, digest) of what it looks at."""
        return tuple((one.id, one.digest) for one in self.originals)


@dataclass(frozen=True, slots=True)
class Draft:
    """What a step that thinks came to; journalled before anything is written, and carried out whole, once."""

    action: str
    """The id of the action that it answers."""
    basis: tuple[tuple[str, str], ...]
    """(memory id, `digest`) it was made from; when one changed or went before it is carried out, it is void."""
    files: tuple[tuple[str, str], ...] = ()
    """(path inside the home, whole text), new files only; written first."""
    writes: tuple[Memory, ...] = ()
    """Then these memories, new ones (with ids from `ids.derived`) or known ones changed."""
    removes: tuple[str, ...] = ()
    """Then these leave into the trash, as faded."""
    tokens: int = 0
    """What it cost."""
    note: str = ""
    """A word for the report; no words of a memory."""


@dataclass(slots=True)
class Budget:
    """The tokens that a cycle may still spend. A step that thinks says what it spent, also when nothing came of it."""

    cap: int
    spent: int = 0

    @property
    def left(self) -> int:
        """Never below 0."""
        return max(0, self.cap - self.spent)

    def spend(self, tokens: int) -> None:
        """After a call: what the server counted, or an estimate."""
        self.spent += max(0, tokens)

    def need(self, tokens: int) -> None:
        """Before a call, with an estimate of it. Raises BudgetSpent: the action comes again with the next cycle."""
        if tokens > self.left:
            raise BudgetSpent(
                f"This cycle's tokens are used up ({self.spent:,} of {self.cap:,}); the rest follows with the next, "
                "or raise max_tokens under [sleep] in config.toml."
            )


@dataclass(frozen=True, slots=True)
class Stage:
    """One step of a plan. `held`: so much would go that a person is asked first."""

    step: StepName
    actions: tuple[Action, ...]
    held: bool = False
    later: tuple[Action, ...] = ()
    """What would be too much for one cycle: the next ones do it."""

    @property
    def memories(self) -> int:
        """How many memories its actions concern."""
        return sum(len(action.originals) or 1 for action in self.actions)


@dataclass(frozen=True, slots=True)
class Size:
    """How large the memory is: memories, and bytes of their files."""

    memories: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a cycle would do at `now`."""

    now: datetime
    size: Size
    stages: tuple[Stage, ...]

    @property
    def waiting(self) -> int:
        """How many memories are not forgotten before somebody has said so."""
        return sum(stage.memories for stage in self.stages if stage.held)

    @property
    def due(self) -> tuple[Stage, ...]:
        """The stages that are carried out and have something to do."""
        return tuple(stage for stage in self.stages if stage.actions and not stage.held)


class Verdict(StrEnum):
    """What came of an action of a step that thinks."""

    DONE = "done"
    NOTHING = "nothing"
    """Nothing came of it; it is not asked again before its originals change."""
    VOID = "void"
    """Its originals changed or went while it was being thought about; nothing was written."""
    FAILED = "failed"
    """The model failed at it; it is tried again later, each time later."""
    WAITS = "waits"
    """No tokens were left for it, or the model is away; the next cycle has it."""
    UNDONE = "undone"
    """A person took it back; it is not done again before its originals change."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of one action of a step that thinks: ids and paths, no word of what a memory says but `note`."""

    action: str
    verdict: Verdict
    tokens: int = 0
    note: str = ""
    made: tuple[str, ...] = ()
    """Ids of the memories that it added."""
    changed: tuple[str, ...] = ()
    """Ids of the memories that it changed."""
    files: tuple[str, ...] = ()
    """Paths inside the home of the files that it added."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a step did."""

    step: StepName
    ids: tuple[str, ...]
    """The memories that it removed, or whose counts it wrote down."""
    skipped: int = 0
    """Planned, but changed or recalled before its turn came, and so left as it is."""
    seconds: float = 0.0
    answers: tuple[Answer, ...] = ()
    """Of a step that thinks: what came of each of its actions."""

    @property
    def did(self) -> bool:
        """Whether it did or tried anything."""
        return bool(self.ids or self.answers)


@dataclass(frozen=True, slots=True)
class Report:
    """What a cycle did. `cycle` is empty when there was nothing to do, and nothing is kept then."""

    cycle: str
    now: datetime
    before: Size
    after: Size
    outcomes: tuple[Outcome, ...] = ()
    waiting: int = 0
    seconds: float = 0.0
    resumed: bool = False
    """Whether it was cut off once and went on later; `seconds` are then those of the last stretch."""
    stopped: bool = False
    """Whether it was asked to stop: what is left goes on with the next cycle, and no report is kept yet."""
    max_tokens: int = 0
    """What it might have spent."""
    left: int = 0
    """Questions and summaries that were more than one cycle does: the next ones go on with them."""

    @property
    def removed(self) -> tuple[str, ...]:
        """The ids of what `undo` brings back."""
        return tuple(id_ for one in self.outcomes if one.step.restorable for id_ in one.ids)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What came of all that was thought about."""
        return tuple(answer for one in self.outcomes for answer in one.answers)

    @property
    def undoable(self) -> bool:
        """Whether there is something that `undo` would take back."""
        return bool(self.removed) or any(a.made or a.changed or a.files for a in self.answers)

    @property
    def tokens(self) -> int:
        """What it cost."""
        return sum(answer.tokens for answer in self.answers)

    def count(self, step: StepName) -> int:
        """How many memories a step concerned."""
        return sum(len(one.ids) for one in self.outcomes if one.step is step)


@dataclass(frozen=True, slots=True)
class Undone:
    """What `undo` did: the cycle it took back, and how many of its memories came back or were not found."""

    cycle: str
    restored: int
    missing: int
    withdrawn: int = 0
    """How many memories that the cycle had added went again."""
    reverted: int = 0
    """How many memories that the cycle had changed are as they were."""
    began: datetime | None = None
    """When the cycle had begun."""
    passed: int = 0
    """Later cycles that only wrote down counts or measured, so that there was nothing to take back."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where the cycle at hand is. `done` of `total` actions of a step."""

    step: StepName
    done: int
    total: int
