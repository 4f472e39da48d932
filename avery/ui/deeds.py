"""What the assistant did in a turn beside speaking: a note it wrote, a tool it called, each in one line that unfolds."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum

from avery.agent.consent import OWN
from avery.agent.events import Called, Returned, Unrun
from avery.ui.plain import one_line, plain
from weave.model import Turn

_WIDE = 300
_NAME = 40
_GIVEN = 90
"""Letters of the arguments in the line."""
_CAME = 120
_LINES = 40
"""Lines of a result that are shown when it is unfolded."""
_OPENING = '{"text": "'
_ARROW = "\n→ "
_REFUSED = "the person did not allow it"
_UNDONE = (
    "Nothing was done:",
    "It failed",
    "There is no tool of that name",
    "It was stopped after",
    "Nothing was noted",
)
_FIRST = ("path", "command", "url", "query", "question", "pattern", "text")
"""Arguments that say most, whichever stands there first."""


class Standing(Enum):
    """How a call stands: its sign, and a word, so that nothing hangs on colour."""

    QUIET = ("·", "")
    RUNNING = ("◌", "running")
    ASKING = ("?", "asks you")
    DONE = ("✓", "")
    FAILED = ("✗", "failed")
    REFUSED = ("⊘", "refused")

    @property
    def sign(self) -> str:
        return self.value[0]

    @property
    def word(self) -> str:
        return self.value[1]


SIGNS = frozenset(standing.sign for standing in Standing)


@dataclass(frozen=True, slots=True)
class Deed:
    """One call."""

    line: str
    """What was called, with what."""
    standing: Standing = Standing.QUIET
    came: str = ""
    """The beginning of what it gave, in one line."""
    detail: str = ""
    """All of it that is shown when it is unfolded."""
    seconds: int = 0
    """How long it has run, or ran."""

    @property
    def words(self) -> str:
        """The line as it is read, without its sign."""
        return f"{self.line}{self.outcome}"

    @property
    def outcome(self) -> str:
        """The part of the words that tells how it stands."""
        parts = [self.standing.word, f"{self.seconds:,} s" if self.seconds else "", self.came]
        said = " · ".join(part for part in parts if part)
        return f" → {said}" if said else ""


def begun(call: Called) -> Deed:
    """A call that runs."""
    return Deed(_head(call.name, call.arguments, call.origin), Standing.RUNNING)


def deed(call: Called, came: Returned) -> Deed:
    """`noted: …` for a note, else what was called and what it gave."""
    return _deed(
        call.name, call.arguments, came.text, ok=came.ok, origin=call.origin, seconds=int(came.seconds)
    )


def left_aside(event: Unrun) -> Deed:
    """Calls that were not run."""
    many = "" if event.calls == 1 else "s"
    return Deed(f"{event.calls} more call{many} left aside: {one_line(event.reason, _WIDE)}")


def done_before(turn: Turn) -> Deed:
    """The same of a call that stands in a transcript, as `name arguments`, an arrow, and what it gave."""
    call, _, came = turn.text.partition(_ARROW)
    arguments = call.removeprefix(turn.speaker).strip()
    failed = turn.recalled and came.startswith(_UNDONE)
    return _deed(turn.speaker, arguments, came, ok=turn.complete and not failed)


def stopped(deed: Deed) -> Deed:
    """A call that was broken off."""
    return replace(deed, standing=Standing.FAILED, came="stopped before it came back")


def _deed(name: str, arguments: str, came: str, *, ok: bool, origin: str = "", seconds: int = 0) -> Deed:
    if name == "note":
        noted = _text(arguments)
        written = noted is not None and ok and came.startswith("Noted")
        return Deed(f"noted: {one_line(noted or '', _WIDE)}" if written else f"note: {one_line(came, _WIDE)}")
    refused = not ok and _REFUSED in came
    standing = Standing.DONE if ok else Standing.REFUSED if refused else Standing.FAILED
    short = "you did not allow it" if refused else _beginning(came)
    return Deed(_head(name, arguments, origin), standing, short, _detail(arguments, came), seconds)


def _head(name: str, arguments: str, origin: str) -> str:
    server = f" [{one_line(origin, _NAME)}]" if origin not in ("", OWN) else ""
    given = _given(arguments)
    return f"{one_line(name, _NAME)}{server}{f' {given}' if given else ''}"


def _given(arguments: str) -> str:
    """The arguments as they are read: the one that says most first, without its name."""
    found = _read(arguments)
    if found is None:
        return one_line(arguments, _GIVEN)
    first = next((name for name in _FIRST if isinstance(found.get(name), str)), None)
    words = [one_line(str(found[first]), _GIVEN)] if first else []
    words += [f"{one_line(name, 20)}={_value(value)}" for name, value in found.items() if name != first]
    return one_line(" ".join(words), _GIVEN)


def _value(value: object) -> str:
    if isinstance(value, str) and (lines := value.count("\n")):
        return f"({lines + 1:,} lines)"
    return one_line(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), 30)


def _beginning(came: str) -> str:
    lines = [line for line in plain(came[: _GIVEN * 40]).split("\n") if line.strip()]
    more = came.count("\n")
    head = one_line(lines[0], _CAME) if lines else "nothing"
    return f"{head} (and {more:,} more line{'' if more == 1 else 's'})" if more else head


def _detail(arguments: str, came: str) -> str:
    found = _read(arguments)
    given = [f"{name}: {_long(value)}" for name, value in found.items()] if found else [arguments]
    lines = plain(came).split("\n")
    rest = len(lines) - _LINES
    kept = [*lines[:_LINES], f"… {rest:,} more lines"] if rest > 0 else lines
    return "\n".join([*(line for line in given if line not in ("", "{}")), "→ gave:", *kept])


def _long(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 1_000 else f"{text[:1_000]}…"


def _read(arguments: str) -> dict[str, object] | None:
    try:
        found = json.loads(arguments)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _text(arguments: str) -> str | None:
    """The note in a call's arguments, which may be cut off at the end."""
    found = _read(arguments)
    if found is None:
        cut = arguments.removeprefix(_OPENING)
        return None if cut == arguments else cut
    text = found.get("text")
    return text if isinstance(text, str) else None
