"""What Avery says without a model: it quotes what it recalled, and says that this is what it does. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.model import Recalled

_MOST = 5
_NEAR = 0.4
"""Of the best one's relevance: what is further off is not worth quoting."""
_LONGEST = 400
SETUP = "avery setup"
_NOTHING = (
    "I have kept that. No model is set up, so I answer from memory alone, and nothing I remember fits. "
    "`{setup}` connects a model."
)
_HEAD = "No model is set up, so I answer from memory alone. You have kept these with me:"


def answer(recalled: Sequence[Recalled], zone: tzinfo | None = None, setup: str = SETUP) -> str:
    """The reply, markdown: at most five memories, quoted, dated, marked where they are not in force.

    `setup` is what a person types to connect a model.
    """
    if not recalled:
        return _NOTHING.format(setup=setup)
    best = max(found.score.relevance for found in recalled)
    near = [found for found in recalled if found.score.relevance >= _NEAR * best][:_MOST]
    return "\n\n".join([_HEAD, *(_quote(found, zone) for found in near)])


def _quote(found: Recalled, zone: tzinfo | None) -> str:
    memory = found.memory
    when = f"{(memory.occurred or memory.created).astimezone(zone):%Y-%m-%d}"
    mark = "" if memory.state.in_force else f", {memory.state}"
    text = memory.text.strip() or memory.title
    shown = text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
    quoted = "\n".join(f"> {line}" for line in shown.splitlines())
    return f"{quoted}\n>\n> {when}{mark}"
