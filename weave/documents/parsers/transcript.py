"""A past conversation as a document: each turn with its speaker, verbatim; a section per session or day."""

from __future__ import annotations

import json

from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal


def parse(source: Source, limits: Limits) -> Document:
    """Lines that are no turns are left out, and counted; a file without any turn is refused."""
    composer = Composer("conversation", limits)
    section, unread, turns = "", 0, 0
    for line in decode(source.data)[0].splitlines():
        row = _row(line)
        if row is None:
            unread += bool(line.strip())
        elif row.get("kind") == "conversation":
            composer.title = str(row.get("title") or "")
        turn = _turn(row) if row else None
        if turn is None:
            continue
        speaker, text, when, session = turn
        begins = session or when[:10]
        if begins != section:
            section = begins
            composer.heading(1, section or "Turns")
        composer.paragraph(f"{speaker}: {text}")
        turns += 1
    if not turns:
        raise Refusal(
            "The file holds no turns of a conversation; lines of JSON with a text each are expected."
        )
    if unread:
        composer.notice(f"{unread:,} lines are no turns and were left out.")
    return composer.document()


def _row(line: str) -> dict[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _turn(row: dict[str, object]) -> tuple[str, str, str, str] | None:
    """(speaker, text, time, session); None for other lines, and for answers that only quote memories."""
    text = row.get("text")
    if "kind" in row or row.get("recalled") or not isinstance(text, str):
        return None
    speaker = row.get("speaker") or row.get("role") or "someone"
    return str(speaker), text, str(row.get("time") or ""), str(row.get("session") or "")
