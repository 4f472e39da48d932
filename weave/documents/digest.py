"""A document with its tree, passages and words: all that the library keeps of a file; and its way between processes.

What comes back from the process that parsed a hostile file is checked like any other foreign data: shapes,
ranges and order, so that no number in it can lead outside the text.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import TypeVar

from weave.documents.model import Aside, Cue, Document, Layer, Node, Origin, Passage, Tree
from weave.documents.passages import Postings, passages, postings
from weave.documents.planting import grow
from weave.documents.refusal import Refusal
from weave.documents.veiling import veiled

_DAMAGED = "The document could not be read: its parser answered nonsense; save it anew and try again."
_TEXT, _ROWS = 200_000, 1_000
Row = Sequence[object]
Some = TypeVar("Some")


@dataclass(frozen=True, slots=True)
class Digest:
    """`document.headings`, `.lines` and `.bookmarks` have done their work once there is a tree, and are left out."""

    document: Document
    tree: Tree
    passages: tuple[Passage, ...]
    postings: Postings
    lengths: tuple[int, ...]
    """Words of each passage."""


def digested(document: Document) -> Digest:
    """All that is kept of a parsed document."""
    document = veiled(document)
    tree = grow(document)
    found = passages(document, tree)
    words, lengths = postings(document, tree, found)
    kept = Document(
        document.format,
        document.title,
        document.text,
        document.pages,
        asides=document.asides,
        notices=document.notices,
    )
    return Digest(kept, tree, found, words, tuple(lengths))


def to_lines(digest: Digest) -> Iterator[str]:
    """For the pipe: JSON, a line per piece, so that nobody who reads it holds the interpreter for long."""
    document, tree = digest.document, digest.tree
    yield _line("about", [document.format, document.title, tree.method, list(document.notices)])
    for at in range(0, len(document.text), _TEXT):
        yield _line("text", document.text[at : at + _TEXT])
    yield from _chunked("pages", list(document.pages))
    yield from _chunked("asides", [(a.layer, a.why, a.text, a.page) for a in document.asides])
    yield from _chunked(
        "nodes",
        [
            (
                n.id,
                n.title,
                n.depth,
                n.start,
                n.body_end,
                n.end,
                n.page,
                n.last_page,
                n.parent,
                n.cue,
                n.digest,
                None if n.origin is None else astuple(n.origin),
            )
            for n in tree.nodes
        ],
    )
    yield from _chunked("passages", [(p.node, p.start, p.end) for p in digest.passages])
    yield from _chunked("lengths", list(digest.lengths))
    yield from _chunked(
        "postings", [(t, base64.b64encode(row).decode()) for t, row in digest.postings.items()]
    )


def _line(name: str, value: object) -> str:
    return json.dumps([name, value], ensure_ascii=False) + "\n"


def _chunked(name: str, rows: list[Some]) -> Iterator[str]:
    for at in range(0, len(rows), _ROWS):
        yield _line(name, rows[at : at + _ROWS])


def from_lines(lines: Iterable[bytes]) -> Digest:
    """The digest that another process made. Raises Refusal for anything else."""
    try:
        digest = _read(_gathered(lines))
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise Refusal(_DAMAGED) from error
    if not _is_sound(digest):
        raise Refusal(_DAMAGED)
    return digest


def _gathered(lines: Iterable[bytes]) -> dict[str, list[object]]:
    table: dict[str, list[object]] = {
        name: [] for name in ("about", "text", "pages", "asides", "nodes", "passages", "lengths", "postings")
    }
    for line in lines:
        name, value = json.loads(line)
        if name == "text":
            table[name].append(_text(value))
        else:
            table[name] += _rows(value)
    return table


def _read(table: Mapping[str, list[object]]) -> Digest:
    format_, title, method, notices = table["about"]
    document = Document(
        _text(format_),
        _text(title),
        "".join(map(str, table["text"])),
        tuple(map(_number, table["pages"])),
        asides=_each(
            table["asides"], lambda r: Aside(Layer(_text(r[0])), _text(r[1]), _text(r[2]), _number(r[3]))
        ),
        notices=tuple(map(_text, _rows(notices))),
    )
    tree = Tree(_each(table["nodes"], _node), Cue(_text(method)))
    found = _each(table["passages"], lambda r: Passage(_number(r[0]), _number(r[1]), _number(r[2])))
    rows = {_text(r[0]): base64.b64decode(_text(r[1]), validate=True) for r in map(_rows, table["postings"])}
    return Digest(document, tree, found, rows, tuple(map(_number, table["lengths"])))


def _node(row: Row) -> Node:
    numbers = [_number(value) for value in row[2:9]]
    depth, start, body_end, end, page, last, parent = numbers
    return Node(
        _text(row[0]),
        _text(row[1]),
        depth,
        start,
        body_end,
        end,
        page,
        last,
        parent,
        Cue(_text(row[9])),
        _text(row[10]),
        None if row[11] is None else Origin(*map(_text, _rows(row[11]))),
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("a number was expected")
    return value


def _rows(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("a list was expected")
    return value


def _each(rows: Iterable[object], make: Callable[[Row], Some]) -> tuple[Some, ...]:
    return tuple(make(_rows(row)) for row in rows)


def _is_sound(digest: Digest) -> bool:
    """Whether every number leads into the text, every parent stands before its child, every id is its place."""
    size, nodes, pieces = len(digest.document.text), digest.tree.nodes, len(digest.passages)
    placed = all(
        node.id == f"{at:04d}"
        and -1 <= node.parent < at
        and 0 <= node.start <= node.body_end <= node.end <= size
        for at, node in enumerate(nodes)
    )
    inside = all(
        p.node < len(nodes) and p.node >= 0 and 0 <= p.start <= p.end <= size for p in digest.passages
    )
    rooted = bool(nodes) and sum(node.parent < 0 for node in nodes) == 1
    counted = len(digest.lengths) == pieces and all(0 < n < 65_536 for n in digest.lengths)
    return (
        placed
        and inside
        and rooted
        and counted
        and all(_leads_inside(r, pieces) for r in digest.postings.values())
    )


def _leads_inside(row: bytes, pieces: int) -> bool:
    """Whether pairs of 16-bit numbers are whole and name passages that exist; the last one is the largest."""
    return bool(row) and len(row) % 4 == 0 and int.from_bytes(row[-4:-2], "little") < pieces
