"""Reminders and outcomes by the model: both change Avery's own pad alone, so they run unasked and are always shown.

Whether a page asked for a reminder cannot be known: the person sees each and cancels it with one key. An outcome
counts only for what was offered in this task, once, and never against the person's word.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from avery.agent.arguments import Arguments
from avery.agent.tools import ToolContext, ToolResult, Unasked, refusal
from avery.tools.arguments import schema, string, text
from weave.clock import zone_named
from weave.errors import InvalidInput
from weave.model import Provenance
from weave.procedures import wording as procedures
from weave.procedures.model import Outcome
from weave.reminders import wording
from weave.reminders.model import Every

_MOST = 20
"""Reminders of the model's own making that one task may hold open."""


class Remind(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "remind"
    description: Final = (
        "Set a reminder that the person has asked for: it surfaces at a time or when a topic comes up. Not for what was "
        "set from their message already."
    )
    schema: Final = schema(
        ("text",),
        text=text("What to remind of, understandable alone.", most=500),
        at=text(
            "When: 'tomorrow at 9am', 'in 2 hours', 'every Monday at 9am', '2026-12-24 18:00'.", most=100
        ),
        about=text("Topic words that bring it up instead.", most=200),
    )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The reminder in words, or why there is none. Raises InvalidInput, HomeError."""
        pad, zone = context.weave.reminders, zone_named(context.weave.config.timezone)
        words, topic = string(arguments, "at").strip(), string(arguments, "about").strip()
        at: datetime | None = None
        every: Every | None = None
        if words:
            when = await pad.when(words)
            at, every = when.at, when.every
        held = [one for one in await pad.list() if one.task == context.task]
        here = [one for one in held if context.turn and context.turn in one.turns]
        if any((one.at, one.about) == (at, topic or None) for one in here):
            return refusal("Nothing was set: this reminder was set from the person's message already.")
        if sum(one.provenance is Provenance.AGENT for one in held) >= _MOST:
            return refusal(
                "Nothing was set: this task has too many reminders; ask the person to cancel some."
            )
        made = await pad.add(
            string(arguments, "text"),
            at=at,
            about=topic or None,
            every=every,
            task=context.task,
            provenance=Provenance.AGENT,
            conversation=context.conversation.id,
        )
        now = made.created
        return ToolResult(wording.made(made, zone, now), own=True)


class ProcedureOutcome(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "procedure_outcome"
    description: Final = "Record how the checklist that was offered in this task went, once that is clear."
    schema: Final = schema(
        ("id", "outcome"),
        id=text("The id of the checklist.", most=26),
        outcome={"type": "string", "enum": [outcome.value for outcome in Outcome]},
        note=text("Why, in a few words.", most=200),
    )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """What was recorded. Raises InvalidInput, NotFound, HomeBusy."""
        id_ = string(arguments, "id").strip().upper()
        ledger = context.weave.procedures
        if id_ not in await ledger.offered(context.task):
            raise InvalidInput("no checklist of this id was offered in this task.")
        outcome = Outcome(string(arguments, "outcome"))
        note = string(arguments, "note")
        done = await ledger.record(id_, outcome, note, task=context.task, by=Provenance.AGENT)
        return ToolResult(procedures.recorded(done), own=True)
