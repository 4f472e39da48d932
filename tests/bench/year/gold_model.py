"""A model that knows the gold, behind the door of any other: what a good one makes of the year, and a vain one.

As knowledge it gives what matters much, in a summary what matters little or not at all; its weekly summaries forget
every third detail, for the checker to mend. `inflating` marks everything as important and keeps its order.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncIterator, Mapping, Sequence

from tests.bench.year.model import Gold, Turn, Year
from weave.errors import ModelUnavailable
from weave.ports import Fragment, Message, ToolSpec
from weave.secrets import mask

_LINE = re.compile(r"^\[([^\]]+)\] (\w+) \S+ \S+: (.*)$", re.MULTILINE)
_IDENTITY = re.compile(r"<identity>\n?(.*?)\n?</identity>", re.DOTALL)
WORTH = {"high": 0.85, "low": 0.45, "": 0.12}


class GoldModel:
    """A `weave.ports.ChatModel`; the same question gets the same answer."""

    name = "gold"
    context_tokens = 32_000

    def __init__(self, year: Year, *, inflating: bool = False) -> None:
        self._inflating = inflating
        self._golds: dict[str, Gold] = {}
        told: dict[str, list[Turn]] = {}
        for turn in year.turns:
            told.setdefault(_key(mask(turn.text)), []).append(turn)
        ids = {turn.id: key for key, turns in told.items() for turn in turns}
        for gold in year.golds:
            self._golds |= {ids[turn]: gold for turn in gold.turns if turn in ids}

    async def structured(self, schema: str, messages: Sequence[Message]) -> dict[str, object]:
        """An answer of the named schema. Raises ModelUnavailable for what it has no mind for."""
        text = messages[-1].content
        if schema == "encoding":
            return self._encoding(text)
        if schema == "weekly_summary":
            return self._summary(text)
        if schema == "identity_update":
            found = _IDENTITY.search(text)
            return {
                "identity": found[1] if found else "",
                "reason": "Nothing lasting shows.",
                "confidence": 0.0,
            }
        empty: Mapping[str, dict[str, object]] = {
            "replay": {"knowledge": []},
            "contradiction": {"verdicts": []},
        }
        if schema not in empty:
            raise ModelUnavailable(f"This model has no answer to {schema}.")
        return dict(empty[schema])

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[ToolSpec] = ()
    ) -> AsyncIterator[Fragment]:
        """It does not talk."""
        raise ModelUnavailable("This model answers questions of a schema only.")
        yield Fragment("")

    async def close(self) -> None:
        """Nothing is open."""

    def _worth(self, importance: str, words: str) -> float:
        """What a person would say, a little blurred by the words."""
        value = WORTH[importance] + (zlib.crc32(words.encode("utf-8", "replace")) % 15 - 7) / 100
        return round(0.8 + 0.2 * value if self._inflating else value, 2)

    def _encoding(self, prompt: str) -> dict[str, object]:
        lines = [
            (id_, words, self._golds.get(_key(words)))
            for id_, role, words in _spoken(prompt)
            if role == "user"
        ]
        high = [(id_, words, gold) for id_, words, gold in lines if gold and gold.importance == "high"]
        low = [(id_, words) for id_, words, gold in lines if gold and gold.importance == "low"]
        rest = low or [(id_, words) for id_, words, gold in lines if gold is None][:1]
        text = " ".join(words for _, words in rest)
        return {
            "summary": {
                "title": text[:60],
                "text": text,
                "importance": self._worth("low" if low else "", text),
                "source_turns": [id_ for id_, _ in rest],
            },
            "knowledge": [self._item(id_, words, gold) for id_, words, gold in high],
            "procedures": [],
            "errors": [],
        }

    def _item(self, id_: str, words: str, gold: Gold) -> dict[str, object]:
        detail = next((one.text for one in gold.details if one.text in words), words[:60])
        return {
            "text": words,
            "subject": "user",
            "predicate": "noted",
            "object": detail,
            "polarity": "affirmed",
            "single_valued": False,
            "certainty": "asserted",
            "change": "new",
            "provenance": "user",
            "importance": self._worth("high", words),
            "valid_from": None,
            "valid_to": None,
            "source_turns": [id_],
        }

    def _summary(self, prompt: str) -> dict[str, object]:
        golds = {gold.id: gold for gold in self._golds.values()}
        details = [d.text for gold in golds.values() for d in gold.details if d.text in prompt]
        kept = [detail for place, detail in enumerate(dict.fromkeys(details)) if place % 3]
        return {"title": "A week", "text": "A week of many things.", "key_details": kept}


def _spoken(prompt: str) -> list[tuple[str, str, str]]:
    """(turn id, role, first line) of the turns to be encoded."""
    block = prompt.partition("<turns>")[2].partition("</turns>")[0]
    return [(m[1], m[2], m[3]) for m in _LINE.finditer(block)]


def _key(words: str) -> str:
    return words.strip().split("\n")[0][:200]
