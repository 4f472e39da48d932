"""What is said of a document, a section and a place in it: text of strangers, drawn as it is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import tzinfo
from itertools import islice

from textual.content import Content

from avery.telling import counted
from avery.ui.bars import bar, brief_number
from avery.ui.library.tree import Row
from avery.ui.plain import one_line, plain
from weave.clock import day
from weave.lexical import query_terms
from weave.library.model import Item, Kind, Reading, Span
from weave.model import Recalled

WINDOW = 7_000
"""Characters of a section that are drawn at once; more would hold the keys up."""
NOWHERE = -1
"""Where a span starts of which only the line is known."""
_BAR = 5
_LINE = 1_500
"""Characters that a line may go on before the part that is drawn, so that it begins whole."""
_STRETCH, _OFTEN = 240, 60
"""Characters around what matched that are set off, and how often a word is looked for."""
_HEADING = re.compile(r"^#{1,6} .*$", re.MULTILINE)


def row(shown: Row, width: int, *, marked: bool) -> Content:
    """A row of the tree."""
    sign = "▾" if shown.unfolded else "▸" if shown.folds else " "
    refused = shown.item is not None and bool(shown.item.refusal)
    style = "$warning" if refused else "bold $foreground" if marked else "$foreground"
    if shown.item is None:
        style = "bold $accent"
    left = Content.assemble(
        ("▎" if marked else " ", "$primary"),
        ("  " * shown.depth, ""),
        (f"{sign} ", "$muted"),
        ("! " if refused else "", "$warning"),
        (one_line(shown.label, 300) or "(no title)", style),
    )
    right = _beside(shown)
    room = width - len(right) - 1
    if not right or room < 16:
        return left
    left = left.truncate(room, ellipsis=True)
    return left.pad_right(max(1, width - left.cell_length - len(right))) + Content.styled(right, "$muted")


def _beside(shown: Row) -> str:
    if shown.section is not None:
        return f"p. {shown.section.page}" if shown.section.page else ""
    if shown.item is not None:
        return "" if shown.item.refusal else extent(shown.item)
    return f"{shown.count:,}"


def extent(item: Item) -> str:
    """How long a document is, in a word or two."""
    return (
        f"{item.pages:,} p."
        if item.pages
        else f"{item.sections:,} sec."
        if item.sections > 1
        else item.format
    )


def hit(span: Span, width: int, *, marked: bool) -> Content:
    """A place that was found, as a row."""
    title = one_line(span.breadcrumb[0] if span.breadcrumb else span.file, 200)
    where = " › ".join(one_line(part, 80) for part in span.breadcrumb[1:])
    page = f" p. {span.page}" if span.page else ""
    return Content.assemble(
        ("▎ " if marked else "  ", "$primary"),
        (f"{brief_number(span.relevance)} ", "bold $foreground" if marked else "$foreground"),
        *((part, style) for part, style in zip(bar(span.relevance, _BAR), ("$accent", "$line"), strict=True)),
        ("  ", ""),
        (title, "bold $foreground" if marked else "$foreground"),
        (f" › {where}" if where else "", "$muted"),
        (page, "$muted"),
    )


def about(item: Item, zone: tzinfo | None) -> list[Content]:
    """What a document is, above its text."""
    facts = [item.format or "unread"]
    if item.pages:
        facts.append(counted(item.pages, "page", "pages"))
    if item.sections:
        facts.append(counted(item.sections, "section", "sections"))
    facts += [_size(item.bytes), f"of {day(item.changed, zone)}"]
    lines = [
        Content.styled(one_line(item.title, 300) or item.file, "bold $foreground"),
        Content.styled(" · ".join(facts), "$muted"),
        Content.styled(one_line(item.file, 300), "$faint"),
    ]
    if item.refusal:
        lines += [Content(""), Content.styled(f"It is not read: {one_line(item.refusal, 600)}", "$warning")]
    lines += [Content.styled(one_line(notice, 400), "$warning") for notice in item.notices]
    return lines


def _size(size: int) -> str:
    for unit in ("bytes", "kB", "MB"):
        if size < 1000 or unit == "MB":
            return f"{size:,.0f} {unit}" if unit == "bytes" else f"{size:,.1f} {unit}"
        size //= 1000
    return ""


def group(shown: Row) -> Content:
    """What a group holds."""
    told = {
        "group:document": "Files that were added, or dropped into documents/: read by themselves.",
        "group:conversation": "Every talk, word for word; what was remembered of it stands among the memories.",
        "group:archive": "The originals that a weekly or monthly summary took the place of, word for word.",
    }
    return Content("\n").join(
        [
            Content.styled(shown.label, "bold $foreground"),
            Content(""),
            Content.styled(told[shown.key], "$muted"),
        ]
    )


def top(reading: Reading, zone: tzinfo | None) -> Content:
    """What stands above a section's text: where it is, and what it was."""
    section, whole = reading.section, reading.section.depth == 0
    if whole:
        lines = about(reading.item, zone)
    else:
        crumb = " › ".join(one_line(part, 120) for part in reading.breadcrumb[:-1])
        lines = [Content.styled(crumb, "$muted")] if crumb else []
        lines.append(Content.styled(one_line(section.title, 300), "bold $foreground"))
        lines.append(Content.styled(_place(reading), "$muted"))
    if section.origin is not None and reading.item.kind is not Kind.DOCUMENT:
        who = one_line(section.origin.speaker, 60)
        lines.append(Content.styled(who, "$muted"))
    if section.summary:
        lines += [Content(""), Content.styled(one_line(section.summary, 800), "italic $muted")]
    return Content("\n").join([*lines, Content(""), Content("")])


def _place(reading: Reading) -> str:
    section = reading.section
    line = f"line {reading.line:,}"
    if not section.page:
        return line
    pages = (
        f"p. {section.page}"
        if section.last_page <= section.page
        else f"p. {section.page}–{section.last_page}"
    )
    return f"{pages} · {line}"


def window(reading: Reading, first: int) -> tuple[int, int]:
    """The part of a section's text that is drawn, from about `first` on: whole lines where that can be."""
    size = len(reading.text)
    left = min(max(0, first), max(0, size - 1))
    if left:
        left = reading.text.rfind("\n", max(0, left - _LINE), left) + 1 or left
    return left, min(size, left + WINDOW)


def body(reading: Reading, part: tuple[int, int], place: tuple[int, int] | None) -> tuple[Content, Content]:
    """A part of the text in two: what stands before the place (all, without one), and the rest from there on."""
    left, right = part
    text = reading.text
    before = [(f"… {left:,} characters before; b shows them\n", "$faint")] if left else []
    after = []
    if right < len(text):
        after = [(f"\n… {len(text) - right:,} characters more; n reads on", "$faint")]
    elif reading.cut:
        after = [("\n… and more; open the file itself, or a section of it", "$faint")]
    if place is None or not left <= place[0] < right:
        return Content.assemble(*before, *_set(text[left:right]), *after), Content("")
    start, end = place[0], min(place[1], right)
    return (
        Content.assemble(*before, *_set(text[left:start])),
        Content.assemble((plain(text[start:end]), "$foreground on $panel"), *_set(text[end:right]), *after),
    )


def _set(text: str) -> list[tuple[str, str]]:
    """A text with its headings set off, as far as they are marked."""
    found: list[tuple[str, str]] = []
    left = 0
    shown = plain(text)
    for match in _HEADING.finditer(shown):
        found += [(shown[left : match.start()], "$foreground"), (match[0], "bold $foreground")]
        left = match.end()
    return [*found, (shown[left:], "$foreground")]


def located(reading: Reading, span: Span) -> tuple[int, int] | None:
    """Where the found text stands in what is read, tight around what matched; covered secrets may have moved it."""
    start, text = span.start - reading.start, span.text.strip()
    at = reading.text.find(text) if text else -1
    if span.start == NOWHERE:
        start = _line(reading, span.line)
    if at < 0:
        if not 0 <= start < len(reading.text):
            return None
        at, text = start, reading.text[start : start + max(1, span.end - span.start)]
    first, last = _dense(text, span.terms)
    return at + first, at + last


def _line(reading: Reading, line: int) -> int:
    """Where a line of the document begins in what is read."""
    at = 0
    for _ in range(line - reading.line):
        at = reading.text.find("\n", at) + 1
        if not at:
            return -1
    return at if line >= reading.line else -1


def span_of(recalled: Recalled, question: str) -> Span | None:
    """The place of what the library said to a question; None for a memory."""
    place, memory = recalled.place, recalled.memory
    if place is None:
        return None
    return Span(
        document=place.document,
        file=place.file,
        node=place.node,
        breadcrumb=place.breadcrumb,
        page=place.page,
        line=place.line,
        start=NOWHERE,
        end=NOWHERE,
        text=memory.text,
        score=recalled.score.rank,
        relevance=recalled.score.relevance,
        terms=tuple(query_terms(question)),
    )


def _dense(text: str, terms: Sequence[str]) -> tuple[int, int]:
    """The stretch of a text that holds the most of these words; all of it when it holds none, or is short."""
    lower = text.lower()
    if len(text) <= _STRETCH or len(lower) != len(text):
        return 0, len(text)
    places = sorted(
        (match.start(), len(term), term)
        for term in {term.lower() for term in terms if term}
        for match in islice(re.finditer(re.escape(term), lower), _OFTEN)
    )
    best: tuple[int, int, int] = (0, 0, len(text))
    for n, (first, _, _) in enumerate(places):
        inside = [one for one in places[n : n + _OFTEN] if one[0] < first + _STRETCH]
        found = len({term for _, _, term in inside})
        if found > best[0]:
            best = (found, first, max(place + size for place, size, _ in inside))
    return best[1], best[2]
