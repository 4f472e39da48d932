"""A text in the person's own editor: the screen is given up for it and comes back afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from textual.app import App, SuspendNotSupported

from weave.errors import InvalidInput

_HEADING = "# "
T = TypeVar("T")


def in_editor(app: App[object], title: str, text: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Title and text as they were saved in $VISUAL or $EDITOR. Raises InvalidInput; nothing is changed then.

    Nothing is drawn meanwhile: the terminal is the editor's, so the app's loop stands still.
    """
    from weave.cli import editor

    try:
        return _alone(app, editor.edit(title, text, environment))
    except SuspendNotSupported as error:
        raise InvalidInput("No other program can take this terminal; edit it here with e.") from error


def written(app: App[object], text: str, environment: Mapping[str, str]) -> str:
    """A message as it was saved in $VISUAL or $EDITOR; raises as `in_editor`."""
    from weave.cli import editor

    if not (environment.get("VISUAL") or environment.get("EDITOR")):
        raise InvalidInput("No editor is set; set $VISUAL or $EDITOR in your shell, then start Avery again.")
    try:
        return _alone(app, editor.edit_text(text, environment))
    except SuspendNotSupported as error:
        raise InvalidInput("No other program can take this terminal; go on writing here.") from error


def _alone(app: App[object], edit: Coroutine[object, object, T]) -> T:
    try:
        with app.suspend(), ThreadPoolExecutor(1) as thread:
            done = thread.submit(asyncio.run, edit)
            wait([done])  # what it raises must come after: an error inside would leave the screen given up
    finally:
        edit.close()  # where the terminal could not be given up it was never begun
    return done.result()


def reworded(app: App[object], text: str, environment: Mapping[str, str]) -> str:
    """A markdown text that begins with a heading, as it was saved; raises as `in_editor`."""
    head, _, rest = text.partition("\n")
    titled = head.startswith(_HEADING)
    title = head.removeprefix(_HEADING) if titled else "Avery"
    title, body = in_editor(app, title, (rest if titled else text).strip("\n"), environment)
    return f"{_HEADING}{title}\n\n{body}\n"
