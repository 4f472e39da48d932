"""Where sections begin, and how a text is written so that it can never begin or end one.

A `## ` line begins a section unless a code fence holds it. What Weave writes never leaves a fence open:
an opener without a closer is written as literal backticks (`\\```), so it cannot swallow what follows.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_HEADING = re.compile(r"##(?:[ \t]|\Z)")
_HEADING_ESCAPED = re.compile(r"\\*##(?:[ \t]|\Z)")
_OPENER = re.compile(r" {0,3}(`{3,}(?=[^`]*\Z)|~{3,})", re.DOTALL)
_OPENER_ESCAPED = re.compile(r"( {0,3})(\\+)(?:`{3,}[^`]*|~{3,}.*)\Z", re.DOTALL)
_CLOSER = re.compile(r" {0,3}(`{3,}|~{3,})[ \t]*\Z")
COMMENT = re.compile(r"[ \t]*<!--[ \t]*weave(?=[ \t\r\n]|-->|\Z)")


def is_heading(line: str) -> bool:
    """Whether a line (without its end) begins a section when no fence holds it."""
    return _HEADING.match(line) is not None


def opener(line: str) -> str:
    """The fence that this line opens, "" if none."""
    found = _OPENER.match(line)
    return found[1] if found else ""


def closes(line: str, fence: str) -> bool:
    """Whether this line ends a block opened by `fence`."""
    found = _CLOSER.match(line)
    return found is not None and found[1][0] == fence[0] and len(found[1]) >= len(fence)


def is_pair(lines: Sequence[str], at: int) -> bool:
    """Whether a heading with Weave's comment right under it stands at `at`."""
    return is_heading(lines[at]) and at + 1 < len(lines) and COMMENT.match(lines[at + 1]) is not None


def _leaves_open(lines: Sequence[str], start: int) -> bool:
    fence = ""
    for at in range(start + 1, len(lines)):
        if is_pair(lines, at):
            break
        fence = ("" if closes(lines[at], fence) else fence) if fence else opener(lines[at])
    return bool(fence)


def _fence_end(lines: Sequence[str], start: int) -> int:
    """The line after the block opened at `start`.

    A heading with Weave's comment inside it is a quotation when, read as a section, it would itself end in
    an open fence; else the person forgot to close the block, and it ends there.
    """
    fence = opener(lines[start])
    for at in range(start + 1, len(lines)):
        if closes(lines[at], fence):
            return at + 1
        if is_pair(lines, at) and not _leaves_open(lines, at):
            return at
    return len(lines)


def headings(lines: Sequence[str], start: int = 0) -> list[int]:
    """Indexes of the lines (without their ends) that begin a section, from `start` on."""
    found: list[int] = []
    at = start
    while at < len(lines):
        if is_heading(lines[at]):
            found.append(at)
        elif opener(lines[at]):
            at = _fence_end(lines, at)
            continue
        at += 1
    return found


def _closing(lines: Sequence[str], start: int) -> int | None:
    fence = opener(lines[start])
    return next((at for at in range(start + 1, len(lines)) if closes(lines[at], fence)), None)


def _quoted(lines: Sequence[str], at: int) -> bool:
    """Whether a line inside a closed fence looks like the start of a section, escaped or not."""
    follows = at + 1 < len(lines) and COMMENT.match(lines[at + 1]) is not None
    return follows and _HEADING_ESCAPED.match(lines[at]) is not None


def escape(text: str) -> str:
    """`text` (LF line ends) as it stands in a file; `unescape` gives it back."""
    lines, written, at = text.split("\n"), list[str](), 0
    ahead = _closers_ahead(lines)
    while at < len(lines):
        line = lines[at]
        if fence := opener(line):
            end = _closing(lines, at) if ahead[at].get(fence[0], 0) >= len(fence) else None
            if end is not None:
                written += ["\\" + lines[i] if _quoted(lines, i) else lines[i] for i in range(at, end + 1)]
                at = end + 1
                continue
            line = _before_fence(line)
        elif _OPENER_ESCAPED.match(line):
            line = _before_fence(line)
        elif _HEADING_ESCAPED.match(line):
            line = "\\" + line
        written.append(line)
        at += 1
    return "\n".join(written)


def _closers_ahead(lines: Sequence[str]) -> list[dict[str, int]]:
    """For each line, the longest fence of each kind that can close a block after it.

    Spares a scan to the end per opener that nothing closes.
    """
    ahead: list[dict[str, int]] = [{}] * len(lines)
    longest: dict[str, int] = {}
    for at in range(len(lines) - 1, -1, -1):
        ahead[at] = longest
        found = _CLOSER.match(lines[at])
        if found and len(found[1]) > longest.get(found[1][0], 0):
            longest = longest | {found[1][0]: len(found[1])}
    return ahead


def _before_fence(line: str) -> str:
    spaces = len(line) - len(line.lstrip(" "))
    return line[:spaces] + "\\" + line[spaces:]


def unescape(text: str) -> str:
    """The text that `escape` (or a person who follows its rules) wrote."""
    lines, read, at = text.split("\n"), list[str](), 0
    while at < len(lines):
        line = lines[at]
        if opener(line):
            closing = _closing(lines, at)
            end = len(lines) - 1 if closing is None else closing
            read += [
                lines[i][1:] if lines[i][:1] == "\\" and _quoted(lines, i) else lines[i]
                for i in range(at, end + 1)
            ]
            at = end + 1
            continue
        found = _OPENER_ESCAPED.match(line)
        if found:
            line = found[1] + line[len(found[1]) + 1 :]
        elif line[:1] == "\\" and _HEADING_ESCAPED.match(line):
            line = line[1:]
        read.append(line)
        at += 1
    return "\n".join(read)
