"""Everything about the marked line of the settings page, in words; and the keys that act on it. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from avery.settings.fields import Kind
from avery.ui.keyrow import Keys
from avery.ui.plain import one_line
from avery.ui.settings.lines import Entry, GrantLine, KeyLine, SettingLine, ending, said
from weave.keystore import VARIABLES, KeyPlace

_AT_ONCE = "In force as soon as it is saved."
_ANEW = "In force when this page closes: the memory is then opened anew, which takes a moment."
_KINDS = {
    Kind.SWITCH: "yes or no",
    Kind.LIST: "several, with commas between them",
    Kind.FILE: "a file",
    Kind.FOLDER: "a folder",
    Kind.KEY: "a key",
    Kind.THEME: "a theme",
    Kind.TABLE: "a table; it is written as text",
}
_GRANTS = {
    "write": "It writes and changes files there without asking.",
    "run": "It runs what begins so without asking.",
    "fetch": "It fetches pages from there without asking.",
    "mcp": "It calls this tool of an MCP server without asking.",
}


def about(entry: Entry | None, empty: str) -> Content:
    """What is to be known of a line; `empty` where there is none."""
    if entry is None:
        return Content.styled(empty, "$muted")
    if isinstance(entry, SettingLine):
        parts = _setting(entry)
    elif isinstance(entry, KeyLine):
        parts = _key(entry)
    else:
        parts = _grant(entry)
    return Content("\n").join(list(parts))


def _setting(line: SettingLine) -> Iterator[Content]:
    setting = line.setting
    yield Content.styled(setting.path, "bold $foreground")
    if setting.about:
        yield Content.styled(setting.about, "$foreground")
    yield Content("")
    mark = " (changed)" if line.changed else ""
    yield _pair("Value", f"{line.words}{mark}")
    yield _pair("Default", said(setting, setting.default))
    what = (
        " or ".join(setting.choices)
        if setting.choices
        else _KINDS.get(setting.kind, f"a {setting.kind.value}")
    )
    yield _pair("It is", what + (", or left out" if setting.optional else ""))
    if line.override is not None:
        yield Content.styled(
            f"{setting.variable} in the environment wins over it: {one_line(line.override, 200)}", "$warning"
        )
    elif setting.variable:
        yield _pair("Wins", f"{setting.variable} in the environment, when it is set")
    yield Content("")
    yield Content.styled(_AT_ONCE if setting.at_once else _ANEW, "$muted")


def _key(line: KeyLine) -> Iterator[Content]:
    yield Content.styled(f"The {line.key.value} key", "bold $foreground")
    if line.problem:
        yield Content.styled(line.problem, "$error")
    for place, found in enumerate(line.places):
        words = f"{ending(found)} in {found.where}"
        note = "  in use" if place == 0 else "  not used: the one above wins"
        yield Content.assemble((words, "$foreground"), (note, "$success" if place == 0 else "$muted"))
    if not line.places and not line.problem:
        yield Content.styled("None is kept, and none is needed for what runs on this machine.", "$foreground")
    yield Content("")
    first = VARIABLES[line.key][0]
    yield Content.styled(
        f"Asked in this order: {', '.join(VARIABLES[line.key])}, the system's key store, a file only you can read.",
        "$muted",
    )
    if line.places and line.places[0].place is KeyPlace.ENVIRONMENT:
        yield Content.styled(f"Avery cannot change {first}; your shell can.", "$muted")
    yield Content.styled(_ANEW, "$muted")


def _grant(line: GrantLine) -> Iterator[Content]:
    yield Content.styled(one_line(line.rule, 400), "bold $foreground")
    yield Content.styled(
        _GRANTS.get(line.rule.partition(":")[0], "It does this without asking."), "$foreground"
    )
    yield Content("")
    yield Content.styled("It stands in grants.toml, which you may edit; x takes it back, at once.", "$muted")


def _pair(name: str, words: str) -> Content:
    return Content.assemble((f"{name:<9}", "$muted"), (words, "$foreground"))


def keys(entry: Entry | None, *, editing: bool, finding: bool, narrow: bool) -> Keys:
    """The keys that act now."""
    if editing:
        return [("enter", "saves"), ("escape", "leaves it")]
    if finding:
        return [("down", "to the list"), ("escape", "closes")]
    found: list[tuple[str, str]] = []
    if isinstance(entry, SettingLine):
        found.append(("enter", "flips it" if entry.setting.kind is Kind.SWITCH else "changes it"))
        if entry.changed:
            found.append(("x", "back to default"))
    elif isinstance(entry, KeyLine):
        found += _key_keys(entry)
    elif isinstance(entry, GrantLine):
        found.append(("x", "takes it back"))
    found += [("slash", "searches"), ("c", "changed only")]
    if not narrow:
        found += [("e", "as text"), ("ctrl+g", "in $EDITOR")]
    return [*found, ("escape", "closes")]


def _key_keys(line: KeyLine) -> list[tuple[str, str]]:
    places = [found.place for found in line.places]
    keys = [("enter", "another key")]
    if line.places:
        keys.append(("t", "tests it"))
    if KeyPlace.FILE in places and KeyPlace.KEYRING not in places:
        keys.append(("m", "to key store"))
    if set(places) - {KeyPlace.ENVIRONMENT}:
        keys.append(("x", "removes it"))
    return keys
