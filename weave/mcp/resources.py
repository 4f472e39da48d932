"""Documents and memories as resources: `weave://document/ID` is listed, `weave://memory/ID` is read by who knows the id."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlsplit

from weave import ids
from weave.altale.passage import neutral
from weave.errors import InvalidInput, NotFound
from weave.mcp import answers
from weave.mcp.offers import LONGEST_READING
from weave.mcp.operations import documents
from weave.weave import Weave

_SCHEME = "weave"
_PAGE = 100
_WHOLE = "0000"
TEMPLATES = (
    ("memory", "weave://memory/{id}", "A memory by its whole id."),
    ("document", "weave://document/{id}", "The beginning of a document's text, by its id."),
)


@dataclass(frozen=True, slots=True)
class Row:
    """A resource in a list."""

    uri: str
    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some of a list; `next` is where it goes on, None at its end."""

    rows: tuple[Row, ...]
    next: str | None


async def page(weave: Weave, cursor: str | None) -> Page:
    """A page of the documents. Raises InvalidInput for a cursor that was not given out here."""
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 10):
        raise InvalidInput("That cursor is none of this list's; begin without one.")
    known, start = await documents(weave), int(cursor or 0)
    rows = [
        Row(f"{_SCHEME}://document/{one.id}", one.id, neutral(one.title))
        for one in known[start : start + _PAGE]
    ]
    return Page(tuple(rows), str(start + _PAGE) if len(known) > start + _PAGE else None)


async def read(weave: Weave, uri: str) -> str:
    """A resource's text. Raises NotFound, also for a private memory."""
    kind, reference = _parts(uri)
    if kind == "memory" and ids.is_ulid(reference):
        memory = await weave.get(reference)
        if not memory.private:
            return answers.whole(memory)
    if kind == "document" and any(one.id == reference for one in await documents(weave)):
        reading = await weave.library.read(reference, _WHOLE)
        return answers.reading(reading, 0, LONGEST_READING).text
    raise NotFound("There is no such resource here; the list and recall give what there is.")


def _parts(uri: str) -> tuple[str, str]:
    try:
        parts = urlsplit(uri)
    except ValueError:
        return "", ""
    return (parts.netloc, parts.path.strip("/")) if parts.scheme == _SCHEME else ("", "")
