"""MCP servers: how each one is, where it runs, and the tools it offers, in its own words."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Protocol

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from avery.mcp_events import ServersStand
from avery.ui.keyrow import KeyRow
from avery.ui.page import TextPage
from avery.ui.plain import one_line

if TYPE_CHECKING:
    from avery.events import Event
    from avery.mcp.model import Listed, Standing

_SIGNS = {
    "ready": ("● ", "$success"),
    "starting": ("◦ ", "$accent"),
    "waiting": ("! ", "$warning"),
    "off": ("○ ", "$muted"),
    "ended": ("○ ", "$muted"),
}
_NONE = (
    "No servers yet. In a shell:\n\n"
    "avery mcp add NAME -- COMMAND ARGUMENTS\n"
    "avery mcp add NAME --url https://…\n\n"
    "They start with the chat; whatever their tools do asks you first."
)
_LONGEST = 160


class Host(Protocol):
    """What the page asks of the memory's thread."""

    def servers(self, restart: str | None = None) -> None:
        """Tell how the servers are; `restart` names one to connect to anew."""


class ServersScreen(Screen[None]):
    """Esc goes back."""

    CSS_PATH = Path(__file__).parent.parent / "styles" / "servers.tcss"
    AUTO_FOCUS = "#servers-page"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Back", show=False, id="servers.close"),
        Binding("up", "mark(-1)", "Up", show=False, priority=True, id="rows.before"),
        Binding("down", "mark(1)", "Down", show=False, priority=True, id="rows.after"),
        Binding("r", "restart", "Connect anew", show=False, id="servers.restart"),
    ]

    def __init__(self, memory: Host) -> None:
        super().__init__()
        self._memory = memory
        self._servers: tuple[Standing, ...] = ()
        self._marked = 0

    def compose(self) -> ComposeResult:
        yield Static("", markup=False, id="servers-head")
        yield TextPage(id="servers-page")
        yield KeyRow(id="servers-foot")

    def on_mount(self) -> None:
        self.query_one(KeyRow).show([("up,down", "mark"), ("r", "connect anew"), ("escape", "back")])
        self._draw()
        self._memory.servers()

    def take(self, event: Event) -> None:
        """How the servers are now."""
        if isinstance(event, ServersStand):
            self._servers = event.servers
            self._marked = min(self._marked, max(0, len(self._servers) - 1))
            self._draw()

    def action_mark(self, step: int) -> None:
        if self._servers:
            self._marked = (self._marked + step) % len(self._servers)
            self._draw(follow=True)

    def action_restart(self) -> None:
        if self._servers:
            self._memory.servers(self._servers[self._marked].name)

    def _draw(self, *, follow: bool = False) -> None:
        servers, marked = self._servers, self._marked
        ready = sum(one.state == "ready" for one in servers)
        told = f"{ready} of {len(servers)} ready" if servers else "none"
        head = Content.assemble(("MCP servers", "bold $accent"), "  ", (told, "$foreground"))
        self.query_one("#servers-head", Static).update(head)
        self.query_one(TextPage).show(
            lambda width: drawn(servers, marked, width),
            home=False,
            above=(lambda width: drawn(servers[:marked], -1, width)) if follow and marked else None,
        )


def drawn(servers: Sequence[Standing], marked: int, width: int) -> Content:
    """All servers, the marked one told by a sign as well as by its weight."""
    if not servers:
        return Content(_NONE) if marked >= 0 else Content("")
    blocks = [_block(one, number == marked, width) for number, one in enumerate(servers)]
    return Content("\n\n").join(blocks)


def _block(one: Standing, marked: bool, width: int) -> Content:
    sign, style = _SIGNS[str(one.state)]
    name = "bold $foreground" if marked else "$foreground"
    head = [("› " if marked else "  ", "$accent"), (sign, style), (one.name, name), (f"  {one.state}", style)]
    lines = [Content.assemble(*head)]
    lines += [_indented(text, "$muted") for text in (one.detail, one.where) if text]
    lines += [_tool(tool, width) for tool in one.tools]
    lines += [_indented(sentence, "$warning") for sentence in one.left_out]
    return Content("\n").join(lines)


def _indented(text: str, style: str) -> Content:
    return Content.styled(f"    {one_line(text, _LONGEST)}", style)


def _tool(tool: Listed, width: int) -> Content:
    room = max(20, min(_LONGEST, width - len(tool.name) - 8))
    words = f"  {one_line(tool.description, room)}" if tool.description else ""
    return Content.assemble((f"    {one_line(tool.name, 60)}", "$foreground"), (words, "$muted"))
