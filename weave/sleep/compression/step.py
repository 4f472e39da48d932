"""Compression as a step of the cycle: weeks long past, then the months that they complete.

A month is built once its last week is more than 14 days past and nothing of its weeks waits to be compressed; of a
single weekly there is nothing to put together, so that it stays. What comes late into a week that was compressed
(old turns that are ingested) makes a further summary of that week, and of its month.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo

from weave.archive import Archive, composed
from weave.batches import batches
from weave.core import Core
from weave.lineage import BY_HAND
from weave.model import Memory, State
from weave.periods import MONTHLY, WEEKLY, Period, covered, is_over, month_of, named
from weave.sleep import rules
from weave.sleep.compression.keeping import COMPRESSED_AFTER, RESTORED, by_week, compressible
from weave.sleep.compression.layout import title_of
from weave.sleep.compression.making import MONTH_PART, portions, summary_memory
from weave.sleep.compression.months import month
from weave.sleep.compression.weeks import Week
from weave.sleep.model import Action, Budget, Draft, Original, StepName, digest

_READ = 200
"""Memories that are read in one piece of work on the core's thread."""
_BEGINNING = datetime(1, 1, 2, tzinfo=UTC)
_DAY = timedelta(days=1)


class Compress:
    """Weeks become summaries, months are put together from them."""

    name = StepName.COMPRESS

    def plan(self, core: Core, now: datetime) -> Iterator[Action]:
        """Each week that is due, the oldest first; then each month that its weeks complete."""
        zone = core.place.zone
        until = now - COMPRESSED_AFTER * _DAY
        told = core.catalogue.told(_BEGINNING, until, rules.IMPORTANT, fading=rules.UNIMPORTANT)
        weeks = by_week(told, now, zone)
        for week, memories in weeks.items():
            yield _week(core, week, memories)
        yield from _months(core, list(weeks), now)

    async def think(self, core: Core, action: Action, now: datetime, budget: Budget) -> Draft | None:
        """The draft of a week or a month. Raises ModelError."""
        kind, _, name = action.id.partition(":")
        period = named(name)
        if period is None:
            return None
        if kind == "month":
            return await _month_draft(core, period, action, now)
        memories: list[Memory] = []
        for batch in batches([one.id for one in action.originals], _READ):
            found = await core.run(core.catalogue.get_many, batch)
            memories += [found[id_] for id_ in batch if id_ in found]
        if len(memories) < len(action.originals) or not all(map(compressible, memories)):
            return None
        return await Week(core, period, tuple(memories)).draft(action, budget)


def _week(core: Core, week: Period, memories: Sequence[Memory]) -> Action:
    places = core.catalogue.paths_of([memory.id for memory in memories])
    originals = tuple(Original.of(memory, places.get(memory.id, "")) for memory in memories)
    why = f"{len(memories):,} of a week that ended more than {COMPRESSED_AFTER} days ago"
    return Action(f"week:{week.name}", week.path, title_of(week, ""), why, originals)


# -- months ------------------------------------------------------------------------------------------------------


def _months(core: Core, coming: Sequence[Period], now: datetime) -> Iterator[Action]:
    standing: dict[Period, list[Memory]] = {}
    expected: dict[Period, set[Period]] = {}
    for memory in core.catalogue.under(f"memories/{WEEKLY}/"):
        if (week := _week_of(memory)) and _mergeable(memory):
            standing.setdefault(month_of(week), []).append(memory)
            expected.setdefault(month_of(week), set()).add(week)
    for week in coming:
        expected.setdefault(month_of(week), set()).add(week)
    done = _summarised(core)
    for one, its_weeks in sorted(expected.items()):
        some = len(its_weeks) > 1 or one.name in done
        if some and is_over(one, now, core.place.zone, COMPRESSED_AFTER):
            originals = tuple(Original.of(memory, _path(memory)) for memory in standing.get(one, []))
            why = f"put together from the key details of its {len(its_weeks)} weeks"
            yield Action(f"month:{one.name}", one.path, title_of(one, ""), why, originals)


def _week_of(memory: Memory) -> Period | None:
    """The week that it is the summary of."""
    period = covered(memory)
    return period if period is not None and period.kind == WEEKLY else None


def _path(memory: Memory) -> str:
    period = covered(memory)
    return period.path if period else ""


def _mergeable(memory: Memory) -> bool:
    """Whether a week's summary may go on in its month's: nobody pinned, hid or restored it, or put it into a state."""
    touched = memory.private or any(key in (RESTORED, BY_HAND[0]) for key, _ in memory.extra)
    return memory.state is State.ACTIVE and rules.replaceable(memory) and not touched


def _summarised(core: Core) -> set[str]:
    """The months that have a summary already."""
    found = (covered(memory) for memory in core.catalogue.under(f"memories/{MONTHLY}/"))
    return {period.name for period in found if period is not None}


async def _month_draft(core: Core, one: Period, action: Action, now: datetime) -> Draft | None:
    """None while something of its weeks still waits."""
    weeks = await core.run(_complete, core, one, now)
    if not weeks:
        return None
    path = await core.run(Archive(core.place.home).free, one)
    return await asyncio.to_thread(_put_together, one, weeks, path, action, core.place.zone)


def _complete(core: Core, one: Period, now: datetime) -> list[Memory]:
    """The summaries of its weeks, if all of them are there and there is something to put together."""
    weeks = [
        memory
        for memory in core.catalogue.under(f"memories/{WEEKLY}/")
        if (week := _week_of(memory)) and month_of(week) == one and _mergeable(memory)
    ]
    distinct = {_week_of(memory) for memory in weeks}
    some = len(distinct) > 1 or (bool(weeks) and one.name in _summarised(core))
    return weeks if some and not _waiting(core, one, now) else []


def _put_together(
    one: Period, weeks: Sequence[Memory], path: str, action: Action, zone: tzinfo | None
) -> Draft:
    runs = portions(weeks, MONTH_PART)
    writes = tuple(
        summary_memory(one, month(run, zone), run, path, part=at, parts=len(runs))
        for at, run in enumerate(runs, 1)
    )
    return Draft(
        action=action.id,
        basis=tuple((memory.id, digest(memory)) for memory in weeks),
        files=((path, composed(f"{title_of(one, '')}: its weeks", weeks)),),
        writes=writes,
        removes=tuple(memory.id for memory in weeks),
    )


def _waiting(core: Core, one: Period, now: datetime) -> bool:
    first = datetime.combine(one.first, time.min, core.place.zone)
    last = datetime.combine(one.last + _DAY, time.min, core.place.zone)
    return bool(by_week(core.catalogue.told(first, last, rules.IMPORTANT), now, core.place.zone))
