"""The update set's gold as a perfect extraction: what schema `encoding` would say of each turn, replayed over HTTP.

Every item says only what its own turn tells, never what the gold knows of later: a first statement is `new` even if
it is corrected next week. Where a model may choose between two forms (an end as the denied value or as the value
that ends; a stopgap as `new` or as `change`), the logs take turns. What is imagined, played or joked is told too, marked
as such, since a model that marks well is what the product is promised; the guards have to leave it out.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from tests.support.replies import Reply, answer
from tests.support.server import Request

_TURN = re.compile(r"^\[([^\]\s]+)\] \w+ ", re.MULTILINE)
_CERTAINTY = {"hypothetical": "hypothetical", "roleplay": "role_play", "sarcasm": "joke"}
_NAMED = {
    "editor": "code_editor",
    "drink": "morning_drink",
    "language": "language_course",
    "gym_day": "climbing_day",
    "reading": "book_club",
    "project": "side_project",
}
"""What a model calls an attribute whose id in the set is a shorthand."""


def predicate_of(attribute: str) -> str:
    """The predicate that the replayed model uses for an attribute of the set."""
    if attribute.startswith("count:"):
        return "number_of_" + attribute[6:].replace(" ", "_")
    return "likes" if attribute.startswith("taste:") else _NAMED.get(attribute, attribute)


@dataclass
class Gold:
    """One log's items by turn."""

    log: dict[str, Any]
    odd: bool
    """Which of two equally good forms this log's model prefers."""
    items: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))

    def __post_init__(self) -> None:
        self._text = {turn["id"]: turn["text"] for turn in self.log["turns"]}
        self._scenario = {p["attribute"]: p["scenario"] for p in reversed(self.log["probes"])}
        topics: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        for fact in self.log["gold"]["facts"]:
            topics[fact["subject"], fact["attribute"]].append(fact)
        for facts in topics.values():
            self._topic(facts)
        for non in self.log["gold"]["nonfacts"]:
            self._nonfact(non)
        for probe in self.log["probes"]:
            if probe["kind"] in ("unknown", "none_now"):
                self._over(probe)

    def _subject(self, name: str) -> str:
        return "user" + name.removeprefix(self.log["user"])

    def _put(self, turn: str, subject: str, attribute: str, value: str, **changes: object) -> None:
        item = {
            "text": self._text[turn],
            "subject": self._subject(subject),
            "predicate": predicate_of(attribute),
            "object": value,
            "polarity": "affirmed",
            "single_valued": not attribute.startswith("taste:"),
            "certainty": "asserted",
            "change": "new",
            "provenance": "user",
            "importance": 0.5,
            "valid_from": None,
            "valid_to": None,
            "source_turns": [turn],
        }
        if attribute.startswith("taste:"):
            item |= {
                "object": attribute[6:],
                "polarity": "affirmed" if value == "likes" else "negated",
            }
        self.items[turn].append(item | changes)

    def _topic(self, facts: list[dict[str, Any]]) -> None:
        """The statements about one thing, in the order they were made, each as its turn words it."""
        for place, fact in enumerate(facts):
            scenario = self._scenario.get(fact["attribute"], "?")
            value, changes = fact["value"], {}
            if place and scenario in ("move", "switch_back", "flip"):
                changes = {"change": "change"}
            elif place and scenario == "future_change":
                changes = {
                    "change": "change", "certainty": "planned", "valid_from": fact["valid_from"]
                }  # fmt: skip
            elif place and scenario == "correction":
                changes = {"change": "correction"}
            elif place and scenario == "time_bounded":
                changes = {"valid_to": fact["valid_to"], "change": "change" if self.odd else "new"}
            elif place and scenario == "count":
                grown = int(value) - int(facts[place - 1]["value"])
                value, changes = f"{grown:+d}", {"change": "increment"}
            self._put(fact["source"], fact["subject"], fact["attribute"], value, **changes)
            for turn in fact["support"]:
                self._put(turn, fact["subject"], fact["attribute"], fact["value"], provenance="inferred")

    def _nonfact(self, non: dict[str, Any]) -> None:
        known = _CERTAINTY.get(non["why"])
        changes = {"certainty": known} if known else {"polarity": "negated"}
        self._put(non["turn"], non["subject"], non["attribute"], non["value"], **changes)

    def _over(self, probe: dict[str, Any]) -> None:
        """A retraction names no value; an end names the one that is over."""
        user, attribute, turn = self.log["user"], probe["attribute"], probe["gold"][0]
        if probe["kind"] == "unknown":
            self._put(turn, user, attribute, "", change="retraction")
        else:
            polarity = "affirmed" if self.odd else "negated"
            self._put(turn, user, attribute, probe["wrong"][0], change="end", polarity=polarity)

    def reply(self, request: Request) -> Reply:
        """The `encoding` answer to a prompt: the items of the turns it shows; the gold has no summaries."""
        turns = [turn for turn in dict.fromkeys(_TURN.findall(request.prompt)) if turn in self._text]
        told = [turn for turn in turns if self.items.get(turn)]
        knowledge = [item for turn in told for item in self.items[turn]]
        summary = {"title": "", "text": "", "importance": 0.3, "source_turns": []}
        return answer({"summary": summary, "knowledge": knowledge, "procedures": [], "errors": []})


_PAIR = re.compile(r'^\{"new": \{"id": "([^"]+)".*"existing": \{"id": "([^"]+)"', re.MULTILINE)


def judge(verdict: str) -> Any:
    """A `contradiction` model with one word for every pair it is asked about, for guards to withstand."""

    def reply(request: Request) -> Reply:
        pairs = dict.fromkeys(_PAIR.findall(request.prompt))
        return Reply(
            text=json.dumps(
                {"verdicts": [{"new": new, "existing": old, "verdict": verdict} for new, old in pairs]}
            )
        )

    return reply
