"""The part of the chat that acts on what was recalled: read, opened, changed by hand from the pane itself."""

from __future__ import annotations

from avery.events import Event
from avery.shelf_events import Acted, NotActed, TakenBack
from avery.ui.messages import Voice, in_chat
from avery.ui.recall import RecallPane
from avery.ui.screens import consenting


class Recalling(consenting.Consenting):
    """What needs words or a choice is done in the browser, which opens at the memory; the rest at once."""

    _pane: RecallPane

    def on_recall_pane_sought(self, event: RecallPane.Sought) -> None:
        self._keeper.read(event.memory)

    def on_recall_pane_quoted(self, event: RecallPane.Quoted) -> None:
        from avery.ui.library.words import span_of

        self.consult(at=span_of(event.recalled, event.question))

    def on_recall_pane_opened(self, event: RecallPane.Opened) -> None:
        self.browse(at=event.memory.id, then=event.then)

    def on_recall_pane_changed(self, event: RecallPane.Changed) -> None:
        shelf, ids = self._keeper.shelf, [event.memory.id]
        match event.what:
            case "pinned":
                shelf.set(ids, {"pinned": "false" if event.memory.pinned else "true"})
            case "private":
                shelf.set(ids, {"private": "false" if event.memory.private else "true"})
            case "forget":
                shelf.forget(ids)
            case _:
                shelf.undo()

    def take_deed(self, event: Event) -> None:
        """Something was done to memories, here or on a page above; what is said of it stands where it was done."""
        here = self.app.screen is self
        match event:
            case Acted(deed):
                self._pane.follow({one.id: one.since for one in deed.changes})
                if here:
                    self._remark(f"{deed.said} · u in the pane undoes it")
            case TakenBack(undone):
                self._pane.follow({one.id: one.was for one in undone.deed.changes})
                if here:
                    self._remark(f"Undone: {undone.deed.said}")
            case NotActed(reason) if here:
                self.say(in_chat(reason), Voice.ERROR)
            case _:
                pass

    def _remark(self, text: str) -> None:
        self.notify(text, timeout=4, markup=False)
