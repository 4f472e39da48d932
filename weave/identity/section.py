"""An entry as a section of identity-history.md, and back. Pure.

Every line of data stands behind four blanks, a quotation mark or a list mark, so that no text can end its section,
begin another or look like one. A section ends with a hash over itself and the hash before it: nothing in the middle
can be changed, moved or removed unseen.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from weave.clock import iso
from weave.identity.model import Entry, Kind, Likeness, Origin, Verdict

PREAMBLE = """\
# How Avery came to be who it is

Every change of identity.md and every proposal to change it, the oldest first. It is only ever appended to;
`weave identity history` shows it, `weave identity rollback ID` goes back to an earlier version.
"""
_BEGIN = b"## "
_COMMENT = re.compile(r"^<!-- identity (.*) -->$")
_END = re.compile(rb"^<!-- end ([0-9a-f]{64}) -->\r?$")
_PAIR = re.compile(r"([a-z_]+)=(\S*)")
_UNSAFE = re.compile(r"[^\w.@:/+-]")
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)
_TITLES = {
    Kind.FOUND: "as it was found",
    Kind.APPROVAL: "approved",
    Kind.REFUSAL: "refused",
    Kind.EDIT: "edited by hand",
    Kind.RESET: "removed by hand, the default again",
    Kind.ROLLBACK: "rolled back",
    Kind.ALARM: "this history was changed by another hand",
}
_CHANGES, _TEXT, _GROUNDS = "Changes:", "The whole text:", "Grounds:"


@dataclass(frozen=True, slots=True)
class Section:
    """A whole section as it stands in the file. `entry` is None when its content cannot be read."""

    entry: Entry | None
    chain: str
    """The hash that it ends with."""
    sound: bool
    """Whether that is the hash of what it says after what came before."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """What a history's bytes hold."""

    sections: tuple[Section, ...]
    torn: bool = False
    """A section was cut off by a crash; it counts for nothing."""
    foreign: bool = False
    """Something stands between the sections that no section holds."""

    @property
    def chain(self) -> str:
        """What the next section is hashed with."""
        return self.sections[-1].chain if self.sections else ""


def render(entry: Entry, chain: str) -> tuple[bytes, str]:
    """The bytes of a section that follows one with the hash `chain`, and its own hash."""
    body = ("\n".join(_lines(entry)) + "\n").encode("utf-8", "replace")
    own = _hash(chain, body)
    return body + f"<!-- end {own} -->\n\n".encode(), own


def _hash(chain: str, body: bytes) -> str:
    return hashlib.sha256(chain.encode() + b"\n" + body).hexdigest()


def visible(text: str) -> str:
    """`text` with what cannot be seen spelled out."""
    return _UNSEEN.sub(lambda found: f"‹U+{ord(found[0]):04X}›", text)


def _lines(entry: Entry) -> Iterator[str]:
    what = _TITLES.get(entry.kind) or f"proposal {entry.verdict.value}"
    yield f"## {entry.time:%Y-%m-%d %H:%M} · {what}"
    pairs = " ".join(f"{name}={_UNSAFE.sub('_', value)}" for name, value in _pairs(entry).items())
    yield f"<!-- identity {pairs} -->"
    yield ""
    if entry.reason:
        yield from (f"> {line}" for line in visible(entry.reason).split("\n"))
        yield ""
    if entry.grounds:
        yield _GROUNDS
        yield ""
        yield from (f"- {' '.join(visible(ground).split())}" for ground in entry.grounds)
        yield ""
    if entry.diff:
        yield _CHANGES
        yield ""
        yield from (f"    {line}" for line in visible("\n".join(entry.diff)).split("\n"))
        yield ""
    if entry.text is not None:
        yield _TEXT
        yield ""
        yield from (f"    {line}" for line in entry.text.split("\n"))
        yield ""


def _pairs(entry: Entry) -> Mapping[str, str]:
    pairs = {
        "id": entry.id,
        "kind": entry.kind.value,
        "verdict": entry.verdict.value,
        "origin": entry.origin.value,
        "time": iso(entry.time),
    }
    if entry.confidence is not None:
        pairs["confidence"] = f"{entry.confidence:.4g}"
    if entry.likeness is not None:
        pairs["similarity"] = f"{entry.likeness.current:.4f}"
        pairs["to_approved"] = f"{entry.likeness.approved:.4f}"
        pairs["measure"] = entry.likeness.measure
    optional = {"of": entry.of or "", "before": entry.before, "after": entry.after}
    return pairs | {name: value for name, value in optional.items() if value}


def parse(data: bytes) -> Parsed:
    """The sections of a history's bytes, the oldest first; nothing here raises."""
    sections: list[Section] = []
    chain, torn, foreign = "", False, False
    body: list[bytes] | None = None
    preamble = True
    for line in data.split(b"\n"):
        if line.startswith(_BEGIN):
            torn = torn or body is not None
            body, preamble = [line], False
        elif body is None:
            foreign = foreign or (not preamble and bool(line.strip()))
        elif ended := _END.match(line):
            whole = b"\n".join(body) + b"\n"
            own = ended[1].decode()
            sections.append(Section(_entry(whole), own, _hash(chain, whole) == own))
            chain, body = own, None
        else:
            body.append(line)
    return Parsed(tuple(sections), torn or body is not None, foreign)


def _entry(body: bytes) -> Entry | None:
    lines = body.decode("utf-8", "replace").split("\n")
    found = _COMMENT.match(lines[1]) if len(lines) > 1 else None
    if found is None:
        return None
    try:
        return _read(dict(_PAIR.findall(found[1])), lines[2:])
    except (KeyError, ValueError, OverflowError):
        return None


def _read(pairs: Mapping[str, str], lines: Sequence[str]) -> Entry:
    parts = _parts(lines)
    likeness = None
    if "similarity" in pairs:
        likeness = Likeness(float(pairs["similarity"]), float(pairs["to_approved"]), pairs.get("measure", ""))
    return Entry(
        id=pairs["id"],
        time=datetime.fromisoformat(pairs["time"]),
        kind=Kind(pairs["kind"]),
        verdict=Verdict(pairs["verdict"]),
        origin=Origin(pairs["origin"]),
        reason="\n".join(parts.get("", ())),
        grounds=tuple(parts.get(_GROUNDS, ())),
        confidence=float(pairs["confidence"]) if "confidence" in pairs else None,
        likeness=likeness,
        of=pairs.get("of"),
        before=pairs.get("before", ""),
        after=pairs.get("after", ""),
        diff=tuple(parts.get(_CHANGES, ())),
        text="\n".join(parts[_TEXT]) if _TEXT in parts else None,
    )


def _parts(lines: Sequence[str]) -> dict[str, list[str]]:
    """The data lines under each heading, without what stands before them."""
    parts: dict[str, list[str]] = {}
    part = ""
    for line in lines:
        if line in (_GROUNDS, _CHANGES, _TEXT):
            part = line
            parts[part] = []
        elif line.startswith("    "):
            parts.setdefault(part, []).append(line[4:])
        elif line.startswith(("> ", "- ")) and part in ("", _GROUNDS):
            parts.setdefault(part, []).append(line[2:])
    return parts
