"""What was lately said in a scene, recalled, or read from outside: a proposal in such words stems from there. Pure but
for the reading of transcripts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from weave.journal import Journal, Transcript
from weave.model import Role, Turn
from weave.scribe.certainty import scenes

_RECENT = timedelta(days=3)
_MOST_CONVERSATIONS, _MOST_TURNS, _LONGEST = 40, 400, 4_000


@dataclass(frozen=True, slots=True)
class Foreign:
    """Texts of the last days: what a self may grow from, and what it may not."""

    said: tuple[str, ...]
    tainted: tuple[str, ...]


def foreign_texts(journal: Journal, now: datetime) -> Foreign:
    """The words of the latest conversations, told apart."""
    said: list[str] = []
    tainted: list[str] = []
    for name in journal.ids()[:_MOST_CONVERSATIONS]:
        transcript = journal.read(name)
        if not transcript.turns or transcript.turns[-1].time < now - _RECENT:
            continue
        odd = unfit(transcript)
        for turn in transcript.turns[-_MOST_TURNS:]:
            if turn.id in odd:
                tainted.append(turn.text[:_LONGEST])
            elif turn.role is Role.USER and turn.complete:
                said.append(turn.text[:_LONGEST])
    return Foreign(tuple(said), tuple(tainted))


def unfit(transcript: Transcript) -> frozenset[str]:
    """Ids of the turns that no identity may grow from: scenes, what was recalled or broken off, what tools returned."""
    played = scenes(transcript.turns)
    return frozenset(turn.id for turn in transcript.turns if turn.id in played or _outside(turn))


def _outside(turn: Turn) -> bool:
    cut = not turn.complete and not (turn.replaced and turn.role is Role.USER)
    return turn.recalled or cut or turn.role in (Role.TOOL, Role.OTHER)


def texts_of(turns: Iterable[Turn]) -> tuple[str, ...]:
    """What was said in these turns, capped."""
    return tuple(turn.text[:_LONGEST] for turn in turns)
