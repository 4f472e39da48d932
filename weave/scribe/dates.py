"""Dates in words, resolved against the moment they were spoken, in the speaker's own zone. Pure.

Ranges are half-open and whole: "last week" is seven days, "in May" a month. Weeks begin on Monday. Which way
a bare "Friday" or "9 June" points is told by the sentence: words of the future point forward.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from weave.scribe import date_words as words
from weave.scribe.calendar import Period, around, day, month, season, shifted, weekday, year
from weave.scribe.gates import Lazy

__all__ = ["ResolvedDate", "TimeRange", "annotate", "describe", "query_range", "resolve"]


@dataclass(frozen=True, slots=True)
class ResolvedDate:
    """Time words in a text. `start` inclusive, `end` exclusive, both at midnight in the speaker's zone."""

    span: tuple[int, int]
    start: datetime
    end: datetime
    original: str
    relative: bool = True
    """False when the words alone, without a reference, name the same time ("9 June 2023")."""


@dataclass(frozen=True, slots=True)
class TimeRange:
    """The time a question asks about. `start` inclusive, `end` exclusive."""

    start: datetime
    end: datetime

    def closeness(self, moment: datetime) -> float:
        """1 inside; outside it halves with every length of the range (at least a day)."""
        outside = max(self.start - moment, moment - self.end, timedelta(0))
        return float(0.5 ** (outside / max(self.end - self.start, timedelta(days=1))))


@dataclass(frozen=True, slots=True)
class _Context:
    today: date
    forward: bool
    """Whether the sentence speaks of the future."""
    back: bool
    """Whether the time meant cannot lie in the future (a question about the past)."""


Rule = Callable[[re.Match[str], _Context], Period | None]


def _any(keys: dict[str, int] | dict[str, str] | dict[str, tuple[int, int]]) -> str:
    return "|".join(re.escape(k) for k in sorted(keys, key=lambda k: (-len(k), k)))


_NUM = rf"(?:\d{{1,4}}|{_any(words.NUMBERS)})"
_CJK_NUM = r"(?:\d{1,3}|[一二三四五六七八九十两兩]{1,3})"
_UNIT = _any(words.UNITS)
_CJK_UNIT = _any(words.UNITS_UNSPACED)
_WEEKDAY = _any(words.WEEKDAYS)
_FULL_WEEKDAY = _any({k: v for k, v in words.WEEKDAYS.items() if len(k) > 5})
_MONTH = _any(words.MONTHS)
_SEASON = _any(words.SEASONS)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?:19|20)\d\d"
_B, _E = r"(?<![\w])", r"(?![\w])"
_THIS = r"this|this past|this coming|diese[nrms]?|este|esta|ce|cette|questo|questa|esse|essa"
_LAST = r"last|past|previous|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?"
_NEXT = r"next|coming|upcoming|nächste[nrms]?|kommende[nrms]?"
_AFTER_LAST = r"pasad[oa]|dernière?|dernier|scors[oa]|passat[oa]|passad[oa]"
_AFTER_NEXT = r"próxim[oa]|que viene|prochaine?|prochain|prossim[oa]|que vem"


def _number(text: str) -> int:
    lowered = text.lower()
    if lowered.isdigit():
        return int(lowered)
    if lowered in words.NUMBERS:
        return words.NUMBERS[lowered]
    tens, ten, ones = lowered.partition("十")
    if not ten:
        return words.CJK_DIGITS.get(tens, 1)
    return words.CJK_DIGITS.get(tens or "一", 1) * 10 + words.CJK_DIGITS.get(ones or "零", 0)


def _offset(unit: str, count: int, today: date) -> Period:
    kind = words.UNITS.get(unit.lower()) or words.UNITS_UNSPACED[unit]
    if kind == "hour":
        return day(today)
    return shifted(kind, count, today)


def _ago(m: re.Match[str], c: _Context) -> Period:
    return _offset(m["u"], -_number(m["n"]), c.today)


def _ahead(m: re.Match[str], c: _Context) -> Period:
    return _offset(m["u"], _number(m["n"]), c.today)


def _stretch(m: re.Match[str], c: _Context) -> Period:
    start = _offset(m["u"], -_number(m["n"]), c.today)[0]
    kind = words.UNITS[m["u"].lower()]
    first = c.today - timedelta(days=7 * _number(m["n"])) if kind == "week" else start
    return first, c.today + timedelta(days=1)


def _day_word(m: re.Match[str], c: _Context) -> Period | None:
    word = m[0].lower()
    if word == "morgen" and m[0] != "morgen":
        return None  # "guten Morgen"
    offset = words.DAY_WORDS.get(word, words.DAY_WORDS_UNSPACED.get(m[0], 0))
    return day(c.today + timedelta(days=offset))


def _which(word: str | None) -> int | None:
    if not word:
        return None
    lowered = word.lower()
    if re.fullmatch(f"{_LAST}|{_AFTER_LAST}|this past", lowered):
        return -1
    return 1 if re.fullmatch(f"{_NEXT}|{_AFTER_NEXT}|this coming", lowered) else 0


def _relative_unit(m: re.Match[str], c: _Context) -> Period:
    return shifted(words.UNITS[m["u"].lower()], _which(m["w"]) or 0, c.today)


def _weekend(m: re.Match[str], c: _Context) -> Period:
    step = _which(m["w"])
    monday = c.today - timedelta(days=c.today.weekday())
    if step is None:
        step = 0 if c.forward or c.today.weekday() >= 5 else -1
    if step == -1 and (m["w"] or "").lower() == "last" and c.today.weekday() == 6:
        step = -1
    start = monday + timedelta(days=5 + 7 * step)
    return start, start + timedelta(days=2)


def _weekday(m: re.Match[str], c: _Context) -> Period | None:
    return weekday(words.WEEKDAYS[m["d"].lower()], _which(m["w"]), c.today, c.forward and not c.back)


def _cjk_weekday(m: re.Match[str], c: _Context) -> Period:
    monday = c.today - timedelta(days=c.today.weekday())
    step = {"上": -1, "先": -1, "下": 1, "来": 1}.get(m["w"][0], 0)
    return day(monday + timedelta(days=words.CJK_WEEKDAYS[m["d"]] + 7 * step))


def _cjk_unit(m: re.Match[str], c: _Context) -> Period:
    step = {"上": -1, "先": -1, "去": -1, "昨": -1, "下": 1, "来": 1, "明": 1}.get(m["w"][0], 0)
    unit = "week" if m["u"][-1] in "周週拜期" else "month" if m["u"].endswith("月") else "year"
    return shifted(unit, step, c.today)


def _full_date(m: re.Match[str], c: _Context) -> Period | None:
    number = int(m["m"]) if m["m"].isdigit() else words.MONTHS[m["m"].lower().rstrip(".")]
    if m["y"]:
        return day(date(int(m["y"]), number, int(m["d"])))
    return around(number, int(m["d"]), c.today, c.forward and not c.back, c.back)


def _month(m: re.Match[str], c: _Context) -> Period | None:
    name = m["m"]
    if name.lower() in ("may", "mar", "march") and not name[0].isupper():
        return None  # the verbs
    number = words.MONTHS[name.lower()]
    if m["y"]:
        return month(int(m["y"]), number)
    step = _which(m["w"])
    this = month(c.today.year, number)
    if step == -1 or c.back:
        return (
            this
            if this[0] <= c.today and (step != -1 or this[1] <= c.today)
            else month(c.today.year - 1, number)
        )
    if step == 1 or c.forward:
        return (
            this
            if this[1] > c.today and (step != 1 or this[0] > c.today)
            else month(c.today.year + 1, number)
        )
    return this if this[0] <= c.today else month(c.today.year - 1, number)


def _season(m: re.Match[str], c: _Context) -> Period | None:
    first = words.SEASONS[m["s"].lower()]
    if m["y"]:
        return season(int(m["y"]), first)
    step = _which(m["w"])
    candidates = [season(c.today.year + shift, first) for shift in (-2, -1, 0, 1)]
    if step == 1 or (c.forward and not c.back and step != -1):
        return next((p for p in candidates if p[0] > c.today or (step == 0 and p[1] > c.today)), None)
    if step == 0 and not c.back:
        return min(candidates, key=lambda p: abs((p[0] - c.today).days))
    limit = [p for p in candidates if (p[1] if step == -1 else p[0]) <= c.today]
    return limit[-1] if limit else None


def _holiday(m: re.Match[str], c: _Context) -> Period | None:
    number, in_month = words.HOLIDAYS[m["h"].lower().replace("’", "'")]
    step = _which(m["w"])
    return around(number, in_month, c.today, (c.forward and not c.back) or step == 1, c.back or step == -1)


def _iso(m: re.Match[str], _: _Context) -> Period:
    return day(date(int(m["y"]), int(m["m"]), int(m["d"])))


def _slashed(m: re.Match[str], _: _Context) -> Period | None:
    first, second, number = int(m["a"]), int(m["b"]), int(m["y"])
    if m["sep"] == "." or first > 12:
        return day(date(number, second, first))
    if second > 12 or first == second:
        return day(date(number, first, second))
    return None  # 3/4/2024: two readings, so none


def _year(m: re.Match[str], _: _Context) -> Period:
    return year(int(m["y"]))


def _other_day(_: re.Match[str], c: _Context) -> Period:
    return c.today - timedelta(days=7), c.today


def _week_before_last(m: re.Match[str], c: _Context) -> Period:
    return shifted(words.UNITS[m["u"].lower()], -2 if m["w"].lower().startswith("b") else 2, c.today)


def _compile(pattern: str) -> Lazy:
    return Lazy(f"(?i){pattern}")


_LIST: list[tuple[Lazy, Rule, bool]] = [
    (_compile(rf"(?<!\d)(?P<y>{_YEAR})-(?P<m>0[1-9]|1[0-2])-(?P<d>0[1-9]|[12]\d|3[01])(?!\d)"), _iso, False),
    (_compile(rf"(?<!\d)(?P<y>{_YEAR})[/年](?P<m>0?[1-9]|1[0-2])[/月](?P<d>{_DAY})(?!\d)日?"), _iso, False),
    (_compile(rf"(?<![\d./])(?P<a>{_DAY})(?P<sep>[./])(?P<b>{_DAY})(?P=sep)(?P<y>{_YEAR})(?!\d)"), _slashed, False),
    (_compile(rf"{_B}(?P<d>{_DAY})(?:st|nd|rd|th|er|\.|º)?,? (?:of |de |day of )?(?P<m>{_MONTH}){_E}\.?(?:,? (?:de |of )?(?P<y>{_YEAR}){_E})?"), _full_date, False),
    (_compile(rf"{_B}(?P<m>{_MONTH})\.? (?:the )?(?P<d>{_DAY})(?:st|nd|rd|th)?{_E}(?!:\d)(?:,? (?P<y>{_YEAR}){_E})?"), _full_date, False),
    (_compile(rf"(?<!\d)(?:(?P<y>{_YEAR})年)?(?P<m>1[0-2]|[1-9])月(?P<d>{_DAY})[日号號]"), _full_date, False),
    (_compile(rf"{_B}the (?P<u>week|month|year) (?P<w>before last|after next){_E}"), _week_before_last, True),
    (_compile(rf"{_B}(?:{_any(words.DAY_WORDS)}){_E}"), _day_word, True),
    (_compile(_any(words.DAY_WORDS_UNSPACED)), _day_word, True),
    (_compile(rf"{_B}(?:about |around |over |almost |nearly |some |exactly )?(?P<n>{_NUM}) (?P<u>{_UNIT}) (?:ago|back(?! to)|earlier|fa|atrás|na ang nakalipas|na ang nakakaraan){_E}"), _ago, True),
    (_compile(rf"{_B}(?:vor|hace|il y a|há|faz) (?P<n>{_NUM}) (?P<u>{_UNIT}){_E}"), _ago, True),
    (_compile(rf"{_B}(?:in|within|dentro de|en|dans|tra|fra|em|daqui a|sa loob ng) (?P<n>{_NUM}) (?P<u>{_UNIT}){_E}(?!['’]s|'| time| of )"), _ahead, True),
    (_compile(rf"{_B}in (?P<n>{_NUM}) (?P<u>{_UNIT})(?:'s?|’s?) time{_E}"), _ahead, True),
    (_compile(rf"{_B}(?P<n>{_NUM}) (?P<u>{_UNIT}) from (?:now|today){_E}"), _ahead, True),
    (_compile(rf"{_B}(?:in|over|during|for|within) the (?:last|past|previous) (?P<n>{_NUM}) (?P<u>{_UNIT}){_E}"), _stretch, True),
    (_compile(rf"{_B}the (?:last|past) (?P<n>{_NUM}) (?P<u>{_UNIT}){_E}"), _stretch, True),
    (_compile(rf"(?P<n>{_CJK_NUM})(?:个|個)?(?P<u>{_CJK_UNIT})(?:之)?前"), _ago, True),
    (_compile(rf"(?P<n>{_CJK_NUM})(?:个|個)?(?P<u>{_CJK_UNIT})(?:之)?[后後]"), _ahead, True),
    (_compile(r"(?P<w>上个?|上個|下个?|下個|这个?|這個|本|先|来|今|毎)(?:周|週|星期|礼拜)(?:の)?(?P<d>[一二三四五六日天月火水木金土])(?:曜日?)?(?!間)"), _cjk_weekday, True),
    (_compile(r"(?P<w>上个?|上個|下个?|下個|这个?|這個|本|先|来|今)(?P<u>周|週|星期|礼拜|月)(?!間)"), _cjk_unit, True),
    (_compile(r"(?P<w>去|昨|今|明|来)(?P<u>年)"), _cjk_unit, True),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT}) )(?P<u>{_UNIT}){_E}(?! of )"), _relative_unit, True),
    (_compile(rf"{_B}(?:(?:the|la|le|il|el|o|a|l') ?)?(?P<u>{_UNIT}) (?P<w>{_AFTER_LAST}|{_AFTER_NEXT}){_E}"), _relative_unit, True),
    (_compile(rf"{_B}noong (?:isang|nakaraang) (?P<u>linggo|buwan|taon)(?P<w>){_E}"), lambda m, c: shifted(words.UNITS[m["u"].lower()], -1, c.today), True),
    (_compile(rf"{_B}sa susunod na (?P<u>linggo|buwan|taon)(?P<w>){_E}"), lambda m, c: shifted(words.UNITS[m["u"].lower()], 1, c.today), True),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT})|over the|at the|on the|during the|am|este) (?:weekend|wochenende|fin de semana){_E}(?!s)"), _weekend, True),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT}) |(?<=on )|(?<=am )|(?<=el )|(?<=by )|(?<=until )|(?<=since )|(?<=from ))(?P<d>{_WEEKDAY}){_E}(?: (?:morning|afternoon|evening|night))?"), _weekday, True),
    (_compile(rf"{_B}(?P<d>{_FULL_WEEKDAY}) (?P<w>{_AFTER_LAST}|{_AFTER_NEXT}){_E}"), _weekday, True),
    (_compile(rf"{_B}(?<!every )(?<!each )(?<!jeden )(?<!chaque )(?P<w>)(?P<d>{_FULL_WEEKDAY}){_E}(?: (?:morning|afternoon|evening|night))?"), _weekday, True),
    (_compile(rf"{_B}(?:(?P<w>{_LAST}|{_NEXT}|this)|early|mid|late|in|since|until|till|by|from|between|and|during|through|before|after|of|end of|around|im|seit|bis|en|em|de|desde|hasta|depuis|a|dal|noong)[ -](?:early |mid-?|late |the end of )?(?P<m>{_MONTH})(?:,? (?:de )?(?P<y>{_YEAR}))?{_E}"), _month, True),
    (_compile(rf"{_B}(?P<w>)(?P<m>{_MONTH}),? (?:de )?(?P<y>{_YEAR}){_E}"), _month, False),
    (_compile(rf"(?<!\d)(?P<y>{_YEAR})[年-](?P<m>0?[1-9]|1[0-2])(?:月|(?![\d-]))"), lambda m, c: month(int(m["y"]), int(m["m"])), False),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT})|in|during|since|until|over|by|im|en|au|in the|over the|during the|im letzten) (?P<s>{_SEASON})(?: (?:of )?(?P<y>{_YEAR}))?{_E}"), _season, True),
    (_compile(rf"{_B}(?P<w>)(?P<s>{_SEASON}) (?:of )?(?P<y>{_YEAR}){_E}"), _season, False),
    (_compile(rf"{_B}(?:(?P<w>{_LAST}|{_NEXT}|this) |(?<=on )|(?<=at )|(?<=for )|(?<=over )|(?<=since ))(?P<h>{_any(words.HOLIDAYS)}){_E}"), _holiday, True),
    (_compile(rf"{_B}(?:in|since|from|until|till|during|by|before|after|of|back in|seit|bis|en|desde|hasta|depuis|em|dal|noong|around|year) (?P<y>{_YEAR}){_E}(?![-/.]\d)"), _year, False),
    (_compile(rf"{_B}the other (?:day|night|week|evening){_E}"), _other_day, True),
]  # fmt: skip

_FORWARD = re.compile(
    r"(?i)['’]ll\b|(?<!\w)(?:will|won't|shall|going to|gonna|next|upcoming|tomorrow|plan(?:s|ning)? to|planned|scheduled|due|deadline"
    r"|until|till|starting|as of|from|by|see you|let's|looking forward|can't wait|about to|have to|need to|(?:am|are|is) \w+ing"
    r"|we're|remind|booked|expires?|werde|wird|ab|bis|voy a|va a|hasta|je vais|jusqu|vado|vou|até)(?!\w)|から|まで"
)
_ASKS_AHEAD = re.compile(
    r"(?i)['’]ll\b|(?<!\w)(?:will|going to|next|upcoming|coming|tomorrow|plan(?:s|ned|ning)?)(?!\w)"
)
_ASKS_BACK = re.compile(r"(?i)(?<!\w)(?:did|was|were|had|happened)(?!\w)")
_BACKWARD = re.compile(
    r"(?i)(?<!\w)(?:did|was|were|had|went|since|last|ago|been|seit|desde|depuis)(?!\w)|\w{2,}ed(?!\w)"
)
_CLAUSE = re.compile(r"[.!?;\n。！？]")


def _forward(text: str, at: int, end: int) -> bool:
    """Whether the clause around speaks of the future; a past tense close by outweighs it."""
    start = max((m.end() for m in _CLAUSE.finditer(text, max(0, at - 200), at)), default=max(0, at - 200))
    stop = _CLAUSE.search(text, end, end + 120)
    clause = text[start : stop.start() if stop else end + 120]
    if re.search(r"(?i)(?:from|starting|as of|until|till|by|beginning|ab|bis)(?: the)? ?$", text[start:at]):
        return not re.search(r"(?i)\b(?:was|were|did|had|went)\b", clause)
    return bool(_FORWARD.search(clause)) and not _BACKWARD.search(clause)


def _moment(day_: date, reference: datetime) -> datetime:
    return datetime.combine(day_, time.min, tzinfo=reference.tzinfo or UTC)


_LIMIT = 20_000
"""Characters read for dates: more than anybody says in one turn, and a bound on hostile text."""
_NEAR = 48
"""Characters around a date word within which its whole phrase lies."""
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\x00-\u0590]", re.IGNORECASE)


def _vocabulary() -> dict[str, set[str]]:
    """For each telling word, the groups of rules that it can begin to satisfy."""
    groups: dict[str, set[str]] = {}
    tables: dict[str, Iterable[str]] = {
        "d": words.DAY_WORDS,
        "u": words.UNITS,
        "w": words.WEEKDAYS,
        "m": words.MONTHS,
        "s": words.SEASONS,
        "h": words.HOLIDAYS,
    }
    for group, table in tables.items():
        for phrase in table:
            last = re.findall(r"[^\W\d_]+", phrase)[-1]
            groups.setdefault(last, set()).add(group)
    for word in ("weekend", "wochenende", "fin", "semana", "other", "noong", "susunod"):
        groups.setdefault(word, set()).add("o")
    return groups


_GROUPS = _vocabulary()
_QUICK = re.compile(r"[a-z]{2,}|(?:19|20)\d\d")
_GROUPS.update({str(year): {"9"} for year in range(1900, 2100)})
_CJK = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _group_of(pattern: str) -> str:
    """Which group's words a rule's pattern cannot match without."""
    for name, source in (
        ("m", _MONTH),
        ("w", _WEEKDAY),
        ("w", _FULL_WEEKDAY),
        ("s", _SEASON),
        ("h", _any(words.HOLIDAYS)),
        ("d", _any(words.DAY_WORDS)),
        ("u", _UNIT),
    ):
        if source in pattern:
            return name
    if _CJK.search(pattern):
        return "c"
    return "9" if _YEAR in pattern else "u" if "week|month" in pattern else "o"


_RULES = [(pattern, rule, relative, _group_of(pattern.source)) for pattern, rule, relative in _LIST]


def _windows(text: str) -> list[tuple[int, int, set[str]]]:
    """The stretches of text around telling words, with the groups of these words; most text has none."""
    found: list[tuple[int, int, set[str]]] = []
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word.isdigit():
            groups = {"9"} if len(word) == 4 and word[:2] in ("19", "20") else set()
        elif _CJK.match(word):
            groups = {"c", "9"}
        else:
            groups = _GROUPS.get(word.lower(), set())
        if not groups:
            continue
        low, high = max(0, token.start() - _NEAR), token.end() + _NEAR
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], high, found[-1][2] | groups)
        else:
            found.append((low, high, set(groups)))
    return found


def _read(
    match: re.Match[str], rule: Rule, relative: bool, reference: datetime, back: bool
) -> ResolvedDate | None:
    text = match.string
    context = _Context(reference.date(), _forward(text, match.start(), match.end()), back)
    try:
        period = rule(match, context)
        if period is None:
            return None
        start, end = (_moment(d, reference) for d in period)
    except (ValueError, OverflowError):
        return None
    bare = "y" in match.re.groupindex and not match["y"]
    return ResolvedDate(
        match.span(), start, end, match[0], relative if not match.re.groupindex.get("y") else bare
    )


@lru_cache(maxsize=512)
def _scan(text: str, reference: datetime, back: bool) -> list[ResolvedDate]:
    """Cached: an episode, its facts and its occurrence ask for the same sentence."""
    head = text[:_LIMIT]
    if head.isascii() and _GROUPS.keys().isdisjoint(_QUICK.findall(head.lower())):
        return []
    found: list[ResolvedDate] = []
    for low, high, groups in _windows(head):
        for pattern, rule, relative, group in _RULES:
            if group in groups:
                read = (_read(m, rule, relative, reference, back) for m in pattern.finditer(head, low, high))
                found += [r for r in read if r]
    return found


def _without_overlaps(found: list[ResolvedDate]) -> list[ResolvedDate]:
    """Of overlapping readings the most exact, then the longest."""
    kept: list[ResolvedDate] = []
    for date_ in sorted(set(found), key=lambda d: (d.span[0], -d.span[1])):
        if not kept or date_.span[0] >= kept[-1].span[1]:
            kept.append(date_)
        elif _exactness(date_) > _exactness(kept[-1]):
            kept[-1] = date_
    return kept


def _exactness(found: ResolvedDate) -> tuple[float, int]:
    return -(found.end - found.start).total_seconds(), found.span[1] - found.span[0]


def resolve(text: str, time: datetime) -> list[ResolvedDate]:
    """The time words of `text`, spoken at `time` (aware; its zone is the speaker's), in order.

    Reads the first 20,000 characters.
    """
    return _without_overlaps(_scan(text, time, back=False))


_BETWEEN = re.compile(r"(?i)(?<!\w)(?:between|from|zwischen|entre)\s*$")
_SINCE = re.compile(r"(?i)(?<!\w)(?:since|seit|desde|depuis|after|nach|starting)\s*(?:the\s*)?$")
_BEFORE = re.compile(r"(?i)(?<!\w)(?:before|until|till|up to|prior to|vor|bis|antes de|avant)\s*(?:the\s*)?$")
_LATELY = re.compile(
    r"(?i)(?<!\w)(?:recently|lately|in letzter zeit|kürzlich|últimamente|récemment)(?!\w)|最近"
)
_LONG = timedelta(days=3653)


def _bounded(found: ResolvedDate, text: str, now: datetime) -> TimeRange:
    before = text[: found.span[0]] + " "
    inside = found.original.lower()
    if _SINCE.search(before) or re.match(r"since|after|seit|desde|depuis", inside):
        return TimeRange(found.start, max(now, found.end))
    if _BEFORE.search(before) or re.match(r"before|until|till", inside):
        return TimeRange(found.start - _LONG, found.start)
    return TimeRange(found.start, found.end)


def query_range(text: str, now: datetime) -> TimeRange | None:
    """The soft range that the time words of a question ask about; None when it has none.

    A question looks back: "in May" is the latest May begun, unless it says "next" or "will".
    """
    back = _ASKS_BACK.search(text[:4000]) is not None or _ASKS_AHEAD.search(text[:4000]) is None
    found = _without_overlaps(_scan(text[:4000], now, back=back))
    if not found:
        return TimeRange(now - timedelta(days=14), now) if _LATELY.search(text[:4000]) else None
    try:
        ranges = [_bounded(f, text, now) for f in found]
    except OverflowError:
        return None
    if len(found) > 1 and not _BETWEEN.search(text[: found[0].span[0]]) and " and " not in text:
        return min(ranges, key=lambda r: r.end - r.start)
    return TimeRange(min(r.start for r in ranges), max(r.end for r in ranges))


def describe(start: datetime, end: datetime) -> str:
    """A range as short as it can be written: a day, a month, a year, or "first to last"."""
    last = (end - timedelta(days=1)).date()
    first = start.date()
    if first == last:
        return first.isoformat()
    if (
        first.day == 1
        and (last + timedelta(days=1)).day == 1
        and first.month == last.month
        and first.year == last.year
    ):
        return f"{first:%Y-%m}"
    if (first.month, first.day, last.month, last.day) == (1, 1, 12, 31) and first.year == last.year:
        return f"{first:%Y}"
    return f"{first.isoformat()} to {last.isoformat()}"


def annotate(text: str, time: datetime) -> str:
    """`text` with each relative date's meaning in brackets after its words: "yesterday [2024-11-27]"."""
    pieces, position = [], 0
    for found in resolve(text, time):
        if found.relative:
            pieces.append(f"{text[position : found.span[1]]} [{describe(found.start, found.end)}]")
            position = found.span[1]
    return "".join(pieces) + text[position:]
