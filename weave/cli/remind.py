"""weave remind: notes that surface at a time or when a topic comes up.

With --at, --about or --every the words are what to remind of, whatever they are; without, `list`, `done ID`,
`snooze ID WHEN` and `cancel ID` are commands, and any other words are read as a request that names its own time.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.parsing import Commands, words
from weave.cli.text import one_line
from weave.errors import InvalidInput, UsageError
from weave.reminders import wire, wording
from weave.reminders.model import Every, Reminder

_ID = re.compile(r"(?=.*\d)[0-9A-Za-z]{6,26}")
_CLOSING = ("done", "cancel")
_USAGE = (
    "Say when or about what: `weave remind TEXT --at WHEN`, `weave remind TEXT --about TOPIC`; or `weave remind list`, "
    "`done ID`, `snooze ID WHEN`, `cancel ID`."
)


def register(commands: Commands) -> None:
    """Add this group's commands."""
    parser = commands.add(
        "remind",
        remind,
        "a note that surfaces at a time or when a topic comes up; list, done, snooze, cancel",
    )
    parser.add_argument(
        "words",
        metavar="TEXT",
        nargs="+",
        help="what to remind of; or list | done ID… | snooze ID WHEN | cancel ID…",
    )
    parser.add_argument("--at", metavar="WHEN", help="'tomorrow at 9am', 'in 2 hours', '2026-12-24 18:00'")
    parser.add_argument("--about", metavar="TOPIC", help="surfaces when this comes up; several with commas")
    parser.add_argument("--every", choices=words(Every), help="it comes back; --at says when first")
    parser.add_argument("--all", action="store_true", help="list: also what is done or cancelled")


async def remind(desk: Desk) -> int:
    """Add a reminder, or list and change those there are."""
    given = desk.texts("words")
    if any(desk.text(option) is not None for option in ("at", "about", "every")):
        return await _add(desk, " ".join(given))
    first, rest = given[0], given[1:]
    if first == "list" and not rest:
        return await _list(desk)
    if first in _CLOSING and rest and all(map(_ID.fullmatch, rest)):
        return await _close(desk, first, rest)
    if first == "snooze" and len(rest) > 1 and _ID.fullmatch(rest[0]):
        return await _snooze(desk, rest[0], " ".join(rest[1:]))
    return await _requested(desk, " ".join(given))


async def _add(desk: Desk, text: str) -> int:
    async with desk.weave(still=True) as weave:
        every = desk.text("every")
        often = Every(every) if every else None
        at, spoken = None, desk.text("at")
        if spoken is None and often is not None:
            spoken = wording.OFTEN[often]
        if spoken is not None:
            when = await weave.reminders.when(spoken)
            at, often = when.at, often or when.every
        made = await weave.reminders.add(text, at=at, about=desk.text("about"), every=often)
        _tell_made(desk, made)
    return DONE


async def _requested(desk: Desk, text: str) -> int:
    """Words that name their own time: "call Ana tomorrow at 9am"."""
    async with desk.weave(still=True) as weave:
        asked = await weave.reminders.requests(f"remind me to {text}")
        if len(asked) != 1:
            raise UsageError(_USAGE)
        one = asked[0]
        made = await weave.reminders.add(one.text, at=one.at, about=one.about, every=one.every)
        _tell_made(desk, made)
    return DONE


def _tell_made(desk: Desk, made: Reminder) -> None:
    desk.kept = "Interrupted; the reminder is kept."
    if desk.json:
        desk.terminal.data(wire.reminder(made, desk.clock()))
    else:
        desk.terminal.say(f"{one_line(wording.made(made, desk.zone, desk.clock()))} {made.id}")


async def _list(desk: Desk) -> int:
    async with desk.weave(still=True) as weave:
        found = await weave.reminders.list(open=not desk.arguments.all)
        if desk.json:
            desk.terminal.data([wire.reminder(one, desk.clock()) for one in found])
            return DONE
        for one in found:
            when = wording.occasion(one, desk.zone, desk.clock())
            desk.terminal.say(f"{one.id}  {one_line(wording.words(one))}")
            desk.terminal.say(f"    {one_line(when)}")
        if not found:
            desk.terminal.note("Nothing to be reminded of; `weave remind TEXT --at WHEN` adds something.")
    return DONE


async def _close(desk: Desk, how: str, references: Sequence[str]) -> int:
    async with desk.weave(still=True) as weave:
        act = weave.reminders.done if how == "done" else weave.reminders.cancel
        for reference in references:
            _tell(desk, await act(reference))
    return DONE


async def _snooze(desk: Desk, reference: str, until: str) -> int:
    async with desk.weave(still=True) as weave:
        when = await weave.reminders.when(until)
        if when.every is not None:
            raise InvalidInput("A reminder is put off to one moment; write it like 'tomorrow at 9am'.")
        _tell(desk, await weave.reminders.snooze(reference, when.at))
    return DONE


def _tell(desk: Desk, one: Reminder) -> None:
    if desk.json:
        desk.terminal.data(wire.reminder(one, desk.clock()))
    else:
        desk.terminal.say(one_line(wording.settled(one, desk.zone, desk.clock())))
