"""The rules by which words become periods of days: one pattern and one small function a shape of words. Pure.

Each rule belongs to a group of telling words ("m" months, "w" weekdays, "u" units …) without which it cannot match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from weave.scribe import date_words as words
from weave.scribe.calendar import Period, around, day, month, season, shifted, weekday, year
from weave.scribe.gates import Lazy
from weave.scribe.tense import Tense, tense_at

__all__ = ["CJK", "GROUPS", "RULES", "Context", "Rule", "any_of", "count_of"]


@dataclass(frozen=True, slots=True)
class Context:
    """What a rule knows of the sentence around the time words."""

    today: date
    asked: bool = False
    """Whether the words stand in a question, which looks back unless it says otherwise."""
    back: bool = False
    """Whether the time meant cannot lie in the future (a question about the past)."""

    def tense(self, m: re.Match[str]) -> Tense:
        """BACK or AHEAD as the words around tell it, OPEN when they do not."""
        told = Tense.BACK if self.back else tense_at(m.string, m.start(), m.end())
        if self.asked and told in (Tense.NOMINAL, Tense.OPEN):
            return Tense.BACK
        return Tense.AHEAD if told is Tense.NOMINAL else told


Rule = Callable[[re.Match[str], Context], Period | None]


def any_of(keys: Iterable[str]) -> str:
    """A pattern for one of these words, the longest first."""
    return "|".join(re.escape(k) for k in sorted(keys, key=lambda k: (-len(k), k)))


_NUM = rf"(?:\d{{1,4}}|{any_of(words.NUMBERS)})"
_CJK_NUM = r"(?:\d{1,3}|[一二三四五六七八九十两兩]{1,3})"
_UNIT = any_of(words.UNITS)
_CJK_UNIT = any_of(words.UNITS_UNSPACED)
_WEEKDAY = any_of(words.WEEKDAYS)
_FULL_WEEKDAY = any_of({k: v for k, v in words.WEEKDAYS.items() if len(k) > 4 and k != "thurs"})
_MONTH = any_of(words.MONTHS)
_SEASON = any_of(words.SEASONS)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_YEAR = r"(?:19|20)\d\d"
_B, _E = r"(?<![\w])", r"(?![\w])"
_THIS = r"this|this past|this coming|diese[nrms]?|este|esta|ce|cette|questo|questa|esse|essa"
_LAST = r"last|past|previous|letzte[nrms]?|vorige[nrms]?|vergangene[nrms]?"
_NEXT = r"next|coming|upcoming|nächste[nrms]?|kommende[nrms]?|próxim[oa]|prossim[oa]"
_AFTER_LAST = r"pasad[oa]|dernière?|dernier|scors[oa]|passat[oa]|passad[oa]"
_AFTER_NEXT = r"próxim[oa]|que viene|prochaine?|prochain|prossim[oa]|que vem"


def count_of(text: str) -> int:
    """What a count says, in digits or in words."""
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


def _ago(m: re.Match[str], c: Context) -> Period:
    return _offset(m["u"], -count_of(m["n"]), c.today)


def _ahead(m: re.Match[str], c: Context) -> Period:
    return _offset(m["u"], count_of(m["n"]), c.today)


def _stretch(m: re.Match[str], c: Context) -> Period:
    start = _offset(m["u"], -count_of(m["n"]), c.today)[0]
    kind = words.UNITS[m["u"].lower()]
    first = c.today - timedelta(days=7 * count_of(m["n"])) if kind == "week" else start
    return first, c.today + timedelta(days=1)


def _day_word(m: re.Match[str], c: Context) -> Period | None:
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


def _relative_unit(m: re.Match[str], c: Context) -> Period:
    return shifted(words.UNITS[m["u"].lower()], _which(m["w"]) or 0, c.today)


def _weekend(m: re.Match[str], c: Context) -> Period | None:
    step = _which(m["w"])
    monday = c.today - timedelta(days=c.today.weekday())
    if step is None:
        tense = c.tense(m)
        if tense is Tense.OPEN and not re.match("(?i)over|during", m[0]):
            return None
        step = 0 if tense is Tense.AHEAD or c.today.weekday() >= 5 else -1
    start = monday + timedelta(days=5 + 7 * step)
    return start, start + timedelta(days=2)


def _weekday(m: re.Match[str], c: Context) -> Period | None:
    number, step = words.WEEKDAYS[m["d"].lower()], _which(m["w"])
    if step in (-1, 1):
        return weekday(number, step, c.today, forward=step == 1)
    tense = c.tense(m)
    if step == 0:  # "this Monday I went"
        return (
            day(c.today - timedelta(days=(c.today.weekday() - number) % 7))
            if tense is Tense.BACK
            else weekday(number, 0, c.today, forward=True)
        )
    if tense is Tense.OPEN or (not c.asked and _in_a_row(m)):
        return None
    return weekday(number, None, c.today, tense is Tense.AHEAD)


def _in_a_row(m: re.Match[str]) -> bool:
    """Whether two weekdays span a stretch ("Tuesday to Friday"): a habit, no day."""
    before, after = m.string[max(0, m.start() - 24) : m.start()], m.string[m.end() : m.end() + 24]
    return bool(_ROW_BEFORE.search(before) or _ROW_AFTER.search(after))


def _cjk_weekday(m: re.Match[str], c: Context) -> Period:
    monday = c.today - timedelta(days=c.today.weekday())
    step = {"上": -1, "先": -1, "下": 1, "来": 1}.get(m["w"][0], 0)
    return day(monday + timedelta(days=words.CJK_WEEKDAYS[m["d"]] + 7 * step))


def _cjk_unit(m: re.Match[str], c: Context) -> Period:
    step = {"上": -1, "先": -1, "去": -1, "昨": -1, "下": 1, "来": 1, "明": 1}.get(m["w"][0], 0)
    unit = "week" if m["u"][-1] in "周週拜期" else "month" if m["u"].endswith("月") else "year"
    return shifted(unit, step, c.today)


def _full_date(m: re.Match[str], c: Context) -> Period | None:
    number = int(m["m"]) if m["m"].isdigit() else words.MONTHS[m["m"].lower().rstrip(".")]
    if m["y"]:
        return day(date(int(m["y"]), number, int(m["d"])))
    tense = c.tense(m)
    return around(number, int(m["d"]), c.today, tense is Tense.AHEAD, tense is Tense.BACK)


def _month(m: re.Match[str], c: Context) -> Period | None:
    name = m["m"]
    if name.lower() in ("may", "mar", "march") and not name[0].isupper():
        return None  # the verbs
    number = words.MONTHS[name.lower()]
    if m["y"]:
        return month(int(m["y"]), number)
    step = _which(m["w"])
    this = month(c.today.year, number)
    if step == 0:
        return this
    tense = {-1: Tense.BACK, 1: Tense.AHEAD}.get(step or 0) or c.tense(m)
    if tense is Tense.BACK:
        begun = this[0] <= c.today and (step is None or this[1] <= c.today)
        return this if begun else month(c.today.year - 1, number)
    if tense is Tense.OPEN or (step is None and timedelta(0) < this[1] - c.today <= _NEARLY_OVER):
        return None
    ahead = this[1] > c.today and (step is None or this[0] > c.today)
    return this if ahead else month(c.today.year + 1, number)


_NEARLY_OVER = timedelta(days=2)
"""On the last days of December "in December" may be this one or the next."""


def _season(m: re.Match[str], c: Context) -> Period | None:
    first = words.SEASONS[m["s"].lower()]
    if m["y"]:
        return season(int(m["y"]), first)
    step = _which(m["w"])
    candidates = [season(c.today.year + shift, first) for shift in (-2, -1, 0, 1)]
    tense = {-1: Tense.BACK, 1: Tense.AHEAD}.get(step or 0) or c.tense(m)
    if tense is Tense.AHEAD:
        return next((p for p in candidates if (p[0] if step == 1 else p[1]) > c.today), None)
    if step == 0 and tense is Tense.OPEN:
        return min(candidates, key=lambda p: abs((p[0] - c.today).days))
    if tense is Tense.OPEN:
        return None
    limit = [p for p in candidates if (p[1] if step == -1 else p[0]) <= c.today]
    return limit[-1] if limit else None


def _holiday(m: re.Match[str], c: Context) -> Period | None:
    number, in_month = words.HOLIDAYS[m["h"].lower().replace("’", "'")]
    step = _which(m["w"])
    tense = {-1: Tense.BACK, 1: Tense.AHEAD}.get(step or 0) or c.tense(m)
    return around(number, in_month, c.today, tense is Tense.AHEAD, tense is Tense.BACK)


def _iso(m: re.Match[str], _: Context) -> Period:
    return day(date(int(m["y"]), int(m["m"]), int(m["d"])))


def _slashed(m: re.Match[str], _: Context) -> Period | None:
    first, second, number = int(m["a"]), int(m["b"]), int(m["y"])
    if m["sep"] == "." or first > 12:
        return day(date(number, second, first))
    if second > 12 or first == second:
        return day(date(number, first, second))
    return None  # 3/4/2024: two readings, so none


def _year(m: re.Match[str], _: Context) -> Period:
    return year(int(m["y"]))


def _other_day(_: re.Match[str], c: Context) -> Period:
    return c.today - timedelta(days=7), c.today


def _week_before_last(m: re.Match[str], c: Context) -> Period:
    return shifted(words.UNITS[m["u"].lower()], -2 if m["w"].lower().startswith("b") else 2, c.today)


_ROW_BEFORE = Lazy(rf"(?i)(?:{_WEEKDAY})s? ?(?:to|through|thru|till|until|bis|–|-|à|al?) ?$")
_ROW_AFTER = Lazy(rf"(?i)^s? ?(?:to|through|thru|bis|–|-|à|al?) ?(?:{_WEEKDAY})(?!\w)")


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
    (_compile(rf"{_B}(?:{any_of(words.DAY_WORDS)}){_E}"), _day_word, True),
    (_compile(any_of(words.DAY_WORDS_UNSPACED)), _day_word, True),
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
    (_compile(rf"{_B}(?<!every )(?<!each )(?<!jeden )(?<!chaque )(?<!los )(?<!le )(?P<w>)(?P<d>{_FULL_WEEKDAY}){_E}(?: (?:morning|afternoon|evening|night))?"), _weekday, True),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT})|early|for|für|pour|para|per|mid|late|in|since|until|till|by|from|between|and|during|through|before|after|of|end of|around|im|seit|bis|en|em|de|desde|hasta|depuis|a|dal|noong)[ -](?:early |mid-?|late |the end of )?(?P<m>{_MONTH})(?:,? (?:de )?(?P<y>{_YEAR}))?{_E}"), _month, True),
    (_compile(rf"{_B}(?:(?:en|in|em) )?(?P<m>{_MONTH}) (?P<w>{_AFTER_LAST}|{_AFTER_NEXT})(?P<y>){_E}"), _month, True),
    (_compile(rf"{_B}(?P<w>)(?P<m>{_MONTH}),? (?:de )?(?P<y>{_YEAR}){_E}"), _month, False),
    (_compile(rf"(?<!\d)(?P<y>{_YEAR})[年-](?P<m>0?[1-9]|1[0-2])(?:月|(?![\d-]))"), lambda m, c: month(int(m["y"]), int(m["m"])), False),
    (_compile(rf"{_B}(?:(?P<w>{_THIS}|{_LAST}|{_NEXT})|in|during|since|until|over|by|im|en|au|in the|over the|during the|im letzten) (?P<s>{_SEASON})(?: (?:of )?(?P<y>{_YEAR}))?{_E}"), _season, True),
    (_compile(rf"{_B}(?P<w>)(?P<s>{_SEASON}) (?:of )?(?P<y>{_YEAR}){_E}"), _season, False),
    (_compile(rf"{_B}(?:(?P<w>{_LAST}|{_NEXT}|this) |(?<=on )|(?<=at )|(?<=for )|(?<=over )|(?<=since ))(?P<h>{any_of(words.HOLIDAYS)}){_E}"), _holiday, True),
    (_compile(rf"{_B}(?:in|since|from|until|till|during|by|before|after|of|back in|seit|bis|en|desde|hasta|depuis|em|dal|noong|around|year) (?P<y>{_YEAR}){_E}(?![-/.]\d)"), _year, False),
    (_compile(rf"{_B}the other (?:day|night|week|evening){_E}"), _other_day, True),
]  # fmt: skip


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


GROUPS = _vocabulary()
GROUPS.update({str(year): {"9"} for year in range(1900, 2100)})
CJK = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def _group_of(pattern: str) -> str:
    """Which group's words a rule's pattern cannot match without."""
    for name, source in (
        ("m", _MONTH),
        ("w", _WEEKDAY),
        ("w", _FULL_WEEKDAY),
        ("s", _SEASON),
        ("h", any_of(words.HOLIDAYS)),
        ("d", any_of(words.DAY_WORDS)),
        ("u", _UNIT),
    ):
        if source in pattern:
            return name
    if CJK.search(pattern):
        return "c"
    return "9" if _YEAR in pattern else "u" if "week|month" in pattern else "o"


RULES = [(pattern, rule, relative, _group_of(pattern.source)) for pattern, rule, relative in _LIST]
