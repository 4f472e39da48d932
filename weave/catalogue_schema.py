"""The catalogue's tables, and how a memory becomes a row and comes back."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from datetime import datetime

from weave import sameness
from weave.backends import words
from weave.clock import iso
from weave.model import (
    GLOBAL,
    Change,
    Fact,
    Memory,
    MemoryType,
    Polarity,
    Provenance,
    Source,
    State,
)
from weave.sameness import key

VERSION = 6
"""Raised when the tables change; a catalogue of another version is built anew from the markdown."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS files(
  path TEXT PRIMARY KEY, mtime_ns INTEGER NOT NULL, size INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes(path TEXT NOT NULL, note TEXT NOT NULL, PRIMARY KEY(path, note)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS memories(
  id TEXT PRIMARY KEY, type TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL,
  importance REAL NOT NULL, importance_raw REAL, provenance TEXT NOT NULL, scope TEXT NOT NULL,
  created TEXT NOT NULL, occurred TEXT, accessed TEXT, access_count INTEGER NOT NULL,
  conversation TEXT, turns TEXT NOT NULL, file TEXT, derived_from TEXT NOT NULL, superseded_by TEXT,
  pinned INTEGER NOT NULL, private INTEGER NOT NULL, extra TEXT NOT NULL, has_facts INTEGER NOT NULL,
  created_at REAL NOT NULL, path TEXT NOT NULL, said TEXT NOT NULL, words BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS memories_conversation ON memories(conversation, id);
CREATE INDEX IF NOT EXISTS memories_turns ON memories(conversation, turns);
CREATE INDEX IF NOT EXISTS memories_said ON memories(said);
CREATE INDEX IF NOT EXISTS memories_path ON memories(path);
CREATE INDEX IF NOT EXISTS memories_scope ON memories(scope);
CREATE INDEX IF NOT EXISTS memories_superseded ON memories(superseded_by) WHERE superseded_by NOT NULL;
CREATE TABLE IF NOT EXISTS facts(
  id TEXT PRIMARY KEY, memory TEXT NOT NULL, position INTEGER NOT NULL, subject TEXT NOT NULL,
  subject_key TEXT NOT NULL, predicate TEXT NOT NULL, object TEXT NOT NULL, object_key TEXT NOT NULL,
  polarity TEXT NOT NULL, state TEXT NOT NULL, valid_from TEXT, valid_to TEXT, provenance TEXT NOT NULL,
  importance REAL NOT NULL, scope TEXT NOT NULL, superseded_by TEXT, single INTEGER NOT NULL,
  change TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS facts_memory ON facts(memory);
CREATE INDEX IF NOT EXISTS facts_subject ON facts(subject_key, predicate);
CREATE INDEX IF NOT EXISTS facts_object ON facts(object_key);
CREATE INDEX IF NOT EXISTS facts_contested ON facts(subject_key, predicate) WHERE state = 'contested';
CREATE TABLE IF NOT EXISTS names(
  word TEXT NOT NULL, subject_key TEXT NOT NULL, memory TEXT NOT NULL,
  PRIMARY KEY(word, subject_key, memory)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS names_memory ON names(memory);
CREATE TABLE IF NOT EXISTS derivations(
  source TEXT NOT NULL, memory TEXT NOT NULL, PRIMARY KEY(source, memory)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS derivations_memory ON derivations(memory);
CREATE TABLE IF NOT EXISTS outbox(
  backend TEXT NOT NULL, id TEXT NOT NULL, operation TEXT NOT NULL, priority REAL NOT NULL,
  sequence INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, error TEXT,
  PRIMARY KEY(backend, id));
CREATE INDEX IF NOT EXISTS outbox_order ON outbox(backend, priority DESC);
CREATE TABLE IF NOT EXISTS touched(id TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT OR IGNORE INTO touched SELECT id FROM memories
  WHERE access_count > 0 AND NOT EXISTS (SELECT 1 FROM meta WHERE key = 'touched');
INSERT OR IGNORE INTO meta VALUES('touched', 'kept');
"""

COLUMNS = [
    "id",
    "type",
    "title",
    "text",
    "state",
    "importance",
    "importance_raw",
    "provenance",
    "scope",
    "created",
    "occurred",
    "accessed",
    "access_count",
    "conversation",
    "turns",
    "file",
    "derived_from",
    "superseded_by",
    "pinned",
    "private",
    "extra",
    "has_facts",
    "created_at",
    "path",
    "said",
    "words",
]
SELECT = f"SELECT {', '.join('m.' + column for column in COLUMNS[:-2])} FROM memories m"
FACT_COLUMNS = [
    "id",
    "memory",
    "position",
    "subject",
    "subject_key",
    "predicate",
    "object",
    "object_key",
    "polarity",
    "state",
    "valid_from",
    "valid_to",
    "provenance",
    "importance",
    "scope",
    "superseded_by",
    "single",
    "change",
]

Value = str | float | int | bytes | None


def _time(moment: datetime | None) -> str | None:
    return iso(moment) if moment else None


def _listed(text: str) -> tuple[str, ...]:
    # nearly always empty: reading JSON for it would take a third of the time to load a home
    return () if text == "[]" else tuple(json.loads(text))


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


def said_of(text: str) -> str:
    """Sixteen letters that texts share which say the same, however they are spaced, cased and ended."""
    return hashlib.blake2b(sameness.spoken(text).encode("utf-8", "replace"), digest_size=8).hexdigest()


def row_of(memory: Memory, path: str) -> tuple[Value, ...]:
    """A memory as the values of `COLUMNS`."""
    return (
        memory.id,
        memory.type.value,
        memory.title,
        memory.text,
        memory.state.value,
        memory.importance,
        memory.importance_raw,
        memory.provenance.value,
        memory.scope,
        iso(memory.created),
        _time(memory.occurred),
        _time(memory.accessed),
        memory.access_count,
        memory.source.conversation,
        json.dumps(memory.source.turns),
        memory.source.file,
        json.dumps(memory.derived_from),
        memory.superseded_by,
        int(memory.pinned),
        int(memory.private),
        json.dumps(memory.extra),
        int(bool(memory.facts)),
        memory.created.timestamp(),
        path,
        said_of(memory.text),
        words.words_of(memory.title, memory.text),
    )


def object_key(name: str) -> str:
    """What an object is looked up by: a whole text in the place of a name is known by its beginning."""
    return key(name[:1_000])[:200]


def fact_rows(memory: Memory) -> list[tuple[Value, ...]]:
    """A memory's facts as the values of `FACT_COLUMNS`."""
    return [
        (
            fact.id,
            memory.id,
            position,
            fact.subject,
            key(fact.subject),
            fact.predicate,
            fact.object,
            object_key(fact.object),
            fact.polarity.value,
            fact.state.value,
            _time(fact.valid_from),
            _time(fact.valid_to),
            fact.provenance.value,
            fact.importance,
            memory.scope,
            fact.superseded_by,
            int(fact.single_valued),
            fact.change.value,
        )
        for position, fact in enumerate(memory.facts)
    ]


def name_rows(memory: Memory) -> list[tuple[str, str, str]]:
    """(word, subject key, memory) for each word of the names that a global memory's facts are about.

    The person is looked up as such, never by a word.
    """
    if memory.scope != GLOBAL:
        return []
    subjects = {key(fact.subject) for fact in memory.facts} - {"user"}
    return [(word, subject, memory.id) for subject in subjects for word in subject.split()]


def fact_of(row: sqlite3.Row) -> Fact:
    """The fact a row holds."""
    return Fact(
        id=row["id"],
        subject=row["subject"],
        predicate=row["predicate"],
        object=row["object"],
        polarity=Polarity(row["polarity"]),
        state=State(row["state"]),
        valid_from=_moment(row["valid_from"]),
        valid_to=_moment(row["valid_to"]),
        provenance=Provenance(row["provenance"]),
        importance=row["importance"],
        scope=row["scope"],
        superseded_by=row["superseded_by"],
        single_valued=bool(row["single"]),
        change=Change(row["change"]),
        memories=(row["memory"],),
    )


def memory_of(row: sqlite3.Row, facts: tuple[Fact, ...] = ()) -> Memory:
    """The memory a row holds, with the facts that were read beside it."""
    return Memory(
        id=row["id"],
        type=MemoryType(row["type"]),
        title=row["title"],
        text=row["text"],
        state=State(row["state"]),
        importance=row["importance"],
        importance_raw=row["importance_raw"],
        provenance=Provenance(row["provenance"]),
        scope=row["scope"],
        created=datetime.fromisoformat(row["created"]),
        occurred=_moment(row["occurred"]),
        accessed=_moment(row["accessed"]),
        access_count=row["access_count"],
        source=Source(row["conversation"], _listed(row["turns"]), row["file"]),
        derived_from=_listed(row["derived_from"]),
        superseded_by=row["superseded_by"],
        pinned=bool(row["pinned"]),
        private=bool(row["private"]),
        facts=facts,
        extra=() if row["extra"] == "[]" else tuple((key, value) for key, value in json.loads(row["extra"])),
    )
