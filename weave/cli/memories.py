"""The commands over single memories: remember, recall, list, show, set, edit, forget, restore."""

from __future__ import annotations

import argparse
import asyncio
import time
from typing import TYPE_CHECKING

from weave import scoring, wire
from weave.cli import editor, render
from weave.cli.desk import AWAKE_SECONDS, Desk, awake, linger, read_standard_input
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, fraction, positive, words
from weave.errors import InvalidInput
from weave.model import Memory, MemoryType, Provenance, Score, State

if TYPE_CHECKING:
    from weave.weave import Weave


def register(commands: Commands) -> None:
    """Add this group's commands."""
    _register_writing(commands)
    _register_reading(commands)
    _register_changing(commands)


def _register_writing(commands: Commands) -> None:
    parser = commands.add("remember", remember, "store a memory; the new id is the last word printed")
    parser.add_argument("text", metavar="TEXT", help="what to remember; - reads it from stdin")
    parser.add_argument("--type", choices=words(MemoryType), default=MemoryType.SEMANTIC.value)
    parser.add_argument("--title", help="a heading; without one the text's beginning")
    parser.add_argument("--importance", type=fraction, metavar="0..1", help="default: by what the text says")
    parser.add_argument(
        "--provenance", choices=words(Provenance), default=Provenance.USER.value, help="who says so"
    )
    parser.add_argument("--state", choices=words(State), help="default: active, in a task volatile")
    parser.add_argument("--at", metavar="TIME", help="when it was learned; default: now")
    parser.add_argument("--task", metavar="ID", help="write to this task's pad instead of the global memory")
    parser.add_argument("--pin", action="store_true", help="never forget, purge or compress it")
    parser.add_argument(
        "--derived-from",
        metavar="ID",
        action="append",
        default=[],
        help="what it was concluded from; may be given several times",
    )


def _register_reading(commands: Commands) -> None:
    parser = commands.add("recall", recall, "what comes to mind for a question, ranked, with every factor")
    parser.add_argument("query", metavar="QUERY")
    parser.add_argument(
        "-k", type=positive, metavar="N", help="how many memories at most; default: config.toml"
    )
    parser.add_argument("--task", metavar="ID", help="recall this task's pad as well")
    add_times(parser)
    commands.add("list", list_memories, "all memories of every state and scope, newest first")
    parser = commands.add("show", show, "one memory in full, with its score and source")
    _add_id(parser)


def _register_changing(commands: Commands) -> None:
    parser = commands.add("set", set_values, "change what is known about a memory")
    _add_id(parser)
    parser.add_argument(
        "changes", metavar="KEY=VALUE", nargs="+", help="for example importance=0.9 pinned=true"
    )
    parser = commands.add("edit", edit, "change a memory's words, in $EDITOR or as given")
    _add_id(parser)
    parser.add_argument("--title", help="the new title")
    parser.add_argument("--text", help="the new text; - reads it from stdin")
    parser = commands.add("forget", forget, "move memories to the trash, or remove every trace of them")
    parser.add_argument("ids", metavar="ID", nargs="+", help=_ID_HELP)
    parser.add_argument(
        "--purge", action="store_true", help="no trash: no trace is left in any file of the home"
    )
    parser = commands.add("restore", restore, "bring a forgotten memory back from the trash")
    _add_id(parser)


_ID_HELP = "a memory's id, or its beginning (6 letters or more) while that is unique"


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id", metavar="ID", help=_ID_HELP)


def add_times(parser: argparse.ArgumentParser) -> None:
    """The two times at which a question may be asked."""
    times = parser.add_mutually_exclusive_group()
    times.add_argument("--as-of", metavar="TIME", help="what held at TIME, by today's knowledge")
    times.add_argument("--known-at", metavar="TIME", help="as if nothing after TIME had been learned")


async def remember(desk: Desk) -> int:
    """Store one memory and print its id."""
    given = desk.arguments
    text = read_standard_input() if given.text == "-" else desk.text("text") or ""
    if not text.strip():
        raise InvalidInput("There is nothing to remember in an empty text; write what it is about.")
    async with desk.weave() as weave:
        memory = await weave.remember(
            text,
            type=MemoryType(given.type),
            title=desk.text("title"),
            importance=given.importance,
            provenance=Provenance(given.provenance),
            state=None if given.state is None else State(given.state),
            at=desk.moment("at"),
            task=desk.text("task"),
            pin=given.pin,
            derived_from=desk.texts("derived_from"),
        )
        await _print_stored(desk, weave, memory, "Queued for the owner:" if weave.guest else "Remembered")
        await linger(weave)
    return DONE


async def recall(desk: Desk) -> int:
    """Print what comes to mind; what took no part is named on stderr."""
    query = desk.text("query") or ""
    as_of, known_at, task = desk.until("as_of"), desk.until("known_at"), desk.text("task")
    async with desk.weave() as weave:
        await _warm(weave, query)
        if task is not None and not await _is_open(weave, task):
            desk.terminal.note(
                f"No task {task!r} is open, so only the global memory was asked; `weave task list` shows the open ones."
            )
        found = await weave.recall(query, k=desk.arguments.k, task=task, as_of=as_of, known_at=known_at)
        for one in found.degraded:
            desk.terminal.note(f"Without {one.backend}: {one.reason}")
        if desk.json:
            desk.terminal.data(wire.recall(found))
        else:
            render.show_recall(desk.terminal, found, desk.zone)
    return DONE


async def _is_open(weave: Weave, task: str) -> bool:
    return any(one.id == task for one in await weave.tasks())


async def _warm(weave: Weave, query: str) -> None:
    """Ask until no store is late for having only just started: a process that lives for one question is cold.

    What failed is not waited for, and what is still late after that is named in `degraded` as ever.
    """
    deadline = time.monotonic() + AWAKE_SECONDS
    await awake(weave)
    late = True
    while late and not weave.guest and time.monotonic() < deadline:
        found = await weave.recall(query, k=1, count=False)
        failed = {one.backend for one in weave.status().degraded}
        late = any(one.backend not in failed for one in found.degraded)
        if late:
            await asyncio.sleep(0.05)


async def list_memories(desk: Desk) -> int:
    """Print all memories."""
    async with desk.weave(still=True) as weave:
        rows = [(memory, standing(desk, memory)) for memory in await weave.list()]
        if desk.json:
            against = await _contradicted(weave, [memory for memory, _ in rows])
            desk.terminal.data([wire.memory(m, conflicts=against.get(m.id, ()), strength=s) for m, s in rows])
        else:
            render.show_list(desk.terminal, rows, desk.zone)
    return DONE


async def show(desk: Desk) -> int:
    """Print one memory."""
    async with desk.weave(still=True) as weave:
        memory = await weave.get(desk.text("id") or "")
        against = (await _contradicted(weave, [memory])).get(memory.id, ())
        score = standing(desk, memory)
        if desk.json:
            desk.terminal.data(wire.memory(memory, conflicts=against, strength=score))
        else:
            render.show_memory(desk.terminal, memory, score, desk.zone, against)
    return DONE


async def _contradicted(weave: Weave, memories: list[Memory]) -> dict[str, tuple[str, ...]]:
    """For each of these that is in dispute, the ids of those that contradict it."""
    contested = [m.id for m in memories if any(fact.state is State.CONTESTED for fact in m.facts)]
    return await weave.conflicting(contested)


async def set_values(desk: Desk) -> int:
    """Change metadata; the facade names the keys and values that it takes."""
    changes = parse_changes(desk.texts("changes"))
    async with desk.weave() as weave:
        memory = await weave.set(desk.text("id") or "", changes)
        await _print_stored(desk, weave, memory, "Changed")
        await linger(weave)
    return DONE


def parse_changes(pairs: list[str]) -> dict[str, str]:
    """KEY=VALUE arguments as a mapping. Raises InvalidInput for one without `=` or named twice."""
    changes: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        key = key.strip()
        if not equals or not key:
            raise InvalidInput(f"{pair!r} is not KEY=VALUE; write for example importance=0.9.")
        if key in changes:
            raise InvalidInput(f"{key} is given twice; give it once.")
        changes[key] = value.strip()
    return changes


async def edit(desk: Desk) -> int:
    """Change title and text, as given or as saved in an editor."""
    title, text = desk.text("title"), desk.text("text")
    if title is None and text is None:
        return await _edit_in_editor(desk)
    if text == "-":
        text = read_standard_input()
    async with desk.weave() as weave:
        return await _store_edit(desk, weave, desk.text("id") or "", title, text)


async def _edit_in_editor(desk: Desk) -> int:
    """The home is not held while the person writes: that may take hours."""
    from weave.sleep.compression.reviving import changeable, is_archived

    async with desk.weave() as weave:
        before = changeable(await weave.get(desk.text("id") or ""))
    title, text = await editor.edit(before.title, before.text, desk.environment)
    if (title, text) == (before.title, before.text):
        desk.terminal.note("Nothing was changed.")
        return DONE
    async with desk.weave() as weave:
        now = await weave.get(before.id)
        if is_archived(now) or (now.title, now.text) != (before.title, before.text):
            raise editor.overtaken(title, text)
        return await _store_edit(desk, weave, before.id, title, text)


async def _store_edit(desk: Desk, weave: Weave, memory_id: str, title: str | None, text: str | None) -> int:
    memory = await weave.edit(memory_id, title=title, text=text)
    await _print_stored(desk, weave, memory, "Changed")
    await linger(weave)
    return DONE


async def forget(desk: Desk) -> int:
    """Move to the trash, or purge."""
    purge: bool = desk.arguments.purge
    async with desk.weave() as weave:
        forgotten = await weave.forget(desk.texts("ids"), purge=purge)
        if desk.json:
            desk.terminal.data([wire.memory(memory) for memory in forgotten])
        else:
            done = "Removed every trace of" if purge else "Moved to the trash:"
            for memory in forgotten:
                desk.terminal.say(f"{done} {memory.id}")
        desk.terminal.out.flush()
        await linger(weave)
    return DONE


async def restore(desk: Desk) -> int:
    """Bring a memory back."""
    async with desk.weave() as weave:
        memory = await weave.restore(desk.text("id") or "")
        await _print_stored(desk, weave, memory, "Restored")
        await linger(weave)
    return DONE


async def _print_stored(desk: Desk, weave: Weave, memory: Memory, done: str) -> None:
    """The result of a write, before anything is waited for."""
    desk.kept = f"Interrupted; {memory.id} is stored."
    against = (await _contradicted(weave, [memory])).get(memory.id, ())
    if desk.json:
        desk.terminal.data(wire.memory(memory, conflicts=against, strength=standing(desk, memory)))
    else:
        desk.terminal.say(f"{done} {memory.id}")
    desk.terminal.out.flush()
    if against:
        desk.terminal.note(
            f"It contradicts {', '.join(against)}; `weave conflicts` lays them side by side and says how to decide."
        )


def standing(desk: Desk, memory: Memory) -> Score:
    """The figures of a memory that need no question."""
    return scoring.score(memory, 0.0, desk.clock(), desk.config.recall.strength_weight)
