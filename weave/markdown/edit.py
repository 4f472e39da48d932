"""Edits of a file's bytes: only the section concerned changes, in the file's own charset and line ends."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from weave.errors import NotFound
from weave.markdown.charset import Charset, charset_of, lines_of
from weave.markdown.comment import write as write_comment
from weave.markdown.document import Section, parse
from weave.markdown.fences import escape
from weave.markdown.fields import cleaned
from weave.markdown.fields import write as write_fields
from weave.model import Memory


def section_text(memory: Memory) -> str:
    """A memory as a section, LF line ends, closed by a blank line."""
    kept = cleaned(memory)
    body = f"{escape(kept.text)}\n" if kept.text else ""
    return f"## {kept.title}\n{write_comment(write_fields(kept))}\n{body}\n"


def serialise(memory: Memory, charset: Charset | None = None) -> bytes:
    """The bytes of a section in `charset` (UTF-8, LF). `parse` gives `cleaned(memory)` back."""
    charset = charset or Charset()
    return charset.encode(section_text(memory).replace("\n", charset.newline))


def joint(tail: bytes, size: int, charset: Charset) -> bytes:
    """What goes between a file of `size` bytes that ends with `tail` (16 bytes do) and a new section."""
    newline = charset.encode(charset.newline)
    if size <= len(charset.mark) or tail.endswith(newline * 2):
        return b""
    half = (
        -(size - len(charset.mark)) % charset.unit
    )  # a character cut in two is filled up, else all after shifts
    return b"\0" * half + (newline if tail.endswith(newline) else newline * 2)


def append_section(data: bytes, *memories: Memory) -> bytes:
    """`data` with the memories' sections after it."""
    charset = charset_of(data[:4096])
    return data + joint(data[-16:], len(data), charset) + b"".join(serialise(m, charset) for m in memories)


def _head(section: Section, memory: Memory) -> tuple[str, str]:
    """(heading, comment) without line ends changed in what stays."""
    if section.note:
        known = set(section.matter.pairs) if section.matter else set()
        named = (("title", memory.title),) if memory.title != _derived_title(section) else ()
        extra = (*named, *(pair for pair in memory.extra if pair not in known))
        return section.parts.heading, write_comment(write_fields(replace(memory, extra=extra)))
    heading = section.parts.heading if memory.title == section.title else f"## {memory.title}\n"
    return heading, write_comment(write_fields(memory))


def _derived_title(section: Section) -> str:
    return "" if any(key == "title" for key, _ in section.metadata) else section.title


def _body(section: Section, memory: Memory) -> str:
    if memory.text == section.text:
        return section.parts.body
    lines = lines_of(section.parts.body)
    blank = 0
    while blank < len(lines) and not lines[-1 - blank].strip():
        blank += 1
    trail = "".join(lines[len(lines) - blank :])
    return (f"{escape(memory.text)}\n" if memory.text else "") + trail


def rewritten(section: Section, memory: Memory, charset: Charset) -> bytes:
    """The section's new bytes; a title or text that did not change keeps its bytes."""
    kept = cleaned(memory)
    heading, written = _head(section, kept)
    if heading and heading[-1] not in "\r\n":
        heading += charset.newline
    heading = heading if heading == section.parts.heading else _ends(heading, charset)
    body = _body(section, kept)
    body = body if body == section.parts.body else _ends(body, charset)
    return charset.encode(heading + section.parts.gap + written + charset.newline + body)


def _ends(text: str, charset: Charset) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", charset.newline)


def replace_section(data: bytes, memory: Memory) -> bytes:
    """`data` with the first section of this id saying `memory`. Raises NotFound."""
    document = parse(data, only=(memory.id,))
    section = document.section(memory.id)
    if section is not None:
        new = rewritten(section, memory, document.charset)
        return data[: section.span.start] + new + data[section.span.end :]
    raise NotFound(f"No section of the file holds {memory.id}; look it up again with weave list.")


def replace_many(data: bytes, memories: Sequence[Memory]) -> bytes:
    """`replace_section` for several memories, parsed once for all. Raises NotFound, and then changes nothing."""
    wanted = {memory.id: memory for memory in memories}
    document = parse(data, only=frozenset(wanted))
    pieces: list[bytes] = []
    at = 0
    for section in document.sections:
        memory = wanted.pop(section.id, None) if section.id else None
        if memory is not None:
            pieces += [data[at : section.span.start], rewritten(section, memory, document.charset)]
            at = section.span.end
    if wanted:
        raise NotFound(f"No section of the file holds {min(wanted)}; look it up again with weave list.")
    return b"".join([*pieces, data[at:]])


def replace_sections(data: bytes, changes: Mapping[int, tuple[str, Memory]]) -> bytes:
    """`data` with the sections that begin at these bytes saying these memories; parsed once for all.

    Beside each memory stands the id its section has now, "" for one added by hand. Raises NotFound when a
    section is not there as told.
    """
    document = parse(data)
    pieces: list[bytes] = []
    done, at = 0, 0
    for section in document.sections:
        told = changes.get(section.span.start)
        if told is None or told[0] != section.id:
            continue
        pieces += [data[at : section.span.start], rewritten(section, told[1], document.charset)]
        done, at = done + 1, section.span.end
    if done != len(changes):
        raise NotFound("The file was changed meanwhile; it is looked at again at the next sync.")
    return b"".join([*pieces, data[at:]])


def remove_section(data: bytes, ids: Collection[str]) -> tuple[bytes, Sequence[bytes]]:
    """(`data` without the sections of these ids, the bytes of those sections)."""
    removed = [s for s in parse(data, only=ids).sections if s.id and s.id in ids]
    starts = [0, *(section.span.end for section in removed)]
    ends = [*(section.span.start for section in removed), len(data)]
    left = b"".join(data[start:end] for start, end in zip(starts, ends, strict=True))
    return left, tuple(s.raw for s in removed)
