"""Ids and paths that follow from a source's own, so that the same export makes the same ones. Pure."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from weave.documents.naming import file_name

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
_SHORT = 16


def digest(text: str) -> str:
    """Sixteen letters that this text always gets."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_SHORT]


def token(raw: object, *rest: str) -> str:
    """A source's id as one of ours: itself where it can be a file's name, else its digest."""
    text = raw if isinstance(raw, str) else ""
    if _PLAIN.fullmatch(text):
        return text
    return digest("\0".join((text, *rest)))


def legal(parts: Sequence[str]) -> tuple[str, ...]:
    """Folders and name as every file system takes them; nothing leads out, nothing is hidden."""
    kept = [part for part in parts if part not in ("", ".", "..")]
    if not kept:
        return ("untitled.md",)
    *folders, name = kept
    stem, dot, ending = name.rpartition(".")
    plain = dot and stem and re.fullmatch(r"\w{1,12}", ending)
    last = file_name(stem, f".{ending.lower()}") if plain else file_name(name, "")
    return (*(file_name(folder, "") for folder in folders), last)
