"""A command of the shell, shown word for word before it runs, in the granted folder and within its limits."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from unicodedata import name

from avery.agent.arguments import Arguments
from avery.agent.concealing import concealed, hides_words
from avery.agent.consent import OWN, Effect
from avery.agent.tools import ToolContext, ToolResult
from avery.tools.arguments import schema, string, text
from avery.tools.places import Places
from avery.tools.processes import Outcome, run
from weave.errors import InvalidInput

_ALIKE = ("CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "FULLWIDTH", "MATHEMATICAL", "LISU", "COPTIC")
_MOST_TOLD = 8
_LONGEST = 4_000
_GRANTED = 300
"""Letters of a command that can be granted for longer than once: what a person takes in at a glance."""


class RunCommand:
    """Satisfies `avery.agent.tools.Tool`."""

    name: Final = "run_command"
    description: Final = "Run a shell command, without input and for a limited time."
    schema: Final = schema(
        ("command",),
        command=text("As typed in sh.", most=_LONGEST),
        path=text("Where; by itself the folder you work in."),
    )
    origin: Final = OWN

    def __init__(self, places: Places, environment: Mapping[str, str], seconds: float) -> None:
        self._places, self._environment, self._seconds = places, environment, seconds

    async def effect(self, arguments: Arguments, context: ToolContext) -> Effect | None:
        """The command and where it runs. Raises InvalidInput."""
        command, folder = string(arguments, "command").strip(), self._folder(arguments)
        if not command or "\0" in command:
            raise InvalidInput("The command is empty; write it as in a shell.")
        if hides_words(command):
            raise InvalidInput(
                "What looks like a secret in the command would hide from the person what it does; write NAME=value, or "
                "leave it to a file that the person keeps."
            )
        return Effect(
            f"run: {command}",
            "\n\n".join(part for part in (command, _mixed(command), f"in {folder}") if part),
            grant=f"run@{folder}:{command}" if _grantable(command, folder) else "",
            needs=f"run@{folder}:{command}",
        )

    async def run(self, arguments: Arguments, context: ToolContext) -> ToolResult:
        """Its output, standard error among it. Raises InvalidInput when it cannot be started."""
        argv = ["/bin/sh", "-c", string(arguments, "command").strip()]
        outcome = await run(argv, self._folder(arguments), self._environment, self._seconds)
        return ToolResult(
            f"{_ending(outcome, self._seconds)}\n{_output(outcome, context.letters - 200)}".rstrip(),
            ok=outcome.status == 0 and not (outcome.late or outcome.loud),
            ran=not (outcome.late or outcome.loud),
        )

    def _folder(self, arguments: Arguments) -> Path:
        folder = self._places.find(string(arguments, "path", "."))
        if not folder.is_dir():
            raise InvalidInput(f"There is no folder {self._places.named(folder)}.")
        return folder


def _grantable(command: str, folder: Path) -> bool:
    """Whether a rule can name it so that it covers this and nothing else."""
    return (
        command.isprintable()
        and len(command) <= _GRANTED
        and not command.endswith(" *")
        and not any(sign in str(folder) for sign in ":\n")
    )


def _mixed(command: str) -> str:
    """A line on words of letters that only look alike, such as a Cyrillic `ѕ` in `ѕudo`; empty when there are none."""
    odd = {
        sign: name(sign, "")
        for word in re.findall(r"[^\W\d_]+", command)
        if any(sign.isascii() for sign in word)
        for sign in word
        if name(sign, "").startswith(_ALIKE)
    }
    told = ", ".join(f"{sign} ({what.lower()})" for sign, what in list(odd.items())[:_MOST_TOLD])
    return f"Letters that look like others: {told}" if told else ""


def _ending(outcome: Outcome, seconds: float) -> str:
    if outcome.loud:
        return "It wrote without end and was stopped; it may be half done."
    if outcome.late:
        return f"It was stopped after {seconds:g} s and may be half done."
    return f"exit status {outcome.status}"


def _output(outcome: Outcome, room: int) -> str:
    """The beginning and the end of what it wrote: an error stands mostly last."""
    head, tail = (part.decode("utf-8", "replace") for part in (outcome.head, outcome.tail))
    if not outcome.left_out:
        whole = (outcome.head + outcome.tail).decode("utf-8", "replace")
        if len(whole) <= room:
            return whole
        head, tail = whole, whole
    first = room // 3
    begun, last = concealed(head, 0, first), concealed(tail, len(tail) - (room - first), len(tail))
    return f"{begun}\n[… the middle is left out …]\n{last}"
