"""When two texts, or two spellings of one name, count as the same. One rule for the catalogue, the graph, facts and purges. Pure."""

from __future__ import annotations

import unicodedata

_ARTICLES = ("a", "an", "the")
_AROUND = " .,;:!?\"'()[]{}<>«»“”’"


def folded(text: str) -> str:
    """`text` without what never makes a difference: Unicode form, case, and how its words are spaced."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def spoken(text: str) -> str:
    """What two ways of writing one statement share: folded, however it ends; a question stays one."""
    return folded(text).rstrip(" .!…。！")


def plain(text: str) -> str:
    """`text` folded, without accents: what is left when a name is typed on another keyboard."""
    parts = unicodedata.normalize("NFD", folded(text))
    return unicodedata.normalize("NFC", "".join(c for c in parts if not "\u0300" <= c <= "\u036f"))


def key(name: str) -> str:
    """What two spellings of a name share: folded, without punctuation around it and a leading article."""
    words = folded(name).strip(_AROUND).split()
    return " ".join(words[1:] if len(words) > 1 and words[0] in _ARTICLES else words)
