"""Why something that was recalled may not hold: in dispute and with what, past since when, resting on what changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import tzinfo
from typing import TYPE_CHECKING

from avery.events import Remark
from avery.ui.plain import one_line
from weave.clock import day
from weave.errors import NotFound
from weave.model import GLOBAL, Fact, Memory, Recall, Recalled, State

if TYPE_CHECKING:
    from weave.weave import Weave  # heavy, and this module is there before the first picture

_SHOWN = 3
"""Opponents that are named; the others are counted."""
_WIDE = 80


def needed(recall: Recall) -> bool:
    """Whether anything recalled needs a remark; most often nothing does."""
    return any(_doubtful(item) for item in recall.memories)


def _doubtful(item: Recalled) -> bool:
    state = item.memory.state
    return bool(item.conflicts or item.manner.aside) or not state.in_force or _rests(item.memory)


def _rests(memory: Memory) -> bool:
    """A memory of a pad is volatile since it is young; one of the store since what it rests on changed."""
    return memory.state is State.VOLATILE and memory.scope == GLOBAL and bool(memory.derived_from)


async def remarks(weave: Weave, recall: Recall, zone: tzinfo | None) -> tuple[Remark, ...]:
    """The sentences on what was recalled, in its order."""
    found: list[Remark] = []
    for item in filter(_doubtful, recall.memories):
        memory = item.memory
        linked = [*item.conflicts, *memory.derived_from, *filter(None, [memory.superseded_by])]
        near = await _known(weave, linked)
        later = await _later(weave, memory)
        found += [Remark(memory.id, words) for words in told(item, near, later, zone)]
    return tuple(found)


async def _known(weave: Weave, ids: Iterable[str]) -> dict[str, Memory]:
    found: dict[str, Memory] = {}
    for id_ in dict.fromkeys(ids):
        try:
            found[id_] = await weave.get(id_)
        except NotFound:  # forgotten meanwhile: there is nothing to name
            continue
    return found


async def _later(weave: Weave, memory: Memory) -> dict[str, Fact]:
    """The facts that took the place of the memory's own."""
    wanted = {fact.superseded_by for fact in memory.facts if fact.superseded_by}
    found: dict[str, Fact] = {}
    for subject in {fact.subject for fact in memory.facts if fact.superseded_by in wanted}:
        if wanted - found.keys():
            found |= {fact.id: fact for fact in await weave.facts(subject) if fact.id in wanted}
    return found


def told(
    item: Recalled, near: Mapping[str, Memory], later: Mapping[str, Fact], zone: tzinfo | None
) -> list[str]:
    """The sentences on one memory. `near`: the memories it names, by id; `later`: what superseded its facts. Pure."""
    memory = item.memory
    sentences = [f"{item.manner.aside}: no fact"] if item.manner.aside else []
    if item.conflicts or memory.state is State.CONTESTED:
        sentences.append(_disputed([near[id_] for id_ in item.conflicts if id_ in near]))
    if memory.state.gone:
        sentences.append(_past(memory, near, later, zone))
    if _rests(memory):
        sentences.append(_shaken([near[id_] for id_ in memory.derived_from if id_ in near]))
    return sentences


def _disputed(opponents: list[Memory]) -> str:
    if not opponents:
        return "in dispute: /inbox shows with what"
    named = " and ".join(_quoted(memory) for memory in opponents[:_SHOWN])
    rest = len(opponents) - _SHOWN
    return f"contradicts {named}" + (f" and {rest} more" if rest > 0 else "")


def _past(memory: Memory, near: Mapping[str, Memory], later: Mapping[str, Fact], zone: tzinfo | None) -> str:
    ends = [fact.valid_to for fact in memory.facts if fact.valid_to is not None and not fact.state.in_force]
    since = f" since {day(max(ends), zone)}" if ends else ""
    new = next((later[by] for by in (f.superseded_by or "" for f in memory.facts) if by in later), None)
    successor = near.get(memory.superseded_by or "")
    now = f"“{one_line(new.object, _WIDE)}”" if new is not None else _quoted(successor) if successor else ""
    if memory.state is State.DEPRECATED:
        return f"taken back{since}" + (f": right is {now}" if now else "")
    return f"past{since}" + (f": now {now}" if now else "")


def _shaken(sources: list[Memory]) -> str:
    changed = [memory for memory in sources if memory.state is not State.ACTIVE]
    if not changed:
        return "rests on something that changed"
    named = ", ".join(f"{_quoted(memory)} ({memory.state.value})" for memory in changed[:_SHOWN])
    return f"rests on what changed: {named}"


def _quoted(memory: Memory) -> str:
    return f"“{one_line(memory.title or memory.text, _WIDE)}”"
