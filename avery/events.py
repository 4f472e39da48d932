"""What the memory's thread tells the app: frozen values, free of Textual and of every heavy library."""

from __future__ import annotations

from dataclasses import dataclass

from weave.model import Degraded, Recall, Turn


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


@dataclass(frozen=True, slots=True)
class Unconfigured:
    """No model was ever chosen here: ask the person. Comes before the memory is open."""


@dataclass(frozen=True, slots=True)
class OpenFailed:
    """The home cannot be used; the sentence says what to do."""

    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    """The turn of this number has left the queue: memory is at work on it."""

    ask: int


@dataclass(frozen=True, slots=True)
class Kept:
    """The question stands in the transcript's file."""

    ask: int


@dataclass(frozen=True, slots=True)
class Recollected:
    """What came to mind; `ask` is None when only the memory was asked (/recall)."""

    ask: int | None
    recall: Recall
    said: str | None = None
    """The question as it was stored: secrets masked."""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many of the recalled memories did not fit into the prompt."""

    ask: int
    memories: int


@dataclass(frozen=True, slots=True)
class Fragment:
    """More of the reply."""

    ask: int
    text: str


@dataclass(frozen=True, slots=True)
class Retry:
    """The model's server was away or asked to wait; the reply starts again in `seconds`."""

    ask: int
    reason: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Cut:
    """The reply broke off; what came of it is kept, and perhaps a Retry follows."""

    ask: int
    reason: str


@dataclass(frozen=True, slots=True)
class Spent:
    """Tokens of a turn, as the server counted them."""

    prompt: int
    completion: int
    cached: int


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


@dataclass(frozen=True, slots=True)
class Queue:
    """How the background work stands; sent at most four times a second, and only when it changed."""

    encoding: int
    waiting: tuple[tuple[str, int], ...]
    degraded: tuple[Degraded, ...]
    ready: bool
    memories: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A conversation's task was ended; one sentence on what was learned."""

    summary: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """A command outside a turn failed."""

    reason: str


Event = (
    Opened
    | Unconfigured
    | OpenFailed
    | Asked
    | Kept
    | Recollected
    | LeftOut
    | Fragment
    | Retry
    | Cut
    | Spent
    | Answered
    | Refused
    | Queue
    | Ended
    | Trouble
)
