"""weave facts: what is known, as subject, predicate and object; as a list, as a picture, for other programs."""

from __future__ import annotations

from collections.abc import Sequence

from weave import picture, wire
from weave.cli import reports
from weave.cli.desk import Desk
from weave.cli.errors import DONE
from weave.cli.memories import add_times
from weave.cli.parsing import Commands
from weave.errors import UsageError
from weave.model import Fact


def register(commands: Commands) -> None:
    """Add this group's command."""
    parser = commands.add("facts", facts, "what is known, as subject, predicate and object, with its history")
    parser.add_argument(
        "subject",
        metavar="SUBJECT",
        nargs="?",
        help="only what is known about this; a word of its name will do",
    )
    add_times(parser)
    pictures = parser.add_mutually_exclusive_group()
    pictures.add_argument(
        "--graph", action="store_true", help="SUBJECT and its neighbours to two steps, as a tree"
    )
    pictures.add_argument("--dot", action="store_true", help="the same for Graphviz, or everything")
    pictures.add_argument("--graphml", action="store_true", help="the same for programs that draw graphs")


async def facts(desk: Desk) -> int:
    """Print facts."""
    given, subject = desk.arguments, desk.text("subject")
    as_of, known_at = desk.until("as_of"), desk.until("known_at")
    drawn = given.graph or given.dot or given.graphml
    if drawn and desk.json:
        raise UsageError("A picture and --json are two things to print; ask for one of them.")
    if given.graph and not (subject or "").strip():
        raise UsageError("Name whom or what the picture is of; `weave facts` without --graph lists all.")
    async with desk.weave(still=True) as weave:
        hops = picture.HOPS if drawn else 0
        found = await weave.facts(subject, as_of=as_of, known_at=known_at, hops=hops)
        if drawn:
            _draw(desk, found, subject)
        elif desk.json:
            desk.terminal.data([wire.fact(fact) for fact in found])
        else:
            reports.show_facts(desk.terminal, found, desk.zone)
    return DONE


def _draw(desk: Desk, facts: Sequence[Fact], subject: str | None) -> None:
    found = picture.neighbourhood(facts, subject)
    if not found.nodes:
        desk.terminal.note("No such facts are known.")
    if desk.arguments.dot:
        desk.terminal.out.write(picture.dot(found, desk.zone))
    elif desk.arguments.graphml:
        text = picture.graphml(found)
        plain = text.encode("ascii", "xmlcharrefreplace").decode()  # a stream of another encoding takes this
        desk.terminal.out.write(text if desk.terminal.utf8 else plain)
    else:
        reports.show_tree(desk.terminal, picture.tree(found, desk.zone))
