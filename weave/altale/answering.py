"""Which of what was found answers the question, by the facts that it states: order within the results, no more. Pure.

A question about one thing of somebody is answered by the fact that held at the time asked about. The same thing of
somebody else, a denial of another value, a value of another time, and words said in play or in jest answer it less,
however many words they share with it; they are still shown, behind.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from typing import Protocol

from weave.contradiction import own_life
from weave.model import Certainty, Change, Fact, Memory, MemoryType, Polarity, Recalled, State
from weave.sameness import folded, key
from weave.scribe.certainty import judge
from weave.scribe.rules import SCENE
from weave.scribe.sentences import split

Rescore = Callable[[Memory, float], Recalled]
ASIDE = 0.05
"""What a memory's relevance is worth when it speaks of something else than the question, though in its words."""
MOST_ADDED = 5
"""Memories that are shown for a topic though no backend found them."""
_NEAR = 0.5
"""A topic is taken to be meant if its best memory is at least so relevant, against the best of all."""
_WORD = re.compile(r"[^\W_]+")
_STEM = 5
_FILLING = frozenset("number of the a an is has".split())
_ASKS = re.compile(r"(?i)\W*(?:what|who|where|when|why|how|which|can|could you|do|does|did|is|are)\b")
_SELF = frozenset("user users".split())
_LONGEST = 2_000
_MOST_SUBJECTS = 20
Topic = tuple[str, str]


def _words(text: str) -> set[str]:
    return {word[:_STEM] for word in _WORD.findall(folded(text.replace("_", " ")))}


def manner(memory: Memory) -> Certainty:
    """How the words of a memory were meant; all that states facts, or tells of several turns, is in earnest."""
    if memory.facts or memory.type is not MemoryType.EPISODIC or len(memory.source.turns) != 1:
        return Certainty.ASSERTED
    return spoken(memory.text)


def spoken(text: str) -> Certainty:
    """How verbatim words were meant: not in earnest only if all of them were played, in jest, quoted or imagined."""
    if text.endswith(SCENE):
        return Certainty.ROLE_PLAY
    manners = [_manner(sentence) for sentence in split(text[:_LONGEST])]
    return manners[0] if manners and Certainty.ASSERTED not in manners else Certainty.ASSERTED


def _manner(sentence: str) -> Certainty:
    verdict = judge(sentence)
    if verdict in (Certainty.JOKE, Certainty.QUOTED):
        return verdict
    if verdict is not Certainty.HYPOTHETICAL:
        return Certainty.ASSERTED
    if sentence.rstrip().endswith(("?", "？")):
        plain = re.sub(r"[?？]\W*$", ".", sentence)
        wonders = judge(plain) is Certainty.HYPOTHETICAL and not _ASKS.match(sentence)
        return verdict if wonders else Certainty.ASSERTED
    return verdict


class Known(Protocol):
    """What the facts of all memories are asked; the catalogue satisfies it."""

    def facts(self, subject: str | None = None, predicate: str | None = None) -> list[Fact]:
        """Facts of a subject and a predicate, oldest first."""
        ...

    def predicates(self, subject: str) -> list[str]:
        """What is known about a subject, by kind."""
        ...

    def named(self, words: Sequence[str], limit: int = 200) -> list[str]:
        """Subjects whose name has one of these words."""
        ...


class Question:
    """Whom and what the words of a question name."""

    def __init__(self, text: str, moment: datetime | None) -> None:
        self.text = text[:_LONGEST]
        self.words = _words(self.text)
        self.moment = moment

    def names(self, words: Iterable[str]) -> float:
        """How much of some words the question holds, 0..1."""
        wanted = set(words)
        return len(wanted & self.words) / len(wanted) if wanted else 0.0

    def subject(self, fact: Fact) -> float:
        """How well a fact's subject is named; the person needs no name."""
        return self.names(_words(fact.subject) - _words(" ".join(_SELF)) - {"s"})

    def topical(self, fact: Fact) -> bool:
        """Whether the question names the attribute itself."""
        return self.names(_words(fact.predicate) - _words(" ".join(_FILLING))) == 1.0

    def value(self, fact: Fact) -> bool:
        """Whether it names the value."""
        return self.names(_words(fact.object)) == 1.0

    def held(self, fact: Fact, memory: Memory) -> bool:
        """Whether the fact held at the time asked about."""
        if self.moment is None:
            return fact.state in (State.ACTIVE, State.CONTESTED)
        begins = fact.valid_from or memory.created
        ends = fact.valid_to
        return (
            fact.state is not State.DEPRECATED
            and begins <= self.moment
            and (ends is None or ends > self.moment)
        )


def _topic(fact: Fact) -> Topic:
    return key(fact.subject), fact.predicate


def _stated(results: Sequence[Recalled]) -> list[tuple[Fact, Recalled]]:
    return [(fact, one) for one in results for fact in one.memory.facts]


def named_topic(question: Question, known: Known) -> Topic | None:
    """The subject and predicate that a question names in so many words, if they are known of."""
    others = known.named(sorted(_WORD.findall(folded(question.text))))[:_MOST_SUBJECTS]
    best: tuple[float, int, Topic] | None = None
    for subject in dict.fromkeys(("user", *others)):
        whom = question.names(_words(subject) - _words(" ".join(_SELF)) - {"s"})
        for predicate in known.predicates(subject):
            what = len(_words(predicate) - _words(" ".join(_FILLING)))
            topical = question.names(_words(predicate) - _words(" ".join(_FILLING))) == 1.0
            fits = (whom if whom >= _NEAR else 0.0, what, (subject, predicate))
            if topical and (subject == "user" or fits[0]) and (best is None or fits[:2] > best[:2]):
                best = fits
    return best[2] if best else None


def asked_topic(question: Question, results: Sequence[Recalled]) -> Topic | None:
    """The subject and predicate that a question is about, as far as the facts found tell."""
    stated = _stated(results)
    if not stated:
        return None
    best = max(one.score.relevance for one in results)
    named = [(fact, one) for fact, one in stated if question.topical(fact)]
    likely = named or [(f, one) for f, one in stated if one.score.relevance >= _NEAR * best]
    if not likely:
        return None
    first = max(likely, key=lambda pair: (question.subject(pair[0]), pair[1].score.relevance))[0]
    predicate = (
        first.predicate if named else max(likely, key=lambda pair: pair[1].score.relevance)[0].predicate
    )
    about = [fact for fact, _ in stated if fact.predicate == predicate]
    whom = max(
        about,
        key=lambda fact: (
            question.subject(fact) >= _NEAR and question.subject(fact),
            own_life(fact) and key(fact.subject) == "user",
        ),
    )
    return _topic(whom)


def answering(
    question: Question, topic: Topic | None, results: Sequence[Recalled], rescore: Rescore
) -> tuple[Recalled, ...]:
    """The same results, those first that answer a question about `topic`."""
    relevance = {one.memory.id: _relevance(question, topic, one, results) for one in results}
    if all(relevance[one.memory.id] == one.score.relevance for one in results):
        return tuple(results)
    fresh = [rescore(one.memory, relevance[one.memory.id]) for one in results]
    return tuple(sorted(fresh, key=lambda one: -one.score.rank))


def stating(topic: Topic, known: Known, scopes: Sequence[str], there: Collection[str]) -> list[str]:
    """Ids of the latest memories that state something about a topic and are not `there`."""
    facts = [fact for fact in known.facts(*topic) if fact.scope in scopes]
    found = dict.fromkeys(id_ for fact in reversed(facts) for id_ in fact.memories if id_ not in there)
    return list(found)[:MOST_ADDED]


def _relevance(question: Question, topic: Topic | None, one: Recalled, results: Sequence[Recalled]) -> float:
    own, memory = one.score.relevance, one.memory
    facts = memory.facts
    if not facts and memory.type is MemoryType.EPISODIC and len(memory.source.turns) == 1:
        if topic is not None and manner(memory) is not Certainty.ASSERTED:
            return own * ASIDE
        facts = tuple(f for f, r in _stated(results) if r.memory.source == memory.source)
    if topic is None or not facts:
        return own
    here = [fact for fact in facts if fact.predicate == topic[1]]
    if not here:
        return own
    mine = [fact for fact in here if _topic(fact) == topic]
    if not mine:  # the same of somebody else: behind everything
        least = min(r.score.relevance for r in results)
        return own if any(question.subject(fact) == 1.0 for fact in here) else own * least
    if any(question.value(fact) for fact in mine):
        return own
    rivals = [(f, r) for f, r in _stated(results) if _topic(f) == topic]
    best = max(r.score.relevance for _, r in rivals)
    affirmed = any(f.polarity is Polarity.AFFIRMED and question.held(f, r.memory) for f, r in rivals)
    if any(question.held(f, memory) and (f.polarity is Polarity.AFFIRMED) for f in mine):
        return best
    over = any(
        f.change in (Change.END, Change.RETRACTION) and _begun(f, memory, question.moment) for f in mine
    )
    if over and not affirmed:
        return best
    beside = question.moment is not None or all(
        f.polarity is Polarity.NEGATED or f.state is State.VOLATILE for f in mine
    )
    return own * ASIDE if affirmed and beside else own


def _begun(fact: Fact, memory: Memory, moment: datetime | None) -> bool:
    return moment is None or (fact.valid_from or memory.created) <= moment
