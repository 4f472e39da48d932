"""How recall does: how long it took, backend by backend, and which backends brought what entered the passage.

Noting a recall costs some microseconds. What was noted is added to `analytics/recalls.jsonl` once a minute by a thread
of its own, and when the home is closed: a line holds counts for one day, so that lines of a day may be added up, and
no word of any question. A process that is killed loses the figures of its last minute, and nothing else.
"""

from __future__ import annotations

import json
import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from weave.clock import Clock
from weave.durable import Append, append_group, replace_bytes
from weave.errors import HomeError
from weave.model import Recall

log = logging.getLogger(__name__)

FOLDER, FILE = "analytics", "recalls.jsonl"
WHOLE = "recall"
"""The name under which the whole of a recall is timed, beside the backends."""
NEIGHBOUR = "neighbour"
"""What no backend found: it came as the neighbour of what was found, or states something about the topic."""
FLUSH_SECONDS = 60.0
KEPT_DAYS = 400
"""Days of figures that are kept; older ones are dropped when the file is next written anew."""
_STEPS = 8
"""Bins of a doubling of the time: a percentile is right within 5 %."""
_SMALLEST, _LARGEST = 0.01, 1e7


@dataclass(slots=True)
class Tally:
    """Counts of one day, or of several. Times are kept as numbers of bins, so that tallies can be added up."""

    recalls: int = 0
    empty: int = 0
    times: dict[str, Counter[int]] = field(default_factory=dict)
    failed: Counter[str] = field(default_factory=Counter)
    entered: Counter[str] = field(default_factory=Counter)
    alone: Counter[str] = field(default_factory=Counter)

    def note(self, recall: Recall) -> None:
        """Add one recall."""
        self.recalls += 1
        self.empty += not recall.memories
        for name, milliseconds in ((WHOLE, recall.elapsed_ms), *recall.timings):
            self.times.setdefault(name, Counter())[_bin(milliseconds)] += 1
        self.failed.update(one.backend for one in recall.degraded)
        for one in recall.memories:
            if one.memory.id in recall.passage:
                self.entered.update(one.backends or (NEIGHBOUR,))
                if len(one.backends) < 2:
                    self.alone.update(one.backends or (NEIGHBOUR,))

    def add(self, other: Tally) -> None:
        """Add another tally's counts."""
        self.recalls += other.recalls
        self.empty += other.empty
        for name, bins in other.times.items():
            self.times.setdefault(name, Counter()).update(bins)
        self.failed.update(other.failed)
        self.entered.update(other.entered)
        self.alone.update(other.alone)

    def percentile(self, name: str, share: float) -> float:
        """The time in milliseconds within which this share of the answers came; 0 without any."""
        bins = self.times.get(name, Counter())
        left = math.ceil(share * bins.total())
        for number in sorted(bins):
            left -= bins[number]
            if left <= 0:
                return _middle(number)
        return 0.0


def _bin(milliseconds: float) -> int:
    inside = min(_LARGEST, max(_SMALLEST, milliseconds)) if math.isfinite(milliseconds) else _SMALLEST
    return round(math.log2(inside) * _STEPS)


def _middle(number: int) -> float:
    return float(2.0 ** (number / _STEPS))


class RecallLog:
    """The figures of one home's recalls. Notes may come from any thread."""

    def __init__(self, home: Path, clock: Clock, *, read_only: bool = False) -> None:
        self._path = home / FOLDER / FILE
        self._clock = clock
        self._read_only = read_only
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._days: dict[date, Tally] = {}
        self._flushed = time.monotonic()

    def note(self, recall: Recall) -> None:
        """Count one recall; now and then what was counted is written down, in the background."""
        if self._read_only:
            return
        with self._lock:
            self._days.setdefault(self._clock().date(), Tally()).note(recall)
            due = time.monotonic() - self._flushed >= FLUSH_SECONDS
            if due:
                self._flushed = time.monotonic()
        if due:
            threading.Thread(target=self.flush, name="weave-recalls", daemon=True).start()

    def flush(self) -> None:
        """Write down what was counted. Never raises: what cannot be written now is tried again."""
        with self._writing:
            with self._lock:
                taken, self._days = self._days, {}
            if not taken:
                return
            try:
                lines = b"".join(_line(day, tally) for day, tally in taken.items())
                append_group([Append(self._path, lines, own_line=True)], sync=False)
            except HomeError as error:
                log.warning("The figures of recall wait: %s", error)
                with self._lock:
                    for day, tally in taken.items():
                        self._days.setdefault(day, Tally()).add(tally)

    def since(self, first: date) -> Tally:
        """The figures from this day on, those not yet written down included."""
        whole = Tally()
        with self._writing:
            for day, tally in self._read():
                if day >= first:
                    whole.add(tally)
        with self._lock:
            for day, tally in self._days.items():
                if day >= first:
                    whole.add(tally)
        return whole

    def tidy(self) -> None:
        """One line a day, and none that is too old to matter. Raises HomeError."""
        self.flush()
        with self._writing:
            days: dict[date, Tally] = {}
            lines = list(self._read())
            for day, tally in lines:
                days.setdefault(day, Tally()).add(tally)
            last = max(days, default=date.min)
            kept = {day: tally for day, tally in days.items() if (last - day).days < KEPT_DAYS}
            if len(kept) < len(lines):
                replace_bytes(self._path, b"".join(_line(day, kept[day]) for day in sorted(kept)))

    def _read(self) -> Iterator[tuple[date, Tally]]:
        """Whole lines; a damaged one is passed, and so are figures that this version does not know."""
        try:
            lines = self._path.read_bytes().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                yield _parsed(json.loads(line))
            except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
                continue


def month_before(day: date) -> date:
    """The first of the 30 days that end with this one; the first day there is, at the calendar's own beginning."""
    return day - timedelta(days=29) if day > date(1, 1, 30) else date.min


def _line(day: date, tally: Tally) -> bytes:
    value = {
        "day": day.isoformat(),
        "recalls": tally.recalls,
        "empty": tally.empty,
        "times": {name: dict(sorted(bins.items())) for name, bins in tally.times.items()},
        "failed": dict(tally.failed),
        "entered": dict(tally.entered),
        "alone": dict(tally.alone),
    }
    return json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"


def _parsed(line: Mapping[str, object]) -> tuple[date, Tally]:
    times = line["times"]
    if not isinstance(times, dict):
        raise TypeError("the times are no table")
    tally = Tally(
        recalls=int(str(line["recalls"])),
        empty=int(str(line["empty"])),
        times={str(name): _whole(bins) for name, bins in times.items()},
        failed=_named(line["failed"]),
        entered=_named(line["entered"]),
        alone=_named(line["alone"]),
    )
    return date.fromisoformat(str(line["day"])), tally


def _whole(table: Mapping[str, int]) -> Counter[int]:
    return Counter({int(number): int(count) for number, count in _items(table)})


def _named(table: object) -> Counter[str]:
    return Counter({str(name): int(count) for name, count in _items(table)})


def _items(table: object) -> Iterable[tuple[str, int]]:
    if not isinstance(table, dict):
        raise TypeError("the counts are no table")
    return table.items()
