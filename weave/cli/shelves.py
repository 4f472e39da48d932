"""The library as a person reads it on a terminal: items, an outline, a section's text, what was found."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from weave.cli.tables import counted, table
from weave.cli.terminal import Terminal
from weave.cli.text import cut, harmless, one_line, wrap
from weave.clock import day
from weave.documents.quoting import breadcrumb
from weave.library.model import Added, Found, Item, Kind, Outline, Reading, Refused, Section, Span

_LINES, _LETTERS = 6, 1_200


def name_of(item: Item) -> str:
    """A document's title with its file."""
    return f"“{one_line(item.title)}” ({one_line(item.file)})"


def refused(one: Refused) -> str:
    """Why a file was not taken in, in one sentence that names it."""
    reason = one_line(one.sentence)
    name = one_line(one.file).rpartition("/")[2]
    if not one.file.strip():
        return reason
    return reason if name and name in reason else f"{one_line(one.file)}: {reason}"


def show_added(terminal: Terminal, added: Added) -> None:
    """A line for each document; the id comes last."""
    for item in added.items:
        terminal.say(f"Added {name_of(item)}, {extent(item)}: {item.id}")
    for item in added.known:
        terminal.say(f"Known already: {name_of(item)}: {item.id}")
    if not added.items and not added.known and not added.refused:
        terminal.say("Nothing was added.")


def extent(item: Item) -> str:
    """How much there is of it."""
    pages = f"{counted(item.pages, 'page')}, " if item.pages else ""
    return pages + counted(item.sections, "section")


def show_items(terminal: Terminal, items: Sequence[Item], zone: tzinfo, *, talks: bool) -> None:
    """One line an item; what could not be read says why below."""
    shown = [one for one in items if talks or one.kind is not Kind.CONVERSATION]
    rows = [[one.id, day(one.changed, zone), _extent(one), one.file, one.title] for one in shown]
    if rows:
        table(terminal, ["id", "added", "extent", "file", "title"], rows)
    for one in shown:
        if one.refusal:
            terminal.note(f"{one_line(one.file)} is not searched: {one_line(one.refusal)}")
    left = sum(one.kind is Kind.CONVERSATION for one in items) if not talks else 0
    if left:
        terminal.note(f"And {counted(left, 'conversation')}; `weave docs list --conversations` lists them.")
    elif not rows:
        terminal.note("The library is empty; `weave docs add FILE` adds to it.")


def _extent(item: Item) -> str:
    return "not read" if item.refusal else extent(item)


def show_outline(terminal: Terminal, outline: Outline) -> None:
    """The table of contents: number, title, page."""
    item = outline.item
    terminal.say(terminal.style(one_line(item.title), "bold"))
    terminal.say(
        terminal.style(f"{one_line(item.file)}, {item.format}, {extent(item)}, by {item.method}", "dim")
    )
    terminal.say()
    for section in outline.sections[1:] or outline.sections:
        terminal.say(_row(terminal, section))
        if section.summary:
            indent = " " * (6 + 2 * section.depth)
            for line in wrap(one_line(section.summary), terminal.width - len(indent)):
                terminal.say(terminal.style(indent + line, "dim"))
    for notice in item.notices:
        terminal.note(one_line(notice))


def _row(terminal: Terminal, section: Section) -> str:
    title = "  " * max(0, section.depth - 1) + one_line(section.title)
    if terminal.interactive:
        title = cut(title, max(16, terminal.width - 16))
    page = f"  p. {section.page}" if section.page else ""
    return f"{terminal.style(section.node, 'dim')}  {title}{terminal.style(page, 'dim')}"


def show_reading(terminal: Terminal, reading: Reading) -> None:
    """A section's text under where it stands."""
    terminal.say(terminal.style(breadcrumb(reading.breadcrumb), "bold"))
    terminal.say(terminal.style(_where(reading), "dim"))
    terminal.say()
    terminal.say(harmless(reading.text).strip("\n"))
    if reading.cut:
        terminal.note("The section goes on; its subsections show the rest, or open the file itself.")


def _where(reading: Reading) -> str:
    section = reading.section
    page = f", p. {section.page}" if section.page else ""
    pages = f"{page}-{section.last_page}" if section.last_page > section.page > 0 else page
    return f"{one_line(reading.item.file)}{pages}, line {reading.line:,}"


def show_found(terminal: Terminal, found: Found) -> None:
    """Each place with its breadcrumb, and below it what stands there."""
    if not found.spans:
        terminal.note("Nothing of that is in the library.")
    if found.reasoning:
        terminal.say(terminal.style(f"The model: {one_line(found.reasoning)}", "dim"))
        terminal.say()
    for number, span in enumerate(found.spans):
        if number:
            terminal.say()
        _show_span(terminal, span)


def _show_span(terminal: Terminal, span: Span) -> None:
    page = f", p. {span.page}" if span.page else ""
    when = f", {span.origin.time[:10]}" if span.origin and span.origin.time else ""
    terminal.say(terminal.style(breadcrumb(span.breadcrumb), "bold"))
    terminal.say(
        terminal.style(
            f"{span.document} §{span.node}  {one_line(span.file)}{page}{when}, {span.relevance:.0%} of the words",
            "dim",
        )
    )
    text = " ".join(harmless(span.text[:_LETTERS]).split())
    lines = wrap(text, terminal.width - 2) if terminal.interactive else [text]
    for line in lines[:_LINES]:
        terminal.say(f"  {line}")
    if len(lines) > _LINES or len(span.text) > _LETTERS:
        terminal.say("  …")
