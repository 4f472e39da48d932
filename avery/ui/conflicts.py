"""What contradicts each other, one conflict at a time: its sides next to each other, one key for each decision.

A widget, so that it stands on a page of its own as well as beside other things that wait for the person.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import ClassVar, Protocol

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from avery.events import Decided, Disputed, Event, Trouble, Undecided
from avery.telling import counted
from avery.ui.messages import in_chat
from avery.ui.plain import one_line
from avery.ui.sides import Card, body, cards, subject, value
from weave.model import Conflict, Memory, Resolution

_BESIDE = 36
"""Cells that a side needs to stand beside another."""
_NONE = "Nothing contradicts each other."
_ELSEWHERE = "What stood here was settled elsewhere, by the command line or in a file."
_CHANGED = "This conflict has changed meanwhile: look again."
_VALUE = 16
"""Letters of a value that stand beside its key."""
_ROOMY = 60
"""Cells from which what everybody knows is said as well."""


class Judge(Protocol):
    """What this asks of the memory's thread; every call returns at once."""

    def resolve(self, conflict: str, keep: Sequence[str]) -> None: ...
    def read(self, memory: Memory) -> None: ...


class ConflictView(Vertical):
    """What is decided here is done at once, also while a reply is coming. Its keys act while the focus is in it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "mark(-1)", "Side before", show=False, id="conflicts.before"),
        Binding("right", "mark(1)", "Side after", show=False, id="conflicts.after"),
        Binding("tab", "mark(1)", "Side after", show=False),
        Binding("shift+tab", "mark(-1)", "Side before", show=False),
        Binding("k", "keep_marked", "Keep the marked side", show=False, id="conflicts.keep"),
        *(Binding(str(n), f"keep({n})", f"Keep side {n}", show=False) for n in range(1, 10)),
        Binding("b", "both", "No conflict: keep all", show=False, id="conflicts.both"),
        Binding("n", "neither", "Keep neither", show=False, id="conflicts.neither"),
        Binding("l", "later", "Later", show=False, id="conflicts.later"),
        Binding("enter", "source", "Read the source", show=False, id="conflicts.source"),
    ]

    def __init__(
        self,
        memory: Judge,
        conflicts: tuple[Conflict, ...],
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._memory = memory
        self._conflicts = conflicts
        self._clock = clock
        self._zone = zone
        self._place = 0
        self._marked = 0
        self._cards: tuple[Card, ...] = ()
        self._drawn: list[Static] = []
        self._deciding: str | None = None
        self._decided: set[str] = set()

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="conflict-head")
        yield Static("", markup=False, id="conflict-note")
        yield VerticalScroll(id="sides")
        yield Static("", markup=False, id="conflict-keys")

    def on_mount(self) -> None:
        self._show("")

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()
        self._show_keys()

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Disputed(conflicts):
                self._renew(conflicts)
            case Decided(resolution):
                self._deciding = None
                self._decided.add(resolution.conflict)
                self._note(_outcome(resolution))
            case Undecided(_, reason) | Trouble(reason):
                self._deciding = None
                self._note(in_chat(reason), error=True)
            case _:
                pass

    def _renew(self, conflicts: tuple[Conflict, ...]) -> None:
        """Another list: the conflict in sight stays in sight if it is still there."""
        before, self._conflicts = self._current, conflicts
        if before is None:
            if conflicts:
                self._show(None)
            return
        place = next((n for n, one in enumerate(conflicts) if one.id == before.id), None)
        if place is None:
            self._place = min(self._place, max(0, len(conflicts) - 1))
            own = before.id in self._decided or before.id == self._deciding
            self._show(None if own else _ELSEWHERE)
        elif _told(conflicts[place]) != _told(before):
            self._place = place
            self._show(_CHANGED if before.id != self._deciding else None)
        else:
            self._place = place
            self._show_head()

    @property
    def _current(self) -> Conflict | None:
        return self._conflicts[self._place] if self._place < len(self._conflicts) else None

    # Drawing

    def _show(self, note: str | None) -> None:
        """The conflict in its place; `note` None leaves the sentence above it as it is."""
        conflict = self._current
        self._cards = cards(conflict) if conflict is not None else ()
        self._marked = 0
        if note is not None:
            self._note(note)
        sides = self.query_one("#sides", VerticalScroll)
        sides.remove_children()
        now = self._clock()
        self._drawn = [
            Static(body(card, now, self._zone), markup=False, classes="side") for card in self._cards
        ]
        sides.mount(*(self._drawn or [Static(_NONE, markup=False, classes="none")]))
        sides.scroll_home(animate=False)
        self._arrange()
        self._show_marked()
        self._show_head()
        self._show_keys()

    def _arrange(self) -> None:
        """Beside each other where there is room, else below each other."""
        beside = len(self._cards) > 1 and self.size.width // len(self._cards) >= _BESIDE
        self.query_one("#sides").set_class(beside and self.size.width >= 80, "-beside")

    def _show_marked(self) -> None:
        for place, widget in enumerate(self._drawn):
            marked = place == self._marked
            widget.set_class(marked, "-marked")
            widget.border_title = f"{'▸ ' if marked else ''}{place + 1}"

    def _show_head(self) -> None:
        conflict = self._current
        parts = [("Conflicts", "bold $warning")]
        if conflict is not None:
            parts += [
                (f"  {self._place + 1} of {len(self._conflicts)}  ", "$muted"),
                (subject(conflict), "$foreground"),
            ]
        self.query_one("#conflict-head", Static).update(Content.assemble(*parts))

    def _show_keys(self) -> None:
        width = self.size.width - 2
        keys = [(str(n), card.value) for n, card in enumerate(self._cards[:9], start=1)]
        if keys:
            two = len(keys) == 2
            keys += [
                ("b", "both hold" if two else "all hold"),
                ("n", "neither" if two else "none"),
                ("l", "later"),
            ]
            keys.append(("Enter", "source"))
        if width >= _ROOMY or not keys:
            keys.append(("Esc", "closes"))
        self.query_one("#conflict-keys", Static).update(_keys(keys, width))

    def _note(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#conflict-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person decides

    def _decide(self, keep: Sequence[str]) -> None:
        conflict = self._current
        if conflict is not None and self._deciding is None:
            self._deciding = conflict.id
            self._memory.resolve(conflict.id, keep)

    def action_keep(self, number: int) -> None:
        if 1 <= number <= len(self._cards):
            self._decide(self._cards[number - 1].facts)

    def action_keep_marked(self) -> None:
        self.action_keep(self._marked + 1)

    def action_both(self) -> None:
        self._decide([id_ for card in self._cards for id_ in card.facts])

    def action_neither(self) -> None:
        self._decide(())

    def action_later(self) -> None:
        if len(self._conflicts) > 1:
            self._place = (self._place + 1) % len(self._conflicts)
            self._show("Left for later.")
        elif self._conflicts:
            self._note("Left for later; there is no other. Esc closes.")

    def action_mark(self, step: int) -> None:
        if self._cards:
            self._marked = (self._marked + step) % len(self._cards)
            self._show_marked()
            self._drawn[self._marked].scroll_visible(animate=False, top=True)

    def action_source(self) -> None:
        if self._cards:
            self._memory.read(self._cards[self._marked].sides[0].memory)


def _told(conflict: Conflict) -> list[object]:
    """What the page shows of a conflict: that a side was recalled meanwhile changes nothing here."""
    return [
        (side.fact, side.memory.text, side.memory.provenance, [memory.id for memory in side.dependents])
        for side in conflict.sides
    ]


def _outcome(resolution: Resolution) -> str:
    """What a decision has done, in a sentence or two."""
    kept = list(dict.fromkeys(value(fact) for fact in resolution.kept))
    if not kept:
        words = "Neither stands."
    elif resolution.fallen:
        words = f"“{one_line(kept[0], 60)}” stands."
    else:
        words = "All of it stands: no conflict."
    count = len(resolution.volatile)
    if count:
        flagged = counted(count, "memory that rested on it is", "memories that rested on it are")
        words += f" {flagged} flagged."
    return words


def _keys(keys: Sequence[tuple[str, str]], width: int) -> Content:
    """The keys with what they do, as many in a row as there is room for."""
    rows: list[list[Content]] = [[]]
    used = 0
    for key, words in keys:
        short = one_line(words, _VALUE)
        cell = Content.assemble((key, "bold $primary"), (f" {short}", "$foreground"))
        size = cell_len(f"{key} {short}") + 2
        if used and used + size - 2 > width:
            rows.append([])
            used = 0
        rows[-1].append(cell)
        used += size
    return Content("\n").join(Content("  ").join(row) for row in rows)
