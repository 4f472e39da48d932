"""Which memories say nearly the same, found without comparing each with each. Pure.

Texts that are the same but for case, spacing and how they end share the catalogue's `said`. The others are compared
by their pairs of neighbouring words: MinHash (Broder 1997) makes 36 numbers of each text, of which two texts share as
many as their sets of pairs overlap (Jaccard), and only texts that agree in a whole band of three numbers are compared.
Random pairs of words of one vocabulary hardly ever agree in a band, so the work grows with the number of texts and
with that of real twins. Numbers, negations and names make all the difference between two texts that are otherwise
equal, so a pair that differs in one of those is none.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from weave.lexical import fold, terms

Hashes = NDArray[np.uint64]

_BANDS, _ROWS = 12, 3
_ALIKE = 0.5
"""The share of equal MinHash numbers from which a pair is looked at closely: one word of eight may differ."""
_NEAR = 0.85
"""The share of words, in order, that near-identical texts have in common (Ratcliff/Obershelp)."""
_LONGEST = 300
"""Words of a text that are compared; twins that long differ nowhere else."""
_FEWEST = 4
"""Words below which only the same words are the same."""
_NEGATIONS = frozenset(
    "no not never none nor neither without cannot n't t nicht kein keine keinen nie non ne pas jamais nunca sin sem nao "
    "hindi wala huwag не нет никогда ikke niet geen mai".split()
)
_MOST = 30_000
"""Pairs that are looked at closely, the most alike first: a home of nothing but forms filled in has no end of them."""
_PIECE, _CHUNK = 2_000, 100_000
"""Pairs whose words are held together, and pairs whose signatures are compared at once."""
_FIGURES = re.compile(r"\d+")
_MIX = np.uint64(0x9E3779B97F4A7C15)


class Texts:
    """What is compared, as columns: a hundred thousand objects would keep the garbage collector busy."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.said: list[str] = []
        """Of a kind, what says the same has the same here."""
        self.words: list[bytes] = []
        self.kinds = array("q")
        """A number for each kind of texts with the same figures in them."""
        self.learned = array("d")
        self._numbers: dict[str, int] = {}

    def add(self, id_: str, kind: str, said: str, text: str, *, words: bytes, learned: float) -> None:
        """One text. Only texts of one `kind` are compared; `words` are 32-bit numbers of its words, in order."""
        self.ids.append(id_)
        self.said.append(f"{kind} {said}")
        self.words.append(words)
        figures = " ".join(_FIGURES.findall(text[: 20 * _LONGEST]))
        self.kinds.append(self._numbers.setdefault(f"{kind} {figures}", len(self._numbers)))
        self.learned.append(learned)

    def by_age(self) -> list[int]:
        """The places of the texts, the earliest learned first, equals as they were added."""
        # outside of the interpreter, which would stand still meanwhile
        order: list[int] = np.argsort(np.array(self.learned), kind="stable").tolist()
        return order


Reader = Callable[[Sequence[str]], Mapping[str, str]]


def twins(texts: Texts, read: Reader) -> dict[str, str]:
    """For each text that repeats an earlier one of its kind, the id of that; the earliest stands for all.

    `read` fetches the words of the few that have to be looked at closely.
    """
    found: dict[str, str] = {}
    first: dict[str, int] = {}
    left = []
    for place in texts.by_age():
        original = first.setdefault(texts.said[place], place)
        if original != place:
            found[texts.ids[place]] = texts.ids[original]
        elif len(texts.words[place]) >= 4 * _FEWEST:
            left.append(place)
    near = _near(texts, left, read)
    return {again: _first(near, original) for again, original in (found | near).items()}


def _first(near: Mapping[str, str], id_: str) -> str:
    while id_ in near:
        id_ = near[id_]
    return id_


def _near(texts: Texts, places: Sequence[int], read: Reader) -> dict[str, str]:
    """For each of these that is near-identical to an earlier one the id of that; those most alike are looked at first."""
    found: dict[str, str] = {}
    pairs = _likely(texts, places)
    for start in range(0, min(len(pairs), _MOST), _PIECE):
        piece = [(texts.ids[places[a]], texts.ids[places[b]]) for a, b in pairs[start : start + _PIECE]]
        piece = [(earlier, later) for earlier, later in piece if later not in found]
        said = read(list({id_ for pair in piece for id_ in pair}))
        for earlier, later in piece:
            if later not in found and near_identical(said.get(earlier, ""), said.get(later, "")):
                found[later] = earlier
    return found


def _likely(texts: Texts, places: Sequence[int]) -> list[list[int]]:
    """Pairs (earlier, later) of indices into `places` that may be twins, those most alike first."""
    if len(places) < 2:
        return []
    signatures = _signatures([texts.words[place] for place in places])
    kinds = np.array(texts.kinds, np.int64)[np.array(places)]
    pairs = np.unique(np.concatenate([_in_band(signatures, kinds, band) for band in range(_BANDS)]))
    one, other = pairs // len(places), pairs % len(places)
    alike = np.concatenate(
        [
            (signatures[one[at : at + _CHUNK]] == signatures[other[at : at + _CHUNK]]).mean(axis=1)
            for at in range(0, len(pairs), _CHUNK)
        ]
        or [np.empty(0)]
    )
    near = np.flatnonzero((alike >= _ALIKE) & (kinds[one] == kinds[other]))
    order = near[np.argsort(-alike[near], kind="stable")]
    likely: list[list[int]] = np.stack([one[order], other[order]], axis=1)[:_MOST].tolist()
    return likely


def _signatures(texts: Sequence[bytes]) -> Hashes:
    """MinHash numbers, shape (texts, bands x rows); each text has at least two words."""
    words = np.frombuffer(b"".join(texts), "<u4").astype(np.uint64)
    ends = np.cumsum([len(one) // 4 for one in texts])
    starts = np.concatenate([[0], ends[:-1]])
    shifted = np.append(words[1:], np.uint64(0))
    shifted[ends - 1] = 0  # the last word of a text is followed by nothing
    pairs = _mixed(words * _MIX + shifted)
    seeds = np.random.default_rng(7).integers(1, 1 << 63, _BANDS * _ROWS, np.uint64)
    return np.stack([np.minimum.reduceat(_mixed(pairs ^ seed), starts) for seed in seeds], axis=1)


def _mixed(values: Hashes) -> Hashes:
    """A bijection that leaves no pattern of its input (the finaliser of MurmurHash3)."""
    values = (values ^ (values >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    mixed: Hashes = values ^ (values >> np.uint64(29))
    return mixed


def _in_band(signatures: Hashes, kinds: NDArray[np.int64], band: int) -> NDArray[np.int64]:
    """Pairs (earlier, later) of rows to be compared, each as earlier x rows + later: a row with the one before it in
    its bucket, and with the first."""
    keys = _mixed(kinds.astype(np.uint64) + _MIX)
    for column in signatures[:, band * _ROWS : (band + 1) * _ROWS].T:
        keys = _mixed(keys * _MIX + column)
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    fresh = np.append(True, ordered[1:] != ordered[:-1])
    heads = np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))
    later = np.flatnonzero(~fresh)
    earlier = np.concatenate([order[later - 1], order[heads[later]]])
    pairs: NDArray[np.int64] = earlier.astype(np.int64) * len(order) + np.tile(order[later], 2)
    return pairs


def near_identical(one: str, other: str) -> bool:
    """Whether two texts say the same in nearly the same words: what differs is no number, negation or name."""
    left, right = terms(one[: 20 * _LONGEST])[:_LONGEST], terms(other[: 20 * _LONGEST])[:_LONGEST]
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.quick_ratio() < _NEAR or matcher.ratio() < _NEAR:
        return False
    names = _names(one) | _names(other)
    return not any(
        _decides(word, names)
        for tag, a, b, c, d in matcher.get_opcodes()
        if tag != "equal"
        for word in (*left[a:b], *right[c:d])
    )


def _decides(word: str, names: set[str]) -> bool:
    return (
        word in _NEGATIONS or word in names or any(letter.isdigit() for letter in word) or not word.isascii()
    )


def _names(text: str) -> set[str]:
    """Terms of the words written with a capital inside a sentence; at its beginning any word may be."""
    words = text[: 20 * _LONGEST].split()
    inner = [
        word
        for before, word in pairwise(words)
        if before[-1] not in ".!?:…\"'" and word.strip("\"'(“")[:1].isupper()
    ]
    return {term for word in inner if fold(word) != "i" for term in terms(word)}
