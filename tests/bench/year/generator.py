"""The year, from a seed: who says what when, with the gold and the questions. Same seed, same year."""

from __future__ import annotations

import random
from datetime import date, datetime, time

from tests.bench.year import almanac
from tests.bench.year.asking import Book, questions, routine_golds
from tests.bench.year.episodes import Episode, played
from tests.bench.year.life import BEATS, ROLEPLAY
from tests.bench.year.model import Year
from tests.bench.year.noise import NOISE
from tests.bench.year.routines import ROUTINES, VARIANTS
from tests.bench.year.script import Template
from tests.bench.year.slots import Decks
from tests.bench.year.telling import told

LAST_MOMENT = date(2026, 12, 12)
TRIES = 200


def generate(seed: int) -> Year:
    """One person's life with an assistant, 1 January to 31 December 2026."""
    rng = random.Random(seed)
    decks = Decks(rng)
    found = [*_beats(rng, decks), *_routines(rng, decks), *_chatter(rng, decks)]
    found.sort(key=lambda episode: episode.start)
    turns, placed = told(found, rng)
    book = Book(turns, placed)
    roleplay = {turn for episode, ids in placed if episode.template.name in ROLEPLAY for turn in ids}
    return Year(
        seed=seed,
        turns=tuple(turns),
        golds=(*book.golds, *routine_golds(book)),
        questions=tuple(questions(book)),
        secrets=tuple(book.secrets),
        noise=frozenset(turn for episode, ids in placed if episode.noise for turn in ids),
        roleplay=frozenset(roleplay),
        templates=len(BEATS) + len(NOISE) + sum(len(variants) for variants in VARIANTS.values()),
    )


def _beats(rng: random.Random, decks: Decks) -> list[Episode]:
    made: list[Episode] = []
    asked: set[str] = set()
    for template in BEATS:
        times = int(template.when[1:]) if template.when.startswith("x") else 1
        for nth in range(1, times + 1):
            episode = _fresh(template, nth, asked, rng, decks) if times > 1 else _once(template, rng, decks)
            asked.update(question.text for question in episode.asked)
            made.append(episode)
    return made


def _once(template: Template, rng: random.Random, decks: Decks) -> Episode:
    return played(template, _start(template, rng), rng, decks)


def _fresh(template: Template, nth: int, asked: set[str], rng: random.Random, decks: Decks) -> Episode:
    """The template on any day with slots under which none of its questions was asked before: answers stay unique."""
    for _ in range(TRIES):
        episode = played(template, _start(template, rng), rng, decks, nth=nth)
        if not any(question.text in asked for question in episode.asked):
            return episode
    raise ValueError(f"{template.name}: its questions have too few slots to be asked more than once")


def _start(template: Template, rng: random.Random) -> datetime:
    if not template.when.startswith("x"):
        day, _, clock = template.when.partition(" ")
        return almanac.moment(date.fromisoformat(f"2026-{day}"), time.fromisoformat(clock))
    chosen = rng.choice([day for day in almanac.days() if almanac.at_home(day) and day <= LAST_MOMENT])
    return almanac.moment(chosen, almanac.clock(chosen, rng))


def _routines(rng: random.Random, decks: Decks) -> list[Episode]:
    made = []
    for routine in ROUTINES:
        for nth, day in enumerate(routine.days(rng), start=1):
            start = almanac.moment(day, routine.clock)
            variant = _variant(routine.name, nth)
            made.append(played(variant, start, rng, decks, nth=nth, routine=routine.name))
    return made


def _variant(name: str, nth: int) -> Template:
    """The routine's variant for the nth time: all in turn, in an order that does not repeat week by week."""
    variants = VARIANTS[name]
    return variants[(nth * 7 + nth // len(variants)) % len(variants)]


def _chatter(rng: random.Random, decks: Decks) -> list[Episode]:
    made, left = [], list[Template]()
    for day in almanac.days():
        for _ in range(almanac.episodes(day, rng)):
            if not left:
                left = list(NOISE)
                rng.shuffle(left)
            start = almanac.moment(day, almanac.clock(day, rng))
            made.append(played(left.pop(), start, rng, decks))
    return made
