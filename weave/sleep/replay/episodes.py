"""Which episodes may be learnt from, and what of their words was said in earnest. Pure.

Only what the person told, in words of their own: not what a tool returned, a file or the assistant said, not what was
played, joked, quoted or only imagined, and nothing that is private. A summary of a week is no episode: what it was
made from has been replayed already.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, tzinfo

from weave.clock import local
from weave.model import GLOBAL, Certainty, Memory, MemoryType, Provenance, Role, State, Turn
from weave.scribe.certainty import judge
from weave.scribe.importance import is_trivial
from weave.scribe.rules import SCENE
from weave.scribe.sentences import split, without_blocks

__all__ = ["Episode", "days_of", "in_earnest", "learnable", "played_in"]

_LONGEST = 2_000
"""Characters of an episode that are read."""


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode as replay sees it: its day in the person's zone, and the sentences that were meant."""

    memory: Memory
    day: date
    said: tuple[str, ...]

    @property
    def text(self) -> str:
        """What of it may be learnt from."""
        return " ".join(self.said)

    @property
    def turn(self) -> Turn:
        """As a turn, so that the Scribe's guards can judge what is said to rest on it; its id is the memory's."""
        memory = self.memory
        time = memory.occurred or memory.created
        return Turn(memory.id, Role.USER, "user", self.text, time, memory.source.conversation or memory.id)


def learnable(memory: Memory) -> bool:
    """Whether it is an episode of the person's own life, told by them and in force."""
    return (
        memory.type is MemoryType.EPISODIC
        and memory.state is State.ACTIVE
        and memory.scope == GLOBAL
        and memory.provenance is Provenance.USER
        and not memory.private
        and not memory.derived_from
        and memory.source.file is None
        and SCENE not in memory.text
    )


def in_earnest(memory: Memory, zone: tzinfo | None) -> Episode | None:
    """The episode with what was plainly meant in it; None when that is nothing."""
    text = without_blocks(memory.text[:_LONGEST])
    said = tuple(one for one in split(text) if not is_trivial(one) and judge(one) is Certainty.ASSERTED)
    if not said:
        return None
    return Episode(memory, local(memory.occurred or memory.created, zone).date(), said)


def played_in(memory: Memory, turns: Sequence[Turn], played: frozenset[str]) -> bool:
    """Whether the turns that an episode was made from were part of a scene, recalled, or none of the person's.

    `turns` are those of its conversation, `played` the ids of those inside a scene.
    """
    mine = [turn for turn in turns if turn.id in memory.source.turns]
    if not mine:
        return False
    own = any(turn.role is Role.USER and turn.complete for turn in mine)
    return not own or any(turn.id in played or turn.recalled for turn in mine)


def days_of(episodes: Iterable[Episode]) -> int:
    """On how many days they took place."""
    return len({episode.day for episode in episodes})
