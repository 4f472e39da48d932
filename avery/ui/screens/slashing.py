"""What is typed behind a slash in the chat, carried out; and what of it asks for more words first."""

from __future__ import annotations

import asyncio
import re
from typing import Protocol

from avery.commands import by_slash
from avery.reminding import RemindDesk
from avery.sessions import Sessions
from avery.ui.composer import Composer
from avery.ui.editor import written
from avery.ui.messages import Voice
from avery.ui.once import once
from avery.ui.screens.pages import Keeper, Pages
from weave.errors import InvalidInput
from weave.procedures.model import Outcome

_PAUSE = 0.5
"""Seconds without a key after which what is being written is kept on disk."""
_LONG, _LONG_PAUSE = 50_000, 4.0
"""Letters of a draft whose masking is felt, and the seconds after which such a one is kept."""
_SLASH = re.compile(r"/([a-z]+)(?:\s+(.*))?", re.DOTALL)


class Service(Keeper, Protocol):
    """What commands ask of the memory's thread; every call returns at once."""

    @property
    def sessions(self) -> Sessions: ...
    @property
    def reminders(self) -> RemindDesk: ...
    def stop(self) -> None: ...
    def models(self) -> None: ...
    def switch_model(self, name: str) -> None: ...
    def keep_draft(self, number: int, text: str) -> None: ...
    def change_task(self, name: str | None) -> None: ...
    def recall(self, question: str) -> None: ...
    def picture(self, name: str) -> None: ...


class Slashing(Pages):
    """The part of the chat between the composer and the commands."""

    _memory: Service
    _composer: Composer
    _keeping: asyncio.TimerHandle | None = None
    _drafts = 0

    def say(self, text: str, voice: Voice = Voice.NOTICE, *, task: str | None = None) -> None:
        """A line of the program's own in the transcript."""
        raise AssertionError("the chat says it")

    def slashed(self, text: str) -> bool:
        """Whether `text` is a command; it is carried out then."""
        found = _SLASH.fullmatch(text.strip())
        if found is not None:
            argument = (found[2] or "").strip()
            self.run_worker(self._slash(found[1], argument, text), exit_on_error=False)
        return found is not None

    async def _slash(self, word: str, argument: str, text: str) -> None:
        command = by_slash(word)
        if command is None or command.action is None:
            self.say(f"There is no command /{word}; F1 lists them.", Voice.ERROR)
            self._composer.take_back(text)
        elif not (argument and self._with(command.id, argument)):
            await self.run_action(command.action)

    def _with(self, command: str, argument: str) -> bool:
        """Carry out a command that takes words; False for one that takes none."""
        match command:
            case "memory.recall":
                self._memory.recall(argument)
            case "memory.facts":
                self._memory.picture(argument)
            case "memory.browse":
                self.browse(seek=argument)
            case "library.open":
                self.consult(argument)
            case "sessions.open":
                self.look_back(seek=argument)
            case "app.setup":
                self._memory.switch_model(argument)
            case "app.theme" if argument in self.app.available_themes:
                self.app.theme = argument
            case "chat.rename":
                self._memory.sessions.rename(None, argument)
            case "chat.export":
                self._memory.sessions.export(None, argument)
            case "reminders.remind":
                self._memory.reminders.add(argument)
            case "procedures.worked":
                self._memory.reminders.went(Outcome.WORKED, argument)
            case "procedures.failed":
                self._memory.reminders.went(Outcome.FAILED, argument)
            case "task.name":
                self._memory.change_task(None if argument == "-" else argument)
            case _:
                return False
        return True

    # Without words: what is asked is written first

    def action_ask_recall(self) -> None:
        self._ask("Say what to look for: /recall QUESTION.", "/recall ")

    def action_ask_facts(self) -> None:
        self._ask("Say of whom or of what: /facts NAME.", "/facts ")

    def action_rename_chat(self) -> None:
        self._ask("Say what to call this chat: /rename TITLE.", "/rename ")

    def action_export_chat(self) -> None:
        self._memory.sessions.export(None, "")

    def _ask(self, sentence: str, draft: str) -> None:
        self.say(sentence)
        self._composer.set_draft(draft)
        self._composer.focus()

    def pick_model(self, present: str) -> None:
        """The models of the server, to choose another one from."""
        from avery.ui.screens.model import OTHER, ModelScreen

        def chosen(name: str | None) -> None:
            if name == OTHER:
                self.run_worker(self.app.run_action("setup"), exit_on_error=False)
            elif name is not None:
                self._memory.switch_model(name)

        self.app.push_screen(ModelScreen(present), chosen)
        self._memory.models()

    # The draft

    def on_composer_editor_asked(self) -> None:
        try:
            text = written(self.app, self._composer.draft, self._environment)
        except InvalidInput as error:
            self.say(f"{error} Your draft is as it was.", Voice.ERROR)
        else:
            self._composer.reword(text)

    def on_composer_unfoldable(self, event: Composer.Unfoldable) -> None:
        self.say(
            f"These {event.lines:,} lines are too many to be shown here; Ctrl+G opens them in your editor."
        )

    def action_write_in_editor(self) -> None:
        self.on_composer_editor_asked()

    def _keep_draft(self) -> None:
        """On disk, a moment after the last key."""
        if self._keeping is not None:
            self._keeping.cancel()
        long = len(self._composer.draft) > _LONG
        self._keeping = once(self, _LONG_PAUSE if long else _PAUSE, self._write_draft)

    def _write_draft(self) -> None:
        self._keeping = None
        self._drafts += 1
        number, text = self._drafts, self._composer.draft
        self.run_worker(
            lambda: self._memory.keep_draft(number, text), thread=True, group="draft", exit_on_error=False
        )

    def on_unmount(self) -> None:
        if self._keeping is not None:  # the last letters, too, when the person leaves at once
            self._keeping.cancel()
            self._memory.keep_draft(self._drafts + 1, self._composer.draft)

    # Earlier chats

    def action_sessions(self) -> None:
        self.look_back()

    def action_search_sessions(self) -> None:
        self.look_back(find=True)

    def look_back(self, *, seek: str = "", find: bool = False) -> None:
        """The earlier chats, searched at once if there is something to seek."""
        from avery.ui.screens.sessions import SessionsScreen

        def chosen(conversation: str | None) -> None:
            if conversation is not None:
                self._memory.stop()
                self._memory.sessions.resume(conversation)

        page = SessionsScreen(self._memory.sessions, self._clock, self._zone, seek=seek, find=find)
        self.app.push_screen(page, chosen)
