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
_CLIPS, _SEGMENTS = 8, 200
_EDGE = 2.0
"""Points by which a clip may miss a letter's middle."""
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
    clips: tuple[Box, ...] = ()
    """Around what it is cut to, on the page."""


@dataclass(frozen=True, slots=True)
class _Area:
    order: int
    box: Box
    colour: Colour | None
    """None for a picture, whose colours are not looked at."""


def clips_of(found: object) -> tuple[Box, ...]:
    """The boxes around each path that an object of a page is cut to."""
    from pypdfium2 import raw

    clip = raw.FPDFPageObj_GetClipPath(found)
    if not clip:
        return ()
    boxes, x, y = [], ctypes.c_float(), ctypes.c_float()
    for path in range(min(max(0, raw.FPDFClipPath_CountPaths(clip)), _CLIPS)):
        points = []
        for at in range(min(max(0, raw.FPDFClipPath_CountPathSegments(clip, path)), _SEGMENTS)):
            segment = raw.FPDFClipPath_GetPathSegment(clip, path, at)
            if segment and raw.FPDFPathSegment_GetPoint(segment, x, y):
                points.append((x.value, y.value))
        if len(points) > 1:
            across, up = zip(*points, strict=True)
            boxes.append((min(across) - _EDGE, min(up) - _EDGE, max(across) + _EDGE, max(up) + _EDGE))
    return tuple(boxes)


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
        if order is not None and not all(_holds(clip, ink.box) for clip in ink.clips):
            return "clipped away"
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
