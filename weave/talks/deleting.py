"""A conversation that a person deletes: into the trash with what was remembered of it, or without a trace.

What is to be done is noted first, so that a crash in the middle is gone on with at the next start. A transcript in
the trash ends with a line that names the memories that went with it, so that they come back with it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from weave import editing, tickets, unsent
from weave.clock import iso
from weave.core import Core
from weave.durable import append_bytes, make_folder, sync_folder
from weave.endings import drop_report
from weave.errors import InvalidInput, NotFound
from weave.journal import Journal, Transcript
from weave.model import Memory, State
from weave.purge import alone, note_due, purge, scrub
from weave.reminders import keeper as reminders
from weave.tasks import id_of
from weave.trash import FOLDER as TRASH

_NOTE = "deleting"


@dataclass(frozen=True, slots=True)
class Deleted:
    """A conversation that is gone, and the memories that went with it."""

    conversation: str
    title: str
    memories: tuple[Memory, ...]
    purged: bool


def delete(core: Core, conversation: str, *, purged: bool) -> Deleted:
    """Take a conversation out of the home. Raises NotFound, HomeError; asking again goes on."""
    if not core.journal.exists(conversation):
        if tickets.again() and not purged and (gone := _deleted_before(core, conversation)) is not None:
            return gone
        raise NotFound("There is no such chat: nothing was said in it yet, or it is gone.")
    title = core.journal.read(conversation).title
    core.catalogue.set_meta(_NOTE, json.dumps({"conversation": conversation, "purged": purged}))
    return Deleted(conversation, title, _carry_out(core, conversation, purged), purged)


def resume(core: Core) -> None:
    """Go on with what a crash cut off."""
    noted = core.catalogue.meta(_NOTE)
    if noted:
        due = json.loads(noted)
        if core.journal.exists(due["conversation"]):
            _carry_out(core, due["conversation"], due["purged"])
        core.catalogue.set_meta(_NOTE, "")


def restore(core: Core, conversation: str) -> tuple[Memory, ...]:
    """Bring a conversation back from the trash, with the memories that went with it. Raises NotFound, HomeError."""
    path = buried(core.place.home).path(conversation)
    if not path.exists():
        if tickets.again() and core.journal.exists(conversation):
            return _restored_before(core, conversation)
        raise NotFound("That chat is not in the trash any more.")
    if core.journal.exists(conversation):
        raise InvalidInput("That chat goes on already; what was deleted of it stays in the trash.")
    there = core.store.trash.among(_went_with(path))
    _move(path, core.journal.path(conversation))
    return tuple(editing.restore(core, id_) for id_ in there)


def _deleted_before(core: Core, conversation: str) -> Deleted | None:
    """What a call came to that was cut off before it could say so."""
    trash = buried(core.place.home)
    if not trash.exists(conversation):
        return None
    went = core.store.trash.among(_went_with(trash.path(conversation)))
    return Deleted(conversation, trash.read(conversation).title, tuple(went.values()), purged=False)


def _restored_before(core: Core, conversation: str) -> tuple[Memory, ...]:
    """The same; what it had not yet brought back comes now."""
    for id_ in core.store.trash.among(_went_with(core.journal.path(conversation))):
        editing.restore(core, id_)
    made = core.catalogue.of_conversation(conversation)
    return tuple(memory for memory in made if memory.state is not State.TRANSIENT)


def buried(home: Path) -> Journal:
    """The transcripts in the trash."""
    return Journal(home / TRASH)


def erase_task(home: Path, task: str) -> None:
    """Take the turns of a task that is thrown away out of the transcripts in the trash. Raises HomeError."""
    journal = buried(home)
    for name in journal.naming(task):
        transcript = journal.read(name)
        gone = frozenset(turn.id for turn in transcript.turns if turn.task and id_of(turn.task) == task)
        journal.erase(name, gone, tasks={task})


def _carry_out(core: Core, conversation: str, purged: bool) -> tuple[Memory, ...]:
    core.store.catch_up()
    transcript = core.journal.read(conversation)
    gone = _purge(core, transcript) if purged else _bury(core, transcript)
    _drop_pad(core, id_of(transcript.own or conversation), without_trace=purged)
    core.catalogue.set_meta(_NOTE, "")
    return gone


def _drop_pad(core: Core, own: str, *, without_trace: bool) -> None:
    """The conversation's own pad, once nothing is in it."""
    if core.pads.is_open(own) and not core.catalogue.all(f"task:{own}"):
        core.pads.remove(own, without_trace=without_trace)


def _bury(core: Core, transcript: Transcript) -> tuple[Memory, ...]:
    made = core.catalogue.of_conversation(transcript.id)
    kept = [memory for memory in made if memory.state is not State.TRANSIENT]
    path = core.journal.path(transcript.id)
    known = [id_ for id_ in _went_with(path) if id_ not in {memory.id for memory in kept}]
    ids = [*known, *(memory.id for memory in kept)]  # those that went before a crash are in the trash already
    line = {"kind": "deleted", "memories": ids, "time": iso(core.place.clock())}
    append_bytes(path, json.dumps(line).encode() + b"\n", own_line=True)
    reminders.withdraw(core, [turn.id for turn in transcript.turns])
    core.store.drop([memory.id for memory in made if memory.state is State.TRANSIENT])
    if kept:
        editing.forget(core, [memory.id for memory in kept])
    _move(path, buried(core.place.home).path(transcript.id))
    return tuple(kept)


def _purge(core: Core, transcript: Transcript) -> tuple[Memory, ...]:
    made = core.catalogue.of_conversation(transcript.id)
    made += [one for one, _ in core.store.trash.all() if one.source.conversation == transcript.id]
    gone = purge(core, made) if made else ()
    turns = frozenset(turn.id for turn in transcript.turns)
    without_trace(core, core.journal, {transcript.id: turns})
    return gone


def without_trace(core: Core, journal: Journal, turns: Mapping[str, Collection[str]]) -> None:
    """Erase these turns of each conversation; one that has no others goes with its title and all. Raises HomeError."""
    with alone(core):
        note_due(core)
        for conversation, wanted in turns.items():
            transcript, gone = journal.read(conversation), frozenset(wanted)
            texts = {turn.text for turn in transcript.turns if turn.id in gone}
            unsent.erase(core.place.home, texts.__contains__)
            own = id_of(transcript.own or conversation)
            if all(turn.id in gone for turn in transcript.turns):
                reminders.discard(core, own, gone)
                journal.path(conversation).unlink(missing_ok=True)  # also without a turn that could be read
                drop_report(core.catalogue, own)
                _drop_pad(core, own, without_trace=True)
            else:
                journal.erase(conversation, gone)
        scrub(core, [])


def _went_with(path: Path) -> Sequence[str]:
    """The memories that its last line names, if it was deleted."""
    last = path.read_bytes().rstrip(b"\n").rpartition(b"\n")[2]
    try:
        line = json.loads(last)
    except ValueError:
        return ()
    if not isinstance(line, dict) or line.get("kind") != "deleted":
        return ()
    return tuple(map(str, line.get("memories", ())))


def _move(path: Path, target: Path) -> None:
    make_folder(target.parent)
    os.utime(path)  # the trash keeps it from now on
    path.replace(target)
    sync_folder(target.parent)
    sync_folder(path.parent)
