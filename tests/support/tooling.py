"""Tools called as the model calls them: by name, with JSON, through a toolbox, with a person who answers."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path

from avery.agent.consent import Request, Verdict
from avery.agent.tools import RESULT_LETTERS, Tool, Toolbox, ToolContext, ToolResult
from avery.tools.editing import EditFile, WriteFile
from avery.tools.files import ListFiles, ReadFile, SearchFiles
from avery.tools.places import Places
from avery.tools.seen import Seen
from weave.documents.limits import Limits
from weave.ports import ToolCall

NOWHERE = ToolContext(None, None, "task-1")  # type: ignore[arg-type]
"""For tools that look at no memory."""


@dataclass
class Bench:
    """A toolbox and its person."""

    tools: tuple[Tool, ...]
    verdict: Verdict = Verdict.ONCE
    context: ToolContext = NOWHERE
    seconds: float = 30.0
    asked: list[Request] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.box = Toolbox(self.tools, consent=self._consent, seconds=self.seconds)

    async def _consent(self, request: Request) -> Verdict:
        self.asked.append(request)
        await self.meanwhile()
        return self.verdict

    async def meanwhile(self) -> None:
        """What happens while the person thinks."""

    async def __call__(self, name: str, letters: int = RESULT_LETTERS, **arguments: object) -> ToolResult:
        return await self.box.run(ToolCall("c", name, json.dumps(arguments)), self.context, letters)

    async def ok(self, name: str, letters: int = RESULT_LETTERS, **arguments: object) -> str:
        """The text of a call that must succeed."""
        result = await self(name, letters, **arguments)
        assert result.ok, result.text
        return result.text

    async def no(self, name: str, **arguments: object) -> str:
        """The text of a call that must not."""
        result = await self(name, **arguments)
        assert not result.ok, result.text
        return result.text

    def asking(self, verdict: Verdict) -> Bench:
        """The same tools and another answer."""
        return replace(self, verdict=verdict, asked=[])


def files(folder: Path, *more: str, home: Path | None = None) -> Bench:
    """The tools for files in a folder; Avery's home is beside it."""
    places, seen, limits = Places.of(folder, more, home or folder.parent / "home"), Seen(), Limits()
    return Bench(
        (
            *(ReadFile(places, seen, limits), ListFiles(places), SearchFiles(places)),
            *(WriteFile(places, seen, limits), EditFile(places, seen, limits)),
        )
    )
