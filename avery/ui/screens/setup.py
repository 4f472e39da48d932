"""First start without a model: a key, a server on this machine, any other server, or none for now."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from avery.ui.messages import in_chat
from avery.ui.plain import one_line
from avery.ui.setup_form import SetupForm, Way

TWICE = 2.0
"""Seconds within which a second Ctrl+C quits."""

if TYPE_CHECKING:
    from avery.setup import Choice
    from weave.keys import Secret

_INTRO = (
    "Avery talks through a language model. Choose one now, or go on without: /model brings this page back."
)
_ONE_LINE = 78
"""Cells of a terminal in which a way and what it means stand in one line."""
_OPENAI = Way("openai", "OpenAI", "paste a key; it is checked at once", asks_key=True, needs_key=True)
_OTHER = Way("other", "Another server", "any OpenAI-compatible address", asks_url=True, asks_key=True)
_NONE = Way("none", "No model for now", "Avery keeps all and quotes what it remembers")


@dataclass(frozen=True, slots=True)
class SetupResult:
    """What was set up; `key` is one that lives in this session only."""

    said: str
    key: Secret | None = None


class SetupScreen(ModalScreen[SetupResult | None]):
    """Esc means "no model for now" at the first start, and "leave it as it is" later."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "setup.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", "Back", show=False, id="setup.back"),
        Binding(
            "ctrl+c", "interrupt", "Copy, else quit when pressed twice", show=False, id="setup.interrupt"
        ),
        Binding("ctrl+s", "session", "Key for this session only", show=False, id="setup.session"),
    ]

    def __init__(self, home: Path, *, first: bool) -> None:
        super().__init__()
        self._home = home
        self._first = first
        self._ways = [_OPENAI, _OTHER, _NONE]
        self._problem: str | None = None
        self._session_only = False
        self._interrupted = 0.0

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="setup", can_focus=False):
            yield Static(_INTRO, markup=False, id="setup-intro")
            yield OptionList(*self._options(), markup=False, id="setup-choices")
            yield Static("Looking for servers on this machine …", markup=False, id="setup-note")

    def on_mount(self) -> None:
        box = self.query_one("#setup")
        box.border_title = "Welcome to Avery" if self._first else "Model"
        self._show_keys(form=False)
        self.query_one(OptionList).focus()
        self.query_one(OptionList).highlighted = 0
        self.run_worker(self._look_around(), exit_on_error=False)

    def _show_keys(self, *, form: bool) -> None:
        """What Enter and Esc do now."""
        esc = "Esc goes back" if form else "Esc: none for now" if self._first else "Esc leaves it as it is"
        self.query_one("#setup").border_subtitle = f"{'Enter goes on' if form else 'Enter chooses'} · {esc}"

    async def _look_around(self) -> None:
        """Find local servers and whether there is a key store, away from the screen's loop."""
        setup, keystore = await asyncio.to_thread(_modules)
        looking = asyncio.create_task(setup.local_servers())
        store = keystore.KeyStore(self._home, os.environ)
        self._problem = await asyncio.to_thread(store.keyring_problem)
        found = await looking
        ways = [
            Way(
                f"local-{place}",
                f"{server.name} on this machine",
                f"{len(server.models)} model{'' if len(server.models) == 1 else 's'}, no key needed",
                server.base_url,
                server.models[0] if server.models else "",
                models=server.models,
            )
            for place, server in enumerate(found)
        ]
        if ways and not self.query(SetupForm):
            self._offer([*ways, _OPENAI, _OTHER, _NONE])
        if self.query(SetupForm):
            return
        self._say("" if ways else "No server of Ollama, LM Studio or llama.cpp answers on this machine.")

    def _options(self) -> list[Option]:
        """The list; where a line has no room for it, what a way means stands below its name."""
        wide = self.app.size.width >= _ONE_LINE
        return [_option(way, wide=wide) for way in self._ways]

    def on_resize(self, event: events.Resize) -> None:
        choices = self.query_one(OptionList)
        marked = choices.highlighted
        choices.set_options(self._options())
        choices.highlighted = marked

    def _offer(self, ways: list[Way]) -> None:
        """Another list; whoever moved in the old one finds the same line marked."""
        choices = self.query_one(OptionList)
        marked = choices.highlighted or 0
        kept = marked + len(ways) - len(self._ways) if marked else 0
        self._ways = ways
        choices.set_options(self._options())
        choices.highlighted = kept

    async def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        way = next(w for w in self._ways if w.id == event.option.id)
        await self.query(SetupForm).remove()
        if way is _NONE:
            self._go_without()
            return
        form = SetupForm(way, id="setup-form")
        await self.query_one("#setup").mount(form, after=self.query_one("#setup-choices"))
        form.begin()
        self._show_keys(form=True)
        self._say(self._where_the_key_goes() if way.asks_key else "Enter checks the server and saves.")

    def _where_the_key_goes(self) -> str:
        if self._session_only:
            return "The key lives in this session only and is written nowhere. Ctrl+S: keep it."
        if self._problem is None:
            return "The key goes into the system's key store. Ctrl+S: for this session only."
        return (
            f"There is no key store to use here ({self._problem}), so the key goes into secrets.toml, a file only "
            "you can read. Ctrl+S: for this session only. Or set OPENAI_API_KEY yourself and start Avery again."
        )

    def action_session(self) -> None:
        self._session_only = not self._session_only
        self._say(self._where_the_key_goes())

    def on_setup_form_missing(self, event: SetupForm.Missing) -> None:
        self._say(event.said, error=True)

    def on_setup_form_filled(self) -> None:
        self.run_worker(
            self._try(self.query_one(SetupForm)), group="check", exit_on_error=False, exclusive=True
        )

    async def _try(self, form: SetupForm) -> None:
        """Check the server, then save; what is wrong stays on the page."""
        setup, keystore = await asyncio.to_thread(_modules)
        from weave.keys import Secret

        way = form.way
        url = form.value("url") or way.base_url
        text = form.value("key")
        key = Secret(text) if text else None
        self._say("Asking the server …")
        result = await setup.check(url, key)
        if result.error is not None:
            self._say(in_chat(result.error), error=True)
            return
        named = form.value("model")
        if named and result.models and named not in result.models:
            self._say(
                f"The server has no model {named!r}; it has {', '.join(result.models[:6])}.", error=True
            )
            return
        model = named or (result.models[0] if way is not _OPENAI and result.models else None)
        place = keystore.KeyPlace.KEYRING if self._problem is None else keystore.KeyPlace.FILE
        choice = setup.Choice(
            base_url=result.base_url if url else None,
            model=model,
            key=key,
            place=None if key is None or self._session_only else place,
        )
        await self._save(choice, model or "OpenAI's default model")

    async def _save(self, choice: Choice, name: str) -> None:
        from weave.errors import WeaveError

        setup, _ = await asyncio.to_thread(_modules)
        try:
            saved = await asyncio.to_thread(setup.save, self._home, choice, os.environ)
        except WeaveError as error:
            self._say(in_chat(str(error)), error=True)
            return
        said = f"Model: {name}."
        if saved.key is not None:
            said += f" The key is kept in {saved.key}."
        session = choice.key if choice.place is None else None
        self.dismiss(SetupResult(said, session))

    def action_back(self) -> None:
        if self.query(SetupForm):
            self.workers.cancel_group(self, "check")  # what is left unfinished must not be saved after all
            self.query(SetupForm).remove()
            self.query_one(OptionList).focus()
            self._show_keys(form=False)
            self._say("")
        elif self._first:
            self._go_without()
        else:
            self.dismiss(None)

    def action_interrupt(self) -> None:
        now = time.monotonic()
        twice, self._interrupted = now - self._interrupted < TWICE, now
        if selected := self.get_selected_text():
            self.app.copy_to_clipboard(selected)
        elif twice:
            self.app.exit()
        else:
            self.notify("Press Ctrl+C again to quit.", timeout=2, markup=False)

    def _go_without(self) -> None:
        self.run_worker(self._without(), exit_on_error=False)

    async def _without(self) -> None:
        setup, _ = await asyncio.to_thread(_modules)
        await self._save(setup.Choice(without_model=True), "none for now")

    def _say(self, text: str, *, error: bool = False) -> None:
        note = self.query_one("#setup-note", Static)
        note.set_class(error, "-error")
        note.update(Content(one_line(text, 600)))


def _option(way: Way, *, wide: bool) -> Option:
    title = f"{way.title:<26}" if wide else f"{way.title}\n"
    return Option(Content.assemble((title, "bold"), (way.note, "$muted")), id=way.id)


def _modules() -> tuple[ModuleType, ModuleType]:
    from avery import setup
    from weave import keystore

    return setup, keystore
