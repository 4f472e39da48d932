"""Rows of the trees' file and what they stand for: documents, nodes, text in packed pieces, postings. No transactions here."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass

from weave.documents.model import Cue, Node, Origin, Passage, Tree
from weave.documents.passages import Postings

_TEXT = 16_384
"""Characters of text that are packed together: one or two such pieces are read for a found span."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What tells without reading whether a file changed."""

    size: int
    modified_ns: int
    inode: int


@dataclass(frozen=True, slots=True)
class Entry:
    """A document of the library, or a file that was refused."""

    number: int
    file: str
    key: str
    signature: Signature
    hash: str
    refusal: str
    """The sentence that says why it was not read; "" for a document."""
    limits: str
    """The digest of the limits it was refused within; "" where none was given."""
    tries: int
    """How often the clock ran out over it."""
    format: str
    title: str
    method: str
    pages: int
    nodes: int
    notices: tuple[str, ...]


ENTRY = "number, file, key, size, modified_ns, inode, hash, refusal, limits, tries, format, title, method, pages, nodes, notices"


def inserted(db: sqlite3.Connection, row: Sequence[object]) -> int:
    """Put in a document's row; its number."""
    columns = f"{ENTRY.removeprefix('number, ')}, page_starts, parents, lists, passages, lengths"
    cursor = db.execute(f"INSERT INTO documents ({columns}) VALUES ({','.join('?' * len(row))})", row)
    return int(cursor.lastrowid or 0)


def drop(db: sqlite3.Connection, file: str) -> None:
    """Take out everything of a file's document; nothing when there is none."""
    row = db.execute("SELECT number FROM documents WHERE file=?", (file,)).fetchone()
    if row is None:
        return
    for table in ("postings", "nodes", "texts", "asides"):
        db.execute(f"DELETE FROM {table} WHERE document=?", row)
    db.execute("DELETE FROM documents WHERE number=?", row)


def put_postings(db: sqlite3.Connection, number: int, part: int, words: Postings) -> None:
    """The postings of one part of a document, in place of those before, in the order of the file."""
    db.execute("DELETE FROM postings WHERE document=? AND part=?", (number, part))
    rows = [(term, number, part, row) for term, row in sorted(words.items())]
    db.executemany("INSERT INTO postings VALUES (?,?,?,?)", rows)


def postings_of(db: sqlite3.Connection, term: str) -> list[tuple[int, bytes]]:
    """(document, postings) of a word, in every document that has it.

    As one row of text: for each row that SQLite hands over the thread lets go of the interpreter and waits for it
    again, which a thousand times over takes longer than the search.
    """
    numbers, rows = db.execute(
        "SELECT group_concat(number), group_concat(hex(row)) FROM documents CROSS JOIN postings "
        "ON document=number AND term=? WHERE refusal IS NULL",
        (term,),
    ).fetchone()
    if numbers is None:
        return []
    return list(zip(map(int, numbers.split(",")), map(bytes.fromhex, rows.split(",")), strict=True))


def numbers_of(values: Iterable[int]) -> bytes:
    """32-bit little-endian numbers."""
    return b"".join(value.to_bytes(4, "little") for value in values)


def node_rows(number: int, tree: Tree) -> Iterator[tuple[object, ...]]:
    """The rows of a tree."""
    for place, n in enumerate(tree.nodes):
        span = (n.depth, n.start, n.body_end, n.end, n.page, n.last_page, n.parent)
        origin = None if n.origin is None else json.dumps(astuple(n.origin), ensure_ascii=False)
        yield number, place, n.id, n.title, *span, n.cue, n.digest, origin


def origin_of(value: object) -> Origin | None:
    """What a section was, from its column."""
    return None if value is None else Origin(*map(str, json.loads(str(value))))


def node_of(row: Sequence[object]) -> Node:
    """A node from its row."""
    _, _, id_, title, *numbers, cue, digest, origin = row
    depth, start, body_end, end, page, last, parent = (int(str(value)) for value in numbers)
    found = (Cue(str(cue)), str(digest), origin_of(origin))
    return Node(str(id_), str(title), depth, start, body_end, end, page, last, parent, *found)


def text_rows(number: int, text: str) -> Iterator[tuple[int, int, int, bytes]]:
    """The text in packed pieces, each with the lines before it."""
    lines = 0
    for at in range(0, len(text), _TEXT):
        piece = text[at : at + _TEXT]
        yield number, at, lines, zlib.compress(piece.encode("utf-8", "replace"), 1)
        lines += piece.count("\n")


def text_of(db: sqlite3.Connection, number: int, start: int, end: int) -> str:
    """A piece of a document's text."""
    return quote_of(db, number, start, end)[0]


def quote_of(db: sqlite3.Connection, number: int, start: int, end: int) -> tuple[str, int]:
    """(a piece of a document's text, the line of the document, from 1, on which it begins)."""
    first = start // _TEXT * _TEXT
    rows = db.execute(
        "SELECT lines, body FROM texts WHERE document=? AND at>=? AND at<? ORDER BY at",
        (number, first, max(end, start + 1)),
    ).fetchall()
    whole = "".join(zlib.decompress(body).decode() for _, body in rows)
    before = int(rows[0][0]) if rows else 0
    return whole[start - first : end - first], before + whole.count("\n", 0, start - first) + 1


def passages_of(blob: bytes) -> list[Passage]:
    """The passages of a document from their packed form."""
    numbers = [int.from_bytes(blob[at : at + 4], "little") for at in range(0, len(blob), 4)]
    return [Passage(*numbers[at : at + 3]) for at in range(0, len(numbers), 3)]


def entry_of(row: Sequence[object]) -> Entry:
    """A document from its row."""
    (
        number,
        file,
        key,
        size,
        modified,
        inode,
        hash_,
        refusal,
        limits,
        tries,
        format_,
        title,
        method,
        pages,
        nodes,
        notices,
    ) = row
    signature = Signature(int(str(size)), int(str(modified)), int(str(inode)))
    told = tuple(json.loads(str(notices)))
    names = (
        str(file),
        str(key),
        signature,
        str(hash_),
        str(refusal or ""),
        str(limits),
        int(str(tries)),
        str(format_),
        str(title),
        str(method),
    )
    return Entry(int(str(number)), *names, int(str(pages)), int(str(nodes)), told)
