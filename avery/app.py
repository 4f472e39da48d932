"""Assembles the chat: screens, theme, commands, and the memory's thread behind them."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable

from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.message import Message as TextualMessage

from avery import telling
from avery.events import (
    Event,
    Opened,
    OpenFailed,
    Pictured,
    Reading,
    Trouble,
    Unconfigured,
    Undecided,
)
from avery.hangup import watch
from avery.options import LaunchOptions
from avery.service import MemoryService
from avery.session_events import Exported, NotDone
from avery.settings.look import Look
from avery.ui.comforts import Comforts
from avery.ui.palette import DARK
from avery.ui.screens.chat import ChatScreen
from weave.clock import Clock, fixed_clock, system_clock

WIDTHS = [(0, "-narrow"), (80, "-medium"), (120, "-wide")]
HEIGHTS = [(0, "-tiny"), (14, "-short"), (22, "-tall")]
"""Cells from which the style sheet's classes hold."""
_SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread of pure Python gives way: a fifth of the lag per key."""
_SILENT = 0.8
"""Seconds of quitting that need no word."""
_GOODBYE = 10.0
"""Seconds that quitting may take to end the task; what is not encoded by then stays queued."""


@runtime_checkable
class Page(Protocol):
    """A page above the chat that the memory's events reach, too."""

    def take(self, event: Event) -> None: ...


class FromMemory(TextualMessage):
    """An event of the memory's thread, on its way into the app's loop."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


def _commands() -> type[Provider]:
    from avery.ui.palette_commands import Everything

    return Everything


class AveryApp(Comforts):
    """The program in the terminal."""

    TITLE = "Avery"
    CSS_PATH = Path(__file__).parent / "ui" / "styles" / "app.tcss"
    PAUSE_GC_ON_SCROLL = True
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {_commands}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "Commands", show=False, priority=True, id="app.palette"),
    ]

    def __init__(self, options: LaunchOptions) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = WIDTHS
        self.VERTICAL_BREAKPOINTS = HEIGHTS
        self.memory = MemoryService(options, self._from_memory)
        clock: Clock = fixed_clock(options.now) if options.now else system_clock()
        self.chat = ChatScreen(self.memory, clock, os.environ)
        self._options = options

    def on_mount(self) -> None:
        self.push_screen(self.chat)

    def on_ready(self) -> None:
        """The first picture stands: only now is anything heavy imported, and not on this thread."""
        self._listen_to_signals()
        self.call_after_refresh(self._begin)

    def _begin(self) -> None:
        if not gc.isenabled():  # the command line switched it off until the first picture
            gc.freeze()  # what was loaded stays: collecting it would only stop the screen
            gc.enable()
        self.memory.start()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            if (number := getattr(signal, name, None)) is not None:
                # Not every platform and thread has signals; the turns are on disk anyhow.
                with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.exit)

    def _from_memory(self, event: Event) -> None:
        """Called on the memory's thread."""
        self.post_message(FromMemory(event))

    def on_from_memory(self, message: FromMemory) -> None:
        event = message.event
        if not self.chat.is_attached:
            return  # leaving: the memory's last words have nobody to read them
        match event:
            case Opened():
                self._apply(event)
            case Unconfigured():
                self._offer_setup()
            case OpenFailed():
                self._close_setup()
            case Reading():
                self._open_reading(event)
            case Pictured():
                self._open_picture(event)
            case _:
                pass
        self._hand_on(event)

    def _hand_on(self, event: Event) -> None:
        """To the chat, and to the page above it; what failed is told where the person looks."""
        above = [page for page in self.screen_stack if page is not self.chat and isinstance(page, Page)]
        for page in above:
            page.take(event)
        if isinstance(event, Undecided):
            event = Trouble(event.reason)
        if not above or not isinstance(event, Trouble | NotDone | Exported):
            self.chat.take(event)

    def _open_reading(self, event: Reading) -> None:
        from avery.ui.screens.reading import ReadingScreen

        self.push_screen(ReadingScreen(event))

    def _open_picture(self, event: Pictured) -> None:
        from avery.ui.screens.picture import PictureScreen

        self.push_screen(PictureScreen(event))

    def action_help(self) -> None:
        """The keys, over whatever page is open."""
        from avery.ui.screens.help import HelpScreen

        self.push_screen(HelpScreen())

    async def action_in_chat(self, action: str) -> None:
        """Leave the pages above the chat and do something there."""
        while self.screen is not self.chat and len(self.screen_stack) > 1:
            await self.pop_screen()
        await self.chat.run_action(action)

    def _apply(self, event: Opened) -> None:
        if event.theme and event.theme in self.available_themes:
            self.theme = event.theme
        if event.keys:
            self.set_keymap(dict(event.keys))

    def _offer_setup(self) -> None:
        """A page that opens by itself must not take away keys that are being typed."""
        if self.chat.untouched:
            self.open_setup(first=True)
        else:
            self.chat.say(
                "No model is chosen yet: /model does it. Until then Avery answers from memory alone."
            )

    def open_setup(self, *, first: bool = False) -> None:
        """Choose a model; when something was chosen the memory takes it up."""
        from avery.ui.screens.setup import SetupResult, SetupScreen

        def done(result: SetupResult | None) -> None:
            if result is not None:
                self.chat.say(result.said)
                self.memory.reopen(result.key)

        self.push_screen(SetupScreen(self._options.home, first=first), done)

    def _close_setup(self) -> None:
        """A page that can save nothing would only hide the reason, and Esc would not leave it."""
        from avery.ui.screens.setup import SetupScreen

        if isinstance(self.screen, SetupScreen):
            self.screen.dismiss(None)

    def action_setup(self) -> None:
        self.open_setup()

    def action_settings(self) -> None:
        """All of config.toml; what the memory has to take up it does when the page closes."""
        from avery.ui.screens.settings import SettingsScreen

        def done(changed: bool | None) -> None:
            if changed and running:
                self.memory.reopen()
            elif changed:
                self.memory.start_anew()

        running = self.memory.failure is None
        page = SettingsScreen(self._options.home, os.environ, self._look, running=running)
        self.push_screen(page, done)

    def _look(self, look: Look, keys: Mapping[str, str]) -> None:
        self.theme = look.theme if look.theme in self.available_themes else DARK.name
        self.set_keymap(dict(keys))
        self.chat.bell_rings = look.bell


def run(options: LaunchOptions) -> int:
    """Show the chat until the person leaves; the exit status.

    The terminal is given back before the last work is done, so that quitting is felt at once.
    """
    sys.setswitchinterval(_SWITCH_INTERVAL)
    app = AveryApp(options)
    left = watch(lambda: app.memory.close(_GOODBYE))
    app.logbook.open()  # without it the first warning would be printed over the screen
    app.run()
    left.set()
    app.logbook.shut()
    _take_leave(app)
    return 1 if app.memory.failure is not None else app.return_code or 0


def _take_leave(app: AveryApp) -> None:
    """Wait for the last work, and say what came of it."""
    if not app.memory.close(_SILENT):
        _say("Avery makes memories of this chat; Ctrl+C leaves that to the next start.")
        if not app.memory.close(_GOODBYE):
            _say("Not all is done yet; Avery goes on with it at the next start.")
    if app.memory.ended is not None:
        _say(telling.ended(app.memory.ended))
    if app.memory.failure is not None:
        _say(app.memory.failure)


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):  # a terminal that is gone has nobody to read it
        print(sentence, file=sys.stderr)
