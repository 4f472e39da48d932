"""The library as other programs read it: the JSON of `weave docs`. Keys are only ever added."""

from __future__ import annotations

from weave.documents.model import Origin, Span
from weave.library.model import Added, Found, Item, Outline, Reading, Section
from weave.wire import Document, time


def item(value: Item) -> Document:
    """One element of `weave docs list --json`."""
    return {
        "id": value.id,
        "file": value.file,
        "title": value.title,
        "kind": str(value.kind),
        "format": value.format,
        "method": value.method,
        "pages": value.pages,
        "sections": value.sections,
        "bytes": value.bytes,
        "changed": time(value.changed),
        "refusal": value.refusal or None,
        "notices": list(value.notices),
    }


def section(value: Section) -> Document:
    """A row of an outline; `parent` is null for the document itself."""
    return {
        "node": value.node,
        "title": value.title,
        "depth": value.depth,
        "parent": value.parent or None,
        "page": value.page or None,
        "last_page": value.last_page or None,
        "chars": value.chars,
        "cue": str(value.cue),
        "origin": origin(value.origin),
        "summary": value.summary or None,
    }


def origin(value: Origin | None) -> Document | None:
    """The turn or memory that a section is."""
    if value is None:
        return None
    return {
        "id": value.id,
        "time": value.time or None,
        "role": value.role or None,
        "speaker": value.speaker or None,
    }


def outline(value: Outline) -> Document:
    """`weave docs show ID --json`."""
    return item(value.item) | {"outline": [section(one) for one in value.sections]}


def reading(value: Reading) -> Document:
    """`weave docs show ID NODE --json`."""
    return item(value.item) | {
        "section": section(value.section),
        "breadcrumb": list(value.breadcrumb),
        "text": value.text,
        "line": value.line,
        "start": value.start,
        "end": value.end,
        "cut": value.cut,
    }


def span(value: Span) -> Document:
    """A place that was found."""
    return {
        "document": value.document,
        "file": value.file,
        "node": value.node,
        "breadcrumb": list(value.breadcrumb),
        "page": value.page or None,
        "line": value.line,
        "start": value.start,
        "end": value.end,
        "text": value.text,
        "score": value.score,
        "relevance": value.relevance,
        "terms": list(value.terms),
        "by": value.by,
        "origin": origin(value.origin),
    }


def found(value: Found) -> Document:
    """`weave docs search --json`."""
    return {
        "spans": [span(one) for one in value.spans],
        "by_model": value.by_model,
        "reasoning": value.reasoning or None,
    }


def added(value: Added) -> Document:
    """`weave docs add --json`."""
    return {
        "added": [item(one) for one in value.items],
        "known": [item(one) for one in value.known],
        "refused": [{"path": one.file, "reason": one.sentence} for one in value.refused],
        "stopped": value.stopped,
    }
