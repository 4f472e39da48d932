"""Every setting that config.toml may hold, read from the classes that define it, with the words that stand there.

A section that is added to `weave.config.Config` appears by itself; only [ui] and [keys], which belong to Avery, are
described here.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from enum import StrEnum
from functools import cache
from types import ModuleType, NoneType, UnionType
from typing import get_args, get_origin, get_type_hints

from avery.commands import COMMANDS, Command
from avery.settings.look import Look
from weave import config
from weave.config import OVERRIDES, Config

Value = str | int | float | bool | tuple[str, ...] | None
"""What a setting may be; None where it is left out."""
GENERAL = "general"
"""The section of what stands above all tables."""
KEYS = "keys"
LOOKS = "ui"


class Kind(StrEnum):
    """How a setting is changed."""

    SWITCH = "switch"
    WHOLE = "whole number"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    FILE = "file"
    FOLDER = "folder"
    LIST = "list"
    KEY = "key"
    THEME = "theme"
    TABLE = "table"
    """Too much for one line: it is written as text."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One line of config.toml."""

    section: str
    name: str
    kind: Kind
    default: Value
    about: str = ""
    """What it does."""
    optional: bool = False
    """Whether it may be left empty."""
    choices: tuple[str, ...] = ()
    variable: str | None = None
    """The variable of the environment that wins over it."""
    title: str = ""
    """What it is called where its name says little: the title of a command."""

    @property
    def path(self) -> str:
        """`recall.k`, or the bare name above all tables."""
        return self.name if self.section == GENERAL else f"{self.section}.{self.name}"

    @property
    def table(self) -> tuple[str, ...]:
        """The tables that it stands in, from the outside in."""
        return () if self.section == GENERAL else tuple(self.section.split("."))

    @property
    def at_once(self) -> bool:
        """Whether it takes effect as soon as it is saved; else when the memory is opened anew."""
        return self.section in (KEYS, LOOKS)


@dataclass(frozen=True, slots=True)
class Section:
    """A table of config.toml."""

    name: str
    about: str
    settings: tuple[Setting, ...]


@cache
def sections() -> tuple[Section, ...]:
    """All of config.toml, in the order in which it is defined; reads the source of `weave.config` once."""
    hints = get_type_hints(Config)
    words = _words(config)
    plain = tuple(_settings(Config, GENERAL, words))
    found = [Section(GENERAL, "What concerns all of Avery.", plain)] if plain else []
    for field in fields(Config):
        if is_dataclass(kind := hints[field.name]) and isinstance(kind, type):
            found.append(_section(kind, field.name, words))
    found.append(_section(Look, LOOKS, _words(inspect.getmodule(Look))))
    found.append(Section(KEYS, "Other keys for what Avery can do.", tuple(map(_key, _remappable()))))
    return tuple(found)


def _section(cls: type, name: str, words: Mapping[str, str]) -> Section:
    about = words.get(cls.__name__, "").removeprefix(f"[{name}]").lstrip(": ")
    return Section(name, about[:1].upper() + about[1:], tuple(_settings(cls, name, words)))


def _settings(cls: type, section: str, words: Mapping[str, str]) -> Iterator[Setting]:
    hints = get_type_hints(cls)
    for field in fields(cls):
        hint = hints[field.name]
        if is_dataclass(hint) or (cls is Config and get_origin(hint) is dict):
            continue
        path = field.name if section == GENERAL else f"{section}.{field.name}"
        yield Setting(
            section,
            field.name,
            _kind(hint, field.metadata),
            _default(field),
            words.get(f"{cls.__name__}.{field.name}", ""),
            optional=NoneType in get_args(hint),
            choices=tuple(field.metadata.get("one of", ())),
            variable=OVERRIDES.get(path),
        )


def _kind(hint: object, metadata: Mapping[str, object]) -> Kind:
    if "one of" in metadata:
        return Kind.CHOICE
    if metadata.get("path") == "theme":
        return Kind.THEME
    listed = get_origin(hint) in (list, tuple)
    if isinstance(where := metadata.get("path"), str) and not listed:
        return Kind(where)
    kinds = get_args(hint) if isinstance(hint, UnionType) else (hint,)
    for known, kind in ((bool, Kind.SWITCH), (int, Kind.WHOLE), (float, Kind.NUMBER), (str, Kind.TEXT)):
        if known in kinds:
            return kind
    return Kind.LIST if listed and str in get_args(hint) else Kind.TABLE


def _default(field: Field[object]) -> Value:
    value = field.default
    if value is MISSING and field.default_factory is not MISSING:
        value = field.default_factory()
    if isinstance(value, list | tuple):
        return tuple(str(one) for one in value)
    return value if isinstance(value, str | int | float | bool) else None


def _words(module: ModuleType | None) -> Mapping[str, str]:
    """The words below each class and each of its fields; none where the source was not installed."""
    try:
        tree = ast.parse(inspect.getsource(module)) if module is not None else ast.Module([], [])
    except (OSError, SyntaxError):
        return {}
    found: dict[str, str] = {}
    for cls in (node for node in tree.body if isinstance(node, ast.ClassDef)):
        found[cls.name] = _unfolded(ast.get_docstring(cls) or "")
        for field, below in zip(cls.body, cls.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                found[f"{cls.name}.{field.target.id}"] = _text(below)
    return found


def _text(node: ast.stmt) -> str:
    constant = node.value if isinstance(node, ast.Expr) else None
    text = constant.value if isinstance(constant, ast.Constant) else ""
    return _unfolded(text) if isinstance(text, str) else ""


def _unfolded(text: str) -> str:
    return " ".join(text.split())


def _remappable() -> Iterator[Command]:
    """The commands of the chat: what acts in a page of its own keeps its letter."""
    return (command for command in COMMANDS if command.action is not None and command.keys)


def _key(command: Command) -> Setting:
    about = f"{command.title}. {command.group}."
    return Setting(KEYS, command.id, Kind.KEY, ",".join(command.keys), about, title=command.title)
