"""Everything that is known about a home's memory, gathered and put together.

Reads only, in the thread that calls it and never on the core's: the catalogue on a reader of that thread, page by
page, and files. So a turn that is said meanwhile waits for nothing but its share of the interpreter.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from pathlib import Path

from weave.analytics import activity, burials, disk, health, indexes
from weave.analytics.burials import Burials
from weave.analytics.census import Counting
from weave.analytics.curve import Learned
from weave.analytics.duplicates import Texts, twins
from weave.analytics.junk import Prompts, verdict
from weave.analytics.links import Links, Surroundings
from weave.analytics.model import Done, Finding, HealthScore, Stats
from weave.catalogue_analytics import Sketch
from weave.clock import local
from weave.core import Core
from weave.home import IDENTITY
from weave.model import MemoryType, State
from weave.scribe.prompt import INSTRUCTIONS
from weave.sleep.model import Outcome, Report, StepName
from weave.sleep.records import Records

_IN_FORCE = frozenset(state.value for state in State if state.in_force)
_FILING = (StepName.COUNT, StepName.ANALYSE)
"""Steps that only write down; nothing leaves the memory by them."""


class _Survey:
    """One pass over all memories, page by page."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._home = core.place.home
        self.counting, self.learned = Counting(), Learned()
        self._links = Links(_surroundings(core))
        self._texts = Texts()
        self._prompts = Prompts.of([INSTRUCTIONS, _identity(self._home)])
        self._noise: list[Finding] = []
        self._memories = self._lasting = 0

    def take(self, page: Sequence[Sketch]) -> None:
        """Take these in."""
        self._memories += len(page)
        self.counting.take(page)
        self.learned.take(page)
        self._links.take(page)
        for one in page:
            if one.state != State.TRANSIENT:
                self._lasting += 1
                if not one.pinned:  # what a person pinned is neither noise nor a repetition
                    self._read(one)

    def _read(self, one: Sketch) -> None:
        if why := verdict(one.text, self._prompts, procedure=one.type == MemoryType.PROCEDURAL):
            self._noise.append(Finding(one.id, why))
        if one.state in _IN_FORCE:
            self._texts.add(one.id, _kind(one), one.said, one.text, words=one.words, learned=one.created_at)

    def health(self, buried: Burials) -> HealthScore:
        """The score, with all its parts."""
        catalogue, links, lasting = self._core.catalogue, self._links, self._lasting
        withdrawn = frozenset(grave.id for grave in buried.trash.values() if not grave.faded)
        lost = {id_ for id_ in links.missing(self.learned.alive) if not buried.explain(id_)}
        compared = indexes.compare(self._core)
        repeated = [
            Finding(again, f"says the same as {original}")
            for again, original in twins(self._texts, catalogue.texts).items()
        ]
        return health.score(
            [
                health.duplicates(repeated, lasting),
                health.orphans(links.orphans(lost, catalogue.unowned_jobs()), self._memories),
                health.stale(compared.findings, compared.entries, compared.unchecked),
                health.contested(links.contested, lasting),
                health.unproven(links.unproven(withdrawn), lasting),
                health.junk(self._noise, lasting),
            ]
        )


def survey(core: Core, now: datetime) -> Stats:
    """All figures at `now`."""
    return after(core, now, None)[0]


def after(core: Core, now: datetime, report: Report | None) -> tuple[Stats, tuple[Done, ...]]:
    """All figures at `now`, and what a cycle did that has just ended and is not on file yet."""
    start = time.perf_counter()
    home = core.place.home
    latest = [report] if report is not None else []
    reports = [
        *latest,
        *(one for one in Records(home).reports() if one.cycle not in {r.cycle for r in latest}),
    ]
    buried = burials.exhume(home, iter(reports))
    found = _Survey(core)
    for page in core.catalogue.sketches():
        found.take(page)
    stats = Stats(
        now=now,
        census=found.counting.census(),
        importance=found.counting.importance(),
        accesses=found.counting.accesses(),
        curve=found.learned.curve(buried, now.timestamp()),
        done=_done(core, reports, buried),
        recalls=activity.recalls(core.recalls, local(now, core.place.zone).date()),
        tokens=activity.tokens(core.meter.tallies()),
        disk=disk.usage(home),
        health=found.health(buried),
        seconds=time.perf_counter() - start,
    )
    return stats, _done(core, latest, buried)


def _done(core: Core, reports: Iterable[Report], buried: Burials) -> tuple[Done, ...]:
    """What the steps of these cycles did, in the order of the steps; sizes as far as they can still be seen."""
    concerned: dict[StepName, list[str]] = {}
    for report in reports:
        for outcome in report.outcomes:
            if outcome.step not in _FILING:
                concerned.setdefault(outcome.step, []).extend(_concerned(outcome))
    made = concerned.get(StepName.REPLAY, [])
    sizes = {id_: len(text.encode("utf-8", "replace")) for id_, text in core.catalogue.texts(made).items()}
    return tuple(
        Done(step.value, len(ids), sum(buried.size(id_) or sizes.get(id_, 0) for id_ in ids))
        for step in StepName
        if (ids := concerned.get(step))
    )


def _concerned(outcome: Outcome) -> Sequence[str]:
    """What a step removed; what replay concluded."""
    if outcome.step is not StepName.REPLAY:
        return outcome.ids
    return [id_ for answer in outcome.answers for id_ in (*answer.made, *answer.changed)]


def _surroundings(core: Core) -> Surroundings:
    home = core.place.home

    @cache
    def is_file(name: str) -> bool:
        try:
            return (home / name).exists()
        except (OSError, ValueError):  # a name that no file system takes
            return False

    return Surroundings(
        conversations=frozenset(core.journal.ids()),
        pads={pad.task.id: pad.readable for pad in core.pads.all()},
        disputing=core.catalogue.disputing(),
        is_file=is_file,
    )


def _kind(one: Sketch) -> str:
    """What was said twice on two days, or in two conversations, are two episodes (as `weave.repetition` has it)."""
    kind = f"{one.type} {one.scope} {one.provenance}"
    if one.type != MemoryType.EPISODIC:
        return kind
    return f"{kind} {one.conversation} {int(one.created_at // 86_400)}"


def _identity(home: Path) -> str:
    try:
        return (home / IDENTITY).read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""
