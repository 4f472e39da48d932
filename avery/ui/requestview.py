"""A request of a tool in the inbox: the same text and the same keys as above the line one writes in."""

from __future__ import annotations

from typing import Protocol

from textual.app import ComposeResult
from textual.widget import Widget

from avery.agent.consent import Verdict
from avery.inbox import Matter, RequestMatter
from avery.ui.consent import RequestText, offered
from avery.ui.keyrow import Keys
from avery.ui.matters import MatterView

OUTCOMES = {
    Verdict.ONCE: "Allowed, this once.",
    Verdict.TASK: "Allowed for this task.",
    Verdict.ALWAYS: "Allowed for good; the settings take it back.",
    Verdict.NO: "Not allowed.",
}


class Decider(Protocol):
    """What deciding a request asks of the memory's thread; the call returns at once."""

    def decide(self, request_id: str, verdict: Verdict) -> None: ...


class RequestView(MatterView):
    """Allow it, once or further, or not."""

    def __init__(self, memory: Decider, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._memory = memory

    def compose(self) -> ComposeResult:
        yield RequestText(id="request")

    @property
    def target(self) -> Widget:
        return self.query_one(RequestText)

    def show(self, matter: Matter) -> None:
        assert isinstance(matter, RequestMatter)
        self.query_one(RequestText).show_request(matter.request)

    def keys(self) -> Keys:
        request = self.query_one(RequestText).request
        return [] if request is None else offered(request)

    def on_request_text_decided(self, event: RequestText.Decided) -> None:
        event.stop()
        request, verdict = event.request, event.verdict
        self.post_message(self.Settled(request.id, lambda: self._memory.decide(request.id, verdict)))
