"""What recurs: groups of episodes of several days that share the same words and names. Pure and deterministic.

Words that stand together again and again ("Hanne", "flat white") bind a group, more than chance would have it; so do a
name that comes back, and texts whose vectors are near, whatever their words. Linear in the words there are: each
episode brings its few telling words, and only their pairs are counted.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from weave.lexical import STOP_WORDS, fold, stem_of, terms
from weave.sameness import spoken

__all__ = ["FEWEST_DAYS", "Group", "Seen", "groups", "seen_of", "without_formulas"]

Thing = TypeVar("Thing", str, tuple[str, str])

FEWEST_DAYS = 3
"""Days on which something must have come up before it is said to recur."""
_TELLING = 6
"""Words of an episode that are paired."""
_ENOUGH = 30
"""Episodes from which on frequencies mean something."""
_EVERYWHERE = 0.4
"""A word in so large a share of many episodes tells nothing."""
_LIFT = 2.5
"""How much more often than by chance two words must stand together, where there are many episodes."""
_OVERLAP = 0.5
"""Two groups that share so much of the smaller one are one."""
_MOST_DAYS = 12
_DIGITS = re.compile(r"\d+")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]{2,}")
_EMPTY = frozenset(
    """monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
    september october november december today yesterday tomorrow tonight morning afternoon evening night noon day
    week weekend month year time hour minute again always usual usually still yet already finally soon later ago back
    went go going gone got get getting had have made make making said say says told think thought know good great nice
    bad fine really quite pretty much many little lot thing things something anything nothing everything way bit new old
    first last next one two three four five six seven eight nine ten user assistant avery feel felt want wanted need
    come came take took let left put see saw seen look looked like well yes also just even ever never maybe""".split()
)


@dataclass(frozen=True, slots=True)
class Seen:
    """An episode in figures: its day, counted from whenever, its words, and the names among them."""

    id: str
    day: int
    words: tuple[str, ...]
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Group:
    """Episodes that have something in common, the newest first."""

    topic: str
    """Digest of what binds them: no word of what they say."""
    members: tuple[str, ...]
    days: int
    weight: float
    """How telling what they share is, and how often it came up; comparable among the groups of one look."""


def seen_of(id_: str, day: int, text: str) -> Seen:
    """The words of a text that could bind it to others."""
    names = frozenset(stem_of(word) for name in _NAME.findall(text) for word in terms(name))
    return Seen(id_, day, tuple(dict.fromkeys(word for word in terms(text) if _tells(word))), names - _STEMS)


def without_formulas(texts: Sequence[Sequence[str]]) -> list[str]:
    """Texts, given as sentences, without those that come again and again beside others: turns of phrase, no matter.

    Figures do not make a sentence another one. What is all that a text says is kept.
    """
    flat = [[_DIGITS.sub("0", spoken(sentence)) for sentence in text] for text in texts]
    counts = Counter(sentence for text in flat for sentence in set(text) if len(set(text)) > 1)
    kept = []
    for text, forms in zip(texts, flat, strict=True):
        own = [said for said, form in zip(text, forms, strict=True) if counts[form] < FEWEST_DAYS]
        kept.append(" ".join(own or text))
    return kept


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(stem_of(fold(word)) for word in words) | frozenset(words)


_STEMS = _stems((*_EMPTY, *STOP_WORDS))


def _tells(word: str) -> bool:
    return word not in _STEMS and not word.isdigit() and (len(word) > 2 or not word.isascii())


def groups(episodes: Sequence[Seen], near: Mapping[str, Sequence[str]] | None = None) -> list[Group]:
    """What recurs in these, the weightiest first; of groups that are much alike only the first is given.

    `near`: for some episodes the ids of those whose vectors are near. The same episodes give the same groups,
    in whatever order they come.
    """
    ordered = sorted(episodes, key=lambda one: (one.day, one.id))
    found = sorted(_bound(ordered, near or {}), key=lambda one: (-one.weight, one.topic))
    chosen: list[Group] = []
    holders: dict[str, list[int]] = defaultdict(list)
    for group in found:
        shared: dict[int, int] = defaultdict(int)
        for id_ in group.members:
            for place in holders[id_]:
                shared[place] += 1
        if any(n >= _OVERLAP * min(len(group.members), len(chosen[at].members)) for at, n in shared.items()):
            continue
        for id_ in group.members:
            holders[id_].append(len(chosen))
        chosen.append(group)
    return chosen


def _bound(ordered: Sequence[Seen], near: Mapping[str, Sequence[str]]) -> Iterator[Group]:
    counts = _counts(ordered)
    telling = [(one, _telling(one, counts)) for one in ordered]
    pairs = _recurring((one.day, list(combinations(sorted(words), 2))) for one, words in telling)
    by_pair: dict[tuple[str, str], list[Seen]] = defaultdict(list)
    by_name: dict[str, list[Seen]] = defaultdict(list)
    for one, words in telling:
        for pair in combinations(sorted(words), 2):
            if pair in pairs:
                by_pair[pair].append(one)
        for name in one.names & counts.keys():
            by_name[name].append(one)
    for pair, members in by_pair.items():
        if _together(members, [counts[word] for word in pair], len(ordered)):
            yield _group(" ".join(pair), members, sum(_idf(counts[word], len(ordered)) for word in pair))
    for name, members in by_name.items():
        if _days(members) >= FEWEST_DAYS:
            yield _group(name, members, 0.5 * _idf(counts[name], len(ordered)))
    yield from _near(ordered, near)


def _counts(ordered: Sequence[Seen]) -> dict[str, int]:
    """Of the words that came up on several days, and not everywhere, in how many episodes they stand."""
    days = _recurring((one.day, one.words) for one in ordered)
    counts: dict[str, int] = defaultdict(int)
    for one in ordered:
        for word in one.words:
            if word in days:
                counts[word] += 1
    most = len(ordered) * _EVERYWHERE if len(ordered) >= _ENOUGH else len(ordered)
    return {word: count for word, count in counts.items() if count <= most}


def _recurring(seen: Iterable[tuple[int, Iterable[Thing]]]) -> set[Thing]:
    """What came up on enough days; `seen` in the order of the days."""
    last: dict[Thing, int] = {}
    days: dict[Thing, int] = defaultdict(int)
    for day, things in seen:
        for thing in things:
            if last.get(thing) != day:
                last[thing] = day
                days[thing] += 1
    return {thing for thing, count in days.items() if count >= FEWEST_DAYS}


def _telling(one: Seen, counts: Mapping[str, int]) -> list[str]:
    """The words of an episode that are most particular to it and its like: names first, then the rarer ones."""
    known = [word for word in one.words if word in counts]
    return sorted(known, key=lambda word: (word not in one.names, counts[word], word))[:_TELLING]


def _together(members: Sequence[Seen], counts: Sequence[int], episodes: int) -> bool:
    """Whether two words stand together more often than by chance."""
    if _days(members) < FEWEST_DAYS:
        return False
    return episodes < _ENOUGH or len(members) * episodes >= _LIFT * math.prod(counts)


def _near(ordered: Sequence[Seen], near: Mapping[str, Sequence[str]]) -> Iterator[Group]:
    known = {one.id: one for one in ordered}
    for id_, others in sorted(near.items()):
        members = [known[other] for other in {id_, *others} if other in known]
        if _days(members) >= FEWEST_DAYS:
            yield _group(f"\0{id_}", members, 1.0)


def _days(members: Iterable[Seen]) -> int:
    return len({one.day for one in members})


def _idf(count: int, episodes: int) -> float:
    return 1.0 + math.log((1 + episodes) / (1 + count))


def _group(topic: str, members: Sequence[Seen], weight: float) -> Group:
    days = _days(members)
    newest = sorted(members, key=lambda one: (one.day, one.id), reverse=True)
    digest = hashlib.blake2b(topic.encode("utf-8", "replace"), digest_size=5).hexdigest()
    return Group(digest, tuple(one.id for one in newest), days, weight * min(days, _MOST_DAYS))
