"""What a change would do to a file, as the lines a person reads before allowing it. Pure."""

from __future__ import annotations

import difflib

_CONTEXT = 3
_SAME = 2 * _CONTEXT + 1
_MOST = 2_000
"""Lines of the changed part on either side that are compared line by line; longer parts stand whole."""


def diff(before: str, after: str) -> str:
    """The changed part with three lines around it, lines marked by a blank, `-` or `+`."""
    old, new = before.split("\n"), after.split("\n")
    first = _common(old, new)
    last = min(_common(old[first:][::-1], new[first:][::-1]), len(old) - first, len(new) - first)
    gone, come = old[first : len(old) - last], new[first : len(new) - last]
    above = old[max(0, first - _CONTEXT) : first]
    below = old[len(old) - last :][:_CONTEXT] if last else []
    head = f"@@ line {max(0, first - _CONTEXT) + 1} @@"
    return "\n".join(
        [head, *(f" {line}" for line in above), *_changed(gone, come), *(f" {line}" for line in below)]
    )


def _changed(gone: list[str], come: list[str]) -> list[str]:
    if max(len(gone), len(come)) > _MOST:
        return [*(f"-{line}" for line in gone), *(f"+{line}" for line in come)]
    lines: list[str] = []
    for kind, a, b, c, d in difflib.SequenceMatcher(None, gone, come, autojunk=False).get_opcodes():
        if kind == "equal":
            same = [f" {line}" for line in gone[a:b]]
            lines += same if len(same) <= _SAME else [*same[:_CONTEXT], "@@", *same[-_CONTEXT:]]
        else:
            lines += [*(f"-{line}" for line in gone[a:b]), *(f"+{line}" for line in come[c:d])]
    return lines


def _common(one: list[str], other: list[str]) -> int:
    """How many of the first lines are the same."""
    for place, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return place
    return min(len(one), len(other))
