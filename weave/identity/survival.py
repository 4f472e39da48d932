"""Whether what the person approved is still said: its words, what they deny, and which of them belong together. Pure.

A statement may be worded anew, split, joined or extended. What it may not: lose most of its words, turn one of them
into its opposite, let its halves change places, or be hedged. Strengths may go, for whoever claims less takes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, pairwise, permutations

from weave.identity.disguise import bare
from weave.identity.lines import content, fresh, key, keys, placed, statements
from weave.identity.negation import denies
from weave.lexical import STOP_WORDS, terms

_SHARE = 0.7
"""Of the words of a statement that its new wording must hold."""
_CLAUSE = re.compile(r"[,;:—–，、；：،]\s*|\s(?:but|aber|sondern|mais|pero|sino|ma|но|а)\s")
_JOINED = re.compile(r"\s(?:and|or|then|und|oder|et|ou|y|o|e|и|или)\s")
_CONTRAST = re.compile(
    bare(
        r"(?i)\b(?:instead of|rather than|in place of|(?:an)?statt|au lieu d|plutôt que|en (?:vez|lugar) de|invece di|em vez de|ao invés de|in plaats van|zamiast|вместо|sa halip na)\b|而不是|而非|ではなく|대신"
    )
)
_ORDER = re.compile(r"\b(before|after|than|until|over)\b", re.IGNORECASE)
_LIGHT = frozenset("say".split())
"""Of no meaning either: what counts is what is said."""
_SMALL = frozenset(terms(" ".join(STOP_WORDS))) | STOP_WORDS
_DEGREES = frozenset(terms("more less most least only"))
"""Words of no meaning by themselves, but for what they stand beside."""
_HEDGES = frozenset(
    """unless except exception until only mostly usually sometimes often generally almost nearly though however maybe
    perhaps may might could should would try tries hardly barely scarcely rarely seldom partly half sauf außer salvo excepto tranne exceto behalve кроме иногда обычно
    manchmal meistens parfois souvent vez veces minsan""".split()
)
_HEDGED = re.compile(
    r"除非|有时|除了|通常|以外は|時々|たまに|외에는|가끔|إلا|أحيانا|सिवाय|कभी-कभी|ยกเว้น|บางครั้ง"
)
_STRENGTHS = re.compile(
    bare(
        r"(?i)\b(?:good at|strengths?|skills?|abilit\w+|talents?|can do|learn(?:ed|t)|stärken|fähigkeiten|gut kann|gelernt|fortalezas|habilidades|puntos fuertes|aprend\w+|compétences|points forts|appris|punti di forza|capacità|imparato|competências|pontos fortes|sterke|geleerd|mahusay|magaling|natutunan|сильные|умею|научил\w+)|擅长|擅長|长处|学会|得意|強み|学んだ|잘하|강점|배운|أجيد|تعلمت|अच्छा हूँ|सीखा|เก่ง|เรียนรู้"
    )
)
_ALIKE = (
    "first begin start open lead", "ask request want question", "keep store save hold",
    "short brief concise", "note memory recollection", "honesty honest truth", "talk speak discuss",
    "correction correct", "forget drop", "silence silent quiet", "leave omit", "contradict conflict disagree",
    "write type", "know sure", "delete erase", "invent fabricate", "conclude infer",
)  # fmt: skip


@lru_cache(maxsize=1)
def _canon() -> dict[str, str]:
    return {word: terms(line.split()[0])[0] for line in _ALIKE for word in terms(line)}


def lost(approved: str, text: str) -> Iterator[str]:
    """The statements of the approved text, strengths apart, that `text` does not say any more."""
    there = set(keys(statements(text)))
    wordings = _wordings(approved, text)
    for heading, statement in placed(approved):
        if key(statement) in there or _STRENGTHS.search(bare(heading)):
            continue
        if not any(survives(statement, wording) for wording in wordings):
            yield statement


def _wordings(approved: str, text: str) -> list[str]:
    """What may say an old statement anew: each new one, and it with the one after or before it."""
    new, every = set(fresh(approved, text)), statements(text)
    pairs = pairwise(every)
    return [*new, *(f"{one}; {other}" for one, other in pairs if one in new or other in new)]


def survives(statement: str, wording: str) -> bool:
    """Whether `wording` says what `statement` says."""
    ours, theirs = _signs(statement), _signs(wording)
    common = ours.keys() & theirs.keys()
    if len(common) < _SHARE * len(ours):
        return False
    if any(not theirs[word] <= ours[word] for word in common):
        return False
    return not (_hedges(wording) - _hedges(statement)) and not swapped(statement, wording)


def _hedges(line: str) -> set[str]:
    words: list[str] = re.findall(r"[^\W\d_]+", line.casefold())
    return set(_HEDGES.intersection(words)) | set(_HEDGED.findall(line))


@lru_cache(maxsize=2_048)
def _signs(line: str) -> dict[str, frozenset[bool]]:
    """Each word of meaning, and whether it is said, denied or both. A contrast denies what follows it."""
    found: dict[str, frozenset[bool]] = {}
    for clause in _CLAUSE.split(line):
        for number, part in enumerate(_CONTRAST.split(bare(clause))):
            sign = (number == 0) != denies(part)
            for word in _meant(part):
                found[word] = found.get(word, frozenset()) | {sign}
    return found or {word: frozenset({not denies(line)}) for word in content(line)}


@lru_cache(maxsize=4_096)
def _meant(clause: str) -> frozenset[str]:
    words = (word for word in terms(clause) if word not in _SMALL and not denies(word))
    return frozenset(_canon().get(word, word) for word in words) - _LIGHT


def swapped(statement: str, wording: str) -> bool:
    """Whether the words of a statement changed partners, or places around a `before` or `than`."""
    if any((after, mark, before) in _ordered(wording) for before, mark, after in _ordered(statement)):
        return True
    ours, theirs = _partners(statement), _partners(wording)
    both = frozenset().union(*ours) & frozenset().union(*theirs)
    parted = [pair for pair in ours - theirs if pair <= both]
    joined = {pair for pair in theirs - ours if pair <= both}
    return any(
        frozenset((a, c)) in joined and frozenset((b, d)) in joined
        for one, other in combinations(parted, 2)
        if not one & other
        for a, b in permutations(one)
        for c, d in (tuple(other),)
    )


@lru_cache(maxsize=2_048)
def _partners(line: str) -> frozenset[frozenset[str]]:
    clauses = [words for clause in _CLAUSE.split(line) for words in _apart(clause)]
    return frozenset(frozenset(pair) for words in clauses for pair in combinations(sorted(words), 2))


def _apart(clause: str) -> list[frozenset[str]]:
    """The words of each half of a clause; a single word beside an `and` belongs to the other half too."""
    halves = [_meant(half) | _degrees(half) for half in _JOINED.split(clause)]
    return halves if all(len(words) > 1 for words in halves) else [_meant(clause) | _degrees(clause)]


def _degrees(clause: str) -> frozenset[str]:
    return _DEGREES.intersection(terms(clause))


@lru_cache(maxsize=2_048)
def _ordered(line: str) -> frozenset[tuple[str, str, str]]:
    """Which word stands before, than, until or over which; what is after another is before it the other way round."""
    found = set()
    for clause in _CLAUSE.split(line):
        parts = _ORDER.split(clause)
        for at in range(1, len(parts) - 1, 2):
            left, mark, right = parts[at - 1], parts[at].casefold(), parts[at + 1]
            if mark == "after":
                left, mark, right = right, "before", left
            found |= {(one, mark, other) for one in _meant(left) for other in _meant(right)}
    return frozenset(found)
