"""How a summary stands in its file: a title, some prose, then the key details, one line each, with their day. Pure.

The key details alone hold everything that must not get lost, so that a month is built from them and never from prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from weave.periods import WEEKLY, Period

KEY_DETAILS = "Key details:"
_HEAD = re.compile(rf"(?m)^{KEY_DETAILS}[ \t]*$")
_BULLET = re.compile(r"^[-*•][ \t]+")


@dataclass(frozen=True, slots=True)
class Summary:
    """What a period comes to."""

    prose: tuple[str, ...]
    """Paragraphs, for whoever reads it."""
    details: tuple[str, ...]
    """Lines, each a whole statement with its day."""
    subject: str = ""
    """A few words for the title."""

    @property
    def text(self) -> str:
        """The words of the memory."""
        listed = "\n".join(f"- {' '.join(line.split())}" for line in self.details)
        parts = ["\n".join(self.prose).strip(), f"{KEY_DETAILS}\n{listed}" if listed else ""]
        return "\n\n".join(part for part in parts if part)


def title_of(period: Period, subject: str, part: int = 1, parts: int = 1) -> str:
    """ "Week 2026-W40 (2026-09-28 to 2026-10-04): Maribel, Ghent"."""
    what = "Week" if period.kind == WEEKLY else "Month"
    number = f", part {part} of {parts}" if parts > 1 else ""
    about = f": {subject}" if subject else ""
    return f"{what} {period.name} ({period.first} to {period.last}{number}){about}"


def key_details(text: str) -> list[str]:
    """The key details of a summary's text, as lines; all of its lines when a hand took the heading out."""
    head = _HEAD.search(text)
    rest = text[head.end() :] if head else text
    lines: list[str] = []
    for line in rest.splitlines():
        if _BULLET.match(line) or not lines or not head:
            lines.append(_BULLET.sub("", line.strip()))
        elif line.strip():
            lines[-1] += f" {line.strip()}"
    return [line for line in lines if line]


def prose_of(text: str) -> str:
    """What stands before the key details."""
    head = _HEAD.search(text)
    return text[: head.start()].strip() if head else ""


def joined(parts: Iterable[str], limit: int) -> Sequence[str]:
    """Pieces in order on lines of about `limit` letters."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) < limit:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines
