"""What one text says that another does not: line by line, and word by word within a line. Pure, free of Textual.

Prose is compared, not code: a changed line is shown as its two wordings with the words that differ marked, and what
is the same far from any change is only counted.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from avery.ui.plain import plain

AROUND = 2
"""Unchanged lines that are shown before and after a change."""
MOST = 600
"""Lines of a comparison that are shown; the others are counted."""
_ALIKE = 0.4
"""From this likeness on two lines are two wordings of one."""
_MOST_WORDS = 1_200
_LONGEST = 4_000
_MOST_PAIRS = 4_000
_MOST_LINES = 3_000
_SHORTEST_GAP = 2
_HIDDEN = "(differs only in characters that are not shown)"
# Scripts without blanks between words are compared letter by letter, a mark with its letter.
_WORDS = re.compile(
    r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff][\u0300-\u036f]*|\w+|\s+|.", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a line; `changed`: the other wording has something else here."""

    text: str
    changed: bool = False


Line = tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A line before and after: one of them None where it came or went, both equal where nothing changed."""

    before: Line | None
    after: Line | None

    @property
    def same(self) -> bool:
        """Whether nothing changed here."""
        return self.before == self.after


@dataclass(frozen=True, slots=True)
class Gap:
    """Lines that are not shown: unchanged ones, or at the end those beyond `MOST`."""

    lines: int
    same: bool = True


Diff = tuple[Change | Gap, ...]


def compared(before: str, after: str, *, around: int = AROUND) -> Diff:
    """The changes from `before` to `after` with a little around them; empty when there are none."""
    old, new = (text.rstrip("\n").split("\n") if text.strip("\n") else [] for text in (before, after))
    if max(len(old), len(new)) > _MOST_LINES:
        return (Gap(len(old) + len(new), same=False),)
    rows = list(_rows(old, new))
    return tuple(_capped(_folded(rows, around))) if not all(row.same for row in rows) else ()


def came(text: str) -> Diff:
    """A text that was not there before."""
    return compared("", text)


def kept(lines: Sequence[str]) -> Diff:
    """A unified diff that was kept as lines of text, as a comparison."""
    found: list[Change | Gap] = []
    gone: list[str] = []
    come: list[str] = []
    for line in [*lines, ""]:
        sign = line[:1]
        if sign == "-" and not come:
            gone.append(line[1:])
        elif sign == "+":
            come.append(line[1:])
        else:
            found += _replaced(gone, come)
            gone, come = ([line[1:]], []) if sign == "-" else ([], [])
            found += _around(line, sign)
    return tuple(found)


def _around(line: str, sign: str) -> Iterator[Change | Gap]:
    if sign == "@":
        yield Gap(0)
    elif sign not in ("", "-"):
        text = _whole(line[1:] if sign == " " else line)
        yield Change(text, text)


def _rows(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            yield from (Change(line, line) for line in map(_whole, old[a:b]))
        else:
            yield from _replaced(old[a:b], new[c:d])


def _whole(text: str) -> Line:
    return (Piece(plain(text)),)


def _replaced(old: Sequence[str], new: Sequence[str]) -> Iterator[Change]:
    """Lines that are two wordings of one stand together; what went stands before what came."""
    here = there = 0
    for a, b in [*_pairs(old, new), (len(old), len(new))]:
        yield from (Change(_whole(line), None) for line in old[here:a])
        yield from (Change(None, _whole(line)) for line in new[there:b])
        if a < len(old):
            yield _reworded(old[a], new[b])
        here, there = a + 1, b + 1


def _pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Places of two wordings of one line, in order: the most alike are taken first, and none crosses another."""
    if len(old) * len(new) > _MOST_PAIRS:
        return []
    one, other = [_words(line) for line in old], [_words(line) for line in new]
    alike = ((_alike(one[a], other[b]), -a, -b) for a in range(len(old)) for b in range(len(new)))
    taken: list[tuple[int, int]] = []
    for _, a, b in sorted((pair for pair in alike if pair[0] >= _ALIKE), reverse=True):
        if all((-a < x and -b < y) or (-a > x and -b > y) for x, y in taken):
            taken.append((-a, -b))
    return sorted(taken)


def _words(text: str) -> Counter[str]:
    return Counter(word for word in _WORDS.findall(text[:_LONGEST].casefold()) if word.isalnum())


def _alike(one: Counter[str], other: Counter[str]) -> float:
    """The share of the words that both lines have, 0..1."""
    words = one.total() + other.total()
    return 2 * (one & other).total() / words if words else 0.0


def _reworded(before: str, after: str) -> Change:
    old, new = plain(before), plain(after)
    if old == new:
        return Change(_whole(old), (Piece(f"{new} "), Piece(_HIDDEN, changed=True)))
    one, other = _WORDS.findall(old), _WORDS.findall(new)
    if max(len(one), len(other)) > _MOST_WORDS:
        return Change((Piece(old, changed=True),), (Piece(new, changed=True),))
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    steps = [
        (tag != "equal", "".join(one[a:b]), "".join(other[c:d])) for tag, a, b, c, d in matcher.get_opcodes()
    ]
    return Change(
        _joined([(changed, gone) for changed, gone, _ in steps]),
        _joined([(changed, come) for changed, _, come in steps]),
    )


def _joined(stretches: Sequence[tuple[bool, str]]) -> Line:
    """Blanks between two words that changed are no reason to begin anew."""
    pieces: list[Piece] = []
    for place, (differs, text) in enumerate(stretches):
        between = not text.strip() and 0 < place < len(stretches) - 1
        changed = differs or between
        if pieces and text and pieces[-1].changed == changed:
            pieces[-1] = Piece(pieces[-1].text + text, changed)
        elif text:
            pieces.append(Piece(text, changed))
    return tuple(pieces)


def _folded(rows: Sequence[Change], around: int) -> Iterator[Change | Gap]:
    """Without the unchanged lines that are far from any change; a line or two are no gap."""
    changed = [place for place, row in enumerate(rows) if not row.same]
    near = {place + step for place in changed for step in range(-around, around + 1)}
    hidden: list[Change] = []
    for place, row in enumerate(rows):
        if place not in near:
            hidden.append(row)
            continue
        yield from _gap(hidden)
        hidden = []
        yield row
    yield from _gap(hidden)


def _gap(rows: Sequence[Change]) -> Sequence[Change | Gap]:
    return [Gap(len(rows))] if len(rows) > _SHORTEST_GAP else rows


def _capped(rows: Iterator[Change | Gap]) -> Iterator[Change | Gap]:
    left = 0
    for number, row in enumerate(rows):
        if number < MOST:
            yield row
        else:
            left += row.lines if isinstance(row, Gap) else 1
    if left:
        yield Gap(left, same=False)
