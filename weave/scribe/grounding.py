"""Whether a claim's names, numbers, paths and dates stand in the turns it names as its sources. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from weave.model import Turn
from weave.scribe import date_words, dates

__all__ = ["Ground", "ground", "missing"]

_WORD = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*")
_NUMBER = re.compile(r"\d[\d.,' \u00a0\u202f]*\d|\d")
_PATH = re.compile(
    r"https?://[^\s<>\"')\]]+|[\w.+-]+@[\w-]+\.[\w.]+|(?<![\w<])(?:~|\.{1,2})?/[\w.~-]+(?:/[\w.~-]*)*|[A-Za-z]:\\[\w\\.~-]+|(?<!\w)[\w-]+\.(?:py|js|ts|rs|go|md|txt|json|ya?ml|toml|csv|pdf|docx?|xlsx?|sh|cfg|ini|log|sql|html?|png|jpe?g|zip)(?!\w)"
)
_SENTENCE_START = re.compile(r"(?:^|[.!?:;。！？\n\"“(]\s*)$")
_NAME_AFTER = re.compile(
    r"^(?:['’]s\b|,? [A-Z]|,| (?:is|was|has|had|will|lives|lived|works|worked|likes|liked|loves|loved|plays|played|said|moved|keeps|owns|wants|went|got|and|can|told|lent|gave|took|brought|bought|sold|paid|wrote|made|called|sent|met|found|left|lost|built|ran|drove|began|became|knows|thinks|needs|runs|\w+ed|eats|drives|uses|studies|speaks)\b)"
)
_COMMON = frozenset(
    "user the a an i he she they we it his her their our my your its this that these those there here in on at to of for from by with without as after before during since until when while"
    " and or but not no nor if then so also both each every all some any many most few more less one two three first second third finally next last now today yesterday tomorrow currently"
    " person assistant avery agent tool speaker everyone someone nobody nothing something what who how why where which whose is are was were be been has have had do does did can could will would"
    " should may might must shall new old yes ok okay january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday"
    " der die das ein eine er sie es ich wir el la los las un una le les il lo gli o os as um uma ang mga si ni sa".split()
)
_NUMBER_WORDS = {w: str(n) for w, n in date_words.NUMBERS.items() if " " not in w and n > 1} | {
    "dozen": "12", "half": "0.5", "twice": "2", "double": "2", "pair": "2", "couple": "2", "thousand": "1000",
    "seventeen": "17", "nineteen": "19", "seventy": "70", "eighty": "80", "million": "1000000", "second": "2", "third": "3", "zero": "0", "none": "0",
    "una": "1", "both": "2", "one": "1",
}  # fmt: skip


_SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}


@dataclass(frozen=True, slots=True)
class Ground:
    """What the source turns hold, made comparable."""

    text: str
    words: frozenset[str]
    numbers: frozenset[str]
    days: tuple[tuple[date, date], ...]
    """Periods that the turns name, and the days on which they were spoken; end exclusive."""


def _fold(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _bare(word: str) -> str:
    return re.sub(r"'s?$", "", word)


def _numbers(text: str) -> set[str]:
    """Every number of a text in its plain forms: "1,200" is 1200, "1.200" both 1.2 and 1200, words too."""
    found: set[str] = set()
    for match in _NUMBER.finditer(text):
        raw = re.sub(r"[ \u00a0\u202f']", "", match[0])
        parts = re.split(r"[.,]", raw)
        found |= {p.lstrip("0") or "0" for p in parts}
        found.add("".join(parts).lstrip("0") or "0")
        if len(parts) == 2:
            found.add(f"{parts[0].lstrip('0') or '0'}.{parts[1].rstrip('0') or '0'}")
        found |= {p.lstrip("0") or "0" for p in re.split(r"[ \u00a0\u202f']", match[0]) if p.isdigit()}
    words = re.findall(r"[^\W\d_]+", text.lower())
    for word, after in zip(words, [*words[1:], ""], strict=True):
        if word in _NUMBER_WORDS:
            found.add(_NUMBER_WORDS[word])
        if after in _SCALES and (word in _NUMBER_WORDS or word in ("a", "one")):
            found.add(str(int(float(_NUMBER_WORDS.get(word, "1")) * _SCALES[after])))
    return found


def _strict_number(raw: str) -> set[str]:
    """The readings of one number; any of them in the source will do."""
    plain = re.sub(r"[ \u00a0\u202f']", "", raw)
    parts = re.split(r"[.,]", plain)
    readings = {"".join(parts).lstrip("0") or "0"}
    if len(parts) == 2:
        whole, rest = parts[0].lstrip("0") or "0", parts[1].rstrip("0")
        readings.add(f"{whole}.{rest}" if rest else whole)
    return readings


def ground(turns: Sequence[Turn], allowed: Iterable[str] = ()) -> Ground:
    """What `turns` and their speakers hold; `allowed` are further names that need no source."""
    text = "\n".join(f"{t.speaker} {t.text}" for t in turns)
    extra = " ".join(allowed)
    folded = _fold(f"{text} {extra}")
    words = {_bare(w) for w in _WORD.findall(folded)}
    words |= {part for w in words for part in re.split(r"['.-]", w)}
    days = [(t.time.date(), t.time.date() + timedelta(days=1)) for t in turns]
    for turn in turns:
        days += [(d.start.date(), d.end.date()) for d in dates.resolve(turn.text, turn.time)]
    years = {str(day.year) for period in days for day in period}
    return Ground(folded, frozenset(words), frozenset(_numbers(_fold(text)) | years), tuple(days))


def holds_day(at: Ground, start: date, end: date) -> bool:
    """Whether a period is one that the sources name (or lies inside, or around, one of them)."""
    return any((low <= start and end <= high) or (start <= low and high <= end) for low, high in at.days)


def _missing_dates(text: str, at: Ground, time: datetime) -> tuple[str, list[str]]:
    """`text` without its dates, and those dates that the sources do not hold."""
    wrong = []
    rest = text
    for found in reversed(dates.resolve(text, time)):
        low, high = found.span
        if not holds_day(at, found.start.date(), found.end.date()) and _fold(found.original) not in at.text:
            wrong.append(found.original)
        rest = rest[:low] + " " * (high - low) + rest[high:]
    return rest, wrong


def _is_name(text: str, match: re.Match[str]) -> bool:
    word = match[0]
    if not word[0].isupper() or _fold(word) in _COMMON or _bare(_fold(word)) in _COMMON:
        return False
    if _SENTENCE_START.search(text[max(0, match.start() - 3) : match.start()]):
        return _NAME_AFTER.match(text[match.end() : match.end() + 14]) is not None
    return True


def _stands(word: str, at: Ground) -> bool:
    folded = _bare(_fold(word))
    forms = {folded, folded.rstrip("s"), folded + "s"}
    if forms & at.words:
        return True
    parts = [p for p in re.split(r"['.-]", folded) if p]
    return (len(parts) > 1 and all(p in at.words for p in parts)) or (
        len(folded) > 2 and not folded.isascii() and folded in at.text
    )


def missing(text: str, at: Ground, time: datetime) -> list[str]:
    """The names, numbers, paths and dates of `text` that stand in no source; empty when it is grounded."""
    paths = [m[0].rstrip(".,:;") for m in _PATH.finditer(text)]
    wrong = [p for p in paths if _fold(p) not in at.text]
    rest = _PATH.sub(" ", text)
    rest, dates_wrong = _missing_dates(rest, at, time)
    wrong += dates_wrong
    for match in _NUMBER.finditer(rest):
        if not _strict_number(match[0]) & at.numbers and not all(
            _strict_number(p) & at.numbers for p in match[0].split()
        ):
            wrong.append(match[0])
    wrong += [w for w in re.findall(r"[^\W\d_]+", rest) if _wrong_word_number(w, at)]
    wrong += [
        m[0]
        for m in _WORD.finditer(rest)
        if not m[0][0].isdigit() and _is_name(rest, m) and not _stands(m[0], at)
    ]
    return wrong


def _wrong_word_number(word: str, at: Ground) -> bool:
    low = word.lower()
    if low in (
        "one",
        "second",
        "half",
        "both",
        "pair",
        "couple",
        "few",
        "several",
        "none",
        "due",
        "sei",
        "once",
        "an",
        "third",
        "sept",
        "acht",
        "elf",
        "dix",
        "tre",
        "six" if "six" in at.words else "",
    ):
        return False
    return low in _NUMBER_WORDS and _NUMBER_WORDS[low] not in at.numbers and low not in at.words
