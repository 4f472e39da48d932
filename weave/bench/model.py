"""The words of a recall benchmark: conversations with questions whose answers lie in known turns, and the figures."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from weave.model import Turn


class Name(StrEnum):
    """The data sets that are known."""

    LOCOMO = "locomo"
    """LoCoMo: two people over months; questions of five kinds."""
    LONGMEMEVAL = "longmemeval"
    """LongMemEval: a person and an assistant; a haystack of sessions for each question."""
    BEAM_USER = "beam-user"
    """BEAM: a person and an assistant; the person's messages alone."""


class Moment:
    """A clock that is set to the time each question is asked at."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def __call__(self) -> datetime:
        """The time it is set to."""
        return self.now


@dataclass(frozen=True, slots=True)
class Question:
    """One question and the turns that hold its answer."""

    text: str
    kind: str
    evidence: frozenset[str]
    now: datetime


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation of a data set, its turns in order; only questions with evidence among them are kept."""

    id: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    without: int = 0
    """Questions that were left out, since no turn holds an answer."""

    def clock(self) -> Moment:
        """Set to the end of the conversation."""
        return Moment(self.turns[-1].time)


@dataclass(frozen=True, slots=True)
class Measures:
    """One question's outcome; shares 0..1, tokens of the ten results, milliseconds of the recall."""

    kind: str
    recall: float
    first: float
    any: float
    all: float
    tokens: int
    elapsed_ms: float = 0.0
    degraded: tuple[str, ...] = ()
    """Sentences on the parts that did not answer."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over the questions of one kind, or of all."""

    kind: str
    questions: int
    recall: float
    """Share of the evidence turns among the first ten results."""
    first: float
    """Share of questions whose first result holds evidence."""
    any: float
    """Share of questions with evidence among the first ten."""
    all: float
    """Share of questions with all of it there."""
    tokens: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a benchmark found."""

    name: Name
    conversations: int
    turns: int
    without: int
    """Questions of the data that no turn answers."""
    embedder: str | None
    graph: bool
    figures: tuple[Figures, ...]
    """Of all questions first, then of each kind."""
    median_ms: float
    slow_ms: float
    """What one recall in twenty exceeds."""
    seconds: float
    degraded: tuple[str, ...] = ()
