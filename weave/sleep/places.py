"""sleep/….places.jsonl: where that stood which a cycle takes away, so that taking the cycle back puts it there again.

Before a file is touched for the first time the ids of its sections are noted in their order; of what goes, only a
section that a person formatted is kept word for word. It lives as long as the cycle can be taken back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from weave import markdown
from weave.backends.physical import PhysicalMemory
from weave.durable import append_bytes, explain, replace_bytes
from weave.markdown import Layout
from weave.model import Memory

ENDING = ".places.jsonl"


class Places:
    """The places of one cycle."""

    def __init__(self, folder: Path, cycle: str) -> None:
        self._file = folder / f"{cycle}{ENDING}"

    def note(
        self,
        physical: PhysicalMemory,
        paths: Iterable[str],
        going: Mapping[str, str],
        noted: set[str],
        known: Mapping[str, Memory] | None = None,
    ) -> None:
        """How these files are, if it is not `noted` yet, and how what is `going` is written. Raises HomeError.

        `going`: the file of each id. `known`: what is known of them; only what is written otherwise is read again.
        """
        lines: list[bytes] = []
        fresh = set[str]()
        for path in sorted(set(paths)):
            data = physical.read_bytes(path)
            if path not in noted:
                layout = markdown.layout_of(data)
                lines.append(_line({"path": path, "order": layout.order, "tail": layout.tail}))
                fresh.add(path)
            raw = markdown.by_hand(data, [id_ for id_, place in going.items() if place == path], known)
            lines += [_line({"path": path, "id": id_, "raw": text}) for id_, text in raw.items()]
        if lines:
            append_bytes(self._file, b"".join(lines), own_line=True)
        noted |= fresh

    def all(self) -> dict[str, Layout]:
        """What was noted so far, by file."""
        found: dict[str, Layout] = {}
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            return found
        for line in map(_read, data.splitlines()):
            path = str(line.get("path", ""))
            if "order" in line:
                found.setdefault(path, Layout(_texts(line["order"]), str(line.get("tail", ""))))
            elif path in found and "raw" in line:
                old = found[path]
                raw = {**old.raw, str(line.get("id")): str(line["raw"])}
                found[path] = Layout(old.order, old.tail, raw)
        return found

    def remove(self) -> None:
        """They are of no use any more. Raises HomeError."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            raise explain(error, self._file) from error


def erase(home: Path, ids: Collection[str], repeated: Callable[[str], bool]) -> None:
    """For a purge: these ids and their words stand in no file of places any more. Raises HomeError."""
    for file in (home / "sleep").glob(f"*{ENDING}"):
        lines = file.read_bytes().splitlines(keepends=True)
        kept = [one for line in lines if (one := _without(line, ids, repeated))]
        if kept != lines:
            replace_bytes(file, b"".join(kept))


def _without(line: bytes, ids: Collection[str], repeated: Callable[[str], bool]) -> bytes:
    table = _read(line)
    if "raw" in table:
        text = str(table["raw"])
        gone = table.get("id") in ids or any(id_ in text for id_ in ids) or repeated(text)
        return b"" if gone else line
    order = _texts(table.get("order"))
    left = [id_ for id_ in order if id_ not in ids]
    return line if len(left) == len(order) else _line({**table, "order": left})


def _read(line: bytes) -> Mapping[str, object]:
    """A line's table; one that a crash cut short noted nothing that had been touched."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else ()


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
