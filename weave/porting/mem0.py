"""Mem0's memories: a list of objects, or one under `results` or `memories`, as its API and its exports give them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, tzinfo

from weave.model import MemoryType, Provenance
from weave.porting.container import Source
from weave.porting.json_stream import Broken, elements
from weave.porting.model import Found, Note, Skipped
from weave.porting.moments import moment
from weave.porting.names import digest
from weave.porting.values import listed, table, text

UNDER = ("results", "memories", "data")
_TYPES = {
    "episodic_memory": MemoryType.EPISODIC,
    "procedural_memory": MemoryType.PROCEDURAL,
    "semantic_memory": MemoryType.SEMANTIC,
}


def is_memory(value: object) -> bool:
    """Whether an object is a memory of Mem0."""
    one = table(value)
    known = any(key in one for key in ("user_id", "agent_id", "hash", "created_at", "categories", "id"))
    return bool(_words(value)) and known and "chat_messages" not in one


def _words(value: object) -> str:
    one = table(value)
    return text(one.get("memory")) or text(one.get("text")) or text(table(one.get("payload")).get("data"))


def read(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Each memory as another agent's note; relations of its graph are told beside."""
    for member in source.members():
        if not member.name.endswith((".json", ".jsonl")):
            continue
        with source.open(member.name) as stream:
            for one in elements(stream, is_memory, UNDER):
                yield _note(one, member.name, zone)


def _note(one: object | Broken, name: str, zone: tzinfo) -> Found:
    if isinstance(one, Broken):
        return Skipped(f"memory {one.number} of {name}", f"it is no whole JSON: {one.fault}")
    raw, words = table(one), _words(one).strip()
    if not words:
        return Skipped("entries without text", "there is nothing in them to remember")
    data = table(raw.get("metadata"))
    kind = _TYPES.get(text(raw.get("memory_type")) or text(data.get("memory_type")), MemoryType.SEMANTIC)
    categories = ", ".join(filter(None, map(text, listed(raw.get("categories")))))
    about = f"{words}\n\n({categories})" if categories else words
    created = moment(raw.get("created_at"), zone) or moment(raw.get("updated_at"), zone)
    happened = moment(data.get("occurred_at") or data.get("date"), zone)
    key = text(raw.get("id")) or f"{text(raw.get('user_id'))}/{digest(words)}"
    return Note(key, about, Provenance.AGENT, type=kind, created=created, occurred=happened)
