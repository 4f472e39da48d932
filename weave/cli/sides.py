"""Conflicts as a person reads them: the sides next to each other where there is room, and what to type for each choice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import tzinfo
from itertools import zip_longest

from weave.cli.tables import counted
from weave.cli.terminal import Terminal
from weave.cli.text import cut, harmless, one_line, pad, wrap
from weave.clock import day
from weave.disputes import by_claim, value_of
from weave.model import Conflict, Fact, Memory, Resolution, Side
from weave.picture import validity

_ROOM = 80
"""Cells from which two sides stand next to each other."""
_WORDS, _DEPENDENTS = 8, 4
"""Lines of a memory's wording, and of what rests on it, that are shown."""
_LETTERS = 2_000
_SHORTEST = 8
_BETWEEN, _INSET = " │ ", "   "


def show_conflicts(terminal: Terminal, conflicts: Sequence[Conflict], zone: tzinfo) -> None:
    """Each conflict with its sides, and the command for each way to decide it."""
    if not conflicts:
        terminal.note("Nothing contradicts anything else.")
        return
    short = _shortened(conflicts)
    for place, conflict in enumerate(conflicts):
        if place:
            terminal.say()
        _show(terminal, conflict, zone, short)


def _show(terminal: Terminal, conflict: Conflict, zone: tzinfo, short: dict[str, str]) -> None:
    heading = f"{one_line(conflict.subject)} → {one_line(conflict.predicate)}"
    terminal.say(terminal.style(cut(heading, terminal.width), "bold", "yellow"))
    terminal.say(terminal.style(f"conflict {conflict.id}", "dim"))
    claims = by_claim(conflict.sides)
    columns = 2 if terminal.width >= _ROOM else 1
    cells = (terminal.width - len(_BETWEEN) * (columns - 1)) // columns
    blocks = [_block(number, claim, zone, cells) for number, claim in enumerate(claims, start=1)]
    for first in range(0, len(blocks), columns):
        terminal.say()
        for line in _beside(blocks[first : first + columns], cells):
            terminal.say(line)
    terminal.say()
    name = short[conflict.id]
    for number, claim in enumerate(claims, start=1):
        _show_choice(terminal, f"keep {number}", name, short[claim[0].fact.id])
    _show_choice(terminal, "both hold" if len(claims) == 2 else "all hold", name, "all")
    _show_choice(terminal, "neither" if len(claims) == 2 else "none", name, "none")


def _show_choice(terminal: Terminal, choice: str, conflict: str, keep: str) -> None:
    terminal.say(f"{choice:<10}" + terminal.style(f"weave resolve {conflict} --keep {keep}", "cyan"))


def _block(number: int, claim: Sequence[Side], zone: tzinfo, cells: int) -> list[str]:
    """One claim in lines of at most `cells`: what it says, and below it, set in, each memory that says so."""
    lines = [cut(f"{number}. {said(claim[0].fact)}", cells)]
    room = cells - len(_INSET)
    for side in claim:
        below = _wording(side.memory, room)
        for told in _told(side, zone):
            below += wrap(told, room)
        # no line that a memory wrote begins where a choice begins
        lines += [_INSET + line for line in below + _dragged(side.dependents, room)]
    return lines


def said(fact: Fact) -> str:
    """The value that a fact claims, on one line."""
    return one_line(value_of(fact))


def _wording(memory: Memory, cells: int) -> list[str]:
    lines = wrap("“" + harmless(memory.text or memory.title).strip()[:_LETTERS] + "”", cells)
    return lines if len(lines) <= _WORDS else [*lines[:_WORDS], "…"]


def _told(side: Side, zone: tzinfo) -> list[str]:
    """When it was learned and held, who said it, where, and what it is called."""
    memory, fact = side.memory, side.fact
    happened = f", happened {day(memory.occurred, zone)}" if memory.occurred else ""
    held = validity(fact, zone)
    source = memory.source
    turns = f", {'turn' if len(source.turns) == 1 else 'turns'} {', '.join(source.turns)}"
    place = source.file or (source.conversation or "") + (turns if source.turns else "")
    trust = min(memory.provenance.trust, fact.provenance.trust)
    told = [
        f"learned {day(memory.created, zone)}{happened}",
        f"holds {held}" if held else "",
        f"said by {fact.provenance}, trust {trust:.2f}",
        f"from {place}" if place else "noted directly",
        f"fact {fact.id}",
        f"memory {memory.id}",
    ]
    return [one_line(line) for line in told if line]


def _dragged(dependents: Sequence[Memory], cells: int) -> list[str]:
    if not dependents:
        return ["nothing rests on it"]
    lines = [f"{counted(len(dependents), 'memory rests', 'memories rest')} on it:"]
    for memory in dependents[:_DEPENDENTS]:
        lines.append(cut(f"  {memory.id} {one_line(memory.title or memory.text[:200])}", cells))
    left = len(dependents) - _DEPENDENTS
    return [*lines, f"  … {left:,} more"] if left > 0 else lines


def _beside(blocks: Sequence[Sequence[str]], cells: int) -> Iterable[str]:
    for row in zip_longest(*blocks, fillvalue=""):
        yield _BETWEEN.join(pad(cell, cells) for cell in row).rstrip()


def _shortened(conflicts: Sequence[Conflict]) -> dict[str, str]:
    """Each fact's id to its shortest beginning that names nothing else in these conflicts."""
    facts = {side.fact.id for conflict in conflicts for side in conflict.sides}
    every = sorted(facts | {side.memory.id for conflict in conflicts for side in conflict.sides})
    short: dict[str, str] = {}
    for place, id_ in enumerate(every):
        near = every[max(0, place - 1) : place] + every[place + 1 : place + 2]
        length = max([_SHORTEST, *(_shared(id_, other) + 1 for other in near)])
        short[id_] = id_[:length]
    return {id_: short[id_] for id_ in facts}


def _shared(one: str, other: str) -> int:
    """How many letters two ids begin with alike."""
    return next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), len(one))


def show_resolution(terminal: Terminal, done: Resolution) -> None:
    """What stands, what fell, and what is unsure for having rested on it."""
    for word, facts in (("Kept", done.kept), ("Fallen", done.fallen)):
        for fact in facts:
            claim = f"{one_line(fact.subject)} → {one_line(fact.predicate)} → {said(fact)}"
            terminal.say(f"{word}: {claim} ({fact.state})")
    if done.volatile:
        unsure = counted(len(done.volatile), "memory", "memories")
        terminal.say(f"Unsure now, since it rested on that: {unsure} ({', '.join(done.volatile)})")
