"""What the assistant did in a turn beside speaking, as one quiet line: a note it wrote, a tool it called."""

from __future__ import annotations

import json

from avery.agent.events import Called, Returned, Unrun
from avery.ui.plain import one_line
from weave.model import Turn

_WIDE = 300
_NAME = 40
_OPENING = '{"text": "'
_ARROW = "\n→ "


def deed(call: Called, came: Returned) -> str:
    """`noted: …` for a note, else what was called and what it gave."""
    return _line(call.name, call.arguments, came.text, came.ok)


def left_aside(event: Unrun) -> str:
    """Calls that were not run."""
    return f"{event.calls} more call{'' if event.calls == 1 else 's'} left aside: {one_line(event.reason, _WIDE)}"


def done_before(turn: Turn) -> str:
    """The same of a call that stands in a transcript, as `name arguments`, an arrow, and what it gave."""
    call, _, came = turn.text.partition(_ARROW)
    return _line(turn.speaker, call.removeprefix(turn.speaker).strip(), came, turn.complete)


def _line(name: str, arguments: str, came: str, ok: bool) -> str:
    noted = _text(arguments) if name == "note" else None
    if noted is not None and ok and came.startswith("Noted"):
        return f"noted: {one_line(noted, _WIDE)}"
    if name == "note":
        return f"note: {one_line(came, _WIDE)}"
    given = f" {one_line(arguments, _NAME)}" if arguments not in ("", "{}") else ""
    return f"{one_line(name, _NAME)}{given}{' → ' if ok else ': '}{one_line(came, _WIDE)}"


def _text(arguments: str) -> str | None:
    """The note in a call's arguments, which may be cut off at the end."""
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError):
        cut = arguments.removeprefix(_OPENING)
        return None if cut == arguments else cut
    text = found.get("text") if isinstance(found, dict) else None
    return text if isinstance(text, str) else None
