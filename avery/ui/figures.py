"""The figures of the memory as small pictures, each within the width it is given. Pure."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from textual.content import Content

from avery.metamemory import Figures
from avery.telling import counted
from avery.ui.plain import one_line
from avery.ui.plots import Curve, curves
from weave.clock import day

if TYPE_CHECKING:
    from datetime import tzinfo

    from weave.analytics.model import Age, Counts, HealthPart, Histogram, Recalls, Snapshot, Tokens
    from weave.cli.plots import Bar

Draw = Callable[[Figures, int, "tzinfo | None"], Content | None]
"""None when there is nothing to be shown."""
GOOD, FAIR = 90.0, 70.0
"""Points from which the health is well, and fair."""
PARTS = {
    "duplicates": "say the same as another",
    "orphans": "point at nothing",
    "stale": "differ between index and memory",
    "contested": "are contradicted, undecided",
    "unproven": "rest on nothing",
    "junk": "are noise",
}
_BLOCKS = re.compile("[\u2580-\u259f]+")
_HEIGHT = 6
_FEWEST = 2
"""Points that make a curve."""


# Health


def health_word(value: float) -> str:
    """`well`, `fair` or `ill`, so that nothing hangs on the colour."""
    return "well" if value >= GOOD else "fair" if value >= FAIR else "ill"


def health_style(value: float) -> str:
    return "$success" if value >= GOOD else "$warning" if value >= FAIR else "$error"


def gauge(value: float, width: int) -> Content:
    """`87 of 100 · fair` and a bar."""
    from avery.ui.bars import bar

    style = health_style(value)
    words = f"{value:.0f} of 100, {health_word(value)}"
    full, rest = bar(value, max(4, width - len(words) - 2), 100.0)
    return Content.assemble((words, f"bold {style}"), "  ", (full, style), (rest, "$line"))


def part_row(part: HealthPart, marked: bool, width: int) -> Content:
    """`▸ duplicates   -4.2 ━━───  12 say the same as another`."""
    from avery.ui.bars import bar

    full, rest = bar(part.lost, 6 if width >= 64 else 3, part.most or 1.0)
    note = f"not looked at: {part.unchecked}" if part.unchecked else "none"
    if part.findings:
        note = f"{len(part.ids):,} {PARTS[part.name.value]}"
    return Content.assemble(
        ("▸ " if marked else "  ", "$primary"),
        (f"{part.name.value:<11}", "bold $foreground" if marked else "$foreground"),
        (f"{-part.lost:>6.1f} " if part.lost else "     · ", "$warning" if part.lost else "$muted"),
        (full, "$warning"),
        (rest, "$line"),
        (f"  {one_line(note, 120)}", "$muted"),
    )


# The other figures


def cycles(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """How many memories there were and how well they were, cycle by cycle."""
    history = figures.history
    if len(history) < _FEWEST:
        return None
    counts: list[float | None] = [float(one.memories) for one in history]
    most = max(one.memories for one in history) or 1
    chart = curves([Curve(counts, "$accent")], width, _HEIGHT, 0.0, float(most))
    first, last = day(history[0].now, zone), day(history[-1].now, zone)
    gap = " " * max(1, width - 5 - len(first) - len(last))
    lines = [chart, Content.styled(f"     {first}{gap}{last}", "$muted"), *_courses(history, width)]
    return Content("\n").join(lines)


def _courses(history: Sequence[Snapshot], width: int) -> Iterator[Content]:
    from weave.cli import plots
    from weave.cli.figures import size

    removed = [float(sum(done.memories for done in one.done if done.step != "replay")) for one in history]
    speeds = [next((part.p95 for part in one.recalls.latency if part.asked), None) for one in history]
    speed = next((value for value in reversed(speeds) if value is not None), None)
    rows: list[tuple[str, list[float | None], str]] = [
        ("health", [one.health for one in history], f"{history[-1].health:.0f}"),
        ("size", [float(one.bytes) for one in history], size(history[-1].bytes)),
        ("went", list(removed), f"{sum(removed):,.0f} in all"),
    ]
    if speed is not None:
        rows.append(("p95", speeds, f"{speed:.0f} ms"))
    for name, values, said in rows:
        drawn = plots.spark(values, max(4, width - 8 - len(said) - 2))
        yield Content.assemble((f"{name:<8}", "$muted"), (drawn, "$accent"), (f"  {said}", "$foreground"))


def forgetting(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """Of what was learned so many days ago, what is kept, what can be found, and what plain decay would have left."""
    curve = [one for one in figures.stats.curve if one.learned]
    if len(curve) < _FEWEST:
        return None
    chart = curves(
        [
            Curve([one.theory for one in curve], "$muted", dotted=True),
            Curve([one.findable_share for one in curve], "$success"),
            Curve([one.kept_share for one in curve], "$accent"),
        ],
        width,
        _HEIGHT,
    )
    first, last = _days(curve[0]), _days(curve[-1])
    gap = " " * max(1, width - 5 - len(first) - len(last))
    oldest = curve[-1]
    legend = Content.assemble(
        ("━ kept ", "$accent"), (f"{oldest.kept_share:.0%}", "$foreground"),
        (" ━ findable ", "$success"), (f"{oldest.findable_share:.0%}", "$foreground"),
        (" ┄ decay ", "$muted"), (f"{oldest.theory:.0%}", "$foreground"),
    )  # fmt: skip
    return Content("\n").join([chart, Content.styled(f"     {first}{gap}{last}", "$muted"), legend])


def _days(one: Age) -> str:
    more = "+" if math.isinf(one.before_days) else ""
    return f"{one.after_days:.0f}{more} {'day' if round(one.after_days) == 1 and not more else 'days'}"


def importance(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """What the encoder gave grows to the left, what holds after the correction to the right."""
    from weave.cli import plots

    found = figures.stats.importance
    if not found.corrected.total:
        return None
    labels = [f"{low:.1f}" for low in found.corrected.edges[:-1]]
    lines = plots.paired(labels, found.raw.counts, found.corrected.counts, width)
    means = f"mean {found.mean_raw:.2f} ← given, corrected → {found.mean_corrected:.2f}"
    return Content("\n").join([*map(_tinted, lines), Content.styled(means, "$muted")])


def accesses(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """How many memories were recalled so many times."""
    histogram = figures.stats.accesses
    if not histogram.total:
        return None
    last = max((place for place, count in enumerate(histogram.counts) if count), default=0)
    rows = [(_span(histogram, place), count) for place, count in enumerate(histogram.counts[: last + 1])]
    return _bars([(name, float(count), f"{count:,}") for name, count in rows], width)


def _span(histogram: Histogram, place: int) -> str:
    low, high = histogram.edges[place], histogram.edges[place + 1]
    if math.isinf(high):
        return f"{low:.0f}+ times"
    if high - low > 1:
        return f"{low:.0f}-{high - 1:.0f} times"
    return {0: "never", 1: "once"}.get(int(low), f"{low:.0f} times")


def kinds(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """By type, state and provenance, on one scale."""
    census = figures.stats.census
    if not census.memories:
        return None
    groups: tuple[tuple[str, Counts], ...] = (
        ("type", census.by_type),
        ("state", census.by_state),
        ("provenance", census.by_provenance),
    )
    rows = [(name, float(count), f"{count:,}") for _, counts in groups for name, count in counts]
    lines = iter(_drawn(rows, width, float(census.memories)))
    found: list[Content] = []
    for head, counts in groups:
        if not counts:
            continue
        found.append(Content.styled(head, "$muted"))
        found += [next(lines) for _ in counts]
    return Content("\n").join(found)


def recall(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """How long recall took, and which backend brought what."""
    recalls: Recalls = figures.stats.recalls
    if not recalls.count:
        return None
    slow = [(one.name, one.p95, _speed(one.p50, one.p95, one.failed)) for one in recalls.latency if one.asked]
    brought = [
        (one.name, float(one.entered), f"{one.entered:,}, {one.alone:,} alone") for one in recalls.sources
    ]
    empty = f", {recalls.empty:,} found nothing" if recalls.empty else ""
    parts = [Content.styled(f"{counted(recalls.count, 'recall', 'recalls')} in 30 days{empty}", "$muted")]
    for rows, head in ((slow, ""), (brought, "in passages, and found by it alone")):
        parts += [Content.styled(head, "$muted")] if rows and head else []
        parts += _drawn(rows, width)
    return Content("\n").join(part.truncate(width, ellipsis=True) for part in parts)


def _speed(p50: float, p95: float, failed: int) -> str:
    return f"p50 {p50:.0f} p95 {p95:.0f} ms{f', {failed:,} failed' if failed else ''}"


def tokens(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """What models were asked for, and what it cost."""
    spent: Sequence[Tokens] = figures.stats.tokens
    rows = [(one.purpose, float(one.prompt + one.completion), _bill(one)) for one in spent]
    costs = [one.cost for one in spent if one.cost is not None]
    drawn = _bars(rows, width)
    if drawn is None or not costs:
        return drawn
    return Content("\n").join([drawn, Content.styled(f"{math.fsum(costs):.2f} in all", "$foreground")])


def _bill(one: Tokens) -> str:
    cost = "" if one.cost is None else f", {one.cost:.2f}"
    failed = f", {one.failed:,} failed" if one.failed else ""
    return f"{one.prompt + one.completion:,} in {counted(one.calls, 'call', 'calls')}{cost}{failed}"


def disk(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """What the home takes."""
    from weave.cli.figures import size

    return _bars([(one.name, float(one.bytes), size(one.bytes)) for one in figures.stats.disk], width)


def done(figures: Figures, width: int, zone: tzinfo | None) -> Content | None:
    """What all cycles of sleep did."""
    from weave.cli.figures import size

    rows = [
        (one.step, float(one.memories), f"{one.memories:,}, {size(one.bytes)}")
        for one in figures.stats.done
        if one.memories
    ]
    return _bars(rows, width)


PANELS: tuple[tuple[str, Draw], ...] = (
    ("Memories, cycle by cycle", cycles),
    ("Forgetting", forgetting),
    ("Importance", importance),
    ("Kinds", kinds),
    ("Recalled", accesses),
    ("Recall", recall),
)
"""The figures by their titles, in the order in which they are shown."""
COSTS: tuple[tuple[str, Draw], ...] = (("What sleep did", done), ("Tokens", tokens), ("On disk", disk))
"""What it did and what it cost: beside the others where there is room."""


def _bars(rows: Sequence[tuple[str, float, str]], width: int) -> Content | None:
    return Content("\n").join(_drawn(rows, width)) if rows else None


def _drawn(rows: Sequence[tuple[str, float, str]], width: int, top: float | None = None) -> list[Content]:
    from weave.cli import plots

    bars: list[Bar] = [plots.Bar(name, value, note) for name, value, note in rows]
    return [_tinted(line) for line in plots.bars(bars, width, top=top)]


def _tinted(line: str) -> Content:
    """Blocks in the colour of memory, figures and words in the ordinary one."""
    text = Content.styled(line, "$foreground")
    for found in _BLOCKS.finditer(line):
        text = text.stylize("$accent", found.start(), found.end())
    return text
