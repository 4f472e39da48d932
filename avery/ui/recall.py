"""What came to mind for the turn in focus, and why: rank, each factor, the backends that found it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message as TextualMessage
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from avery.events import Remark
from avery.ui.blocks import Colours, Painter, marked
from avery.ui.plain import one_line
from avery.ui.score import ScoreInk, brief, detail, sparks
from weave.model import Degraded, Memory, Recall, Recalled

_NOTHING = "Nothing came to mind for this turn."
_EMPTY = "What Avery recalls for a message appears here, with the reasons."


@dataclass(frozen=True, slots=True)
class _Row:
    strip: Strip
    item: int | None


class RecallPane(ScrollView, can_focus=True):
    """A list with one open entry; Up and Down move, the open one shows every factor."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "cursor(-1)", "Previous", show=False, id="recall.up"),
        Binding("down", "cursor(1)", "Next", show=False, id="recall.down"),
        Binding("enter", "source", "Read where it comes from", show=False, id="recall.source"),
        Binding("o", "open", "Open among all memories", show=False, id="recall.open"),
        Binding("e", "open('edit')", "Edit", show=False, id="memories.edit"),
        Binding("c", "open('correct')", "Correct", show=False, id="memories.correct"),
        Binding("t", "open(\"choose('state')\")", "State", show=False, id="memories.state"),
        Binding("i", "open(\"choose('importance')\")", "Importance", show=False, id="memories.importance"),
        Binding("m", "open(\"choose('scope')\")", "Move", show=False, id="memories.move"),
        Binding("p", "change('pinned')", "Pin", show=False, id="memories.pin"),
        Binding("v", "change('private')", "Private", show=False, id="memories.private"),
        Binding("d,delete", "change('forget')", "Forget", show=False, id="memories.forget"),
        Binding("u", "change('undo')", "Undo", show=False, id="memories.undo"),
    ]
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "recall--text",
        "recall--strong",
        "recall--muted",
        "recall--faint",
        "recall--bar",
        "recall--track",
        "recall--warning",
        "recall--cursor",
    }

    @dataclass
    class Sought(TextualMessage):
        """The person wants to read where the open memory comes from."""

        memory: Memory

    @dataclass
    class Quoted(TextualMessage):
        """The person wants to read on where the library says so: no store knows the open entry's id."""

        recalled: Recalled
        question: str

    @dataclass
    class Opened(TextualMessage):
        """The person wants to see all about the open memory, or to change it."""

        memory: Memory
        then: str = ""
        """The action that is begun there."""

    @dataclass
    class Changed(TextualMessage):
        """The person wants this done to the open memory: pinned, private (each to and fro), forget, or undo."""

        memory: Memory
        what: str

    def __init__(self, clock: Callable[[], datetime], *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._clock = clock
        self._recall: Recall | None = None
        self._remarks: dict[str, list[str]] = {}
        self._degraded: tuple[Degraded, ...] = ()
        self._since: dict[str, Memory | None] = {}
        self._cursor = 0
        self._rows: list[_Row] = []
        self._tops: list[int] = []

    @property
    def recall(self) -> Recall | None:
        return self._recall

    def show(self, recall: Recall | None, remarks: Sequence[Remark] = ()) -> None:
        """The recollection of another turn, and why some of it may not hold."""
        self._remarks = {}
        for remark in remarks:
            self._remarks.setdefault(remark.memory, []).append(remark.text)
        if recall is not self._recall:
            self._recall = recall
            self._cursor = 0
            self.scroll_to(y=0, animate=False, immediate=True)
        self._rebuild()

    def show_degraded(self, degraded: tuple[Degraded, ...]) -> None:
        """The backends that take no part just now."""
        if degraded != self._degraded:
            self._degraded = degraded
            self._rebuild()

    def lines(self) -> list[str]:
        """What is drawn, as text."""
        return [row.strip.text.rstrip() for row in self._rows]

    def action_cursor(self, step: int) -> None:
        if self._recall and self._recall.memories:
            self._cursor = max(0, min(self._cursor + step, len(self._recall.memories) - 1))
            self._rebuild()
            self._reveal()

    def action_source(self) -> None:
        if (item := self.pointed) is not None:
            self._tell(item, self.Sought(item.memory))

    def action_open(self, then: str = "") -> None:
        if (item := self.pointed) is not None:
            self._tell(item, self.Opened(item.memory, then))

    def action_change(self, what: str) -> None:
        if (item := self.pointed) is not None:
            self._tell(item, self.Changed(self._since.get(item.memory.id) or item.memory, what))

    def follow(self, changes: Mapping[str, Memory | None]) -> None:
        """What has become of memories since they were recalled; None: it is in the trash."""
        self._since.update(changes)
        self._rebuild()

    def _tell(self, item: Recalled, wish: TextualMessage) -> None:
        question = self._recall.query if self._recall is not None else ""
        self.post_message(wish if item.place is None else self.Quoted(item, question))

    @property
    def pointed(self) -> Recalled | None:
        """The open entry."""
        return self._recall.memories[self._cursor] if self._recall and self._recall.memories else None

    def on_click(self, event: events.Click) -> None:
        line = event.y + self.scroll_offset.y
        if 0 <= line < len(self._rows) and (item := self._rows[line].item) is not None:
            self._cursor = item
            self._rebuild()
            if event.chain > 1:
                self.action_open()

    def on_resize(self) -> None:
        self._rebuild()

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self._rebuild())

    def render_line(self, y: int) -> Strip:
        line = y + self.scroll_offset.y
        strip = self._rows[line].strip if line < len(self._rows) else Strip.blank(0)
        width = self.size.width
        if (selection := self.text_selection) and (span := selection.get_span(line)):
            strip = marked(strip, *span, self.screen.get_component_rich_style("screen--selection"))
        ground = self.rich_style  # worked out from all ancestors each time it is asked for
        strip = strip.adjust_cell_length(width, ground).apply_style(ground)
        return strip.apply_offsets(0, line)

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text, without the gutter."""
        lines = []
        for y, row in enumerate(self._rows):
            if (span := selection.get_span(y)) is not None:
                text = row.strip.text
                lines.append(text[max(1, span[0]) : len(text) if span[1] == -1 else span[1]].rstrip())
        return "\n".join(lines), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        self.refresh()

    def _reveal(self) -> None:
        top = self._tops[self._cursor]
        bottom = self._tops[self._cursor + 1] if self._cursor + 1 < len(self._tops) else len(self._rows)
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif bottom > self.scroll_offset.y + self.size.height:
            self.scroll_to(y=bottom - self.size.height, animate=False, immediate=True)

    def _rebuild(self) -> None:
        width = self.scrollable_content_region.width
        if not width:
            return
        ink = self._ink()
        painter = Painter(width - 1, Colours("default", "default", "default", "default", "default", True))
        self._rows, self._tops = [], []
        self._badges(painter, ink)
        if self._recall is None:
            self._put(painter, [Text(_EMPTY, ink.muted)], None, ink)
        elif not self._recall.memories:
            self._put(painter, [Text(_NOTHING, ink.muted)], None, ink)
        else:
            self._entries(painter, ink, width - 1)
        self.virtual_size = Size(width, len(self._rows))
        self.refresh()

    def _badges(self, painter: Painter, ink: ScoreInk) -> None:
        recalled = self._recall.degraded if self._recall else ()
        named = {badge.backend: badge for badge in (*recalled, *self._degraded)}
        for badge in named.values():
            # What was only missing when this was recalled has come up since, or is still loading: no warning.
            style = ink.warning if badge in self._degraded else ink.muted
            reason = one_line(badge.reason, 240)
            told = reason.removeprefix(badge.backend).lstrip(" :")
            words = Text.assemble(("◌ ", style), (badge.backend, style))
            words.append(f" {told}" if told != reason else f": {reason}", ink.muted)
            self._put(painter, [words], None, ink)
        if named:
            self._rows.append(_Row(Strip.blank(0), None))

    def _entries(self, painter: Painter, ink: ScoreInk, width: int) -> None:
        assert self._recall is not None
        now = self._clock()
        for place, recalled in enumerate(self._recall.memories):
            self._tops.append(len(self._rows))
            opened = place == self._cursor
            remarks = [*self._remarks.get(recalled.memory.id, ()), *self._became(recalled)]
            item = self._present(recalled)
            lines = brief(item, now, ink, remarks)
            lines += detail(item, width, ink) if opened else sparks(item, ink)
            self._put(painter, lines, place, ink, opened)
            self._rows.append(_Row(Strip.blank(0), None))
        if self._recall.omitted:
            note = f"{self._recall.omitted} of them did not fit into the prompt."
            self._put(painter, [Text(note, ink.muted)], None, ink)

    def _present(self, item: Recalled) -> Recalled:
        """As it is by now."""
        now = self._since.get(item.memory.id)
        return item if now is None else replace(item, memory=now)

    def _became(self, item: Recalled) -> list[str]:
        if item.memory.id not in self._since:
            return []
        now = self._since[item.memory.id]
        if now is None:
            return ["Forgotten since: it is in the trash."]
        return ["Private since: no model is shown it."] if now.private and not item.memory.private else []

    def _put(
        self, painter: Painter, lines: list[Text], item: int | None, ink: ScoreInk, opened: bool = False
    ) -> None:
        gutter = Segment("▎" if opened else " ", ink.cursor)
        for line in lines:
            for strip in painter.paint(line) or [Strip.blank(0)]:
                self._rows.append(_Row(Strip([gutter, *strip]), item))

    def _ink(self) -> ScoreInk:
        def part(name: str) -> Style:
            style = self.get_component_rich_style(f"recall--{name}", partial=True)
            return Style(color=style.color, bold=style.bold)

        names = ("text", "strong", "muted", "faint", "bar", "track", "warning", "cursor")
        return ScoreInk(**{name: part(name) for name in names})
