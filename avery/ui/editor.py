"""A text in the person's own editor: the screen is given up for it and comes back afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor

from textual.app import App, SuspendNotSupported

from weave.errors import InvalidInput

_HEADING = "# "


def in_editor(app: App[object], title: str, text: str, environment: Mapping[str, str]) -> tuple[str, str]:
    """Title and text as they were saved in $VISUAL or $EDITOR. Raises InvalidInput; nothing is changed then.

    Nothing is drawn meanwhile: the terminal is the editor's, so the app's loop stands still.
    """
    from weave.cli import editor

    try:
        with app.suspend(), ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, editor.edit(title, text, environment)).result()
    except SuspendNotSupported as error:
        raise InvalidInput("No other program can take this terminal; edit it here with e.") from error


def reworded(app: App[object], text: str, environment: Mapping[str, str]) -> str:
    """A markdown text that begins with a heading, as it was saved; raises as `in_editor`."""
    head, _, rest = text.partition("\n")
    titled = head.startswith(_HEADING)
    title = head.removeprefix(_HEADING) if titled else "Avery"
    title, body = in_editor(app, title, (rest if titled else text).strip("\n"), environment)
    return f"{_HEADING}{title}\n\n{body}\n"
