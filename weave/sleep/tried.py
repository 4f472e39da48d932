"""sleep/tried.jsonl: which questions have been thought about, so that none is asked again before there is reason to.

A question to which nothing came is asked again when its originals have changed; one at which the model failed, after
a pause that doubles. In the home and not in index/, since that may be deleted at any time. Ids and digests only.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from weave.clock import iso
from weave.durable import append_bytes, replace_bytes
from weave.sleep.codec import Key
from weave.sleep.model import Action, StepName, Verdict
from weave.sleep.rules import back_off

log = logging.getLogger(__name__)

FILE = "tried.jsonl"
KEPT = 5_000
"""Questions whose outcome is remembered; the oldest go."""


@dataclass(frozen=True, slots=True)
class Try:
    """How the last attempt at an action ended. `again`: not before then, if the originals are the same."""

    verdict: Verdict
    basis: str
    times: int = 1
    again: datetime | None = None


def seal(basis: Iterable[tuple[str, str]]) -> str:
    """One digest for all that an action rests on."""
    text = "\n".join(f"{id_} {digest}" for id_, digest in sorted(basis))
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


@dataclass(slots=True)
class Tried:
    """The attempts of one home. Only the owner of the home writes them."""

    home: Path
    _known: dict[Key, Try] | None = field(default=None, repr=False)

    @property
    def _file(self) -> Path:
        return self.home / "sleep" / FILE

    def known(self) -> dict[Key, Try]:
        """The last attempt at each action; a line that cannot be read is passed over."""
        if self._known is None:
            self._known = dict(self._read())
        return self._known

    def _read(self) -> Iterable[tuple[Key, Try]]:
        try:
            lines = self._file.read_bytes().splitlines()
        except FileNotFoundError:
            return
        for line in lines:
            try:
                yield _decoded(json.loads(line))
            except (ValueError, KeyError, TypeError, IndexError) as error:
                log.warning("A line of sleep/%s cannot be read: %s", FILE, error)

    def resting(self, step: StepName, action: Action, now: datetime) -> bool:
        """Whether an action is left alone for now."""
        last = self.known().get((step, action.id))
        if last is None or last.basis != seal(action.basis):
            return False
        return last.again is None or now < last.again

    def note(
        self, key: Key, verdict: Verdict, basis: Iterable[tuple[str, str]], now: datetime, *, period: float
    ) -> None:
        """How an attempt ended, durable. `period`: hours between two cycles. Raises HomeError."""
        sealed = seal(basis)
        last = self.known().get(key)
        times = 1 + (last.times if last and last.basis == sealed and last.verdict is verdict else 0)
        fails = verdict in (Verdict.FAILED, Verdict.VOID)
        self._put(key, Try(verdict, sealed, times, now + back_off(times, period) if fails else None))

    def undone(self, key: Key, basis: Iterable[tuple[str, str]]) -> None:
        """A person took it back: not again before its originals change. Raises HomeError."""
        last = self.known().get(key)
        self._put(key, Try(Verdict.UNDONE, last.basis if last else seal(basis)))

    def _put(self, key: Key, tried: Try) -> None:
        known = self.known()
        known.pop(key, None)  # so that the oldest come first
        known[key] = tried
        append_bytes(self._file, _encoded(key, tried), own_line=True)

    def tidy(self) -> None:
        """Rewrite the file when most of its lines are of the past. Raises HomeError."""
        known = self.known()
        try:
            lines = self._file.read_bytes().count(b"\n")
        except FileNotFoundError:
            return
        if lines <= 2 * min(len(known), KEPT) + 100:
            return
        self._known = dict(list(known.items())[-KEPT:])
        replace_bytes(self._file, b"".join(_encoded(key, tried) for key, tried in self._known.items()))


def _encoded(key: Key, tried: Try) -> bytes:
    table = {
        "step": key[0].value,
        "action": key[1],
        "verdict": tried.verdict.value,
        "basis": tried.basis,
        "times": tried.times,
        "again": iso(tried.again) if tried.again else None,
    }
    return json.dumps(table, separators=(",", ":")).encode("ascii") + b"\n"


def _decoded(line: dict[str, object]) -> tuple[Key, Try]:
    again = line["again"]
    tried = Try(
        Verdict(str(line["verdict"])),
        str(line["basis"]),
        int(str(line["times"])),
        datetime.fromisoformat(str(again)) if again else None,
    )
    return (StepName(str(line["step"])), str(line["action"])), tried
