"""One PDF page as printed lines: text in the order of the page, type size, weight, and why a piece cannot be seen."""

from __future__ import annotations

import ctypes
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from weave.documents.parsers.pdf_ground import Ground, Ink

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_BOLD = re.compile(r"bold|black|heavy|semibold|demi|cmbx|sfbx|-bd\b", re.IGNORECASE)
_BOLD_WEIGHT = 600
_GAP = 1.7
"""Line distances, in type sizes, from which on a paragraph ends."""
_SCANNED = 0.9
"""Share of invisible letters from which on a page with a picture is a scan with its recognised text under it."""
_HYPHENS = "\x02\ufffe\u00ad"
_END = "\n"


@dataclass(frozen=True, slots=True)
class Printed:
    """A line, or the part of one that cannot be seen: then `hidden` says why."""

    text: str
    size: float
    bold: bool
    hidden: str = ""
    gap: bool = False
    """Whether a paragraph ended before it."""


@dataclass(frozen=True, slots=True)
class Look:
    """How the letters of one text object are printed."""

    size: float
    bold: bool
    hidden: str


_PLAIN = Look(0.0, False, "")


def printed(page: PdfPage) -> list[Printed]:
    """The lines of a page, top to bottom as the page's maker wrote them."""
    textpage = page.get_textpage()
    try:
        lines = list(_Reader(page, textpage).lines())
    finally:
        textpage.close()
    return _as_scan(page, lines) if any(line.hidden == "invisible ink" for line in lines) else lines


def _as_scan(page: PdfPage, lines: list[Printed]) -> list[Printed]:
    """Recognised text under the picture of a scanned page is what its reader sees."""
    from pypdfium2 import raw

    letters = sum(len(line.text) for line in lines) or 1
    invisible = sum(len(line.text) for line in lines if line.hidden == "invisible ink")
    pictures = any(True for _ in page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE], max_depth=2))
    if invisible < _SCANNED * letters or not pictures:
        return lines
    return [Printed(line.text, line.size, line.bold, gap=line.gap) for line in lines]


class _Reader:
    def __init__(self, page: PdfPage, textpage: PdfTextPage) -> None:
        from pypdfium2 import raw

        self._raw, self._text = raw, textpage
        self._ground = Ground(page)
        self._looks: dict[int, Look] = {}
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._colour = [ctypes.c_uint() for _ in range(4)]

    def lines(self) -> Iterator[Printed]:
        """Lines as PDFium breaks them; a hidden piece of a line is a line of its own."""
        letters: list[tuple[str, Look]] = []
        last_foot, first = 0.0, 0
        for index, letter in enumerate([*self._letters(), (_END, _PLAIN)]):
            if letter[0] != _END:
                first = first if letters else index
                letters.append(letter)
            elif letters:
                foot = self._foot(first)
                made = list(_lines_of(letters))
                size = made[0].size if made else 0.0
                gap = bool(size) and abs(last_foot - foot) > _GAP * size
                yield from (Printed(p.text, p.size, p.bold, p.hidden, gap) for p in made)
                last_foot = foot
                letters = []

    def _letters(self) -> Iterator[tuple[str, Look]]:
        unicode_of, object_of = self._raw.FPDFText_GetUnicode, self._raw.FPDFText_GetTextObject
        handle, look = self._text.raw, _PLAIN
        for index in range(self._text.count_chars()):
            code = unicode_of(handle, index)
            letter = chr(code) if code < 0x110000 else "\ufffd"
            if letter in "\r\n":
                yield _END, _PLAIN
                continue
            found = object_of(handle, index)
            if found:
                address = ctypes.addressof(found.contents)
                look = self._looks.get(address) or self._look(address, found, index)
            yield ("-" if letter in _HYPHENS else letter), look

    def _look(self, address: int, found: object, index: int) -> Look:
        raw, handle = self._raw, self._text.raw
        matrix, size = raw.FS_MATRIX(), ctypes.c_float()
        raw.FPDFTextObj_GetFontSize(found, size)
        scale = 1.0
        if raw.FPDFPageObj_GetMatrix(found, matrix):
            scale = float((matrix.c**2 + matrix.d**2) ** 0.5)
        points = abs(size.value) * scale
        look = self._looks[address] = Look(
            round(points, 1), self._is_bold(handle, index), self._why_hidden(address, found, index, points)
        )
        return look

    def _is_bold(self, handle: object, index: int) -> bool:
        if self._raw.FPDFText_GetFontWeight(handle, index) >= _BOLD_WEIGHT:
            return True
        name = ctypes.create_string_buffer(128)
        self._raw.FPDFText_GetFontInfo(handle, index, name, 128, ctypes.c_int())
        return _BOLD.search(name.value.decode("utf-8", "replace")) is not None

    def _why_hidden(self, address: int, found: object, index: int, points: float) -> str:
        red, green, blue, alpha = self._colour
        self._raw.FPDFText_GetFillColor(self._text.raw, index, red, green, blue, alpha)
        colour = (red.value, green.value, blue.value)
        mode = self._raw.FPDFTextObj_GetTextRenderMode(found)
        return self._ground.why_hidden(Ink(address, self._box(index), colour, alpha.value, mode, points))

    def _box(self, index: int) -> tuple[float, float, float, float]:
        left, right, bottom, top = self._numbers
        self._raw.FPDFText_GetCharBox(self._text.raw, index, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def _foot(self, index: int) -> float:
        return self._box(index)[1]


def _lines_of(letters: list[tuple[str, Look]]) -> Iterator[Printed]:
    shown = [(letter, look) for letter, look in letters if not look.hidden]
    for why in dict.fromkeys(look.hidden for _, look in letters):
        part = shown if not why else [(letter, look) for letter, look in letters if look.hidden == why]
        text = "".join(letter for letter, _ in part).strip()
        if text:
            look = Counter(look for letter, look in part if not letter.isspace()).most_common(1)[0][0]
            yield Printed(text, look.size, look.bold, why)
