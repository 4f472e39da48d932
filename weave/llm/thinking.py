"""Keeps a model's reasoning out of what people see: `<think>` blocks, also when split across fragments."""

from __future__ import annotations

import re

_OPEN = ("<think>", "<thinking>", "<reasoning>", "<thought>")
_CLOSE = {tag: f"</{tag[1:]}" for tag in _OPEN}
_LONGEST = max(len(tag) for tag in _CLOSE.values())
_STRAY = re.compile(r"</(?:think|thinking|reasoning|thought)>", re.IGNORECASE)


class Filter:
    """Feed it fragments in order; it gives back what may be shown.

    A tag inside code (an odd number of backticks before it) is text that the person asked for, and stays.
    """

    def __init__(self) -> None:
        self._held = ""
        self._closing: str | None = None
        self._ticks = 0
        self._started = False

    def feed(self, fragment: str) -> str:
        """The visible part of what has come so far and was not given back yet."""
        self._held += fragment
        shown = ""
        while self._held:
            before = len(self._held)
            shown += self._skip() if self._closing else self._show()
            if len(self._held) == before:
                break
        return self._lead(shown)

    def finish(self) -> str:
        """What was held back in case it began a tag; nothing of a block that never closed."""
        rest = "" if self._closing else self._held
        self._held = ""
        return self._lead(rest)

    def _lead(self, text: str) -> str:
        # The blank lines between a block and the answer are no part of the answer.
        if not self._started:
            text = text.lstrip()
            self._started = bool(text)
        return text

    def _skip(self) -> str:
        assert self._closing is not None
        place = self._held.lower().find(self._closing)
        if place < 0:
            self._held = self._held[-(_LONGEST - 1) :]
        else:
            self._held = self._held[place + len(self._closing) :]
            self._closing = None
        return ""

    def _show(self) -> str:
        place = self._held.find("<")
        if place < 0:
            return self._take(len(self._held))
        if place > 0:
            return self._take(place)
        if self._ticks % 2 == 1:
            return self._take(1)
        return self._tag()

    def _tag(self) -> str:
        start = self._held[:_LONGEST].lower()
        opened = next((tag for tag in _OPEN if start.startswith(tag)), None)
        if opened:
            self._held = self._held[len(opened) :]
            self._closing = _CLOSE[opened]
            return ""
        return "" if any(tag.startswith(start) for tag in _OPEN) else self._take(1)

    def _take(self, length: int) -> str:
        text, self._held = self._held[:length], self._held[length:]
        self._ticks += text.count("`")
        return text


def visible(text: str) -> str:
    """A whole reply without its reasoning; a closing tag with no opening one ends reasoning too."""
    sieve = Filter()
    shown = sieve.feed(text) + sieve.finish()
    stray = next((m for m in _STRAY.finditer(shown) if shown.count("`", 0, m.start()) % 2 == 0), None)
    return shown[stray.end() :].lstrip() if stray else shown
