"""An episode is a template on a day with its slots filled: its turns' words, the key details in them, its secrets."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tests.bench.year.almanac import zone
from tests.bench.year.script import Asked, Line, Template
from tests.bench.year.seasoning import seasoned
from tests.bench.year.slots import Decks, Filler

DETAIL = re.compile(r"\[([#@!=]?)([^\[\]]+)\]")
MARKS = {"": "name", "#": "number", "@": "date", "!": "negation", "=": "decision"}


@dataclass(frozen=True, slots=True)
class Episode:
    """`marked` are (index of the line, words, kind); `start` is in UTC."""

    template: Template
    start: datetime
    lines: tuple[Line, ...]
    marked: tuple[tuple[int, str, str], ...]
    asked: tuple[Asked, ...]
    title: str
    secrets: tuple[tuple[int, str], ...]
    routine: str = ""

    @property
    def noise(self) -> bool:
        return not self.template.importance and not self.routine


def played(
    template: Template, start: datetime, rng: random.Random, decks: Decks, *, nth: int = 1, routine: str = ""
) -> Episode:
    """The template as it is said at `start`; `nth` counts its occurrences."""
    local = start.astimezone(zone(start.date()))
    filler = Filler(rng, decks, local.date(), nth)
    lines: list[Line] = []
    marked: list[tuple[int, str, str]] = []
    secrets: list[tuple[int, str]] = []
    for index, line in enumerate(template.lines):
        words = filler.fill(line.text)
        if template.importance and line.role != "tool":
            marked += [(index, found[2], MARKS[found[1]]) for found in DETAIL.finditer(words)]
            words = DETAIL.sub(lambda found: found[2], words)
        secrets += [(index, secret) for secret in filler.secrets if secret in words]
        lines.append(Line(line.role, line.speaker, words))
    if not template.importance and not routine:
        lines = seasoned(lines, local.weekday(), rng)
    asked = tuple(_filled(question, filler.fill) for question in template.asked)
    title = filler.fill(template.title)
    return Episode(template, start, tuple(lines), tuple(marked), asked, title, tuple(secrets), routine)


def _filled(question: Asked, fill: Callable[[str], str]) -> Asked:
    answers = tuple(fill(answer) for answer in question.answers)
    wrong = tuple(fill(answer) for answer in question.wrong)
    return Asked(question.kind, question.when, fill(question.text), answers, wrong)
