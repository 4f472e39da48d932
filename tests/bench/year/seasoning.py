"""Small talk is never said twice in quite the same way: haste, exclamation, an afterthought, a friendly last word."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.bench.year.pools import POOLS
from tests.bench.year.script import Line

OPENERS = (
    "hey, ", "ok so ", "hm. ", "btw ", "oh and ", "quick one: ", "sorry, me again: ", "so, ", "also: ", "na, ",
    "well, ", "listen: ", "bueno, ", "ay, ", "look, ", "psst: ", "right, ", "um, ", "hallo! ", "only briefly: ",
)  # fmt: skip
AFTERTHOUGHTS = (
    " Anyway.", " Don't ask.", " Just saying.", " What a day.", " And it's only {weekday}.", " Typical.", " Hm.",
    " Long story.", " So be it.", " Na ja.", " Así es.", " Ganoon talaga.", " 算了。", " Whatever.", " Haha.",
    " I blame the {weather}.", " Ask me tomorrow.", " Off to {district} now.", " Phone at {num} %, so I'm brief.",
    " I'm typing with one thumb.", " Still thinking of {dish}, by the way.", " {song} in the background.",
)  # fmt: skip
LAST_WORDS = (
    " I'm here.", " Anything else?", " Take your time.", " Have a good {weekday}.", " That made me smile.",
    " Say if you need more.", " Enjoy.", " Mind the {weather}.", " Onwards, then.", " Good to hear from you.",
    " Bis später.", " Hasta luego.", " Ingat!", " 回头见。", " One thing at a time.", " It happens.",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def seasoned(lines: list[Line], weekday: int, rng: random.Random) -> list[Line]:
    """The lines with some of them varied; pasted text and what a tool said stay as they are."""
    return [_varied(line, weekday, rng) if "\n" not in line.text else line for line in lines]


def _varied(line: Line, weekday: int, rng: random.Random) -> Line:
    text = line.text
    if line.role == "assistant" and rng.random() < 0.3:
        return replace(line, text=text + _filled(rng.choice(LAST_WORDS), weekday, rng))
    if line.role != "user":
        return line
    if rng.random() < 0.25:
        text = rng.choice(OPENERS) + text
    if rng.random() < 0.25:
        text = _closed(text) + _filled(rng.choice(AFTERTHOUGHTS), weekday, rng)
    elif rng.random() < 0.15:
        text += f" {rng.choice(POOLS['emoji'])}"
    return replace(line, text=text)


def _closed(text: str) -> str:
    return text if text[-1] in ".!?…。！？)" or not text[-1].isalnum() else f"{text}."


def _filled(words: str, weekday: int, rng: random.Random) -> str:
    for name in ("weather", "district", "dish", "song"):
        words = words.replace(f"{{{name}}}", rng.choice(POOLS[name]))
    return words.replace("{weekday}", WEEKDAYS[weekday]).replace("{num}", str(rng.randint(2, 48)))
