"""The part of the settings page that concerns keys and grants: where each is kept, set, tested, moved, removed.

Nothing here holds a key longer than it takes to hand it on, and none is ever shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from textual.screen import Screen

from avery.ui.screens.asking import AskingScreen
from avery.ui.screens.choice import Answer, ChoiceScreen
from avery.ui.settings.lines import Entry, GrantLine, KeyLine, Line, grant_lines, key_lines
from weave.errors import WeaveError
from weave.keys import Secret
from weave.keystore import KeyName, KeyPlace, KeyStore

_SURE = (
    Answer("remove", "Remove it", "from the key store and the file", "x"),
    Answer("", "Keep it"),
)
_HIDDEN = "Hidden as you type, checked for its form only; t tests it."


class Safekeeping(Screen[bool]):
    """Every call to a key store runs in a thread: one that hangs takes five seconds."""

    def __init__(self, home: Path, environment: Mapping[str, str]) -> None:
        super().__init__()
        self._home = home
        self._environment = environment
        self._store = KeyStore(home, environment)
        self._kept: tuple[KeyLine, ...] = ()
        self._rules: tuple[str, ...] = ()
        self._trouble = ""
        self.must_be_taken_up = False
        """Whether something was changed that the memory takes up when it is opened anew."""

    def note(self, text: str, *, error: bool = False) -> None:
        """One sentence at the foot."""
        raise AssertionError("the page says it")

    def show_lines(self) -> None:
        """Draw the lines anew."""
        raise AssertionError("the page draws them")

    @property
    def current(self) -> Entry | None:
        """The marked line."""
        raise AssertionError("the page knows it")

    def kept_lines(self) -> tuple[Line, ...]:
        """The lines of keys and grants."""
        keys = self._kept or tuple(KeyLine(name, (), "looking …") for name in KeyName)
        return (*key_lines(keys), *grant_lines(self._rules, self._trouble))

    def taken_up(self) -> bool:
        """What the page returns: whether the memory is to be opened anew."""
        return self.must_be_taken_up

    async def look_for_keys(self) -> None:
        """Ask every place, away from the screen's loop."""
        self._kept = await asyncio.to_thread(lambda: tuple(map(self._find, KeyName)))
        self._rules, self._trouble = await asyncio.to_thread(_granted, self._home)
        self.show_lines()

    def _find(self, name: KeyName) -> KeyLine:
        try:
            return KeyLine(name, self._store.places(name))
        except WeaveError as error:
            return KeyLine(name, (), str(error))

    # Keys

    def ask_key(self, line: KeyLine) -> None:
        """Another key, then where it shall be kept."""

        def answered(text: str | None) -> None:
            if text is not None:
                self._act(lambda: self._place_for(line.key, Secret(text)))

        page = AskingScreen(f"The {line.key.value} key", note=_HIDDEN, hidden=True)
        self.app.push_screen(page, answered)

    def _place_for(self, name: KeyName, secret: Secret) -> str:
        """In a thread: whether there is a key store; where there is none the person says what to do."""
        problem = self._store.keyring_problem()
        if problem is None:
            return self._save(name, secret, KeyPlace.KEYRING)
        answers = (
            Answer("file", "Into a file", "secrets.toml, which only you can read", "f"),
            Answer("", "Not at all", "set a variable of the environment instead", "n"),
        )
        page = ChoiceScreen(f"No key store here: {problem}", answers)
        self.app.call_from_thread(
            self.app.push_screen,
            page,
            lambda answer: self._act(lambda: self._save(name, secret, KeyPlace.FILE)) if answer else None,
        )
        return ""

    def _save(self, name: KeyName, secret: Secret, place: KeyPlace) -> str:
        kept = self._store.save(name, secret, place)
        self.must_be_taken_up = True
        used = self._store.find(name)
        if used is not None and used.place is KeyPlace.ENVIRONMENT:
            return f"Kept in {kept.where}; {used.where} still wins over it."
        return f"Kept in {kept.where}."

    def action_test(self) -> None:
        if isinstance(line := self.current, KeyLine) and line.places:
            self.note("Asking the server …")
            self.run_worker(self._test(line), group="test", exclusive=True, exit_on_error=False)

    async def _test(self, line: KeyLine) -> None:
        from avery.setup import check
        from weave.config import load

        if line.key is not KeyName.MODEL:
            self.must_be_taken_up = True
            self.note(
                "It is tried when this page closes and the memory is opened anew; a store that refuses it is named "
                "at the foot of the chat."
            )
            return
        try:
            model = (await asyncio.to_thread(load, self._home, self._environment)).model
        except WeaveError as error:
            self.note(str(error), error=True)
            return
        result = await check(model.base_url, line.places[0].secret, model.ca_file)
        if result.error is not None:
            self.note(result.error.replace("`avery setup`", "Enter, here,"), error=True)
        else:
            self.note(f"It works: {result.base_url} lists {len(result.models):,} models.")

    def action_move(self) -> None:
        if isinstance(line := self.current, KeyLine) and line.places:
            self._act(lambda: f"Moved into {self._store.move(line.key).where}.")

    def remove_key(self, line: KeyLine) -> None:
        """After asking; what the environment holds stays."""
        if not {found.place for found in line.places} - {KeyPlace.ENVIRONMENT}:
            return

        def answered(answer: str | None) -> None:
            if answer:
                self._act(lambda: self._remove(line.key))

        self.app.push_screen(ChoiceScreen(f"Remove the {line.key.value} key?", _SURE), answered)

    def _remove(self, name: KeyName) -> str:
        removed = self._store.delete(name)
        self.must_be_taken_up = True
        where = " and the ".join("key store" if place is KeyPlace.KEYRING else "file" for place in removed)
        return f"Removed from the {where}." if where else "It was not there any more."

    # Grants

    def revoke(self, line: GrantLine) -> None:
        """Avery asks again, from now on."""

        def do() -> str:
            from avery.tools.grants import Grants

            Grants(self._home).revoke(line.rule)
            return "Taken back: Avery asks again."

        self._act(do)

    def _act(self, do: Callable[[], str]) -> None:
        """Do it in a thread, say what came of it, and look again."""
        self.run_worker(self._done(do), group="keys", exit_on_error=False)

    async def _done(self, do: Callable[[], str]) -> None:
        try:
            words = await asyncio.to_thread(do)
        except WeaveError as error:
            self.note(str(error), error=True)
            return
        if words:
            self.note(words)
            await self.look_for_keys()


def _granted(home: Path) -> tuple[tuple[str, ...], str]:
    from avery.tools.grants import Grants

    grants = Grants(home)
    return grants.list(), grants.trouble
