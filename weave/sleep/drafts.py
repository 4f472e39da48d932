"""sleep/….drafts.jsonl: what a cycle's thinking came to, durable before anything of it is written, and its way back.

It holds words, so it goes with what is purged, when the cycle is taken back, and when the trash is emptied of what
the cycle removed.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Collection, Sequence
from datetime import date
from pathlib import Path

from weave.durable import append_bytes, explain, replace_bytes
from weave.model import Memory
from weave.sleep import codec
from weave.sleep.codec import Key, Thought
from weave.sleep.model import Draft, StepName

ENDING = ".drafts.jsonl"
_DAY = re.compile(r"^\d{4,9}-(\d{4}-\d{2}-\d{2})$")


class Drafts:
    """The drafts of one cycle."""

    def __init__(self, folder: Path, cycle: str) -> None:
        self._file = folder / f"{cycle}{ENDING}"

    def put(self, step: StepName, draft: Draft) -> None:
        """From now on the model is not asked again. Raises HomeError."""
        append_bytes(self._file, codec.encode(step, draft), own_line=True)

    def begin(self, key: Key, before: Sequence[Memory]) -> None:
        """From now on the draft is carried out, whatever comes between. Raises HomeError."""
        append_bytes(self._file, codec.encode_before(key, before), own_line=True)

    def all(self) -> dict[Key, Thought]:
        """What was thought so far, in order."""
        try:
            return codec.decode(self._file.read_bytes().splitlines())
        except FileNotFoundError:
            return {}

    def remove(self) -> None:
        """They are of no use any more. Raises HomeError."""
        try:
            self._file.unlink(missing_ok=True)
        except OSError as error:
            raise explain(error, self._file) from error


def expire(folder: Path, before: date, ending: str = ENDING) -> None:
    """Remove the drafts of cycles before this day: what these took away has left the trash. Raises HomeError."""
    for file in folder.glob(f"*{ending}"):
        found = _DAY.match(file.name.removesuffix(ending))
        with contextlib.suppress(ValueError):
            if found and date.fromisoformat(found[1]) < before:
                file.unlink(missing_ok=True)


def erase(home: Path, ids: Collection[str], repeated: Callable[[str], bool]) -> None:
    """For a purge: no draft that looked at one of these memories, or says their words, stays. Raises HomeError."""
    for file in (home / "sleep").glob(f"*{ENDING}"):
        lines = file.read_bytes().splitlines(keepends=True)
        kept = [line for line in lines if not _holds(line, ids, repeated)]
        if len(kept) < len(lines):
            replace_bytes(file, b"".join(kept))


def _holds(line: bytes, ids: Collection[str], repeated: Callable[[str], bool]) -> bool:
    text = line.decode("ascii", "replace")
    if any(id_ in text for id_ in ids):
        return True
    words = [thought.draft for thought in codec.decode([line]).values()]
    said = [m.text for draft in words for m in draft.writes] + [text for d in words for _, text in d.files]
    return any(map(repeated, said))
