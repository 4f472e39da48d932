"""What a command works with: its arguments, the terminal, and the memory it opens once it needs it."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from weave import clock, config
from weave.cli import moments
from weave.cli.terminal import Terminal
from weave.errors import HomeBusy, InvalidInput, UsageError

if TYPE_CHECKING:
    from weave.weave import Weave

LINGER_SECONDS = 2.0
"""How long a writing command, its result printed, waits for its own indexing before it ends."""
_GLANCE_SECONDS = 0.02
AWAKE_SECONDS = 3.0
"""How long a command that asks the stores waits for those that have only just been started with it."""


@dataclass
class Desk:
    """One run of one command."""

    arguments: argparse.Namespace
    terminal: Terminal
    environment: Mapping[str, str]
    kept: str = field(default="Interrupted; what was stored stays stored.")
    """What an interruption at this moment leaves, told to the person who interrupts."""

    @cached_property
    def home(self) -> Path:
        """`--home`, else $AVERY_HOME, else the platform's place."""
        from weave.roots import home_folder

        if self.text("home") == "":  # an unset variable in a script, hardly the home of the person
            raise UsageError("--home is empty; name a folder, or leave the option out.")
        return home_folder(self.text("home"), self.environment)

    @cached_property
    def config(self) -> config.Config:
        """config.toml and what the environment overrides. Raises InvalidInput."""
        return config.load(self.home, self.environment)

    @cached_property
    def zone(self) -> tzinfo:
        """The configured zone, in which times without an offset are meant."""
        return clock.zone_named(self.config.timezone)

    @cached_property
    def clock(self) -> clock.Clock:
        """`--now`, else the machine's clock."""
        now = self.moment("now")
        return clock.fixed_clock(now) if now else clock.system_clock(self.zone)

    @property
    def json(self) -> bool:
        """Whether data is printed for a program."""
        return bool(getattr(self.arguments, "json", False))

    def text(self, name: str) -> str | None:
        """An option's text, None if it was not given. Raises InvalidInput for bytes that are no UTF-8."""
        value: str | None = getattr(self.arguments, name, None)
        return None if value is None else readable(value, name)

    def texts(self, name: str) -> list[str]:
        """An argument that may be repeated. Raises InvalidInput as `text` does."""
        return [readable(value, name) for value in getattr(self.arguments, name)]

    def path(self, name: str) -> Path:
        """A path that was named. Raises InvalidInput for an empty one, or one below a user that is none."""
        value = self.text(name) or ""
        if not value.strip():  # an unset variable in a script, hardly the current folder
            raise InvalidInput("The path is empty; name a file or a folder.")
        try:
            return Path(value).expanduser()
        except RuntimeError as error:
            raise InvalidInput(f"There is no file or folder {value}; check the name.") from error

    def moment(self, name: str) -> datetime | None:
        """An option's time, in the configured zone. Raises InvalidInput."""
        value = self.text(name)
        return None if value is None else moments.moment(value, self.zone)

    def until(self, name: str) -> datetime | None:
        """An option's time; a bare date includes that day. Raises InvalidInput."""
        value = self.text(name)
        return None if value is None else moments.until(value, self.zone)

    @contextlib.asynccontextmanager
    async def weave(self, *, still: bool = False) -> AsyncIterator[Weave]:
        """The opened memory, `still` where something is only looked up. As a guest of another process it says so."""
        from weave.roots import assemble  # the models' door takes a while, and --help has no need of it
        from weave.weave import Weave

        # In a thread: a key store that hangs is waited for, and Ctrl+C must still be heard.
        root = await asyncio.to_thread(assemble, self.home, self.environment, now=self.moment("now"))
        async with Weave.open(
            root.home,
            config=root.config,
            clock=root.clock,
            models=root.models,
            keys=root.keys,
            still=still,
        ) as weave:
            try:
                yield weave
            except HomeBusy:
                raise  # its own sentence names the owner
            except BaseException:
                self._note_owner(weave)
                raise
            self._note_owner(weave)

    def _note_owner(self, weave: Weave) -> None:
        if weave.guest:
            self.terminal.note(_guest_note(weave.owner_pid))


async def awake(weave: Weave, seconds: float = AWAKE_SECONDS) -> None:
    """Let the stores of this process start and take in what was dropped; what hangs or is much costs `seconds`."""
    for _ in range(round(seconds / _GLANCE_SECONDS)):
        if weave.guest or (weave.status().ready and weave.library.settled):
            return
        await asyncio.sleep(_GLANCE_SECONDS)


def _guest_note(pid: int | None) -> str:
    who = "another Avery" if pid is None else f"another Avery (pid {pid})"
    return f"Note: {who} owns this home; reading goes on here, writes are queued for it."


def readable(value: str, name: str) -> str:
    """An argument as text. Raises InvalidInput when its bytes were not UTF-8."""
    if not any("\udc80" <= letter <= "\udcff" for letter in value):
        return value
    raise InvalidInput(f"{name.upper()} is not valid UTF-8; convert it, or hand it over by a file in UTF-8.")


def standard_input() -> BinaryIO:
    """stdin as bytes, whatever the locale says."""
    return sys.stdin.buffer


def read_standard_input() -> str:
    """All of stdin as text, without the last line end. Raises InvalidInput when it is not UTF-8."""
    try:
        return standard_input().read().decode("utf-8-sig").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"The input is not valid UTF-8 (byte {error.start + 1}); convert it, for example with iconv, "
            "and try again."
        ) from error


async def linger(weave: Weave, seconds: float = LINGER_SECONDS) -> None:
    """Give this process's own indexing a moment, so that the next command recalls by meaning."""
    if not weave.guest:
        await weave.settle(seconds)
