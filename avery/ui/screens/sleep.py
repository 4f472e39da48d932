"""Sleep: when it was and when it comes, what a cycle would do and what each did, sleep now, stop, and the way back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import datetime, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery import nights
from avery.events import Event, Trouble, Undecided
from avery.night_events import Nights, Planned, Sleeping, Slept, Unfolded, Woken
from avery.ui import sleepwords
from avery.ui.bars import bar
from avery.ui.keyrow import KeyRow
from avery.ui.leaves import Leaves
from avery.ui.messages import in_chat
from avery.ui.once import latest
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.selfwords import moment
from weave.clock import local

if TYPE_CHECKING:
    from weave.sleep.changes import Changes
    from weave.sleep.model import Plan, Progress, Report

_NEVER = "not slept yet"
_LOOKING = "Looking at what there is to do …"
_NOTHING = "There is nothing to do."
_LAST = "Only the last cycle can be taken back, then the one before it; mark that one."
_NONE = "This cycle removed and wrote nothing that could be taken back."
_TWICE = "u once more takes this cycle back; Esc leaves it. What comes back no later cycle takes away."
_ASLEEP = "It sleeps already; c stops it."
_BAR = 24
_ROOMY = 60
"""Cells from which every key is named."""


class SleepScreen(Screen[None]):
    """Esc closes it, and the key that opened it; a cycle goes on behind."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "sleep.tcss"
    AUTO_FOCUS = "#nights"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="sleep.close"),
        Binding("f8", "dismiss", "Close", show=False, id="sleep.close"),
        Binding("s", "sleep", "Sleep now", show=False, id="sleep.now"),
        Binding(
            "a", "approve", "Sleep now, and forget what waits for your word", show=False, id="sleep.approve"
        ),
        Binding("c", "stop", "Stop the cycle", show=False, id="sleep.stop"),
        Binding("u", "undo", "Take the marked cycle back", show=False, id="sleep.undo"),
        Binding("p", "spare", "Keep the marked memory for good", show=False, id="sleep.spare"),
        Binding("f4", "app.in_chat('inbox')", "Decide what waits", show=False, id="inbox.open"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(self, memory: nights.Judge, clock: Callable[[], datetime], zone: tzinfo | None) -> None:
        super().__init__()
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._nights = Nights(None, None, ())
        self._plan: Plan | None = None
        self._progress: Progress | None = None
        self._asked: str | None = None
        """The cycle that `u` was pressed for once."""

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="sleep-head")
        yield Static("", markup=False, id="sleep-progress")
        yield Static("", markup=False, id="sleep-note")
        with Horizontal(id="sleep-body"):
            yield RowList(id="nights")
            with Vertical(id="night"):
                yield Static("", markup=False, id="night-head")
                yield Leaves(id="leaves")
        yield KeyRow(id="sleep-keys")

    def on_mount(self) -> None:
        self.query_one("#nights").border_title = "Cycles"
        self._note("")
        self._show_progress()
        self._memory.tell()
        self._memory.plan()
        self._show_list()
        self._show_night()
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        self._show_keys()
        self._show_progress()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Nights():
                self._nights = event
                self._show_list()
                self._show_head()
                self._show_night()
            case Planned(plan):
                self._plan = plan
                self._show_list()
                self._show_night()
            case Unfolded(report, changes):
                latest(self, partial(self._unfold, report, changes))
            case Sleeping(progress):
                self._progress = progress
                self._show_progress()
                self._show_keys()
            case Slept(report):
                self._note(sleepwords.slept(report).removesuffix(" F8 shows it, and takes it back."))
                self._memory.plan()
            case Woken(undone):
                self._woken(undone)
            case Undecided(_, reason) | Trouble(reason):
                self._note(in_chat(reason), error=True)
            case _:
                pass

    def _woken(self, undone: object) -> None:
        from weave.sleep import wording
        from weave.sleep.model import Undone

        assert undone is None or isinstance(undone, Undone)
        self._asked = None
        self._note(wording.undone_line(undone))

    # Drawing

    @property
    def _report(self) -> Report | None:
        """The marked cycle; None for the plan, which is the first row."""
        place = self.query_one("#nights", RowList).place - 1
        return self._nights.reports[place] if 0 <= place < len(self._nights.reports) else None

    def _show_head(self) -> None:
        last, now = self._nights.last, self._clock()
        was = _NEVER if last is None else f"last {moment(last, now, self._zone)}"
        head = Content.assemble(
            ("Sleep", "bold $accent"),
            (f"  {was} · {sleepwords.until(self._nights.next, now)}", "$muted"),
        )
        self.query_one("#sleep-head", Static).update(head)
        if self._nights.trouble:
            self._note(self._nights.trouble, error=True)

    def _show_progress(self) -> None:
        box = self.query_one("#sleep-progress", Static)
        box.display = self._progress is not None
        if (progress := self._progress) is not None:
            full, rest = bar(progress.done, min(_BAR, max(4, self.size.width // 4)), max(1, progress.total))
            words = Content.assemble(f"  {sleepwords.doing(progress)}   ", *sleepwords.course(progress))
            box.update(
                Content.assemble(("Asleep  ", "bold $accent"), (full, "$accent"), (rest, "$line"), words)
            )

    def _show_list(self) -> None:
        rows = self.query_one("#nights", RowList)
        reports = self._nights.reports
        rows.show(1 + len(reports), lambda n, _, marked: self._row(n, marked), place=rows.place)

    def _row(self, place: int, marked: bool) -> Content:
        mark = ("▸ " if marked else "  ", "$primary")
        if place == 0:
            return Content.assemble(mark, ("what it would do now", "bold $foreground"), *_stake(self._plan))
        report = self._nights.reports[place - 1]
        when = f"{local(report.now, self._zone):%Y-%m-%d %H:%M}"
        gone, new = len(report.removed), sum(len(answer.made) for answer in report.answers)
        signs = [(f"  -{gone:,}", "$error")] if gone else []
        signs += [(f"  +{new:,}", "$success")] if new else []
        return Content.assemble(
            mark, (when, "$foreground" if marked else "$muted"), *(signs or [("  counts", "$muted")])
        )

    def _show_night(self) -> None:
        report = self._report
        if report is not None:
            self._memory.unfold(report)
            head = Content.assemble(
                (f"{sleepwords.brief(report)}\n", "bold $foreground"), (sleepwords.figures(report), "$muted")
            )
        elif self._plan is not None:
            waits = (
                f"{self._plan.waiting:,} wait for your word: a forgets them, p keeps one"
                if self._plan.waiting
                else ""
            )
            head = Content.assemble(("What a cycle would do now\n", "bold $foreground"), (waits, "$warning"))
            latest(self, partial(self._fill, self._plan))
        else:
            head = Content.styled(_LOOKING, "$muted")
        self.query_one("#night-head", Static).update(head)
        self._show_keys()

    async def _fill(self, plan: Plan) -> None:
        """A plan may hold any number of memories, so another thread words it."""
        leaves = await asyncio.to_thread(sleepwords.planned, plan)
        if self._report is None and plan is self._plan:
            self.query_one(Leaves).show(leaves or [sleepwords.Leaf("", _NOTHING)], keep=True)

    async def _unfold(self, report: Report, changes: Changes) -> None:
        leaves = await asyncio.to_thread(sleepwords.told, report, changes)
        if self._report is not None and self._report.cycle == report.cycle:
            self.query_one(Leaves).show(leaves)

    def _show_keys(self) -> None:
        asleep = self._progress is not None
        waits = self._plan is not None and self._plan.waiting > 0
        keys = [("c", "stop it")] if asleep else [("s", "sleep now")]
        keys += [("a", "forget those")] if waits and not asleep else []
        keys += [("u", "take it back")] if self._report is not None else [("p", "keep this one")]
        if self.size.width >= _ROOMY:
            keys += [("tab", "rows"), ("f4", "inbox")]
        self.query_one(KeyRow).show([*keys, ("escape", "closes")])

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#sleep-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self._asked = None
        self._note("")
        self._show_night()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self.query_one(Leaves).rows.focus()

    def action_sleep(self) -> None:
        self._begin(approved=False)

    def action_approve(self) -> None:
        self._begin(approved=True)

    def _begin(self, *, approved: bool) -> None:
        if self._progress is not None:
            self._note(_ASLEEP)
        else:
            self._note("Going to sleep …")
            self._memory.sleep(approved=approved)

    def action_stop(self) -> None:
        if self._progress is not None:
            self._note("Stopping after this batch …")
            self._memory.stop()

    def action_undo(self) -> None:
        report = self._report
        last = next((one for one in self._nights.reports if one.undoable), None)
        if last is None or (report is not None and not report.undoable):
            self._note(_NONE)
        elif report is not None and report.cycle != last.cycle:
            self._note(_LAST)
        elif self._asked != last.cycle:
            self.query_one("#nights", RowList).mark(1 + self._nights.reports.index(last))
            self._show_night()
            self._asked = last.cycle
            self._note(_TWICE)
        else:
            self._memory.undo()

    def action_spare(self) -> None:
        leaf = self.query_one(Leaves).marked
        if self._report is None and leaf is not None and leaf.sign == "-" and leaf.memory:
            self._note("Pinned: no cycle takes it.")
            self._memory.spare(leaf.memory)

    def action_close(self) -> None:
        if self._asked is not None:
            self._asked = None
            self._note("")
        else:
            self.dismiss()


def _stake(plan: Plan | None) -> list[tuple[str, str]]:
    """`-120` of what would go, `≈2` of what would be thought about."""
    if plan is None:
        return []
    going = sum(
        len(stage.actions) for stage in plan.stages if stage.step.restorable and not stage.step.thinks
    )
    thought = sum(len(stage.actions) for stage in plan.stages if stage.step.thinks)
    return [
        *([(f"  -{going:,}", "$error")] if going else []),
        *([(f"  ≈{thought:,}", "$warning")] if thought else []),
    ]
