"""What recurs week by week, and what a listener should know of it after a while."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, time

from tests.bench.year import almanac
from tests.bench.year.routine_talk import TALK
from tests.bench.year.script import Asked, Template, read

INJURY, HEALED = date(2026, 4, 8), date(2026, 7, 16)
MOVE = date(2026, 6, 13)


@dataclass(frozen=True, slots=True)
class Routine:
    """`deed` completes "How many times did I …"; `keys` are words that its turns say again and again."""

    name: str
    title: str
    deed: str
    weekdays: tuple[int, ...]
    clock: time
    first: date
    last: date
    skip: float
    importance: str
    why: str
    keys: tuple[str, ...]
    asked: tuple[Asked, ...]

    def days(self, rng: random.Random) -> list[date]:
        """The days on which it took place: not while travelling, on holiday, or, now and then, for no reason."""
        return [
            day
            for day in almanac.days()
            if self.first <= day <= self.last and day.weekday() in self.weekdays and almanac.at_home(day)
            if rng.random() >= self.skip
        ]


def _habit(when: str, text: str, *answers: str, wrong: tuple[str, ...] = ()) -> Asked:
    return Asked("habit", when, text, answers, wrong)


START, END = date(2026, 1, 5), date(2026, 12, 20)
ROUTINES = (
    Routine(
        "hanne",
        "Coffee with Hanne on Tuesdays",
        "have coffee with Hanne",
        (1,),
        time(17, 20),
        START,
        MOVE,
        0.12,
        "high",
        "The friend whom she sees most; what Hanne drinks and minds is asked for when they meet.",
        ("Hanne", "flat white", "Café Kandler"),
        (
            _habit("03-20", "What does Hanne usually order when we meet?", "flat white"),
            _habit("04-30", "On which day of the week do I see Hanne?", "Tuesday"),
            _habit("05-20", "Where do Hanne and I meet?", "Kandler"),
        ),
    ),
    Routine(
        "gym",
        "Strength training on Mondays and Thursdays",
        "go to the gym",
        (0, 3),
        time(20, 15),
        START,
        INJURY,
        0.2,
        "low",
        "A habit that explains when she is not at home and why her shoulder matters.",
        ("gym", "deadlift"),
        (
            _habit("03-25", "On which days do I train?", "Monday", "Thursday"),
            _habit("05-15", "Which exercise did I like best at the gym before my injury?", "deadlift"),
        ),
    ),
    Routine(
        "show",
        "The Lantern Coast with Tobias on Sundays",
        "watch The Lantern Coast",
        (6,),
        time(22, 5),
        START,
        END,
        0.15,
        "low",
        "The couple's ritual.",
        ("The Lantern Coast", "Tobias"),
        (
            _habit("03-10", "What do Tobias and I watch on Sundays?", "The Lantern Coast"),
            _habit(
                "10-10", "Which series do I follow every week, and with whom?", "The Lantern Coast", "Tobias"
            ),
            _habit("11-20", "Who is Tobias's favourite character in our Sunday show?", "Odalys", "keeper"),
        ),
    ),
    Routine(
        "mama",
        "Calls with her mother on Saturdays, in Spanish",
        "phone Mamá",
        (5,),
        time(11, 10),
        START,
        END,
        0.15,
        "high",
        "Family comes first for her, and the mother's wishes recur.",
        ("mamá", "Sevilla"),
        (
            _habit("04-15", "When do I usually call my mother?", "Saturday", "sábado"),
            _habit("09-05", "In which language do I speak with my mother?", "Spanish", "español"),
            _habit(
                "12-10",
                "What does my mother complain about on the phone again and again?",
                "la rodilla",
                "knee",
            ),
        ),
    ),
    Routine(
        "mandarin",
        "Mandarin lessons with Jun on Wednesdays",
        "have a Mandarin lesson",
        (2,),
        time(19, 10),
        START,
        END,
        0.18,
        "low",
        "A long-term goal of hers.",
        ("Jun", "tones"),
        (
            _habit("03-30", "Who teaches me Mandarin?", "Jun"),
            _habit("08-25", "What do I find hardest in Mandarin?", "tones"),
        ),
    ),
    Routine(
        "review",
        "The sensor review with Analyn on Fridays",
        "hold the sensor review",
        (4,),
        time(9, 40),
        START,
        END,
        0.1,
        "high",
        "The fixed point of her working week.",
        ("Analyn", "sensor review"),
        (
            _habit("02-27", "With whom do I do the sensor review?", "Analyn"),
            _habit("07-10", "What do Analyn and I check first in the review?", "drift"),
            _habit("11-26", "On which day is the sensor review?", "Friday"),
        ),
    ),
    Routine(
        "rowing",
        "Rowing on the Alster on Thursdays",
        "go rowing",
        (3,),
        time(18, 45),
        HEALED,
        END,
        0.2,
        "high",
        "Took the place of the gym after the injury and the move.",
        ("rowing", "Imke"),
        (
            _habit("08-28", "What sport do I do in Hamburg?", "rowing", wrong=("gym",)),
            _habit("10-12", "With whom do I row?", "Imke"),
            _habit("12-05", "On which evening do I row?", "Thursday"),
        ),
    ),
    Routine(
        "bread",
        "Baking rye bread on Sundays",
        "bake bread",
        (6,),
        time(10, 30),
        START,
        END,
        0.3,
        "low",
        "A pastime with a recipe that slowly settles.",
        ("rye", "starter"),
        (
            _habit("05-05", "What kind of bread do I bake?", "rye"),
            _habit("11-15", "What is the name of my sourdough starter?", "Gundula"),
        ),
    ),
)
VARIANTS: dict[str, list[Template]] = {name: read(f"routine.{name}", text) for name, text in TALK.items()}
