"""YAML front matter of notes that came from elsewhere: its title and tags are read, its bytes are never touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from weave.markdown.charset import clean_line, legible
from weave.markdown.comment import Pair
from weave.markdown.fences import is_pair

_KEY = re.compile(r"([\w-]+)\s*:(?:\s+(.*)|)\Z")
_ITEM = re.compile(r"\s*-\s+(.*)\Z")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """Top-level keys with a plain or listed value, lists comma-separated."""

    pairs: tuple[Pair, ...]

    @property
    def title(self) -> str:
        """The title that the note gives itself, "" when it gives none."""
        return dict(self.pairs).get("title", "")


def front_matter(lines: Sequence[str]) -> tuple[FrontMatter | None, int, str | None]:
    """(matter, first line after it, problem) of lines without their ends. Unclosed: no matter, everything is text, and a problem."""
    if not lines or lines[0].rstrip() != "---":
        return None, 0, None
    for at in range(1, len(lines)):
        if is_pair(lines, at):
            break
        if lines[at].rstrip() in ("---", "..."):
            return FrontMatter(_pairs(lines[1:at])), at + 1, None
    if len(lines) > 1 and _KEY.match(lines[1].rstrip()):
        return (
            None,
            0,
            "The front matter has no closing --- line, so all of it is read as text; add the line.",
        )
    return None, 0, None


def _pairs(lines: Sequence[str]) -> tuple[Pair, ...]:
    values: dict[str, str] = {}
    key = ""
    for line in lines:
        text = clean_line(legible(line))
        found, item = _KEY.match(text), _ITEM.match(text)
        if found and not line[:1].isspace():
            key = found[1].lower()
            values[key] = _plain(found[2] or "")
        elif item and key:
            values[key] = ", ".join(filter(None, (values[key], _plain(item[1]))))
    return tuple(values.items())


def _plain(value: str) -> str:
    value = value.strip()
    if value.startswith("[") and value.endswith("]"):
        return ", ".join(_plain(item) for item in value[1:-1].split(","))
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace("''", "'") if value[0] == "'" else value[1:-1]
    return value
