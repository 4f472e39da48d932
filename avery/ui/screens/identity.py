"""Who Avery is and how that came about: every version and proposal, what each changed, how far it went, the way back."""

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
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.differing import Diff, came, compared, kept
from avery.events import Amended, Biography, Drifted, Event, Trouble, Undecided
from avery.telling import counted
from avery.ui import drift, selfwords
from avery.ui.difftext import DiffText
from avery.ui.keyrow import KeyRow
from avery.ui.matters import Biographer
from avery.ui.messages import in_chat
from avery.ui.once import latest
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from weave.clock import day

if TYPE_CHECKING:
    from weave.identity.model import Entry
    from weave.identity.operations import Step

_EMPTY = "The history begins when Avery first reads identity.md, at its first answer."
_NEVER = "This was never in force; choose a version that was (●, ○)."
_PENDING = "This waits for your word: F4 decides it."
_PRESENT = "This version is in force already."
_CHANGED, _AGAINST, _WHOLE = "what it changed", "what going back would change", "the whole text"
_MODES = (_CHANGED, _AGAINST, _WHOLE)
_PROBLEMS = 3
_ROOMY = 60
"""Cells from which every key is named."""


class IdentityScreen(Screen[None]):
    """Closed by Esc."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "identity.tcss"
    AUTO_FOCUS = "#versions"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", "Close", show=False, id="identity.close"),
        Binding("b", "go_back", "Go back to this version", show=False, id="identity.back"),
        Binding("t", "turn", "What it changed, against the present, whole", show=False, id="identity.turn"),
        Binding("v", "flip", "Side by side, or below each other", show=False, id="identity.flip"),
        Binding("f4", "app.in_chat('inbox')", "Decide what waits", show=False, id="inbox.open"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(self, memory: Biographer, clock: Callable[[], datetime], zone: tzinfo | None) -> None:
        super().__init__()
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._story = Biography("", (), ())
        self._entries: tuple[Entry, ...] = ()
        self._steps: tuple[Step, ...] = ()
        self._mode = _CHANGED
        self._asked: str | None = None
        """The version that `b` was pressed for once."""

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="identity-head")
        yield Static("", markup=False, id="identity-alarm")
        yield Static("", markup=False, id="identity-note")
        yield Static("", markup=False, id="drift")
        with Horizontal(id="identity-body"):
            yield RowList(id="versions")
            with VerticalScroll(id="version"):
                yield Static("", markup=False, id="version-head")
                yield DiffText(id="version-diff")
        yield KeyRow(id="identity-keys")

    def on_mount(self) -> None:
        self.query_one("#versions").border_title = "Versions and proposals"
        self.query_one("#drift").border_title = "Drift"
        self._note("")
        self._memory.tell_self()
        self._show_keys()

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._show_drift)
        self.call_after_refresh(self._show_entry)
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Biography():
                self._load(event)
            case Drifted(steps):
                self._steps = steps
                self._show_drift()
                self._show_list(self.query_one(RowList).place)
            case Amended(entry):
                self._note(selfwords.outcome(entry))
            case Undecided(_, reason) | Trouble(reason):
                self._note(in_chat(reason), error=True)
            case _:
                pass

    def _load(self, story: Biography) -> None:
        marked = self._entry
        self._story, self._entries = story, tuple(reversed(story.entries))
        place = 0
        if marked is not None and self._asked is None:
            place = next((n for n, one in enumerate(self._entries) if one.id == marked.id), 0)
        self._asked = None
        self._show_list(place)
        self._show_head()
        self._show_alarm()
        self._show_entry()

    @property
    def _entry(self) -> Entry | None:
        place = self.query_one(RowList).place
        return self._entries[place] if place < len(self._entries) else None

    @property
    def _in_force(self) -> Entry | None:
        return next((entry for entry in self._entries if entry.after), None)

    # Drawing

    def _show_head(self) -> None:
        version = self._in_force
        count = sum(1 for entry in self._entries if entry.after)
        head = Content.styled("Identity", "bold $accent")
        if version is not None:
            since = f"in force since {day(version.time, self._zone)}, {selfwords.deed(version)}"
            head += Content.styled(f"  {counted(count, 'version', 'versions')} · {since}", "$muted")
        self.query_one("#identity-head", Static).update(head)

    def _show_alarm(self) -> None:
        problems = self._story.problems
        lines = [f"! {one_line(problem, 200)}" for problem in problems[:_PROBLEMS]]
        if len(problems) > _PROBLEMS:
            lines.append(f"! {len(problems) - _PROBLEMS:,} more: weave identity history --check")
        alarm = self.query_one("#identity-alarm", Static)
        alarm.display = bool(lines)
        alarm.update(Content("\n".join(lines)))

    def _show_drift(self) -> None:
        box = self.query_one("#drift", Static)
        width, height = box.content_size.width, box.content_size.height
        if width and height:
            box.update(drift.chart(self._steps, width, height, self._zone))

    def _show_list(self, place: int) -> None:
        near = {step.entry.id: step.to_first for step in self._steps}
        present = self._in_force
        self.query_one(RowList).show(
            len(self._entries),
            lambda n, width, marked: _row(self._entries[n], present, near, self._zone, marked),
            place=place,
        )

    def _show_entry(self) -> None:
        entry = self._entry
        width = self.query_one("#version").size.width - 3
        if entry is None or width <= 0:
            self.query_one("#version-head", Static).update(Content(_EMPTY))
            return
        head = selfwords.heading(entry, self._clock(), self._zone, width)
        mode = Content.styled(f"\n{self._mode}:", "$muted")
        self.query_one("#version-head", Static).update(head + mode)
        latest(self, partial(self._compare, entry))

    async def _compare(self, entry: Entry) -> None:
        """Long texts take their time, so another thread compares."""
        diff = await asyncio.to_thread(self._diff, entry)
        if entry is self._entry:
            self.query_one("#version-diff", DiffText).show(diff)

    def _diff(self, entry: Entry) -> Diff:
        if self._mode == _WHOLE and entry.text is not None:
            return came(entry.text)
        if self._mode == _AGAINST and entry.text is not None:
            return compared(self._story.text, entry.text)
        before = self._before(entry)
        if entry.text is not None and before is not None:
            return compared(before, entry.text)
        return kept(entry.diff)

    def _before(self, entry: Entry) -> str | None:
        """The text that was in force when this came; "" before the first."""
        older = self._entries[self._entries.index(entry) + 1 :]
        return next((one.text for one in older if one.after), "" if entry.after else None)

    def _show_keys(self) -> None:
        keys = [("b", "go back to it"), ("t", "other view")]
        if self.size.width >= _ROOMY:
            keys = [("up,down", "choose"), *keys, ("v", "diff form"), ("f4", "inbox")]
        self.query_one(KeyRow).show([*keys, ("escape", "closes")])

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#identity-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self._asked = None
        self._note("")
        self.query_one("#version").scroll_home(animate=False)
        self._show_entry()

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        self.query_one("#version").focus()

    def action_go_back(self) -> None:
        entry = self._entry
        if entry is None:
            return
        refusal = _refusal(entry, self._in_force)
        if refusal:
            self._note(refusal)
        elif self._asked != entry.id:
            self._asked = entry.id
            self._note(
                f"b once more puts the version of {day(entry.time, self._zone)} in force; Esc leaves it."
            )
        else:
            self._memory.roll_back_self(entry.id)

    def action_turn(self) -> None:
        self._mode = _MODES[(_MODES.index(self._mode) + 1) % len(_MODES)]
        self._show_entry()

    def action_flip(self) -> None:
        self.query_one("#version-diff", DiffText).flip()

    def action_close(self) -> None:
        if self._asked is not None:
            self._asked = None
            self._note("")
        else:
            self.dismiss()


def _refusal(entry: Entry, present: Entry | None) -> str:
    """Why an entry cannot be gone back to; empty when it can."""
    if entry is present:
        return _PRESENT
    if not entry.after or entry.text is None:
        waits = entry.kind.value == "proposal" and entry.verdict.value == "flagged"
        return _PENDING if waits else _NEVER
    return ""


def _row(
    entry: Entry, present: Entry | None, near: dict[str, float], zone: tzinfo | None, marked: bool
) -> Content:
    """`▸ ● 2026-11-28  edited by you  .92  why`; ● is in force, ○ was, · never was."""
    sign = "●" if entry is present else "○" if entry.after else "·"
    figure = selfwords.brief(near.get(entry.id))
    return Content.assemble(
        ("▸ " if marked else "  ", "$primary"),
        (f"{sign} ", "$accent" if entry is present else "$muted"),
        (f"{day(entry.time, zone)}  ", "$foreground" if marked else "$muted"),
        (f"{selfwords.deed(entry):<18}", selfwords.deed_style(entry)),
        (f"{figure}  ", "$muted"),
        (one_line(entry.reason, 200), "$foreground"),
    )
