"""Filling the slots of a template: from the pools, by number, by date, and with secrets made up on the spot.

`{dish}` draws from the pool of that name, `{dish2}` draws another; `{num:3-9}` a number; `{soon}`, `{ago}` a date
within some weeks; `{secret:KIND}` a credential. Within one episode the same slot always has the same value.
"""

from __future__ import annotations

import random
import re
import string
from datetime import date, timedelta

from tests.bench.year.pools import POOLS

SLOT = re.compile(r"\{([a-z]+)(\d*)(?::([^}]*))?\}")
_ALPHABET = string.ascii_letters + string.digits


class Decks:
    """Pools dealt like cards: nothing comes twice before all have come."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._left: dict[str, list[str]] = {}

    def deal(self, name: str) -> str:
        left = self._left.get(name)
        if not left:
            left = list(POOLS[name])
            self._rng.shuffle(left)
            self._left[name] = left
        return left.pop()


class Filler:
    """The slots of one episode on one day; `secrets` are those it made up."""

    def __init__(self, rng: random.Random, decks: Decks, day: date, nth: int) -> None:
        self._rng = rng
        self._decks = decks
        self._day = day
        self._values: dict[str, str] = {"{nth}": str(nth)}
        self.secrets: list[str] = []

    def fill(self, text: str) -> str:
        return SLOT.sub(self._value, text).replace("⏎", "\n")

    def _value(self, match: re.Match[str]) -> str:
        whole, name, argument = match[0], match[1], match[3] or ""
        if whole not in self._values:
            self._values[whole] = self._drawn(name, argument)
        return self._values[whole]

    def _drawn(self, name: str, argument: str) -> str:
        if name == "num":
            low, high = (int(end) for end in argument.partition(":")[0].split("-"))
            return str(self._rng.randint(low, high))
        if name in ("soon", "ago"):
            days = self._rng.randint(3, 25) * (1 if name == "soon" else -1)
            return spoken(self._day + timedelta(days=days))
        if name == "secret":
            made = credential(self._rng, argument)
            self.secrets.append(made)
            return made
        return self._decks.deal(name)


def spoken(day: date) -> str:
    """A date as it is said: 14 March."""
    return f"{day.day} {day:%B}"


def credential(rng: random.Random, kind: str) -> str:
    """A made-up credential of the kind's usual shape; random, so that it opens nothing."""

    def some(count: int, of: str = _ALPHABET) -> str:
        return "".join(rng.choice(of) for _ in range(count))

    if kind == "card":
        digits = [4, *(rng.randrange(10) for _ in range(14))]
        return " ".join(_luhn(digits)[at : at + 4] for at in range(0, 16, 4))
    shapes = {
        "openai": lambda: "sk-" + "proj-" + some(44),
        "github": lambda: "gh" + "p_" + some(36),
        "aws": lambda: some(40, _ALPHABET + "+/"),
        "slack": lambda: "xo" + "xb-" + some(12, string.digits) + "-" + some(24),
        "pay": lambda: "tok_" + "live_" + some(24),
        "password": lambda: some(5, string.ascii_letters) + rng.choice("!#%&") + some(7) + rng.choice("?*+"),
        "jwt": lambda: "ey" + "J" + some(34) + "." + "ey" + "J" + some(60) + "." + some(43),
    }
    return shapes[kind]()


def _luhn(digits: list[int]) -> str:
    doubled = [(d * 2 - 9 if d > 4 else d * 2) if at % 2 == 0 else d for at, d in enumerate(digits)]
    return "".join(map(str, [*digits, -sum(doubled) % 10]))
