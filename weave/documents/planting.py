"""Grows a document's tree of contents: the most trustworthy outline, its sections as nodes, giant ones divided. Pure.

Same document, same tree: nothing here looks at a clock, a random number or an unordered set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from weave.documents.cleaning import one_line
from weave.documents.model import Cue, Document, Node, Tree
from weave.documents.outlines import bookmarks, contents, typesizes
from weave.documents.outlines.bookmarks import Grade
from weave.documents.outlines.entries import Entry, Lines, covers, in_order
from weave.documents.outlines.windows import windows

_GIANT = 30_000
"""Characters of text under one heading, about ten pages, from which on it is divided by topic."""
_MOST_DEPTH = 40


def grow(document: Document) -> Tree:
    """The tree of a document; at the least its root."""
    method, entries = outline(document)
    marked = [(entry, method) for entry in entries]
    divided = _divided(document, marked)
    return Tree(tuple(_nodes(document, divided)), method)


def outline(document: Document) -> tuple[Cue, tuple[Entry, ...]]:
    """The outline that holds best, and how it was found."""
    if document.headings:
        return Cue.MARKUP, tuple(_by_markup(document))
    if document.pages:
        lines = Lines(document)
        carried = bookmarks.outline(document, lines)
        if carried.grade is Grade.FULL:
            return Cue.BOOKMARKS, carried.entries
        listed = {row.line for row in contents.rows_of(document, lines)}
        by_type = typesizes.outline(document, lines, listed)
        choices = [
            (Cue.CONTENTS, contents.outline(document, lines)),
            (Cue.TYPE, by_type),
            (Cue.BOOKMARKS, carried.entries),
        ]
        kept = [(cue, entries) for cue, entries in choices if entries and covers(entries, document)]
        if carried.grade is Grade.SKELETON:
            kept = [choice for choice in kept if _agree(choice[1], carried.entries)]
        if kept:
            return kept[0]
    return Cue.WINDOW, tuple(windows(document.text, 0, len(document.text), 1))


def _by_markup(document: Document) -> list[Entry]:
    """Levels without holes: a document that begins with h3 has its first level there."""
    used = sorted({heading.level for heading in document.headings})
    return in_order(
        [Entry(used.index(h.level) + 1, h.title, h.start, h.origin) for h in document.headings if h.title]
    )


def _agree(entries: Sequence[Entry], skeleton: Sequence[Entry]) -> bool:
    """Whether an outline says at least what the chapters of a trusted one say."""
    starts = {entry.start for entry in entries}
    return sum(entry.start in starts for entry in skeleton) >= 0.7 * len(skeleton)


def _divided(document: Document, marked: Sequence[tuple[Entry, Cue]]) -> list[tuple[Entry, Cue]]:
    """Giant sections without subsections get windows as theirs."""
    result: list[tuple[Entry, Cue]] = []
    bounds = [entry.start for entry, _ in marked] + [len(document.text)]
    if marked and bounds[0] > _GIANT:
        result += [(window, Cue.WINDOW) for window in windows(document.text, 0, bounds[0], 1)]
    for number, (entry, cue) in enumerate(marked):
        result.append((entry, cue))
        end = bounds[number + 1]
        if cue is not Cue.WINDOW and end - entry.start > _GIANT:
            inner = windows(document.text, entry.start, end, entry.level + 1)
            result += [(window, Cue.WINDOW) for window in inner[1:]]
    return result


def _nodes(document: Document, marked: Sequence[tuple[Entry, Cue]]) -> list[Node]:
    whole = len(document.text)
    starts = [entry.start for entry, _ in marked] + [whole]
    levels = [min(entry.level, _MOST_DEPTH) for entry, _ in marked]
    ends, parents, depths = _nested(levels, starts)
    title = document.title or one_line(typesizes.printed_title(document))
    root = Node("0000", title, 0, 0, starts[0], whole, 0, 0, -1, Cue.MARKUP, "")
    nodes = [_finished(root, document)]
    for number, (entry, cue) in enumerate(marked):
        node = Node(
            id=f"{number + 1:04d}",
            title=entry.title,
            depth=depths[number],
            start=entry.start,
            body_end=starts[number + 1],
            end=ends[number],
            page=0,
            last_page=0,
            parent=parents[number],
            cue=cue,
            digest="",
            origin=entry.origin,
        )
        nodes.append(_finished(node, document))
    return nodes


def _finished(node: Node, document: Document) -> Node:
    """With the pages and the hash of its text."""
    text = document.text[node.start : node.end]
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:32]
    page, last = document.page_at(node.start), document.page_at(max(node.start, node.end - 1))
    return replace(node, page=page, last_page=last, digest=digest)


def _nested(levels: Sequence[int], starts: Sequence[int]) -> tuple[list[int], list[int], list[int]]:
    """(end, parent's place among the nodes, depth) of each section."""
    ends, parents, depths = [starts[-1]] * len(levels), [0] * len(levels), [1] * len(levels)
    open_: list[int] = []
    for number, level in enumerate(levels):
        while open_ and levels[open_[-1]] >= level:
            ends[open_.pop()] = starts[number]
        if open_:
            parents[number], depths[number] = open_[-1] + 1, depths[open_[-1]] + 1
        open_.append(number)
    return ends, parents, depths
