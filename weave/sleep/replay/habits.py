"""Without a model: what somebody did or chose, in the same words, on three days and more, they usually do. Pure.

Rather nothing than something wrong: only plain deeds in English of the person or of somebody named; a choice only
where it is most of what they chose; nothing that was ever denied or given up.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from weave.identity.lines import content
from weave.identity.negation import denies
from weave.model import Draft, FactDraft, MemoryType, Provenance
from weave.scribe.sentences import split
from weave.scribe.titles import title_of
from weave.sleep.replay.episodes import Episode, days_of

__all__ = ["Habit", "found", "may_tell"]

FEWEST_DAYS = 3
_SHARE = 0.6
"""Of the days on which somebody chose something of that kind, or did it, so many must agree."""
_FEWEST_FOR_A_DAY = 4
_SAME_DAY = 0.8
_STEM = 5
"""Letters in which forms of one word agree, for a first look."""
_READ = 2_000
IMPORTANCE = 0.4

_VERBS = {
    "had": "has", "ordered": "orders", "drank": "drinks", "ate": "eats", "chose": "chooses", "picked": "picks",
    "played": "plays", "watched": "watches", "baked": "bakes", "cooked": "cooks", "visited": "visits", "met": "meets",
    "called": "calls", "phoned": "phones", "went to": "goes to", "went for": "goes for",
}  # fmt: skip
"""Deeds as they are told, and as a habit is."""
_CHOICES = frozenset(("had", "ordered", "drank", "ate", "chose", "picked"))
_TOLD = re.compile(rf"(?i)\b(?:{'|'.join(_VERBS)}) ")
_WHO = r"(?P<who>I|[Ww]e|(?:I and [A-Z][\w'’-]+)|(?:[A-Z][\w'’-]+ and I)|[A-Z][\w'’-]{2,})"
_WORDS = r"(?P<what>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3}?)"
_STOP = (
    r"(?=[.,;:!?…)]|$| (?:with|at|in|on|from|after|before|for|and|but|because|then|when|while|which|that|to|today|tonight|yesterday|again"
    r"|this|as|like|of course|once|twice|together|too|here|there|so|until|till|by|near|around|instead)\b)"
)
_DEED = re.compile(
    rf"(?:^|(?<=[.!?,;] )|\b(?i:and|so|then|where|today|yesterday|tonight|this morning|this evening),? ){_WHO} (?:just |also |again |both )?"
    rf"(?P<verb>{'|'.join(_VERBS)}) (?:(?:(?P<article>an?|the)|my|some|her|his|our|their|another) )?{_WORDS}{_STOP}"
)
_BARE = re.compile(
    rf"^(?P<verb>{'|'.join(verb.capitalize() for verb in _VERBS)}) (?:(?:(?P<article>an?|the)|my|some|our|another) )?{_WORDS}{_STOP}"
)
_WITH = re.compile(r"\bwith ([A-Z][\w'’-]{2,})")
_ODD = re.compile(
    r"(?i)\b(?:instead|for once|(?:only|just) this once|first|last time|used to|no longer|stopped|quit|gave up|given up|almost|nearly|should have|except|unlike|rare\w*|un?usual(?:ly)? not|for a change)\b"
)
_TAKEN = re.compile(
    r"(?i)\b(?:coffee|tea|espresso|cappuccino|latte|macchiato|ristretto|americano|cortado|flat white|roast|mocha|chai|matcha|cocoa|juice|water|milk|beer|wine|cider"
    r"|breakfast|brunch|lunch|dinner|supper|soup|salad|sandwich|pizza|pasta|rice|noodles?|curry|sushi|ramen|toast|porridge|oats|eggs?|omelette?|cake|pie|bread|croissant"
    r"|burger|steak|fish|tofu|stew|dumplings?|tacos?|burritos?|ice cream|yogh?urt|fruit|apples?|bananas?|lessons?|class|therapy|rehearsal|practice|training)\b"
)
"""What is had, where nothing else than having it is told: of trains, talks and ideas it makes no habit."""
_EMPTY = frozenset(
    "it them that this something anything nothing everything fun time trouble problems issues idea day look break chance bit lot one two work home bed sleep".split()
)
_NO_NAMES = frozenset(
    "The This That These Those They She He It You There Then Today Yesterday Tomorrow Everyone Somebody Someone Nobody What Who When Where And But So Also Still Just Maybe Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


@dataclass(frozen=True, slots=True)
class _Deed:
    """What somebody did, as one episode tells it; `who` is "user" or a name."""

    who: str
    verb: str
    what: str
    """Without its article."""
    named: str
    """With it."""
    companion: str
    episode: Episode

    @property
    def key(self) -> tuple[str, str, frozenset[str]]:
        return self.who, self.verb, content(self.what)


@dataclass(frozen=True, slots=True)
class Habit:
    """What recurs, the episodes that tell it, newest first, and what it comes to as a memory."""

    topic: str
    episodes: tuple[Episode, ...]
    days: int
    claim: Draft


def may_tell(text: str) -> bool:
    """Whether a text has any of the words by which a deed is told; quick, for the many that have none."""
    return _TOLD.search(text) is not None


def found(episodes: Sequence[Episode], texts: Iterable[str] = ()) -> list[Habit]:
    """What these episodes tell on enough days, by who and what; the same whatever their order.

    `texts`: whatever else was said, in which a habit may have been given up.
    """
    ordered = sorted(episodes, key=lambda one: (one.day, one.memory.id))
    groups: dict[tuple[str, str, frozenset[str]], list[_Deed]] = defaultdict(list)
    chosen: dict[tuple[str, str], set[object]] = defaultdict(set)
    for deed in (deed for episode in ordered for deed in _deeds(episode)):
        groups[deed.key].append(deed)
        chosen[deed.who, deed.verb].add((deed.episode.day, deed.key))
    said = [*(episode.text for episode in ordered), *texts]
    habits = []
    for (who, verb, _), deeds in groups.items():
        days = days_of(deed.episode for deed in deeds)
        of_kind = len(chosen[who, verb]) if verb in _CHOICES else days
        if days >= FEWEST_DAYS and days >= _SHARE * of_kind and not _given_up(deeds, said):
            habits.append(_habit(deeds, days))
    return sorted(habits, key=lambda one: (-one.days, one.topic))


def _deeds(episode: Episode) -> Iterator[_Deed]:
    for sentence in episode.said:
        if denies(sentence) or _ODD.search(sentence) or '"' in sentence:
            continue
        told = [*_DEED.finditer(sentence), *_BARE.finditer(sentence)]
        companion = _WITH.search(sentence)
        for match in told:
            who = _who(match.groupdict().get("who") or "I")
            what = match["what"].strip()
            if who and _says(match["verb"].lower(), what):
                with_ = companion[1] if companion and companion.start() >= match.end() - 1 else ""
                named = f"{match['article']} {what}" if match["article"] else what
                yield _Deed(who, match["verb"].lower(), what, named, with_, episode)


def _says(verb: str, what: str) -> bool:
    """Whether it is a thing of its own that was taken or done."""
    words = what.lower().split()
    if not content(what) or words[0] in _EMPTY or words[-1] in _EMPTY:
        return False
    return verb != "had" or _TAKEN.search(what) is not None


def _who(said: str) -> str:
    if said in ("I", "We", "we") or said.endswith(" and I") or said.startswith("I and "):
        return "user"
    return "" if said in _NO_NAMES else said


def _given_up(deeds: Sequence[_Deed], said: Iterable[str]) -> bool:
    """Whether anything ever said of it that it is not so, or not so any more."""
    what = content(deeds[0].what)
    word = max(deeds[0].what.lower().split(), key=len)[:_STEM]
    return any(
        what <= content(sentence) and (denies(sentence) or _ODD.search(sentence) is not None)
        for text in said
        if word in text.lower()
        for sentence in split(text[:_READ])
    )


def _habit(deeds: Sequence[_Deed], days: int) -> Habit:
    who, verb = deeds[-1].who, deeds[-1].verb
    what = Counter(deed.what for deed in deeds).most_common(1)[0][0]
    named = Counter(deed.named for deed in deeds).most_common(1)[0][0]
    companion = _shared([deed.companion for deed in deeds])
    day = _weekday(deeds)
    ending = f"{f' with {companion}' if companion else ''}{f' on {day}s' if day else ''}"
    subject = "The user" if who == "user" else who
    text = f"{subject} usually {_VERBS[verb]} {named}{ending}."
    newest = {deed.episode.memory.id: deed.episode for deed in reversed(deeds)}
    fact = FactDraft(who, f"usually_{_VERBS[verb].replace(' ', '_')}", f"{what}{ending}")
    claim = Draft(
        type=MemoryType.SEMANTIC,
        title=title_of(text),
        text=text,
        importance=IMPORTANCE,
        importance_raw=IMPORTANCE,
        provenance=Provenance.INFERRED,
        turns=tuple(newest),
        facts=(fact,),
    )
    topic = hashlib.blake2b(f"{who} {verb} {sorted(content(what))}".encode("utf-8", "replace"), digest_size=6)
    return Habit(topic.hexdigest(), tuple(newest.values()), days, claim)


def _shared(companions: Sequence[str]) -> str:
    """Whom it was with, if it was with the same person nearly each time."""
    name, times = Counter(companions).most_common(1)[0]
    return name if name and times >= _SAME_DAY * len(companions) else ""


def _weekday(deeds: Sequence[_Deed]) -> str:
    days = {deed.episode.day for deed in deeds}
    name, times = Counter(_DAYS[day.weekday()] for day in days).most_common(1)[0]
    return name if len(days) >= _FEWEST_FOR_A_DAY and times >= _SAME_DAY * len(days) else ""
