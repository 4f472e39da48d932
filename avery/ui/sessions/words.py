"""What the page of past chats says: its rows, what is in the marked one, and its keys."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, tzinfo

from textual.content import Content

from avery.session_events import Deleted
from avery.telling import counted
from avery.ui.keyrow import Keys
from avery.ui.plain import one_line, plain
from avery.ui.score import age
from avery.ui.screens.choice import Answer
from avery.ui.status import compact
from weave.model import Role
from weave.talks.searching import Piece, Talk

EMPTY = "There is no earlier chat yet: what you write to Avery is kept as one."
NOTHING_FOUND = "No chat has all of these words."
_UNTITLED = "(no title)"
_NAMES = {Role.USER: ("You", "bold $primary"), Role.ASSISTANT: ("Avery", "bold $accent")}

PURGE = "purge"
DELETE = (
    Answer("trash", "to the trash", "with what was remembered of it; u brings it back", "t"),
    Answer(PURGE, "without trace", "also where other chats repeat it; for good", "x"),
)
"""How a chat may be deleted."""


def deleted(event: Deleted) -> str:
    """What was done, and what can be done about it."""
    name = f"“{one_line(event.title, 80)}”" if event.title else "The chat"
    count = counted(event.memories, "memory", "memories")
    if event.purged:
        return f"{name} is gone, with {count}; nothing of it is left."
    return f"{name} is in the trash, with {count} · u brings it back"


def brought_back(memories: int) -> str:
    """What came back."""
    return f"The chat is back, with {counted(memories, 'memory', 'memories')}."


def head(talks: Sequence[Talk] | None, query: str, width: int) -> Content:
    """The first row: how many there are."""
    left = Content.styled("Chats", "bold $primary")
    if talks is None:
        return left + Content.styled("  reading …", "$muted")
    told = counted(len(talks), "chat", "chats")
    if query:
        told += f" with “{one_line(query, 40)}”"
    return (left + Content.styled(f"  {told}", "$foreground")).truncate(max(1, width), ellipsis=True)


def row(talk: Talk, now: datetime, *, marked: bool, current: bool) -> Content:
    """When, how much was said, and the title last, so that no wide letter shifts a column."""
    info = talk.info
    when = age(info.updated, now) if info.updated else ""
    return Content.assemble(
        ("▎ " if marked else "  ", "$primary"),
        (f"{when:>5} ", "$muted"),
        (f"{compact(info.turns):>4}  ", "$muted"),
        ("● " if current else "", "$primary"),
        (one_line(info.title, 200) or _UNTITLED, "bold $foreground" if marked else "$foreground"),
    )


def whole(talk: Talk, zone: tzinfo | None, *, current: bool) -> Content:
    """The marked chat: its name, times and id, and what was found in it or said last."""
    info = talk.info
    lines = [Content.styled(one_line(info.title, 200) or _UNTITLED, "bold $foreground")]
    times = [
        f"{name} {moment.astimezone(zone):%Y-%m-%d %H:%M}"
        for name, moment in (("begun", info.started), ("last", info.updated))
        if moment is not None
    ]
    told = [*times, counted(info.turns, "message", "messages")]
    lines.append(Content.styled(" · ".join(told), "$muted"))
    lines.append(Content.styled(f"avery --resume {info.id}", "$faint"))
    if current:
        lines.append(Content.styled("● you are in this chat", "$primary"))
    if talk.found:
        lines += [Content(""), Content.styled(counted(talk.found, "place", "places"), "$accent")]
    return Content("\n").join([*lines, *(_piece(piece) for piece in talk.pieces)])


def _piece(piece: Piece) -> Content:
    name, style = _NAMES.get(piece.role, (one_line(piece.speaker, 20), "$muted"))
    mark = Content.styled("  replaced", "$warning") if piece.replaced else Content("")
    return Content.assemble("\n", (name, style), mark, "\n", (plain(piece.text), "$foreground"))


def keys(*, finding: bool, narrow: bool) -> Keys:
    """What the keys do where the keyboard is."""
    if finding:
        return [("enter", "to the chats"), ("escape", "clear")]
    found: list[tuple[str, str]] = [("enter", "go on with it"), ("slash", "search"), ("o", "read")]
    found += [("r", "rename"), ("e", "export"), ("d", "delete")]
    return found if narrow else [*found, ("escape", "back"), ("f1", "help")]
