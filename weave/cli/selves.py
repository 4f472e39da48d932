"""The identity's history and proposals as a person reads them on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.cli.terminal import Terminal
from weave.cli.text import harmless, one_line
from weave.clock import local
from weave.identity.model import Entry, Kind, Pending, Verdict

_WORDS = {
    Kind.FOUND: "found",
    Kind.APPROVAL: "approved",
    Kind.REFUSAL: "refused",
    Kind.EDIT: "edited by hand",
    Kind.RESET: "removed by hand, the default again",
    Kind.ROLLBACK: "rolled back",
    Kind.ALARM: "the history was changed by another hand",
}
_STYLES = {Verdict.APPLIED: "green", Verdict.FLAGGED: "yellow", Verdict.REJECTED: "red"}
_INDENT = "    "


def show_history(terminal: Terminal, entries: Sequence[Entry], zone: tzinfo) -> None:
    """Every entry with its figures, reason, grounds and diff."""
    for entry in entries:
        when = f"{local(entry.time, zone):%Y-%m-%d %H:%M}"
        figures = _figures(entry)
        what = terminal.style(_what(entry), _STYLES[entry.verdict])
        terminal.say(f"{when}  {what}  {entry.id}{f'  {figures}' if figures else ''}")
        _show_words(terminal, entry)
        _show_diff(terminal, entry.diff)
    if not entries:
        terminal.note("The identity has no history yet; it begins when Avery first reads it.")


def show_pending(terminal: Terminal, pending: Pending, zone: tzinfo) -> None:
    """A waiting proposal: why it was made, why it waits, and what it would change now."""
    entry = pending.entry
    terminal.say(f"{local(entry.time, zone):%Y-%m-%d %H:%M}  {entry.id}  {_figures(entry)}")
    _show_words(terminal, entry)
    _show_diff(terminal, pending.diff)


def show_outcome(terminal: Terminal, entry: Entry) -> None:
    """What became of a proposal or a decision; the id is the first line's last word."""
    what = _what(entry)
    terminal.say(f"{terminal.style(what[:1].upper() + what[1:], _STYLES[entry.verdict])} {entry.id}")
    for ground in entry.grounds:
        terminal.say(_INDENT + one_line(ground))
    _show_diff(terminal, entry.diff)


def _what(entry: Entry) -> str:
    return _WORDS.get(entry.kind) or entry.verdict.value


def _figures(entry: Entry) -> str:
    near = entry.likeness
    parts = [] if entry.confidence is None else [f"confidence {entry.confidence:.2f}"]
    if near is not None:
        parts += [f"similarity {near.current:.2f}, to the approved one {near.approved:.2f} ({near.measure})"]
    return ", ".join(parts)


def _show_words(terminal: Terminal, entry: Entry) -> None:
    if entry.reason:
        terminal.say(f"{_INDENT}“{one_line(entry.reason)}”")
    for ground in entry.grounds:
        terminal.say(_INDENT + one_line(ground))


def _show_diff(terminal: Terminal, diff: Sequence[str]) -> None:
    for line in diff:
        style = {"+": "green", "-": "red", "@": "dim"}.get(line[:1])
        text = _INDENT + harmless(line)
        terminal.say(terminal.style(text, style) if style else text)
