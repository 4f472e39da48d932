"""What must not get lost of a text: its names, numbers, dates, negations and decisions, in comparable forms. Pure.

The same reading serves both sides: what the originals hold, and what a summary holds (or invents). A number keeps its
unit, a time of day is minutes after midnight, a relative date is the day it meant when it was said; a negation or a
decision is its clause, whose words must stand together in one sentence of the summary.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from weave import lexical
from weave.scribe import dates
from weave.scribe.certainty import is_question
from weave.sleep.compression import marks
from weave.sleep.compression.names import Lowered, bare, names
from weave.sleep.compression.weekdays import bare_weekday


class Kind(StrEnum):
    """What a detail is."""

    NAME = "name"
    NUMBER = "number"
    DATE = "date"
    NEGATION = "negation"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class Detail:
    """One detail of a sentence."""

    kind: Kind
    words: str
    """As they stand there."""
    forms: frozenset[str]
    """One of them in the other text is the same detail. For a clause, its words."""

    @property
    def is_vague(self) -> bool:
        """Whether it is a day without figures: "Monday", "yesterday"."""
        days = [form.removeprefix("d:").split("/") for form in self.forms if "/" in form]
        return self.kind is Kind.DATE and not _has_figures(self.words) and all(len(set(d)) == 1 for d in days)

    @property
    def is_clause(self) -> bool:
        """Whether it is compared by the words of its clause."""
        return self.kind in (Kind.NEGATION, Kind.DECISION)


_CODE = re.compile(
    r"https?://[^\s<>\"')\]]+|[\w.+-]+@[\w-]+\.[\w.]*\w|(?<![\w<])(?:~|\.{1,2})?/[\w.~-]+(?:/[\w.~-]*)*|[A-Za-z]:\\[\w\\.~-]+|[#@][\w-]*[A-Za-z][\w-]*"
    r"|(?<![\w.])[\w-]+\.(?:py|js|ts|md|txt|csv|json|toml|yaml|yml|pdf|docx?|xlsx?|png|jpe?g|html?|sh|sql|log|zip)\b"
    r"|(?<![\w])(?=[\w./_-]*\d)(?=[\w./_-]*[A-Za-z])[A-Za-z0-9]+(?:[-_./][A-Za-z0-9]+)+(?![\w])|(?<!\w)(?:[A-Z]+\d+|\d+[A-Z]{1,3}\d+)[A-Z0-9]*(?!\w)|(?<![\w.])v?\d+(?:\.\d+){2,}(?![\w])|(?<!\d)\d+(?:[-/]\d+){1,}(?!\d)"
)
_DIGIT = re.compile(r"\d")
_ISO_DATE = re.compile(r"\d{4}-\d{2}(?:-\d{2})?|\d{1,2}/\d{1,2}/\d{2,4}|\d{1,2}-\d{1,2}-\d{4}")
_BRACKETS = re.compile(r"\[(\d{4}(?:-\d{2}){0,2}(?: to \d{4}-\d{2}-\d{2})?)\]")
_ORDINAL_UNIT = re.compile(r"(?i)^\d+(?:st|nd|rd|th|e|er|ème|º|ª|am|pm|h|km|kg|g|mg|ml|cm|mm|m|k|x|s)$")
_TIME = re.compile(
    r"(?i)(?<![\d.:])(?P<h>[01]?\d|2[0-4])(?:(?P<sep>[:.h])(?P<m>[0-5]\d))?\s?(?P<half>a\.?m\.?|p\.?m\.?)(?![a-z])|(?<![\d.:/])(?P<h2>[01]?\d|2[0-4])[:h](?P<m2>[0-5]\d)(?!\d)"
    r"|(?:(?P<cjkhalf>上午|下午|晚上|早上|午前|午後|오전|오후)\s?)?(?<!\d)(?P<h3>[01]?\d|2[0-4])\s?(?:点|點|時(?!間)|시(?!간))(?:\s?(?P<m3>[0-5]?\d)\s?[分분]|(?P<cjk30>半|반))?"
)
_NUMBER = re.compile(
    r"(?P<sign>[-−+±](?=\d))?(?P<pre>[€$£¥₱₩₹฿₽]\s?)?(?P<n>\d{1,3}(?:['’\u00a0\u202f ]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?P<frac>/\d+)?\s?-?(?P<unit>[%€$£¥₱₩₹฿₽°]\s?[CF]?\b|[%€$£¥₱₩₹฿₽°]|[^\W\d_µμ]{1,12}(?:/h)?|[µμ]g)?"
)
_CJK_NUMBER = re.compile(
    r"([〇零一二两兩三四五六七八九十百千万萬亿億]+)(?P<unit>[个個只隻本匹人年月日点點岁歲元块塊円枚回度周週天次杯瓶公斤里分歩階名件台棟条頭小時间間]{1,2})"
)
_SPELLED = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_CLAUSE = re.compile(
    r"(?:[;，、；：]|[,:](?!\d))\s*|\s+[–—-]\s+|\s+(?:but|although|because|while|whereas|aber|sondern|weil|pero|porque|mais|parce que|ma|perché|но|потому что)\s+"
)
_CJK_DIGIT = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_CJK_SCALE = {"十": 10, "百": 100, "千": 1000, "万": 10_000, "萬": 10_000, "亿": 10**8, "億": 10**8}
_DENSE = re.compile(f"[{lexical.DENSE}\u0600-\u06ff\u0900-\u097f\u0590-\u05ff]")
_UNIT_AFTER = re.compile(r"[\s-]?([^\W\d_]{1,12})")
_NEEDS = 0.6
"""The share of a clause's words that must stand in one sentence of the summary."""


def needed(terms: int) -> int:
    """How many of so many words of a clause must stand together: all of two, two of three, three of five."""
    return max(1, -(-terms * 6 // 10))


def _plain_digits(text: str) -> str:
    """The digits of every script as ASCII ones."""
    if text.isascii():
        return text
    return "".join(str(unicodedata.decimal(c)) if c.isdecimal() and not c.isascii() else c for c in text)


@dataclass(frozen=True, slots=True)
class Reading:
    """A sentence as it is compared."""

    details: tuple[Detail, ...]
    terms: frozenset[str]
    """Its words, without those that mean nothing."""
    denies: bool
    asks: bool


def read(sentence: str, time: datetime, lowered: Lowered | None) -> Reading:
    """The details of one sentence that was said at `time` (aware)."""
    plain = _plain_digits(sentence)
    masked, found = _codes(plain)
    if _has_figures(masked):
        masked = _take(masked, found, _times(masked))
    masked = _take(masked, found, _dates(masked, time))
    masked = _take(masked, found, _numbers(masked))
    found += _bracketed(plain)
    found += [_name(word) for _, word in names(masked, lowered)]
    asks = is_question(sentence)
    denies = marks.denies(plain)
    if not asks:
        found += _clauses(plain, denies, marks.decides(plain))
    terms = frozenset(lexical.terms(plain)) - lexical.STOP_WORDS
    return Reading(tuple(dict.fromkeys(found)), terms, denies, asks)


_Found = Iterator[tuple[int, int, Detail]]


def _take(text: str, found: list[Detail], hits: _Found) -> str:
    """`text` with blanks where the hits stand, which are added to `found`."""
    for start, end, detail in list(hits):
        found += [detail] if detail.forms else []
        text = text[:start] + " " * (end - start) + text[end:]
    return text


def _has_figures(text: str) -> bool:
    return _DIGIT.search(text) is not None


def _codes(text: str) -> tuple[str, list[Detail]]:
    found: list[Detail] = []
    if not (_has_figures(text) or any(sign in text for sign in "/@#\\.")):
        return text, found
    for match in reversed(list(_CODE.finditer(text))):
        word = match[0].rstrip(".,:;")
        if _ISO_DATE.fullmatch(word) or _ORDINAL_UNIT.match(word) or len(word) < 2:
            continue
        found.append(Detail(Kind.NAME, word, frozenset({f"={word.casefold()}"})))
        text = text[: match.start()] + " " * len(match[0]) + text[match.end() :]
    return text, found


def _times(text: str) -> _Found:
    for match in _TIME.finditer(text):
        hour = int(match["h"] or match["h2"] or match["h3"] or 0)
        minute = int(match["m"] or match["m2"] or match["m3"] or (30 if match["cjk30"] else 0))
        half = (match["half"] or "").lower().replace(".", "") or match["cjkhalf"] or ""
        late = half in ("pm", "下午", "晚上", "午後", "오후")
        hours = (
            {hour % 12 + (12 if late else 0)}
            if half
            else {hour, hour + 12}
            if hour < 12
            else {hour, hour - 12}
        )
        forms = frozenset(f"t:{one * 60 + minute}" for one in hours)
        yield match.start(), match.end(), Detail(Kind.DATE, match[0].strip(), forms)


def _dates(text: str, time: datetime) -> _Found:
    for found in dates.resolve(text, time):
        first, last = found.start.date(), (found.end - timedelta(seconds=1)).date()
        start, end = found.span
        figures = _has_figures(found.original)
        forms = {f"d:{first}/{last}", f"d:{dates.describe(found.start, found.end)}"}
        if figures and first == last:  # a date without its year may be read into another one later
            forms.add(f"d:{first:%m-%d}")
        if not figures and first == last == time.date():
            forms = set()  # "today": the day on which it was said, which each line has at its head
        if (weekday := bare_weekday(found, text, time)) is not None:
            forms = {f"w:{weekday.number}"} | (forms if weekday.told else set())
        yield start, end, Detail(Kind.DATE, found.original, frozenset(forms))


def _bracketed(text: str) -> Iterator[Detail]:
    """What stands in brackets behind a relative date: the day, month or range that it meant."""
    for match in _BRACKETS.finditer(text) if "[" in text else ():
        yield Detail(Kind.DATE, match[0], frozenset({f"d:{match[1]}"}))


def _numbers(text: str) -> _Found:
    if _has_figures(text):
        for match in _NUMBER.finditer(text):
            end = match.end() if _has_unit(match) else match.end("frac" if match["frac"] else "n")
            yield match.start(), end, _number(match)
    for match in _CJK_NUMBER.finditer(text) if not text.isascii() else ():
        value = _cjk(match[1])
        unit = marks.UNITS.get(match["unit"]) or marks.UNITS.get(match["unit"][:1], "")
        forms = frozenset({f"n:{value}{unit and ' '}{unit}"})
        yield match.start(), match.end(), Detail(Kind.NUMBER, match[0], forms)
    yield from _spelled(text)


def _unit_word(match: re.Match[str]) -> str:
    """The unit behind a number; in scripts without spaces the word behind it may go on."""
    word = (match["unit"] or "").replace(" ", "").casefold()
    heads = (word,) if word.isascii() else (word, word[:2], word[:1])
    return next((head for head in heads if head in marks.UNITS), word)


def _has_unit(match: re.Match[str]) -> bool:
    return _unit_word(match) in marks.UNITS or _unit_word(match) in marks.SCALES


def _number(match: re.Match[str]) -> Detail:
    values = _values(match["n"], match["frac"])
    word = _unit_word(match)
    scale = marks.SCALES.get(word)
    if scale:
        values = {_decimal(float(value) * scale) for value in values if _is_decimal(value)}
    unit = marks.UNITS.get(word) or ((match["pre"] or "").strip() or "")
    negative = "-" if match["sign"] in ("-", "−") else ""
    forms = {f"n:{negative}{value}{unit and ' '}{unit}" for value in values}
    words = match[0] if _has_unit(match) else match[0][: match.end("n") - match.start()]
    return Detail(Kind.NUMBER, words.strip(), frozenset(forms))


def _values(raw: str, fraction: str | None) -> set[str]:
    """The readings of a number: "1,200" is 1200, "1.200" 1200 and 1.2, "1/2" itself."""
    if fraction:
        return {raw + fraction}
    plain = re.sub(r"['’\u00a0\u202f ]", "", raw)
    parts = re.split(r"[.,]", plain)
    found = set()
    if len(parts) == 1 or all(len(part) == 3 for part in parts[1:]):
        found.add("".join(parts).lstrip("0") or "0")
    if len(parts) >= 2 and (len(parts[-1]) != 3 or len(parts) == 2):
        whole, rest = "".join(parts[:-1]).lstrip("0") or "0", parts[-1].rstrip("0")
        found.add(f"{whole}.{rest}" if rest else whole)
    return found


def _is_decimal(value: str) -> bool:
    return value.replace(".", "", 1).isdigit()


def _decimal(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:g}"


def _cjk(text: str) -> int:
    total, section, digit = 0, 0, 0
    for sign in text:
        if sign in _CJK_DIGIT:
            digit = _CJK_DIGIT[sign]
        elif (scale := _CJK_SCALE[sign]) >= 10_000:
            total += (section + digit or 1) * scale
            section = digit = 0
        else:
            section += (digit or 1) * scale
            digit = 0
    return total + section + digit


def _spelled(text: str) -> _Found:
    """Numbers in words: "twenty-five", "two hundred", "drei"; an article is none."""
    words = list(_SPELLED.finditer(text))
    at = 0
    while at < len(words):
        start, value = at, 0
        for part in re.split("-", words[at][0].casefold()):
            number = marks.SPELLED.get(part)
            if number is None:
                value = -1
                break
            value = value + number if value in marks.TENS and number < 10 else number if not value else -1
        at += 1
        if value < 0:
            continue
        if value in marks.TENS and at < len(words) and 0 < marks.SPELLED.get(words[at][0].casefold(), 0) < 10:
            value += marks.SPELLED[words[at][0].casefold()]
            at += 1
        while at < len(words) and (scale := marks.SCALES.get(words[at][0].casefold())) and scale > 1:
            value *= scale
            at += 1
        first, end = words[start].start(), words[at - 1].end()
        after = _UNIT_AFTER.match(text, end)
        unit = marks.UNITS.get(after[1].casefold(), "") if after else ""
        forms = frozenset({f"n:{value}{unit and ' '}{unit}"})
        yield first, end, Detail(Kind.NUMBER, text[first:end] + (after[0] if unit and after else ""), forms)


def _name(word: str) -> Detail:
    folded = bare(word)
    return Detail(Kind.NAME, word, frozenset({folded, folded.rstrip("s"), f"{folded}s"}))


def clauses(text: str) -> list[str]:
    """The clauses of a sentence."""
    return [clause for clause in _CLAUSE.split(text) if clause.strip()]


def _clauses(text: str, denies: bool, decides: bool) -> Iterator[Detail]:
    if not denies and not decides:
        return
    for clause in clauses(text):
        negated = denies and marks.denies(clause)
        decided = decides and marks.decides(clause)
        if negated or decided:
            terms = frozenset(lexical.terms(clause)) - lexical.STOP_WORDS
            kind = Kind.NEGATION if negated else Kind.DECISION
            if len(terms) >= 2 or (terms and _DENSE.search(clause)):
                yield Detail(kind, clause.strip(" .!…"), terms)
