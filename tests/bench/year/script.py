"""The notation in which episodes are written by hand, and its reader.

Blocks are separated by an empty line. A block may begin with a head, `@ WHEN IMPORTANCE NAME Title`, where WHEN is
`MM-DD HH:MM` (once) or `xN` (N times, on any day) and IMPORTANCE is H or L. Then come lines:
`u`/`a`/`t` the person, the assistant, a tool; `o Name: text` another person at the keyboard;
`w` why it matters; `s` names of what it supersedes; `e` names of earlier blocks whose turns are evidence as well;
`?` a question: `?[c|x|h] DATE text = answer | another ! wrong`, DATE being `MM-DD` or `+days`.
In blocks with a head, brackets mark key details: `[name]`, `[#number]`, `[@date]`, `[!negation]`, `[=decision]`.
`⏎` is a line break, `{slot}` a slot (see slots.py).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

HEAD = re.compile(r"@ (x\d+|\d\d-\d\d \d\d:\d\d) ([HL]) (\S+) (.+)")
ASKED = re.compile(r"\?([cxh]?) (\+\d+|\d\d-\d\d) (.+)")
KINDS = {"": "detail", "c": "current", "x": "changed", "h": "habit"}
ROLES = {"u": "user", "a": "assistant", "t": "tool"}


@dataclass(frozen=True, slots=True)
class Line:
    role: str
    speaker: str
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    kind: str
    when: str
    text: str
    answers: tuple[str, ...]
    wrong: tuple[str, ...]


@dataclass(slots=True)
class Template:
    """One hand-written episode. `importance` is empty for noise."""

    name: str
    when: str = ""
    importance: str = ""
    title: str = ""
    why: str = ""
    lines: list[Line] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    supersedes: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()


def read(name: str, text: str) -> list[Template]:
    """The templates of a module's text; ValueError names the line that cannot be read."""
    blocks = [block.strip() for block in re.split(r"\n\s*\n", text) if block.strip()]
    return [_template(f"{name}.{number}", block) for number, block in enumerate(blocks)]


def _template(name: str, block: str) -> Template:
    made = Template(name)
    for line in block.splitlines():
        _add(made, line.strip())
    return made


def _add(made: Template, line: str) -> None:
    mark, _, rest = line.partition(" ")
    if mark == "@" and (head := HEAD.fullmatch(line)):
        made.when, importance, made.name, made.title = head.groups()
        made.importance = "high" if importance == "H" else "low"
    elif mark in ROLES:
        made.lines.append(Line(ROLES[mark], {"u": "Mira", "a": "Avery", "t": "tool"}[mark], rest))
    elif mark == "o":
        speaker, _, said = rest.partition(": ")
        made.lines.append(Line("other", speaker, said))
    elif mark == "w":
        made.why = rest
    elif mark == "s":
        made.supersedes = tuple(rest.split())
    elif mark == "e":
        made.evidence = tuple(rest.split())
    elif asked := ASKED.fullmatch(line):
        made.asked.append(_asked(*asked.groups()))
    else:
        raise ValueError(f"{made.name}: cannot read the line {line!r}")


def _asked(mark: str, when: str, rest: str) -> Asked:
    text, _, answer = rest.partition(" = ")
    right, _, wrong = answer.partition(" ! ")
    return Asked(KINDS[mark], when, text, _words(right), _words(wrong))


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(" | ") if word.strip())
