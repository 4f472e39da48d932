"""The one tool that writes: a line in the pad of the task at hand, in Avery's own name, and nowhere else.

A note states no fact about anybody: it is the agent's word, volatile, recallable in this task at once, merged with
the task or thrown away with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from avery.agent.arguments import Arguments
from avery.agent.tools import ToolContext, ToolResult, Unasked, refusal
from weave.markdown import clean
from weave.model import Provenance
from weave.sameness import spoken
from weave.secrets import mask
from weave.weave import Weave

LONGEST = 2_000
"""Characters of one note."""

_SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        "text": {
            "type": "string",
            "description": f"The note: one or a few plain sentences that can be understood alone, at most {LONGEST} characters.",
        }
    },
    "required": ["text"],
    "additionalProperties": False,
}


class Note(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "note"
    description: Final = (
        "Keep a note for the task at hand: a decision taken, an intermediate result, a step that is done. Not for what "
        "the person says or what you answer, which is remembered by itself."
    )
    schema: Final = _SCHEMA

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Write `text` into the conversation's task. Raises HomeError."""
        text = arguments["text"]
        assert isinstance(text, str)
        weave, task = context.weave, context.task
        if weave.guest:
            return refusal("Nothing was noted: another Avery owns this memory; go on without notes.")
        words = mask(clean(text)).strip()
        if not words:
            return refusal("Nothing was noted: the note is empty.")
        if len(words) > LONGEST:
            return refusal(f"Nothing was noted: a note has at most {LONGEST} characters; say it shorter.")
        if await _known(weave, f"task:{task}", words):
            return refusal("Nothing was noted: this stands in the pad already; go on.")
        await weave.remember(words, task=task, provenance=Provenance.AGENT)
        return ToolResult("Noted in the pad of this task.", own=True)


async def _known(weave: Weave, scope: str, words: str) -> bool:
    """Whether the pad says the same already, be it as a note or as somebody's own words."""
    wanted = spoken(words)
    return any(spoken(memory.text) == wanted for memory in await weave.list(scope))
