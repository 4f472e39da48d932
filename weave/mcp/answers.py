"""What a call is answered with: text for a model's eyes, the same as data for a program, both bounded and clean. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from weave import wire
from weave.agents import agent_of
from weave.altale.passage import neutral, unmarked
from weave.documents.model import Span
from weave.library import wire as library_wire
from weave.library.model import Item, Reading, Section
from weave.mcp.offers import NOTICE
from weave.model import Memory, Recalled
from weave.quoting import quoted
from weave.wire import Document

_OF_MEMORY = (
    "id",
    "type",
    "title",
    "text",
    "state",
    "superseded_by",
    "conflicts",
    "importance",
    "provenance",
    "created",
    "occurred",
    "pinned",
    "source",
)
_OF_RECALLED = (*_OF_MEMORY, "trust", "relevance", "strength", "rank", "manner", "place")
_OF_ITEM = ("id", "title", "format", "pages", "sections", "changed", "refusal")


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a call. `data` is a JSON object; its texts are quoted data like the text."""

    text: str
    data: Document
    failed: bool = False


def failure(sentence: str) -> Answer:
    """A call that did nothing, in one sentence."""
    return Answer(sentence, {"error": sentence}, failed=True)


def recalled(question: str, passage: str, found: Iterable[Recalled], reasons: Mapping[str, str]) -> Answer:
    """What came to mind."""
    rows = [_plain(wire.recalled(one), _OF_RECALLED) for one in found]
    text = _shown("memory", passage, question) if passage else "Nothing came to mind."
    degraded = [f"Without {name}: {reason}" for name, reason in reasons.items()]
    data: Document = {"notice": NOTICE, "passage": passage, "memories": rows, "degraded": dict(reasons)}
    return Answer("\n".join([text, *degraded]), data)


def listed(lines: str, question: str = "") -> str:
    """Lines about documents."""
    return _shown("documents", lines, question)


def memory(value: Memory) -> Document:
    """A memory as it is shown to other agents."""
    return _plain(wire.memory(value), _OF_MEMORY)


def whole(value: Memory) -> str:
    """A memory alone, as text, with whose word it is and whether it holds."""
    agent = agent_of(value.source)
    who = f"another agent ({neutral(agent)})" if agent else value.provenance.value
    origin = f"({who}; {value.state.value})"
    return _shown("memory", unmarked(f"{value.title}\n{origin}\n\n{value.text}"))


def named(values: Iterable[Memory]) -> list[Document]:
    """Memories by id, with a title only where it may be shown."""
    return [{"id": one.id, "title": "" if one.private else neutral(one.title)} for one in values]


def item(value: Item) -> Document:
    """A document in a list."""
    return _plain(library_wire.item(value), _OF_ITEM)


def row(value: Item) -> str:
    """The same on one line."""
    return f"{value.id} {neutral(value.title)}"


def section(value: Section) -> Document:
    """A row of a table of contents."""
    return {"section": value.node, "title": neutral(value.title), "depth": value.depth, "chars": value.chars}


def contents(value: Item, sections: Iterable[Section]) -> str:
    """A table of contents."""
    lines = (f"{'  ' * one.depth}{one.node} {neutral(one.title)}" for one in sections)
    return _shown("document", "\n".join([row(value), *lines]))


def span(value: Span) -> Document:
    """A place that was found."""
    return {
        "document": value.document,
        "section": value.node,
        "breadcrumb": [neutral(title) for title in value.breadcrumb],
        "page": value.page or None,
        "text": unmarked(value.text),
        "relevance": value.relevance,
    }


def reading(value: Reading, start: int, most: int) -> Answer:
    """A section's text from `start` on, at most so many characters of it."""
    rest = value.text[start:]
    text = unmarked(rest[:most])
    more = start + most if len(rest) > most else None
    data: Document = {
        "notice": NOTICE,
        "document": item(value.item),
        "section": section(value.section),
        "text": text,
        "next_start": more,
    }
    words = _shown("document", text)
    return Answer(words if more is None else f"{words}\nThe text goes on; read from start={more}.", data)


def _shown(tag: str, text: str, beside: str = "") -> str:
    return f"{NOTICE}\n{quoted(tag, text, beside)}"


def _plain(document: Document, keys: Iterable[str]) -> Document:
    """Some keys of a document, without hidden characters in its texts."""
    return {key: _unmarked(document[key]) for key in keys}


def _unmarked(value: object) -> object:
    if isinstance(value, str):
        return unmarked(value)
    if isinstance(value, list):
        return [_unmarked(one) for one in value]
    if isinstance(value, dict):
        return {key: _unmarked(one) for key, one in value.items()}
    return value
