"""How imports and exports are told: sentences for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING

from weave.cli.tables import counted
from weave.cli.text import one_line

if TYPE_CHECKING:
    from weave.cli.terminal import Terminal
    from weave.porting.model import Batch, Exported, Imported, Restored, Undone
    from weave.wire import Document

_SHOWN = 12


def imported(done: Imported) -> Document:
    """`weave import KIND --json`."""
    from weave.wire import time

    return {
        "kind": str(done.kind),
        "source": done.source,
        "id": done.id or None,
        "dry_run": done.dry_run,
        "conversations": done.conversations,
        "turns": done.turns,
        "memories": done.memories,
        "notes": done.notes,
        "documents": done.documents,
        "updated": done.updated,
        "known": done.known,
        "forgotten": done.forgotten,
        "queued": done.queued,
        "calls": done.calls,
        "tokens": done.tokens,
        "proposal": done.proposal or None,
        "first": time(done.first),
        "last": time(done.last),
        "skipped": [{"what": one.what, "why": one.why, "count": one.count} for one in done.skipped],
    }


def show_imported(terminal: Terminal, done: Imported, zone: tzinfo) -> None:
    """What came, what was here, what was left out and why."""
    came = [
        counted(done.conversations, "conversation") + f" ({counted(done.turns, 'turn')})"
        if done.turns
        else "",
        counted(done.notes, "note") if done.notes else "",
        counted(done.documents, "document") if done.documents else "",
    ]
    what = ", ".join(filter(None, came)) or "nothing new"
    verb = "Would take" if done.dry_run else "Took"
    terminal.say(f"{verb} {what} from {one_line(done.source)} ({done.kind}).")
    if done.first and done.last:
        terminal.say(f"From {done.first.astimezone(zone):%Y-%m-%d} to {done.last.astimezone(zone):%Y-%m-%d}.")
    if done.turns and not done.dry_run and done.memories:
        terminal.say(f"That made {counted(done.memories, 'memory', 'memories')}.")
    if done.calls:
        terminal.say(_cost(done))
    for count, words in (
        (done.updated, "changed in the source since, and brought up to date"),
        (done.known, "here already"),
        (done.forgotten, "forgotten here since, and left so (after an undone import, --again takes it)"),
    ):
        if count:
            terminal.say(f"{count:,} {words}.")
    if done.proposal:
        terminal.say(f"Its identity: {one_line(done.proposal)}")
    for one in done.skipped[:_SHOWN]:
        terminal.note(f"Left out: {one_line(one.what)} ({one.count:,}): {one_line(one.why).rstrip('.')}.")
    if len(done.skipped) > _SHOWN:
        terminal.note(f"{len(done.skipped) - _SHOWN:,} more were left out; --json lists them.")
    if done.id and not done.dry_run:
        terminal.say(f"`weave import undo {done.id}` forgets all of it.")


def _cost(done: Imported) -> str:
    asked = f"{counted(done.calls, 'request')} and about {done.tokens:,} tokens"
    if done.dry_run:
        return f"The model would encode them with {asked}; without one (no key) it costs none and is coarser."
    return f"Recallable now; the model encodes {counted(done.queued, 'turn')} behind: {asked}, whenever Avery or weave runs."


def restored(done: Restored, dry: bool) -> Document:
    """`weave import weave --json`."""
    return {
        "kind": "weave",
        "dry_run": dry,
        "files": done.files,
        "memories": done.memories,
        "lines": done.lines,
        "known": done.known,
        "forgotten": done.forgotten,
        "notices": list(done.notices),
    }


def show_restored(terminal: Terminal, done: Restored, dry: bool) -> None:
    """What was put back."""
    verb = "Would put back" if dry else "Put back"
    terminal.say(
        f"{verb} {counted(done.files, 'file')}; into files that were here, "
        f"{counted(done.memories, 'memory', 'memories')} and {counted(done.lines, 'line')}."
    )
    if done.known:
        terminal.say(f"{done.known:,} here already.")
    if done.forgotten:
        terminal.say(f"{done.forgotten:,} forgotten here since, and left so.")
    for sentence in done.notices:
        terminal.note(one_line(sentence))


def batch(one: Batch) -> Document:
    """One element of `weave import list --json`."""
    from weave.wire import time

    return {
        "id": one.id,
        "kind": str(one.kind),
        "source": one.source,
        "started": time(one.started),
        "finished": one.finished,
        "conversations": one.conversations,
        "notes": one.notes,
        "documents": one.documents,
        "undone": one.undone,
    }


def show_batches(terminal: Terminal, batches: Sequence[Batch], zone: tzinfo) -> None:
    """A line for each import."""
    if not batches:
        terminal.say("Nothing was imported yet; `weave import auto PATH` begins.")
    for one in batches:
        state = "undone" if one.undone else "" if one.finished else "cut off: import it again to go on"
        brought = ", ".join(
            counted(count, word)
            for count, word in (
                (one.conversations, "conversation"),
                (one.notes, "note"),
                (one.documents, "document"),
            )
            if count
        )
        day = f"{one.started.astimezone(zone):%Y-%m-%d %H:%M}"
        told = f"{one.id}  {day}  {one.kind}  {one_line(one.source) or '(purged)'}  {brought or 'nothing'}"
        terminal.say(f"{told}  ({state})" if state else told)


def undone(done: Undone) -> Document:
    """`weave import undo --json`."""
    return {
        "id": done.id,
        "conversations": done.conversations,
        "memories": done.memories,
        "documents": done.documents,
        "kept": done.kept,
        "proposals": done.proposals,
    }


def show_undone(terminal: Terminal, done: Undone, *, purged: bool) -> None:
    """What became of an import."""
    gone = ", ".join(
        (
            counted(done.conversations, "conversation"),
            counted(done.memories, "memory", "memories"),
            counted(done.documents, "document"),
        )
    )
    terminal.say(f"Took back {gone}{' without a trace' if purged else '; they lie in the trash'}.")
    if done.kept:
        terminal.say(
            f"{done.kept:,} stay, since you changed them or went on with them; --purge takes them too."
        )
    if done.proposals:
        terminal.note(
            "What was proposed as an identity is closed; identity-history.md keeps it, as all of it."
        )
    terminal.say("The same import brings it again with --again.")


def exported(done: Exported) -> Document:
    """`weave export --json`."""
    return {
        "path": done.path,
        "files": done.files,
        "bytes": done.bytes,
        "memories": done.memories,
        "facts": done.facts,
        "turns": done.turns,
        "left_out": list(done.left_out),
    }


def export_sentence(done: Exported, *, jsonl: bool) -> str:
    """Where it is and what is in it."""
    if jsonl:
        return (
            f"Wrote {counted(done.memories, 'memory', 'memories')}, {counted(done.facts, 'fact')} and "
            f"{counted(done.turns, 'turn')} to {done.path}."
        )
    return (
        f"Wrote {counted(done.files, 'file')} ({done.bytes:,} bytes) to {done.path}; keys and grants are not in it. "
        "`weave import weave` puts it back."
    )
