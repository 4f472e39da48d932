"""A day's file as a value: its sections, what they say, and where their bytes lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import pairwise

from weave.ids import is_ulid
from weave.markdown.charset import Charset, clean, clean_line, decode, legible, lines_of
from weave.markdown.comment import read as read_comment
from weave.markdown.fences import COMMENT, headings, unescape
from weave.markdown.fields import Defaults, Pairs
from weave.markdown.fields import read as read_fields
from weave.markdown.matter import FrontMatter, front_matter
from weave.model import Memory

_ID = re.compile(r"(?<![0-9A-Za-z])[0-7][0-9A-Za-z]{25}(?![0-9A-Za-z])")


@dataclass(frozen=True, slots=True)
class Span:
    """A range of bytes, `end` excluded."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Parts:
    """A section's text as it stands in the file; joined, the parts are the whole section."""

    heading: str
    gap: str
    comment: str
    body: str

    @property
    def whole(self) -> str:
        """The section as it stands in the file."""
        return self.heading + self.gap + self.comment + self.body


@dataclass(frozen=True, slots=True)
class Section:
    """One memory of a file. A `note` is what stands before the first `## ` line."""

    span: Span
    """Bytes of the file."""
    searched: Span
    """The same range in the UTF-8 text that ripgrep searches: without the mark, transcoded from UTF-16."""
    title: str
    metadata: Pairs
    text: str
    memory: Memory
    """What the section says; its id is "" when it has none yet: added by hand, to be adopted."""
    problem: str | None
    raw: bytes
    parts: Parts
    note: bool = False
    matter: FrontMatter | None = None

    @property
    def id(self) -> str:
        """The memory's id, "" when the section was added by hand and waits for adoption."""
        return self.memory.id


@dataclass(frozen=True, slots=True)
class Document:
    """A parsed file. `problems` are sentences without the file's name."""

    charset: Charset
    preamble: bytes
    """Everything before the first `## ` line, the byte-order mark included."""
    sections: tuple[Section, ...]
    tail: bytes
    """Bytes after the last readable character (a UTF-16 file cut in half)."""
    matter: FrontMatter | None
    problems: tuple[str, ...]

    def section(self, identifier: str) -> Section | None:
        """The first section with this id."""
        return next((s for s in self.sections if s.id == identifier), None)

    @property
    def duplicates(self) -> tuple[str, ...]:
        """Ids that stand in more than one section."""
        counts = Counter(s.id for s in self.sections if s.id)
        return tuple(id_ for id_, count in counts.items() if count > 1)


def _split_comment(lines: list[str]) -> tuple[str, str, str, Pairs, str | None]:
    """(gap, comment, body, pairs, problem) of the lines under a heading."""
    at = 0
    while at < len(lines) and not lines[at].strip():
        at += 1
    found = COMMENT.match(lines[at]) if at < len(lines) else None
    if not found:
        return "", "", "".join(lines), (), None
    rest = "".join(lines[at:])
    end = rest.find("-->", found.end())
    if end < 0:
        pairs, _ = read_comment(legible(lines[at][found.end() :]).strip())
        return "", "", "".join(lines), pairs, "the comment under the title is not closed with -->"
    after = end + 3
    blanks = len(rest) - len(rest[after:].lstrip(" \t"))
    after = blanks if rest[blanks : blanks + 1] in ("", "\r", "\n") else after
    after += (
        len(rest[after : after + 2])
        if rest[after : after + 2] == "\r\n"
        else rest[after : after + 1] in ("\r", "\n")
    )
    pairs, problem = read_comment(legible(rest[found.end() : end]))
    return "".join(lines[:at]), rest[:after], rest[after:], pairs, problem


def text_of(body: str) -> str:
    """A body as the text of a memory: legible, LF line ends, escapes undone, no blank lines around it."""
    return clean(unescape(clean(legible(body))))


def _section(lines: list[str], defaults: Defaults) -> tuple[Parts, Pairs, Memory, str | None]:
    gap, written, body, pairs, problem = _split_comment(lines[1:])
    title = clean_line(legible(lines[0][2:]))
    memory, problem = read_fields(pairs, title, text_of(body), defaults, problem)
    sentence = problem and f"In the section {title!r} {problem}; mend it or remove the comment."
    return Parts(lines[0], gap, written, body), pairs, memory, sentence


def _note(
    lines: list[str], defaults: Defaults, matter: FrontMatter | None
) -> tuple[Parts, Pairs, Memory, str | None] | None:
    """What stands before the first section, unless it is empty or a mere `# heading`."""
    at = 0
    while at < len(lines) and not lines[at].strip():
        at += 1
    heading = at + 1 if at < len(lines) and lines[at].startswith("# ") else 0
    gap, written, body, pairs, problem = _split_comment(lines[heading:])
    named = legible(lines[at][2:]) if heading else ""
    title = (matter and matter.title) or named or _first_heading(body) or defaults.name
    text = text_of(body)
    if not text and not pairs:
        return None
    memory, problem = read_fields(pairs, clean_line(title), text, defaults, problem)
    memory = _with_matter(memory, matter)
    sentence = problem and f"Before the first section {problem}; mend it or remove the comment."
    return Parts("".join(lines[:heading]), gap, written, body), pairs, memory, sentence


def _first_heading(body: str) -> str:
    return next((legible(line[2:]) for line in lines_of(body) if line.startswith("# ")), "")


def _with_matter(memory: Memory, matter: FrontMatter | None) -> Memory:
    extra = dict(memory.extra)
    title = extra.pop("title", memory.title)
    kept = tuple((k, v) for k, v in matter.pairs if k != "title" and k not in extra) if matter else ()
    return replace(memory, title=title, extra=(*((k, v) for k, v in memory.extra if k != "title"), *kept))


def parse(data: bytes, defaults: Defaults | None = None, *, only: Collection[str] | None = None) -> Document:
    """Reads any bytes; never fails. Every byte lies in the preamble, in one section or in the tail.

    With `only`, sections that do not name one of these ids are passed over: reading what the others say would take
    nearly all of the time.
    """
    defaults = defaults or Defaults()
    text, charset, tail = decode(data)
    lines = lines_of(text)
    bare = [line.rstrip("\r\n") for line in lines]
    matter, begin, fault = front_matter(bare)
    starts = headings(bare, begin)
    sections = list[Section]()
    first = starts[0] if starts else len(lines)
    place = _Place(charset)
    head = place.take("".join(lines[:begin]))
    found = _note(lines[begin:first], defaults, matter)
    rest = place.take("".join(lines[begin:first]))
    if found:
        sections.append(_built(found, rest, note=True, matter=matter))
    for start, end in pairwise([*starts, len(lines)]):
        piece = "".join(lines[start:end])
        taken = place.take(piece)
        if only is not None and not any(found.upper() in only for found in _ID.findall(piece)):
            continue
        sections.append(_built(_section(lines[start:end], defaults), taken))
    problems = [fault] if fault else []
    problems += [s.problem for s in sections if s.problem]
    return Document(
        charset, charset.mark + head.raw + rest.raw, tuple(sections), tail, matter, tuple(problems)
    )


def ids_of(data: bytes) -> tuple[str, ...]:
    """The ids of a file's sections, from top to bottom, each once; what they say is not read."""
    notes = [section.id for section in parse(data, only=()).sections]
    lines = lines_of(decode(data)[0])
    bare = [line.rstrip("\r\n") for line in lines]
    starts = headings(bare, front_matter(bare)[1])
    comments = (_split_comment(lines[at + 1 : end])[3] for at, end in pairwise([*starts, len(lines)]))
    told = (dict(pairs).get("id", "") for pairs in comments)
    return tuple(dict.fromkeys(id_ for id_ in (*notes, *told) if is_ulid(id_)))


@dataclass(frozen=True, slots=True)
class _Taken:
    span: Span
    searched: Span
    raw: bytes


class _Place:
    """Walks through a file, piece by piece, keeping both offsets."""

    def __init__(self, charset: Charset) -> None:
        self._charset = charset
        self._at = len(charset.mark)
        self._searched = 0  # ripgrep takes the mark away

    def take(self, piece: str) -> _Taken:
        raw = self._charset.encode(piece)
        size = len(raw) if self._charset.plain else len(piece.encode("utf-8", "surrogatepass"))
        taken = _Taken(Span(self._at, self._at + len(raw)), Span(self._searched, self._searched + size), raw)
        self._at += len(raw)
        self._searched += size
        return taken


def _built(
    found: tuple[Parts, Pairs, Memory, str | None],
    taken: _Taken,
    note: bool = False,
    matter: FrontMatter | None = None,
) -> Section:
    parts, pairs, memory, problem = found
    return Section(
        taken.span,
        taken.searched,
        memory.title,
        pairs,
        memory.text,
        memory,
        problem,
        taken.raw,
        parts,
        note,
        matter,
    )
