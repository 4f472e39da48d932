"""Who calls: the name that a client gives itself, which proves nothing and is kept as data beside what it wrote. Pure."""

from __future__ import annotations

from weave.altale.passage import neutral
from weave.markdown import clean_line
from weave.secrets import mask

_LONGEST = 60
_NAMELESS = "an unnamed client"


def named(name: str | None, version: str | None = None) -> str:
    """One short line without anything that a reader could take for structure."""
    words = " ".join(part for part in (name or "", version or "") if part)
    return neutral(mask(clean_line(words)))[:_LONGEST].strip() or _NAMELESS
