"""A chat as a Markdown file: who said what and when, code as it was written. Pure but for the writing of the file."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import datetime, tzinfo
from pathlib import Path

from weave.documents.naming import file_name, titled
from weave.errors import InvalidInput
from weave.journal import Transcript
from weave.markdown.fences import closes, opener
from weave.model import Role, Turn

_NAMES = {Role.USER: "You", Role.ASSISTANT: "Avery"}
_UNTITLED = "Chat"


def markdown(transcript: Transcript, zone: tzinfo | None) -> str:
    """The whole chat; texts are as the transcript holds them, secrets masked."""
    title = " ".join(transcript.title.split()) or _UNTITLED
    head = f"# {title}\n\n{len(transcript.turns)} messages"
    head += f", begun {_when(transcript.started, zone)}\n" if transcript.started else "\n"
    return titled(title, "\n".join([head, *(_told(turn, zone) for turn in transcript.turns)]))


def _told(turn: Turn, zone: tzinfo | None) -> str:
    name = _NAMES.get(turn.role, turn.speaker)
    return f"## {name} · {_when(turn.time, zone)}{_state(turn)}\n\n{closed(turn.text)}\n"


def _state(turn: Turn) -> str:
    if turn.replaced:
        return " (replaced: sent anew below)"
    return "" if turn.complete else " (incomplete)"


def _when(moment: datetime, zone: tzinfo | None) -> str:
    return f"{moment.astimezone(zone):%Y-%m-%d %H:%M}"


def closed(text: str) -> str:
    """`text`, and the end of a code block that it leaves open: it would swallow what is said next."""
    fence = ""
    for line in text.split("\n"):
        fence = ("" if closes(line, fence) else fence) if fence else opener(line)
    return f"{text}\n{fence}" if fence else text


def write(transcript: Transcript, path: str, folder: Path, zone: tzinfo | None) -> Path:
    """Write the chat where `path` says: a file, a folder, or "" for a name of its own in `folder`.

    Nothing is ever written over. Raises InvalidInput.
    """
    typed = Path(path.strip().strip("'\"")).expanduser() if path.strip() else folder
    target = typed if typed.is_absolute() else folder / typed
    data = markdown(transcript, zone).encode("utf-8", "replace")
    try:
        if target.is_dir():
            return _beside(target, transcript.title or _UNTITLED, data)
        _create(target, data)
        return target
    except FileExistsError as error:
        raise InvalidInput(f"{target} exists already; name another file.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InvalidInput(f"{target} cannot be written ({reason}); name another file.") from error


def _beside(folder: Path, title: str, data: bytes) -> Path:
    """In `folder`, under a legal name that no file there has."""
    taken = [entry.name for entry in folder.iterdir()]
    while True:
        target = folder / file_name(title, taken=taken)
        try:
            _create(target, data)
            return target
        except FileExistsError:
            taken.append(target.name)


def _create(path: Path, data: bytes) -> None:
    """Readable by nobody else, as the transcripts are."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as stream:
        stream.write(data)


def spoken_lines(turns: Iterable[Turn]) -> int:
    """How many messages a person would count."""
    return sum(turn.role in _NAMES for turn in turns)
