"""config.toml as text that a person wrote: read, changed at one place, checked as a whole, and put in place at once.

Comments, order and what is not known here stay as they are. Nothing is written that `weave.config` would refuse.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path

import tomlkit
from tomlkit.exceptions import TOMLKitError

from avery.settings.fields import KEYS, LOOKS, Kind, Setting, Value
from avery.settings.look import Look, checked_keys
from weave import config
from weave.durable import replace_bytes
from weave.errors import InvalidInput

NAME = "config.toml"
HEADER = "Avery's settings; what is left out has its default. A comment of yours stays."
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a text cannot be config.toml."""

    sentence: str
    line: int | None = None
    """Counted from 1, where it is known."""


@dataclass(frozen=True, slots=True)
class Book:
    """The file as it was read; `raw` None where there is none."""

    path: Path
    raw: bytes | None
    text: str
    values: Mapping[str, Value]
    """What it says, by the path of the setting; empty where it is broken."""
    problem: Problem | None = None


class Overtaken(InvalidInput):
    """The file was changed by somebody else since it was read."""


def read(home: Path) -> Book:
    """The settings of a home. Raises InvalidInput where the file cannot be read at all."""
    path = home / NAME
    raw = _bytes(path)
    text = (raw or b"").decode("utf-8-sig", "surrogateescape")
    found = problem(text)
    return Book(path, raw, text, {} if found else values(text), found)


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise InvalidInput(
            f"{path} cannot be read ({reason}); mend that and open this page again."
        ) from error


def problem(text: str) -> Problem | None:
    """What Weave or Avery would refuse in such a file, and where."""
    try:
        text.encode("utf-8")
        parsed = config.parse(text)
        Look.read(parsed.ui)
        checked_keys(parsed.keys)
    except UnicodeEncodeError as error:
        return Problem(f"{NAME} is not valid UTF-8; save it as UTF-8.", text.count("\n", 0, error.start) + 1)
    except InvalidInput as error:
        return Problem(str(error), _line(text, str(error)))
    return None


def _line(text: str, sentence: str) -> int | None:
    """Where the sentence points: at a line it names, else at the setting it names."""
    if (told := _LINE.search(sentence)) is not None:
        return int(told[1])
    if "at end of document" in sentence:
        return text.count("\n") + 1
    named = re.search(r"config\.toml: \[?([\w.-]+)", sentence)
    return place(text, named[1].rstrip(".")) if named else None


def place(text: str, path: str) -> int | None:
    """The line of a setting or of a table."""
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if head := re.match(r"\[+\s*([^\]]+?)\s*\]", stripped):
            table = head[1].replace('"', "")
        name = stripped.split("=")[0].strip().strip('"') if "=" in stripped else ""
        if path in (f"{table}.{name}" if table else name, table if head else None):
            return number
    return None


def values(text: str) -> Mapping[str, Value]:
    """What a sound text says, flat; a table that is no section stays out."""
    found: dict[str, Value] = {}
    _gather(tomllib.loads(text), "", found)
    return found


def _gather(table: Mapping[str, object], where: str, found: dict[str, Value]) -> None:
    for name, value in table.items():
        path = f"{where}{name}"
        if isinstance(value, Mapping):
            _gather(value, f"{path}.", found)
        elif isinstance(value, list):
            found[path] = tuple(str(one) for one in value)
        elif isinstance(value, str | int | float | bool):
            found[path] = value


def changed(text: str, setting: Setting, value: Value) -> str:
    """`text` with this setting at another value, None: left out. Raises InvalidInput for what may not be so."""
    document = tomlkit.parse(text) if text.strip() else _new()
    table = _table(document, setting)
    if value is None:
        table.pop(setting.name, None)
    else:
        table[setting.name] = list(value) if isinstance(value, tuple) else value
    found = tomlkit.dumps(document)
    if (refused := problem(found)) is not None:
        raise InvalidInput(refused.sentence.removeprefix(f"{NAME}: "))
    return found


def _new() -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add(tomlkit.comment(HEADER))
    return document


def _table(document: tomlkit.TOMLDocument, setting: Setting) -> MutableMapping[str, object]:
    found: MutableMapping[str, object] = document
    for name in setting.table:
        inner = found.get(name)
        if not isinstance(inner, MutableMapping):
            inner = tomlkit.table()
            found[name] = inner
        found = inner
    return found


def document_of(path: Path) -> tomlkit.TOMLDocument:
    """The file to be changed in place, a new one where there is none. Raises InvalidInput."""
    try:
        return tomlkit.parse(path.read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        return _new()
    except (OSError, UnicodeDecodeError, TOMLKitError) as error:
        raise InvalidInput(f"{path} cannot be read ({error}); mend it or move it away.") from error


def write(book: Book, text: str) -> Book:
    """Put `text` in the place of what was read. Raises Overtaken when something else stands there now, HomeError."""
    if _bytes(book.path) != book.raw:
        raise Overtaken(f"{NAME} was changed elsewhere meanwhile; nothing was written.")
    raw = text.encode("utf-8")
    replace_bytes(book.path, raw)
    return Book(book.path, raw, text, values(text))


def look(book: Book) -> tuple[Look, Mapping[str, str]]:
    """What concerns the screen alone: [ui] and [keys]."""
    parsed = config.parse(book.text)
    return Look.read(parsed.ui), checked_keys(parsed.keys)


def parsed(setting: Setting, typed: str) -> Value:
    """What was typed for a setting; empty leaves it out. Raises InvalidInput for what is no number."""
    text = typed.strip()
    if not text:
        return None
    if setting.kind is Kind.LIST:
        return tuple(part for one in text.split(",") if (part := one.strip()))
    if setting.kind not in (Kind.WHOLE, Kind.NUMBER):
        return text
    try:
        bare = text.replace(" ", "").replace("_", "")
        return int(bare) if setting.kind is Kind.WHOLE else float(bare)
    except ValueError:
        kind = "whole number" if setting.kind is Kind.WHOLE else "number"
        raise InvalidInput(f"{setting.path} must be a {kind}, not {text[:40]!r}.") from None


__all__ = [
    "HEADER", "KEYS", "LOOKS", "NAME", "Book", "Overtaken", "Problem", "changed", "document_of", "look", "parsed", "place",
    "problem", "read", "values", "write",
]  # fmt: skip
