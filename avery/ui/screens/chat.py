"""The chat: transcript, recalled memories beside it, the line to write in, and one row of status."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import ClassVar, Protocol

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import TextArea

from avery import telling
from avery.commands import COMMANDS
from avery.events import (
    Answered,
    Drafted,
    Event,
    Noticed,
    Opened,
    OpenFailed,
    Queue,
    Recollected,
    Remark,
    Remarked,
    Replaced,
    Trouble,
)
from avery.night_events import Slept
from avery.session_events import Exported, NotDone, Renamed
from avery.ui import sleepwords
from avery.ui.calling import call
from avery.ui.composer import Composer
from avery.ui.consent import ConsentPanel
from avery.ui.exchange import Exchange
from avery.ui.mentions import FileNames
from avery.ui.messages import Message, Voice, in_chat
from avery.ui.once import latest
from avery.ui.plain import one_line
from avery.ui.recall import RecallPane
from avery.ui.screens import consenting
from avery.ui.screens.recalling import Recalling
from avery.ui.slash import MOST_OFFERS, SlashHints
from avery.ui.status import Standing, StatusBar, after
from avery.ui.title import TitleBar
from avery.ui.transcript import Transcript
from weave.model import Recall

_WELCOME = (
    "Tell Avery something worth remembering, or ask about what you told it before. It keeps what you say by itself; "
    "what comes to mind for a message stands beside it, with the reasons."
)
_ALONE = "No model is chosen: it answers from memory alone, by quoting; /model chooses one."
_GUEST = "Another Avery{} has this memory open. Here recall is by words alone, and what you say is handed to that one."
_TWICE = 2.0
"""Seconds within which a second Ctrl+C quits."""


class Service(consenting.Service, Protocol):
    """What the chat asks of the memory's thread; every call returns at once."""

    def new(self) -> None: ...


class ChatScreen(Recalling):
    """Wires the widgets to the memory's events; draws nothing itself."""

    _memory: Service
    AUTO_FOCUS = "#composer"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join(c.keys), c.action, c.title, show=False, id=c.id, priority=c.priority)
            for c in COMMANDS
            if c.action and c.keys and c.id != "transcript.end"
        ),
        Binding("alt+up", "cursor(-1)", "Message before", show=False, id="transcript.before"),
        Binding("alt+down", "cursor(1)", "Message after", show=False, id="transcript.after"),
    ]

    def __init__(
        self, memory: Service, clock: Callable[[], datetime], environment: Mapping[str, str]
    ) -> None:
        super().__init__(memory, clock, environment)
        self._memory = memory
        self._standing = Standing()
        self._interrupted = 0.0
        self._files = FileNames(Path.cwd())

    def compose(self) -> ComposeResult:
        yield TitleBar(id="title")
        with Horizontal(id="body"):
            yield Transcript(id="transcript")
            yield RecallPane(self._clock, id="recall")
        yield SlashHints(id="slash")
        yield ConsentPanel(id="consent")
        yield Composer(id="composer")
        yield StatusBar(id="status")

    def on_mount(self) -> None:
        self._transcript = self.query_one(Transcript)
        self._pane = self.query_one(RecallPane)
        self._composer = self.query_one(Composer)
        self._title_bar = self.query_one(TitleBar)
        self._status_bar = self.query_one(StatusBar)
        self._hints = self.query_one(SlashHints)
        self._consent = self.query_one(ConsentPanel)
        self._composer.placeholder = "Write to Avery"
        self._pane.border_title = "Recalled"
        self._exchange = Exchange(
            self._transcript,
            recalled=self.show_recall,
            returned=self._composer.take_back,
            clock=self._clock,
        )

    # The memory speaks

    def take(self, event: Event) -> None:
        """An event from the memory's thread."""
        self._exchange.take(event)
        self._standing = after(self._standing, event)
        self._inbox = self._inbox.after(event)
        match event:
            case Opened():
                self._open(event)
            case OpenFailed(reason) | Trouble(reason):
                self.say(in_chat(reason), Voice.ERROR)
            case Recollected(recall):
                self.show_recall(recall)
                self.remove_class("-recall-off").add_class("-recall-on")
            case Remarked(None, remarks):
                self.show_recall(self._pane.recall, remarks)
            case Drafted(text):
                where = "in the history: Up finds it" if self._composer.text else "where you write"
                self._composer.take_back(text)
                self.say(f"What you were writing when Avery ended last is {where}.")
            case Answered() if self.bell_rings:
                call(self.app, "Avery has answered.", self._environment)
            case Queue(degraded=degraded):
                self._pane.show_degraded(degraded)
            case Noticed(text):
                self.say(text)
            case Renamed(title=title, current=True):
                self._title_bar.show(title=title)
                self.say(f"This chat is called “{one_line(title, 200)}” now.")
            case Exported(path, turns):
                self.say(f"{turns:,} messages are in {path}")
            case NotDone(reason):
                self.say(in_chat(reason), Voice.ERROR)
            case Replaced(memories=count) if count:
                self.say(
                    f"{telling.counted(count, 'memory', 'memories')} of what was replaced went to the trash."
                )
            case Slept(report, asked=False):
                self.say(sleepwords.slept(report))
            case _:
                self.take_task(event)
        self.take_request(event)
        self.take_deed(event)
        self._show_standing()

    def _open(self, event: Opened) -> None:
        if event.resumed:
            self._exchange.clear_answered()
            self.show_recall(None)
            self._composer.focus()
        self._exchange.load(event.turns)
        self._composer.sent.extend(t.text for t in event.turns if t.role == "user")
        self._title_bar.show(title=event.title)
        self._zone = event.zone
        self.bell_rings = event.bell
        if event.guest:
            self.say(_GUEST.format(f" (pid {event.owner_pid})" if event.owner_pid else ""))
        self._transcript.welcome = _WELCOME if event.model else f"{_WELCOME} {_ALONE}"

    def _show_standing(self) -> None:
        self._standing = replace(self._standing, busy=self._exchange.busy, waits=len(self._inbox))
        self._status_bar.show(self._standing)
        state = "answering" if self._exchange.busy else "starting" if self._standing.opening else "ready"
        if self._standing.failed:
            state = "closed"
        self._title_bar.show(state=state, busy=self._exchange.busy)

    def show_recall(self, recall: Recall | None, remarks: tuple[Remark, ...] = ()) -> None:
        self._pane.show(recall, remarks)
        count = len(recall.memories) if recall else 0
        self._pane.border_subtitle = f"{count} in {recall.elapsed_ms:.0f} ms" if recall else ""

    @property
    def untouched(self) -> bool:
        """Whether nothing was written or sent yet: a page may open over the chat without taking keys away."""
        return not self._composer.text and not self._transcript.messages

    def say(self, text: str, voice: Voice = Voice.NOTICE, *, task: str | None = None) -> None:
        """A line of the program's own in the transcript; with `task`, it goes with that one."""
        self._transcript.add(Message(voice, text, task=task))

    # The person speaks

    def on_composer_submitted(self, event: Composer.Submitted) -> None:
        event.stop()
        if event.replaces is None and self.slashed(event.text):
            return
        self._send(event.text, event.replaces)
        self._show_standing()

    def _waiting(self) -> str:
        if self._standing.opening:
            return "waits: memory is starting"
        return "queued" if self._exchange.busy else "…"

    def on_text_area_changed(self, event: TextArea.Changed) -> None:
        self._keep_draft()
        if (typed := self._composer.mention) is None:
            self._hints.follow(event.text_area.text)
        else:
            latest(self._hints, partial(self._look_for_files, typed))

    async def _look_for_files(self, typed: str) -> None:
        names = await asyncio.to_thread(self._files.best, typed, MOST_OFFERS)
        if self._composer.mention == typed:
            self._hints.offer(names)

    def on_composer_completing(self, event: Composer.Completing) -> None:
        if event.mention:
            if self._hints.files:
                self._composer.name_file(self._hints.files[0])
        elif (text := self._hints.completed(event.text)) is not None:
            self._composer.set_draft(text)

    def on_composer_paged(self, event: Composer.Paged) -> None:
        height = max(1, self._transcript.size.height - 2)
        self._transcript.scroll_relative(y=event.direction * height, animate=False)

    def on_transcript_focused(self, event: Transcript.Focused) -> None:
        if event.message is not None and event.message.recall is not None:
            self.show_recall(event.message.recall, event.message.remarks)

    def on_key(self, event: events.Key) -> None:
        """A letter typed while the transcript or the pane has the focus goes to the composer, unless it acts there."""
        own = self.active_bindings.get(event.key)
        if own is not None and own.enabled and own.node is self.focused:
            return
        if event.is_printable and event.character and self.focused is not self._composer:
            event.stop()
            self._composer.focus()
            self._composer.insert(event.character)

    # Actions (their keys stand in avery.commands)

    def action_escape(self) -> None:
        if self._exchange.busy:
            self._memory.stop()
        elif self.has_class("-recall-on") and not self.has_class("-wide"):
            self.remove_class("-recall-on")
        elif self._composer.editing:
            self._composer.clear_draft()
        self._transcript.clear_cursor()
        self._composer.focus()

    def action_interrupt(self) -> None:
        now = time.monotonic()
        twice, self._interrupted = now - self._interrupted < _TWICE, now
        if selected := self.get_selected_text():
            self.app.copy_to_clipboard(selected)
            self.notify("Copied.", timeout=2, markup=False)
            self._interrupted = 0.0
        elif twice:
            self.app.exit()
        elif self._exchange.busy:
            self._memory.stop()
        elif not self._composer.clear_draft():
            self.notify("Press Ctrl+C again to quit.", timeout=2, markup=False)

    def action_cursor(self, step: int) -> None:
        self._transcript.focus()
        self._transcript.move_cursor(step)

    def action_copy_last(self) -> None:
        self._transcript.copy_last()

    def action_toggle_recall(self) -> None:
        if self.has_class("-wide"):
            self.toggle_class("-recall-off")
        else:
            self.toggle_class("-recall-on")

    def action_follow_end(self) -> None:
        self._transcript.follow_end()

    def action_new_chat(self) -> None:
        self._memory.stop()
        self._memory.new()
        self._exchange.clear()
        self.show_recall(None)
        self._composer.focus()
        self._show_standing()

    def action_memories(self) -> None:
        """All memories; from the recalled ones at the one that is open there."""
        pointed = self._pane.pointed if self._pane.has_focus else None
        self.browse(at=pointed.memory.id if pointed is not None and pointed.place is None else None)

    async def action_setup(self) -> None:
        if self._standing.model is None:
            await self.app.run_action("setup")
        else:
            self.pick_model(self._standing.model)

    async def action_settings(self) -> None:
        await self.app.run_action("settings")

    def action_leave(self) -> None:
        self.app.exit()
