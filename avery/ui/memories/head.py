"""What stands above and below the list: how much of what is shown, in which order, and which keys act now."""

from __future__ import annotations

from textual.content import Content

from avery.ui.keyrow import Keys
from weave.browsing.model import Listing
from weave.sought import Order, Sought

PLACEHOLDER = "Search, or filter: type:episodic since:7d is:pinned"
ORDERS = {
    Order.NEWEST: "newest first",
    Order.STRENGTH: "strongest first",
    Order.IMPORTANCE: "most important first",
    Order.ACCESS: "most recalled first",
}
ROOMY = 100
"""Cells from which all keys are named."""
_NONE = "Nothing is remembered yet; memories appear after the first chats."
_NO_WORDS = "No memory holds these words. Enter asks the memory itself, by meaning."
_NO_FILTER = "No memory is like that; Esc takes the filters away."
_NO_MIND = "Nothing came to mind."


def empty(listing: Listing) -> str:
    """Why there is no row."""
    if not listing.total:
        return _NONE
    if listing.query:
        return _NO_MIND
    return _NO_WORDS if listing.sought.words else _NO_FILTER


def title(listing: Listing | None, order: Order, chosen: int, guest: bool, width: int) -> Content:
    """The first row of the page."""
    left = Content.styled("Memories", "bold $accent")
    if listing is None:
        return left + Content.styled("  reading …", "$muted")
    found, total = len(listing.ids), listing.total
    count = f"{total:,}" if listing.sought == Sought() and not listing.query else f"{found:,} of {total:,}"
    how = "by what came to mind" if listing.query else ORDERS[order]
    left += Content.styled(f"  {count}", "$foreground")
    marks = [("read only", "$warning")] if guest else []
    marks += [(f"{chosen:,} selected", "bold $success")] if chosen else []
    right = Content("  ").join([Content.styled(words, style) for words, style in marks])
    middle = Content.styled(f" · {how}", "$muted")
    if left.cell_length + middle.cell_length + right.cell_length + 1 <= width:
        left += middle
    return left.pad_right(max(1, width - left.cell_length - right.cell_length)) + right


def keys(*, finding: bool, editing: bool, asked: bool, chosen: int, empty: bool, narrow: bool) -> Keys:
    """What the keys do where the keyboard is; in a narrow terminal the most needed ones."""
    if editing:
        return [("ctrl+s", "keep"), ("escape", "drop")]
    if finding:
        enter = ("enter", "to the list" if asked else "ask by meaning")
        return [enter, ("down", "the list"), ("escape", "clear, close")]
    first = [("slash", "search"), ("f", "filter"), ("s", "sort")]
    if empty:
        return [*first, ("escape", "back")]
    acts = [("e", "edit"), ("p", "pin"), ("d", "forget"), ("u", "undo")]
    if chosen:
        acts = acts[1:]
    rest = [
        ("c", "correct"),
        ("t", "state"),
        ("i", "importance"),
        ("v", "private"),
        ("m", "move"),
        ("space", "select"),
        ("o", "source"),
    ]
    if narrow:
        return [*acts, *first[:2], ("space", "select"), ("f1", "more")]
    return [*acts, *rest, *first]
