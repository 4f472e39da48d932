"""What of config.toml concerns the screen alone, and is in force as soon as it is written: [ui] and [keys]."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from avery.commands import COMMANDS, key_name
from weave.errors import InvalidInput

_THEME: Mapping[str, object] = {"path": "theme"}
_ALIKE = 0.85
"""From here on a word is taken for a slip: other ids than those of the commands are Textual's own."""


@dataclass(frozen=True, slots=True)
class Look:
    """[ui]: how Avery looks, and how it calls you."""

    theme: str = field(default="avery-dark", metadata=_THEME)
    """The colours; avery-light suits a bright terminal."""
    bell: bool = True
    """Ring, and tell the desktop, when a reply is whole or Avery asks while another window has the keyboard."""

    @classmethod
    def read(cls, table: Mapping[str, object]) -> Self:
        """What [ui] says; raises InvalidInput naming the key."""
        known = {f.name: f for f in fields(cls)}
        for name, value in table.items():
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean {near[0]}?" if near else "."
                raise InvalidInput(f"config.toml: ui.{name} is not a setting{hint}")
            wanted = type(known[name].default)
            if type(value) is not wanted:
                raise InvalidInput(
                    f"config.toml: ui.{name} must be of type {wanted.__name__}, not {value!r}."
                )
        theme, bell = table.get("theme", cls().theme), table.get("bell", cls().bell)
        return cls(str(theme), bool(bell))


def checked_keys(table: Mapping[str, object]) -> Mapping[str, str]:
    """What [keys] says; raises InvalidInput for what is no command, no key, or a key that is taken twice."""
    known = {command.id: command for command in COMMANDS}
    found: dict[str, str] = {}
    for name, value in table.items():
        if name not in known and (near := difflib.get_close_matches(name, known, 1, _ALIKE)):
            raise InvalidInput(f"config.toml: keys.{name} is no command; did you mean {near[0]}?")
        if not isinstance(value, str) or not all(part.strip() for part in value.split(",")):
            raise InvalidInput(
                f'config.toml: keys.{name} must name a key, such as "ctrl+y", or several with commas.'
            )
        found[name] = value
    _check_clashes(found)
    return found


def _check_clashes(changed: Mapping[str, str]) -> None:
    """Of the commands of the chat no two may have the same key, or one of them is out of reach."""
    taken: dict[str, str] = {}
    for command in COMMANDS:
        if command.action is None:
            continue
        keys = changed[command.id].split(",") if command.id in changed else command.keys
        for key in (key.strip() for key in keys):
            if key in taken and (command.id in changed or taken[key] in changed):
                raise InvalidInput(
                    f"config.toml: keys.{command.id}: {key_name(key)} is the key of {taken[key]} already; "
                    "take another one."
                )
            taken[key] = command.id
