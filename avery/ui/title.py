"""The row at the top: whose chat this is, and whether Avery is at work."""

from __future__ import annotations

from rich.cells import cell_len, set_cell_size
from textual import events
from textual.content import Content
from textual.widgets import Static

from avery.ui.plain import one_line


class TitleBar(Static):
    """`Avery · the chat's title`, and at the right what is going on."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self._title = ""
        self._state = ("starting", "$muted")

    def show(self, *, title: str | None = None, state: str | None = None, busy: bool = False) -> None:
        """Change the title, the state, or both."""
        before = (self._title, self._state)
        if title is not None:
            self._title = one_line(title, 200)
        if state is not None:
            self._state = (state, "$primary" if busy else "$muted")
        if before != (self._title, self._state):
            self._draw()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width
        if not width:
            return
        state = f"● {self._state[0]}"
        room = max(0, width - len("Avery") - cell_len(state) - 4)
        title = (
            self._title
            if cell_len(self._title) <= room
            else set_cell_size(self._title, max(0, room - 1)) + "…"
        )
        gap = " " * max(1, width - len("Avery") - 2 - cell_len(title) - cell_len(state))
        state_style = self._state[1]
        self.update(
            Content.assemble(
                ("Avery", "bold $primary"), "  ", (title, "$foreground"), gap, (state, state_style)
            ),
            layout=False,
        )
