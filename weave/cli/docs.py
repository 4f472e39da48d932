"""weave docs: the library of archived files and past conversations; added to, listed, shown, searched, removed from."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from weave.cli import shelves
from weave.cli.desk import Desk
from weave.cli.errors import DONE, FAILED
from weave.cli.parsing import Commands, positive
from weave.cli.progress import Progress
from weave.errors import BackendUnavailable
from weave.library import wire

if TYPE_CHECKING:
    import argparse

    from weave.cli.parsing import Handler
    from weave.weave import Weave

_MANY = 3
"""Files that wait from which on a command says what it is busy with."""
_ID = "a document's id, its beginning (4 letters or more), or its file"


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("docs", "the library: archived files and past conversations")
    adding = group.add("add", add, "copy files or folders into the library and index them")
    adding.add_argument("paths", metavar="PATH", nargs="+", help="a file, a folder, or a page saved by hand")
    listing = group.add("list", list_documents, "what is in the library")
    listing.add_argument("--conversations", action="store_true", help="past conversations as well")
    showing = _of_one(group, "show", show, "a document's table of contents, or the text of one section")
    showing.add_argument("node", metavar="NODE", nargs="?", default="", help="a section's number")
    searching = group.add("search", search, "the places where a reader would find the answer")
    searching.add_argument("query", metavar="QUERY")
    searching.add_argument("-k", type=positive, metavar="N", default=10, help="how many places at most")
    searching.add_argument(
        "--think", action="store_true", help="let the model read the tables of contents and choose"
    )
    _of_one(group, "remove", remove, "take a document out; its file goes to trash/documents")


def _of_one(group: Commands, name: str, handler: Handler, summary: str) -> argparse.ArgumentParser:
    parser = group.add(name, handler, summary)
    parser.add_argument("id", metavar="ID", help=_ID)
    return parser


async def add(desk: Desk) -> int:
    """Copy and index; a sentence for each that was refused, and exit status 1 for any."""
    paths = desk.texts("paths")
    async with desk.weave(still=True) as weave:
        desk.kept = "Interrupted; what was indexed is in the library, the rest is as it was."
        with Progress(sys.stderr, width=desk.terminal.width) as progress:
            added = await weave.library.add(paths, progress)
    if desk.json:
        desk.terminal.data(wire.added(added))
    else:
        shelves.show_added(desk.terminal, added)
    for one in added.refused:
        desk.terminal.note(shelves.refused(one))
    return FAILED if added.refused else DONE


async def list_documents(desk: Desk) -> int:
    """Print what is there; JSON has the conversations always, told by their kind."""
    async with desk.weave(still=True) as weave:
        await _current(desk, weave)
        items = await weave.library.list()
        if desk.json:
            desk.terminal.data([wire.item(one) for one in items])
        else:
            shelves.show_items(desk.terminal, items, desk.zone, talks=bool(desk.arguments.conversations))
    return DONE


async def show(desk: Desk) -> int:
    """Print an outline, or a section's text."""
    reference, node = desk.text("id") or "", desk.text("node") or ""
    async with desk.weave(still=True) as weave:
        await _current(desk, weave)
        if node:
            reading = await weave.library.read(reference, node)
            if desk.json:
                desk.terminal.data(wire.reading(reading))
            else:
                shelves.show_reading(desk.terminal, reading)
            return DONE
        outline = await weave.library.outline(reference)
        if desk.json:
            desk.terminal.data(wire.outline(outline))
        else:
            shelves.show_outline(desk.terminal, outline)
    return DONE


async def search(desk: Desk) -> int:
    """Print the places found; with --think a model has chosen among the sections."""
    query = desk.text("query") or ""
    think = bool(desk.arguments.think)
    async with desk.weave(still=True) as weave:
        await _current(desk, weave)
        found = await weave.library.search(query, desk.arguments.k, think=think)
        if desk.json:
            desk.terminal.data(wire.found(found))
        else:
            shelves.show_found(desk.terminal, found)
        if think and not found.by_model:
            desk.terminal.note(
                "No model chose among these: there is none, it failed, or it had nothing to decide."
            )
    return DONE


async def remove(desk: Desk) -> int:
    """Take a document out of the library."""
    async with desk.weave(still=True) as weave:
        gone = await weave.library.remove(desk.text("id") or "")
        if desk.json:
            desk.terminal.data(wire.item(gone))
        else:
            desk.terminal.say(f"Removed {shelves.name_of(gone)}; its file is in trash/documents.")
    return DONE


async def _current(desk: Desk, weave: Weave) -> None:
    """Take in first what was dropped into documents/ while nothing ran; a guest sees what the owner has read."""
    if weave.guest:
        return
    desk.kept = "Interrupted; what was indexed stays, the rest follows with the next command."
    try:
        with Progress(sys.stderr, width=desk.terminal.width) as bar:
            await weave.library.refresh(
                lambda file, done, total: bar(file, done, total) if total >= _MANY else None
            )
    except BackendUnavailable as error:  # what is known can be read though nothing can be added
        desk.terminal.note(str(error))
