"""A past conversation as a document: a section per session or day, in it one per turn, verbatim.

A turn's section says which turn it was, so that recall can tell whether its memories are still wanted: in Weave's
own transcripts. What another file of this form claims about its turns is text like the rest of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from weave.documents.cleaning import one_line
from weave.documents.composing import Composer
from weave.documents.limits import Limits
from weave.documents.model import Document, Origin
from weave.documents.parsers.decoding import decode
from weave.documents.parsers.registry import Source
from weave.documents.refusal import Refusal

_MOST_SECTIONS = 15_000
"""Turns that get a section each; a longer conversation has its days alone."""
_TITLE = 60


@dataclass(frozen=True, slots=True)
class _Turn:
    origin: Origin
    text: str
    part: str
    """The session or day."""


def parse(source: Source, limits: Limits) -> Document:
    """Lines that are no turns are left out, and counted; a file without any turn is refused."""
    composer = Composer("conversation", limits)
    rows = [_row(line) for line in decode(source.data)[0].splitlines() if line.strip()]
    turns = list(_turns([row for row in rows if row], composer))
    if not turns:
        raise Refusal(
            "The file holds no turns of a conversation; lines of JSON with a text each are expected."
        )
    composer.title = composer.title or _named_after(turns)
    part = ""
    for turn in turns:
        if turn.part != part or composer.length == 0:
            part = turn.part
            composer.heading(1, part or "Turns")
        if len(turns) <= _MOST_SECTIONS:
            composer.mark(
                2, f"{turn.origin.time[11:16]} {turn.origin.speaker}", turn.origin if source.format else None
            )
        composer.paragraph(f"{turn.origin.speaker}: {turn.text}")
    if unread := sum(row is None for row in rows):
        composer.notice(f"{unread:,} lines are no turns and were left out.")
    return composer.document()


def _named_after(turns: list[_Turn]) -> str:
    """A conversation without a title goes by what the person said first, as its list has it."""
    first = next((turn.text for turn in turns if turn.origin.role == "user"), "")
    return one_line(first, _TITLE)


def _row(line: str) -> dict[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _turns(rows: list[dict[str, object]], composer: Composer) -> Iterator[_Turn]:
    """The turns with the task that each was said in; answers that only quote memories, and what was sent anew, are
    left out."""
    own = task = ""
    seen = {str(turn) for row in rows if row.get("kind") == "withdrawn" for turn in _ids(row)}
    for row in rows:
        kind, named = row.get("kind"), str(row.get("task") or "")
        if kind == "conversation":
            composer.title, own, task = str(row.get("title") or ""), named, named
        elif kind == "resumed":
            own = task = named
        elif kind == "task":
            task = named or own
        elif kind == "title":
            composer.title = str(row.get("title") or "")
        elif kind is None and (turn := _turn(row, task or str(row.get("task") or ""))):
            if turn.origin.id not in seen:
                yield turn
            seen |= {turn.origin.id} - {""}


def _ids(row: dict[str, object]) -> list[object]:
    turns = row.get("turns")
    return turns if isinstance(turns, list) else []


def _turn(row: dict[str, object], task: str) -> _Turn | None:
    text = row.get("text")
    if row.get("recalled") or not isinstance(text, str) or not text.strip():
        return None
    time = str(row.get("time") or "")
    speaker = str(row.get("speaker") or row.get("role") or "someone")
    origin = Origin(str(row.get("id") or ""), time, str(row.get("role") or ""), speaker, task)
    return _Turn(origin, text, str(row.get("session") or time[:10]))
