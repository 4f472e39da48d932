"""weave identity: who Avery is, how that came about, and the person's word on what may change it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from weave.cli import editor
from weave.cli.desk import Desk, read_standard_input
from weave.cli.errors import DONE, FAILED
from weave.cli.parsing import Commands, fraction, words
from weave.errors import InvalidInput, NotFound
from weave.identity import wire
from weave.identity.model import Entry, Origin, Verdict

if TYPE_CHECKING:
    import argparse

    from weave.cli.parsing import Handler

_MOST_BYTES = 4_000_000
"""Read of a proposal's file; the guard refuses far less."""
_HEADING = "# "


def register(commands: Commands) -> None:
    """Add this group's commands."""
    group = commands.group("identity", "who Avery is, how that came about, and what may change it")
    group.add("show", show, "identity.md as it is, and whether a proposal waits")
    history_parser = group.add("history", history, "every version and every proposal, the oldest first")
    history_parser.add_argument(
        "--check", action="store_true", help="exit status 1 if the history was changed by another hand"
    )
    proposing = group.add("propose", propose, "propose a new text; the guard applies, flags or rejects it")
    proposing.add_argument("file", metavar="FILE", help="the whole new text; - reads standard input")
    proposing.add_argument("--confidence", metavar="C", type=fraction, required=True, help="0 to 1")
    proposing.add_argument("--reason", metavar="R", required=True, help="why, in a sentence")
    proposing.add_argument(
        "--origin",
        choices=[word for word in words(Origin) if word != Origin.PERSON],
        default=Origin.COMMAND.value,
        help="what it stems from",
    )
    group.add("pending", pending, "the proposal that waits for you, with its diff")
    approving = _decision(group, "approve", approve, "put a waiting proposal in force")
    how = approving.add_mutually_exclusive_group()
    how.add_argument("--edit", action="store_true", help="reword it in $EDITOR first")
    how.add_argument("--file", metavar="FILE", dest="instead", help="take this text in its place")
    rejecting = _decision(group, "reject", reject, "close a waiting proposal; nothing changes")
    rejecting.add_argument("--reason", metavar="R", default="", help="why, for the history")
    _decision(group, "rollback", rollback, "put an earlier version in force again")


def _decision(group: Commands, name: str, handler: Handler, summary: str) -> argparse.ArgumentParser:
    parser = group.add(name, handler, summary)
    parser.add_argument("id", metavar="ID", help="an entry of the history; its beginning is enough")
    return parser


async def show(desk: Desk) -> int:
    """Print the identity."""
    async with desk.weave(still=True) as weave:
        text = await weave.identity()
        waits = await weave.identities.pending()
        if desk.json:
            waiting = [one.entry.id for one in waits]
            desk.terminal.data({"identity": text, "pending": waiting})
            return DONE
        if desk.terminal.interactive:  # a file or a pipe gets the text as it is
            from weave.cli.text import harmless

            text = harmless(text)
        desk.terminal.say(text.removesuffix("\n"))
        if waits:
            desk.terminal.note("A proposal waits for your word; `weave identity pending` shows it.")
    return DONE


async def history(desk: Desk) -> int:
    """Print the history; what is wrong with it goes to stderr."""
    async with desk.weave(still=True) as weave:
        found = await weave.identities.history()
        problems = () if weave.guest else (await weave.identities.check()).problems
        if desk.json:
            desk.terminal.data(wire.entries(found))
        else:
            from weave.cli import selves

            selves.show_history(desk.terminal, found, desk.zone)
        for problem in problems:
            desk.terminal.note(problem)
    return FAILED if problems and desk.arguments.check else DONE


async def propose(desk: Desk) -> int:
    """Have the guard judge a new text."""
    text = _text_of(desk.text("file") or "")
    async with desk.weave(still=True) as weave:
        done = await weave.identities.propose(
            text,
            reason=desk.text("reason") or "",
            confidence=desk.arguments.confidence,
            origin=Origin(desk.arguments.origin),
        )
        desk.kept = "Interrupted; the proposal is judged and recorded."
        _tell(desk, done)
    return DONE


async def pending(desk: Desk) -> int:
    """Print what waits."""
    async with desk.weave(still=True) as weave:
        waits = await weave.identities.pending()
        if desk.json:
            desk.terminal.data([wire.pending(one) for one in waits])
        elif waits:
            from weave.cli import selves

            for one in waits:
                selves.show_pending(desk.terminal, one, desk.zone)
        else:
            desk.terminal.note("No proposal waits.")
    return DONE


async def approve(desk: Desk) -> int:
    """Put a waiting proposal in force, reworded if asked."""
    reference = desk.text("id") or ""
    if desk.arguments.edit:
        return await _approve_reworded(desk, reference)
    instead = desk.text("instead")
    text = _text_of(instead) if instead else None
    async with desk.weave(still=True) as weave:
        _tell(desk, await weave.identities.approve(reference, text))
    return DONE


async def reject(desk: Desk) -> int:
    """Close a waiting proposal."""
    async with desk.weave(still=True) as weave:
        _tell(desk, await weave.identities.reject(desk.text("id") or "", desk.text("reason") or ""))
    return DONE


async def rollback(desk: Desk) -> int:
    """Go back to an earlier version."""
    async with desk.weave(still=True) as weave:
        _tell(desk, await weave.identities.rollback(desk.text("id") or ""))
    return DONE


def _tell(desk: Desk, done: Entry) -> None:
    if desk.json:
        desk.terminal.data(wire.entry(done))
        return
    from weave.cli import selves

    selves.show_outcome(desk.terminal, done)
    if done.verdict is Verdict.FLAGGED:
        desk.terminal.note("It waits for your word: weave identity approve ID, or reject ID.")


async def _approve_reworded(desk: Desk, reference: str) -> int:
    """The home is not held while the person writes; what they wrote outlives a decision taken meanwhile."""
    async with desk.weave(still=True) as weave:
        proposal = await weave.identities.waiting(reference)
    title, text = await _reworded(desk, proposal)
    async with desk.weave(still=True) as weave:
        try:
            done = await weave.identities.approve(proposal.id, f"{_HEADING}{title}\n\n{text}\n")
        except (NotFound, InvalidInput) as error:
            raise editor.overtaken(title, text) from error
        _tell(desk, done)
    return DONE


async def _reworded(desk: Desk, proposal: Entry) -> tuple[str, str]:
    """Title and text of a waiting proposal as the person saved them in their editor."""
    head, _, rest = (proposal.text or "").partition("\n")
    titled = head.startswith(_HEADING)
    title = head.removeprefix(_HEADING) if titled else "Avery"
    return await editor.edit(title, (rest if titled else proposal.text or "").strip("\n"), desk.environment)


def _text_of(name: str) -> str:
    """The text of a file, or of standard input. Raises InvalidInput."""
    if name == "-":
        return read_standard_input()
    try:
        with Path(name).expanduser().open("rb") as stream:
            return stream.read(_MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name} is not valid UTF-8; convert it, for example with iconv.") from error
    except OSError as error:
        raise InvalidInput(
            f"{name} cannot be read ({error.strerror}); name a text file, or - for standard input."
        ) from error
