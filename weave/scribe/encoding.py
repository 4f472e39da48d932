"""The Scribe with a model: the task in chunks, each reply screened, exact words kept beside it.

What a model leaves out is not lost: turns whose names, numbers or paths stand in nothing that the model made, and turns
that matter by rule, also become verbatim episodes; the transcript keeps everything.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from weave.errors import ContextOverflow
from weave.model import Draft, Role, Turn
from weave.ports import ChatModel
from weave.scribe.certainty import scenes
from weave.scribe.chunks import Chunk, cut
from weave.scribe.guards import Refusal, Screened, screen, setting_of
from weave.scribe.importance import estimate, is_trivial
from weave.scribe.prompt import encodable, encoding_messages
from weave.scribe.rules import episode

__all__ = ["Encoded", "encode_with_model"]

_REPLY_SHARE = 3
"""A third of the context for the turns: the reply repeats much of them."""
_MOST_TOKENS = 6_000
_VERBATIM_FROM = 0.5
_DETAIL = re.compile(r"\d[\d.,:/-]*|(?<=[a-z,;] )[A-Z][\w'’-]+|[\w./~-]*[/\\][\w./~-]+|[^\x00-\u024f]{2,}")


@dataclass(frozen=True, slots=True)
class Encoded:
    """What a task became: the drafts to store, and what the guards refused, with reasons."""

    drafts: tuple[Draft, ...]
    refused: tuple[Refusal, ...] = ()
    by_model: int = 0
    """How many of the drafts, the first, are the model's; the rest are verbatim episodes, scored by rule."""

    @property
    def status(self) -> str:
        """One line for people: how many memories, how many claims refused."""
        kept = f"{len(self.drafts)} memories"
        return f"{kept}, {len(self.refused)} claims refused" if self.refused else kept


@dataclass(frozen=True, slots=True)
class _Job:
    """What every chunk of one task shares."""

    model: ChatModel
    person: str | None
    known: tuple[str, ...]
    turns: tuple[Turn, ...]

    def screened(self, reply: Mapping[str, object], chunk: Chunk) -> Screened:
        recalled = [t.text for t in self.turns if t.recalled]
        names = [*self.known, *(t.speaker for t in self.turns)]
        setting = setting_of(
            chunk.turns, person=self.person, known=names, recalled=recalled, scene_turns=self.turns
        )
        return screen(reply, setting)


async def _ask(chunk: Chunk, job: _Job) -> list[Screened]:
    """One chunk's screened reply; a chunk too long for the server is halved until it fits."""
    try:
        messages = encoding_messages(chunk, person=job.person, known=job.known)
        reply = await job.model.structured("encoding", messages)
    except ContextOverflow:
        if len(chunk.turns) < 2:
            raise
        middle = len(chunk.turns) // 2
        first = Chunk(chunk.turns[:middle], chunk.context)
        second = Chunk(chunk.turns[middle:], chunk.turns[middle - 1 : middle])
        return await _ask(first, job) + await _ask(second, job)
    return [job.screened(reply, chunk)]


def _uncovered(turns: Sequence[Turn], drafts: Sequence[Draft]) -> list[Turn]:
    """The turns whose exact words must stay findable beside what the model made."""
    made = "\n".join(f"{d.title}\n{d.text}" for d in drafts).casefold()
    return [
        turn
        for turn in turns
        if not is_trivial(turn.text)
        and (
            (turn.role is not Role.ASSISTANT and estimate(turn.text, turn.role) >= _VERBATIM_FROM)
            or any(detail.casefold() not in made for detail in _DETAIL.findall(turn.text[:2000]))
        )
    ]


async def encode_with_model(
    turns: Sequence[Turn],
    model: ChatModel,
    *,
    person: str | None = None,
    known: Sequence[str] = (),
    before: Sequence[Turn] = (),
    chunk_tokens: int | None = None,
) -> Encoded:
    """`turns` (one task, in order) as memories, by the model under guard. Importance is the model's own.

    `before` are the task's earlier turns, already encoded: scenes opened and texts recalled there still count.

    Costs one structured call a chunk, none when no turn says anything. Raises ModelError as the door does; then
    nothing is returned, and the turns wait for another try.
    """
    shown = _worth_showing(turns)
    if not shown:
        return Encoded(())
    job = _Job(model, person, tuple(known), (*before, *turns))
    screened: list[Screened] = []
    for chunk in cut(shown, chunk_tokens or _budget(model.context_tokens)):
        screened += await _ask(chunk, job)
    drafts = [d for s in screened for d in s.drafts]
    played = scenes(job.turns)
    verbatim = [episode(t, played=t.id in played) for t in _distinct(_uncovered(shown, drafts))]
    return Encoded((*drafts, *verbatim), tuple(r for s in screened for r in s.refused), len(drafts))


def prompts(turns: Sequence[Turn], context_tokens: int) -> list[str]:
    """What a model with this context would be asked to encode these turns of one task, call by call."""
    chunks = cut(_worth_showing(turns), _budget(context_tokens))
    return ["\n".join(message.content for message in encoding_messages(chunk)) for chunk in chunks]


def _worth_showing(turns: Sequence[Turn]) -> list[Turn]:
    """Nothing when no turn says anything."""
    shown = [t for t in encodable(turns) if not is_trivial(t.text) or t.role is Role.USER]
    return [] if all(is_trivial(t.text) for t in shown) else shown


def _budget(context_tokens: int) -> int:
    return min(_MOST_TOKENS, context_tokens // _REPLY_SHARE)


def _distinct(turns: Sequence[Turn]) -> list[Turn]:
    """A tool's output that came again word for word counts once."""
    seen: set[tuple[Role, str]] = set()
    kept = []
    for turn in turns:
        key = (turn.role, turn.text.strip())
        if turn.role is Role.TOOL and key in seen:
            continue
        seen.add(key)
        kept.append(turn)
    return kept
