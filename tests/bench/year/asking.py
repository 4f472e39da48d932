"""Gold and questions out of what was told: literal details, evidence, counts of routines, things never said."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, datetime, time, timedelta

from tests.bench.year import almanac
from tests.bench.year.episodes import Episode
from tests.bench.year.matching import says
from tests.bench.year.model import Detail, Gold, Question, Secret, Turn
from tests.bench.year.never import NEVER
from tests.bench.year.routines import ROUTINES, Routine
from tests.bench.year.script import Asked
from tests.bench.year.telling import Placed

EVENING = time(23, 55)


class Book:
    """What the year holds, by name: golds, secrets, the turns of each episode and routine."""

    def __init__(self, turns: list[Turn], placed: Placed) -> None:
        self.turns = {turn.id: turn for turn in turns}
        self.placed = placed
        self.named: dict[str, list[str]] = defaultdict(list)
        self.routine: dict[str, list[tuple[Episode, list[str]]]] = defaultdict(list)
        self.golds: list[Gold] = []
        self.secrets: list[Secret] = []
        self.asked: list[tuple[Gold, Episode, Asked]] = []
        for episode, ids in placed:
            self.secrets += [Secret(text, ids[line]) for line, text in episode.secrets]
            if episode.routine:
                self.routine[episode.routine].append((episode, ids))
            elif episode.template.importance and episode.marked:
                self._note(episode, ids)

    def _note(self, episode: Episode, ids: list[str]) -> None:
        template = episode.template
        before = self.named[template.name]
        name = template.name if not before else f"{template.name}-{len(before) + 1}"
        details = tuple(Detail(words, kind, ids[line]) for line, words, kind in episode.marked)
        turns = tuple(dict.fromkeys(detail.turn for detail in details))
        gold = Gold(
            name, episode.title, template.importance, template.why, details, turns, template.supersedes
        )
        self.named[template.name] = [*before, *turns]
        self.golds.append(gold)
        self.asked += [(gold, episode, asked) for asked in episode.asked]

    def when(self, turn: str) -> datetime:
        return datetime.fromisoformat(self.turns[turn].time)


def questions(book: Book) -> list[Question]:
    """All questions by the time at which they are asked; ids follow that order."""
    made = [_of_gold(book, gold, episode, asked) for gold, episode, asked in book.asked]
    for routine in ROUTINES:
        made += [*_counts(book, routine), *_habits(book, routine)]
    made += [_question(_evening(day), text, "never", "low", wrong=wrong) for day, text, wrong in NEVER]
    asked = [question for question in made if question is not None]
    asked.sort(key=lambda question: (datetime.fromisoformat(question.ask_at), question.text))
    return [_numbered(question, number) for number, question in enumerate(asked, start=1)]


def _of_gold(book: Book, gold: Gold, episode: Episode, asked: Asked) -> Question | None:
    day = episode.start.date()
    if asked.when.startswith("+"):
        then = day + timedelta(days=int(asked.when[1:]))
        if then.year > day.year:
            return None
    else:
        then = date.fromisoformat(f"2026-{asked.when}")
    telling = [t for t in gold.turns if any(says(book.turns[t].text, answer) for answer in asked.answers)]
    more = [turn for name in episode.template.evidence for turn in book.named[name]]
    return _question(
        _evening(f"{then:%m-%d}"),
        asked.text,
        asked.kind,
        gold.importance,
        answers=asked.answers,
        wrong=asked.wrong,
        evidence=tuple(dict.fromkeys([*(telling or gold.turns), *more])),
        gold=gold.id,
    )


def _counts(book: Book, routine: Routine) -> list[Question]:
    """How often in a month, asked on the third of the next one, and once more two months later."""
    months: dict[int, list[str]] = defaultdict(list)
    for _, ids in book.routine[routine.name]:
        months[book.when(ids[0]).month] += ids[:1]
    made = []
    for month, turns in months.items():
        text = f"How many times did I {routine.deed} in {date(2026, month, 1):%B}?"
        for later in (1, 3) if month % 3 == 0 else (1,):
            if month + later <= 12:
                day = f"{month + later:02d}-03"
                made.append(
                    _question(
                        _evening(day), text, "count", "low", answers=(str(len(turns)),), evidence=tuple(turns)
                    )
                )
    return made


def _habits(book: Book, routine: Routine) -> list[Question]:
    made = []
    for asked in routine.asked:
        at = _evening(asked.when)
        told = [
            (e, ids)
            for e, ids in book.routine[routine.name]
            if book.when(ids[0]) < datetime.fromisoformat(at)
        ]
        evidence = [
            turn
            for _, ids in told
            for turn in ids
            if any(says(book.turns[turn].text, answer) for answer in asked.answers)
        ]
        made.append(
            _question(
                at,
                asked.text,
                "habit",
                routine.importance,
                answers=asked.answers,
                wrong=asked.wrong,
                evidence=tuple(evidence),
                gold=f"routine.{routine.name}",
            )
        )
    return made


def routine_golds(book: Book) -> list[Gold]:
    """For each routine the gold that should emerge from it, with the first three turns that say each key word."""
    made = []
    for routine in ROUTINES:
        details = []
        for words in routine.keys:
            saying = [t for _, ids in book.routine[routine.name] for t in ids if _literal(book, t, words)]
            details += [Detail(words, "name", turn) for turn in saying[:3]]
        turns = tuple(dict.fromkeys(detail.turn for detail in details))
        name = f"routine.{routine.name}"
        made.append(Gold(name, routine.title, routine.importance, routine.why, tuple(details), turns, ()))
    return made


def _literal(book: Book, turn: str, words: str) -> bool:
    return words in book.turns[turn].text


def _evening(day: str) -> str:
    on = date.fromisoformat(f"2026-{day}")
    return datetime.combine(on, EVENING, almanac.zone(on)).isoformat()


def _question(
    at: str,
    text: str,
    kind: str,
    importance: str,
    *,
    answers: tuple[str, ...] = (),
    wrong: tuple[str, ...] = (),
    evidence: tuple[str, ...] = (),
    gold: str = "",
) -> Question:
    return Question("", at, text, kind, importance, answers, wrong, evidence, gold)


def _numbered(question: Question, number: int) -> Question:
    return Question(
        f"q{number:04d}",
        question.ask_at,
        question.text,
        question.kind,
        question.importance,
        question.answers,
        question.wrong,
        question.evidence,
        question.gold,
    )
