"""The verbatim words of one turn go with what was told in them: a memory that states a fact takes its state. Pure.

An episode that states no fact of its own says no more than the knowledge made from its turn. It is in dispute, or
gone, when nothing told there stands better, and in force again when something does. What was put so by a person's
rewording stays: only what has a successor, or a rival, comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from weave.lineage import BY_HAND
from weave.model import Memory, MemoryType, State

_LOST = (State.CONTESTED, State.OUTDATED, State.DEPRECATED)
_HOLDS = (State.ACTIVE, State.VOLATILE)


def is_echo(memory: Memory) -> bool:
    """Whether it is the words of one turn that state nothing by themselves."""
    return (
        memory.type is MemoryType.EPISODIC
        and not memory.facts
        and len(memory.source.turns) == 1
        and BY_HAND not in memory.extra
    )


def telling(memories: Sequence[Memory]) -> list[Memory]:
    """Those that state facts."""
    return [memory for memory in memories if memory.facts]


def echoed(episode: Memory, told: Sequence[Memory]) -> Memory:
    """The episode as `told`, all that states facts made from its turn, leaves it."""
    if not told or not is_echo(episode):
        return episode
    best = max((memory.state for memory in told), key=lambda state: state.weight)
    if best in _LOST:
        falls = episode.state in (*_HOLDS, State.CONTESTED) or (
            best is State.CONTESTED and _replaced(episode)
        )
        return replace(episode, state=best, superseded_by=_heir(told, best)) if falls else episode
    waits = episode.state is State.CONTESTED or _replaced(episode)
    return replace(episode, state=State.ACTIVE, superseded_by=None) if waits else episode


def _replaced(episode: Memory) -> bool:
    return episode.state is State.OUTDATED and episode.superseded_by is not None


def _heir(told: Sequence[Memory], state: State) -> str | None:
    """What took the place of the last of those that stand best."""
    if state is State.CONTESTED:
        return None
    heirs = [memory.superseded_by for memory in told if memory.state is state and memory.superseded_by]
    return heirs[-1] if heirs else None


def moved(beside: Sequence[Memory]) -> list[Memory]:
    """The episodes among the memories of one turn that are not as what was told there leaves them, as they should be."""
    told = telling(beside)
    after = [(memory, echoed(memory, told)) for memory in beside]
    return [now for was, now in after if now != was]
