"""The order of a file's sections, and those that a person formatted: so that what is taken out returns to its place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from weave.markdown.charset import Charset, charset_of
from weave.markdown.document import Section, ids_of, parse
from weave.markdown.edit import append_section, replace_section, serialise
from weave.model import Memory

__all__ = ["Layout", "by_hand", "layout_of", "put_back", "without_joint"]

_BLANK = "\r\n \t"


@dataclass(frozen=True, slots=True)
class Layout:
    """How a file was before something was taken out of it or added to it."""

    order: tuple[str, ...] = ()
    """The ids of its sections, from top to bottom."""
    tail: str = ""
    """The blanks that it ended with."""
    raw: Mapping[str, str] = field(default_factory=dict)
    """The sections, by id, whose bytes are not as we would write them."""


def layout_of(data: bytes) -> Layout:
    """The layout of a file's bytes, without its sections' own words."""
    return Layout(ids_of(data), _tail(data))


def by_hand(data: bytes, ids: Collection[str], known: Mapping[str, Memory] | None = None) -> dict[str, str]:
    """Those of these sections whose bytes are not as we would write them, word for word.

    `known`: what is known of them, so that only those that stand otherwise than we would write it are read.
    """
    charset = charset_of(data[:4096])
    if not charset.plain:
        return {}
    doubtful = {id_ for id_ in ids if not (known and id_ in known and _stands(data, known[id_], charset))}
    found = {}
    for section in parse(data, only=doubtful).sections if doubtful else ():
        if section.id in doubtful and section.raw != serialise(section.memory, charset):
            text = section.raw.decode("utf-8", "replace")
            if text.encode("utf-8", "replace") == section.raw and not section.note:
                found[section.id] = text
    return found


def _stands(data: bytes, memory: Memory, charset: Charset) -> bool:
    """Whether a section reads as we would write this memory, from its heading to the next or to the end."""
    written = serialise(memory, charset)
    at = data.find(written)
    end = at + len(written)
    return (
        at >= 0 and data[at - 1 : at] in (b"", b"\n") and (end == len(data) or data.startswith(b"## ", end))
    )


def put_back(data: bytes, memories: Sequence[Memory], layout: Layout) -> bytes:
    """`data` with these memories' sections where they stood; one whose id is there already is not written twice.

    Each comes after the section that it came after, or before the one that it came before, whatever was added or
    moved since; what the layout does not know comes last.
    """
    document = parse(data)
    there = {section.id: section for section in reversed(document.sections) if section.id}
    new = {memory.id: memory for memory in memories if memory.id not in there}
    charset = charset_of(data[:4096])
    places: dict[int, list[bytes]] = {}
    for id_, at in _places(new, layout.order, there, len(data)):
        places.setdefault(at, []).append(_written(new.pop(id_), layout.raw.get(id_), charset))
    made = _joined(data, places, charset)
    return append_section(made, *new.values()) if new else made


def _places(
    new: Collection[str], order: Sequence[str], there: Mapping[str, Section], end: int
) -> Iterator[tuple[str, int]]:
    """Each new id that the order knows, with the byte before which it goes."""
    first = next((id_ for id_ in order if id_ in there), None)
    at = there[first].span.start if first else end
    for id_ in order:
        if id_ in there:
            at = there[id_].span.end
        elif id_ in new:
            yield id_, at


def _written(memory: Memory, raw: str | None, charset: Charset) -> bytes:
    if raw is None or not charset.plain:
        return serialise(memory, charset)
    return replace_section(raw.encode("utf-8", "replace"), memory)


def _joined(data: bytes, places: Mapping[int, list[bytes]], charset: Charset) -> bytes:
    newline = charset.encode(charset.newline)
    made, at = b"", 0
    for place in sorted(places):
        made += data[at:place]
        for piece in places[place]:
            made += b"" if not made or made.endswith(newline) else newline
            made += piece
        at = place
    return made + data[at:]


def without_joint(data: bytes, layout: Layout) -> bytes:
    """`data`, from which what was added is gone again, without the blank line that had parted it from the rest."""
    tail = _tail(data)
    if not charset_of(data[:4096]).plain or tail == layout.tail or not tail.startswith(layout.tail):
        return data
    last = next((section.id for section in reversed(parse(data).sections)), "")
    if last and layout.order and last != layout.order[-1]:
        return data
    extra = tail[len(layout.tail) :]
    return data[: len(data) - len(extra)] if not extra.strip("\r\n") else data


def _tail(data: bytes) -> str:
    end = data[-64:].decode("latin-1")
    return end[len(end.rstrip(_BLANK)) :]
