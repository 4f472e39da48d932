"""One PDF page as printed lines: text in the order of the page, type size, weight, and why a piece cannot be seen."""

from __future__ import annotations

import ctypes
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from weave.documents.parsers.pdf_ground import Ground, Ink, clips_of
from weave.documents.parsers.pdf_layers import Layers

if TYPE_CHECKING:
    from pypdfium2 import PdfPage, PdfTextPage

_BOLD = re.compile(r"bold|black|heavy|semibold|demi|cmbx|sfbx|-bd\b", re.IGNORECASE)
_BOLD_WEIGHT = 600
_GAP = 1.7
"""Line distances, in type sizes, from which on a paragraph ends."""
_SCANNED = 0.9
"""Share of invisible letters from which on a page with a picture is a scan with its recognised text under it."""
_HYPHENS = str.maketrans(dict.fromkeys("\x02\ufffe\u00ad", "-"))
_LINE = re.compile(r"[^\r\n]+")
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"\S+\s*|\s+")


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
        self._layers = Layers(page)
        self._looks: dict[int, Look] = {}
        self._numbers = [ctypes.c_double() for _ in range(4)]
        self._colour = [ctypes.c_uint() for _ in range(4)]

    def lines(self) -> Iterator[Printed]:
        """Lines as PDFium breaks them; a hidden piece of a line is a line of its own."""
        last_foot = 0.0
        for line in _LINE.finditer(self._letters()):
            first = line.start()
            words = [(word[0], self._look_at(first + _letter(word))) for word in _WORD.finditer(line[0])]
            foot = self._foot(first)
            made = list(_lines_of(words))
            size = made[0].size if made else 0.0
            gap = bool(size) and abs(last_foot - foot) > _GAP * size
            yield from (Printed(p.text, p.size, p.bold, p.hidden, gap) for p in made)
            last_foot = foot

    def _letters(self) -> str:
        """The page's text, a character for each of PDFium's: in one piece where both count alike, else one by one."""
        count = self._text.count_chars()
        whole = self._text.get_text_range() if count else ""
        if len(whole) != count:
            unicode_of, handle = self._raw.FPDFText_GetUnicode, self._text.raw
            codes = [unicode_of(handle, index) for index in range(count)]
            whole = "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes)
        return whole.translate(_HYPHENS)

    def _look_at(self, index: int) -> Look:
        """How the word that begins at `index` is printed."""
        found = self._raw.FPDFText_GetTextObject(self._text.raw, index)
        if not found:
            return _PLAIN
        address = ctypes.addressof(found.contents)
        return self._looks.get(address) or self._look(address, found, index)

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
        if self._layers.hide(found, self._box(index)):
            return "a layer that is off"
        return self._ground.why_hidden(
            Ink(address, self._box(index), colour, alpha.value, mode, points, clips_of(found))
        )

    def _box(self, index: int) -> tuple[float, float, float, float]:
        left, right, bottom, top = self._numbers
        self._raw.FPDFText_GetCharBox(self._text.raw, index, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def _foot(self, index: int) -> float:
        return self._box(index)[1]


def _letter(word: re.Match[str]) -> int:
    """Where the first letter of a word stands: the signs before it may come from another font."""
    found = _LETTER.search(word[0])
    return word.start() + (found.start() if found else 0)


def _lines_of(words: list[tuple[str, Look]]) -> Iterator[Printed]:
    """One line of what is seen, one for each reason why the rest is not."""
    for why in sorted({look.hidden for _, look in words}):
        part = [(word, look) for word, look in words if look.hidden == why]
        letters: dict[Look, int] = {}
        for word, look in part:
            letters[look] = letters.get(look, 0) + len(word)
        text = "".join(word for word, _ in part).strip()
        if text:
            look = max(letters, key=lambda known: letters[known])
            yield Printed(text, look.size, look.bold, why)
