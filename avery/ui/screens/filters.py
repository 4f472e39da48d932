"""All filters of the memory browser below each other; each change is seen in the list at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import ModalScreen

from avery.seeking import FLAGS, filter_of, with_filter
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from weave.model import GLOBAL, MemoryType, Provenance, State
from weave.sought import ANY_TASK

_LABEL = 14
_ANY = "any"
_PERIODS = ("", "today", "7d", "30d", "365d")


@dataclass(frozen=True, slots=True)
class _Row:
    label: str
    key: str
    values: tuple[str, ...]
    """What Left and Right go through; the first is none."""


class FiltersScreen(ModalScreen[None]):
    """`changed` is called with the whole line whenever a filter is another."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "memories.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,f", "dismiss", "Close", show=False, id="filters.close"),
        Binding("right", "turn(1)", "Next", show=False, id="filters.next"),
        Binding("left", "turn(-1)", "Before", show=False, id="filters.before"),
        Binding("x,delete,backspace", "drop", "Drop", show=False, id="filters.drop"),
        Binding("X", "drop_all", "Drop all", show=False, id="filters.none"),
    ]

    def __init__(self, text: str, tasks: Sequence[str], changed: Callable[[str], None]) -> None:
        super().__init__()
        self._text = text
        self._changed = changed
        self._rows = (
            _Row("Type", "type", ("", *(one.value for one in MemoryType))),
            _Row("State", "state", ("", *(one.value for one in State))),
            _Row("Provenance", "from", ("", *(one.value for one in Provenance))),
            _Row("Scope", "in", ("", GLOBAL, ANY_TASK, *tasks)),
            _Row("Learned since", "since", _PERIODS),
            _Row("Learned until", "until", _PERIODS),
            *(_Row(flag.capitalize(), flag, ("", "yes", "no")) for flag in FLAGS),
        )

    def compose(self) -> ComposeResult:
        yield RowList(id="filters")

    def on_mount(self) -> None:
        box = self.query_one(RowList)
        box.border_title = "Filters"
        box.border_subtitle = "←→ change · x drops · Esc done"
        box.focus()
        self._show()

    def _show(self) -> None:
        box = self.query_one(RowList)
        box.show(len(self._rows), self._row, place=box.place)

    def _row(self, place: int, width: int, marked: bool) -> Content:
        row = self._rows[place]
        value = self._value(row)
        return Content.assemble(
            ("▎" if marked else " ", "$primary"),
            (f"{row.label:<{_LABEL}}", "bold $foreground" if marked else "$muted"),
            ("‹ " if marked else "  ", "$primary"),
            (one_line(value, 60) or _ANY, "$foreground" if value else "$faint"),
            (" ›" if marked else "", "$primary"),
        )

    def _value(self, row: _Row) -> str:
        if row.key not in FLAGS:
            return filter_of(self._text, row.key)
        for word, key in (("yes", "is"), ("no", "not")):
            if row.key in filter_of(self._text, key).split(","):
                return word
        return ""

    def _put(self, row: _Row, value: str) -> None:
        if row.key in FLAGS:
            for word, key in (("yes", "is"), ("no", "not")):
                others = [flag for flag in filter_of(self._text, key).split(",") if flag not in ("", row.key)]
                flags = [*others, row.key] if value == word else others
                self._text = with_filter(self._text, key, ",".join(flags))
        else:
            self._text = with_filter(self._text, row.key, value)
        self._show()
        self._changed(self._text)

    def action_turn(self, step: int) -> None:
        row = self._rows[self.query_one(RowList).place]
        present = self._value(row)
        at = row.values.index(present) if present in row.values else 0
        self._put(row, row.values[(at + step) % len(row.values)])

    def action_drop(self) -> None:
        self._put(self._rows[self.query_one(RowList).place], "")

    def action_drop_all(self) -> None:
        for row in self._rows:
            self._put(row, "")

    def on_row_list_chosen(self) -> None:
        self.action_turn(1)
