"""The command palette's source: the same registry that help and slash commands come from."""

from __future__ import annotations

from functools import partial

from textual._types import IgnoreReturnCallbackType
from textual.command import DiscoveryHit, Hit, Hits, Provider

from avery.commands import COMMANDS, Command, ways


class ChatCommands(Provider):
    """Every command that makes sense without an argument."""

    async def discover(self) -> Hits:
        for command in _offered():
            yield DiscoveryHit(command.title, self._run(command), help=ways(command))

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for command in _offered():
            if (score := matcher.match(command.title)) > 0:
                yield Hit(score, matcher.highlight(command.title), self._run(command), help=ways(command))

    def _run(self, command: Command) -> IgnoreReturnCallbackType:
        # The chat's commands work from every page above it: that page is left first.
        return partial(self.app.run_action, f"in_chat({command.action!r})")


def _offered() -> list[Command]:
    return [command for command in COMMANDS if command.palette and command.action]
