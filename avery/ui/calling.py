"""Calls a person whose keyboard is elsewhere: the bell, and a word to the desktop where the terminal passes it on."""

from __future__ import annotations

import re
from collections.abc import Mapping

from textual.app import App

_NINE = ("iTerm.app", "WezTerm", "ghostty", "vscode")
"""Terminals (TERM_PROGRAM) that know OSC 9; the others are told by OSC 777, which those that do not know it ignore."""
_UNSAFE = re.compile(r"[^\w .,:!?()-]")


def call(app: App[object], text: str, environment: Mapping[str, str]) -> None:
    """Ring, and tell `text`; nothing while the terminal has the keyboard."""
    if app.app_focus:
        return
    app.bell()
    # The one way to the terminal past what is drawn, as Textual's own clipboard takes.
    if app._driver is not None and not app.is_headless:
        app._driver.write(notification(text, environment))


def notification(text: str, environment: Mapping[str, str]) -> str:
    """The sequence that tells it, with nothing in it that could end the sequence."""
    safe = _UNSAFE.sub(" ", text)[:120]
    nine = environment.get("TERM_PROGRAM") in _NINE or "kitty" in environment.get("TERM", "")
    return f"\x1b]9;{safe}\x07" if nine else f"\x1b]777;notify;Avery;{safe}\x07"
