"""Single memories: composing a new one, changing, rewording, forgetting. Runs on the core's thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave import cascade, changes, joint_writes, lineage, tickets
from weave.adoption import reread
from weave.conflicts import release
from weave.consolidation import meet
from weave.conversations import Conversation, Utterance, turn_of
from weave.core import Core
from weave.drafts import facts_of
from weave.echoes import is_echo
from weave.errors import InvalidInput
from weave.guest import Inbox
from weave.importances import judged_alone
from weave.markdown import clean, clean_line, cleaned
from weave.model import GLOBAL, NOWHERE, Fact, Memory, MemoryType, Provenance, Role, Source, State, Turn
from weave.reconsider import announce, reconsider
from weave.scribe.importance import estimate
from weave.scribe.rules import extract
from weave.scribe.titles import title_of
from weave.secrets import mask
from weave.sleep.compression import reviving


def worded(text: str) -> str:
    """A text as it may be stored: clean, secrets masked. Raises InvalidInput when nothing is left."""
    words = mask(clean(text))
    if not words.strip():
        raise InvalidInput("There is nothing to remember in an empty text; write something first.")
    return words


@dataclass(frozen=True, slots=True)
class Wish:
    """What `remember` was asked to write."""

    text: str
    type: MemoryType = MemoryType.SEMANTIC
    title: str | None = None
    importance: float | None = None
    provenance: Provenance = Provenance.USER
    state: State | None = None
    at: datetime | None = None
    task: str | None = None
    pin: bool = False
    derived_from: Sequence[str] = ()
    """References of the memories that this one was made from."""
    source: Source = NOWHERE


def compose(core: Core, wish: Wish) -> Memory:
    """A new memory in words, not yet written; trusted no more than what it was made from.

    Raises InvalidInput, NotFound for an unknown task or source.
    """
    words = worded(wish.text)
    if wish.importance is not None and not 0 <= wish.importance <= 1:
        raise InvalidInput(f"importance must be a number from 0 to 1, not {wish.importance}.")
    scope = f"task:{core.pads.get(wish.task).task.id}" if wish.task else GLOBAL
    sources = {source.id: source for source in map(core.store.find, wish.derived_from)}
    now = core.place.clock()
    raw = estimate(words, _role(wish.provenance)) if wish.importance is None else None
    memory = Memory(
        id=tickets.new_id(now, "memory"),
        type=wish.type,
        title=(mask(clean_line(wish.title)) if wish.title else "") or title_of(words),
        text=words,
        state=wish.state or (State.VOLATILE if wish.task else State.ACTIVE),
        importance=wish.importance if raw is None and wish.importance is not None else raw or 0.0,
        importance_raw=raw,
        provenance=wish.provenance,
        created=wish.at or now,
        scope=scope,
        pinned=wish.pin,
        source=wish.source,
        derived_from=tuple(sources),
    )
    return cleaned(lineage.resting(replace(memory, facts=_read_facts(memory)), sources))


def _role(provenance: Provenance) -> Role:
    """Whose turn a memory of this provenance would come from."""
    return {Provenance.OBSERVED: Role.TOOL, Provenance.AGENT: Role.ASSISTANT}.get(provenance, Role.USER)


def _read_facts(memory: Memory) -> tuple[Fact, ...]:
    role = _role(memory.provenance)
    return facts_of(extract(memory.text, speaker="user", role=role, time=memory.created), memory)


def remember(core: Core, memory: Memory) -> Memory:
    """Write a composed memory; in the global scope it meets what is known first. What the rules scored is corrected."""
    if tickets.again() and (
        known := core.catalogue.get_many([memory.id]) or core.store.trash.among([memory.id])
    ):
        return known[memory.id]
    memory = judged_alone(core.store, memory)
    if memory.scope != GLOBAL:
        core.store.add([memory])
        return memory
    merged = meet(core.store, [memory])
    # what a person asks to remember is kept, also if it is known
    kept = merged.kept or (memory,)
    joint_writes.write_together(core.store, kept, merged.revised)
    return kept[0]


def find_all(core: Core, references: Sequence[str]) -> list[Memory]:
    """The memories named, each once. Raises NotFound before anything is changed."""
    found = [reviving.current(core, reference) for reference in references]
    if not found:
        raise InvalidInput("Name the memories by their ids; `weave list` shows them.")
    return list({memory.id: memory for memory in found}.values())


def change(core: Core, reference: str, values: Mapping[str, str]) -> Memory:
    """Change metadata; a memory whose type changed moves to that type's file."""
    return change_all(core, [reference], values)[0]


def change_all(core: Core, references: Sequence[str], values: Mapping[str, str]) -> tuple[Memory, ...]:
    """The same for several, each file written once. Raises NotFound, InvalidInput before anything is changed.

    What is kept from models is kept from them in the verbatim words of its turn, too.
    """
    named = find_all(core, references)
    before = [*named, *_echoes(core, named)] if "private" in values else named
    private = {key: value for key, value in values.items() if key == "private"}
    after = [_changed(core, m, values if n < len(named) else private) for n, m in enumerate(before)]
    both = list(zip(before, after, strict=True))
    core.store.move([new for old, new in both if new.type is not old.type])
    core.store.update([new for old, new in both if new.type is old.type])
    fallen = [n for n, memory in enumerate(after) if memory.state in (State.OUTDATED, State.DEPRECATED)]
    if fallen:
        release(core.store, [before[n] for n in fallen], [after[n] for n in fallen])
    # also when it was so already: a crash may have come between the two
    moved = [
        new
        for old, new in both[: len(named)]
        if "state" in values or (new.state, new.provenance) != (old.state, old.provenance)
    ]
    if moved:
        cascade.follow(core.store, moved)
    return tuple(after[: len(named)])


def _echoes(core: Core, memories: Sequence[Memory]) -> list[Memory]:
    """The verbatim words of the turns that these were made from."""
    known = {memory.id for memory in memories}
    beside = {
        one.id: one for m in memories if m.source.turns for one in core.store.catalogue.of_turns(m.source)
    }
    return [one for one in beside.values() if one.id not in known and is_echo(one)]


def _changed(core: Core, before: Memory, values: Mapping[str, str]) -> Memory:
    after = cascade.lowered(core.store, changes.apply(before, values, core.place.zone))
    if "state" in values and (after.derived_from or after.state is State.CONTESTED):
        after = lineage.set_by_hand(after)
    return after


def reword(core: Core, reference: str, title: str | None, text: str | None) -> Memory:
    """Change the words. A title that was derived from the old text follows the new one."""
    before = reviving.current(core, reference)
    words = before.text if text is None else worded(text)
    heading = before.title
    if title is not None:
        heading = mask(clean_line(title)) or title_of(words)
    elif before.title == title_of(before.text):
        heading = title_of(words)
    after = replace(before, title=heading, text=words)
    if words != before.text:  # whoever rewords it is the person, as with an edit of the file
        after = cascade.lowered(core.store, reread(after))
    if after.facts != before.facts:
        announce(core.store, [after.id])
    core.store.update([after])
    if after.facts != before.facts:
        release(core.store, [before], [after])
        reconsider(core.store, [before], [core.store.find(after.id)])
        after = core.store.find(after.id)
    return after


def forget(core: Core, references: Sequence[str]) -> tuple[Memory, ...]:
    """Move to the trash; what summaries tell of an archived original goes as well. Raises NotFound first."""
    archived = {one: found for one in references if (found := reviving.only_archived(core, one)) is not None}
    rest = [one for one in references if one not in archived]
    memories = find_all(core, rest) if rest or not archived else []
    release(core.store, memories)
    core.store.forget(memories)
    cascade.follow(core.store, memories)
    if archived:
        reviving.forget(core, list(archived.values()))
    return (*memories, *(one.memory for one in archived.values()))


def restore(core: Core, reference: str) -> Memory:
    """Bring a memory back from the trash or the archive as it was, and what rested on it. Raises NotFound."""
    original = reviving.archived(core, reference)
    memory = reviving.bring_back(core, original) if original else core.store.restore(reference)
    sources = memory.derived_from
    fallen = core.store.trash.among(sources)  # while it was away, what it rests on may have gone
    cascade.follow(core.store, [memory, *core.store.catalogue.get_many(sources).values(), *fallen.values()])
    memory = core.store.find(memory.id)
    judgeable = memory.state in (State.ACTIVE, State.CONTESTED) and lineage.BY_HAND not in memory.extra
    if memory.scope == GLOBAL and judgeable and memory.facts:
        # what was learned while it was away may contradict it, and what it was in dispute with is in force since;
        # judged by when it was learned, not as said now
        merged = meet(core.store, [_undisputed(memory)])
        core.store.update([*merged.revised, *(one for one in merged.kept if one != memory)])
        cascade.follow(core.store, merged.revised)
    return core.store.find(memory.id)


def _undisputed(memory: Memory) -> Memory:
    """As it was said, before anything contradicted it."""
    facts = [replace(f, state=State.ACTIVE) if f.state is State.CONTESTED else f for f in memory.facts]
    return replace(memory, facts=tuple(facts))


def say_as_guest(core: Core, conversation: Conversation, said: Utterance) -> Turn:
    """A guest's turn: durable in the inbox, taken up by the owner."""
    turn = turn_of(conversation, said, core.place.clock())
    Inbox(core.place.home).put_turns([turn])
    return turn
