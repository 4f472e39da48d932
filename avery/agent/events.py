"""What happens in a turn, as frozen values: Heard, Recalled, then Deltas, calls and Retryings, then how it ended."""

from __future__ import annotations

from dataclasses import dataclass

from avery.reminder_events import TurnReminderEvent
from weave.model import Recall, Turn


@dataclass(frozen=True, slots=True)
class Heard:
    """The user's turn is durable."""

    turn: Turn
    """As it was stored: secrets masked."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """This came to mind for the user's turn."""

    recall: Recall
    turn: Turn
    """The user's turn as it was stored: secrets masked."""


@dataclass(frozen=True, slots=True)
class Prompted:
    """What the model is about to be asked with; `omitted` memories and `dropped` old turns did not fit."""

    tokens: int
    """Estimated."""
    omitted: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Delta:
    """More of the reply."""

    text: str


@dataclass(frozen=True, slots=True)
class Called:
    """The model called a tool, which runs now; Returned follows, or the turn is stopped."""

    name: str
    """As the model wrote it: perhaps no tool's name."""
    arguments: str
    """JSON on one line, secrets masked; the model's own broken text where it cannot be read."""
    origin: str = ""
    """Who offers the tool: "Avery" or "MCP server NAME"; empty where there is none of this name."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What the last Called gave, bounded; `ok` False: it did not run or failed, and `text` says why."""

    name: str
    text: str
    ok: bool
    seconds: float = 0.0
    """How long it ran, without the time in which the person was asked."""


@dataclass(frozen=True, slots=True)
class Unrun:
    """So many calls of one reply were left aside; one sentence on why."""

    calls: int
    reason: str


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of one request, as the server counted them; a turn that calls tools has several."""

    prompt: int
    completion: int
    cached: int


@dataclass(frozen=True, slots=True)
class Retrying:
    """The reply starts anew in `seconds`; what was shown of it is incomplete and stays marked so.

    Tools that ran do not run again; the words before them come once more as Deltas.
    """

    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class Incomplete:
    """The reply was cut or stopped; `turn` keeps what came, never to be remembered. None if nothing came."""

    reason: str
    turn: Turn | None


@dataclass(frozen=True, slots=True)
class Failed:
    """No reply; one sentence that says what to do. The user's turn is stored all the same."""

    reason: str


@dataclass(frozen=True, slots=True)
class Done:
    """The whole reply as it was stored."""

    turn: Turn


TurnEvent = (
    Heard
    | Recalled
    | Prompted
    | Delta
    | Called
    | Returned
    | Unrun
    | Spent
    | Retrying
    | Incomplete
    | Failed
    | Done
    | TurnReminderEvent
)
