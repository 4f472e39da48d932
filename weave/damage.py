"""Files that a crash or a failing disk cut short: recognised, set aside, restored from what the catalogue knows.

A person who deletes text in an editor leaves whole lines and other words; a cut file ends in the middle of a
section that is known to go on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from weave.durable import replace_bytes
from weave.markdown import Document, Section, serialise
from weave.model import Memory
from weave.store import Store

FOLDER = "trash/damaged"
_OURS = "\n<!-- weave id="
_NULS = 16
"""So many NUL bytes at the end are a block that a crash left unwritten, never a person's words."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a file was cut, and the memories that were lost there."""

    at: int
    lost: tuple[Memory, ...]


def found(data: bytes, document: Document, known: Sequence[Memory]) -> Cut | None:
    """Whether the file was cut, judged by the memories that stood in it; pure."""
    here = {section.id for section in document.sections}
    missing = [memory for memory in known if memory.id not in here]
    blank = document.charset.plain and data.endswith(b"\0" * _NULS)
    if not document.sections:
        return Cut(0, tuple(missing)) if blank and missing else None
    last = document.sections[-1]
    tail = last.parts.whole.rstrip("\0")
    whole = next((memory for memory in known if memory.id == last.id), None)
    torn = _torn(last, tail, [*missing, whole] if whole else missing)
    if torn is not None:
        rest = [memory for memory in missing if memory.id != torn.id]
        return Cut(last.span.start, (torn, *rest))
    if whole is not None and _shortened(last, tail, whole, bool(missing)):
        return Cut(last.span.start, (whole, *missing))
    if whole is None and _OURS in tail and _unclosed(tail) and "\n" not in tail.partition(_OURS)[2]:
        return Cut(last.span.start, tuple(missing))  # our own append, cut before it was acknowledged
    return Cut(len(data.rstrip(b"\0")), tuple(missing)) if blank and missing else None


def _torn(last: Section, tail: str, missing: Sequence[Memory]) -> Memory | None:
    """The missing memory whose heading or comment the file breaks off in."""
    heading, newline, under = tail.partition("\n")
    heading = heading.removeprefix("##").strip()
    if (under and (tail.endswith(("\n", "\r")) or not _unclosed(tail))) or (last.id and not under):
        return None
    fits = [m for m in missing if (m.title == heading if newline else m.title.startswith(heading))]
    named = [memory for memory in fits if memory.id in tail]
    return next(iter(named or fits), None)


def _unclosed(tail: str) -> bool:
    """Whether the text breaks off inside the comment under its heading."""
    under = tail.partition("\n")[2].lstrip()
    begun = "<!-- weave ".startswith(under) or under.startswith("<!-- weave ")
    return bool(under) and "-->" not in under and begun


def _shortened(last: Section, tail: str, whole: Memory, more_missing: bool) -> bool:
    """Whether the words are the beginning of those known, broken off where no editor leaves a file."""
    text = last.text.rstrip("\0")
    cut = text != whole.text and whole.text.startswith(text) and last.title == whole.title
    return cut and (more_missing or not text or not tail.endswith(("\n", "\r")))


def restored(store: Store, path: str, document: Document) -> str | None:
    """If the file was cut short: set it aside, write it whole again, and say so in a sentence."""
    known = store.catalogue.get_many(store.catalogue.ids_in(path))
    data = store.physical.read_bytes(path)
    cut = found(data, document, [memory for _, memory in sorted(known.items())])
    if cut is None:
        return None
    aside = _aside(store, path)
    replace_bytes(store.place.home / aside, data)
    lost = b"".join(serialise(memory, document.charset) for memory in cut.lost)
    replace_bytes(store.place.home / path, data[: cut.at] + lost)
    what = f"restored with its {len(cut.lost)} lost memories" if cut.lost else "mended; no memory was lost"
    return (
        f"{path} was cut short and has been {what}; "
        f"the cut file is kept as {aside}, delete it when you have looked at it."
    )


def _aside(store: Store, path: str) -> str:
    """A name that is not taken, so that a second accident does not write over the first."""
    plain, number = f"{FOLDER}/{path.replace('/', '-')}", 1
    name = plain
    while (store.place.home / name).exists():
        number += 1
        name = f"{plain.removesuffix('.md')}-{number}.md"
    return name
