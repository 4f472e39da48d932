"""What must hold of any screen at any size: nothing lies outside or over another, nothing is cut without a sign."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from rich.cells import cell_len
from textual.app import App
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static
from wcwidth import wcswidth

from avery.ui.keyrow import KeyRow, row

_CHANGING = (
    (re.compile(r"127\.0\.0\.1:\d{5}"), "127.0.0.1:44444"),
    (re.compile(r"\b(\d{8}|\d{4}-\d\d-\d\d-\d{4})-[0-9a-z]{6}\b"), r"\1-a1b2c3"),
    (re.compile(r"\b(0[0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}\b"), r"\g<1>0123456789ABCDEF"),
)
"""What is drawn by lot: a port, the end of an id. Each keeps its length."""


def without_chance(text: str) -> str:
    """A screen, or a picture of one, without what differs from run to run."""
    for pattern, instead in _CHANGING:
        text = pattern.sub(instead, text)
    return text


def faults(app: App[object]) -> list[str]:
    """What is wrong with the screen as it stands, in words."""
    screen = app.screen
    found = [*_rows(screen)]
    for widget in screen.walk_children(Widget):
        if widget.region.area and all(w.display for w in widget.ancestors_with_self if isinstance(w, Widget)):
            found += [*_outside(widget), *_covered(widget), *_cut(widget), *_labels(widget)]
    return found


def _rows(screen: Screen[object]) -> Iterator[str]:
    """Every row is as wide as the screen, by Textual's count and by the terminals' own."""
    width = screen.size.width
    for y, strip in enumerate(screen._compositor.render_strips()):
        if strip.cell_length != width:
            yield f"row {y} has {strip.cell_length} cells of {width}"
        if wcswidth(strip.text) != width:
            yield f"row {y} has {wcswidth(strip.text)} cells in a terminal, not {width}: {strip.text!r}"


def _scrolls(widget: Widget) -> bool:
    return widget.is_scrollable or widget.allow_vertical_scroll


def _outside(widget: Widget) -> Iterator[str]:
    parent = widget.parent
    if not isinstance(parent, Widget) or any(map(_scrolls, _above(widget))):
        return
    if not parent.region.contains_region(widget.region):
        yield f"{widget} at {widget.region} lies outside {parent} at {parent.region}"


def _above(widget: Widget) -> list[Widget]:
    return [one for one in widget.ancestors if isinstance(one, Widget) and not isinstance(one, Screen)]


def _covered(widget: Widget) -> Iterator[str]:
    """Children of one parent do not lie over each other, unless they are on another layer."""
    shown = [one for one in widget.children if one.display and one.region.area and one.layer == "default"]
    for one, other in combinations(shown, 2):
        if one.region.overlaps(other.region):
            yield f"{one} and {other} lie over each other"


def _cut(widget: Widget) -> Iterator[str]:
    """A text that stands still is shown whole, or ends with a sign that it goes on."""
    if isinstance(widget, KeyRow):
        shown = row(widget._keys, *widget.content_size)
        needed = row(widget._keys, widget.content_size.width).plain.count("\n") + 1
        if needed > widget.content_size.height and not shown.plain.endswith("F1 more"):
            yield f"{widget} leaves keys out without saying so"
    elif type(widget).__mro__[1] is Static or type(widget) is Static:
        if any(map(_scrolls, _above(widget))) or widget.styles.text_overflow == "ellipsis":
            return
        size = widget.content_size
        needed = widget.get_content_height(size, widget.app.size, size.width)
        if needed > size.height:
            yield f"{widget} shows {size.height} of {needed} rows"


def _labels(widget: Widget) -> Iterator[str]:
    for label in (widget.border_title, widget.border_subtitle):
        if label and widget.styles.border_top[0] and cell_len(str(label)) + 4 > widget.region.width:
            yield f"{widget}: its label {label!r} does not fit into {widget.region.width} cells"
