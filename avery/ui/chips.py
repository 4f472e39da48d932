"""Giant pastes stand in the composer as a short word and are unfolded when they are sent."""

from __future__ import annotations

_LINES = 40
_CHARACTERS = 4_000


class Chips:
    """Which short words stand for which texts in the present draft."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def fold(self, text: str) -> str:
        """`text`, or the chip that stands for it if it is too long to be edited by hand."""
        lines = text.count("\n") + (not text.endswith("\n"))
        if lines <= _LINES and len(text) <= _CHARACTERS:
            return text
        size = f"{lines:,} lines" if lines > 1 else f"{len(text):,} characters"
        chip = self._unused(f"pasted {size}")
        self._texts[chip] = text
        return chip

    def unfold(self, text: str) -> str:
        """`text` with every chip replaced by what it stands for."""
        for chip, whole in self._texts.items():
            text = text.replace(chip, whole, 1)
        return text

    def at_end(self, text: str) -> str | None:
        """The chip that `text` ends with; one Backspace deletes it whole."""
        return next((chip for chip in self._texts if text.endswith(chip)), None)

    def whole(self, chip: str) -> str:
        """What a chip stands for."""
        return self._texts[chip]

    def forget(self, chip: str) -> None:
        """Its text stands in the draft now."""
        del self._texts[chip]

    def clear(self) -> None:
        self._texts.clear()

    def _unused(self, words: str) -> str:
        chip, number = f"[{words}]", 1
        while chip in self._texts:
            number += 1
            chip = f"[{words} #{number}]"
        return chip
