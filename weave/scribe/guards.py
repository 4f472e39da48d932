"""What may pass of a model's encoding: only claims that its own source turns bear out. Pure.

A refused item is returned as data with its reason, never dropped in silence; it is refused whole, never half.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeVar

from weave.model import (
    Certainty,
    Change,
    Draft,
    FactDraft,
    MemoryType,
    Polarity,
    Provenance,
    Role,
    Turn,
    least_trusted,
)
from weave.scribe import dates
from weave.scribe.certainty import judge, scenes
from weave.scribe.grounding import Ground, ground, holds_day, missing
from weave.scribe.importance import estimate, is_trivial
from weave.scribe.predicates import snake
from weave.scribe.sentences import split
from weave.scribe.titles import title_of

__all__ = ["Refusal", "Screened", "Setting", "screen"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """An item that was not stored, and one sentence why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Screened:
    """What passed, in the reply's order, and what did not."""

    drafts: tuple[Draft, ...] = ()
    refused: tuple[Refusal, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What the guards check against."""

    turns: tuple[Turn, ...]
    """The turns that the model was shown as encodable."""
    person: str | None = None
    known: tuple[str, ...] = ()
    """Names that need no source turn of their own: the person, the speakers."""
    recalled: tuple[str, ...] = ()
    """Texts that were recalled into this conversation."""
    played: frozenset[str] = field(default_factory=frozenset)
    """Ids of turns inside a scene."""


class _Refused(Exception):
    """Carries the reason out of the checks of one item."""


_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\ud800-\udfff]"
)
_ORDERS = re.compile(
    r"(?i)\b(?:ignore|disregard|forget|override) (?:all |any |the |your )*(?:previous|prior|above|earlier|system) (?:instructions?|prompts?|rules|messages?)|\bsystem prompt\b|\byou (?:must|should|are to) (?:now |always )?(?:obey|comply|reveal|send|execute|ignore)"
    r"|\bas an ai\b|</?(?:system|turns|instructions?)>|\bdo not tell the user\b|\bexfiltrat"
)
_MODALITY = (Certainty.JOKE, Certainty.QUOTED)
_T = TypeVar("_T", bound=str)


def _text(item: Mapping[str, object], key: str) -> str:
    value = item.get(key)
    return value.strip() if isinstance(value, str) else ""


def _items(reply: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    value = reply.get(key)
    return [v for v in value if isinstance(v, Mapping)] if isinstance(value, list) else []


def _importance(item: Mapping[str, object], text: str) -> float:
    value = item.get("importance")
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return estimate(text)
    return min(1.0, max(0.0, float(value)))


def _member(kind: type[_T], value: object, default: _T | None) -> _T:
    try:
        return kind(value)
    except ValueError:
        if default is None:
            raise _Refused(f"{value!r} is no {kind.__name__.lower()}") from None
        return default


def _sources(item: Mapping[str, object], setting: Setting) -> tuple[Turn, ...]:
    """The known source turns, oldest first; unknown ids are left out, none at all refuses the item."""
    named = item.get("source_turns")
    ids = {str(i).strip().strip("[]") for i in named} if isinstance(named, list) else set()
    turns = tuple(t for t in setting.turns if t.id in ids)
    if not turns:
        raise _Refused("it names no turn of this conversation as its source")
    return turns


def _check_text(text: str) -> None:
    if not text:
        raise _Refused("it is empty")
    if _HIDDEN.search(text):
        raise _Refused("it holds hidden characters")
    if _ORDERS.search(text):
        raise _Refused("it reads like an instruction, not like a memory")


def _tokens(text: str) -> set[str]:
    return set(re.findall(r"[^\W_]{3,}", text.casefold()))


def _check_recalled(text: str, turns: Sequence[Turn], setting: Setting) -> None:
    words = _tokens(text) - {"user", "the", "and"}
    if all(is_trivial(t.text) for t in turns):
        raise _Refused("its source turns say nothing")
    if not words:
        return
    said = _tokens(" ".join(t.text for t in turns))
    for old in setting.recalled:
        if len(words & _tokens(old)) >= 0.75 * len(words) and len(words & said) < 0.6 * len(words):
            raise _Refused("it repeats what was recalled")


def _check_grounds(text: str, at: Ground, time: datetime) -> None:
    wrong = missing(text, at, time)
    if wrong:
        raise _Refused(f"no source turn holds {', '.join(dict.fromkeys(wrong))}")


def _mentions(sentence: str, words: set[str]) -> bool:
    return bool(words & _tokens(sentence))


def _check_meant(item_object: str, turns: Sequence[Turn], setting: Setting) -> None:
    """Refuses a claim whose every mention in its sources was imagined, played, quoted or in jest."""
    if all(t.id in setting.played for t in turns):
        raise _Refused("it was said inside a scene")
    words = _tokens(item_object)
    sentences = [
        (s, t)
        for t in turns
        if t.role is not Role.TOOL
        for s in split(t.text[:20_000])
        if _mentions(s, words)
    ]
    if sentences and all(_unmeant(s) for s, _ in sentences):
        raise _Refused("its source only imagines, quotes or jokes about it")


def _unmeant(sentence: str) -> bool:
    verdict = judge(sentence)
    if verdict in _MODALITY:
        return True
    plain = re.sub(r"[?？]\W*$", ".", sentence)
    return (
        verdict is Certainty.HYPOTHETICAL
        and judge(plain) is Certainty.HYPOTHETICAL
        and not re.match(
            r"(?i)\W*(?:what|who|where|when|why|how|which|can|could you|do|does|did|is|are)\b", sentence
        )
    )


def _about_person(subject: str, setting: Setting) -> bool:
    name = subject.strip().casefold()
    return name in ("user", "the user") or (setting.person is not None and name == setting.person.casefold())


def _provenance(item: Mapping[str, object], turns: Sequence[Turn]) -> Provenance:
    roles = [t.role.provenance for t in turns]
    claimed = _member(Provenance, item.get("provenance"), Provenance.INFERRED)
    if claimed is Provenance.USER and Provenance.USER not in roles:
        return least_trusted(roles)  # the assistant's words must not pass for the person's
    return least_trusted([claimed, *roles])


def _moment(item: Mapping[str, object], key: str, at: Ground, turns: Sequence[Turn]) -> datetime | None:
    """An ISO time that the sources bear out; anything else is left out, for a wrong date is worse than none."""
    value = item.get(key)
    if not isinstance(value, str) or not value.strip():
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    zoned = moment if moment.tzinfo else moment.replace(tzinfo=turns[-1].time.tzinfo)
    day: date = zoned.date()
    return (
        zoned if holds_day(at, day, day) or any(abs((high - day).days) <= 1 for _, high in at.days) else None
    )


def _fact(item: Mapping[str, object], at: Ground, turns: Sequence[Turn], setting: Setting) -> FactDraft:
    certainty = _member(Certainty, item.get("certainty"), None)
    if certainty not in (Certainty.ASSERTED, Certainty.PLANNED):
        raise _Refused(f"it was meant as {certainty.value.replace('_', '-')}")
    subject, predicate, value = _text(item, "subject"), snake(_text(item, "predicate")), _text(item, "object")
    change = _member(Change, item.get("change"), Change.NEW)
    if not subject or not predicate or not (value or change is Change.RETRACTION):
        raise _Refused("subject, predicate or object is missing")
    if _about_person(subject, setting):
        subject = "user"
    return FactDraft(
        subject=subject,
        predicate=predicate,
        object=value,
        polarity=_member(Polarity, item.get("polarity"), Polarity.AFFIRMED),
        single_valued=item.get("single_valued") is True,
        certainty=certainty,
        change=change,
        valid_from=_moment(item, "valid_from", at, turns),
        valid_to=_moment(item, "valid_to", at, turns),
    )


def _check_person(fact: FactDraft, text: str, turns: Sequence[Turn], setting: Setting) -> None:
    """About the person only people are a source: what a file, a page or a command showed is nobody's word on them."""
    if not any(t.role in (Role.USER, Role.OTHER) for t in turns):
        raise _Refused("only the assistant or a tool said so, and neither is a source about the person")
    spoken = [t for t in turns if t.role is not Role.TOOL]
    if len(spoken) == len(turns):
        return
    _check_grounds(text, ground(spoken, setting.known), turns[-1].time)
    said, value = " ".join(t.text for t in spoken).casefold(), fact.object.casefold()
    if value not in said and not _tokens(value) & _tokens(said):
        raise _Refused("only a tool showed that, which is no source about the person")


def _knowledge(item: Mapping[str, object], setting: Setting) -> Draft:
    turns = _sources(item, setting)
    text = _text(item, "text") or " ".join(
        _text(item, k) for k in ("subject", "predicate", "object")
    ).replace("_", " ")
    at = ground(turns, setting.known)
    fact = _fact(item, at, turns, setting)
    subject = "" if fact.subject == "user" else fact.subject
    for piece in (text, subject, fact.object):
        if piece:
            _check_text(piece)
            _check_grounds(piece, at, turns[-1].time)
    if fact.subject == "user":
        _check_person(fact, text, turns, setting)
    _check_recalled(text, turns, setting)
    if fact.polarity is Polarity.AFFIRMED:
        _check_meant(fact.object, turns, setting)
    importance = _importance(item, text)
    return Draft(
        type=MemoryType.SEMANTIC,
        title=title_of(text),
        text=dates.annotate(text, turns[-1].time),
        importance=importance,
        provenance=_provenance(item, turns),
        turns=_ids(turns),
        importance_raw=importance,
        facts=() if _undated(fact, turns[-1].time) else (fact,),
    )


def _undated(fact: FactDraft, told: datetime) -> bool:
    """Whether it is a plan of which nobody knows for when: words worth keeping, and nothing that changes what holds."""
    begins = fact.valid_from
    if fact.certainty is not Certainty.PLANNED or (begins is not None and begins > told):
        return False
    return begins is not None or fact.valid_to is None


def _ids(turns: Sequence[Turn]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(t.id for t in turns))


def _plain(item: Mapping[str, object], kind: MemoryType, title: str, text: str, setting: Setting) -> Draft:
    turns = _sources(item, setting)
    for piece in (text, title or text):
        _check_text(piece)
        _check_grounds(
            re.sub(r"^\d+\. ", "", piece, flags=re.MULTILINE), ground(turns, setting.known), turns[-1].time
        )
    _check_recalled(text, turns, setting)
    if all(t.id in setting.played for t in turns) and kind is not MemoryType.EPISODIC:
        raise _Refused("it was said inside a scene")
    importance = _importance(item, text)
    past = [d.start for d in dates.resolve(text, turns[-1].time) if d.end <= turns[-1].time]
    return Draft(
        type=kind,
        title=title_of(title or text),
        text=text,
        importance=importance,
        provenance=least_trusted([t.role.provenance for t in turns]),
        turns=_ids(turns),
        importance_raw=importance,
        occurred=past[0] if len(set(past)) == 1 else None,
    )


def _procedure(item: Mapping[str, object], setting: Setting) -> Draft:
    steps = item.get("steps")
    lines = [s.strip() for s in steps if isinstance(s, str) and s.strip()] if isinstance(steps, list) else []
    if not lines:
        raise _Refused("it has no steps")
    text = "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1))
    return _plain(item, MemoryType.PROCEDURAL, _text(item, "title"), text, setting)


def _label(item: Mapping[str, object]) -> str:
    return next(
        (t for k in ("text", "lesson", "title", "object") if (t := _text(item, k))), "an item without text"
    )


def screen(reply: Mapping[str, object], setting: Setting) -> Screened:
    """The drafts of a validated `encoding` reply that its sources bear out, and the refused rest.

    Missing keys, null and wrong kinds of values count as empty; nothing here raises.
    """
    drafts: list[Draft] = []
    refused: list[Refusal] = []
    summary = reply.get("summary")
    jobs: list[tuple[str, Mapping[str, object]]] = []
    if isinstance(summary, Mapping) and _text(summary, "text"):
        jobs.append(("summary", summary))
    for key in ("knowledge", "procedures", "errors"):
        jobs += [(key, item) for item in _items(reply, key)]
    for key, item in jobs:
        try:
            if key == "knowledge":
                drafts.append(_knowledge(item, setting))
            elif key == "procedures":
                drafts.append(_procedure(item, setting))
            else:
                kind, field_ = (
                    (MemoryType.EPISODIC, "text") if key == "summary" else (MemoryType.ERROR, "lesson")
                )
                drafts.append(_plain(item, kind, _text(item, "title"), _text(item, field_), setting))
        except _Refused as reason:
            refused.append(Refusal(_label(item)[:200], f"{reason}."))
    return Screened(tuple(drafts), tuple(refused))


def setting_of(
    turns: Sequence[Turn],
    *,
    person: str | None,
    known: Sequence[str],
    recalled: Sequence[str],
    scene_turns: Sequence[Turn],
) -> Setting:
    """The setting of one chunk; scenes are looked for in all of the task's turns."""
    names = tuple(n for n in (person, *known) if n)
    return Setting(tuple(turns), person, names, tuple(recalled), scenes(scene_turns))
