"""A task that is thrown away: afterwards no byte of it is left, in whatever store, and all else is as it was.

With the pad go its memories, in force or in the trash, the turns said in it (they would come back by the
transcripts), and its name. What is being thrown away says so in its own file first, so that a crash in the middle
is gone on with before anybody reads the home again.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from weave import unsent
from weave.backends.vector_text import pieces_of
from weave.core import Core
from weave.damage import FOLDER as DAMAGED
from weave.endings import drop_report
from weave.model import Memory, Task, Turn
from weave.purge import alone, note_due, scrub
from weave.reminders import keeper as reminders
from weave.sameness import folded
from weave.talks import deleting
from weave.tasks import Pad, id_of

_LEAST_TITLE = 4


@dataclass(frozen=True, slots=True)
class _Said:
    """What one conversation said in a task."""

    conversation: str
    turns: tuple[Turn, ...]
    names: frozenset[str]
    """How its transcript calls the task."""


def discard(core: Core, task: str) -> Task:
    """Throw a pad away without a trace; asking again goes on. Raises NotFound, HomeError."""
    pad = core.pads.get(task)
    core.store.catch_up()
    core.pads.mark_discarded(task)
    _discard(core, pad)
    return pad.task


def resume(core: Core) -> None:
    """Go on with what a crash cut off."""
    core.pads.tidy()
    for pad in core.pads.discarded():
        _discard(core, pad)


def _discard(core: Core, pad: Pad) -> None:
    memories = core.catalogue.all(pad.task.scope)
    buried = [memory for memory, _ in core.store.trash.all() if memory.scope == pad.task.scope]
    said = [_said_in(core, pad, name, memories) for name in _conversations(core, pad, memories)]
    texts = [*(t.text for one in said for t in one.turns), *(m.text for m in (*memories, *buried))]
    told = _telling([*texts, pad.task.name])
    with alone(core):
        note_due(core)
        if core.cache is not None:  # first: what was dropped already could not be named again after a crash
            core.cache.forget([piece for memory in (*memories, *buried) for piece in pieces_of(memory)])
        _erase(core, said, told, set(texts))
        reminders.discard(core, pad.task.id, {t.id for one in said for t in one.turns})
        core.store.trash.remove([memory.id for memory in buried])
        core.store.drop([memory.id for memory in memories])
        _clear_files(core, pad)
        for other in core.pads.all():
            if other.readable and told(other.task.name):
                core.pads.rename(other.task.id, other.task.id)
        drop_report(core.catalogue, pad.task.id)
        scrub(core, [*memories, *buried])
        core.pads.remove(pad.task.id, without_trace=True)


def _conversations(core: Core, pad: Pad, memories: Sequence[Memory]) -> list[str]:
    owner = pad.task.conversation
    told = {memory.source.conversation for memory in memories if memory.source.conversation}
    return sorted({*told, *core.journal.naming(pad.task.id), *([owner] if owner else [])})


def _said_in(core: Core, pad: Pad, conversation: str, memories: Iterable[Memory]) -> _Said:
    transcript = core.journal.read(conversation)
    sources = {t for m in memories if m.source.conversation == conversation for t in m.source.turns}
    turns = [t for t in transcript.turns if t.id in sources or (t.task and id_of(t.task) == pad.task.id)]
    names = {t.task for t in turns} | {transcript.own, transcript.task, pad.task.id}
    return _Said(
        conversation, tuple(turns), frozenset(name for name in names if name and id_of(name) == pad.task.id)
    )


def _telling(texts: Sequence[str]) -> Callable[[str], bool]:
    """Whether a title, a name or half a line is the beginning of one of these."""
    flat = [folded(text) for text in texts]

    def told(scrap: str) -> bool:
        words = folded(scrap.rstrip("…"))
        return len(words) >= _LEAST_TITLE and any(text.startswith(words) for text in flat)

    return told


def _erase(core: Core, said: Iterable[_Said], told: Callable[[str], bool], texts: Collection[str]) -> None:
    for one in said:
        core.journal.erase(one.conversation, frozenset(t.id for t in one.turns), told, tasks=one.names)
    unsent.erase(core.place.home, lambda text: text in texts)


def _clear_files(core: Core, pad: Pad) -> None:
    """Files of the pad that were set aside: cut short by a crash, or no memories; and what chats in the trash say."""
    trash = core.place.home / "trash"
    shutil.rmtree(trash / "pads" / pad.task.id, ignore_errors=True)
    for file in (core.place.home / DAMAGED).glob("*"):
        if file.name.startswith(f"tasks-{pad.task.id}-"):
            file.unlink(missing_ok=True)
    deleting.erase_task(core.place.home, pad.task.id)
