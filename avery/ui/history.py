"""What was sent before, walked with Up and Down; the unsent draft is not lost on the way."""

from __future__ import annotations

from collections.abc import Iterable


class History:
    """Texts, oldest first, and a place among them."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        self._texts = list(texts)
        self._place: int | None = None
        self._draft = ""

    def add(self, text: str) -> None:
        """Remember a text; the same one twice in a row counts once."""
        if not self._texts or self._texts[-1] != text:
            self._texts.append(text)
        self.rest()

    def extend(self, texts: Iterable[str]) -> None:
        """Texts of an earlier sitting; they come before what was sent in this one."""
        self._texts[:0] = texts
        self.rest()

    def drop(self, texts: Iterable[str]) -> None:
        """Forget these, wherever they stand."""
        gone = set(texts)
        self._texts = [text for text in self._texts if text not in gone]
        self.rest()

    def rest(self) -> None:
        """Leave the walk: what stands in the composer is a draft of its own."""
        self._place = None

    def older(self, draft: str) -> str | None:
        """The text before, or None at the oldest; `draft` is kept for the way back."""
        if self._place is None:
            self._place, self._draft = len(self._texts), draft
        if self._place == 0:
            return None
        self._place -= 1
        return self._texts[self._place]

    def newer(self) -> str | None:
        """The text after; behind the newest comes the draft, then None."""
        if self._place is None:
            return None
        self._place += 1
        if self._place >= len(self._texts):
            self.rest()
            return self._draft
        return self._texts[self._place]
