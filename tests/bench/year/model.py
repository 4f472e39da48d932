"""What the simulated year is made of: turns, the gold that stands in them, and the questions asked along the way."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance. `time` is ISO 8601 with the offset of where the person is; `role` is one of `weave ingest`'s."""

    id: str
    session: str
    time: str
    role: str
    speaker: str
    text: str

    def record(self) -> dict[str, str]:
        """The line of a file for `weave ingest`."""
        return {
            "id": self.id,
            "session": self.session,
            "time": self.time,
            "role": self.role,
            "speaker": self.speaker,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Detail:
    """Words that must not get lost, literally as they stand in `turn`; kind: name, number, date, negation, decision."""

    text: str
    kind: str
    turn: str


@dataclass(frozen=True, slots=True)
class Gold:
    """One thing worth knowing. `importance` is `high` or `low` by a person's judgement, `why` says on what ground.

    `supersedes` names the gold that stopped being true through this one; `turns` are all turns that tell it.
    """

    id: str
    title: str
    importance: str
    why: str
    details: tuple[Detail, ...]
    turns: tuple[str, ...]
    supersedes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """Asked at `ask_at` (ISO with offset). Any of `answers` will do; none of `wrong` may be given as the answer.

    Kinds: detail, current, changed, habit, count, never (nobody said it, `answers` is empty). `gold` is the id of
    what it asks about, empty for `count` and `never`. `evidence` are turn ids; for a count, all that are counted.
    """

    id: str
    ask_at: str
    text: str
    kind: str
    importance: str
    answers: tuple[str, ...]
    wrong: tuple[str, ...]
    evidence: tuple[str, ...]
    gold: str


@dataclass(frozen=True, slots=True)
class Secret:
    """Text that must be found nowhere in the store, and the turn into which it was pasted."""

    text: str
    turn: str


@dataclass(frozen=True, slots=True)
class Year:
    """The whole year: `noise` are turns that may be forgotten without loss, `roleplay` those that state no fact."""

    seed: int
    turns: tuple[Turn, ...]
    golds: tuple[Gold, ...]
    questions: tuple[Question, ...]
    secrets: tuple[Secret, ...]
    noise: frozenset[str]
    roleplay: frozenset[str]
    templates: int
