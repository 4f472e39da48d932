"""A call whose owner died while it was at it: asked again so that nothing is done twice, or not asked again.

What a call makes has an id by its ticket, and what only looks or sets may be asked as often as one likes. For the
few others the second answer says something else than the first would have; whatever is not known to be harmless is
not repeated, and the person is told to look.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from weave.errors import HomeError, NotFound
from weave.model import Memory, Task, TaskReport

Given = dict[str, object]
Perform = Callable[[Given], Awaitable[object]]

HARMLESS = frozenset(
    """
    remember get list set edit recall facts conflicts conflicting begin say start_task tasks change_task reports
    ingest settle reindex checkup identity forget restore end end_task discard_task
    identities.text identities.history identities.pending identities.waiting identities.check identities.drift
    sleeping.plan sleeping.run sleeping.reports sleeping.changes sleeping.last sleeping.next sleeping.go_on
    sleeping.run_if_due library.add library.list library.outline library.read library.refresh library.search
    library.summarise analytics.behind analytics.history analytics.stats
    browsing.list browsing.ranked browsing.lines browsing.look browsing.set browsing.reword
    talks.list talks.read talks.search talks.rename
    reminders.get reminders.list reminders.due reminders.matching reminders.requests reminders.when reminders.now
    reminders.add reminders.done reminders.snooze reminders.cancel reminders.shown reminders.told
    procedures.list procedures.get procedures.fitting procedures.told procedures.following procedures.offered
    """.split()
)
"""What can be asked again, with the rules below for those whose answer would differ."""

_UNSURE = "The process that owned this home ended in the midst of this; look whether it was done before you do it again."


class Facade(Protocol):
    """As much of the memory as the rules ask for."""

    async def get(self, reference: str) -> Memory:
        """A memory."""

    async def tasks(self) -> list[Task]:
        """The open pads."""

    async def reports(self) -> list[TaskReport]:
        """What the last ends did."""


async def seen_before(facade: Facade, verb: str, given: Given) -> object:
    """What the answer of a repeat will need, and what may be gone by then."""
    if verb == "forget":
        return await _those_left(facade, given)
    return await facade.tasks() if verb == "discard_task" else None


async def again(facade: Facade, verb: str, given: Given, seen: object, perform: Perform) -> object:
    """The call once more. Raises HomeError when it cannot be known whether it was done, and what the call raises."""
    if verb not in HARMLESS:
        raise HomeError(_UNSURE)
    match verb:
        case "forget":
            return await _forgotten(facade, given, seen, perform)
        case "end":
            return await _ended(facade, await perform(given))
    try:
        return await perform(given)
    except NotFound:
        done = await _done_before(facade, verb, given, seen)
        if done is None:
            raise
        return done


async def _those_left(facade: Facade, given: Given) -> tuple[Memory, ...]:
    found = []
    references = given["references"]
    assert isinstance(references, Sequence)
    for reference in references:
        try:
            found.append(await facade.get(str(reference)))
        except NotFound:
            continue
    return tuple(found)


async def _forgotten(facade: Facade, given: Given, seen: object, perform: Perform) -> object:
    left = await _those_left(facade, given)
    if left or not seen:
        await perform({**given, "references": [one.id for one in left] or given["references"]})
    return seen


async def _ended(facade: Facade, report: object) -> object:
    """The end's own report; the second end of a task has nothing to tell."""
    if not isinstance(report, TaskReport) or report.encoded:
        return report
    return next((one for one in await facade.reports() if one.task == report.task), report)


async def _done_before(facade: Facade, verb: str, given: Given, seen: object) -> object:
    match verb:
        case "restore":
            return await facade.get(str(given["reference"]))
        case "end_task":
            nothing = TaskReport(str(given["task"]), 0, 0, 0, 0)
            return next((one for one in await facade.reports() if one.task == nothing.task), nothing)
        case "discard_task" if isinstance(seen, list):
            return next((task for task in seen if task.id == given["task"]), None)
    return None
