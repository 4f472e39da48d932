"""Memories as a person reads them on a terminal: recalled, listed, one in full."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import harmless, one_line, wrap
from weave.clock import day, iso, local
from weave.model import GLOBAL, Memory, Polarity, Recall, Recalled, Score, State

_PREVIEW_LINES = 4
_PREVIEW_LETTERS = 2_000
_STATE_STYLE = {
    State.ACTIVE: "green",
    State.VOLATILE: "cyan",
    State.TRANSIENT: "cyan",
    State.CONTESTED: "yellow",
    State.OUTDATED: "red",
    State.DEPRECATED: "red",
}


def show_recall(terminal: Terminal, found: Recall, zone: tzinfo) -> None:
    """The ranked memories with their marks and factors, and below them what recall cost."""
    for place, one in enumerate(found.memories, start=1):
        _show_recalled(terminal, place, one, zone)
    if not found.memories:
        terminal.say("Nothing comes to mind.")
    took = f"{counted(len(found.memories), 'memory', 'memories')} in {found.elapsed_ms:.0f} ms"
    left = f"; {found.omitted} did not fit into the passage" if found.omitted else ""
    terminal.note(terminal.style(took + left, "dim") if terminal.colour else took + left)


def _show_recalled(terminal: Terminal, place: int, one: Recalled, zone: tzinfo) -> None:
    indent = " " * 4
    first, *rest = _preview(terminal, one.memory.text or one.memory.title, terminal.width - 4)
    terminal.say(terminal.style(f"{place:>2}.", "bold") + f" {first}")
    for line in rest:
        terminal.say(indent + line)
    for mark in marks(one.memory, one.conflicts):
        terminal.say(indent + terminal.style(mark, "yellow"))
    terminal.say(indent + _origin(terminal, one, zone))
    terminal.say(indent + terminal.style(factors(one.score, relevance=True), "dim"))
    terminal.say(indent + terminal.style(one.memory.id, "dim"))


def _preview(terminal: Terminal, text: str, cells: int) -> list[str]:
    """The text's first lines on a terminal; the whole text elsewhere. At least one line."""
    shown = harmless(text).strip("\n")
    if not terminal.interactive:
        return shown.split("\n")
    lines = wrap(shown[:_PREVIEW_LETTERS], cells)
    whole = len(lines) <= _PREVIEW_LINES and len(shown) <= _PREVIEW_LETTERS
    return lines if whole else [*lines[:_PREVIEW_LINES], "…"]


def _origin(terminal: Terminal, one: Recalled, zone: tzinfo) -> str:
    memory = one.memory
    state = terminal.style(memory.state, _STATE_STYLE[memory.state])
    by = ", ".join(one.backends) or "as a neighbour of what was found"
    parts = [str(memory.type), state, f"{memory.provenance}, {day(memory.created, zone)}", f"found by {by}"]
    if memory.occurred is not None:
        parts.insert(3, f"happened {day(memory.occurred, zone)}")
    if memory.scope != GLOBAL:
        parts.insert(2, memory.scope)
    if one.place is not None:
        page = f" p. {one.place.page}" if one.place.page else ""
        parts.append(f"{one_line(one.place.file)} {one.place.document} §{one.place.node}{page}")
    return " · ".join(parts)


def marks(memory: Memory, conflicts: Sequence[str] = ()) -> list[str]:
    """The sentences that say why a memory may not be taken as holding now."""
    found = []
    if memory.state is State.CONTESTED or conflicts:
        against = f" by {', '.join(conflicts)}" if conflicts else ""
        found.append(f"! contradicted{against}, undecided; `weave conflicts` shows both sides")
    elif memory.state is State.OUTDATED:
        by = f", superseded by {memory.superseded_by}" if memory.superseded_by else ""
        found.append(f"! no longer holds{by}")
    elif memory.state is State.DEPRECATED:
        found.append("! withdrawn or never true")
    else:
        affirmed = Polarity.AFFIRMED
        over = [f for f in memory.facts if f.state.gone and f.polarity is affirmed and f.object]
        found += [f"! no longer so: {one_line(f'{f.subject} → {f.predicate} → {f.object}')}" for f in over]
    return found


def factors(score: Score, *, relevance: bool) -> str:
    """A score on one line, each factor named."""
    named = [
        ("rank", score.rank),
        ("relevance", score.relevance),
        ("state", score.state),
        ("trust", score.trust),
        ("recency", score.recency),
        ("access", score.access),
        ("importance", score.importance),
        ("strength", score.strength),
    ]
    return "  ".join(f"{name} {value:.2f}" for name, value in (named if relevance else named[2:]))


def show_list(terminal: Terminal, memories: Sequence[tuple[Memory, Score]], zone: tzinfo) -> None:
    """One line a memory, newest first as they come."""
    if not memories:
        terminal.note("There are no memories yet; `weave remember` writes the first.")
        return
    scoped = any(memory.scope != GLOBAL for memory, _ in memories)
    headers = ["id", "learned", "type", "state", "strength", *(["scope"] if scoped else []), "title"]
    table(terminal, headers, [_row(memory, score, zone, scoped) for memory, score in memories])


def _row(memory: Memory, score: Score, zone: tzinfo, scoped: bool) -> list[str]:
    scope = [memory.scope] if scoped else []
    figures = [day(memory.created, zone), str(memory.type), str(memory.state), f"{score.strength:.2f}"]
    return [memory.id, *figures, *scope, _headline(memory)]


def _headline(memory: Memory) -> str:
    pin = "[pinned] " if memory.pinned else ""
    return pin + one_line(memory.title or memory.text[:200])


def show_memory(
    terminal: Terminal, memory: Memory, score: Score, zone: tzinfo, conflicts: Sequence[str] = ()
) -> None:
    """One memory in full: what it says, then what is known about it, each on a line of its own.

    `conflicts`: ids of those that contradict it.
    """
    terminal.say(terminal.style(one_line(memory.title), "bold"))
    terminal.say()
    terminal.say(harmless(memory.text).strip("\n"))
    terminal.say()
    for mark in marks(memory, conflicts):
        terminal.say(terminal.style(mark, "yellow"))
    for name, value in [*_details(memory, zone), ("score", factors(score, relevance=False))]:
        terminal.say(terminal.style(f"{name:<14}", "dim") + value)


def _details(memory: Memory, zone: tzinfo) -> list[tuple[str, str]]:
    source = memory.source
    rows = [
        ("id", memory.id),
        ("type", str(memory.type)),
        ("state", str(memory.state)),
        ("provenance", str(memory.provenance)),
        ("scope", memory.scope),
        ("learned", iso(local(memory.created, zone))),
        ("happened", iso(local(memory.occurred, zone)) if memory.occurred else ""),
        ("last recalled", _accessed(memory, zone)),
        ("superseded by", memory.superseded_by or ""),
        ("derived from", ", ".join(memory.derived_from)),
        ("conversation", source.conversation or ""),
        ("turns", ", ".join(source.turns)),
        ("file", source.file or ""),
        ("marks", ", ".join(["pinned"] * memory.pinned + ["private"] * memory.private)),
    ]
    facts = [("fact", f"{f.subject} → {f.predicate} → {f.object} ({f.state})") for f in memory.facts]
    return [(name, one_line(value)) for name, value in rows + facts if value]


def _accessed(memory: Memory, zone: tzinfo) -> str:
    if memory.accessed is None:
        return ""
    return f"{iso(local(memory.accessed, zone))} ({counted(memory.access_count, 'time')})"
