"""What a command is: something that a person can ask for by key, palette or slash."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """Something a person can ask for. `id` is what `[keys]` in config.toml remaps."""

    id: str
    group: str
    title: str
    keys: tuple[str, ...] = ()
    """Key names as Textual knows them; the first is the one shown in hints."""
    slash: str | None = None
    """The slash command's word, without the slash."""
    argument: str = ""
    """What the slash command takes, for its hint."""
    action: str | None = None
    """The chat screen's action; None for keys that a widget handles on its own."""
    palette: bool = True
    priority: bool = False
