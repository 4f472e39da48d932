"""What the end of a task will do, written into its pad before it is done, so that a kill at any point changes nothing.

The file is no memory (`.plan.json`, which no search reads) and goes with the pad. It holds each memory before
and after, so that what was done half can be finished or taken back, and what the plan looked at, so that it is
known whether it still fits.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from weave.contradiction import Verdict
from weave.durable import replace_bytes
from weave.errors import HomeError
from weave.guest_codec import memory_of, plain
from weave.markdown import cleaned
from weave.model import Fact, Memory, Source, TaskReport

FILE = ".plan.json"
VERSION = 1
Pair = tuple[str, str]
"""(new fact, existing fact)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One memory before and after."""

    before: Memory
    after: Memory


@dataclass(frozen=True, slots=True)
class Plan:
    """The outcome of a task's end, not yet carried out."""

    report: TaskReport
    moved: tuple[Step, ...] = ()
    """From the pad into the global scope."""
    revised: tuple[Step, ...] = ()
    """Known ones that change."""
    repeated: tuple[Memory, ...] = ()
    """In the pad, and say nothing new."""
    asked: tuple[tuple[str, ...], ...] = ()
    """The questions that were put to what is known: a subject, or a subject and a predicate."""
    consulted: Mapping[str, str] = field(default_factory=dict)
    """Id and fingerprint of each memory that answered."""
    verdicts: Mapping[Pair, Verdict] = field(default_factory=dict)
    """The model's word, so that it is not asked again."""


def bare(memory: Memory) -> Memory:
    """The memory as a file holds it, without its accesses: two that are equal so are the same."""
    return replace(cleaned(memory), accessed=None, access_count=0)


def unwound(now: Memory, step: Step) -> Memory:
    """`now` without what the step did to it; what another hand changed meanwhile stays."""
    before, after, seen = bare(step.before), bare(step.after), bare(now)
    changes = {
        one.name: getattr(before, one.name)
        for one in fields(Memory)
        if getattr(seen, one.name) == getattr(after, one.name)
    }
    return replace(seen, **changes | {"accessed": now.accessed, "access_count": now.access_count})


def fingerprint(memory: Memory) -> str:
    """What a meeting sees of a known memory, in a few letters."""
    kept = cleaned(memory)
    facts = [
        (
            *(fact.id, fact.subject, fact.predicate, fact.object, fact.polarity, fact.state, fact.provenance),
            *(_moment(fact.valid_from), _moment(fact.valid_to), fact.superseded_by, fact.single_valued),
        )
        for fact in kept.facts
    ]
    rest = (kept.id, kept.type, kept.text, kept.state, kept.provenance, kept.scope, kept.pinned)
    seen = json.dumps([*rest, _moment(kept.created), facts])
    return hashlib.blake2b(seen.encode("ascii"), digest_size=8).hexdigest()


def _moment(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment else None


# -- the file ---------------------------------------------------------------------------------------------------


def write(folder: Path, plan: Plan) -> None:
    """Make the plan durable in a pad's folder. Raises HomeError."""
    replace_bytes(folder / FILE, encode(plan))


def read(folder: Path) -> Plan | None:
    """The plan that was begun there; None when there is none, or it cannot be read."""
    try:
        return decode((folder / FILE).read_bytes())
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return None


def exists(folder: Path) -> bool:
    """Whether an end was begun there."""
    return (folder / FILE).exists()


def remove(folder: Path) -> None:
    """Without a plan the pad is planned anew from what the files say. Raises HomeError."""
    try:
        (folder / FILE).unlink(missing_ok=True)
    except OSError as error:
        raise HomeError(
            f"{folder / FILE} cannot be removed ({error.strerror}); remove it by hand."
        ) from error


def encode(plan: Plan) -> bytes:
    """The file's bytes; ASCII, so that any text survives as it is."""
    table = {
        "version": VERSION,
        "report": plan.report,
        "moved": [[step.before, step.after] for step in plan.moved],
        "revised": [[step.before, step.after] for step in plan.revised],
        "repeated": plan.repeated,
        "asked": plan.asked,
        "consulted": dict(plan.consulted),
        "verdicts": [[*pair, verdict.value] for pair, verdict in plan.verdicts.items()],
    }
    return json.dumps(table, default=_held, separators=(",", ":")).encode("ascii")


def _held(value: object) -> object:
    """One level only: `asdict` copies every leaf, which would be most of the time that a plan takes."""
    if isinstance(value, (Memory, Fact, Source, TaskReport)):
        return {one.name: getattr(value, one.name) for one in fields(value)}
    return plain(value)


def decode(data: bytes) -> Plan:
    """What the file says. Raises ValueError, KeyError or TypeError when it is damaged or another version's."""
    table = json.loads(data)
    if not isinstance(table, dict) or table["version"] != VERSION:
        raise ValueError("it is no plan of this version")
    return Plan(
        report=TaskReport(**table["report"]),
        moved=tuple(_step(one) for one in table["moved"]),
        revised=tuple(_step(one) for one in table["revised"]),
        repeated=tuple(memory_of(one) for one in table["repeated"]),
        asked=tuple(tuple(map(str, one)) for one in table["asked"]),
        consulted={str(id_): str(seen) for id_, seen in table["consulted"].items()},
        verdicts={(str(new), str(old)): Verdict(word) for new, old, word in table["verdicts"]},
    )


def _step(value: object) -> Step:
    before, after = cast(list[object], value)
    return Step(memory_of(before), memory_of(after))
