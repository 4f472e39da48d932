"""Files written and edited: asked with the diff, refused when the file is another by then, whole or not at all.

A file keeps its rights, its line ends, its byte-order mark and every byte that the change does not touch.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from avery.agent.arguments import Arguments
from avery.agent.consent import OWN, Effect
from avery.agent.tools import ToolContext, ToolResult
from avery.tools.arguments import flag, schema, string, text
from avery.tools.contents import Contents, read
from avery.tools.diffs import diff
from avery.tools.grants import kept_so
from avery.tools.places import Places, reason
from avery.tools.rules import covers
from avery.tools.seen import Seen
from weave.documents.limits import Limits
from weave.durable import replace_bytes
from weave.errors import HomeError, InvalidInput
from weave.markdown import Charset

_LONGEST = 40_000
_NEW_FILE = 0o644
_MASKED = "[secret removed:"


@dataclass(frozen=True, slots=True)
class _Change:
    """A file as it is, and as it would be. `before` is None for one that is not there yet."""

    path: Path
    before: Contents | None
    after: str

    @property
    def data(self) -> bytes:
        """What would be written."""
        charset = self.before.charset if self.before is not None else None
        charset = charset or Charset()
        tail = self.before.tail if self.before is not None else b""
        try:
            return charset.mark + charset.encode(self.after) + tail
        except UnicodeEncodeError as error:
            raise InvalidInput(
                "The text holds half a character, which no file can; write it anew."
            ) from error


class _Writing(ABC):
    """What both tools have in common: planned twice, so that what is done is what was shown."""

    origin: Final = OWN
    name: str

    def __init__(self, places: Places, seen: Seen, limits: Limits) -> None:
        self._places, self._seen, self._limits = places, seen, limits
        self._asked: dict[Path, str] = {}

    @abstractmethod
    def _planned(self, arguments: Arguments) -> _Change:
        """What the arguments ask for. Raises InvalidInput; blocks."""

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """The diff. Raises InvalidInput for what cannot be done."""
        change = await asyncio.to_thread(self._planned, arguments)
        self._asked[change.path] = _hash(change)
        name, lines = self._places.named(change.path), len(change.after.splitlines())
        verb = "write" if change.before is None else "change"
        before = _flat(change.before.text) if change.before is not None else ""
        return Effect(
            f"{verb} {name} ({lines} {'line' if lines == 1 else 'lines'})",
            diff(before, _flat(change.after)) if change.before is not None else change.after,
            grant=_grant(change.path),
            needs=f"write:{change.path}",
        )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Write it. Raises InvalidInput."""
        change = await asyncio.to_thread(self._planned, arguments)
        if self._asked.pop(change.path, "") != _hash(change):
            raise InvalidInput("The file changed while the person was asked; read it again.")
        await asyncio.to_thread(self._write, change)
        self._seen.note(change.path, hashlib.sha256(change.data).hexdigest())
        return ToolResult(f"Written: {self._places.named(change.path)}.", own=True)

    def _write(self, change: _Change) -> None:
        path, name = change.path, self._places.named(change.path)
        data = change.data
        try:
            mode = path.stat().st_mode & 0o7777 if path.exists() else _NEW_FILE
            if path.exists() and not os.access(path, os.W_OK):
                raise InvalidInput(f"{name} may not be written; its rights say so.")
            self._places.find(str(path))
            path.parent.mkdir(parents=True, exist_ok=True)
            self._places.find(str(path))  # what was made or changed meanwhile leads nowhere else
            replace_bytes(path, data, mode=mode)
        except OSError as error:
            raise InvalidInput(f"{name} cannot be written ({reason(error)}).") from error
        except HomeError as error:
            why = reason(error.__cause__) if isinstance(error.__cause__, OSError) else "the disk refuses"
            raise InvalidInput(f"{name} cannot be written ({why}).") from error

    def _present(self, path: Path) -> Contents | None:
        """The file as it is, which must be the one that the model saw. Raises InvalidInput."""
        if not path.exists():
            return None
        contents = read(self._places, path, self._limits)
        name = self._places.named(path)
        if contents.charset is None:
            raise InvalidInput(f"{name} is no text file and cannot be written.")
        if self._seen.stale(path, contents.digest):
            raise InvalidInput(f"{name} has changed since it was read; read it again.")
        return contents


class WriteFile(_Writing):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "write_file"
    description: Final = "Write a whole text file; one that is there must have been read before."
    schema: Final = schema(
        ("path", "text"), path=text("Where."), text=text("All of it.", least=0, most=_LONGEST)
    )

    def _planned(self, arguments: Arguments) -> _Change:
        path = self._places.find(string(arguments, "path"))
        before = self._present(path)
        if before is not None and not self._seen.known(path):
            raise InvalidInput(f"{self._places.named(path)} is there already; read it first.")
        after = string(arguments, "text")
        if _MASKED in after:
            raise InvalidInput("A masked secret cannot be written back; change other lines with edit_file.")
        newline = before.charset.newline if before is not None and before.charset else "\n"
        return _Change(path, before, after if newline == "\n" else _flat(after).replace("\n", newline))


class EditFile(_Writing):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "edit_file"
    description: Final = (
        "Replace a text in a file by another; `old` must stand there exactly once, or set `all`."
    )
    schema: Final = schema(
        ("path", "old", "new"),
        path=text("Which file."),
        old=text("The text to replace, with enough around it to be unique.", most=_LONGEST),
        new=text("What comes in its place; empty removes it.", least=0, most=_LONGEST),
        all=flag("Replace it wherever it stands."),
    )

    def _planned(self, arguments: Arguments) -> _Change:
        path = self._places.find(string(arguments, "path"))
        before, name = self._present(path), self._places.named(path)
        if before is None:
            raise InvalidInput(f"There is no file {name}; write_file makes one.")
        old, new, held = string(arguments, "old"), string(arguments, "new"), before.text
        if "\r\n" in held and old not in held:
            old, new = (_flat(one).replace("\n", "\r\n") for one in (old, new))
        count = held.count(old)
        if count == 0:
            raise InvalidInput(f"That text does not stand in {name}; read it again and copy it exactly.")
        if count > 1 and not arguments.get("all"):
            raise InvalidInput(f"That text stands {count} times in {name}; give more of what is around it.")
        if old == new:
            raise InvalidInput("`old` and `new` are the same.")
        if _MASKED in new and _MASKED not in old:
            raise InvalidInput("A masked secret cannot be written back; leave that line out.")
        return _Change(path, before, held.replace(old, new))


def _grant(path: Path) -> str:
    """The rule for what is asked again and again: the folder; the file alone where no rule for the folder covers it."""
    needed = f"write:{path}"
    for rule in (f"write:{path.parent}", needed):
        if covers(rule, needed) and kept_so(rule):
            return rule
    return ""


def _hash(change: _Change) -> str:
    before = change.before.digest if change.before is not None else ""
    return hashlib.sha256(f"{before}\0".encode() + change.data).hexdigest()


def _flat(written: str) -> str:
    return written.replace("\r\n", "\n")
