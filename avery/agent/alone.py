"""What Avery says without a model: it quotes what it recalled, and says that this is what it does. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from avery.agent.disputes import Dispute, told
from weave.clock import day
from weave.model import GLOBAL, Memory, Recalled, State

_MOST = 5
_NEAR = 0.4
"""Of the best one's relevance: what is further off is not worth quoting."""
_LONGEST = 400
SETUP = "avery setup"
_NOTHING = (
    "I have kept that. No model is set up, so I answer from memory alone, and nothing I remember fits. "
    "`{setup}` connects a model."
)
_UNDECIDED = "These contradict each other, and you have not said which holds:"
_SHORT = 160
_HEAD = "No model is set up, so I answer from memory alone. You have kept these with me:"


def answer(
    recalled: Sequence[Recalled],
    zone: tzinfo | None = None,
    setup: str = SETUP,
    disputes: Sequence[Dispute] = (),
) -> str:
    """The reply, markdown: at most five memories, quoted, dated, marked where they are not simply so.

    `setup` is what a person types to connect a model. Of `disputes` those are told whose memories are quoted.
    """
    if not recalled:
        return _NOTHING.format(setup=setup)
    best = max(found.score.relevance for found in recalled)
    near = [found for found in recalled if found.score.relevance >= _NEAR * best][:_MOST]
    quoted = {found.memory.id for found in near}
    open_ = [dispute for dispute in disputes if any(side.id in quoted for side in dispute.sides)]
    return "\n\n".join(
        [_HEAD, *(_quote(found, zone) for found in near), *(_dispute(dispute, zone) for dispute in open_)]
    )


def _dispute(dispute: Dispute, zone: tzinfo | None) -> str:
    sides = (f"- {day(told(side), zone)}: “{_line(side)}”" for side in dispute.sides)
    return "\n".join([_UNDECIDED, "", *sides])


def _line(memory: Memory) -> str:
    words = " ".join((memory.text.strip() or memory.title).split())
    return words if len(words) <= _SHORT else words[: _SHORT - 1].rstrip() + "…"


def _mark(memory: Memory) -> str:
    if memory.state is State.VOLATILE and memory.scope == GLOBAL and memory.derived_from:
        return ", unsure: it rests on something that has changed"
    return "" if memory.state.in_force else f", {memory.state}"


def _quote(found: Recalled, zone: tzinfo | None) -> str:
    memory = found.memory
    text = memory.text.strip() or memory.title
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
    quoted = "\n".join(f"> {line}" for line in shown.splitlines())
    return f"{quoted}\n>\n> {day(told(memory), zone)}{_mark(memory)}"
