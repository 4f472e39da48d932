"""Scratch pads: tasks/<id>/task.json beside the pad's day files. A pad is one scope, `task:<id>`."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from weave import tickets
from weave.clock import iso
from weave.durable import make_folder, replace_bytes, sync_folder
from weave.errors import NotFound
from weave.model import Task
from weave.sameness import folded

FOLDER = "tasks"
_FILE = "task.json"
_GONE = ".gone-"
_SLUG_LENGTH = 32
_PLAIN = re.compile(r"\w[\w.-]{0,79}")


@dataclass(frozen=True, slots=True)
class Pad:
    """A task as its folder keeps it."""

    task: Task
    ended: bool = False
    """True when its end was asked for and the Scribe's model was away: consolidated as soon as it is back."""
    readable: bool = True
    """False when task.json is damaged: the pad is kept and consolidated as a crash's leaving."""
    discarded: bool = False
    """True when it is being thrown away: what a crash cut off goes on at the next start."""


def slug_of(name: str) -> str:
    """A name as part of a path: letters and digits of any script, hyphens between.

    Never empty, never longer than 32 letters or 96 bytes.
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(c if c.isalnum() else "-" for c in folded)
    slug = "-".join(part for part in letters.split("-") if part)[:_SLUG_LENGTH].rstrip("-")
    while len(slug.encode("utf-8", "replace")) > 3 * _SLUG_LENGTH:
        slug = slug[:-1]
    return slug or "task"


def id_of(name: str) -> str:
    """The id that a task named by somebody else has: the name itself if it can be a folder's, else made from it."""
    if _PLAIN.fullmatch(name):
        return name
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{slug_of(name)}-{digest[:6]}"


class Pads:
    """The pads of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def folder(self, task: str) -> Path:
        """Where a pad's files lie; always inside tasks/, whatever a file of turns calls its task."""
        return self._folder / id_of(task)

    def create(self, name: str, now: datetime, conversation: str | None = None) -> Task:
        """A fresh pad; its id is the name's slug and a suffix that no other pad has."""
        suffix = tickets.new_id(now, "task")[-6:].lower()
        task = Task(f"{slug_of(name)}-{suffix}", name, now, conversation)
        if tickets.again() and self.is_open(task.id):
            return self.get(task.id).task
        self._save(Pad(task))
        sync_folder(self._folder)
        return task

    def adopt(self, task: Task) -> None:
        """A pad under a given id, for a conversation that names its own; nothing if it is there."""
        if not (self.folder(task.id) / _FILE).exists():
            self._save(Pad(task))
            sync_folder(self._folder)

    def named(self, name_or_id: str) -> Pad | None:
        """The open pad with this id, else the latest of this name, however it is spaced and cased."""
        pads = list(self.all())
        exact = [pad for pad in pads if pad.task.id == name_or_id]
        same = [pad for pad in pads if folded(pad.task.name) == folded(name_or_id)]
        return next(reversed([*same, *exact]), None)

    def mark_discarded(self, task: str) -> None:
        """Remember, durably, that the pad is to leave no trace."""
        self._save(replace(self.get(task), discarded=True))

    def mark_ended(self, task: str) -> None:
        """Remember that the pad waits only for the Scribe."""
        self._save(replace(self.get(task), ended=True))

    def rename(self, task: str, name: str) -> None:
        """Give a pad another name."""
        pad = self.get(task)
        self._save(replace(pad, task=replace(pad.task, name=name)))

    def reopen(self, task: str, conversation: str | None = None) -> None:
        """A queued pad goes on; with `conversation`, as that one's."""
        pad = self.get(task)
        owned = replace(pad.task, conversation=conversation or pad.task.conversation)
        if pad.ended:
            self._save(replace(pad, task=owned, ended=False))

    def _save(self, pad: Pad) -> None:
        task = pad.task
        value = {
            "id": task.id,
            "name": task.name,
            "started": iso(task.started),
            "conversation": task.conversation,
            "ended": pad.ended,
        }
        value |= {"discarded": True} if pad.discarded else {}
        data = json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "replace") + b"\n"
        replace_bytes(self.folder(task.id) / _FILE, data)

    def get(self, task: str) -> Pad:
        """One pad. Raises NotFound."""
        folder = self.folder(task)
        if not task or Path(task).name != task or not folder.is_dir():
            raise NotFound(f"There is no task {task!r}; `weave task list` shows the open ones.")
        try:
            value = json.loads((folder / _FILE).read_bytes())
            started = datetime.fromisoformat(value["started"])
            started = started if started.tzinfo else started.astimezone()
            found = Task(task, str(value["name"]), started, value.get("conversation"))
            return Pad(found, value.get("ended") is True, discarded=value.get("discarded") is True)
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            started = datetime.fromtimestamp(folder.stat().st_mtime).astimezone()
            return Pad(Task(task, task, started), readable=False)

    def all(self) -> Iterator[Pad]:
        """Every pad that is open, oldest first."""
        yield from (pad for pad in self._every() if not pad.discarded)

    def of(self, conversation: str) -> list[Pad]:
        """The open pads that a conversation opened, oldest first."""
        return [pad for pad in self.all() if pad.task.conversation == conversation]

    def discarded(self) -> list[Pad]:
        """The pads whose discarding was cut off."""
        return [pad for pad in self._every() if pad.discarded]

    def _every(self) -> list[Pad]:
        if not self._folder.is_dir():
            return []
        entries = [entry for entry in self._folder.iterdir() if not entry.name.startswith(".")]
        pads = [self.get(entry.name) for entry in entries if entry.is_dir()]
        return sorted(pads, key=lambda pad: (pad.task.started, pad.task.id))

    def is_open(self, task: str) -> bool:
        """Whether there is such a pad, and not on its way out."""
        return bool(task) and self.folder(task).is_dir() and not self.get(id_of(task)).discarded

    def remove(self, task: str, *, without_trace: bool = False) -> None:
        """Take the pad's folder away. Files that are no memories, or could not be read, go to trash/pads/."""
        folder = self.folder(task)
        if not without_trace:
            self._rescue(folder)
        if not folder.is_dir():
            return
        gone = self._folder / f"{_GONE}{folder.name}"
        shutil.rmtree(gone, ignore_errors=True)
        folder.replace(gone)  # at once: a pad that is half removed would be taken for a damaged one
        sync_folder(self._folder)
        shutil.rmtree(gone, ignore_errors=True)

    def tidy(self) -> None:
        """After a crash: what was being removed is removed."""
        for gone in self._folder.glob(f"{_GONE}*"):
            shutil.rmtree(gone, ignore_errors=True)

    def _rescue(self, folder: Path) -> None:
        for file in [path for path in folder.rglob("*") if path.is_file()]:
            if file.name != _FILE and not file.name.startswith("."):
                kept = self._folder.parent / "trash" / "pads" / folder.name / file.relative_to(folder)
                make_folder(kept.parent)
                file.replace(kept)
                sync_folder(kept.parent)
