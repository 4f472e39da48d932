"""Metamemory as a person reads it on a terminal: health first, then what there is and what became of it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import islice

from weave.analytics.model import (
    Age,
    Counts,
    HealthPart,
    HealthScore,
    Histogram,
    Recalls,
    Stats,
    Tokens,
)
from weave.cli import plots
from weave.cli.plots import Bar, Filling
from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import cut, one_line, pad, width
from weave.model import Memory

INDENT = "  "
_GOOD, _FAIR = 90.0, 70.0
_MOST_SCOPES = 8
_WORDS = {
    "duplicates": "say the same as another",
    "orphans": "point at nothing",
    "stale": "differ between index and memory",
    "contested": "are contradicted, undecided",
    "unproven": "rest on nothing",
    "junk": "are noise",
}
DID = {
    "purge": "purged from the raw buffer",
    "forget": "forgotten",
    "drop": "dropped with what they rested on",
    "replay": "concluded in replay",
    "compress": "compressed into summaries",
    "empty": "emptied from the trash",
}


def size(number: float) -> str:
    """`893 B`, `34 kB`, `1.2 GB`."""
    for unit in ("B", "kB", "MB", "GB"):
        if number < 1000:
            return f"{number:.0f} {unit}" if unit == "B" or number >= 10 else f"{number:.1f} {unit}"
        number /= 1000
    return f"{number:.1f} TB"


# -- now -----------------------------------------------------------------------------------------------------


def show_stats(terminal: Terminal, stats: Stats) -> None:
    """Everything, a block each; what there is nothing of is left out."""
    show_health(terminal, stats.health)
    if not stats.census.memories:
        terminal.note("Nothing is remembered yet.")
    else:
        _show_counts(terminal, stats)
        _show_importance(terminal, stats)
        _show_histogram(terminal, "recalled so many times", stats.accesses)
    _show_curve(terminal, stats.curve)
    _show_done(terminal, stats)
    _show_recalls(terminal, stats.recalls)
    _show_tokens(terminal, stats.tokens)
    _block(terminal, "on disk", [Bar(p.name, p.bytes, size(p.bytes)) for p in stats.disk])


def show_health(terminal: Terminal, health: HealthScore) -> None:
    """The score, and a line for each part: what it takes off, and the command that lists what is behind it."""
    colour = "green" if health.value >= _GOOD else "yellow" if health.value >= _FAIR else "red"
    terminal.say(
        terminal.style("health", "bold") + " " + terminal.style(f"{health.value:.1f} of 100", "bold", colour)
    )
    rows = [Bar(part.name.value, part.lost, _part_note(part)) for part in health.parts]
    for line in _lines(terminal, rows, top=max(part.most for part in health.parts)):
        terminal.say(line)
    behind = [part.name.value for part in health.parts if part.findings]
    if behind:
        hint = cut(f"weave stats --part {behind[0]} lists what is behind it", room(terminal))
        terminal.say(INDENT + terminal.style(hint, "dim"))


def _part_note(part: HealthPart) -> str:
    if part.unchecked:
        return f"not looked at: {part.unchecked}"
    if not part.findings:
        return "none"
    return f"-{part.lost:.1f}  {len(part.ids):,} {_WORDS[part.name.value]}"


def _show_counts(terminal: Terminal, stats: Stats) -> None:
    census = stats.census
    pinned = f", {census.pinned:,} pinned" if census.pinned else ""
    title(terminal, f"{counted(census.memories, 'memory', 'memories')}{pinned}")
    groups = {
        "by type": census.by_type,
        "by state": census.by_state,
        "by provenance": census.by_provenance,
        "by scope": _few(census.by_scope),
    }
    rows = [Bar(label, count, f"{count:,}") for counts in groups.values() for label, count in counts]
    lines = iter(_lines(terminal, rows, top=census.memories))
    for name, counts in groups.items():
        terminal.say(INDENT + terminal.style(name, "dim"))
        for line in islice(lines, len(counts)):
            terminal.say(line)


def _few(counts: Counts) -> Counts:
    rest = counts[_MOST_SCOPES:]
    others = ((f"{len(rest):,} more tasks", sum(count for _, count in rest)),) if rest else ()
    return (*counts[:_MOST_SCOPES], *others)


def _show_importance(terminal: Terminal, stats: Stats) -> None:
    """Raw values grow to the left, corrected ones to the right."""
    importance = stats.importance
    raw, corrected = importance.raw, importance.corrected
    labels = [f"{low:.1f}" for low in corrected.edges[:-1]]
    means = f"mean {importance.mean_raw:.2f} as given, {importance.mean_corrected:.2f} as corrected"
    title(terminal, f"importance: as given ← → as corrected ({means})", plain=f"importance ({means})")
    for line in plots.paired(labels, raw.counts, corrected.counts, room(terminal), plain=not terminal.utf8):
        terminal.say(INDENT + line)


def _show_histogram(terminal: Terminal, head: str, histogram: Histogram) -> None:
    edges, last = histogram.edges, max((i for i, n in enumerate(histogram.counts) if n), default=0)
    rows = [
        Bar(_span(edges[place], edges[place + 1]), count, f"{count:,}")
        for place, count in enumerate(histogram.counts[: last + 1])
    ]
    _block(terminal, head, rows)


def _span(low: float, high: float) -> str:
    if math.isinf(high):
        return f"{low:.0f}+"
    return f"{low:.0f}" if high - low <= 1 else f"{low:.0f}-{high - 1:.0f}"


def _show_curve(terminal: Terminal, curve: Sequence[Age]) -> None:
    if not curve:
        return
    legend = "# kept, + archived, | recency" if not terminal.utf8 else "█ kept, ▒ archived, │ recency"
    title(terminal, f"still there, by days since learned ({legend})")
    labels = [_days(one) for one in curve]
    label = max(map(width, labels))
    notes = [_age_note(one) for one in curve]
    cells = max(8, min(40, room(terminal) - label - max(map(width, notes)) - 2))
    for one, name, note in zip(curve, labels, notes, strict=True):
        shares = Filling(one.kept_share, one.findable_share - one.kept_share, one.theory)
        drawn = plots.filling(shares, cells, plain=not terminal.utf8)
        terminal.say(cut(f"{INDENT}{pad(name, label)} {drawn} {note}", terminal.width))


def _days(one: Age) -> str:
    if math.isinf(one.before_days):
        return f"{one.after_days:.0f}+"
    return f"{one.after_days:.0f}-{one.before_days:.0f}"


def _age_note(one: Age) -> str:
    return f"{one.kept_share:4.0%} of {one.learned:,}, {one.recalled_share:.0%} recalled"


def _show_done(terminal: Terminal, stats: Stats) -> None:
    rows = [
        Bar(
            DID.get(one.step, one.step),
            one.memories,
            f"{one.memories:,}" + (f", {size(one.bytes)}" if one.bytes else ""),
        )
        for one in stats.done
    ]
    _block(terminal, "what sleep did", rows)


def _show_recalls(terminal: Terminal, recalls: Recalls) -> None:
    if not recalls.count:
        return
    found_nothing = f", {recalls.empty:,} found nothing" if recalls.empty else ""
    title(terminal, f"{counted(recalls.count, 'recall')} in 30 days{found_nothing}")
    slow = [
        Bar(one.name, one.p95, _latency_note(one.p50, one.p95, one.failed, one.asked))
        for one in recalls.latency
    ]
    for line in _lines(terminal, slow):
        terminal.say(line)
    brought = [
        Bar(one.name, one.entered, f"{one.entered:,} entered, {one.alone:,} found by it alone")
        for one in recalls.sources
    ]
    _block(terminal, "what brought the memories in passages", brought)


def _latency_note(p50: float, p95: float, failed: int, asked: int) -> str:
    missed = f", {failed:,} without an answer" if failed else ""
    return f"p50 {p50:.0f} ms, p95 {p95:.0f} ms{missed}" if asked else f"{failed:,} without an answer"


def _show_tokens(terminal: Terminal, tokens: Sequence[Tokens]) -> None:
    rows = []
    for one in tokens:
        cost = "" if one.cost is None else f", {one.cost:.4f}"
        failed = f", {one.failed:,} failed" if one.failed else ""
        spent = f"{one.prompt:,} in, {one.completion:,} out"
        rows.append(
            Bar(one.purpose, one.prompt + one.completion, f"{one.calls:,} calls, {spent}{cost}{failed}")
        )
    costs = [one.cost for one in tokens if one.cost is not None]
    _block(terminal, f"tokens, {math.fsum(costs):.4f} in all" if costs else "tokens", rows)


# -- what is behind a part -----------------------------------------------------------------------------------


def show_part(terminal: Terminal, part: HealthPart, memories: Mapping[str, Memory]) -> None:
    """A line for each finding."""
    rows = [
        [one.id, one.why, one_line(memories[one.id].title) if one.id in memories else ""]
        for one in part.findings
    ]
    if rows:
        table(terminal, ["id", "why", "title"], rows)
    if part.unchecked:
        terminal.note(f"Not looked at: {part.unchecked}.")
    elif not rows:
        terminal.note(f"There is nothing: no memories {_WORDS[part.name.value]}.")


# -- blocks --------------------------------------------------------------------------------------------------


def title(terminal: Terminal, text: str, *, plain: str | None = None, gap: bool = True) -> None:
    """The head of a block; `plain` where the stream takes no UTF-8."""
    if gap:
        terminal.say()
    said = text if terminal.utf8 or plain is None else plain
    terminal.say(terminal.style(cut(said, terminal.width) if terminal.interactive else said, "bold"))


def _block(terminal: Terminal, head: str, rows: Sequence[Bar]) -> None:
    if rows:
        title(terminal, head)
        for line in _lines(terminal, rows):
            terminal.say(line)


def _lines(terminal: Terminal, rows: Sequence[Bar], *, top: float | None = None) -> list[str]:
    plain = not terminal.utf8
    return [INDENT + line for line in plots.bars(rows, room(terminal), top=top, plain=plain)]


def room(terminal: Terminal) -> int:
    """Cells of a line inside a block."""
    return terminal.width - len(INDENT)
