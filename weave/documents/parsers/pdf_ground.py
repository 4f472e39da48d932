"""Whether ink on a PDF page can be seen: what lies under it, what lies over it, and whether it is on the page at all."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfObject, PdfPage

Box = tuple[float, float, float, float]
"""Left, bottom, right, top in points."""
Colour = tuple[int, int, int]
_WHITE: Colour = (255, 255, 255)
_NEAR = 10
"""Steps of 256 by which ink must differ from its ground in one channel."""
_FAINT = 26
"""Opacity, of 255, below which nothing is seen."""
_TINY = 1.5
"""Points below which nobody reads."""
_AREAS = 2_000
_INVISIBLE_MODES = (3, 7)


@dataclass(frozen=True, slots=True)
class Ink:
    """How one text object is painted; `box` is that of its first letter."""

    address: int
    box: Box
    colour: Colour
    alpha: int
    mode: int
    points: float


@dataclass(frozen=True, slots=True)
class _Area:
    order: int
    box: Box
    colour: Colour | None
    """None for a picture, whose colours are not looked at."""


class Ground:
    """The painted areas of one page, in the order of painting."""

    def __init__(self, page: PdfPage) -> None:
        from pypdfium2 import raw

        self._raw = raw
        self._page: Box = page.get_bbox()
        self._order: dict[int, int] = {}
        self._areas: list[_Area] = []
        for order, found in enumerate(page.get_objects(max_depth=1)):
            self._order[ctypes.addressof(found.raw.contents)] = order
            if len(self._areas) < _AREAS:
                self._area(order, found)

    def _area(self, order: int, found: PdfObject) -> None:
        if found.type == self._raw.FPDF_PAGEOBJ_IMAGE:
            self._areas.append(_Area(order, found.get_bounds(), None))
        elif found.type == self._raw.FPDF_PAGEOBJ_PATH:
            mode, stroke = ctypes.c_int(), ctypes.c_int()
            self._raw.FPDFPath_GetDrawMode(found.raw, mode, stroke)
            segments = self._raw.FPDFPath_CountSegments(found.raw)
            if mode.value and 3 <= segments <= 6 and not self._raw.FPDFPageObj_HasTransparency(found.raw):
                parts = [ctypes.c_uint() for _ in range(4)]
                self._raw.FPDFPageObj_GetFillColor(found.raw, *parts)
                if parts[3].value > 250:
                    colour = (parts[0].value, parts[1].value, parts[2].value)
                    self._areas.append(_Area(order, found.get_bounds(), colour))

    def why_hidden(self, ink: Ink) -> str:
        """Why this ink is not seen; "" when it is."""
        if ink.mode in _INVISIBLE_MODES:
            return "invisible ink"
        if ink.alpha < _FAINT:
            return "transparent"
        if 0 < ink.points < _TINY:
            return "too small to read"
        if self._off_page(ink.box):
            return "off the page"
        order = self._order.get(ink.address)
        under = [
            area
            for area in self._areas
            if _holds(area.box, ink.box) and (order is None or area.order < order)
        ]
        ground = under[-1].colour if under else _WHITE
        if ground is not None and all(abs(a - b) < _NEAR for a, b in zip(ink.colour, ground, strict=True)):
            return "the colour of its ground"
        over = order is not None and any(
            area.order > order and _holds(area.box, ink.box) for area in self._areas
        )
        return "covered" if over else ""

    def _off_page(self, box: Box) -> bool:
        left, bottom, right, top = self._page
        if box[2] <= box[0] and box[3] <= box[1]:
            return False  # a letter without extent, such as a space, has no place of its own
        return box[2] < left or box[0] > right or box[3] < bottom or box[1] > top


def _holds(area: Box, box: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return area[0] <= x <= area[2] and area[1] <= y <= area[3]
