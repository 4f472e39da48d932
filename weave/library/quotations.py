"""Recall's fourth channel: what the library has to say to a question, as memories with their origin beside them."""

from __future__ import annotations

from datetime import datetime

from weave import ids
from weave.documents.model import Span
from weave.documents.quoting import breadcrumb
from weave.model import Memory, MemoryType, Provenance, Source, State

IMPORTANCE = 0.5
"""Of every span: documents are not weighed against each other before they are read."""


def as_memory(span: Span, added: datetime) -> Memory:
    """A span as recall ranks it: observed in a file, never in a conversation, never a fact about anybody.

    `added` is when the document came into the library; the id is the same for the same place, always.
    """
    return Memory(
        id=ids.derived(added, span.start, span.document, span.node, str(span.start)),
        type=MemoryType.SEMANTIC,
        title=breadcrumb(span.breadcrumb),
        text=span.text,
        state=State.ACTIVE,
        importance=IMPORTANCE,
        provenance=Provenance.OBSERVED,
        created=added,
        source=Source(file=span.file),
    )
