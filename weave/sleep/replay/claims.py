"""What may pass of a model's conclusions: only what several of the shown memories bear out. Pure.

They go through the Scribe's guards as if each memory were a turn (names, numbers, dates, jokes, orders), and are held
to more: every source must have been shown, at least two of different days must have words in common with the claim,
and nothing is concluded about the assistant, withdrawn, or denied that nobody denied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from weave.identity.lines import content
from weave.identity.negation import denies
from weave.identity.orders import order
from weave.model import Certainty, Change, Draft, FactDraft, Polarity, Provenance
from weave.sameness import key
from weave.scribe.guards import Refusal, Setting, screen
from weave.sleep.replay.episodes import Episode, days_of

__all__ = ["Claims", "claims"]

FEWEST = 2
"""Sources that must bear a conclusion out, and the days they must be of."""
_LEAST, _MOST = 0.3, 0.65
"""What was concluded is worth keeping beyond a week, and never so much that it could not be dropped again."""
_ASSISTANT = frozenset(
    ("avery", "assistant", "the assistant", "you", "ai", "the ai", "weave", "system", "model", "agent")
)


@dataclass(frozen=True, slots=True)
class Claims:
    """What passed, each with the ids of the memories that bear it out as its turns, and what did not."""

    drafts: tuple[Draft, ...] = ()
    refused: tuple[Refusal, ...] = ()


class _Refused(Exception):
    """Carries the reason out of the checks of one item."""


def claims(
    reply: Mapping[str, object], shown: Sequence[Episode], *, person: str | None = None, fewest: int = FEWEST
) -> Claims:
    """The conclusions of a validated `replay` reply that the shown episodes bear out."""
    items = reply.get("knowledge")
    drafts: list[Draft] = []
    refused: list[Refusal] = []
    for item in items if isinstance(items, list) else ():
        if not isinstance(item, Mapping):
            continue
        try:
            drafts.append(_claim(item, shown, person, fewest))
        except _Refused as reason:
            refused.append(Refusal(str(item.get("text", ""))[:200], f"{reason}."))
    return Claims(tuple(drafts), tuple(refused))


def _claim(item: Mapping[str, object], shown: Sequence[Episode], person: str | None, fewest: int) -> Draft:
    by_id = {episode.memory.id: episode for episode in shown}
    named = item.get("source_turns")
    ids = [str(one).strip().strip("[]") for one in named] if isinstance(named, list) else []
    if not ids or any(id_ not in by_id for id_ in ids):
        raise _Refused("it names a source that was not shown")
    if item.get("certainty") == Certainty.PLANNED:
        raise _Refused("it is no more than planned")
    turns = tuple(episode.turn for episode in shown)
    screened = screen({"knowledge": [item]}, Setting(turns, person, (person,) if person else ()))
    if not screened.drafts:
        raise _Refused(screened.refused[0].reason.rstrip(".") if screened.refused else "it says nothing")
    [draft] = screened.drafts
    [fact] = draft.facts or (None,)
    if fact is None or not fact.object:
        raise _Refused("it states nothing")
    _check(draft, fact)
    borne = [
        by_id[id_] for id_ in dict.fromkeys(ids) if not _words(draft, fact).isdisjoint(_said(by_id[id_]))
    ]
    if len(borne) < fewest or days_of(borne) < min(fewest, days_of(shown)):
        raise _Refused("too few of its sources speak of it")
    told = _words(draft, fact) - content(f"{fact.subject} {person or ''}")
    if all(told.isdisjoint(_said(episode)) for episode in borne):
        raise _Refused("its sources name whom it is about, and say nothing of it")
    if fact.polarity is Polarity.NEGATED and not all(_denying(one, fact) for one in borne):
        raise _Refused("nobody denied it")
    return _settled(draft, fact, borne)


def _check(draft: Draft, fact: FactDraft) -> None:
    if fact.change not in (Change.NEW, Change.CHANGE):
        raise _Refused("what was said is not for a conclusion to take back")
    if key(fact.subject) in _ASSISTANT:
        raise _Refused("it is about the assistant")
    if order("", draft.text) or order("", fact.object):
        raise _Refused("it reads like an instruction")


def _words(draft: Draft, fact: FactDraft) -> frozenset[str]:
    """The words of a claim that a source can have in common with it."""
    return content(f"{draft.text} {fact.object}") - content("user")


def _said(episode: Episode) -> frozenset[str]:
    return content(episode.text)


def _denying(episode: Episode, fact: FactDraft) -> bool:
    about = content(fact.object)
    return any(denies(sentence) and not about.isdisjoint(content(sentence)) for sentence in episode.said)


def _settled(draft: Draft, fact: FactDraft, borne: Sequence[Episode]) -> Draft:
    """As it is kept: inferred, without a period, and worth what a conclusion may be worth."""
    worth = min(_MOST, max(_LEAST, draft.importance))
    lasting = replace(fact, change=Change.NEW, valid_from=None, valid_to=None)
    return replace(
        draft,
        importance=worth,
        provenance=Provenance.INFERRED,
        turns=tuple(episode.memory.id for episode in borne),
        occurred=None,
        facts=(lasting,),
    )
