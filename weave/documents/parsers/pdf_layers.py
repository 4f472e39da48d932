"""Layers of a PDF that are switched off: what PDFium paints of a letter that lies in one is looked at.

PDFium tells that an object belongs to a layer, and paints what is on; which layers are off it does not tell. So a page
with layers is painted once, and a letter in a layer is seen where the paint is not all of one tone.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

    from weave.documents.parsers.pdf_ground import Box

_SCALE = 2
_WIDEST = 4_000
"""Pixels of a painted page's side; a larger page is painted more coarsely."""
_TONES = 16
"""Steps of 256 by which ink differs from its ground."""
_MARKS = 8
_OPTIONAL = "OC"


class Layers:
    """The layers of one page."""

    def __init__(self, page: PdfPage) -> None:
        self._page = page
        self._painted: tuple[int, int, int, bytes] | None = None

    def hide(self, found: object, box: Box) -> bool:
        """Whether a text object whose first letter has this box lies in a layer that is off."""
        return _is_optional(found) and not self._is_painted(box)

    def _is_painted(self, box: Box) -> bool:
        width, height, stride, tones = self._painted = self._painted or self._paint()
        corners = [self._pixel(x, y, width, height) for x, y in ((box[0], box[1]), (box[2], box[3]))]
        left, right = sorted(min(max(0, x), width - 1) for x, _ in corners)
        top, bottom = sorted(min(max(0, y), height - 1) for _, y in corners)
        seen = b"".join(
            tones[row * stride + left : row * stride + right + 1] for row in range(top, bottom + 1)
        )
        return max(seen, default=0) - min(seen, default=0) >= _TONES

    def _pixel(self, x: float, y: float, width: int, height: int) -> tuple[int, int]:
        from pypdfium2 import raw

        across, down = ctypes.c_int(), ctypes.c_int()
        raw.FPDF_PageToDevice(self._page.raw, 0, 0, width, height, 0, x, y, across, down)
        return across.value, down.value

    def _paint(self) -> tuple[int, int, int, bytes]:
        """(width, height, bytes of a row, a tone for each pixel)."""
        scale = min(_SCALE, _WIDEST / max(1.0, *self._page.get_size()))
        bitmap = self._page.render(scale=scale, grayscale=True, may_draw_forms=False)
        return bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer)


def _is_optional(found: object) -> bool:
    from pypdfium2 import raw

    count = min(max(0, raw.FPDFPageObj_CountMarks(found)), _MARKS)
    return any(_name(raw.FPDFPageObj_GetMark(found, at)) == _OPTIONAL for at in range(count))


def _name(mark: object) -> str:
    from pypdfium2 import raw

    name, size = ctypes.create_string_buffer(64), ctypes.c_ulong()
    letters = ctypes.cast(name, ctypes.POINTER(raw.FPDF_WCHAR))
    if not mark or not raw.FPDFPageObjMark_GetName(mark, letters, 64, size):
        return ""
    return name.raw[: size.value].decode("utf-16-le", "replace").rstrip("\0")
