"""Files read, listed and searched inside the granted folders. Nothing is changed, so nobody is asked."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from avery.agent.arguments import Arguments
from avery.agent.concealing import concealed
from avery.agent.tools import ToolContext, ToolResult, Unasked
from avery.tools.arguments import flag, integer, number, schema, string, text
from avery.tools.contents import legibly, read
from avery.tools.places import Places, reason
from avery.tools.processes import run
from avery.tools.secretive import secretive
from avery.tools.seen import Seen
from weave.documents.limits import Limits
from weave.errors import InvalidInput
from weave.rg import find_rg

_LINES = 400
"""Of a file, where no number is given."""
_ENTRIES = 300
_WIDTH = 300
"""Letters of a line that a search shows."""
_SECONDS = 20.0
_RG = (
    "--no-config",
    "--no-messages",
    "--color=never",
    "--sort=path",
    "--glob=!.git",
)
_BODY = re.compile(r"\s*(?=\S*[a-z])(?=\S*[A-Z])[A-Za-z0-9+/]{48,}={0,2}(?:\s|$)")
"""A line as private keys are made of: found alone, nothing around it tells."""
_KEY_PART = "[secret removed: what looks like a part of a key]"
_FOLDER: Final = text("By itself the folder you work in.")


class ReadFile(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "read_file"
    description: Final = "Read a text file, PDF, DOCX or EPUB in the person's folder."
    schema: Final = schema(
        ("path",),
        path=text("Relative or absolute."),
        line=number("First line wanted, from 1."),
        lines=number(f"How many; by itself {_LINES}."),
    )

    def __init__(self, places: Places, seen: Seen, limits: Limits) -> None:
        self._places, self._seen, self._limits = places, seen, limits

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """The lines asked for, as many as fit. Raises InvalidInput."""
        path = self._places.find(string(arguments, "path"))
        contents = await asyncio.to_thread(read, self._places, path, self._limits)
        self._seen.note(path, contents.digest)
        first = integer(arguments, "line", 1)
        text_ = legibly(contents)
        lines = text_.split("\n")
        shown = list(
            _fitting(_part(text_, lines, first, integer(arguments, "lines", _LINES)), context.letters - 200)
        )
        last = first + len(shown) - 1
        where = f"lines {first}-{last} of {len(lines)}" if shown else f"no line {first}, it has {len(lines)}"
        return ToolResult(f"{self._places.named(path)}, {where}\n" + "\n".join(shown))


class ListFiles(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "list_files"
    description: Final = "List a folder, or with `glob` all files below it that match, such as **/*.md."
    schema: Final = schema((), path=_FOLDER, glob=text("A pattern.", most=200))

    def __init__(self, places: Places) -> None:
        self._places = places

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Names, folders with a slash at their end. Raises InvalidInput."""
        folder = _folder(self._places, arguments)
        glob = string(arguments, "glob")
        names = await (self._matching(folder, glob) if glob else asyncio.to_thread(_entries, folder))
        shown = list(_fitting(names[:_ENTRIES], context.letters - 200))
        more = ["[there are more; narrow it down by path or glob]"] if len(shown) < len(names) else []
        return ToolResult("\n".join([f"{self._places.named(folder)}:", *(shown or ["nothing"]), *more]))

    async def _matching(self, folder: Path, glob: str) -> list[str]:
        argv = [_rg(), *_RG, "--files", "--null", f"--glob={glob.removeprefix('!')}", "--", "."]
        found = await run(argv, folder, {}, _SECONDS)
        *whole, _ = found.head.split(b"\0")  # what follows the last one is cut, or nothing
        names = (name.decode("utf-8", "replace").removeprefix("./") for name in whole)
        return [name for name in names if _visible(self._places, folder / name)]


class SearchFiles(Unasked):
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "search_files"
    description: Final = "Find lines that hold a text in the files below a folder."
    schema: Final = schema(
        ("text",),
        text=text("Small letters match capitals too.", most=500),
        path=_FOLDER,
        glob=text("Such as *.py.", most=200),
        regex=flag("`text` is a regular expression."),
    )

    def __init__(self, places: Places) -> None:
        self._places = places

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """path:line:text, as many as fit. Raises InvalidInput."""
        place = self._places.find(string(arguments, "path", "."))
        if not place.exists():
            raise InvalidInput(f"There is no {self._places.named(place)}; list_files tells what is there.")
        argv = self._command(arguments, place)
        found = await run(argv, place if place.is_dir() else place.parent, {}, _SECONDS)
        if found.status == 2 and b"\0" not in found.head:
            raise InvalidInput(
                "That cannot be searched for: give one line of text, or with `regex` a regular expression."
            )
        lines = list(self._lines(found.head, place))
        if not lines:
            return ToolResult(
                "Nothing found." if not found.late else "The search took too long; narrow it down."
            )
        shown = list(_fitting(lines, context.letters - 200))
        cut = found.late or found.left_out or len(shown) < len(lines)
        return ToolResult("\n".join([*shown, "[there is more; narrow it down]"] if cut else shown))

    def _command(self, arguments: Arguments, place: Path) -> list[str]:
        flags = [] if arguments.get("regex") else ["--fixed-strings"]
        glob = string(arguments, "glob").removeprefix("!")
        flags += [f"--glob={glob}"] if glob else []
        flags += ["--smart-case", "--line-number", "--with-filename", "--null", "--no-heading"]
        flags += [f"--max-columns={_WIDTH}", "--max-columns-preview", "--max-count=50", "--max-filesize=16M"]
        target = "." if place.is_dir() else place.name
        return [_rg(), *_RG, *flags, "-e", string(arguments, "text"), "--", target]

    def _lines(self, output: bytes, place: Path) -> Iterator[str]:
        folder = place if place.is_dir() else place.parent
        for line in output.decode("utf-8", "replace").splitlines():
            name, mark, rest = line.partition("\0")
            path = folder / name
            if mark and _visible(self._places, path):
                number, _, words = rest.partition(":")
                yield f"{self._places.named(path)}:{number}:{_KEY_PART if _BODY.match(words) else words}"


def _rg() -> str:
    rg = find_rg()
    if rg is None:
        raise InvalidInput("rg is not installed here; list_files and read_file still work.")
    return rg


def _folder(places: Places, arguments: Arguments) -> Path:
    folder = places.find(string(arguments, "path", "."))
    if not folder.is_dir():
        raise InvalidInput(f"{places.named(folder)} is no folder; read_file reads a file.")
    return folder


def _visible(places: Places, path: Path) -> bool:
    """Whether a search may show it: rg follows no links, so that its paths are real."""
    return places.holds(path) and not secretive(places.within(path))


def _entries(folder: Path) -> list[str]:
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name)
    except OSError as error:
        raise InvalidInput(f"The folder cannot be read ({reason(error)}).") from error
    return [_entry(path) for path in found]


def _entry(path: Path) -> str:
    name = path.name.encode("utf-8", "replace").decode()
    if path.is_symlink():
        return f"{name} (a link)"
    return f"{name}/" if path.is_dir() else name


def _part(whole: str, lines: list[str], first: int, count: int) -> list[str]:
    """So many lines from `first` on, where also a line out of the middle of a key is masked."""
    wanted = lines[first - 1 : first - 1 + count]
    if not wanted:
        return []
    start = sum(len(line) + 1 for line in lines[: first - 1])
    length = sum(len(line) + 1 for line in wanted) - 1
    return concealed(whole, start, start + length).split("\n")


def _fitting(lines: list[str], room: int) -> Iterator[str]:
    """The first lines that fit, the very first one cut rather than left out."""
    for place, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0:
            if place == 0:
                yield f"{line[:room]}…"
            return
        yield line
