"""What contradicts each other: the sides of one conflict next to each other, one key for each decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, tzinfo
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from avery.inbox import ConflictMatter, Matter
from avery.telling import counted
from avery.ui.keyrow import Keys
from avery.ui.matters import Judge, MatterView
from avery.ui.plain import one_line
from avery.ui.sides import Card, body, cards, value
from weave.model import Conflict, Resolution

_BESIDE = 36
"""Cells that a side needs to stand beside another."""
_WIDE = 78


class ConflictView(MatterView):
    """What is decided here is done at once, also while a reply is coming."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "mark(-1)", "Side before", show=False, id="conflicts.before"),
        Binding("right", "mark(1)", "Side after", show=False, id="conflicts.after"),
        Binding("k", "keep_marked", "Keep the marked side", show=False, id="conflicts.keep"),
        *(
            Binding(str(n), f"keep({n})", f"Keep side {n}", show=False, id=f"conflicts.keep{n}")
            for n in range(1, 10)
        ),
        Binding("b", "both", "No conflict: keep all", show=False, id="conflicts.both"),
        Binding("n", "neither", "Keep neither", show=False, id="conflicts.neither"),
        Binding("enter", "source", "Read the source", show=False, id="conflicts.source"),
    ]

    def __init__(
        self,
        memory: Judge,
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._conflict: Conflict | None = None
        self._marked = 0
        self._cards: tuple[Card, ...] = ()
        self._drawn: list[Static] = []

    def compose(self) -> ComposeResult:
        yield VerticalScroll(id="sides")

    @property
    def target(self) -> Widget:
        return self.query_one("#sides")

    def on_resize(self, event: events.Resize) -> None:
        self._arrange()

    # Drawing

    def show(self, matter: Matter) -> None:
        assert isinstance(matter, ConflictMatter)
        self._conflict = matter.conflict
        self._cards = cards(matter.conflict)
        self._marked = 0
        sides = self.query_one("#sides", VerticalScroll)
        sides.remove_children()
        now = self._clock()
        self._drawn = [
            Static(body(card, now, self._zone), markup=False, classes="side") for card in self._cards
        ]
        sides.mount(*self._drawn)
        sides.scroll_home(animate=False)
        self._arrange()
        self._show_marked()

    def _arrange(self) -> None:
        """Beside each other where there is room, else below each other."""
        width = self.size.width
        beside = len(self._cards) > 1 and width // len(self._cards) >= _BESIDE and width >= _WIDE
        self.query_one("#sides").set_class(beside, "-beside")

    def _show_marked(self) -> None:
        for place, widget in enumerate(self._drawn):
            marked = place == self._marked
            widget.set_class(marked, "-marked")
            widget.border_title = f"{'▸ ' if marked else ''}{place + 1}"

    def keys(self) -> Keys:
        keys = [(str(n), card.value) for n, card in enumerate(self._cards[:9], start=1)]
        two = len(keys) == 2
        return [
            *keys,
            ("b", "both hold" if two else "all hold"),
            ("n", "neither" if two else "none"),
            ("enter", "source"),
        ]

    # The person decides

    def _decide(self, keep: Sequence[str]) -> None:
        if (conflict := self._conflict) is not None:
            self.post_message(self.Settled(conflict.id, lambda: self._memory.resolve(conflict.id, keep)))

    def action_keep(self, number: int) -> None:
        if 1 <= number <= len(self._cards):
            self._decide(self._cards[number - 1].facts)

    def action_keep_marked(self) -> None:
        self.action_keep(self._marked + 1)

    def action_both(self) -> None:
        self._decide([id_ for card in self._cards for id_ in card.facts])

    def action_neither(self) -> None:
        self._decide(())

    def action_mark(self, step: int) -> None:
        if self._cards:
            self._marked = (self._marked + step) % len(self._cards)
            self._show_marked()
            self._drawn[self._marked].scroll_visible(animate=False, top=True)

    def on_click(self, event: events.Click) -> None:
        """A click on a side marks it."""
        for place, widget in enumerate(self._drawn):
            if event.widget is widget:
                self._marked = place
                self._show_marked()

    def action_source(self) -> None:
        if self._cards:
            self._memory.read(self._cards[self._marked].sides[0].memory)


def outcome(resolution: Resolution) -> str:
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
