"""The command palette's sources: what acts on the page that is open, and the registry that help and slash share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from textual._types import IgnoreReturnCallbackType
from textual.command import DiscoveryHit, Hit, Hits, Provider

from avery.commands import COMMANDS, Command, key_name, ways

_TITLES = {command.id: command.title for command in COMMANDS if command.id != "app.palette"}
_WRITING = frozenset(command.title for command in COMMANDS if command.group == "Writing")
"""What only moves or deletes letters stands last: nobody opens the palette for it."""


@dataclass(frozen=True, slots=True)
class _Offer:
    title: str
    how: str
    run: IgnoreReturnCallbackType


class Everything(Provider):
    """What acts where the keyboard is, on a page of its own all that it can do; then the chat's; then editing."""

    async def discover(self) -> Hits:
        for offer in self._offers():
            yield DiscoveryHit(offer.title, offer.run, help=offer.how)

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for offer in self._offers():
            if (score := matcher.match(offer.title)) > 0:
                yield Hit(score, matcher.highlight(offer.title), offer.run, help=offer.how)

    def _offers(self) -> list[_Offer]:
        from_everywhere = [self._in_chat(command) for command in offered()]
        known = {offer.title for offer in from_everywhere}
        here = [offer for offer in self._here() if offer.title not in known]
        return sorted([*here, *from_everywhere], key=lambda offer: offer.title in _WRITING)

    def _in_chat(self, command: Command) -> _Offer:
        """The chat's commands work from every page above it: that page is left first."""
        run = partial(self.app.run_action, f"in_chat({command.action!r})")
        return _Offer(command.title, ways(command), run)

    def _chosen(self, id_: str | None) -> str:
        """What Enter does on a row of the page that is open."""
        if id_ != "rows.choose":
            return ""
        own = {
            b.id.partition(".")[0]
            for node, b, _, _ in self.screen.active_bindings.values()
            if b.id and node is self.screen
        }
        return next((c.title for c in COMMANDS if c.keys == ("enter",) and c.id.partition(".")[0] in own), "")

    def _here(self) -> Iterator[_Offer]:
        known = {command.action for command in offered()}
        told: set[str] = set()
        for node, binding, enabled, _ in self.screen.active_bindings.values():
            title = _TITLES.get(binding.id or "", "") or self._chosen(binding.id)
            if enabled and title and binding.action not in known and title not in told:
                told.add(title)
                run = partial(self.app.run_action, binding.action, node)
                yield _Offer(title, key_name(binding.key), run)


def offered() -> list[Command]:
    """The registry's commands that make sense without an argument, and from everywhere."""
    return [command for command in COMMANDS if command.palette and command.action]
