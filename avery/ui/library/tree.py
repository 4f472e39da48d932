"""The library as rows: groups, documents and their sections, as far as they are unfolded. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from weave.library.model import Item, Kind, Outline, Section

_ROOT = "0000"
_GROUPS = {
    Kind.DOCUMENT: "Documents",
    Kind.CONVERSATION: "Past conversations",
    Kind.ARCHIVE: "Archive of memories",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `key` names it as long as the library is the same."""

    key: str
    depth: int
    label: str
    folds: bool
    """Whether there is, or may be, something below it."""
    unfolded: bool
    item: Item | None = None
    section: Section | None = None
    count: int = 0
    """Of a group: how much is in it."""

    @property
    def node(self) -> str:
        """The section to be read; the document itself has none."""
        return self.section.node if self.section is not None else ""


def group_key(kind: Kind) -> str:
    """The key of a group's row."""
    return f"group:{kind.value}"


def rows(
    items: Collection[Item], outlines: Mapping[str, Outline], unfolded: Collection[str]
) -> tuple[Row, ...]:
    """All rows in sight. `outlines` by a document's id; `unfolded`: keys."""
    found: list[Row] = []
    for kind, label in _GROUPS.items():
        members = [item for item in items if item.kind is kind]
        if not members:
            continue
        key = group_key(kind)
        found.append(Row(key, 0, label, True, key in unfolded, count=len(members)))
        if key in unfolded:
            ordered = sorted(members, key=lambda item: item.title.casefold())
            if kind is not Kind.DOCUMENT:  # the latest first, as with memories
                ordered = sorted(members, key=lambda item: item.changed, reverse=True)
            for item in ordered:
                found += _document(item, outlines.get(item.id), unfolded)
    return tuple(found)


def _document(item: Item, outline: Outline | None, unfolded: Collection[str]) -> Iterator[Row]:
    folds = not item.refusal and (outline is None or len(outline.sections) > 1)
    open_ = folds and item.id in unfolded
    yield Row(item.id, 1, item.title or item.file, folds, open_, item)
    if not open_ or outline is None:
        return
    parents = {section.parent for section in outline.sections}
    cover = _cover(outline)
    shown = {_ROOT, "", cover}
    for section in outline.sections:
        if section.node in (_ROOT, cover) or section.parent not in shown:
            continue
        key = section_key(item.id, section.node)
        below = section.node in parents
        if below and key in unfolded:
            shown.add(section.node)
        depth = section.depth + (0 if cover else 1)
        yield Row(key, depth, section.title, below, below and key in unfolded, item, section)


def _cover(outline: Outline) -> str:
    """The node that only repeats the document's title above all the rest; empty when there is none."""
    tops = [section for section in outline.sections if section.depth == 1]
    same = len(tops) == 1 and tops[0].title.casefold() == outline.item.title.casefold()
    return tops[0].node if same else ""


def section_key(document: str, node: str) -> str:
    """The key of a section's row."""
    return f"{document}/{node}"


def way(outline: Outline, node: str) -> list[str]:
    """The keys from a document's row down to that of a section; a section without a row of its own is the one above it."""
    parents = {section.node: section.parent for section in outline.sections}
    hidden = {_ROOT, "", _cover(outline)}
    keys: list[str] = []
    while node in parents:
        if node not in hidden:
            keys.append(section_key(outline.item.id, node))
        node = parents[node]
    return [outline.item.id, *reversed(keys)]


def above(rows: Sequence[Row], place: int) -> int:
    """The place of the row that this one is part of; its own for a group."""
    depth = rows[place].depth
    return next((n for n in range(place, -1, -1) if rows[n].depth < depth), place)
