"""The trees of the library on disk: documents with their nodes, text, asides and words, each stored whole or not at all.

A document is known by its file's signature (size, time, inode) and by the hash of its bytes: an unchanged file
is not read again, a moved one is not parsed again. Summaries are kept by the hash of what they summarise.
"""

from __future__ import annotations

import hashlib
import json
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from weave.documents import store_schema as schema
from weave.documents.digest import Digest
from weave.documents.model import Aside, Cue, Layer, Node, Tree
from weave.documents.passages import Postings, is_list, packed
from weave.documents.store_file import TreeFile
from weave.documents.store_rows import (
    ENTRY,
    Entry,
    Signature,
    drop,
    entry_of,
    inserted,
    node_of,
    node_rows,
    numbers_of,
    passages_of,
    put_postings,
    quote_of,
    text_of,
    text_rows,
)


def key_of(file: str, hash_: str) -> str:
    """The name of a document: another file or other content is another document."""
    return hashlib.sha256(f"{file}\0{hash_}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


class TreeStore:
    """Everything under index/trees/. Raises BackendError. Safe to use from several threads."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        self.file = TreeFile(folder / "library.sqlite", read_only=read_only)

    # -- writing ----------------------------------------------------------------------------------------

    def put(self, file: str, signature: Signature, hash_: str, digest: Digest) -> None:
        """Store a document in place of what was there for this file."""
        document, tree = digest.document, digest.tree
        with self.file.write() as db:
            drop(db, file)
            row = (
                *(
                    file,
                    key_of(file, hash_),
                    signature.size,
                    signature.modified_ns,
                    signature.inode,
                    hash_,
                    None,
                    "",
                    0,
                ),
                *(document.format, document.title, tree.method, len(document.pages), len(tree.nodes)),
                json.dumps(document.notices, ensure_ascii=False),
                numbers_of(document.pages),
                numbers_of(max(0, node.parent) for node in tree.nodes),
                numbers_of(place for place, node in enumerate(tree.nodes) if is_list(node.title)),
                numbers_of(n for p in digest.passages for n in (p.node, p.start, p.end)),
                packed(array("H", digest.lengths)),
            )
            number = inserted(db, row)
            db.executemany(f"INSERT INTO nodes VALUES ({','.join('?' * 14)})", node_rows(number, tree))
            db.executemany("INSERT INTO texts VALUES (?,?,?,?)", text_rows(number, document.text))
            asides = [(number, a.layer, a.why, a.page, a.text) for a in document.asides]
            db.executemany("INSERT INTO asides VALUES (?,?,?,?,?)", asides)
            put_postings(db, number, schema.BODY, digest.postings)

    def refuse(
        self,
        file: str,
        signature: Signature,
        hash_: str,
        sentence: str,
        *,
        limits: str = "",
        tries: int = 0,
    ) -> None:
        """Remember that a file was refused, so that it is not tried again before it or the limits change."""
        with self.file.write() as db:
            drop(db, file)
            empty = (b"", b"", b"", b"", b"")
            about = (
                signature.size,
                signature.modified_ns,
                signature.inode,
                hash_,
                sentence,
                limits,
                tries,
                "",
                "",
                "",
                0,
                0,
                "[]",
            )
            inserted(db, (file, key_of(file, hash_), *about, *empty))

    def touch(self, file: str, signature: Signature) -> None:
        """A file whose bytes did not change has another signature."""
        with self.file.write() as db:
            db.execute(
                "UPDATE documents SET size=?, modified_ns=?, inode=? WHERE file=?",
                (signature.size, signature.modified_ns, signature.inode, file),
            )

    def move(self, file: str, to: str, signature: Signature) -> None:
        """A file was renamed; its tree stays."""
        with self.file.write() as db:
            drop(db, to)
            (hash_,) = db.execute("SELECT hash FROM documents WHERE file=?", (file,)).fetchone()
            db.execute(
                "UPDATE documents SET file=?, key=?, size=?, modified_ns=?, inode=? WHERE file=?",
                (to, key_of(to, hash_), signature.size, signature.modified_ns, signature.inode, file),
            )

    def remove(self, files: Iterable[str]) -> None:
        """Take documents out with all that was kept of them; unknown files are ignored."""
        with self.file.write() as db:
            for file in files:
                drop(db, file)
            db.execute("DELETE FROM summaries WHERE digest NOT IN (SELECT digest FROM nodes)")

    def summarise(self, number: int, summaries: Mapping[str, str], model: str, words: Postings) -> None:
        """Keep summaries by the hash of their text, and their words for the search of one document."""
        with self.file.write() as db:
            rows = [(digest, summary, model) for digest, summary in summaries.items()]
            db.executemany("INSERT OR REPLACE INTO summaries VALUES (?,?,?)", rows)
            if db.execute("SELECT 1 FROM documents WHERE number=?", (number,)).fetchone():
                put_postings(db, number, schema.SUMMARIES, words)

    # -- reading ----------------------------------------------------------------------------------------

    def entries(self) -> list[Entry]:
        """All documents and refused files, by file."""
        with self.file.read() as db:
            return [entry_of(row) for row in db.execute(f"SELECT {ENTRY} FROM documents ORDER BY file")]

    def entry(self, key: str) -> Entry | None:
        """The document of this key, or of this file."""
        with self.file.read() as db:
            row = db.execute(f"SELECT {ENTRY} FROM documents WHERE key=? OR file=?", (key, key)).fetchone()
        return entry_of(row) if row else None

    def tree(self, number: int) -> Tree:
        """The tree of a document."""
        with self.file.read() as db:
            nodes = db.execute("SELECT * FROM nodes WHERE document=? ORDER BY place", (number,)).fetchall()
            method = db.execute("SELECT method FROM documents WHERE number=?", (number,)).fetchone()
        return Tree(tuple(node_of(row) for row in nodes), Cue(method[0]))

    def text(self, number: int, start: int, end: int) -> str:
        """A piece of a document's text."""
        with self.file.read() as db:
            return text_of(db, number, start, end)

    def line(self, number: int, offset: int) -> int:
        """The line, from 1, that holds an offset of a document's text."""
        with self.file.read() as db:
            return quote_of(db, number, offset, offset)[1]

    def before(self, number: int, node: str) -> Node | None:
        """The section that stands before another one in the same part, None when it is the first of it."""
        place = int(node)
        with self.file.read() as db:
            rows = db.execute(
                "SELECT * FROM nodes WHERE document=? AND place IN (?,?) ORDER BY place",
                (number, place - 1, place),
            ).fetchall()
        nodes = [node_of(row) for row in rows]
        return nodes[0] if len(nodes) == 2 and nodes[0].parent == nodes[1].parent else None

    def first_passages(self, number: int) -> dict[int, int]:
        """By the place of a node its first passage."""
        with self.file.read() as db:
            row = db.execute("SELECT passages FROM documents WHERE number=?", (number,)).fetchone()
        first: dict[int, int] = {}
        for at, passage in enumerate(passages_of(row[0]) if row else ()):
            first.setdefault(passage.node, at)
        return first

    def asides(self, number: int) -> list[Aside]:
        """What a reader of the document would not see."""
        with self.file.read() as db:
            rows = db.execute(
                "SELECT layer, why, text, page FROM asides WHERE document=? ORDER BY rowid", (number,)
            )
            return [Aside(Layer(layer), why, text, page) for layer, why, text, page in rows]

    def summaries(self, digests: Sequence[str]) -> dict[str, str]:
        """The summaries known among these hashes."""
        found: dict[str, str] = {}
        with self.file.read() as db:
            for at in range(0, len(digests), 500):
                some = digests[at : at + 500]
                marks = ",".join("?" * len(some))
                found |= dict(
                    db.execute(f"SELECT digest, summary FROM summaries WHERE digest IN ({marks})", some)
                )
        return found

    def count(self) -> int:
        """How many documents have a tree."""
        with self.file.read() as db:
            return int(db.execute("SELECT count(*) FROM documents WHERE refusal IS NULL").fetchone()[0])
