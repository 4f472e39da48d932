"""All open reminders: done, put off, cancelled with one key; another one set in a line."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.events import Event, Trouble
from avery.reminder_events import Reminders, Reminding, Rescheduled
from avery.reminding import RemindDesk
from avery.ui.keyrow import KeyRow
from avery.ui.messages import in_chat
from avery.ui.page import TextPage
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from weave.model import Provenance
from weave.reminders import wording
from weave.reminders.model import Reminder
from weave.reminders.times import due

_EMPTY = "Nothing to be reminded of. N sets a reminder: what, and when or about what."
_LINE = (
    "call Ana tomorrow at 9am · water the plants every Monday · ask for the deposit when the lease comes up"
)
_SHORTEST = 14
"""Cells beside the words in which saying when is worth it; the page beside says all."""
_LATER = "in 1 hour · tomorrow at 9am · next Friday 17:00"


class RemindersScreen(Screen[None]):
    """Closed by Esc or the key that opened it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "reminders.tcss"
    AUTO_FOCUS = "#reminders-list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,alt+r", "dismiss", "Close", show=False, id="reminders.close"),
        Binding("d", "done", "Done", show=False, id="reminders.done"),
        Binding("s", "snooze", "Put it off", show=False, id="reminders.snooze"),
        Binding("x,delete", "cancel", "Cancel it", show=False, id="reminders.cancel"),
        Binding("n", "add", "Another one", show=False, id="reminders.add"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(
        self, memory: RemindDesk, clock: Callable[[], datetime], zone: tzinfo | None, known: Reminders
    ) -> None:
        super().__init__()
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._told = known

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="reminders-head")
        with Horizontal(id="reminders-body"):
            yield RowList(id="reminders-list")
            yield TextPage(id="reminder")
        yield Static("", markup=False, id="reminders-note")
        yield KeyRow(id="reminders-keys")

    def on_mount(self) -> None:
        self._rows = self.query_one(RowList)
        self._rows.border_title = "Open reminders"
        self.query_one("#reminder").border_title = "What it says"
        self.note("")
        self._show()
        self._memory.list()

    def on_resize(self, event: events.Resize) -> None:
        self._show_one(home=False)

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Reminders():
                marked = self._current
                self._told = event
                self._show(marked.id if marked is not None else None)
            case Reminding(_, said) | Rescheduled(_, said):
                self.note(said)
            case Trouble(reason):
                self.note(in_chat(reason), error=True)
            case _:
                pass

    # Drawing

    @property
    def _current(self) -> Reminder | None:
        """The marked one."""
        return self._told.open[self._rows.place] if self._rows.place < len(self._told.open) else None

    def _show(self, marked: str | None = None) -> None:
        found, now = self._told.open, self._clock()
        near = max(0, min(self._rows.place, len(found) - 1))  # where the one that is closed now was
        place = next((n for n, one in enumerate(found) if one.id == marked), near)
        self._rows.show(
            len(found), lambda n, width, on: _row(found[n], width, self._zone, now, marked=on), place=place
        )
        head = Content.styled("Reminders", "bold $primary")
        head += Content.styled(f"  {len(found):,} open", "$muted")
        self.query_one("#reminders-head", Static).update(head)
        self._show_one(home=True)

    def _show_one(self, *, home: bool) -> None:
        one = self._current
        words = Content.styled(_EMPTY, "$muted") if one is None else _whole(one, self._zone, self._clock())
        self.query_one(TextPage).show(lambda width: words, home=home)
        keys = [("d", "done"), ("s", "puts it off"), ("x", "cancels it")] if one is not None else []
        self.query_one(KeyRow).show([*keys, ("n", "another one"), ("escape", "closes")])

    def note(self, text: str, *, error: bool = False) -> None:
        """One sentence at the foot."""
        note = self.query_one("#reminders-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person acts

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self._show_one(home=True)

    def action_done(self) -> None:
        if self._current is not None:
            self._memory.done(self._current.id)

    def action_cancel(self) -> None:
        if self._current is not None:
            self._memory.cancel(self._current.id)

    def action_snooze(self) -> None:
        from avery.ui.screens.asking import AskingScreen

        one = self._current

        def until(words: str | None) -> None:
            if words is not None and one is not None:
                self._memory.snooze(one.id, words)

        if one is not None:
            self.app.push_screen(AskingScreen("Until when", "in 1 hour", _LATER), until)

    def action_add(self) -> None:
        from avery.ui.screens.asking import AskingScreen

        def written(words: str | None) -> None:
            if words is not None:
                self._memory.add(words)

        self.app.push_screen(AskingScreen("Remind me", note=_LINE), written)


def _row(one: Reminder, width: int, zone: tzinfo | None, now: datetime, *, marked: bool) -> Content:
    late = due(one, now) is not None or (one.shown is not None and one.every is None)
    head = Content.assemble(
        ("▸ " if marked else "  ", "$primary"),
        ("● " if late else "○ ", "$accent" if late else "$muted"),
        (one_line(wording.words(one), 200), "bold $foreground" if marked else "$foreground"),
    )
    when = "  " + one_line(wording.occasion(one, zone, now), 200)
    room = width - head.cell_length
    if room < _SHORTEST:
        return head.truncate(max(8, width), ellipsis=True)
    tail = Content.styled(when, "$accent" if late else "$muted").truncate(room, ellipsis=True)
    return Content.assemble(head, " " * (room - tail.cell_length), tail)


def _whole(one: Reminder, zone: tzinfo | None, now: datetime) -> Content:
    by = "" if one.provenance is Provenance.USER else "Set by Avery's tool. "
    return Content("\n").join(
        [
            *(Content.styled(one_line(line, 400), "bold $foreground") for line in one.text.split("\n")),
            Content(""),
            Content.styled(one_line(wording.occasion(one, zone, now), 400), "$accent"),
            Content.styled(f"{by}Asked for {wording.moment(one.created, zone)}.", "$muted"),
        ]
    )
