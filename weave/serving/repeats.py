"""A call whose owner died while it was at it: asked again so that nothing is done twice, or not asked again.

What a call makes has an id by its ticket, and what only looks or sets may be asked as often as one likes. For the
few others the second answer says something else than the first would have; whatever is not known to be harmless is
not repeated, and the person is told to look.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from weave.errors import HomeError, NotFound, WeaveError
from weave.library import shelf
from weave.model import Memory, Task, TaskReport

if TYPE_CHECKING:
    from weave.browsing.model import Deed
    from weave.browsing.operations import Browsing
    from weave.library.operations import Holdings
    from weave.reminders.operations import Reminders
    from weave.sleep.keeper import Sleeping

Found = TypeVar("Found")
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
    browsing.those browsing.forget browsing.move browsing.correct browsing.undo browsing.seal
    talks.list talks.read talks.search talks.rename talks.withdraw talks.delete talks.restore
    resolve library.remove sleeping.undo
    identities.propose identities.approve identities.reject identities.rollback
    reminders.get reminders.list reminders.due reminders.matching reminders.requests reminders.when reminders.now
    reminders.add reminders.done reminders.snooze reminders.cancel reminders.shown reminders.told
    reminders.surface reminders.erase
    procedures.list procedures.get procedures.fitting procedures.told procedures.following procedures.offered
    procedures.offer procedures.record procedures.retire procedures.revive
    porting.bring porting.list porting.undo porting.export porting.restore
    """.split()
)
"""What can be asked again, with the rules below for those whose answer would differ."""

_DEEDS = frozenset(f"browsing.{name}" for name in ("set", "forget", "move", "reword", "correct"))
_WORDS = {"browsing.forget": "forgotten", "browsing.move": "moved"}
"""How a deed is told of that was done before."""

_UNSURE = "The process that owned this home ended in the midst of this; look whether it was done before you do it again."


class Facade(Protocol):
    """As much of the memory as the rules ask for."""

    browsing: Browsing
    library: Holdings
    reminders: Reminders
    sleeping: Sleeping

    async def get(self, reference: str) -> Memory:
        """A memory."""

    async def tasks(self) -> list[Task]:
        """The open pads."""

    async def reports(self) -> list[TaskReport]:
        """What the last ends did."""


async def seen_before(facade: Facade, verb: str, given: Given) -> object:
    """What the answer of a repeat will need, and what may be gone by then."""
    match verb:
        case "forget":
            return await _those_left(facade, given)
        case "discard_task":
            return await facade.tasks()
        case "library.remove":
            return await facade.library.list()
        case "reminders.erase":
            return next(iter(await _quietly(facade.reminders.get(str(given["reference"])))), None)
        case "sleeping.undo":
            return next((one.cycle for one in await facade.sleeping.reports() if one.undoable), "")
        case "porting.export":
            return await asyncio.to_thread(_exists, given)
        case _ if verb in _DEEDS:
            return await _as_they_are(facade, _named(given))
    return None


async def again(facade: Facade, verb: str, given: Given, seen: object, perform: Perform) -> object:
    """The call once more. Raises HomeError when it cannot be known whether it was done, and what the call raises."""
    if verb not in HARMLESS:
        raise HomeError(_UNSURE)
    match verb:
        case "forget":
            return await _forgotten(facade, given, seen, perform)
        case "end":
            return await _ended(facade, await perform(given))
        case "sleeping.undo":
            return await perform({**given, "only": seen})
        case "porting.export":
            return await perform({**given, "overwrite": not seen or given.get("overwrite", False)})
        case _ if verb in _DEEDS and isinstance(seen, dict):
            return await _deed(facade, verb, given, seen, perform)
    try:
        return await perform(given)
    except NotFound:
        done = await _done_before(facade, verb, given, seen)
        if done is None:
            raise
        return done


def _exists(given: Given) -> bool:
    return Path(str(given["path"])).exists()


async def _quietly(asked: Awaitable[Found]) -> tuple[Found, ...]:
    """What was found, if anything was: the call itself says what is wrong."""
    try:
        return (await asked,)
    except WeaveError:
        return ()


# -- deeds in the browser: told as a whole, so that the undo takes all of it back


def _named(given: Given) -> tuple[str, ...]:
    named = given.get("ids", (given.get("id_"),))
    return tuple(map(str, cast(Sequence[object], named)))


async def _as_they_are(facade: Facade, ids: Sequence[str]) -> dict[str, Memory | None]:
    return dict(zip(ids, await facade.browsing.those(ids), strict=True))


async def _deed(
    facade: Facade, verb: str, given: Given, before: dict[str, Memory | None], perform: Perform
) -> Deed:
    """What is left of it done, and all that it changed by both tries."""
    from weave.browsing.model import Changed, Deed

    left = before
    if verb in ("browsing.forget", "browsing.move"):
        now = await _as_they_are(facade, tuple(before))
        left = {id_: one for id_, one in now.items() if one and one.scope != given.get("scope")}
    deed = Deed(_WORDS.get(verb, ""), tuple(before), ())
    if left or not any(before.values()):
        some = {"ids": tuple(left or before)} if "ids" in given else {}
        deed = cast(Deed, await perform({**given, **some}))
    now = await _as_they_are(facade, tuple(dict.fromkeys((*before, *deed.ids))))
    changes = {one.id: one for one in deed.changes}
    changes |= {id_: Changed(id_, before.get(id_), one) for id_, one in now.items() if before.get(id_) != one}
    ids = deed.ids if verb == "browsing.correct" else tuple(before)
    return Deed(deed.words, ids, tuple(changes.values()))


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
        case "library.remove" if isinstance(seen, list):
            items = {item.id: item for item in seen}
            meant = shelf.meant({id_: item.file for id_, item in items.items()}, str(given["reference"]))
            return items[meant[0]] if len(meant) == 1 else None
        case "reminders.erase":
            return seen
    return None
