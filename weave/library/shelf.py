"""What the trees say, as items, outlines and readings; and the files behind them. Synchronous; call it from a thread."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePath

from weave.documents.cleaning import one_line
from weave.documents.library import Library
from weave.documents.model import Node, Tree
from weave.documents.naming import file_name
from weave.documents.reading import ARCHIVE, CONVERSATIONS, DOCUMENTS
from weave.documents.store_rows import Entry
from weave.durable import explain, make_folder, sync_folder
from weave.errors import InvalidInput, NotFound
from weave.library.model import Item, Kind, Outline, Reading, Section

SHORTEST = 4
"""Letters of an id that name a document, if no other begins so."""
_MOST_TEXT = 200_000
"""Characters of one reading; a section that is longer goes on in its subsections."""
TRASH = PurePath("trash", "documents")
_NANO = 1_000_000_000


def kind_of(file: str) -> Kind:
    """What a file of the library is, by its place."""
    if PurePath(file).is_relative_to(CONVERSATIONS):
        return Kind.CONVERSATION
    return Kind.ARCHIVE if PurePath(file).is_relative_to(ARCHIVE) else Kind.DOCUMENT


def item_of(entry: Entry) -> Item:
    """A document as it is listed."""
    return Item(
        id=entry.key,
        file=entry.file,
        title=entry.title or one_line(PurePath(entry.file).name),
        kind=kind_of(entry.file),
        format=entry.format,
        method=entry.method,
        pages=entry.pages,
        sections=max(0, entry.nodes - 1),
        bytes=entry.signature.size,
        changed=datetime.fromtimestamp(entry.signature.modified_ns / _NANO, UTC),
        refusal=entry.refusal,
        notices=entry.notices,
    )


def find(library: Library, reference: str) -> Entry:
    """The document that an id, its beginning, a path in the home or a file's name means. Raises NotFound, InvalidInput."""
    wanted = reference.strip()
    exact = library.store.entry(wanted)
    if exact is not None:
        return exact
    entries = {entry.key: entry for entry in library.store.entries()}
    near = meant({key: entry.file for key, entry in entries.items()}, wanted)
    if len(near) > 1:
        raise InvalidInput(f"{len(near)} documents are meant by {wanted!r}; give more of the id.")
    if not near:
        raise NotFound(f"There is no document {wanted!r} in the library; `weave docs list` shows them all.")
    return entries[near[0]]


def meant(files: Mapping[str, str], reference: str) -> list[str]:
    """The ids, of those in `files` (with the file of each), that a reference may mean."""
    wanted = reference.strip()
    near = [key for key, file in files.items() if wanted in (key, file)]
    near = near or [key for key in files if len(wanted) >= SHORTEST and key.startswith(wanted.casefold())]
    near = near or [
        key for key, file in files.items() if wanted in (PurePath(file).name, f"{DOCUMENTS}/{file}")
    ]
    return near or [key for key, file in files.items() if wanted and file == f"{DOCUMENTS}/{wanted}"]


def readable(library: Library, reference: str) -> Entry:
    """The same, if it has a tree. Raises InvalidInput with the sentence that says why it could not be read."""
    entry = find(library, reference)
    if entry.refusal:
        raise InvalidInput(f"{entry.file} is not in the index: {entry.refusal}")
    return entry


def outline(library: Library, reference: str) -> Outline:
    """Its tree of contents. Raises NotFound, InvalidInput."""
    entry = readable(library, reference)
    tree = library.store.tree(entry.number)
    summaries = library.store.summaries([node.digest for node in tree.nodes])
    return Outline(item_of(entry), tuple(section_of(tree, node, summaries) for node in tree.nodes))


def section_of(tree: Tree, node: Node, summaries: dict[str, str]) -> Section:
    """A node as an outline shows it."""
    return Section(
        node=node.id,
        title=node.title,
        depth=node.depth,
        parent=tree.nodes[node.parent].id if node.parent >= 0 else "",
        page=node.page,
        last_page=node.last_page,
        chars=node.end - node.start,
        cue=node.cue,
        origin=node.origin,
        summary=summaries.get(node.digest, ""),
    )


def read(library: Library, reference: str, node: str) -> Reading:
    """A section's text with what is part of it, cut where it would fill a book. Raises NotFound, InvalidInput."""
    entry = readable(library, reference)
    tree = library.store.tree(entry.number)
    place = _place(tree, node, entry)
    found = tree.nodes[place]
    end = min(found.end, found.start + _MOST_TEXT)
    return Reading(
        item=item_of(entry),
        section=section_of(tree, found, library.store.summaries([found.digest])),
        breadcrumb=tree.path(place),
        text=library.store.text(entry.number, found.start, end),
        line=library.store.line(entry.number, found.start),
        start=found.start,
        end=end,
        cut=end < found.end,
        path=library.folder / entry.file,
    )


def _place(tree: Tree, node: str, entry: Entry) -> int:
    digits = node.strip().lstrip("§")
    place = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 9 else -1
    if not node.strip():
        return 0
    if not 0 <= place < len(tree.nodes):
        raise NotFound(
            f"{entry.file} has no section {node!r}; `weave docs show {entry.key}` lists them with their numbers."
        )
    return place


def into_trash(home: Path, file: str, now: datetime) -> Path:
    """Move a document's file to the trash, under a name of its own there. Raises HomeError."""
    source, folder = home / file, home / TRASH
    make_folder(folder)
    name = file_name(source.stem, source.suffix, [entry.name for entry in folder.iterdir()])
    try:
        source.replace(folder / name)
    except FileNotFoundError:
        return folder / name
    except OSError as error:
        raise explain(error, source) from error
    with contextlib.suppress(OSError):
        os.utime(folder / name, (now.timestamp(), now.timestamp()))
    sync_folder(folder)
    sync_folder(source.parent)
    return folder / name


def discard(home: Path, files: Collection[str]) -> None:
    """Take copies back that were made a moment ago, with the folders that only they were in."""
    for file in files:
        path = home / file
        with contextlib.suppress(OSError):
            path.unlink()
        for folder in path.parents:
            if folder == home / DOCUMENTS or not folder.is_relative_to(home / DOCUMENTS):
                break
            with contextlib.suppress(OSError):
                folder.rmdir()
