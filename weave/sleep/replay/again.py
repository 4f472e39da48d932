"""A conclusion that became unsure is looked at again with what its sources say now: confirmed, reworded, or dropped.

Its ground moved: a source was corrected, replaced by a later value, or forgotten. What stands is shown to the model,
a source's successor in the place of the source. What it says rests on those alone from then on. No answer leaves the
conclusion as it is, unsure; if all it rested on has fallen, the step that drops such takes it with the next cycle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from weave import cascade
from weave.core import Core
from weave.drafts import facts_of, in_state
from weave.lineage import sound
from weave.model import Change, Draft, Memory, MemoryType, State
from weave.sameness import spoken
from weave.secrets import mask
from weave.sleep import rules
from weave.sleep.model import StepName, Verdict
from weave.sleep.replay.claims import claims
from weave.sleep.replay.conclusions import unopposed
from weave.sleep.replay.episodes import Episode, days_of
from weave.sleep.tried import Tried

__all__ = ["AGAIN", "MOST", "Ground", "basis", "ground_of", "grounds", "looked_at_again", "without_hope"]

AGAIN = "again:"
"""What the id of an action begins with that looks at a conclusion again; the conclusion's id follows."""
MOST = 12
"""Conclusions of one cycle."""
_SUCCESSIONS = 5
"""How far it is followed what took a source's place."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A conclusion, and the memories that speak about it now."""

    conclusion: Memory
    sources: tuple[Memory, ...]


def grounds(core: Core) -> Iterator[Ground]:
    """Conclusions that became unsure and still have something to rest on; those that a model may see. Reads only."""
    for one in core.catalogue.in_state(State.VOLATILE, derived=True):
        if (ground := ground_of(core, one)) is not None:
            yield ground


def ground_of(core: Core, conclusion: Memory) -> Ground | None:
    """What a conclusion rests on now; None when it is not for a model to judge, or is sure."""
    if not _askable(conclusion):
        return None
    now = _now(core, conclusion.derived_from)
    return Ground(conclusion, now) if now and not any(one.private for one in now) else None


def without_hope(core: Core, baseless: Sequence[Memory]) -> list[Memory]:
    """Those of these (each after what it rests on) about which no model is still to be asked, before they go."""
    if core.models.chat is None:
        return list(baseless)
    known = Tried(core.place.home).known()
    waiting: set[str] = set()
    for memory in baseless:
        last = known.get((StepName.REPLAY, f"{AGAIN}{memory.id}"))
        asked = last is not None and last.verdict not in (Verdict.FAILED, Verdict.VOID)
        if not waiting.isdisjoint(memory.derived_from) or (not asked and ground_of(core, memory)):
            waiting.add(memory.id)
    return [memory for memory in baseless if memory.id not in waiting]


def _askable(memory: Memory) -> bool:
    return rules.conclusion(memory) and memory.type is MemoryType.SEMANTIC and not memory.private


def _now(core: Core, ids: Sequence[str]) -> tuple[Memory, ...]:
    """What these say now: those in force, and what took the place of those that are not."""
    found: dict[str, Memory] = {}
    step = list(ids)
    for _ in range(_SUCCESSIONS):
        there = core.catalogue.get_many(step)
        found |= {id_: memory for id_, memory in there.items() if sound(memory)}
        step = [m.superseded_by for m in there.values() if not sound(m) and m.superseded_by]
        if not step:
            break
    return tuple(found[id_] for id_ in sorted(found))


def looked_at_again(core: Core, ground: Ground, reply: Mapping[str, object]) -> tuple[Memory, ...] | None:
    """The conclusion as a `replay` reply leaves it, as what is to be written; empty: it is to go; None: as it was."""
    conclusion, sources = ground.conclusion, ground.sources
    items = reply.get("knowledge")
    said = [item for item in items if isinstance(item, Mapping)] if isinstance(items, list) else []
    if len(said) != 1:
        return None
    [item] = said
    known = {source.id for source in sources}
    if item.get("change") in (Change.RETRACTION, Change.END) and _names(item) & known:
        return () if spoken(str(item.get("text", ""))) == spoken(conclusion.text) else None
    shown = [_shown(source) for source in sources]
    drafts = claims(reply, shown, person=core.person(), fewest=min(2, len(shown), days_of(shown))).drafts
    return None if not drafts else _confirmed(core, conclusion, drafts[0])


def _names(item: Mapping[str, object]) -> set[str]:
    named = item.get("source_turns")
    return {str(one).strip("[] ") for one in named} if isinstance(named, list) else set()


def _shown(source: Memory) -> Episode:
    """A source of whatever type, all of whose words count: what was stated was meant."""
    return Episode(source, (source.occurred or source.created).date(), (source.text,))


def _confirmed(core: Core, conclusion: Memory, draft: Draft) -> tuple[Memory, ...] | None:
    """In force again, resting on what bears it out now; in other words only if it says something else."""
    now = in_state(replace(conclusion, derived_from=tuple(sorted(draft.turns))), State.ACTIVE)
    if spoken(draft.text) != spoken(conclusion.text):
        now = replace(now, title=mask(draft.title), text=mask(draft.text))
        now = replace(now, facts=facts_of(draft.facts, now))
    now = cascade.lowered(core.store, now)
    return (now,) if unopposed(core.store, now) else None


def basis(ground: Ground) -> tuple[Memory, ...]:
    """All that the answer depends on."""
    return (ground.conclusion, *ground.sources)
