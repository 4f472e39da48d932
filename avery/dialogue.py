"""`avery setup` in a plain terminal: choose a model, check it at once, keep the key where the person says."""

from __future__ import annotations

import asyncio
import getpass
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from avery import setup
from avery.setup import KNOWN, CheckResult, Choice, KnownServer, LocalServer
from weave import config as configs
from weave.cli.terminal import Terminal
from weave.errors import InvalidInput
from weave.keys import Secret
from weave.keystore import KeyName, KeyPlace, KeyStore, checked
from weave.llm.endpoint import OPENAI_URL
from weave.roots import OPENAI_CHAT_MODEL

_NOBODY = (
    "avery setup asks questions and needs a terminal; without one set OPENAI_API_KEY, or OPENAI_BASE_URL and "
    "AVERY_MODEL, in the environment."
)
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Questions:
    """How the person is asked: a line, and a line that is not shown."""

    line: Callable[[str], str] = input
    hidden: Callable[[str], str] = getpass.getpass


class Dialogue:
    """One run of the set-up. EOFError and KeyboardInterrupt leave everything as it was."""

    def __init__(
        self,
        home: Path,
        environment: Mapping[str, str],
        terminal: Terminal,
        questions: Questions,
        known: Sequence[KnownServer] = KNOWN,
    ) -> None:
        self._home = home
        self._environment = environment
        self._terminal = terminal
        self._ask = questions
        self._known = known

    def run(self) -> None:
        """Show what is in use, ask, check, save. Raises InvalidInput, HomeError."""
        self.show()
        servers = asyncio.run(setup.local_servers(self._known))
        choice = self._choose(servers)
        if choice is None:
            self._terminal.say("Nothing was changed.")
            return
        saved = setup.save(self._home, choice, self._environment)
        self._terminal.say(f"Saved in {saved.config}.")
        if saved.key:
            self._terminal.say(f"The key is in {saved.key}.")

    def show(self) -> None:
        """What is in use now: the model, and where its key comes from."""
        config = configs.load(self._home, self._environment)
        found = KeyStore(self._home, self._environment).find(KeyName.MODEL)
        url = config.model.base_url or (OPENAI_URL if found else None)
        model = (
            f"{config.model.name or 'the default model'} at {url}"
            if url
            else "none: Avery answers from memory alone"
        )
        self._terminal.say(f"Model: {model}.")
        self._terminal.say(found.describe() if found else "There is no model key.")

    def _choose(self, servers: list[LocalServer]) -> Choice | None:
        local = [f"{s.name} on this machine ({len(s.models)} models)" for s in servers]
        options = [
            "OpenAI, with a key",
            *local,
            "Another OpenAI-compatible server",
            "No model for now",
            "Leave it as it is",
        ]
        for number, option in enumerate(options, 1):
            self._terminal.say(f"  {number}  {option}")
        picked = self._pick("Which model? ", len(options))
        if picked == 0:
            return self._server(OPENAI_URL, wants_key=True)
        if picked <= len(servers):
            server = servers[picked - 1]
            return Choice(server.base_url, self._model(server.models))
        if picked == len(servers) + 1:
            return self._server(
                self._ask.line("Base URL, such as https://models.example.org/v1: "), wants_key=False
            )
        return Choice(without_model=True) if picked == len(servers) + 2 else None

    def _server(self, url: str, *, wants_key: bool) -> Choice:
        key = self._key(wants_key)
        ca_file = configs.load(self._home, self._environment).model.ca_file
        result = self._check(url, key, ca_file)
        while result.error is not None:
            self._terminal.say(result.error)
            if "certificate" in result.error.lower():
                ca_file = (
                    self._ask.line("CA file (PEM) of your company, or Enter to give up: ").strip() or None
                )
                if ca_file is None:
                    raise InvalidInput("Nothing was changed.")
            else:
                key = self._key(True)
            result = self._check(url, key, ca_file)
        choice = Choice(result.base_url, self._model(result.models), ca_file, key)
        return self._placed(choice) if key is not None and self._is_new(key) else replace(choice, key=None)

    def _check(self, url: str, key: Secret | None, ca_file: str | None) -> CheckResult:
        return asyncio.run(setup.check(url, key, ca_file))

    def _key(self, required: bool) -> Secret | None:
        found = KeyStore(self._home, self._environment).find(KeyName.MODEL)
        keep = (
            f" (Enter takes the one from {found.where})" if found else "" if required else " (Enter for none)"
        )
        typed = self._ask.hidden(f"Key{keep}: ").strip()
        if typed:
            return checked(Secret(typed))
        if found:
            return found.secret
        if required:
            raise InvalidInput("No key was given, and nothing was changed.")
        return None

    def _is_new(self, key: Secret) -> bool:
        found = KeyStore(self._home, self._environment).find(KeyName.MODEL)
        return found is None or found.secret != key

    def _placed(self, choice: Choice) -> Choice:
        problem = KeyStore(self._home, self._environment).keyring_problem()
        if problem is None:
            return replace(choice, place=KeyPlace.KEYRING)
        self._terminal.say(f"The system's key store cannot be used: {problem}.")
        answer = self._ask.line("Keep the key in a file that you alone can read (y), or nowhere (n)? ")
        if answer.strip().lower() in ("y", "yes"):
            return replace(choice, place=KeyPlace.FILE)
        self._terminal.say("The key is kept nowhere: set AVERY_API_KEY before you start Avery.")
        return replace(choice, key=None)

    def _model(self, names: tuple[str, ...]) -> str | None:
        if not names:
            return self._ask.line("Name of the model: ").strip() or None
        if len(names) == 1:
            return names[0]
        default = OPENAI_CHAT_MODEL if OPENAI_CHAT_MODEL in names else names[0]
        shown = ", ".join(names[:_SHOWN]) + (" …" if len(names) > _SHOWN else "")
        return self._ask.line(f"Model, of {shown} (Enter: {default}): ").strip() or default

    def _pick(self, question: str, count: int) -> int:
        while True:
            text = self._ask.line(question).strip()
            if text.isascii() and text.isdigit() and 1 <= int(text) <= count:
                return int(text) - 1
            self._terminal.say(f"Type a number from 1 to {count}.")


def run(home: Path, environment: Mapping[str, str], terminal: Terminal, *, interactive: bool) -> int:
    """The exit status. Without a terminal it shows what is in use, writes nothing and says which variables to set."""
    dialogue = Dialogue(home, environment, terminal, Questions())
    if not interactive:
        dialogue.show()
        terminal.note(_NOBODY)
        return 1
    try:
        dialogue.run()
    except EOFError:
        terminal.say()
        terminal.note("Nothing was changed.")
        return 1
    return 0
