"""How one message looks: its name line, its text, and what is to be said about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from avery.ui.blocks import Colours, Painter, beside
from avery.ui.deeds import SIGNS, Deed, Standing
from avery.ui.messages import Message, Voice
from avery.ui.plain import plain

if TYPE_CHECKING:
    from textual.widget import Widget

GUTTER = 3
"""Cells left of every text; a selection leaves them out."""
_FOLD_AT = 30
_FOLD_TO = 12
_DIMMED = Style(dim=True)
_SIGNS = SIGNS | {"", "▌"}
DEED = "deed"
"""The mark on the rows of a call: its place among those of the message."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The styles of the transcript's parts, read once per theme."""

    colours: Colours
    user: Style
    name_user: Style
    name_avery: Style
    muted: Style
    error: Style
    warning: Style

    @classmethod
    def of(cls, widget: Widget) -> Ink:
        """The styles that the style sheet gives to this widget's component classes."""

        def part(name: str) -> Style:
            style = widget.get_component_rich_style(f"transcript--{name}", partial=True)
            return Style(color=style.color, bgcolor=style.bgcolor, bold=style.bold, italic=style.italic)

        def colour(name: str) -> str:
            return str(widget.get_component_styles(f"transcript--{name}").color.hex6)

        ground = widget.get_component_styles("transcript--ground").background.hex6
        colours = Colours(
            foreground=widget.styles.color.hex6,
            muted=colour("muted"),
            accent=colour("link"),
            code=colour("code"),
            ground=ground,
            dark=widget.app.current_theme.dark,
        )
        return cls(
            colours,
            part("user"),
            part("name-user"),
            part("name-avery"),
            part("muted"),
            part("error"),
            part("warning"),
        )


def estimate(message: Message, width: int) -> int:
    """About how many lines the message will take; exact heights come with the drawing."""
    room = max(10, (width or 80) - GUTTER - 2)
    lines = message.text.count("\n") + 1 + len(message.text) // room
    if message.voice is Voice.USER and message.folded:
        lines = min(lines, _FOLD_TO + 1)
    return lines + (2 if message.voice in (Voice.USER, Voice.AVERY) else 1)


def speech(message: Message, body: Sequence[Strip] | None, painter: Painter, ink: Ink) -> list[Strip]:
    """All strips of a message, the empty line after it included; `body` is a live text as drawn, its gutter included."""
    if message.voice is Voice.USER:
        strips = _user(message, painter, ink)
    elif message.voice is Voice.AVERY:
        strips = _avery(message, body, painter, ink)
    else:
        strips = _aside(message, painter, ink)
    return [strip.apply_style(_DIMMED) for strip in strips] if message.replaced or message.waits else strips


def _user(message: Message, painter: Painter, ink: Ink) -> list[Strip]:
    text, rest = _folded(message)
    strips = beside(Segment(" ▌ ", ink.name_user), painter.text(text, ink.user))
    if rest:
        note = painter.text(f"… {rest:,} more lines (Alt+Up, then Enter, unfolds)", ink.muted)
        strips += beside(Segment(" ▌ ", ink.name_user), note)
    return [_name("You", ink.name_user, message, ink), *strips, *_mark(message, painter, ink), Strip.blank(0)]


def _folded(message: Message) -> tuple[str, int]:
    lines = plain(message.text).split("\n")
    if not message.folded or len(lines) <= _FOLD_AT:
        return "\n".join(lines), 0
    return "\n".join(lines[:_FOLD_TO]), len(lines) - _FOLD_TO


def _avery(message: Message, body: Sequence[Strip] | None, painter: Painter, ink: Ink) -> list[Strip]:
    gutter = Segment(" " * GUTTER)
    strips = body if body is not None else beside(gutter, painter.markdown(message.text))
    busy = any(deed.standing in (Standing.RUNNING, Standing.ASKING) for deed in message.deeds)
    if message.live and not strips and not busy:
        strips = beside(gutter, painter.text(message.mark or "thinking …", ink.muted))
    return [
        _name("Avery", ink.name_avery, message, ink),
        *_deeds(message, painter, ink),
        *strips,
        *([] if message.live else _mark(message, painter, ink)),
        Strip.blank(0),
    ]


def _deeds(message: Message, painter: Painter, ink: Ink) -> list[Strip]:
    return [
        strip.apply_meta({DEED: place})
        for place, deed in enumerate(message.deeds)
        for strip in called(deed, painter, ink, folded=message.folded and place not in message.opened)
    ]


def called(deed: Deed, painter: Painter, ink: Ink, *, folded: bool) -> list[Strip]:
    """One call: a row, and below it, unfolded, what it was given and what it gave."""
    styles = {
        Standing.RUNNING: ink.name_avery,
        Standing.ASKING: ink.warning,
        Standing.FAILED: ink.error,
        Standing.REFUSED: ink.error,
    }
    style = styles.get(deed.standing, ink.muted)
    if deed.standing is Standing.QUIET:
        return _listed(painter.text(deed.words, ink.muted), f" {deed.standing.sign} ", style)
    words = (
        f"{_shortened(deed.line, painter.width - cell_len(deed.outcome), painter.width // 3)}{deed.outcome}"
    )
    head = Text(plain(words), style=ink.muted, no_wrap=True, overflow="ellipsis")
    strips = _listed(painter.paint(head), f" {deed.standing.sign} ", style)
    if not folded and deed.detail:
        strips += beside(Segment("   │ ", ink.muted), painter.narrower(2).text(deed.detail, ink.muted))
    return strips


def _shortened(text: str, room: int, least: int) -> str:
    """The beginning of a line, so that what it leads to is in sight as well."""
    width = max(least, room)
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1)}…"


def _listed(lines: Sequence[Strip], sign: str, style: Style) -> list[Strip]:
    head, *tail = lines or [Strip.blank(0)]
    return [Strip([Segment(sign, style), *head]), *beside(Segment(" " * GUTTER), tail)]


def _aside(message: Message, painter: Painter, ink: Ink) -> list[Strip]:
    style, sign = (ink.error, " ✗ ") if message.voice is Voice.ERROR else (ink.muted, " · ")
    strips = _listed(painter.text(message.text, style), sign, style)
    return [*strips, *_detail(message, painter, ink), *_mark(message, painter, ink), Strip.blank(0)]


def _detail(message: Message, painter: Painter, ink: Ink) -> list[Strip]:
    if not message.detail:
        return []
    text = "(Alt+Up, then Enter, says more)" if message.folded else message.detail
    return beside(Segment(" " * GUTTER), painter.text(text, ink.muted))


def _name(name: str, style: Style, message: Message, ink: Ink) -> Strip:
    parts = [Segment(f" {name}", style)]
    if message.time is not None:
        parts.append(Segment(f"  {message.time:%H:%M}", ink.muted))
    if message.recall is not None and message.recall.memories:
        parts.append(Segment(f"  {len(message.recall.memories)} recalled", ink.muted))
        if doubtful := len({remark.memory for remark in message.remarks}):
            parts.append(Segment(f", {doubtful} in doubt", ink.warning))
    return Strip(parts)


def _mark(message: Message, painter: Painter, ink: Ink) -> list[Strip]:
    if not message.mark:
        return []
    return beside(Segment(" " * GUTTER), painter.text(message.mark, ink.warning))


def without_gutter(line: str, start: int, end: int) -> str:
    """The selected characters of a drawn line (`end` -1: to its end), without gutter and filling."""
    gutter = GUTTER if line[:GUTTER].strip() in _SIGNS else 1
    return line[max(gutter, start) : len(line) if end == -1 else end].rstrip()


def more_below(lines: int, width: int, style: Style, ground: Style) -> Strip:
    """The row that tells a reader who scrolled up what has arrived."""
    text = f" ↓ {lines:,} new line{'' if lines == 1 else 's'} below, End to follow "
    left = max(0, (width - len(text)) // 2)
    strip = Strip([Segment(" " * left, ground), Segment(text, style)])
    return strip.adjust_cell_length(width, ground)
