"""A summary by the model: asked for, compared, asked for once more, mended; left out where it saves nothing.

What the originals do not bear out is taken out: strange names and figures, reversed or made-up statements, orders.
What the model leaves out is appended in the originals' own words.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo

from weave.errors import BudgetSpent, MalformedReply
from weave.periods import Period
from weave.ports import ChatModel, Message
from weave.sleep.compression import prompt
from weave.sleep.compression.bearing import SOURCES, Bearing
from weave.sleep.compression.checker import Ground, Loss, ground_of, invented, lost, sentences
from weave.sleep.compression.extract import bullets, clipped, extract, subject
from weave.sleep.compression.layout import Summary
from weave.sleep.compression.originals import Originals, Said
from weave.sleep.model import Budget
from weave.tokens import tokens

log = logging.getLogger(__name__)

REPLY_TOKENS = 1_200
"""What a reply is expected to cost at most, before it is known."""
TOLD_AGAIN = 60
"""So many missing sentences are named when it is asked once more; the rest is appended anyway."""
PROSE = 1_500
"""Letters by which a summary may be longer than its originals, since a small week has room for some prose."""
_HIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200b\u2060\ufeff\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\ud800-\udfff]"
)
CLIPPED = 240
"""Letters of an appended detail, if its sentence can be cut to its part."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A reply as it was compared."""

    summary: Summary
    """Without what was invented."""
    lost: tuple[Loss, ...]
    invented: tuple[str, ...]
    """Names and figures that nobody said, or whole sentences that the originals do not bear out."""
    reply: str
    """As it was given, in JSON."""

    @property
    def faults(self) -> int:
        """Missing and invented details."""
        return sum(len(loss.details) for loss in self.lost) + len(self.invented)


@dataclass(frozen=True, slots=True)
class _Against:
    """What a reply is compared with."""

    source: Originals
    known: Ground


@dataclass(frozen=True, slots=True)
class Written:
    """A summary that is complete, and how it came about."""

    summary: Summary
    appended: int = 0
    """Details that the model had left out."""
    refused: int = 0
    """Details that it had invented."""
    by_model: bool = True


async def ask(
    chat: ChatModel, period: Period, source: Originals, zone: tzinfo | None, budget: Budget
) -> Written:
    """The summary of these originals. Raises ModelError, BudgetSpent; an unreadable reply is done without."""
    known = source.ground()
    known.allow(period.first, period.last)
    asked = prompt.messages(period, source.memories, zone)
    try:
        reply = await _call(chat, asked, budget)
        judged = judge(reply, source, known)
        if judged.faults:
            judged = await _once_more(chat, asked, judged, _Against(source, known), budget)
    except MalformedReply as error:
        log.warning("The week %s is summarised without the model: %s", period.name, error)
        return Written(extract(source), by_model=False)
    return completed(judged, source)


async def _call(chat: ChatModel, asked: Sequence[Message], budget: Budget) -> Mapping[str, object]:
    size = sum(tokens(message.content) for message in asked)
    budget.need(size + REPLY_TOKENS)
    reply = await chat.structured("weekly_summary", asked)
    budget.spend(size + tokens(json.dumps(reply, ensure_ascii=False)))
    return reply


async def _once_more(
    chat: ChatModel,
    asked: Sequence[Message],
    judged: Judged,
    against: _Against,
    budget: Budget,
) -> Judged:
    """The better of the two."""
    further = prompt.again(asked, judged.reply, judged.lost[:TOLD_AGAIN], judged.invented)
    size = sum(tokens(message.content) for message in further)
    if size + REPLY_TOKENS > min(budget.left, chat.context_tokens):
        return judged
    try:
        second = judge(await _call(chat, further, budget), against.source, against.known)
    except (MalformedReply, BudgetSpent):
        return judged
    return second if second.faults < judged.faults else judged


def judge(reply: Mapping[str, object], source: Originals, known: Ground) -> Judged:
    """Compare a reply with the originals. Pure."""
    end = source.said[-1].line.time if source.said else source.memories[-1].created
    check = _Check(end, known, source.bearing())
    prose, wrong = check.mended([str(reply.get("text") or "")], SOURCES)
    listed = reply.get("key_details")
    details, more = check.mended([str(one) for one in listed] if isinstance(listed, list) else [], 1)
    title, _ = check.mended([str(reply.get("title") or "")], SOURCES)
    summary = Summary(tuple(prose), tuple(details), " ".join(title)[:80] or subject(source))
    ground = ground_of(summary.text, end, source.lowered)
    missing = lost((one.line for one in source.said), ground)
    return Judged(summary, tuple(missing), (*wrong, *more), json.dumps(reply, ensure_ascii=False))


@dataclass(frozen=True, slots=True)
class _Check:
    """What a statement of the model must stand up to."""

    end: datetime
    known: Ground
    bearing: Bearing

    def mended(self, texts: Sequence[str], sources: int) -> tuple[list[str], list[str]]:
        """The texts without the sentences that do not hold or that hide something; and what is wrong with those."""
        kept: list[str] = []
        wrong: list[str] = []
        for text in texts:
            good = []
            for sentence in sentences(_HIDDEN.sub("", text)):
                found = self._wrong(sentence, sources)
                wrong += found
                good += [] if found else [sentence]
            kept += [" ".join(good)] if good else []
        return kept, wrong

    def _wrong(self, sentence: str, sources: int) -> list[str]:
        strange = [detail.words for detail in invented(sentence, self.end, self.known)]
        return strange or ([] if self.bearing.bears(sentence, sources=sources) else [sentence])


def completed(judged: Judged, source: Originals) -> Written:
    """With the sentences that hold what is missing, in the originals' words; without the model, if that saves nothing."""
    missing = {(loss.memory, loss.sentence): loss for loss in judged.lost}
    appended = [
        (_cut(one, missing[one.line.memory, one.line.sentence]), ())
        for one in source.said
        if (one.line.memory, one.line.sentence) in missing
    ]
    summary = replace(judged.summary, details=(*judged.summary.details, *bullets(appended)))
    if len(summary.text) > source.letters + PROSE or not (judged.summary.prose or judged.summary.details):
        return Written(extract(source), refused=len(judged.invented), by_model=False)
    count = sum(len(loss.details) for loss in judged.lost)
    return Written(summary, count, len(judged.invented))


def _cut(one: Said, loss: Loss) -> Said:
    sentence = clipped(one.line.sentence, loss.details, CLIPPED)
    return one if sentence == one.line.sentence else replace(one, line=replace(one.line, sentence=sentence))
