"""The lines of the settings page: every setting under its table, the keys and where they are kept, what is allowed.

Which of them a search leaves, and how each is drawn. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from textual.content import Content

from avery.commands import key_name
from avery.settings.fields import Kind, Section, Setting, Value
from avery.ui.plain import one_line
from weave.keystore import FoundKey, KeyName
from weave.secrets import mask

_NAME = 22
"""Cells of a name; longer ones move their value to the right."""
_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Heading:
    """Begins a group."""

    title: str
    about: str


@dataclass(frozen=True, slots=True)
class SettingLine:
    """A setting as it stands."""

    setting: Setting
    value: Value
    """What the file says, else the default."""
    changed: bool
    """Whether the file says something else than the default."""
    override: str | None = None
    """What the environment says instead."""

    @property
    def name(self) -> str:
        return self.setting.name

    @property
    def words(self) -> str:
        """The value as it is read."""
        return said(self.setting, self.value)


@dataclass(frozen=True, slots=True)
class KeyLine:
    """A key, and every place that holds it, the one in use first."""

    key: KeyName
    places: tuple[FoundKey, ...]
    problem: str = ""
    """Why that could not be found out."""

    @property
    def name(self) -> str:
        return f"{self.key.value} key"

    @property
    def words(self) -> str:
        """Where the key in use comes from, and its last letters."""
        if self.problem:
            return self.problem
        if not self.places:
            return "none"
        first = self.places[0]
        return f"{ending(first)} from {first.where}"


@dataclass(frozen=True, slots=True)
class GrantLine:
    """Something that Avery may do unasked."""

    rule: str

    @property
    def name(self) -> str:
        return one_line(self.rule, _SHOWN)


Entry = SettingLine | KeyLine | GrantLine
Line = Heading | Entry


def ending(key: FoundKey) -> str:
    """A key's last letters, or that they are not told."""
    return f"…{key.secret.ending}" if key.secret.ending else "a short key"


def said(setting: Setting, value: Value) -> str:
    """A value as a person reads it."""
    if value is None or value == ():
        return "not set"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if setting.kind is Kind.KEY:
        return ", ".join(key_name(key.strip()) for key in str(value).split(","))
    if isinstance(value, tuple):
        return one_line(", ".join(value), _SHOWN)
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:g}" if isinstance(value, float) else one_line(value, _SHOWN)


def typed(value: Value) -> str:
    """A value as it is written into a field."""
    if value is None:
        return ""
    if isinstance(value, tuple):
        return ", ".join(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def setting_lines(
    sections: Iterable[Section], values: Mapping[str, Value], environment: Mapping[str, str]
) -> tuple[Line, ...]:
    """All of config.toml."""
    found: list[Line] = []
    for section in sections:
        found.append(Heading(section.name, section.about))
        found += [_line(setting, values, environment) for setting in section.settings]
    return tuple(found)


def _line(setting: Setting, values: Mapping[str, Value], environment: Mapping[str, str]) -> SettingLine:
    value = values.get(setting.path, setting.default)
    override = environment.get(setting.variable, "") if setting.variable else ""
    return SettingLine(setting, value, value != setting.default, mask(override) or None)


def key_lines(keys: Iterable[KeyLine]) -> tuple[Line, ...]:
    """The keys of servers."""
    return (
        Heading("keys of servers", "Kept apart from config.toml; nothing shows more than their end."),
        *keys,
    )


def grant_lines(rules: Iterable[str], trouble: str) -> tuple[Line, ...]:
    """What Avery may do unasked; nothing where nothing is."""
    found = [GrantLine(rule) for rule in rules]
    about = trouble or "What you allowed for good; x takes it back."
    return (Heading("allowed without asking", about), *found) if found or trouble else ()


def sought(lines: Iterable[Line], query: str, *, changed: bool = False) -> tuple[Line, ...]:
    """Those in which every word of the query stands, under their headings; `changed`: only what is no default."""
    words = query.casefold().split()
    found: list[Line] = []
    heading: Heading | None = None
    for line in lines:
        if isinstance(line, Heading):
            heading = line
        elif (not changed or _differs(line)) and _has(line, heading, words):
            if heading is not None:
                found.append(heading)
                heading = None
            found.append(line)
    return tuple(found)


def _differs(line: Entry) -> bool:
    return not isinstance(line, SettingLine) or line.changed or line.override is not None


def _has(line: Entry, heading: Heading | None, words: list[str]) -> bool:
    parts = [line.name, heading.title if heading is not None else ""]
    if isinstance(line, SettingLine):
        parts = [line.setting.path, line.setting.about, line.words, line.setting.variable or ""]
    elif isinstance(line, KeyLine):
        parts += [line.words]
    text = " ".join(parts).casefold()
    return all(word in text for word in words)


def drawn(line: Line, width: int, *, marked: bool) -> Content:
    """A line within `width` cells."""
    if isinstance(line, Heading):
        return Content.assemble((line.title, "bold $accent"), (f"  {line.about}", "$muted"))
    sign = ("▸ " if marked else "  ", "$primary")
    if isinstance(line, GrantLine):
        return Content.assemble(sign, ("  ", ""), (line.name, "$foreground"))
    changed = isinstance(line, SettingLine) and line.changed
    room = _NAME if width >= 50 else min(_NAME, max(12, width // 2 - 4))
    name = line.name if cell_len(line.name) > room else set_cell_size(line.name, room)
    parts = [
        sign,
        ("• " if changed else "  ", "$warning"),
        (name, "bold $foreground" if marked else "$foreground"),
        ("  ", ""),
    ]
    override = line.override if isinstance(line, SettingLine) else None
    if override is not None and isinstance(line, SettingLine):
        parts += [(one_line(override, 60), "$foreground"), (f"  by {line.setting.variable}", "$warning")]
    else:
        parts.append((line.words, "bold $foreground" if changed else "$muted"))
    return Content.assemble(*parts)
