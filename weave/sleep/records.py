"""sleep/: the journal of the cycle at hand, and a report of each that did something, as JSON.

`0012-2026-11-30.plan.jsonl` is the journal: the plan, then, before each batch, what that batch is about to do.
With the report `0012-2026-11-30.json` the cycle has ended; a journal beside it is only left to be removed. A cycle
that was taken back is `….undone.json`; while it is being taken back there is a `….undoing` beside it. What a step
that thinks came to stands in `….drafts.jsonl` (`weave.sleep.drafts`), which is kept as long as it can be taken back,
as is `….places.jsonl` (`weave.sleep.places`): where that stood which it took away.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

from weave.backends.physical import PhysicalMemory
from weave.durable import append_bytes, explain, make_folder, replace_bytes, sync_folder
from weave.markdown import Layout
from weave.model import Memory
from weave.sleep import drafts, places, wire
from weave.sleep.codec import Key, Thought
from weave.sleep.drafts import Drafts
from weave.sleep.model import Action, Answer, Draft, Plan, Report, StepName
from weave.sleep.places import Places

log = logging.getLogger(__name__)

FOLDER = "sleep"
_JOURNAL, _REPORT, _UNDONE, _UNDOING = ".plan.jsonl", ".json", ".undone.json", ".undoing"
_NAME = re.compile(r"(\d{4,9})-(\d{4}-\d{2}-\d{2})")


@dataclass(slots=True)
class Journal:
    """A cycle that has begun, and what it has set about so far."""

    cycle: str
    plan: Plan
    waiting: int
    begun: dict[StepName, dict[str, None]] = field(default_factory=dict)
    """Per step the ids of every batch that was begun, in order."""
    asked: dict[Key, int] = field(default_factory=dict)
    """How often an action was put before its step."""
    thoughts: dict[Key, Thought] = field(default_factory=dict)
    """What came of it, and may not be carried out yet."""
    answers: dict[Key, Answer] = field(default_factory=dict)
    """What is settled."""
    noted: set[str] = field(default_factory=set)
    """The files of which it is noted how they were."""


@dataclass(frozen=True, slots=True)
class Spared:
    """What a person brought back from a cycle: no later one takes it."""

    ids: frozenset[str]
    replaced: frozenset[str]
    """Those among them that a summary had taken the place of."""

    def spares(self, step: StepName, action: Action) -> bool:
        """Whether the step leaves this alone; a summary may still be made of what lies beside one that stays."""
        if not step.replaces:
            return step.restorable and action.id in self.ids
        originals = {one.id for one in action.originals}
        return bool(originals) and (originals <= self.ids or not self.replaced.isdisjoint(originals))


class Records:
    """The files of one home's cycles. Only the owner of the home writes them."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def _names(self, ending: str) -> list[str]:
        """Cycles that have a file of this ending, the latest first."""
        names = [path.name.removesuffix(ending) for path in self._folder.glob(f"*{ending}")]
        return sorted((name for name in names if _NAME.fullmatch(name)), key=_number, reverse=True)

    # -- the cycle at hand ------------------------------------------------------------------------------

    def begin(self, plan: Plan) -> Journal:
        """Make a plan durable before anything of it is done. Raises HomeError."""
        taken = [_number(name) for end in (_JOURNAL, _REPORT, _UNDONE) for name in self._names(end)]
        cycle = f"{max(taken, default=0) + 1:04}-{plan.now:%Y-%m-%d}"
        lines = [wire.head(plan), *(line for stage in plan.due for line in wire.planned(stage))]
        make_folder(self._folder)
        replace_bytes(self._folder / f"{cycle}{_JOURNAL}", b"".join(map(_line, lines)))
        return Journal(cycle, plan, plan.waiting)

    def intend(self, journal: Journal, step: StepName, ids: Sequence[str]) -> None:
        """Note what the next batch does. Raises HomeError."""
        self._note(journal, {"step": step.value, "begun": list(ids)})
        journal.begun.setdefault(step, {}).update(dict.fromkeys(ids))

    def place(
        self,
        journal: Journal,
        physical: PhysicalMemory,
        paths: Iterable[str],
        going: Mapping[str, str] | None = None,
        known: Mapping[str, Memory] | None = None,
    ) -> None:
        """Note how these files are, before what is `going` (its files by id) leaves or is added. Raises HomeError."""
        Places(self._folder, journal.cycle).note(physical, paths, going or {}, journal.noted, known)

    def layouts(self, report: Report) -> dict[str, Layout]:
        """How the files that a cycle touched were before it."""
        return Places(self._folder, report.cycle).all()

    def _note(self, journal: Journal, line: wire.Document) -> None:
        append_bytes(self._folder / f"{journal.cycle}{_JOURNAL}", _line(line), own_line=True)

    def ask(self, journal: Journal, key: Key) -> None:
        """Note that an action is thought about now. Raises HomeError."""
        self._note(journal, {"step": key[0].value, "asked": key[1]})
        journal.asked[key] = journal.asked.get(key, 0) + 1

    def keep(self, journal: Journal, step: StepName, draft: Draft) -> Thought:
        """Note what came of it. Raises HomeError."""
        Drafts(self._folder, journal.cycle).put(step, draft)
        thought = Thought(step, draft)
        journal.thoughts[thought.key] = thought
        return thought

    def carry(self, journal: Journal, thought: Thought) -> None:
        """Note that it is carried out from now on, with what it changes as that was before. Raises HomeError."""
        Drafts(self._folder, journal.cycle).begin(thought.key, thought.before or ())
        journal.thoughts[thought.key] = thought

    def settle(self, journal: Journal, step: StepName, answer: Answer) -> None:
        """Note that nothing is left of an action. Raises HomeError."""
        self._note(journal, {"step": step.value, "answer": wire.answer(answer)})
        journal.answers[step, answer.action] = answer

    def unfinished(self) -> Journal | None:
        """The cycle that was cut off, if there is one; one that cannot be read is planned anew."""
        for cycle in self._names(_JOURNAL):
            if not (self._folder / f"{cycle}{_REPORT}").exists():
                try:
                    return self._journal(cycle)
                except (OSError, ValueError, KeyError, TypeError) as error:
                    log.warning("The journal of cycle %s cannot be read: %s", cycle, error)
            self._unlink(f"{cycle}{_JOURNAL}")
        return None

    def _journal(self, cycle: str) -> Journal:
        lines = list(_lines(self._folder / f"{cycle}{_JOURNAL}"))
        tables = [line for line in lines[1:] if isinstance(line, dict)]
        noted = [line for line in tables if "id" not in line]
        plan, waiting = wire.plan_of(lines[0], [line for line in tables if "id" in line])
        journal = Journal(cycle, plan, waiting, thoughts=Drafts(self._folder, cycle).all())
        journal.noted.update(Places(self._folder, cycle).all())
        for line in noted:
            self._recall(journal, StepName(line["step"]), line)
        return journal

    @staticmethod
    def _recall(journal: Journal, step: StepName, line: dict[str, object]) -> None:
        if "begun" in line:
            ids = wire.texts(line["begun"])
            journal.begun.setdefault(step, {}).update(dict.fromkeys(ids))
        elif "asked" in line:
            key = step, str(line["asked"])
            journal.asked[key] = journal.asked.get(key, 0) + 1
        else:
            answer = wire.answer_of(line["answer"])
            journal.answers[step, answer.action] = answer

    def finish(self, report: Report) -> None:
        """Keep what a cycle did; with that it has ended. Raises HomeError."""
        self._write(f"{report.cycle}{_REPORT}", report)
        self._unlink(f"{report.cycle}{_JOURNAL}")

    def expire(self, now: datetime, days: int) -> None:
        """Remove the way back from cycles that is longer ago than the trash is kept. Raises HomeError."""
        for ending in (drafts.ENDING, places.ENDING):
            drafts.expire(self._folder, (now - timedelta(days=days)).date(), ending)

    # -- cycles that have ended -------------------------------------------------------------------------

    def reports(self) -> Iterator[Report]:
        """What the cycles did that were not taken back, the latest first; a file that cannot be read is passed."""
        return self._read(_REPORT)

    def undone(self) -> Iterator[Report]:
        """What the cycles had done that were taken back, the latest first."""
        return self._read(_UNDONE)

    def spared(self) -> Spared:
        """What the cycles that were taken back had removed."""
        outcomes = [one for report in self.undone() for one in report.outcomes if one.step.restorable]
        replaced = frozenset(id_ for one in outcomes if one.step.replaces for id_ in one.ids)
        return Spared(frozenset(id_ for one in outcomes for id_ in one.ids), replaced)

    def thoughts(self, report: Report) -> list[Thought]:
        """What a cycle thought, in the order in which it was carried out."""
        return list(Drafts(self._folder, report.cycle).all().values())

    def undo_begins(self, report: Report) -> None:
        """From now on the cycle is taken back, whatever comes between. Raises HomeError."""
        replace_bytes(self._folder / f"{report.cycle}{_UNDOING}", b"")

    def half_undone(self) -> Report | None:
        """The cycle that was being taken back when something came between."""
        for cycle in self._names(_UNDOING):
            if (self._folder / f"{cycle}{_REPORT}").exists():
                return next((one for one in self.reports() if one.cycle == cycle), None)
            self._unlink(f"{cycle}{_UNDOING}")
        return None

    def undo_ended(self, report: Report) -> None:
        """The cycle was taken back. Raises HomeError."""
        (self._folder / f"{report.cycle}{_REPORT}").replace(self._folder / f"{report.cycle}{_UNDONE}")
        sync_folder(self._folder)
        Drafts(self._folder, report.cycle).remove()
        Places(self._folder, report.cycle).remove()
        self._unlink(f"{report.cycle}{_UNDOING}")

    # -- files ------------------------------------------------------------------------------------------

    def _read(self, ending: str) -> Iterator[Report]:
        for cycle in self._names(ending):
            try:
                yield wire.report_of(json.loads((self._folder / f"{cycle}{ending}").read_bytes()))
            except (OSError, ValueError, KeyError, TypeError) as error:
                log.warning("The report of cycle %s cannot be read: %s", cycle, error)

    def _write(self, name: str, report: Report) -> None:
        text = json.dumps(wire.report(report), indent=1)
        replace_bytes(self._folder / name, text.encode("ascii") + b"\n")

    def _unlink(self, name: str) -> None:
        try:
            (self._folder / name).unlink(missing_ok=True)
        except OSError as error:
            raise explain(error, self._folder / name) from error


def _number(name: str) -> int:
    return int(name.partition("-")[0])


def _line(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _lines(path: Path) -> Iterator[object]:
    """The lines that are whole; one that a crash cut short said nothing that had been done."""
    for line in path.read_bytes().splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            continue
