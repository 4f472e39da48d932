"""The months as a picture: four small charts in one SVG, the same bytes for the same figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.bench.year.figures import Month

WIDE, HIGH = 420, 240
LEFT, TOP, RIGHT, BOTTOM = 52, 46, 12, 28
COLOURS = ("#2a6f97", "#c1666b", "#5b8c5a", "#8d6a9f")


@dataclass(frozen=True, slots=True)
class Chart:
    """A title, and lines by name; `top` is the upper end of the axis, 0 for whatever fits."""

    title: str
    lines: tuple[tuple[str, tuple[float, ...]], ...]
    top: float = 0.0


def charts(months: Sequence[Month]) -> list[Chart]:
    """What is drawn."""

    def line(name: str, values: Sequence[float]) -> tuple[str, tuple[float, ...]]:
        return name, tuple(values)

    return [
        Chart(
            "Still answerable, of all asked so far",
            (
                line("high, memory or document", [m.high.either.value for m in months]),
                line("low, memory or document", [m.low.either.value for m in months]),
                line("high, memory alone", [m.high.recall.value for m in months]),
                line("low, memory alone", [m.low.recall.value for m in months]),
            ),
            1.0,
        ),
        Chart(
            "Memories",
            (
                line("made", [m.made for m in months]),
                line("remembered", [m.memories for m in months]),
                line("forgotten", [m.forgotten for m in months]),
                line("archived by compression", [m.compressed for m in months]),
            ),
        ),
        Chart(
            "Size on disk, kB",
            (
                line("memories", [m.bytes / 1000 for m in months]),
                line("archive", [m.archive_bytes / 1000 for m in months]),
            ),
        ),
        Chart(
            "Golds whose every detail is kept; health",
            (
                line("high, in a memory or the archive", [m.kept_golds[0].value for m in months]),
                line("low, in a memory or the archive", [m.kept_golds[1].value for m in months]),
                line("health", [m.health for m in months]),
            ),
            1.0,
        ),
    ]


def svg(months: Sequence[Month]) -> str:
    """Two rows of two charts."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDE}" height="{2 * HIGH}" '
        f'viewBox="0 0 {2 * WIDE} {2 * HIGH}" font-family="sans-serif" font-size="11">',
        f'<rect width="{2 * WIDE}" height="{2 * HIGH}" fill="#ffffff"/>',
    ]
    for place, chart in enumerate(charts(months)):
        parts.append(f'<g transform="translate({place % 2 * WIDE} {place // 2 * HIGH})">')
        parts += _drawn(chart, [month.month for month in months])
        parts.append("</g>")
    return "\n".join([*parts, "</svg>", ""])


def _drawn(chart: Chart, months: Sequence[int]) -> list[str]:
    top = chart.top or max(1.0, *(value for _, values in chart.lines for value in values)) * 1.05
    wide, high = WIDE - LEFT - RIGHT, HIGH - TOP - BOTTOM
    made = [f'<text x="{LEFT}" y="14" font-weight="bold">{chart.title}</text>']
    for tick in range(5):
        y = TOP + high * (1 - tick / 4)
        value = top * tick / 4
        label = f"{value:.2f}" if top <= 2 else f"{value:,.0f}"
        made.append(f'<line x1="{LEFT}" x2="{WIDE - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        made.append(f'<text x="{LEFT - 5}" y="{y + 4:.1f}" text-anchor="end" fill="#555555">{label}</text>')
    step = wide / max(1, len(months) - 1)
    for place, month in enumerate(months):
        made.append(
            f'<text x="{LEFT + place * step:.1f}" y="{HIGH - 12}" text-anchor="middle" fill="#555555">{month}</text>'
        )
    for row, ((name, values), colour) in enumerate(zip(chart.lines, COLOURS, strict=False)):
        points = " ".join(
            f"{LEFT + place * step:.1f},{TOP + high * (1 - value / top):.1f}"
            for place, value in enumerate(values)
        )
        made.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = LEFT + row % 2 * (wide // 2), 24 + row // 2 * 11
        made.append(f'<text x="{x}" y="{y}" font-size="9" fill="{colour}">{name}</text>')
    return made
