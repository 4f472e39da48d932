"""Another text for identity.md: why it was proposed, what it would change, and the person's word on it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, Static, TextArea

from avery.differing import compared
from avery.events import Amendment
from avery.inbox import AmendmentMatter, Matter
from avery.ui.difftext import DiffText
from avery.ui.editor import reworded
from avery.ui.fields import LineInput, TextEditor
from avery.ui.keyrow import Keys
from avery.ui.matters import Judge, MatterView
from avery.ui.plain import plain
from avery.ui.selfwords import heading
from weave.errors import WeaveError

_YOURS = "Your wording. a puts it in force, e goes on with it, x drops it."
_SAME = "Your wording changes nothing; r closes the proposal."
_EMPTY = "There is nothing in it; write what Avery shall be, or Esc."


class ProposalView(MatterView):
    """Read it, approve, reject or reword it; a wording of the person's own is kept until it is used or dropped."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "approve", "Approve", show=False, id="self.approve"),
        Binding("r", "reject", "Reject", show=False, id="self.reject"),
        Binding("R", "ask_reason", "Reject, with a reason", show=False, id="self.reason"),
        Binding("e", "edit", "Reword, then approve", show=False, id="self.edit"),
        Binding("ctrl+g", "outside", "Reword in $EDITOR", show=False, id="self.editor"),
        Binding("ctrl+s", "save", "Approve this wording", show=False, id="self.save"),
        Binding("x", "drop", "Drop your wording", show=False, id="self.drop"),
        Binding("v", "flip", "Side by side, or below each other", show=False, id="self.flip"),
    ]

    def __init__(
        self,
        memory: Judge,
        clock: Callable[[], datetime],
        zone: tzinfo | None,
        environment: Mapping[str, str],
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._memory = memory
        self._clock = clock
        self._zone = zone
        self._environment = environment
        self._amendment: Amendment | None = None
        self._wording: str | None = None

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="proposal"):
            yield Static("", markup=False, id="proposal-head")
            yield DiffText(id="proposal-diff")
        yield TextEditor(id="proposal-text", soft_wrap=True, show_line_numbers=False)
        yield LineInput(placeholder="Why? It is kept in the history.", id="proposal-reason")

    def on_mount(self) -> None:
        self.query_one("#proposal-text").border_title = "identity.md, in your words"
        self.query_one("#proposal-reason").border_title = "Reject because"
        self._turn("")

    # What is to be seen

    def show(self, matter: Matter) -> None:
        assert isinstance(matter, AmendmentMatter)
        before, self._amendment = self._amendment, matter.amendment
        if before is None or before.entry.id != matter.id:
            self._wording = None
        self._show_head()
        self.query_one("#proposal-diff", DiffText).show(matter.amendment.diff)
        self.query_one("#proposal").scroll_home(animate=False)
        self._turn("")

    def _show_head(self) -> None:
        if self._amendment is not None and (width := self.size.width - 2) > 0:
            brief = self.screen.has_class("-tiny")
            head = heading(self._amendment.entry, self._clock(), self._zone, width, brief=brief)
            self.query_one("#proposal-head", Static).update(head)

    def on_resize(self, event: events.Resize) -> None:
        self._show_head()

    @property
    def _editing(self) -> bool:
        return self.has_class("-editing")

    @property
    def _reasoning(self) -> bool:
        return self.has_class("-reasoning")

    @property
    def unfinished(self) -> bool:
        return self._editing or self._reasoning or self._wording is not None

    @property
    def target(self) -> Widget:
        place = "#proposal-text" if self._editing else "#proposal-reason" if self._reasoning else "#proposal"
        return self.query_one(place)

    def keys(self) -> Keys:
        if self._editing:
            return [("ctrl+s", "approve this"), ("ctrl+g", "$EDITOR"), ("escape", "back")]
        if self._reasoning:
            return [("enter", "reject"), ("escape", "back")]
        keys = [("a", "approve"), ("r", "reject"), ("e", "reword")]
        keys += [("x", "drop wording")] if self._wording is not None else []
        if self.screen.has_class("-tiny"):
            return keys  # the others stand in the help
        return [*keys, ("ctrl+g", "$EDITOR"), ("R", "reject, why"), ("v", "diff form")]

    def _turn(self, state: str, note: str = "", *, error: bool = False) -> None:
        """To the text that is written, the reason, or (empty) the comparison."""
        self.set_class(state == "editing", "-editing").set_class(state == "reasoning", "-reasoning")
        if self._amendment is not None:
            self.target.focus()
            self.post_message(self.Turned(note, error=error))

    # The person decides

    def action_approve(self) -> None:
        if (amendment := self._amendment) is not None:
            id_, wording = amendment.entry.id, self._wording
            self.post_message(self.Settled(id_, lambda: self._memory.approve_self(id_, wording)))

    def action_reject(self, reason: str = "") -> None:
        if (amendment := self._amendment) is not None:
            id_ = amendment.entry.id
            self.post_message(self.Settled(id_, lambda: self._memory.reject_self(id_, reason)))

    def action_ask_reason(self) -> None:
        self._turn("reasoning")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.action_reject(event.value)
        event.input.clear()
        self._turn("")

    def action_edit(self) -> None:
        if self._amendment is not None:
            self.query_one(TextArea).load_text(plain(self._text, tabs=True))
            self._turn("editing")

    @property
    def _text(self) -> str:
        assert self._amendment is not None
        return self._wording if self._wording is not None else self._amendment.entry.text or ""

    async def action_outside(self) -> None:
        if self._amendment is None:
            return
        text = self.query_one(TextArea).text if self._editing else self._text
        try:
            await self._take(reworded(self.app, text, self._environment))
        except WeaveError as error:
            self.post_message(self.Turned(str(error), error=True))

    async def action_save(self) -> None:
        if self._editing and await self._take(self.query_one(TextArea).text):
            self.action_approve()

    async def action_back(self) -> None:
        """Out of what is written, which is kept."""
        if self._editing and self.query_one(TextArea).text != self._text:
            await self._take(self.query_one(TextArea).text)
        else:
            self._turn("")

    async def _take(self, text: str) -> bool:
        """The person's own wording, from now on; whether there is something in it that could be approved."""
        assert self._amendment is not None
        if not text.strip():
            self.post_message(self.Turned(_EMPTY, error=True))
            return False
        self._wording = text
        diff = await asyncio.to_thread(compared, self._amendment.current, text)
        self.query_one("#proposal-diff", DiffText).show(diff)
        self._turn("", _YOURS if diff else _SAME)
        return bool(diff)

    def action_drop(self) -> None:
        if self._wording is not None and self._amendment is not None:
            self._wording = None
            self.query_one("#proposal-diff", DiffText).show(self._amendment.diff)
            self._turn("", "Your wording is dropped; this is the one that was proposed.")

    def action_flip(self) -> None:
        self.query_one("#proposal-diff", DiffText).flip()

    async def on_key(self, event: events.Key) -> None:
        """Esc leaves what is written before it leaves the page."""
        if event.key == "escape" and (self._editing or self._reasoning):
            event.stop()
            event.prevent_default()
            await self.action_back()
