"""The catalogue: SQLite beside the markdown, holding each memory's row and the outbox. Derived, rebuildable.

Not synced at every commit (WAL, synchronous=NORMAL): a power cut may lose its last rows, which the next start
finds again by comparing the files' sizes and times. One writer lock; each thread reads on its own connection.
"""

from __future__ import annotations

import contextlib
import json
import logging
import sqlite3
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from weave import catalogue_schema as schema
from weave.catalogue_analytics import AnalyticsReads
from weave.catalogue_browse import BrowseReads
from weave.catalogue_cycle import CycleReads
from weave.catalogue_facts import FactReads
from weave.clock import iso
from weave.errors import HomeError
from weave.model import Fact, Memory, Source
from weave.outbox import Outbox, chunks, marks

log = logging.getLogger(__name__)


def unwritable(error: sqlite3.OperationalError) -> HomeError:
    """The sentence for a catalogue that takes no more writes."""
    return HomeError(
        f"The catalogue in index/ cannot be written ({error}); free disk space or check its rights."
    )


class OtherVersion(sqlite3.DatabaseError):
    """The file was made by another version of Weave; it is derived, so it is built anew."""


class Catalogue(FactReads, CycleReads, BrowseReads, AnalyticsReads):
    """All reads and writes of `index/catalogue.sqlite`. Satisfies `weave.ports.Shelf`."""

    def __init__(self, path: Path | None, backends: Sequence[str], *, read_only: bool = False) -> None:
        """Without a path it lives in memory only, for a guest that finds no file."""
        self._target = f"file:weave-{id(self)}?mode=memory&cache=shared"
        if path is not None:
            self._target = f"file:{quote(str(path))}?mode={'ro' if read_only else 'rwc'}"
        self.read_only = read_only
        self._lock = threading.RLock()
        self._local = threading.local()
        self._open: list[tuple[threading.Thread, sqlite3.Connection]] = []
        self._writer = self._connect()
        version = int(self._writer.execute("PRAGMA user_version").fetchone()[0])
        if version != schema.VERSION and (read_only or version or self._tables()):
            self.close()
            raise OtherVersion(f"version {version} instead of {schema.VERSION}")
        if not read_only:
            self._writer.executescript(schema.SCHEMA)
            self._writer.execute(f"PRAGMA user_version = {schema.VERSION}")
        self.outbox = Outbox(self.transaction, lambda: self._reader, backends)

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._target, timeout=10, isolation_level=None, check_same_thread=False, uri=True
        )
        connection.row_factory = sqlite3.Row
        if not self.read_only:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA secure_delete=ON")
        connection.execute("PRAGMA cache_size=-16000")
        with self._lock:
            self._open.append((threading.current_thread(), connection))
        return connection

    def _let_go(self) -> None:
        """Close what threads left open that have ended: each is two files, and megabytes of pages."""
        with self._lock:
            left = [one for one in self._open if one[1] is not self._writer and not one[0].is_alive()]
            self._open = [one for one in self._open if one not in left]
        for _, connection in left:
            with contextlib.suppress(sqlite3.Error):
                connection.close()

    def _tables(self) -> int:
        return int(self._writer.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0])

    @property
    def _reader(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            self._let_go()
            connection = self._local.connection = self._connect()
        return connection

    def close(self) -> None:
        """Close every connection; the last one folds the log into the file."""
        with self._lock:
            for _, connection in self._open:
                with contextlib.suppress(sqlite3.Error):
                    connection.close()
            self._open.clear()

    def version(self) -> int:
        """A number that changes whenever another process has changed the file."""
        return int(self._writer.execute("PRAGMA data_version").fetchone()[0])

    def check(self) -> None:
        """Raise sqlite3.DatabaseError when the file is damaged."""
        for (word,) in self._writer.execute("PRAGMA quick_check(1)"):
            if word != "ok":
                raise sqlite3.DatabaseError(word)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """One atomic change; nested calls join the outer one.

        Raises HomeError when the disk is full or the file cannot be written.
        """
        with self._lock:
            if self._writer.in_transaction:
                yield self._writer
                return
            try:
                self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                self._writer.execute("COMMIT")
            except sqlite3.OperationalError as error:
                self._rollback()
                raise unwritable(error) from error
            except BaseException:
                self._rollback()
                raise

    def _rollback(self) -> None:
        if self._writer.in_transaction:
            self._writer.execute("ROLLBACK")

    # -- memories ---------------------------------------------------------------------------------------

    def put(self, placed: Iterable[tuple[Memory, str]], *, index: bool = True) -> None:
        """Insert or replace memories with the file each stands in, and queue them for every backend."""
        pairs = list(placed)
        ids = [memory.id for memory, _ in pairs]
        with self.transaction() as db:
            db.executemany(
                f"INSERT OR REPLACE INTO memories({','.join(schema.COLUMNS)}) VALUES({marks(len(schema.COLUMNS))})",
                [schema.row_of(memory, path) for memory, path in pairs],
            )
            self._remove_known(db, ids)
            db.executemany(
                f"INSERT OR REPLACE INTO facts({','.join(schema.FACT_COLUMNS)}) "
                f"VALUES({marks(len(schema.FACT_COLUMNS))})",
                [row for memory, _ in pairs for row in schema.fact_rows(memory)],
            )
            db.executemany(
                "INSERT OR REPLACE INTO names(word, subject_key, memory) VALUES(?,?,?)",
                [row for memory, _ in pairs for row in schema.name_rows(memory)],
            )
            db.executemany(
                "INSERT OR REPLACE INTO derivations(source, memory) VALUES(?,?)",
                [(source, memory.id) for memory, _ in pairs for source in memory.derived_from],
            )
            if index:
                self.outbox.enqueue(
                    [(memory.id, "upsert", memory.created.timestamp()) for memory, _ in pairs]
                )

    def remove(self, ids: Sequence[str]) -> None:
        """Drop rows and queue their removal from every backend."""
        with self.transaction() as db:
            for chunk in chunks(ids):
                db.execute(f"DELETE FROM memories WHERE id IN ({marks(len(chunk))})", chunk)
            self._remove_known(db, ids)
            # deletions go first: what is gone must not be found
            self.outbox.enqueue([(id_, "delete", 1e12) for id_ in ids])

    def _remove_known(self, db: sqlite3.Connection, ids: Sequence[str]) -> None:
        """What hangs on these memories in the other tables."""
        for table in ("facts", "names", "derivations"):
            for chunk in chunks(ids):
                db.execute(f"DELETE FROM {table} WHERE memory IN ({marks(len(chunk))})", chunk)

    def get_many(self, ids: Sequence[str]) -> dict[str, Memory]:
        """The memories that exist among `ids`."""
        found: dict[str, Memory] = {}
        for chunk in chunks(list(dict.fromkeys(ids))):
            found.update(
                (memory.id, memory)
                for memory in self._memories(f"WHERE m.id IN ({marks(len(chunk))})", tuple(chunk))
            )
        return found

    def by_prefix(self, prefix: str) -> list[str]:
        """Up to three ids that begin with `prefix` (upper case)."""
        rows = self._reader.execute(
            "SELECT id FROM memories WHERE id >= ? AND id < ? ORDER BY id LIMIT 3", (prefix, prefix + "~")
        )
        return [row[0] for row in rows]

    def all(self, scope: str | None = None) -> list[Memory]:
        """Every memory, newest first; of one scope if named."""
        where = "WHERE m.scope = ? " if scope else ""
        return list(
            self._memories(where + "ORDER BY m.created_at DESC, m.id DESC", (scope,) if scope else ())
        )

    def each(self) -> Iterator[Memory]:
        """Every memory, oldest id first, without holding them all."""
        last = ""
        while page := list(self._memories("WHERE m.id > ? ORDER BY m.id LIMIT 2000", (last,))):
            yield from page
            last = page[-1].id

    def _memories(self, tail: str, values: tuple[schema.Value, ...]) -> Iterator[Memory]:
        rows = self._reader.execute(f"{schema.SELECT} {tail}", values).fetchall()
        facts = self._facts_of([row["id"] for row in rows if row["has_facts"]])
        for row in rows:
            yield schema.memory_of(row, facts.get(row["id"], ()))

    def _facts_of(self, ids: Sequence[str]) -> dict[str, tuple[Fact, ...]]:
        found: dict[str, list[Fact]] = {}
        for chunk in chunks(ids):
            rows = self._reader.execute(
                f"SELECT * FROM facts WHERE memory IN ({marks(len(chunk))}) ORDER BY memory, position", chunk
            )
            for row in rows:
                found.setdefault(row["memory"], []).append(schema.fact_of(row))
        return {memory: tuple(facts) for memory, facts in found.items()}

    def words(self) -> list[tuple[str, str, bytes]]:
        """(id, scope, words) of every memory, for the table that is searched."""
        rows = self._reader.execute("SELECT id, scope, words FROM memories ORDER BY id")
        return [(row["id"], row["scope"], row["words"]) for row in rows]

    def count(self, scope: str | None = None) -> int:
        """How many memories there are, in one scope if named."""
        where, values = ("WHERE scope = ?", (scope,)) if scope else ("", ())
        return int(self._reader.execute(f"SELECT COUNT(*) FROM memories {where}", values).fetchone()[0])

    def neighbours(self, ids: Sequence[str], radius: int) -> dict[str, list[tuple[str, int]]]:
        """For each id the memories of its conversation within `radius` places, as (id, signed distance)."""
        wanted = set(ids)
        conversations: list[str] = []
        for chunk in chunks(list(wanted)):
            conversations += [
                row[0]
                for row in self._reader.execute(
                    f"SELECT DISTINCT conversation FROM memories WHERE conversation NOT NULL "
                    f"AND id IN ({marks(len(chunk))})",
                    tuple(chunk),
                )
            ]
        around: dict[str, list[tuple[str, int]]] = {}
        for conversation in dict.fromkeys(conversations):
            order = [
                row[0]
                for row in self._reader.execute(
                    "SELECT id FROM memories WHERE conversation = ? ORDER BY id", (conversation,)
                )
            ]
            for place, id_ in enumerate(order):
                if id_ in wanted:
                    low, high = max(0, place - radius), min(len(order), place + radius + 1)
                    around[id_] = [(order[at], at - place) for at in range(low, high) if at != place]
        return around

    def of_conversation(self, conversation: str) -> list[Memory]:
        """The memories of one conversation, in order."""
        return list(self._memories("WHERE m.conversation = ? ORDER BY m.id", (conversation,)))

    def of_turns(self, source: Source) -> list[Memory]:
        """The memories made from exactly these turns."""
        return list(
            self._memories(
                "WHERE m.conversation = ? AND m.turns = ? ORDER BY m.id",
                (source.conversation, json.dumps(source.turns)),
            )
        )

    def made_from(self, conversation: str, turns: Sequence[str]) -> list[Memory]:
        """The memories that one of these turns, or more of them, went into."""
        some = f"EXISTS (SELECT 1 FROM json_each(m.turns) WHERE value IN ({marks(len(turns))}))"
        return list(
            self._memories(f"WHERE m.conversation = ? AND {some} ORDER BY m.id", (conversation, *turns))
        )

    def touch(self, ids: Sequence[str], now: datetime) -> None:
        """Count an access; not queued, since no backend holds the count. The sleep cycle writes it into the file."""
        with self.transaction() as db:
            db.executemany(
                "UPDATE memories SET access_count = access_count + 1, accessed = ? WHERE id = ?",
                [(iso(now), id_) for id_ in ids],
            )
            db.executemany("INSERT OR IGNORE INTO touched VALUES(?)", [(id_,) for id_ in ids])

    # -- files ------------------------------------------------------------------------------------------

    def files(self) -> dict[str, tuple[int, int]]:
        """Each known file's (mtime_ns, size)."""
        return {
            row["path"]: (row["mtime_ns"], row["size"]) for row in self._reader.execute("SELECT * FROM files")
        }

    def saw(self, path: str, signature: tuple[int, int] | None) -> None:
        """Remember a file as it was last read; None forgets it."""
        with self.transaction() as db:
            if signature is None:
                db.execute("DELETE FROM files WHERE path = ?", (path,))
            else:
                db.execute("INSERT OR REPLACE INTO files VALUES(?,?,?)", (path, *signature))

    def ids_in(self, path: str) -> list[str]:
        """The ids of the memories last seen in a file."""
        return [row[0] for row in self._reader.execute("SELECT id FROM memories WHERE path = ?", (path,))]

    def paths_of(self, ids: Sequence[str]) -> dict[str, str]:
        """Where each memory stands."""
        found: dict[str, str] = {}
        for chunk in chunks(ids):
            rows = self._reader.execute(
                f"SELECT id, path FROM memories WHERE id IN ({marks(len(chunk))})", chunk
            )
            found.update((row["id"], row["path"]) for row in rows)
        return found

    def note(self, path: str, notes: Sequence[str]) -> None:
        """Replace what `weave doctor` says about a file."""
        with self.transaction() as db:
            db.execute("DELETE FROM notes WHERE path = ?", (path,))
            db.executemany("INSERT OR IGNORE INTO notes VALUES(?,?)", [(path, text) for text in notes])

    def notes(self) -> list[str]:
        """Everything to be said about files."""
        return [row["note"] for row in self._reader.execute("SELECT note FROM notes ORDER BY path, note")]

    # -- meta -------------------------------------------------------------------------------------------

    def meta(self, key: str) -> str | None:
        """A small value kept with the catalogue."""
        row = self._reader.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def set_meta(self, key: str, value: str) -> None:
        """Keep a small value."""
        with self.transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES(?,?)", (key, value))

    def scrub(self) -> None:
        """After a purge: rewrite the file and empty the log, so that no byte of removed rows remains."""
        with self._lock:
            try:
                self._empty_log()
                self._writer.execute("VACUUM")
                self._empty_log()
            except sqlite3.OperationalError as error:
                raise unwritable(error) from error

    def _empty_log(self) -> None:
        """A reader of another thread or a guest may hold the log for a moment."""
        for _ in range(50):
            if self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0:
                return
            time.sleep(0.05)
        log.warning("The catalogue's log is in use and is emptied when the home is closed.")
