"""Whether a proposal goes against a line that the person approved. Pure, and rather too careful than too bold.

A line that the person put in themselves may neither go nor be said otherwise; of the rest of an approved text, a line
that says the opposite of another one about the same is enough. What is only doubtful costs the person one look.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from weave.identity.disguise import bare
from weave.identity.lines import added, content, key, keys, statements
from weave.lexical import terms

_SAME, _CLOSE = 0.5, 0.66
"""Share of the shorter line's words that two lines about the same have in common; the rest of a text needs more."""
_CLAUSE = re.compile(r"[,;:—–，、；：،]\s*")
_NEGATION = re.compile(
    bare(
        r"(?i)\b(?:not|never|no|nor|none|nothing|without|cannot|can't|won't|don't|doesn't|isn't|aren't|avoid\w*|refus\w+|refrain\w*|stop(?:ped|s)?|no longer"
        r"|nicht|nie(?:mals)?|kein\w*|ohne|no|nunca|jamás|sin|nada|ne|n'|pas|jamais|sans|rien|non|mai|senza|niente|não|nem|sem|niet|nooit|geen|zonder"
        r"|nie|nigdy|bez|hindi|huwag|ayaw|wala\w*|tidak|jangan|bukan|tanpa|değil|asla|không|đừng|inte|aldrig|ingen|utan)\b"
        r"|(?:n't|n’t)\b|\b(?:не|нет|никогда|без|ни|ніколи)\b|不|没|沒|無|无|别|未|勿|ない|ません|ず(?:に|、|。)|않|안 |못|없|\b(?:لا|لن|لم|ليس|غير|بدون|دون|أبدا)\b|\b(?:לא|אין|בלי|לעולם)\b|नहीं|बिना|मत |ไม่|อย่า|ห้าม"
    )
)
_PAIRS = (
    "short brief concise terse succinct briefly shortly|long detailed lengthy verbose elaborate exhaustive",
    "formal formally|casual casually informal slang chatty",
    "honest honestly honesty truth truthful truthfully|lie lies lying dishonest deceive invent flatter",
    "private privacy confidential secret|public share shares publish sell pass",
    "polite politely kind gentle courteous friendly|rude rudely harsh insult insults mock mocks cruel",
    "patient patience calm calmly|impatient hurry rush hasty",
    "humble modest|arrogant boast boasts",
    "serious seriously sober|joke jokes joking funny playful",
    "ask asks asking|decide decides guess assume",
    "careful cautious carefully|careless bold reckless",
    "like likes love loves enjoy prefer|dislike dislikes hate hates",
    "keep keeps remember|delete forget forgets discard",
    "simple plain simply|complex complicated technical jargon",
    "kurz knapp|lang ausfuhrlich", "formlich|locker", "breve corto|largo detallado", "bref court|long detaille",
)  # fmt: skip


@cache
def _poles() -> dict[str, tuple[int, int]]:
    """Each stem, with the pair it belongs to and its side."""
    found: dict[str, tuple[int, int]] = {}
    for number, pair in enumerate(_PAIRS):
        for side, words in enumerate(pair.split("|")):
            for word in terms(words):
                found.setdefault(word, (number, side))
    return found


def contradicted(approved: str, explicit: Sequence[str], text: str) -> str | None:
    """The approved line that `text` goes against, or None.

    `explicit`: the lines which the person put in themselves.
    """
    there = set(keys(text.split("\n")))
    for line in explicit:
        if key(line) not in there and not _refined(line, text):
            return line.strip()
    fresh = statements("\n\n".join(added(approved, text)))
    bold = _opposed(explicit, fresh, least=1, share=_SAME)
    return next(bold, None) or next(_opposed(statements(approved), fresh, least=2, share=_CLOSE), None)


def _refined(line: str, text: str) -> bool:
    """Whether a line of `text` says all that `line` says, and nothing against it."""
    words = content(line)
    return any(
        words <= content(other) and denies(line) == denies(other) and not _poled(line, other)
        for other in text.split("\n")
        if other.strip()
    )


def _opposed(lines: Sequence[str], fresh: Sequence[str], *, least: int, share: float) -> Iterator[str]:
    """Lines that a fresh one denies, or says the opposite of; clause by clause, for a `not` reaches no further."""
    clauses = [clause for line in fresh for clause in _clauses(line)]
    for line in dict.fromkeys(lines):
        for clause in _clauses(line):
            words = _topic(clause)
            for other in clauses:
                common = len(words & _topic(other))
                near = common >= max(least, share * min(len(words), len(_topic(other))))
                opposite = common > 0 and _poled(clause, other)
                if opposite or (near and denies(clause) != denies(other)):
                    yield line.strip()


def _clauses(line: str) -> list[str]:
    return [line, *(clause for clause in _CLAUSE.split(line) if clause.strip() and clause != line)]


@lru_cache(maxsize=2_048)
def _topic(clause: str) -> frozenset[str]:
    """The words that say what a clause is about: its negations left out."""
    return frozenset(word for word in content(clause) if not _NEGATION.search(word))


def denies(line: str) -> bool:
    """Whether a line says no: an odd number of negations."""
    return len(_NEGATION.findall(bare(line))) % 2 == 1


def _poled(line: str, other: str) -> bool:
    """Whether the two stand on the two sides of a pair of opposites, each on one side only."""
    left, right = _sides(line), _sides(other)
    return any(
        len(sides) == 1 and len(right.get(pair, set())) == 1 and sides != right[pair]
        for pair, sides in left.items()
    )


def _sides(line: str) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for term in terms(line):
        if pole := _poles().get(term):
            found.setdefault(pole[0], set()).add(pole[1])
    return found
