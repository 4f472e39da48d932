"""All open tasks: which one takes what is said, what each holds; gone to, begun, ended, thrown away with one key."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime, tzinfo
from pathlib import Path
from typing import ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery import telling
from avery.events import Discarded, Ended, Event, Pad, Pads, Queue, Trouble, Working
from avery.telling import counted
from avery.ui.keyrow import KeyRow, Keys
from avery.ui.messages import in_chat
from avery.ui.page import TextPage
from avery.ui.plain import one_line
from avery.ui.rows import RowList
from avery.ui.score import age

_GUEST = "Read only: another Avery has this memory open; do this there."
_SHOWN = 200
"""Memories and sentences of a pad that are listed; the others are counted."""


class Service(Protocol):
    """What the page asks of the memory's thread; every call returns at once."""

    def pads(self) -> None: ...
    def change_task(self, name: str | None) -> None: ...
    def end_task(self, other: str | None = None) -> None: ...
    def discard(self, task: str) -> None: ...


class PadsScreen(Screen[None]):
    """Closed by Esc or the key that opened it."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "pads.tcss"
    AUTO_FOCUS = "#pads-list"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f5", "dismiss", "Close", show=False, id="pads.close"),
        Binding("n", "begin", "Begin another", show=False, id="pads.begin"),
        Binding("e", "end", "End it", show=False, id="pads.end"),
        Binding("d,delete", "discard", "Throw it away", show=False, id="pads.discard"),
        Binding("question_mark,f1", "app.help", "Help", show=False, id="app.help"),
    ]

    def __init__(self, memory: Service, clock: Callable[[], datetime], zone: tzinfo | None) -> None:
        super().__init__()
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._told: Pads | None = None
        self._count = -1

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="pads-head")
        with Horizontal(id="pads-body"):
            yield RowList(id="pads-list")
            yield TextPage(id="pad")
        yield Static("", markup=False, id="pads-note")
        yield KeyRow(id="pads-keys")

    def on_mount(self) -> None:
        self._rows = self.query_one(RowList)
        self._rows.border_title = "Open tasks"
        self.query_one("#pad").border_title = "What it holds"
        self.note("")
        self._show()
        self._memory.pads()

    def on_resize(self, event: events.Resize) -> None:
        self._show_pad(home=False)

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        match event:
            case Pads():
                before = self._current
                self._told = event
                self._show(before.task.id if before is not None else None)
            case Ended():
                self.note(telling.ended(event))
                self._memory.pads()
            case Discarded():
                self.note("The task is thrown away; nothing of it is left.")
                self._memory.pads()
            case Working(task, own, True):
                self.note(telling.moved(own, task.name))
                self._memory.pads()
            case Queue(memories=count) if count != self._count:
                self._count = count
                self._memory.pads()
            case Trouble(reason):
                self.note(in_chat(reason), error=True)
            case _:
                pass

    # Drawing

    @property
    def _pads(self) -> tuple[Pad, ...]:
        return self._told.pads if self._told is not None else ()

    @property
    def _current(self) -> Pad | None:
        """The marked one."""
        return self._pads[self._rows.place] if self._rows.place < len(self._pads) else None

    def _show(self, marked: str | None = None) -> None:
        pads = self._pads
        place = next((n for n, pad in enumerate(pads) if pad.task.id == marked), 0)
        self._rows.show(
            len(pads), lambda n, width, on: _row(pads[n], width, marked=on, here=n == 0), place=place
        )
        head = Content.styled("Tasks", "bold $primary")
        if self._told is not None:
            head += Content.styled(f"  {len(pads):,} open", "$muted")
        self.query_one("#pads-head", Static).update(head)
        self._show_pad(home=True)

    def _show_pad(self, *, home: bool) -> None:
        pad = self._current
        if pad is None:
            words = Content.styled("Looking …", "$muted")
        else:
            words = Content("\n").join(list(_pad(pad, self._clock(), here=pad is self._pads[0])))
        self.query_one(TextPage).show(lambda width: words, home=home)
        self.query_one(KeyRow).show(self._keys())

    def _keys(self) -> Keys:
        pad = self._current
        found: list[tuple[str, str]] = []
        if pad is not None and pad is not self._pads[0]:
            found.append(("enter", "work in it"))
        if pad is not None and not (self._told and self._told.guest):
            found += [("e", "ends it"), ("d", "throws it away")]
        return [*found, ("n", "another one"), ("escape", "closes")]

    def note(self, text: str, *, error: bool = False) -> None:
        """One sentence at the foot."""
        note = self.query_one("#pads-note", Static)
        note.display = bool(text)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 400)))

    # The person acts

    def on_row_list_marked(self, event: RowList.Marked) -> None:
        self._show_pad(home=True)

    def on_row_list_chosen(self, event: RowList.Chosen) -> None:
        pad = self._current
        if pad is not None and pad is not self._pads[0] and self._may():
            self._memory.change_task(None if pad.own else pad.task.id)

    def _may(self) -> bool:
        guest = self._told is None or self._told.guest
        if guest:
            self.note(_GUEST, error=True)
        return not guest

    def action_begin(self) -> None:
        from avery.ui.screens.asking import AskingScreen

        def named(name: str | None) -> None:
            if name is not None:
                self._memory.change_task(name)

        if self._may():
            self.app.push_screen(AskingScreen("The name of the task"), named)

    def action_end(self) -> None:
        pad = self._current
        if pad is None or not self._may():
            return
        if not pad.turns and not pad.memories and pad.own:
            self.note("Nothing was said in it yet, so there is nothing to keep.")
            return
        self.note("Ending it: memories are made of what it holds …")
        self._memory.end_task(pad.task.id)

    def action_discard(self) -> None:
        from avery.ui.screens.discard import DiscardScreen

        pad = self._current
        if pad is None or not self._may():
            return
        if not pad.turns and not pad.memories and pad.own:
            self.note("Nothing was said in it yet, so there is nothing to throw away.")
            return

        def answered(discard: bool | None) -> None:
            if discard:
                self._memory.discard(pad.task.id)

        self.app.push_screen(DiscardScreen(pad), answered)


def _name(pad: Pad) -> str:
    return "this chat's own" if pad.own else one_line(pad.task.name, 200) or "without a name"


def _row(pad: Pad, width: int, *, marked: bool, here: bool) -> Content:
    held = counted(len(pad.memories), "memory", "memories") if pad.memories else "empty"
    if pad.turns and not pad.memories:
        held = counted(len(pad.turns), "turn", "turns")
    tail = f"  {held}" + (" · here" if here else "")
    head = Content.assemble(
        ("▸ " if marked else "  ", "$primary"),
        ("● " if here else "○ ", "$primary" if here else "$muted"),
        (_name(pad), "bold $foreground" if marked else "$foreground"),
    ).truncate(max(8, width - len(tail)), ellipsis=True)
    gap = " " * max(0, width - head.cell_length - len(tail))
    return Content.assemble(head, gap, (tail, "$primary" if here else "$muted"))


def _pad(pad: Pad, now: datetime, *, here: bool) -> Iterator[Content]:
    yield Content.styled(_name(pad), "bold $foreground")
    where = "What you say goes in here. " if here else ""
    ago = age(pad.task.started, now)
    yield Content.styled(f"{where}Begun {'just now' if ago == 'now' else f'{ago} ago'}.", "$muted")
    yield Content("")
    if not pad.memories and not pad.turns:
        yield Content.styled("It holds nothing yet.", "$foreground")
        return
    if pad.memories:
        yield Content.styled(counted(len(pad.memories), "memory", "memories"), "bold $accent")
        yield from _list([memory.title or memory.text for memory in pad.memories])
    if pad.turns:
        yield Content.styled(f"{counted(len(pad.turns), 'turn', 'turns')} of this chat", "bold $accent")
        yield from _list([f"“{one_line(text, 300)}”" for text in pad.said])


def _list(texts: list[str]) -> Iterator[Content]:
    for text in texts[:_SHOWN]:
        yield Content.styled(f"· {one_line(text, 320)}", "$foreground")
    if (rest := len(texts) - _SHOWN) > 0:
        yield Content.styled(f"and {rest:,} more", "$muted")
    yield Content("")
