"""OpenClaw's workspace: MEMORY.md, memory/2026-11-30.md, USER.md, and SOUL.md with IDENTITY.md.

All of it was written by an agent, or by an agent and a person together; so it is kept as an agent's word. Who that agent
was becomes a proposal to the person. AGENTS.md, TOOLS.md and the like tell an agent what to do: they go into the library,
where they are read and never followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, tzinfo

from weave.errors import InvalidInput
from weave.model import MemoryType, Provenance
from weave.porting.container import Member, Source
from weave.porting.container import read as whole
from weave.porting.model import Found, Note, Paper, Self, Skipped
from weave.porting.moments import day_named
from weave.porting.names import digest
from weave.porting.texts import decoded, matter_of, notes_in, unmarked

_SELVES = ("SOUL.md", "IDENTITY.md")
_KNOWN = ("MEMORY.md", "memory.md", "USER.md")
_ORDERS = ("AGENTS.md", "TOOLS.md", "HEARTBEAT.md", "BOOTSTRAP.md", "BOOT.md")
_DAY = re.compile(r"(?:.*/)?memory/(\d{4}-\d{2}-\d{2})[^/]*\.md")
_UNFILLED = re.compile(r"\*\*[^*\n]{1,60}:?\*\*:?\s*(?:_\([^)\n]*\)_|\([^)\n]*\))?\s*\Z")
"""A form's line that nobody filled in."""


def read(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Notes by their words, the rest as documents; the self last."""
    selves: list[str] = []
    for member in source.members():
        if any(part.startswith(".") or part == "node_modules" for part in member.parts):
            continue
        name = member.parts[-1]
        try:
            if name in _SELVES and len(member.parts) == 1:
                selves.append(matter_of(decoded(whole(source, member.name)))[1].strip())
            elif name in _KNOWN and len(member.parts) == 1:
                yield from _notes(member, decoded(whole(source, member.name)), None, zone)
            elif found := _DAY.fullmatch(member.name):
                day = day_named(found[1], zone)
                yield from _notes(member, decoded(whole(source, member.name)), day, zone)
            elif name.lower().endswith((".md", ".txt")):
                yield Paper(member.name, member.parts, member.name, changed=member.changed)
            else:
                yield Skipped("other files", "only notes are taken from a workspace")
        except InvalidInput as error:
            yield Skipped(member.name, str(error))
    if any(selves):
        text = "\n\n".join(filter(None, selves))
        yield Self(f"self:{digest(text)}", text)


def _notes(member: Member, text: str, day: datetime | None, zone: tzinfo) -> Iterator[Found]:
    kind = MemoryType.SEMANTIC if day is None else MemoryType.EPISODIC
    for piece in notes_in(matter_of(text)[1]):
        if _UNFILLED.fullmatch(piece.text):
            continue
        below = piece.headings if member.name == "USER.md" else piece.headings[1:]  # whom it is about
        where = " › ".join(below)
        words = f"{where}: {unmarked(piece.text)}" if where else unmarked(piece.text)
        yield Note(
            f"{member.name}:{digest(words)}",
            words,
            Provenance.AGENT,
            type=kind,
            created=day or member.changed,
            occurred=day,
        )


def is_workspace(names: frozenset[str]) -> bool:
    """Whether these are the files of a workspace."""
    signs = sum(name in names for name in (*_SELVES, *_ORDERS, "MEMORY.md", "USER.md"))
    return signs >= 2 or ("MEMORY.md" in names and any(_DAY.fullmatch(name) for name in names))
