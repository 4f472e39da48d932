"""The addresses in a message, to be opened by key or click. What a model wrote is data: only the web is opened."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"https?://[^\s<>\"'`{}|\\^\x00-\x1f\x7f]+", re.IGNORECASE)
_CLOSING = {")": "(", "]": "["}


def addresses(text: str) -> tuple[str, ...]:
    """The web addresses in `text`, in order, each once, without the punctuation that only follows them."""
    return tuple(dict.fromkeys(trimmed for found in _ADDRESS.findall(text) if (trimmed := _trimmed(found))))


def safe(address: str) -> bool:
    """Whether it is an address of the web and nothing else."""
    return _ADDRESS.fullmatch(address) is not None


def _trimmed(address: str) -> str:
    """Closing brackets belong to it only as far as it opens them."""
    for bracket, opening in _CLOSING.items():
        while address.count(bracket) > address.count(opening):
            address = address[: address.rindex(bracket)]
    address = address.rstrip(".,;:!?*_~…")
    return address if "." in address or "localhost" in address or ":" in address[8:] else ""
