"""An archive of memories as a document: a section per memory, which says which one it was, and the day it is of."""

from __future__ import annotations

from weave import markdown
from weave.clock import iso
from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document, Origin
from weave.documents.parsers.registry import Source
from weave.model import Memory


def parse(source: Source, limits: Limits) -> Document:
    """What stands before the first memory is a section of its own, if it says more than a title."""
    composer = Composer("memories", limits)
    file = markdown.parse(source.data)
    _preface(markdown.decode(file.preamble)[0], composer)
    for section in file.sections:
        if section.note:
            continue
        day = _moment(section.memory)[:10]
        composer.mark(1, f"{section.title} ({day})" if day else section.title or "A memory", _origin(section))
        composer.paragraph(section.text if section.text.strip() else section.title)
    return composer.document()


def _preface(text: str, composer: Composer) -> None:
    lines = [line for line in text.splitlines() if line.strip()]
    if lines and lines[0].startswith("# "):
        composer.title = lines.pop(0)[2:].strip()
    composer.paragraph("\n".join(lines))


def _origin(section: markdown.Section) -> Origin | None:
    memory = section.memory
    return Origin(memory.id, _moment(memory), task=memory.scope.partition(":")[2]) if memory.id else None


def _moment(memory: Memory) -> str:
    """When it happened, if known, else when it was learned."""
    return iso(memory.occurred or memory.created)
