"""A memory in the person's own editor: written to a private file, handed over, read back."""

from __future__ import annotations

import asyncio
import os
import shlex
import tempfile
from collections.abc import Mapping
from pathlib import Path

from weave.errors import InvalidInput

_HEADING = "# "
_NONE_SET = "No editor is set; set $EDITOR, or use weave edit ID --title … --text …."


async def edit(title: str, text: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Title and text as the person saved them in $VISUAL or $EDITOR.

    Raises InvalidInput without an editor, when the editor failed, or when what was saved is no UTF-8; the
    memory is then as it was.
    """
    return parse(await _saved(_command(environment), "memory.md", compose(title, text)), title, text)


async def edit_text(text: str, environment: Mapping[str, str]) -> str:
    """A text without a title as the person saved it; raises as `edit`."""
    saved = await _saved(_command(environment), "message.md", f"{text}\n".encode("utf-8", "replace"))
    return saved.replace("\r\n", "\n").removesuffix("\n")


async def _saved(command: list[str], name: str, data: bytes) -> str:
    with tempfile.TemporaryDirectory(prefix="weave-") as folder:  # 0700: nobody else reads a memory there
        path = Path(folder) / name
        path.write_bytes(data)
        await _run([*command, str(path)])
        try:
            return path.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"What was saved cannot be read ({error}); nothing was changed.") from error


def _command(environment: Mapping[str, str]) -> list[str]:
    written = environment.get("VISUAL") or environment.get("EDITOR") or ""
    try:
        command = shlex.split(written, posix=os.name == "posix")
    except ValueError as error:
        raise InvalidInput(f"$EDITOR cannot be read ({error}); set it to a program's name.") from error
    if not command:
        raise InvalidInput(_NONE_SET)
    return command


async def _run(command: list[str]) -> None:
    try:
        process = await asyncio.create_subprocess_exec(*command)
    except OSError as error:
        raise InvalidInput(
            f"The editor {command[0]!r} cannot be started; set $EDITOR to one that can."
        ) from error
    status = await process.wait()
    if status != 0:
        raise InvalidInput(f"The editor ended with status {status}; nothing was changed.")


def overtaken(title: str, text: str) -> InvalidInput:
    """The error for what changed, or was decided, while the person wrote; what they wrote is kept in a file."""
    handle, path = tempfile.mkstemp(prefix="weave-edit-", suffix=".md")
    with os.fdopen(handle, "wb") as stream:
        stream.write(compose(title, text))
    return InvalidInput(f"It was changed or decided meanwhile; your version is in {path}, go on from there.")


def compose(title: str, text: str) -> bytes:
    """What the person sees: the title as a heading, then the text."""
    return f"{_HEADING}{title}\n\n{text}\n".encode("utf-8", "backslashreplace")


def parse(saved: str, title: str, text: str) -> tuple[str, str]:
    """Title and text of what was saved; without the heading the title stays, untouched text stays exact."""
    if saved.encode("utf-8") == compose(title, text):
        return title, text
    head, _, body = saved.replace("\r\n", "\n").partition("\n")
    if not head.startswith(_HEADING):
        return title, saved.replace("\r\n", "\n").rstrip("\n")
    return head.removeprefix(_HEADING).strip() or title, body.strip("\n")
