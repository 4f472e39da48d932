"""The fields that one way of connecting needs: address, key, model, and where the key is kept."""

from __future__ import annotations

from dataclasses import dataclass

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message as TextualMessage
from textual.widgets import Input

from avery.ui.fields import LineInput


@dataclass(frozen=True, slots=True)
class Way:
    """One way to a model, as a line of the list and as the fields it asks for."""

    id: str
    title: str
    note: str
    base_url: str | None = None
    model: str = ""
    asks_url: bool = False
    asks_key: bool = False
    needs_key: bool = False
    models: tuple[str, ...] = ()


class SetupForm(Vertical):
    """Enter in the last field sends it off; the key is never shown."""

    @dataclass
    class Filled(TextualMessage):
        """All fields were gone through."""

    @dataclass
    class Missing(TextualMessage):
        """Enter was pressed in a field that must be filled; the sentence says with what."""

        said: str

    def __init__(self, way: Way, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.way = way

    def compose(self) -> ComposeResult:
        way = self.way
        if way.asks_url:
            yield _field("url", "Address", way.base_url or "", "http://127.0.0.1:8000/v1")
        if way.asks_key:
            hint = "sk-…" if not way.asks_url else "leave empty if the server wants none"
            yield _field("key", "Key, hidden as you type", "", hint, password=True)
        hint = "leave empty for the default" if not way.models else ", ".join(way.models[:4])
        yield _field("model", "Model", way.model, hint)

    def value(self, name: str) -> str:
        """What stands in a field; empty where this way has no such field."""
        found = self.query(f"#setup-{name}").results(Input)
        return next((field.value.strip() for field in found), "")

    def begin(self) -> None:
        """Put the keyboard into the first field that is still empty, else into the last."""
        fields = list(self.query(Input))
        empty = next((f for f in fields if not f.value), fields[-1])
        empty.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if (missing := self._missing(event.input)) is not None:
            self.post_message(self.Missing(missing))
            return
        fields = list(self.query(Input))
        place = fields.index(event.input)
        if place + 1 < len(fields):
            fields[place + 1].focus()
        else:
            self.post_message(self.Filled())

    def _missing(self, field: Input) -> str | None:
        if field.value.strip():
            return None
        if field.id == "setup-key" and self.way.needs_key:
            return "Paste a key first; Esc goes back."
        if field.id == "setup-url":
            return "Write the server's address first; Esc goes back."
        return None


def _field(name: str, title: str, value: str, hint: str, *, password: bool = False) -> Input:
    field = LineInput(value, placeholder=hint, password=password, id=f"setup-{name}", select_on_focus=False)
    field.border_title = title
    return field
