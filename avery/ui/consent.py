"""What Avery asks before a tool changes something: the request as a text that scrolls, decided with one key.

In the chat it stands above the line one writes in and takes neither the keyboard nor a letter: it is gone to with Tab.
What a tool wants is data: nothing of it is read as markup, and nothing of it can look like a key.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.style import Style

from avery.agent.consent import OWN, Request, Verdict
from avery.ui.keyrow import Keys
from avery.ui.page import TextPage
from avery.ui.plain import one_line, plain

_SEEN = 0.3
"""Seconds that a request stands before a key decides it: none is decided by a key that was meant for the one before."""
_LINES = 400
"""Lines of the detail that are shown; the others are counted."""
_KEYS: tuple[tuple[str, Verdict, str], ...] = (
    ("y", Verdict.ONCE, "once"),
    ("t", Verdict.TASK, "this task"),
    ("a", Verdict.ALWAYS, "always"),
    ("n", Verdict.NO, "no"),
)
_MARKS = {"+": "$success", "-": "$error", "@": "$muted"}


def offered(request: Request) -> Keys:
    """The keys that decide this request: what has no rule can be allowed only once."""
    rule = bool(request.effect.grant)
    return [(key, words) for key, verdict, words in _KEYS if rule or verdict in (Verdict.ONCE, Verdict.NO)]


def asked(request: Request) -> Content:
    """The whole request: what would be done, who asks, the answers, what they cover, and every line of it."""
    return Content("\n").join(list(_lines(request)))


def _lines(request: Request) -> Iterator[Content]:
    effect = request.effect
    yield Content.styled(one_line(effect.summary, 600) or request.tool, "bold $foreground")
    origin = "" if request.origin == OWN else f", of the {one_line(request.origin, 80)}"
    yield Content("  ").join(
        [
            Content.assemble((key, "bold $primary"), (f" {words}", "$foreground")).stylize(
                Style.from_meta({"key": key})
            )
            for key, words in offered(request)
        ]
    )
    yield Content.styled(f"by the tool {one_line(request.tool, 64)}{origin}", "$muted")
    if effect.grant:
        yield Content.styled(f"“this task” and “always” cover: {one_line(effect.grant, 400)}", "$warning")
    else:
        yield Content.styled("It can be allowed only once.", "$muted")
    if effect.detail:
        yield Content("")
        yield from _detail(effect.detail)


def _detail(text: str) -> Iterator[Content]:
    """A command or an address as it is; a diff with its lines in colour, each with its sign."""
    lines = plain(text).split("\n")
    diff = any(line.startswith("@@") for line in lines)
    for line in lines[:_LINES]:
        yield Content.styled(line, _MARKS.get(line[:1], "$foreground") if diff else "$foreground")
    if (rest := len(lines) - _LINES) > 0:
        yield Content.styled(f"… {rest:,} more lines, not shown here", "$warning")


class RequestText(TextPage):
    """One request; the letters decide it while the keyboard is here, a click on them at any time."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "decide('once')", "Yes, once", show=False, id="consent.once"),
        Binding("t", "decide('task')", "For this task", show=False, id="consent.task"),
        Binding("a", "decide('always')", "Always", show=False, id="consent.always"),
        Binding("n", "decide('no')", "No", show=False, id="consent.no"),
    ]

    class Decided(Message):
        """The person has decided."""

        def __init__(self, request: Request, verdict: Verdict) -> None:
            super().__init__()
            self.request = request
            self.verdict = verdict

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.request: Request | None = None
        self._shown_at = 0.0

    def show_request(self, request: Request) -> None:
        """This one instead."""
        if request != self.request:
            self.request = request
            self._shown_at = time.monotonic()
            words = asked(request)
            self.show(lambda width: words)

    def action_decide(self, verdict: str) -> None:
        request = self.request
        if request is None or time.monotonic() - self._shown_at < _SEEN:
            return
        known = {key for key, _ in offered(request)}
        key = next(key for key, known_verdict, _ in _KEYS if known_verdict == verdict)
        if key in known:
            self.post_message(self.Decided(request, Verdict(verdict)))

    def on_click(self, event: events.Click) -> None:
        key = event.style.meta.get("key")
        verdict = next((verdict for known, verdict, _ in _KEYS if known == key), None)
        if verdict is not None:
            event.stop()
            self.action_decide(verdict.value)


class ConsentPanel(RequestText):
    """The first of the requests that wait, above the composer; nothing where none does."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._waiting: tuple[Request, ...] = ()

    @property
    def waiting(self) -> tuple[Request, ...]:
        """What waits, the first asked first."""
        return self._waiting

    def add(self, request: Request) -> None:
        """Another request waits."""
        self._renew((*self._waiting, request))

    def settle(self, request_id: str) -> None:
        """It waits no longer, whoever decided it."""
        self._renew(tuple(request for request in self._waiting if request.id != request_id))

    def _renew(self, waiting: tuple[Request, ...]) -> None:
        before, self._waiting = self.request, waiting
        if not waiting:
            self.request = None
            self.display = False
            return
        self.show_request(waiting[0])
        self.display = True
        if before is not None and before != waiting[0] and self.has_focus:
            # What comes up in its place must not be decided by a key that was meant for the one before.
            self.screen.focus_previous()
        self._entitle()

    def on_mount(self) -> None:
        super().on_mount()
        self.display = False

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._entitle()

    def _entitle(self) -> None:
        many = f" · 1 of {len(self._waiting):,}" if len(self._waiting) > 1 else ""
        self.border_title = Content(f"Avery asks{many}")
        keys = " ".join(key for key, _ in offered(self.request)) if self.request is not None else ""
        here = f"{keys} decide · Tab back" if self.has_focus else "Tab, then " + keys.replace(" ", " · ")
        self.border_subtitle = Content(f"{here} · Esc stops the reply")
