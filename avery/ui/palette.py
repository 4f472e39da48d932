"""The two themes: neutral greys of the 256-colour ramp, and one accent for each meaning.

Every colour is an exact entry of the xterm palette, so that a 256-colour terminal shows the same
picture as a true-colour one.
"""

from __future__ import annotations

from textual.color import Color
from textual.theme import Theme

DARK = Theme(
    name="avery-dark",
    primary="#87afd7",  # you, and where the keyboard is
    secondary="#8a8a8a",
    accent="#5fafaf",  # memory
    warning="#d7af5f",  # something is missing or waits
    error="#d75f5f",
    success="#87af87",
    foreground="#d0d0d0",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    boost="#262626",
    dark=True,
    variables={
        "muted": "#8a8a8a",
        "faint": "#585858",
        "line": "#3a3a3a",
        "code": "#d7af87",
        "gone-ground": "#5f0000",
        "come-ground": "#005f00",
        "block-cursor-text-style": "none",
        "block-cursor-background": "#3a3a3a",
        "block-cursor-foreground": "#eeeeee",
        "input-selection-background": "#444444",
        "screen-selection-background": "#444444",
        "scrollbar": "#3a3a3a",
        "scrollbar-hover": "#585858",
        "scrollbar-active": "#8a8a8a",
        "scrollbar-background": "#121212",
        "scrollbar-background-hover": "#121212",
        "scrollbar-background-active": "#121212",
        "footer-key-foreground": "#87afd7",
    },
)

LIGHT = Theme(
    name="avery-light",
    primary="#005faf",
    secondary="#6c6c6c",
    accent="#008787",
    warning="#875f00",
    error="#af0000",
    success="#5f8700",
    foreground="#303030",
    background="#ffffff",
    surface="#f5f5f5",
    panel="#eeeeee",
    boost="#eeeeee",
    dark=False,
    variables={
        "muted": "#6c6c6c",
        "faint": "#a8a8a8",
        "line": "#d0d0d0",
        "code": "#875f00",
        "gone-ground": "#ffd7d7",
        "come-ground": "#d7ffd7",
        "block-cursor-text-style": "none",
        "block-cursor-background": "#d7d7d7",
        "block-cursor-foreground": "#121212",
        "input-selection-background": "#d0d0d0",
        "screen-selection-background": "#d0d0d0",
        "scrollbar": "#d0d0d0",
        "scrollbar-hover": "#a8a8a8",
        "scrollbar-active": "#808080",
        "scrollbar-background": "#ffffff",
        "scrollbar-background-hover": "#ffffff",
        "scrollbar-background-active": "#ffffff",
        "footer-key-foreground": "#005faf",
    },
)

_OWN = ("muted", "faint", "line", "code", "gone-ground", "come-ground")
"""What the style sheets name that Textual's own themes do not know."""


def missing(theme: Theme) -> dict[str, str]:
    """Our own variables for a theme that has none: mixed from its colours, or the terminal's for an ANSI theme."""
    if theme.name.startswith("ansi") or theme.name.endswith("-ansi"):
        quiet = dict.fromkeys(("muted", "faint", "line"), "ansi_bright_black")
        return {**quiet, "code": "ansi_yellow", "gone-ground": "ansi_default", "come-ground": "ansi_default"}
    ours = DARK if theme.dark else LIGHT
    if theme.foreground is None or theme.background is None:
        return {name: ours.variables[name] for name in _OWN}
    ink, ground = Color.parse(theme.foreground), Color.parse(theme.background)
    mixed = {"muted": 0.35, "faint": 0.6, "line": 0.75}
    return {name: ours.variables[name] for name in _OWN} | {
        name: ink.blend(ground, share).hex for name, share in mixed.items()
    }
