"""What the page of the library says: what it holds, how far reading is, what came of it, which keys act."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from avery.holdings_events import Indexing
from avery.telling import counted
from avery.ui.bars import bar
from avery.ui.keyrow import Keys
from avery.ui.plain import one_line
from weave.library.model import Added, Item, Kind, Report

EMPTY = (
    "The library is empty.\n\na adds a file or a folder: Markdown, text, PDF, DOCX, HTML, EPUB, reStructuredText, "
    "source code. What is dropped into documents/ is read by itself, and past conversations are archived here too. "
    "What a document says comes to mind in the chat, with its page beside it."
)
NOTHING_FOUND = "No document says that."
READ_ONLY = "Read only: another Avery has this memory open; close it, or do this there."
BUSY = "Files are being read; x stops that."
ROOMY = 80
_BAR = 20
_TOLD = 2
"""Refusals that are told in full."""


def head(
    items: Sequence[Item] | None, guest: bool, busy: Indexing | None, found: int | None, width: int
) -> Content:
    """The first row: what is held, and how far reading is."""
    left = Content.styled("Library", "bold $accent")
    if items is None:
        left += Content.styled("  reading …", "$muted")
    elif found is not None:
        left += Content.styled(f"  {counted(found, 'place', 'places')}, the best first", "$foreground")
    else:
        left += Content.styled(f"  {_holds(items)}", "$foreground")
    right = Content.styled("read only", "$warning") if guest else Content("")
    if busy is not None:
        right = progress(busy, max(12, width - left.cell_length - 2))
    gap = width - left.cell_length - right.cell_length
    return left.pad_right(gap) + right if gap > 0 else left.truncate(max(0, gap + left.cell_length)) + right


def _holds(items: Sequence[Item]) -> str:
    counts = {kind: sum(item.kind is kind for item in items) for kind in Kind}
    told = [counted(counts[Kind.DOCUMENT], "document", "documents")]
    if counts[Kind.CONVERSATION]:
        told.append(counted(counts[Kind.CONVERSATION], "conversation", "conversations"))
    if counts[Kind.ARCHIVE]:
        told.append(counted(counts[Kind.ARCHIVE], "archive", "archives"))
    return " · ".join(told)


def progress(busy: Indexing, width: int) -> Content:
    """A bar, with what is read, in at most so many cells."""
    if not busy.total:
        return Content.styled(f"{one_line(busy.what, max(8, width - 2))} …", "$accent")
    count = f" {busy.done:,}/{busy.total:,} "
    size = min(_BAR, max(4, width - len(count) - 2))
    full, rest = bar(busy.done / busy.total, size)
    shown = Content.assemble((full, "$accent"), (rest, "$line"), (count, "$foreground"))
    room = width - shown.cell_length
    return shown + Content.styled(one_line(busy.what, room), "$muted") if room >= 8 else shown


def added(outcome: Added) -> str:
    """What came of adding, in a few sentences."""
    parts = []
    if outcome.items:
        parts.append(f"{counted(len(outcome.items), 'document', 'documents')} added.")
    if outcome.known:
        parts.append(f"{counted(len(outcome.known), 'document was', 'documents were')} here already.")
    for refused in outcome.refused[:_TOLD]:
        parts.append(f"{one_line(refused.file, 80)}: {one_line(refused.sentence, 200)}")
    if len(outcome.refused) > _TOLD:
        parts.append(f"And {len(outcome.refused) - _TOLD:,} more were not taken.")
    if outcome.stopped:
        parts.append("Stopped: what was not read by then is not in the library.")
    return " ".join(parts) or "There was nothing to add."


def refreshed(report: Report) -> str:
    """What came of a look at the folder."""
    parts = []
    if report.indexed:
        parts.append(f"{counted(len(report.indexed), 'file', 'files')} read.")
    for refused in report.refused[:_TOLD]:
        parts.append(f"{one_line(refused.file, 80)}: {one_line(refused.sentence, 200)}")
    if report.stopped:
        parts.append("Stopped; the rest is read later.")
    return " ".join(parts) or "Nothing has changed."


def removed(item: Item) -> str:
    """A document is out."""
    return (
        f"“{one_line(item.title or item.file, 80)}” is out of the library; its file lies in trash/documents."
    )


def following(waiting: int, file: str) -> str:
    """What is read in the background."""
    now = f": {one_line(file, 80)}" if file else ""
    return f"{counted(waiting, 'file waits', 'files wait')} to be read{now}"


def keys(*, finding: bool, reading: bool, busy: bool, long: bool, narrow: bool) -> Keys:
    """What the keys do where the keyboard is."""
    stop = [("x", "stop reading")] if busy else []
    if finding:
        return [("enter", "to the places"), ("escape", "clear"), *stop]
    if reading:
        more = [("n", "read on"), ("b", "read back")] if long else []
        return [("up,down", "scroll"), *more, ("escape", "to the list"), *stop]
    shown: list[tuple[str, str]] = [
        ("enter", "read"),
        ("left,right", "fold"),
        ("slash", "search"),
        ("a", "add"),
    ]
    shown += [("d", "take out"), *stop]
    return shown if narrow else [*shown, ("r", "look for changes"), ("f1", "help")]
