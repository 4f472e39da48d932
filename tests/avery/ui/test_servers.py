"""The page of MCP servers: any text literal, the marked one told by a sign, connected to anew by a key."""

from __future__ import annotations

import pytest

from avery.mcp.model import Listed, Standing, State
from avery.mcp_events import ServersStand
from avery.ui.screens.servers import ServersScreen, drawn
from tests.support.screen import Host, picture

HOSTILE = "[/ [b 达沃 مرحبا ❤️ 👩‍🔬 [red]x[/]"
TOOL = Listed("files", "read_file", "mcp_files_read_file", HOSTILE * 9, {}, True, "0" * 12)
SERVERS = (
    Standing("files", State.READY, "npx -y server", "Files 1.0", (TOOL,), ("3 more tools are not offered.",)),
    Standing("web", State.WAITING, "https://x.test/mcp", "It did not answer. It is tried again in 5 s."),
    Standing("old", State.OFF, "x"),
)


class Memory:
    """Answers as the memory's thread does, at once."""

    def __init__(self, servers: tuple[Standing, ...]) -> None:
        self.asked: list[str | None] = []
        self.found = servers

    def servers(self, restart: str | None = None) -> None:
        self.asked.append(restart)


@pytest.mark.parametrize("width", [30, 78, 138])
def test_every_server_says_how_it_is_and_why_and_one_is_marked(width: int) -> None:
    lines = drawn(SERVERS, 1, width).plain.split("\n")
    assert "  ● files  ready" in lines and "› ! web  waiting" in lines and "  ○ old  off" in lines
    assert any("[red]x[/]" in line for line in drawn(SERVERS, 0, 138).plain.split("\n"))


@pytest.mark.parametrize("size", [(140, 45), (40, 12)])
async def test_the_page_marks_connects_anew_and_closes(size: tuple[int, int]) -> None:
    app, memory = Host(), Memory(SERVERS)
    async with app.run_test(size=size) as pilot:
        page = ServersScreen(memory)
        app.push_screen(page)
        await pilot.pause(0.1)
        assert "No servers yet." in picture(app)
        page.take(ServersStand(SERVERS))
        await pilot.pause(0.1)
        assert "MCP servers  1 of 3 ready" in picture(app) and "› ● files" in picture(app)
        await pilot.press("down", "r")
        await pilot.pause(0.1)
        assert memory.asked == [None, "web"] and "› ! web" in picture(app)
        await pilot.press("escape")
        await pilot.pause(0.1)
        assert app.screen is not page
