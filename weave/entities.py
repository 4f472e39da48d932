"""The names in a text, found without a model: what the graph hangs a memory on when no fact was extracted.

Conservative on purpose: a missed name costs one edge, an invented one joins what has nothing in common.
Pure functions; the same text gives the same names, in order of appearance.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from weave import sameness
from weave.bonds import ALIAS
from weave.model import Memory

USER = "user"
"""The key of the entity that is the person; "I", "me" and "my" in a question mean it."""

_LONGEST_TEXT = 20_000
_MOST_NAMES = 24
_LONGEST_KEY = 120

_WORD = r"[^\W\d_](?:[\w'’&-]|\.(?=[^\W\d_]))*"
_RUN = re.compile(
    rf"{_WORD}(?:[ \t]+(?:(?:of|de|da|di|del|della|der|van|von|la|le|bin|al|y)[ \t]+){{0,2}}{_WORD})*"
)
_TOKEN = re.compile(r"[^\W_][\w'’&.-]*")
_SENTENCE = re.compile(r"(?<=[.!?。！？…])[\"'”’)\]]*\s+|\n+|(?<=[。！？])|[:;]\s+")
_NOISE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|https?://\S+|[\w.+-]{1,64}@[\w.-]{1,80}", re.DOTALL)
_QUOTED = re.compile(
    r"“([^“”\n]{2,60})”|\"([^\"\n]{2,60})\"|«([^«»\n]{2,60})»|[「『《〈]([^「」『』《》〈〉\n]{2,40})[」』》〉]"
)
_HANDLE = re.compile(r"(?<![\w@.])@([A-Za-z][\w-]{2,30})")
_KATAKANA = re.compile(r"[ァ-ヺー]{2,}(?:・[ァ-ヺー]{2,})*")
_HONORIFIC = re.compile(r"([一-鿿々]{1,4}|[ァ-ヺー・]{2,10})(?:さん|様|ちゃん|くん|氏|先生|先輩)")
_CHINESE_TITLE = re.compile(r"(?<![一-鿿])([一-鿿]{1,3}?)(?=先生|女士|小姐|老师|教授|医生|經理|经理)")
_KOREAN = re.compile(r"([가-힣]{2,4}) ?(?=씨|님)")
_VOCATIVE = re.compile(
    r"(?:(?<=^)|(?<=[.!?] ))(?i:hey|hi|hello|thanks|thank you|wow|oh|yeah|yes|yep|no|sure|congrats|congratulations|bye|dear|sorry|"
    r"good (?:morning|night|evening)|well done|great|cool|nice|awesome|okay|ok|true|totally|absolutely|exactly|of course)"
    r",? (?P<who>[^\W\d_a-z][\w'’-]*)(?=[,.!?;…])|(?<=[^\W_A-Z]), (?P<last>[^\W\d_a-z][\w'’-]*)(?=[!?…]+(?:\s|$))",
    re.MULTILINE,
)
"""Whom a sentence is said to is not whom it is about."""
_SPEAKER = re.compile(r"\A([^\W\d_][\w .'’-]{0,39}): ")
_CONNECTORS = frozenset("of de da di del della der van von la le bin al y".split())
_ROLES = frozenset("user assistant tool other system".split())
_NEVER = frozenset(
    """i i'm i've i'll i'd me my mine myself we our us you your he she it they his her its their this that these
    those the a an and or but so if then when where what which who whom whose why how yes no not ok okay oh hey hi
    hello well thanks thank please sorry sure maybe also just now today tomorrow yesterday tonight there here is
    are was were be been do does did done have has had can could will would shall should may might must let let's
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august
    september october november december mon tue wed thu fri sat sun jan feb mar apr jun jul aug sep sept oct nov
    dec am pm lol omg wow haha yeah yep nope mr mrs ms dr to in on at by for from with as of up about into over
    after before since during while because than too very really some any all each every both more most such only
    own same once again ever never always often don't doesn't didn't isn't aren't wasn't can't won't it's that's
    what's there's he's she's they're we're you're""".split()
)
_FIRST_PERSON = frozenset("i me my mine myself i'm i've i'll i'd".split())
_MINE = _FIRST_PERSON | frozenset(
    "our we mi mis yo meine mein meiner meinem ich mon mes je mio mia io meu minha eu aking ako".split()
)
_MINE_UNSPACED = re.compile(r"[我俺]|私|僕|나의|내 |제 |우리")
_CJK = re.compile(r"[぀-ヿ一-鿿가-힣฀-๿々ー]+")


def key(name: str) -> str:
    """What two spellings of one name share in the graph: `sameness.key`, without a possessive, cut to 120 letters."""
    return sameness.key(clean(name).replace("’", "'")).removesuffix("'s")[:_LONGEST_KEY].strip()


def clean(text: str) -> str:
    """`text` without what no store takes: NUL bytes and lone surrogates."""
    return text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")


def of_memory(memory: Memory) -> tuple[str, ...]:
    """The names a memory is hung on: those of its facts, or those found in its text."""
    found = [name for fact in memory.facts for name in (fact.subject, fact.object)]
    if all(fact.predicate == ALIAS for fact in memory.facts):
        found += names(memory.text)
    return _distinct(found)


def names(text: str) -> tuple[str, ...]:
    """People, places, titles and things named in `text`, as written, at most 24."""
    text = clean(text[:_LONGEST_TEXT])
    speaker = _SPEAKER.match(text)
    found = [speaker.group(1)] if speaker and _may_speak(speaker.group(1)) else []
    plain = _NOISE.sub(" ", text[speaker.end() :] if speaker else text)
    plain = _VOCATIVE.sub(lambda match: " " * len(match.group()), plain)
    found += [
        next(group for group in match.groups() if group) for match in _QUOTED.finditer(plain) if _title(match)
    ]
    found += _capitalised(plain)
    found += [
        match.group(1)
        for pattern in (_HANDLE, _HONORIFIC, _CHINESE_TITLE, _KOREAN)
        for match in pattern.finditer(plain)
    ]
    found += [match.group() for match in _KATAKANA.finditer(plain)]
    return _distinct(found)


def _may_speak(name: str) -> bool:
    return name[:1].isupper() and len(name.split()) <= 4 and key(name) not in _ROLES | _NEVER


def _title(match: re.Match[str]) -> bool:
    """Whether something in quotes is a title rather than a quoted remark."""
    inner = next(group for group in match.groups() if group)
    words = inner.split()
    big = [word for word in words if word[:1].isupper() and key(word) not in _NEVER]
    return bool(_CJK.search(inner)) or (len(words) <= 8 and len(big) * 2 > len(words))


def _capitalised(text: str) -> Iterator[str]:
    """Runs of capitalised words; a single one counts only inside a sentence, where a capital means something."""
    for sentence in _SENTENCE.split(text):
        if not sentence or _shouted(sentence):
            continue
        opening = True
        for run in _RUN.finditer(sentence):
            yield from _names_of_run(
                run.group().split(), opening and not sentence[: run.start()].strip(" \"'“‘(*-")
            )
            opening = False


def _shouted(sentence: str) -> bool:
    """Whether capitals mean nothing here: a heading, or text written in capitals."""
    words = [word for word in re.findall(_WORD, sentence) if len(word) > 1]
    big = sum(word[0].isupper() for word in words)
    return len(words) > 4 and big * 10 > len(words) * 7


def _names_of_run(words: list[str], opening: bool) -> Iterator[str]:
    """The capitalised stretches of a run of words, without the words that are no names."""
    stretch: list[str] = []
    start = 0
    for place, word in enumerate([*words, ""]):
        if word and _is_big(word):
            if not stretch:
                start = place
            stretch.append(word)
        elif word in _CONNECTORS and stretch:
            stretch.append(word)
        else:
            yield from _close(stretch, opening and start == 0)
            stretch = []


def _is_big(word: str) -> bool:
    return word[:1].isupper() and key(word) not in _NEVER and word.casefold().replace("’", "'") not in _NEVER


def _close(stretch: list[str], at_start: bool) -> Iterator[str]:
    while stretch and stretch[-1] in _CONNECTORS:
        stretch = stretch[:-1]
    if not stretch or (len(stretch) == 1 and (at_start or len(stretch[0]) < 2)):
        return
    yield " ".join(stretch)


def _distinct(found: list[str]) -> tuple[str, ...]:
    """One name for each key, the first spelling seen."""
    kept: dict[str, str] = {}
    for name in found:
        cleaned = " ".join(clean(name).split())
        for suffix in ("'s", "’s"):
            cleaned = cleaned.removesuffix(suffix)
        cleaned = cleaned.rstrip(".,;:!?'’")
        if key(cleaned):
            kept.setdefault(key(cleaned), cleaned)
    return tuple(kept.values())[:_MOST_NAMES]


def phrases(question: str, longest: int = 4) -> dict[str, tuple[int, int]]:
    """Every key that the question could be naming, with the span of words it covers.

    Words up to `longest` together; runs of scripts without spaces are cut into pieces of 2 to 8 characters.
    """
    words = [key(token) for token in _TOKEN.findall(clean(question)[:2_000])][:64]
    found: dict[str, tuple[int, int]] = {}
    for size in range(min(longest, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            span = words[start : start + size]
            if not all(word in _NEVER or not word for word in span) and span[0]:
                found.setdefault(" ".join(span), (start, start + size))
    if any(word in _FIRST_PERSON for word in words):
        found.setdefault(USER, (-1, 0))
    found.update(_pieces(question, len(words)))
    return found


def _pieces(question: str, offset: int) -> dict[str, tuple[int, int]]:
    """Substrings of unspaced scripts; their spans count characters, after those of the words."""
    found: dict[str, tuple[int, int]] = {}
    for run in _CJK.finditer(clean(question)[:120]):
        text = unicodedata.normalize("NFKC", run.group()).casefold()
        for size in range(min(8, len(text)), 1, -1):
            for start in range(len(text) - size + 1):
                place = offset + run.start() + start
                found.setdefault(text[start : start + size], (place, place + size))
    return found


def of_the_person(question: str) -> bool:
    """Whether a question speaks of something of the person's own ("my sister", in several languages)."""
    text = clean(question)[:2_000]
    return bool(_MINE_UNSPACED.search(text)) or any(key(token) in _MINE for token in _TOKEN.findall(text))


def unspaced(text: str) -> tuple[str, ...]:
    """The stretches of scripts without spaces in the first letters of a text."""
    return tuple(_CJK.findall(clean(text)[:120]))


def words(question: str) -> tuple[str, ...]:
    """The single words of a question that may be (part of) a name, case-folded, in order."""
    tokens = [key(token) for token in _TOKEN.findall(clean(question)[:2_000])]
    return tuple(dict.fromkeys(token for token in tokens if len(token) > 1 and token not in _NEVER))[:48]
