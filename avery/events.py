"""What the memory's thread tells the app: frozen values, free of Textual and of every heavy library.

What happens inside a turn is the agent's to tell (`avery.agent.events`); here it only gets the number of its question.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING

from avery.agent.events import TurnEvent
from avery.consent_events import ConsentEvent
from avery.holdings_events import LibraryEvent
from avery.mcp_events import ServersStand
from avery.metamemory import MirrorEvent
from avery.night_events import NightEvent
from avery.reminder_events import ReminderEvent
from avery.session_events import SessionEvent
from avery.shelf_events import ShelfEvent
from weave.model import Conflict, Degraded, Memory, Recall, Resolution, Task, TaskReport, Turn

if TYPE_CHECKING:
    from avery.differing import Diff
    from weave.identity.model import Entry
    from weave.identity.operations import Step
    from weave.picture import Row


@dataclass(frozen=True, slots=True)
class Opened:
    """Weave is open and a conversation has begun (or was resumed)."""

    conversation: str
    title: str
    turns: tuple[Turn, ...]
    model: str | None
    memories: int
    guest: bool
    owner_pid: int | None
    theme: str | None = None
    keys: tuple[tuple[str, str], ...] = ()
    """[keys] of config.toml: the id of a command and its keys."""
    zone: tzinfo | None = None
    """In which times are shown."""
    bell: bool = True
    """Whether the terminal rings when a reply is whole and another window has the keyboard."""
    window: int = 0
    """Tokens of the model's context; 0 without a model."""
    resumed: bool = False
    """The person has just gone over to this conversation from another one."""


@dataclass(frozen=True, slots=True)
class Models:
    """What the server lists; `problem` says why it does not."""

    names: tuple[str, ...]
    problem: str | None = None


@dataclass(frozen=True, slots=True)
class Drafted:
    """What was being written when Avery ended last."""

    text: str


@dataclass(frozen=True, slots=True)
class Unconfigured:
    """No model was ever chosen here: ask the person. Comes before the memory is open."""


@dataclass(frozen=True, slots=True)
class OpenFailed:
    """The home cannot be used; the sentence says what to do."""

    reason: str


# A turn


@dataclass(frozen=True, slots=True)
class Asked:
    """The turn of this number has left the queue: memory is at work on it."""

    ask: int


@dataclass(frozen=True, slots=True)
class Told:
    """Something happened in the turn of this number."""

    ask: int
    event: TurnEvent


@dataclass(frozen=True, slots=True)
class Replaced:
    """These turns were sent anew: they stay in the transcript, marked; so many memories of them are in the trash."""

    turns: tuple[str, ...]
    memories: int


@dataclass(frozen=True, slots=True)
class Answered:
    """The turn is over; `incomplete` says why the reply that was coming is not whole."""

    ask: int
    incomplete: str | None = None


@dataclass(frozen=True, slots=True)
class Refused:
    """The turn failed. `kept` tells whether what the person wrote is in the transcript file."""

    ask: int
    reason: str
    kept: bool


# What comes to mind


@dataclass(frozen=True, slots=True)
class Recollected:
    """What came to mind when only the memory was asked (/recall)."""

    recall: Recall


@dataclass(frozen=True, slots=True)
class Remarked:
    """Why some of what was recalled may not hold; `ask` is None for /recall."""

    ask: int | None
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence on one recalled memory."""

    memory: str
    text: str


# The task


@dataclass(frozen=True, slots=True)
class Working:
    """The task whose pad takes what is said from now on; `own` when it is the conversation's own one."""

    task: Task
    own: bool
    moved: bool = False
    """Whether the person has just gone there."""
    open: tuple[str, ...] = ()
    """The names of the tasks that one could go to."""


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad and what it holds."""

    task: Task
    own: bool
    memories: tuple[Memory, ...]
    """Newest first, without the raw turns."""
    turns: frozenset[str]
    """Ids of the turns of this chat that belong to it."""
    said: tuple[str, ...] = ()
    """What the person said in these, oldest first."""


@dataclass(frozen=True, slots=True)
class Tasks:
    """The open pads, oldest first, and the present one with what it holds."""

    open: tuple[Task, ...]
    current: Pad
    home: str
    """The id of the chat's own task."""


@dataclass(frozen=True, slots=True)
class Pads:
    """Every open pad with what it holds: the present one first, then the oldest."""

    pads: tuple[Pad, ...]
    home: str
    """The id of the chat's own task."""
    guest: bool


@dataclass(frozen=True, slots=True)
class Doomed:
    """What discarding the present task would lose: the person is to be asked."""

    pad: Pad


@dataclass(frozen=True, slots=True)
class Discarded:
    """A task was thrown away; nothing of it is left."""

    task: Task
    turns: frozenset[str]
    """Ids of the turns that went with it."""
    title: str
    """What the chat is called without them."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A task was ended."""

    task: Task
    own: bool
    report: TaskReport
    contested: tuple[str, ...] = ()
    """What is in dispute since, a line for each."""


@dataclass(frozen=True, slots=True)
class EndedLater:
    """Tasks that ended by themselves: a crash or an absent model had left them open."""

    reports: tuple[TaskReport, ...]


# Knowledge


@dataclass(frozen=True, slots=True)
class Disputed:
    """All that is in dispute; sent when it is no longer the same."""

    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class Decided:
    """What the person decided about a conflict is done."""

    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Undecided:
    """A decision could not be carried out; one sentence that says what to do."""

    matter: str
    """The id of what was to be decided."""
    reason: str


@dataclass(frozen=True, slots=True)
class Reading:
    """A conversation, to be read at the turns from which something was remembered."""

    title: str
    turns: tuple[Turn, ...]
    marked: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pictured:
    """What is known of somebody or something, as the lines of a tree."""

    name: str
    rows: tuple[Row, ...]


# The self


@dataclass(frozen=True, slots=True)
class Amendment:
    """Another text for identity.md that waits for the person's word."""

    entry: Entry
    current: str
    """identity.md as it is."""
    diff: Diff
    """From what it is to what it would be."""


@dataclass(frozen=True, slots=True)
class Proposed:
    """All such texts that wait; sent when they are no longer the same."""

    amendments: tuple[Amendment, ...]


@dataclass(frozen=True, slots=True)
class Amended:
    """What the person decided about the self is done; the entry tells it."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Biography:
    """identity.md as it is, how that came about, the oldest first, and what is wrong with that record."""

    text: str
    entries: tuple[Entry, ...]
    problems: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Drifted:
    """How far each version went from the first one and from the one before it, the oldest first."""

    steps: tuple[Step, ...]


# Background


@dataclass(frozen=True, slots=True)
class Queue:
    """How the background work stands; sent at most four times a second, and only when it changed."""

    encoding: int
    waiting: tuple[tuple[str, int], ...]
    degraded: tuple[Degraded, ...]
    ready: bool
    memories: int
    cost: float | None = None
    """What the model has cost in this sitting; None without prices."""


@dataclass(frozen=True, slots=True)
class Noticed:
    """One sentence to the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A command outside a turn failed."""

    reason: str


Event = (
    Opened
    | Models
    | Drafted
    | Unconfigured
    | OpenFailed
    | Asked
    | Told
    | Replaced
    | Answered
    | Refused
    | ConsentEvent
    | Recollected
    | Remarked
    | Working
    | Tasks
    | Pads
    | Doomed
    | Discarded
    | Ended
    | EndedLater
    | Disputed
    | Decided
    | Undecided
    | Reading
    | Pictured
    | Proposed
    | Amended
    | Biography
    | Drifted
    | NightEvent
    | ReminderEvent
    | MirrorEvent
    | Queue
    | Noticed
    | Trouble
    | ShelfEvent
    | SessionEvent
    | LibraryEvent
    | ServersStand
)
