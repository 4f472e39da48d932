"""The inbox: all that waits for the person, one at a time, each decided with one key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.consent_events import Settled
from avery.events import Amended, Decided, Event, Trouble, Undecided
from avery.inbox import Inbox, Kind, Matter
from avery.night_events import Held, Sleeping, Slept, Spared
from avery.nights import PLAN
from avery.ui import conflicts, selfwords, sleepwords
from avery.ui.conflicts import ConflictView
from avery.ui.keyrow import KeyRow
from avery.ui.matters import Judge, MatterView
from avery.ui.messages import in_chat
from avery.ui.plain import one_line
from avery.ui.proposal import ProposalView
from avery.ui.requestview import OUTCOMES, RequestView
from avery.ui.rows import RowList
from avery.ui.sleepplan import SleepPlanView

_EMPTY = (
    "Nothing waits for you.\n\nWhat contradicts each other, what Avery would change about itself, what a tool would "
    "change, and what would be forgotten in large numbers is put here, and counted at the foot of the chat."
)
_ELSEWHERE = "What stood here was settled elsewhere, by the command line or in a file."
_CHANGED = "This has changed meanwhile: look again."
_KEPT = "This was changed or settled elsewhere meanwhile; what you write is kept."
_ROOMY = 60
"""Cells from which what everybody knows is said as well."""
_KIND = 10
_MANY = {"conflict": "conflicts", "tool": "tools"}


class InboxScreen(Screen[None]):
    """Closed by Esc or the key that opened it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "inbox.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f4", "dismiss", "Close", show=False, id="inbox.close"),
        Binding("alt+up", "step(-1)", "Before", show=False, id="inbox.before"),
        Binding("alt+down", "step(1)", "After", show=False, id="inbox.after"),
        Binding("l", "later", "Later", show=False, id="inbox.later"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(
        self,
        memory: Judge,
        inbox: Inbox,
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        environment: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._inbox = inbox
        self._place = 0
        self._deciding: str | None = None
        self._decided: set[str] = set()
        self._views: dict[Kind, MatterView] = {
            Kind.REQUEST: RequestView(memory, id="request-matter"),
            Kind.IDENTITY: ProposalView(memory, clock, zone, environment, id="self-matter"),
            Kind.SLEEP: SleepPlanView(memory.nights, id="sleep-matter"),
            Kind.CONFLICT: ConflictView(memory, clock, zone, id="conflict-matter"),
        }

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="inbox-head")
        with Horizontal(id="inbox-body"):
            yield RowList(id="matters")
            with Vertical(id="matter"):
                yield Static("", markup=False, id="inbox-note")
                yield from self._views.values()
                yield Static(_EMPTY, markup=False, id="inbox-empty")
        yield KeyRow(id="inbox-keys")

    def on_mount(self) -> None:
        self.query_one("#matters").border_title = "Waiting"
        self._show("")

    def on_resize(self, event: events.Resize) -> None:
        self._show_head()
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Decided(resolution):
                self._done(resolution.conflict, conflicts.outcome(resolution))
            case Amended(entry):
                self._done(entry.of or entry.id, selfwords.outcome(entry))
            case Slept(report, asked=True):
                self._done(PLAN, sleepwords.slept(report))
            case Spared():
                self._done(PLAN, "Pinned: no cycle takes it.")
            case Sleeping(progress) if progress is not None and self._deciding == PLAN:
                self._note(f"Asleep: {sleepwords.doing(progress)}")
            case Settled(request_id, verdict):
                if self._deciding == request_id:
                    self._done(request_id, OUTCOMES[verdict])
                before, self._inbox = self._current, self._inbox.after(event)
                self._renew(before)
            case Undecided(_, reason) | Trouble(reason):
                self._deciding = None
                self._note(in_chat(reason), error=True)
            case _:
                before, self._inbox = self._current, self._inbox.after(event)
                if event == Held(None) and self._deciding == PLAN:
                    self._done(
                        PLAN, "Left as it is; you are asked again when something else would be forgotten."
                    )
                self._renew(before)

    def _done(self, matter: str, words: str) -> None:
        self._deciding = None
        self._decided.add(matter)
        self._note(words)

    def _renew(self, before: Matter | None) -> None:
        """Another list: what is in sight stays in sight if it is still there."""
        matters = self._inbox.matters
        if before is None:
            if matters:
                self._show(None)
            return
        place = next(
            (n for n, one in enumerate(matters) if (one.kind, one.id) == (before.kind, before.id)), None
        )
        own = before.id in self._decided or before.id == self._deciding
        changed = place is None or matters[place].told != before.told
        if changed:
            self._decided.discard(before.id)
        self._place = min(self._place, max(0, len(matters) - 1)) if place is None else place
        if changed and not own and self._views[before.kind].unfinished:
            self._note(_KEPT)
        elif changed:
            self._show(None if own else _ELSEWHERE if place is None else _CHANGED)
        self._show_list()
        self._show_head()

    @property
    def _current(self) -> Matter | None:
        matters = self._inbox.matters
        return matters[self._place] if self._place < len(matters) else None

    # Drawing

    def _show(self, note: str | None) -> None:
        """The matter in its place; `note` None leaves the sentence above it as it is."""
        matter = self._current
        if note is not None:
            self._note(note)
        for kind, view in self._views.items():
            view.display = matter is not None and matter.kind is kind
        self.query_one("#inbox-empty").display = matter is None
        self._show_list()
        self._show_head()
        if matter is not None:
            self._views[matter.kind].show(matter)
            if not self.query_one("#matters").has_focus:
                self._views[matter.kind].target.focus()
        self._show_keys()

    def _show_list(self) -> None:
        matters = self._inbox.matters
        rows = self.query_one("#matters", RowList)
        self.set_class(len(matters) > 1, "-several")
        rows.show(len(matters), lambda place, _, marked: _row(matters[place], marked), place=self._place)

    def _show_head(self) -> None:
        matters, matter = self._inbox.matters, self._current
        width = self.size.width - 2
        head = Content.styled("Inbox", "bold $warning")
        if matter is not None and width > 0:
            head += Content.styled(f"  {self._place + 1} of {len(matters)}  ", "$muted")
            head += Content.assemble((f"{matter.kind.value}  ", "$warning"), (matter.title, "$foreground"))
        counts = _counts(matters)
        if counts and width - cell_len(counts) - 4 >= head.cell_length:
            head = head.pad_right(width - cell_len(counts) - head.cell_length)
            head += Content.styled(counts, "$muted")
        self.query_one("#inbox-head", Static).update(head)

    def _show_keys(self) -> None:
        matter = self._current
        view = None if matter is None else self._views[matter.kind]
        keys = list(view.keys()) if view is not None else []
        if view is not None and keys and keys[-1][0] != "escape":
            keys.append(("l", "later"))
        if (self.size.width >= _ROOMY or not keys) and (not keys or keys[-1][0] != "escape"):
            if len(self._inbox) > 1:
                keys.append(("alt+up,alt+down", "others"))
            keys.append(("escape", "closes"))
        self.query_one(KeyRow).show(keys)

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#inbox-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person decides

    def on_matter_view_settled(self, event: MatterView.Settled) -> None:
        event.stop()
        if self._deciding is None:
            self._deciding = event.matter
            event.do()

    def on_matter_view_turned(self, event: MatterView.Turned) -> None:
        event.stop()
        if event.note:
            self._note(event.note, error=event.error)
        self._show_keys()

    def action_later(self) -> None:
        if len(self._inbox) > 1:
            self._go((self._place + 1) % len(self._inbox), "Left for later.")
        elif len(self._inbox):
            self._note("Left for later; there is nothing else. Esc closes.")

    def action_step(self, step: int) -> None:
        if len(self._inbox):
            self._go((self._place + step) % len(self._inbox), "")

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self._go(event.place, "")

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        if (matter := self._current) is not None:
            self._views[matter.kind].target.focus()

    def _go(self, place: int, note: str) -> None:
        self._place = place
        self._show(note)


def _row(matter: Matter, marked: bool) -> Content:
    return Content.assemble(
        ("▸ " if marked else "  ", "$primary"),
        (f"{matter.kind.value:<{_KIND}}", "$warning"),
        (matter.title, "bold $foreground" if marked else "$foreground"),
    )


def _counts(matters: tuple[Matter, ...]) -> str:
    """`1 identity · 3 conflicts`, when there are several kinds."""
    found: dict[str, int] = {}
    for matter in matters:
        found[matter.kind.value] = found.get(matter.kind.value, 0) + 1
    words = [f"{count:,} {_MANY.get(kind, kind) if count > 1 else kind}" for kind, count in found.items()]
    return " · ".join(words) if len(found) > 1 else ""
