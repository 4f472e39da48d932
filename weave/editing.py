"""Single memories: composing a new one, changing, rewording, forgetting. Runs on the core's thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from weave import changes, ids
from weave.conversations import Conversation
from weave.core import Core
from weave.errors import InvalidInput
from weave.guest import Inbox
from weave.markdown import clean, clean_line
from weave.model import GLOBAL, Fact, Memory, MemoryType, Provenance, Role, State, Turn
from weave.scribe import extract, importance_of, title_of
from weave.secrets import mask
from weave.store import facts_of


def worded(text: str) -> str:
    """A text as it may be stored: clean, secrets masked. Raises InvalidInput when nothing is left."""
    words = mask(clean(text))
    if not words.strip():
        raise InvalidInput("There is nothing to remember in an empty text; write something first.")
    return words


def compose(
    core: Core,
    text: str,
    kind: MemoryType,
    title: str | None,
    importance: float | None,
    provenance: Provenance,
    state: State | None,
    at: datetime | None,
    task: str | None,
    pin: bool,
) -> Memory:
    """A new memory in words, not yet written. Raises InvalidInput, NotFound for an unknown task."""
    words = worded(text)
    if importance is not None and not 0 <= importance <= 1:
        raise InvalidInput(f"importance must be a number from 0 to 1, not {importance}.")
    scope = f"task:{core.pads.get(task).task.id}" if task else GLOBAL
    now = core.place.clock()
    created = (at or now).astimezone(at.tzinfo if at and at.tzinfo else core.place.zone)
    role = Role.TOOL if provenance is Provenance.OBSERVED else Role.USER
    raw = importance_of(words, role=role) if importance is None else None
    memory = Memory(
        id=ids.new(now),
        type=kind,
        title=clean_line(title) if title else title_of(words),
        text=words,
        state=state or (State.VOLATILE if task else State.ACTIVE),
        importance=raw if raw is not None else importance if importance is not None else 0.5,
        importance_raw=raw,
        provenance=provenance,
        created=created,
        scope=scope,
        pinned=pin,
    )
    return replace(memory, facts=_read_facts(core, memory))


def _read_facts(core: Core, memory: Memory) -> tuple[Fact, ...]:
    role = {Provenance.OBSERVED: Role.TOOL, Provenance.AGENT: Role.ASSISTANT}.get(
        memory.provenance, Role.USER
    )
    drafts = extract(memory.text, speaker="user", role=role, time=memory.created)
    return facts_of(drafts, memory)


def find_all(core: Core, references: Sequence[str]) -> list[Memory]:
    """The memories named, each once. Raises NotFound before anything is changed."""
    found = [core.store.find(reference) for reference in references]
    if not found:
        raise InvalidInput("Name the memories by their ids; `weave list` shows them.")
    return list({memory.id: memory for memory in found}.values())


def change(core: Core, reference: str, values: Mapping[str, str]) -> Memory:
    """Change metadata; a memory whose type changed moves to that type's file."""
    before = core.store.find(reference)
    after = changes.apply(before, values, core.place.zone)
    if after.type is not before.type:
        core.store.move([after])
    else:
        core.store.update([after])
    return after


def reword(core: Core, reference: str, title: str | None, text: str | None) -> Memory:
    """Change the words. A title that was derived from the old text follows the new one."""
    before = core.store.find(reference)
    words = before.text if text is None else worded(text)
    heading = before.title
    if title is not None:
        heading = clean_line(title) or title_of(words)
    elif before.title == title_of(before.text):
        heading = title_of(words)
    after = replace(before, title=heading, text=words)
    if words != before.text:
        after = replace(after, facts=_read_facts(core, after))
    core.store.update([after])
    return after


def forget(core: Core, references: Sequence[str]) -> tuple[Memory, ...]:
    """Move to the trash."""
    memories = find_all(core, references)
    core.store.forget(memories)
    return tuple(memories)


def say_as_guest(
    core: Core,
    conversation: Conversation,
    role: Role,
    speaker: str,
    text: str,
    complete: bool,
    recalled: bool,
) -> Turn:
    """A guest's turn: durable in the inbox, taken up by the owner."""
    now = core.place.clock()
    turn = Turn(
        id=ids.new(now),
        role=role,
        speaker=speaker,
        text=worded(text),
        time=now,
        conversation=conversation.id,
        complete=complete,
        recalled=recalled,
    )
    Inbox(core.place.home).put_turns([turn])
    return turn
