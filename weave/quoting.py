"""Text of others between marks that no text can forge, for prompts and for what tools return. Pure."""

from __future__ import annotations

import hashlib


def quoted(tag: str, text: str, beside: str = "") -> str:
    """`text` as `<tag MARK>` … `</tag MARK>`; the mark stands neither in it nor in `beside`, and is the same each time."""
    mark = _mark(text, beside)
    return f"<{tag} {mark}>\n{text}\n</{tag} {mark}>"


def _mark(text: str, beside: str) -> str:
    salt = 0
    while True:
        digest = hashlib.sha256(f"{salt}\0{text}\0{beside}".encode("utf-8", "replace")).hexdigest()[:12]
        if digest not in text and digest not in beside:
            return digest
        salt += 1
