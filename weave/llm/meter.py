"""What the model has cost, by day and kind of call: analytics/usage/2026-11.jsonl, a line of JSON for each request.

Lines of one day, kind, model and outcome add up, so a file that has grown is written anew as their sums. No word of
a prompt or a reply is kept. It is written without waiting for the disk: a power cut may cost the last lines.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from pathlib import Path
from typing import cast

from weave.clock import Clock
from weave.durable import Append, append_group, replace_bytes
from weave.errors import HomeError
from weave.llm.usage import Call, Outcome

__all__ = ["FOLDER", "Meter", "Price", "Tally", "total"]

log = logging.getLogger(__name__)

FOLDER = "analytics/usage"
_MOST_LINES = 2_000
"""A month's file is summed up when it has grown by so many lines."""
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """What a million tokens cost, in the person's currency; None where it is not known."""

    input: float | None = None
    output: float | None = None

    def of(self, call: Call) -> float | None:
        """What one request cost; None without prices."""
        if self.input is None and self.output is None:
            return None
        return (
            call.usage.prompt * (self.input or 0.0) + call.usage.completion * (self.output or 0.0)
        ) / _MILLION


@dataclass(frozen=True, slots=True)
class Tally:
    """Requests of one kind, added up. Tokens are the server's count but for `estimated` of the `calls`."""

    day: date
    kind: str
    """chat, or the name of the schema."""
    model: str = ""
    outcome: Outcome = Outcome.OK
    calls: int = 0
    prompt: int = 0
    completion: int = 0
    cached: int = 0
    """Those of `prompt` that the server had kept from before."""
    seconds: float = 0.0
    estimated: int = 0
    cost: float | None = None
    """None when no price was set while they were made."""

    @property
    def tokens(self) -> int:
        """Both ways."""
        return self.prompt + self.completion

    def plus(self, other: Tally) -> Tally:
        """The two together, under this one's name."""
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return replace(
            self,
            calls=self.calls + other.calls,
            prompt=self.prompt + other.prompt,
            completion=self.completion + other.completion,
            cached=self.cached + other.cached,
            seconds=self.seconds + other.seconds,
            estimated=self.estimated + other.estimated,
            cost=sum(costs) if costs else None,
        )


def total(tallies: Iterable[Tally], day: date, kind: str = "") -> Tally:
    """All of them in one, under this day and kind."""
    sum_ = Tally(day, kind)
    for tally in tallies:
        sum_ = sum_.plus(tally)
    return sum_


class Meter:
    """The account of one home. The owner's and each guest's lines lie in files of their own."""

    def __init__(
        self, home: Path, clock: Clock, price: Price | None = None, *, guest: int | None = None
    ) -> None:
        """`guest`: the process id of a guest, which writes beside the owner's file."""
        self._folder = home / FOLDER
        self._clock = clock
        self._price = price or Price()
        self._suffix = f".guest-{guest}.jsonl" if guest else ".jsonl"
        self._lines = 0
        self.session = Tally(clock().date(), "")
        """All requests since this was made."""

    def record(self, call: Call) -> None:
        """Take one request in. Never raises: what cannot be written is only told of in the log."""
        tally = self._tally(call)
        self.session = self.session.plus(tally)
        path = self._folder / f"{tally.day:%Y-%m}{self._suffix}"
        try:
            append_group([Append(path, _line(tally), own_line=True)], sync=False)
            self._lines += 1
            if self._lines >= _MOST_LINES:
                self._lines = 0
                replace_bytes(path, b"".join(map(_line, _summed(_read(path)))))
        except (HomeError, OSError) as error:
            log.warning("What the model cost is not written down: %s", error)

    def _tally(self, call: Call) -> Tally:
        return Tally(
            day=self._clock().date(),
            kind=call.kind,
            model=call.model,
            outcome=call.outcome,
            calls=1,
            prompt=call.usage.prompt,
            completion=call.usage.completion,
            cached=call.usage.cached,
            seconds=call.seconds,
            estimated=int(call.estimated),
            cost=self._price.of(call),
        )

    def tallies(self, since: date | None = None) -> tuple[Tally, ...]:
        """By day, kind, model and outcome, the oldest first; from any thread, also while another process writes."""
        months = [
            path
            for path in self._folder.glob("*.jsonl")
            if since is None or path.name[:7] >= f"{since:%Y-%m}"
        ]
        found = (tally for path in sorted(months) for tally in _read(path))
        return _summed(tally for tally in found if since is None or tally.day >= since)

    def today(self) -> Tally:
        """All requests of this day."""
        day = self._clock().date()
        return total(self.tallies(day), day)


def _summed(tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    sums: dict[tuple[date, str, str, Outcome], Tally] = {}
    for tally in tallies:
        key = (tally.day, tally.kind, tally.model, tally.outcome)
        sums[key] = sums[key].plus(tally) if key in sums else tally
    return tuple(sums[key] for key in sorted(sums))


def _line(tally: Tally) -> bytes:
    said: dict[str, object] = {
        "day": tally.day.isoformat(),
        "kind": tally.kind,
        "model": tally.model,
        "outcome": tally.outcome.value,
        "calls": tally.calls,
        "prompt": tally.prompt,
        "completion": tally.completion,
        "cached": tally.cached,
        "seconds": round(tally.seconds, 3),
        "estimated": tally.estimated,
    }
    if tally.cost is not None:
        said["cost"] = round(tally.cost, 8)
    return json.dumps(said, separators=(",", ":")).encode("ascii") + b"\n"


def _read(path: Path) -> Iterator[Tally]:
    """The lines that can be read; one that was cut short, or that another hand spoilt, is passed over."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        return
    for line in lines:
        try:
            yield _tally_of(cast(Mapping[str, object], json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError):
            continue


def _tally_of(said: Mapping[str, object]) -> Tally:
    cost = said.get("cost")
    return Tally(
        day=datetime.fromisoformat(str(said["day"])).date(),
        kind=str(said["kind"]),
        model=str(said.get("model", "")),
        outcome=Outcome(str(said["outcome"])),
        calls=_whole(said["calls"]),
        prompt=_whole(said["prompt"]),
        completion=_whole(said["completion"]),
        cached=_whole(said.get("cached", 0)),
        seconds=_number(said.get("seconds", 0.0)),
        estimated=_whole(said.get("estimated", 0)),
        cost=None if cost is None else _number(cost),
    )


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError("it is no number")
    return float(value)


def _whole(value: object) -> int:
    return int(_number(value))
