"""Avery's own memory and library, looked up in the middle of an answer; and what the person asked to forget, forgotten.

What comes from there is never encoded again: it is known already.
"""

from __future__ import annotations

from datetime import date, datetime, time, tzinfo
from typing import Final

from avery.agent.arguments import Arguments
from avery.agent.concealing import concealed
from avery.agent.consent import OWN, Effect
from avery.agent.tools import ToolContext, ToolResult, Unasked
from avery.tools.arguments import integer, number, schema, string, text
from weave.altale.passage import compose
from weave.clock import day, zone_named
from weave.documents.quoting import quotation
from weave.errors import InvalidInput, NotFound
from weave.library.model import Kind
from weave.markdown import clean_line
from weave.model import Memory, Recalled
from weave.tokens import tokens

_MOST = 10
_WIDE = 60
"""How many are looked at where only those of a span of time count."""
_MOST_FORGOTTEN = 10
_SHOWN = 500
"""Letters of a memory that is about to be forgotten."""
_DAY = r"^\d{4}-\d{2}-\d{2}$"


class Recall(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "recall"
    description: Final = "Search your memory again, with other words or for a span of days."
    schema: Final = schema(
        ("question",),
        question=text("In plain words.", most=500),
        since={"type": "string", "pattern": _DAY, "description": "First day, YYYY-MM-DD."},
        until={"type": "string", "pattern": _DAY, "description": "Last day."},
    )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The passage. Raises InvalidInput for a day that is none."""
        zone = zone_named(context.weave.config.timezone)
        since, until = (_day(string(arguments, name)) for name in ("since", "until"))
        spanned = since is not None or until is not None
        question = string(arguments, "question")
        task = None if context.weave.guest else context.task
        recall = await context.weave.recall(
            question, k=_WIDE if spanned else _MOST, task=task, exclude={context.turn} - {""}
        )
        found = [
            one for one in recall.memories if not one.memory.private and _within(one, since, until, zone)
        ][:_MOST]
        budget = tokens("x" * context.letters)
        passage = compose(found, budget=budget, terms=question.split(), zone=zone).text
        return ToolResult(passage or "Nothing in memory fits.", recalled=True)


def _within(one: Recalled, since: date | None, until: date | None, zone: tzinfo) -> bool:
    """Whether it was learned or happened from the first day to the last."""
    first = datetime.combine(since or date.min, time.min)
    last = datetime.combine(until or date.max, time.max)
    moments = (one.memory.created, one.memory.occurred)
    return any(first <= at.astimezone(zone).replace(tzinfo=None) <= last for at in moments if at is not None)


def _day(text_: str) -> date | None:
    try:
        return date.fromisoformat(text_) if text_ else None
    except ValueError as error:
        raise InvalidInput(f"{text_} is no day; write YYYY-MM-DD.") from error


class SearchDocuments(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "search_documents"
    description: Final = "Search the person's library of archived documents."
    schema: Final = schema(("question",), question=text("What to find.", most=500))

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The best places, each with its document and section. Raises InvalidInput, BackendError."""
        library = context.weave.library
        shown = {item.id for item in await library.list() if item.kind is Kind.DOCUMENT}
        found = await library.search(string(arguments, "question"), _WIDE)
        # Past conversations are memory's to tell: it knows what of them was forgotten or is private.
        spans = [span for span in found.spans if span.document in shown][:_MOST]
        lines = [quotation(span) for span in spans]
        return ToolResult("\n".join(lines) or "Nothing in the library fits.", recalled=True)


class ReadDocument(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "read_document"
    description: Final = "Read a section of an archived document, or its table of contents."
    schema: Final = schema(
        ("document",),
        document=text("Its id, 16 letters."),
        section=text("Four digits, as in §0007; left out: the table of contents.", most=10),
        start=number("First letter wanted.", least=0),
    )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The text, or the sections. Raises NotFound, InvalidInput, BackendError."""
        library, document = context.weave.library, string(arguments, "document")
        outline = await library.outline(document)
        if outline.item.kind is not Kind.DOCUMENT:
            raise NotFound("That is no document; recall looks into past conversations.")
        section = string(arguments, "section").removeprefix("§")
        if not section:
            lines = [f"{'  ' * one.depth}§{one.node} {clean_line(one.title)}" for one in outline.sections]
            return ToolResult("\n".join(lines), recalled=True)
        reading = await library.read(outline.item.id, section)
        start = integer(arguments, "start", 0)
        length, stop = len(reading.text), start + context.letters - 300
        shown = concealed(reading.text, start, stop)
        more = f"\n[{length - stop} more letters; start={stop} goes on]" if length > stop else ""
        return ToolResult(f"{' › '.join(reading.breadcrumb)}\n\n{shown}{more}", recalled=True)


class Forget:
    """Satisfies `avery.agent.tools.Tool`. It is always asked, and goes to the trash, from where it can come back."""

    name: Final = "forget"
    description: Final = "Move memories to the trash, by the ids that recall shows; only when the person has just asked for it."
    schema: Final = schema(
        ("ids",),
        ids={
            "type": "array",
            "items": {"type": "string", "pattern": "^[0-7][0-9A-HJKMNP-TV-Z]{25}$"},
            "minItems": 1,
            "maxItems": _MOST_FORGOTTEN,
            "uniqueItems": True,
        },
    )
    origin: Final = OWN

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """What would go, each memory in its words. Raises NotFound for one that is not there."""
        zone = zone_named(context.weave.config.timezone)
        memories = [await context.weave.get(one) for one in _ids(arguments)]
        count = f"{len(memories)} {'memory' if len(memories) == 1 else 'memories'}"
        return Effect(
            f"forget {count}",
            "\n\n".join(f"[{one.id}] {day(one.created, zone)}\n{_words(one)}" for one in memories),
        )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Into the trash, all or none. Raises NotFound, HomeBusy."""
        gone = await context.weave.forget(_ids(arguments))
        return ToolResult(f"In the trash: {len(gone)}; the person can restore it from there.", own=True)


def _ids(arguments: Arguments) -> list[str]:
    found = arguments["ids"]
    assert isinstance(found, list)
    return [str(one) for one in found]


def _words(memory: Memory) -> str:
    words = memory.text.strip() or memory.title
    return words if len(words) <= _SHOWN else words[: _SHOWN - 1] + "…"
