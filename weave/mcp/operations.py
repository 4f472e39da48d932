"""The tools themselves: each a call of the facade, answered with quoted data. Nothing here knows the SDK.

A private memory is never shown; another agent's words are kept as an agent's, from which no fact about anybody is read.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from weave.agents import source_of
from weave.altale.passage import compose
from weave.clock import zone_named
from weave.documents.naming import file_name, titled
from weave.documents.quoting import quotation
from weave.errors import InvalidInput, NotFound
from weave.library.model import Item, Kind
from weave.library.shelf import kind_of
from weave.markdown import clean_line
from weave.mcp import answers
from weave.mcp.answers import Answer
from weave.mcp.arguments import Arguments
from weave.mcp.offers import LONGEST_READING, NOTICE
from weave.model import MemoryType, Provenance
from weave.ports import Progress
from weave.secrets import mask
from weave.weave import Weave
from weave.wire import Document, degraded_reasons

_AMONG = 5
"""Places that are looked at for each that is wanted: conversations are left out."""
_QUEUED = "Queued: another process owns the memory, and takes it up when it has a moment."


@dataclass(frozen=True, slots=True)
class Call:
    """One call: by whom, with what, and where its progress is told (from any thread)."""

    weave: Weave
    caller: str
    arguments: Arguments
    progress: Progress

    @property
    def zone(self) -> tzinfo:
        """In which times without an offset are meant."""
        return zone_named(self.weave.config.timezone)


Operation = Callable[[Call], Awaitable[Answer]]


async def recall(call: Call) -> Answer:
    """A passage of what is not private, and the memories in it."""
    given, weave = call.arguments, call.weave
    query = given.text("query")
    told = await weave.recall(
        query,
        k=given.number("k", weave.config.recall.k),
        as_of=given.moment("as_of", call.zone),
        known_at=given.moment("known_at", call.zone),
    )
    shown = [one for one in told.memories if not one.memory.private]
    budget = weave.config.recall.budget_tokens
    passage = compose(shown, budget=budget, terms=query.split(), zone=call.zone).text if shown else ""
    return answers.recalled(query, passage, shown, degraded_reasons(told.degraded))


async def remember(call: Call) -> Answer:
    """Durable when it returns, as the word of the agent that called."""
    given = call.arguments
    memory = await call.weave.remember(
        given.text("text"),
        type=MemoryType(given.text("type") or MemoryType.SEMANTIC),
        title=given.text("title") or None,
        provenance=Provenance.AGENT,
        at=given.moment("at", call.zone),
        source=source_of(call.caller),
    )
    said = f"Remembered as {memory.id}." + (f" {_QUEUED}" if call.weave.guest else "")
    return Answer(said, {"id": memory.id, "memory": answers.memory(memory), "queued": call.weave.guest})


async def forget(call: Call) -> Answer:
    """Into the trash, all or nothing."""
    gone = await call.weave.forget(call.arguments.texts("ids"))
    names = answers.named(gone)
    return Answer(
        f"In the trash: {', '.join(one.id for one in gone)}. `restore` brings them back.",
        {"forgotten": names},
    )


async def restore(call: Call) -> Answer:
    """Out of the trash."""
    back = await call.weave.restore(call.arguments.text("id"))
    return Answer(f"Restored {back.id}.", {"restored": answers.named([back])})


async def documents(weave: Weave) -> list[Item]:
    """What a person archived and can be read; past conversations and archived memories are not offered."""
    return [one for one in await weave.library.list() if one.kind is Kind.DOCUMENT and not one.refusal]


async def documents_list(call: Call) -> Answer:
    """A page of the list."""
    start, limit = call.arguments.number("start", 0), call.arguments.number("limit", 50)
    known = await documents(call.weave)
    page = known[start : start + limit]
    lines = "\n".join(map(answers.row, page)) or "No documents here."
    more = start + limit if len(known) > start + limit else None
    data: Document = {"notice": NOTICE, "documents": list(map(answers.item, page)), "total": len(known)}
    return Answer(answers.listed(lines), {**data, "next_start": more})


async def documents_search(call: Call) -> Answer:
    """Places in documents."""
    query, k = call.arguments.text("query"), call.arguments.number("k", 10)
    found = await call.weave.library.search(query, k * _AMONG)
    spans = [span for span in found.spans if kind_of(span.file) is Kind.DOCUMENT][:k]
    text = "\n\n".join(quotation(span) for span in spans) or "Nothing was found."
    data: Document = {"notice": NOTICE, "places": list(map(answers.span, spans))}
    return Answer(answers.listed(text, query), data)


async def documents_read(call: Call) -> Answer:
    """The table of contents, or a section's text."""
    given = call.arguments
    document = await _document(call.weave, given.text("document"))
    section = given.text("section").strip()
    if section:
        read = await call.weave.library.read(document.id, section)
        return answers.reading(read, given.number("start", 0), LONGEST_READING)
    outline = await call.weave.library.outline(document.id)
    rows = [answers.section(one) for one in outline.sections]
    data: Document = {"notice": NOTICE, "document": answers.item(document), "contents": rows}
    return Answer(answers.contents(document, outline.sections), data)


async def documents_add(call: Call) -> Answer:
    """Archived under its title, with who sent it in its first line."""
    title = mask(clean_line(call.arguments.text("title")))
    words = mask(call.arguments.text("text"))
    if not title or not words.strip():
        raise InvalidInput("A document needs a title and a text; send both.")
    text = titled(title, f"*From another agent: {call.caller}.*\n\n{words}\n")
    with tempfile.TemporaryDirectory(prefix="weave-mcp-") as folder:
        path = Path(folder) / file_name(title)
        await asyncio.to_thread(path.write_bytes, text.encode("utf-8", "replace"))
        added = await call.weave.library.add([path], call.progress)
    if added.refused:
        raise InvalidInput(f"It was not archived: {added.refused[0].sentence}")
    one = (*added.items, *added.known)[0]
    return Answer(f"Archived as {one.id}.", {"document": answers.item(one)})


async def _document(weave: Weave, reference: str) -> Item:
    """The document of this whole id. Raises NotFound, also for what is none."""
    for one in await documents(weave):
        if one.id == reference:
            return one
    raise NotFound("There is no document of that id; documents_list gives the ids.")


OPERATIONS: Mapping[str, Operation] = {
    operation.__name__: operation
    for operation in (
        recall,
        remember,
        forget,
        restore,
        documents_list,
        documents_search,
        documents_read,
        documents_add,
    )
}
