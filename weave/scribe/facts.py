"""Sentences into facts: who (subject), which attribute (predicate), which value (object), how and since when. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from weave.model import Certainty, Change, FactDraft, Polarity
from weave.scribe import frames
from weave.scribe.amends import special
from weave.scribe.certainty import is_joke, judge, telling_part
from weave.scribe.claim import Claim
from weave.scribe.clauses import clauses, merged
from weave.scribe.markers import Marks, marks_of
from weave.scribe.places import is_passing, is_past
from weave.scribe.sentences import is_code, split, without_blocks
from weave.scribe.withdrawals import takes_back, withdrawn

__all__ = ["Told", "told"]

_MAX_SENTENCE = 320
_IF = re.compile(r"(?i)\bif\b")
_MEANT = (Certainty.ASSERTED, Certainty.PLANNED)


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence that states something, and the facts in it."""

    text: str
    facts: tuple[FactDraft, ...]


def _fact(claim: Claim, marks: Marks, certainty: Certainty, speaker: str) -> FactDraft:
    change = Change.NEW if marks.negated and claim.change is Change.CHANGE else claim.change or marks.change
    if marks.change is Change.END and claim.change is not Change.CHANGE:
        change = Change.END
    ended = change is Change.END and claim.predicate != "likes"
    negated = ended or claim.negated != marks.negated
    taste = claim.predicate == "likes"
    if taste and change is Change.NEW:
        change = Change.CHANGE  # what one likes is what one says today: the later word holds
    begun = (
        marks.happened if claim.change is Change.CHANGE and change is Change.CHANGE and not taste else None
    )
    exclusive = change is not Change.END and marks.exclusive and not taste
    return FactDraft(
        subject=claim.subject.replace("\0", speaker) if claim.subject else speaker,
        predicate=claim.predicate,
        object=claim.object,
        polarity=Polarity.NEGATED if negated else Polarity.AFFIRMED,
        single_valued=claim.single or exclusive,
        certainty=certainty,
        change=change,
        valid_from=marks.valid_from or begun,
        valid_to=marks.valid_to,
    )


def _distinct(facts: list[FactDraft]) -> tuple[FactDraft, ...]:
    seen: dict[tuple[str, str, str], FactDraft] = {}
    for fact in facts:
        seen.setdefault((fact.subject, fact.predicate, fact.object.casefold()), fact)
    return tuple(seen.values())


_OF_SPEAKER = re.compile(
    r"(?i)(?<!\w)(?:i|i['’]\w+|my|we|we['’]\w+|our|me|mine|us)(?!\w)|[^\x00-\x7f]|\b(?:ich|meine?|unsere?|je|j|mon|ma|yo|mi|odio|detesto|resido|vivo|trabajo|soy|me|sono|abito|lavoro|moro|trabalho|eu|meu|ik|ako|ko)\b|^\W*(?:(?:just|finally|recently|officially) )?(?:(?:re)?[a-z]+ed|got|set|sold|bought|took|went|gave|left|quit|found|back|done|began|joined|new|first|boxes|sim|love|hate|from|as of|until|since|one|another|put)\b"
)
_OF_OTHERS = re.compile(
    r"^(?!(?:That|This|It|You|Your|He|She|They|There|What|How|Why|Who|These|Those|Thanks|Wow|Yeah|His|Her|Their|If|When|So|And|But|Oh|Yes|No|Can|Do|Is|Are)\b)(?:[Tt]he |[Oo]ur )?[\w'’.&-]+(?: [\w'’.&-]+){0,5}? (?:is|are|has|[a-z]+s|moved|relocated|switched|changed|joined|left|quit|started|got|was|became|(?:does|do|did|is|was|has)n['’]t)\b"
)


def _may_tell(sentence: str) -> bool:
    """Whether a sentence is worth reading: it speaks of its speaker, or begins as one about someone or something does."""
    return _OF_SPEAKER.search(sentence) is not None or _OF_OTHERS.match(sentence) is not None


def _sentence_facts(sentence: str, context: str, speaker: str, time: datetime) -> tuple[FactDraft, ...]:
    sentence = telling_part(sentence) or sentence
    amended = special(sentence, context, lambda said: _plain(said, time))
    if amended is not None:
        return tuple(_fact(c, Marks(), Certainty.ASSERTED, speaker) for c in amended)
    if not _may_tell(sentence):
        return ()
    certainty = judge(sentence)
    if certainty not in _MEANT:
        return ()
    whole = _read(sentence, certainty, speaker, time)
    parts = clauses(sentence)
    if len(parts) == 1:
        return whole
    return merged(whole, [_clause_facts(part, certainty, speaker, time) for part in parts])


def _read(
    sentence: str, certainty: Certainty, speaker: str, time: datetime, *, part: bool = False
) -> tuple[FactDraft, ...]:
    """The facts of a sentence, or of a clause as a `part` of one; a plan without a day tells none."""
    marks = marks_of(sentence, time)
    if certainty is Certainty.PLANNED and marks.valid_from is None and marks.valid_to is None:
        return ()
    claims = _today(_claims(sentence, marks, part=part), sentence, marks, time)
    return _distinct([_fact(c, marks, certainty, speaker) for c in claims])


_IDLE = re.compile(
    r"(?i)^(?:(?:now|just|also|still) )?(?:it|they)\b|^(?:(?:now|just|also|still) )?(?:i|we)(?:(?:['’](?:m|re)| am| are) (?:just |really |so |also |still |kinda |sorta |a bit )*(?:trying|not sure|unsure|having|kinda|sorta|feeling|hoping|gonna|going to|looking|planning|determined|thinking|wondering|struggling|worried|concerned|excited|glad|happy|sorry|curious|nervous|interested|considering|wanting|getting|doing|so|really)| (?:just |really |also )*(?:feel|felt|think|need|needed|want|wanted|know|knew|hope|can|could|will|would|should|understand|believe|wonder|decided|made|met|saw|came|heard|managed))\b"
)
"""A clause that begins so tells of a mood, a wish or an errand: no use reading it further."""


def _clause_facts(clause: str, certainty: Certainty, speaker: str, time: datetime) -> tuple[FactDraft, ...]:
    """The facts of a clause of a sentence of that certainty.

    What makes a sentence less than certain is searched in all of it, so no clause holds more of it; but an "if" that
    the sentence excuses ("even if") may stand in another clause.
    """
    if _IDLE.match(clause) or not _may_tell(clause):
        return ()
    if _IF.search(clause) and judge(clause) not in _MEANT:
        return ()
    facts = _read(clause, certainty, speaker, time, part=True)
    # a preference cut short ("clear, measurable goals") is none
    return tuple(f for f in facts if f.predicate != "prefers" or clause.rstrip(" .!,;").endswith(f.object))


def _bounded_stay(claim: Claim, marks: Marks) -> Claim:
    """Where one stays for a set time, one lives for that time."""
    return (
        replace(claim, predicate="home_city") if claim.predicate == "staying_in" and marks.valid_to else claim
    )


_STAYS = re.compile(r"(?i)\b(?:live|living|work|working|based|still)\b")
_MOVING = ("home_city", "employer", "works_in", "staying_in")


def _today(claims: list[Claim], sentence: str, marks: Marks, time: datetime) -> list[Claim]:
    """The claims without the moves of long ago or for a while, which do not tell what holds today."""
    bounded = marks.valid_from is not None or marks.valid_to is not None
    if is_past(sentence, time) or (is_passing(sentence) and not bounded):
        return [
            c for c in claims if c.predicate not in _MOVING or (c.change is None and _STAYS.search(sentence))
        ]
    return claims


def _plain(said: str, time: datetime) -> list[Claim]:
    """What a part of a sentence states, denials taken for what they are."""
    marks = marks_of(said, time)
    return [replace(c, negated=c.negated != marks.negated) for c in frames.claims(marks.core)]


def _claims(sentence: str, marks: Marks, *, part: bool) -> list[Claim]:
    found = frames.claims(marks.core)
    if not found and marks.whole and (marks.valid_from is None or ";" not in marks.whole):
        found = frames.claims(marks.whole)
    if found or marks.negated or part:
        return [_bounded_stay(c, marks) for c in found]
    return frames.by_field(sentence, changed=marks.change is Change.CHANGE)


def told(text: str, *, speaker: str, time: datetime, before: Sequence[FactDraft] = ()) -> list[Told]:
    """The sentences of `text` that state facts, each with them; "I" is `speaker`, spoken at `time`.

    `before` is what the same speaker told right before: what a first sentence may take back.
    """
    found: list[Told] = []
    last: Sequence[FactDraft] = before
    sentences = [s for s in split(without_blocks(text)) if len(s) <= _MAX_SENTENCE]
    joking = _joking(sentences)
    for at, sentence in enumerate(sentences):
        just_told, last = last, ()
        if at in joking or is_code(sentence):
            continue
        context = " ".join(sentences[at + 1 : at + 2])
        if just_told and takes_back(sentence):
            facts = withdrawn(just_told, sentence)
        else:
            last = facts = _ended_by(_sentence_facts(sentence, context, speaker, time), context)
        if facts:
            found.append(Told(sentence, facts))
    return found


def _joking(sentences: list[str]) -> set[int]:
    """Sentences coloured by a mark of irony in themselves or right after them."""
    marked = {at for at, s in enumerate(sentences) if is_joke(s)}
    return marked | {at - 1 for at in marked if at and len(sentences[at].split()) <= 8}


_DENIED = re.compile(
    r"(?i)^\W*(?:i (?:do not|don't|did not|didn't|am not|'m not)|not really|just kidding|only joking|as if|not!?|nope)\W*$"
)


def _ended_by(facts: tuple[FactDraft, ...], following: str) -> tuple[FactDraft, ...]:
    if _DENIED.match(following):
        return tuple(replace(f, polarity=Polarity.NEGATED) for f in facts)
    return facts
