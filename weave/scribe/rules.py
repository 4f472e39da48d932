"""The Scribe without a model: verbatim episodes, simple facts, procedures and lessons, all by rule. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from weave.model import Draft, FactDraft, MemoryType, Role, Turn
from weave.scribe import dates
from weave.scribe.anchors import anchored
from weave.scribe.certainty import scenes
from weave.scribe.facts import Told, told
from weave.scribe.importance import estimate, is_trivial
from weave.scribe.lessons import lessons, procedures
from weave.scribe.sentences import split
from weave.scribe.titles import title_of
from weave.scribe.withdrawals import takes_back

__all__ = ["SCENE", "encode", "episode", "extract"]

_ROLE_WORDS = ("", "user", "assistant", "tool", "other", "system", "you", "me")
SCENE = "[said in a scene]"
"""What follows the verbatim words of a turn that was played, not meant."""
_TOOL_KEPT = 600
_FACT_WORTH = 0.4
"""A stated fact is worth at least this: above the 0.3 under which what nobody recalls is forgotten."""
_LOOK_BACK = 6
"""Earlier turns that are read again, for what a correction may refer to."""
_OPENING = 200
"""Characters in which the first sentence of a turn is looked for."""
_LONG = 20_000
"""Characters of a turn that are read for facts and dates; its episode keeps all of it."""


def _named(turn: Turn) -> bool:
    return turn.speaker.strip().lower() not in _ROLE_WORDS


def _verbatim(turn: Turn) -> str:
    text = turn.text.strip().replace("\x00", "")
    if turn.role is Role.TOOL and len(text) > _TOOL_KEPT:
        head = text[:_TOOL_KEPT].rsplit("\n", 1)[0]
        text = f"{head}\n[… {len(text) - len(head)} more characters in the transcript]"
    return f"{turn.speaker.strip()}: {text}" if _named(turn) else text


def _kept(turn: Turn) -> bool:
    return turn.complete and not turn.recalled and bool(turn.text.strip()) and not is_trivial(turn.text)


def _occurred(text: str, time: datetime) -> datetime | None:
    """The start of the one past time that the text names; None when none or several."""
    past = [d.start for d in dates.resolve(text[:_LONG], time) if d.end <= time]
    return past[0] if len(set(past)) == 1 else None


def episode(turn: Turn, *, importance: float | None = None, played: bool = False) -> Draft:
    """The verbatim memory of one turn; one that was `played` says so, for its words alone do not."""
    worth = estimate(turn.text, turn.role) if importance is None else importance
    return Draft(
        type=MemoryType.EPISODIC,
        title=title_of(turn.text),
        text=f"{_verbatim(turn)} {SCENE}" if played else _verbatim(turn),
        importance=worth,
        provenance=turn.role.provenance,
        turns=(turn.id,),
        importance_raw=worth,
        occurred=_occurred(turn.text, turn.time),
    )


def _semantic(turn: Turn, told_: Told) -> Draft:
    worth = min(0.97, max(_FACT_WORTH, round(estimate(told_.text, turn.role) + 0.12, 2)))
    return Draft(
        type=MemoryType.SEMANTIC,
        title=title_of(told_.text),
        text=dates.annotate(told_.text, turn.time),
        importance=worth,
        provenance=turn.role.provenance,
        turns=(turn.id,),
        importance_raw=worth,
        occurred=_occurred(told_.text, turn.time),
        facts=told_.facts,
    )


def _subject(turn: Turn, person: str | None) -> str:
    """Whom "I" means: the person themself is "user", a named other speaker goes by that name."""
    name = turn.speaker.strip()
    mine = person is not None and name.casefold() == person.casefold()
    return "user" if mine or not _named(turn) else name


def _person(turns: Iterable[Turn], person: str | None) -> str | None:
    """Who the person is: as known, else the one who speaks as the user; of two who do, nobody can tell."""
    if person is not None:
        return person
    names = {turn.speaker.strip() for turn in turns if turn.role is Role.USER and _named(turn)}
    return names.pop() if len(names) == 1 else None


def _known_before(before: Sequence[Turn], played: frozenset[str], person: str | None) -> list[FactDraft]:
    """The facts of the last earlier turns, for corrections that follow them."""
    known: list[FactDraft] = []
    for turn in before[-_LOOK_BACK:]:
        if turn.role in (Role.USER, Role.OTHER) and _kept(turn) and turn.id not in played:
            _told(turn, person, known)
    return known


def _lesson(turn: Turn, kind: MemoryType, title: str, text: str) -> Draft:
    worth = max(0.5, estimate(text, turn.role))
    return Draft(
        type=kind,
        title=title_of(title),
        text=text,
        importance=worth,
        provenance=turn.role.provenance,
        turns=(turn.id,),
        importance_raw=worth,
    )


def _just_told(turn: Turn, earlier: Sequence[Turn], person: str | None) -> tuple[FactDraft, ...]:
    """What a turn that begins by taking back may mean: the one statement that the same speaker's turn before was."""
    opening = next(iter(split(turn.text[:_OPENING])), "")
    if not takes_back(opening):
        return ()
    recent = [t for t in earlier[-2:] if t.conversation == turn.conversation]
    answered = bool(recent) and recent[-1].role is Role.ASSISTANT
    said = recent[-2:-1] if answered else recent[-1:]
    if not said or (said[0].role, said[0].speaker) != (turn.role, turn.speaker) or not _kept(said[0]):
        return ()
    if len(split(said[0].text[:_LONG])) != 1 or not takes_back(opening, answered=answered):
        return ()
    return tuple(f for t in _told(said[0], person, []) for f in t.facts)


def _told(turn: Turn, person: str | None, known: list[FactDraft], earlier: Sequence[Turn] = ()) -> list[Told]:
    """The statements of a turn; bare corrections find in `known`, which grows, what they correct."""
    found = []
    before = _just_told(turn, earlier, person) if earlier else ()
    for told_ in told(turn.text[:_LONG], speaker=_subject(turn, person), time=turn.time, before=before):
        facts = anchored(told_.facts, known)
        known += facts
        found.append(Told(told_.text, facts))
    return found


def _derived(
    turn: Turn, person: str | None, known: list[FactDraft], earlier: Sequence[Turn]
) -> Iterable[Draft]:
    """What a turn teaches beyond its own words; only people teach facts about themselves."""
    if turn.role not in (Role.USER, Role.OTHER):
        return
    text = turn.text[:_LONG]
    for told_ in _told(turn, person, known, earlier):
        yield _semantic(turn, told_)
    for title, body in procedures(text):
        yield _lesson(turn, MemoryType.PROCEDURAL, title, body)
    for title, body in lessons(text):
        yield _lesson(turn, MemoryType.ERROR, title, body)


def encode(turns: Sequence[Turn], *, person: str | None = None, before: Sequence[Turn] = ()) -> list[Draft]:
    """Memories of `turns`, in their order: an episode for each turn worth keeping, then what it teaches.

    `before` are earlier turns of the same task: a scene opened there is still being played here.
    `person` is the name the person goes by, if known: their turns' facts are about "user". Without it that is
    whoever alone speaks in the role of the user; where two do, each goes by the own name. Cut (`complete` false) and recalled turns give nothing, a tool's
    output that comes again word for word gives nothing again.
    """
    spoken = [*before, *turns]
    played = scenes(spoken)
    person = _person(spoken, person)
    drafts: list[Draft] = []
    outputs: set[str] = set()
    known = _known_before(before, played, person)
    for at, turn in enumerate(turns, len(before)):
        if not _kept(turn) or (turn.role is Role.TOOL and turn.text in outputs):
            continue
        if turn.role is Role.TOOL:
            outputs.add(turn.text)
        drafts.append(episode(turn, played=turn.id in played))
        if turn.id not in played:
            drafts.extend(
                _derived(turn, person, known, [t for t in spoken[max(0, at - 2) : at] if t.id not in played])
            )
    return drafts


def extract(text: str, *, speaker: str, role: Role, time: datetime) -> list[FactDraft]:
    """The facts that `text` states, for a single note; `speaker` is who "I" is ("user" for the person).

    The assistant's and a tool's first person is nobody's: they give no facts.
    """
    if role not in (Role.USER, Role.OTHER):
        return []
    subject = speaker.strip() if speaker.strip().lower() not in _ROLE_WORDS else "user"
    known: list[FactDraft] = []
    for told_ in told(text[:_LONG], speaker=subject, time=time):
        known += anchored(told_.facts, known)
    return known
