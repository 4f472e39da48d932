"""Names for files that are made from titles: legal on every system, short enough, inside the folder. Pure.

A title may hold anything: what a file system cannot take is left out of the name and kept in the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

_ILLEGAL = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_INVISIBLE = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])\s*(?:\.|\Z)", re.IGNORECASE
)
_BYTES = 200
"""UTF-8 bytes of a name without its ending; file systems take 255, sync tools add their own."""
_FALLBACK = "untitled"


def file_name(title: str, ending: str = ".md", taken: Collection[str] = ()) -> str:
    """A legal name for `title`, none of `taken` (compared without case, as Windows and macOS do)."""
    stem = _stem(title)
    used = {name.casefold() for name in taken}
    name, number = f"{stem}{ending}", 1
    while unicodedata.normalize("NFC", name).casefold() in used:
        number += 1
        name = f"{_cut(stem, _BYTES - 8)} {number}{ending}"
    return name


def _stem(title: str) -> str:
    shown = "".join(
        c
        for c in unicodedata.normalize("NFC", title)
        if unicodedata.category(c) not in _INVISIBLE or c in "\t\n"
    )
    flat = " ".join(_ILLEGAL.sub(" ", shown).split())
    stem = _cut(flat.strip(" .").lstrip("-~").strip(" ."), _BYTES)
    if not stem:
        return _FALLBACK
    return (
        f"{stem} file"
        if _DEVICES.match(stem) and "." not in stem
        else f"_{stem}"
        if _DEVICES.match(stem)
        else stem
    )


def _cut(text: str, most: int) -> str:
    """`text` in at most so many bytes, never in the middle of a character."""
    data = text.encode("utf-8", "replace")
    return text if len(data) <= most else data[:most].decode("utf-8", "ignore").rstrip(" .")


def titled(title: str, text: str) -> str:
    """`text` as Markdown under a header (YAML) that keeps the title as it was given; the text itself is not touched."""
    flat = " ".join(title.split()).replace("'", "''")  # in single quotes a backslash is a backslash
    return f"---\ntitle: '{flat}'\n---\n{text}"
