"""Copying that arrives where the person sits: the terminal's own way first, then tmux and the machine's own tools.

OSC 52 reaches the clipboard of whoever looks at the terminal, also over SSH. tmux keeps it to itself unless it is
told, so there `tmux load-buffer -w` does it. On the machine itself a terminal without OSC 52 has the system's tool.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass

_SECONDS = 3.0
"""How long a tool may take."""
_TOOLS = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
    ("WSL_DISTRO_NAME", ("clip.exe",)),
)
Find = Callable[[str], str | None]
"""Where a program is, as `shutil.which`."""


@dataclass(frozen=True, slots=True)
class Route:
    """A program that takes the text on its standard input, and how the person is told of it."""

    command: tuple[str, ...]
    name: str


def remote(environment: Mapping[str, str]) -> bool:
    """Whether the machine is not the one that the person sits at."""
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))


def route(environment: Mapping[str, str], find: Find) -> Route | None:
    """What has to help the terminal; None where the terminal alone does it, or nothing else could."""
    if environment.get("TMUX") and (tmux := find("tmux")):
        return Route((tmux, "load-buffer", "-w", "-"), "tmux")
    if remote(environment):
        return None  # a tool of this machine would fill a clipboard that nobody looks at
    if pbcopy := find("pbcopy"):
        return Route((pbcopy,), "pbcopy")
    for variable, (program, *arguments) in _TOOLS:
        if environment.get(variable) and (found := find(program)):
            return Route((found, *arguments), program)
    return None


def told(environment: Mapping[str, str], helper: Route | None) -> str:
    """What was done, in words."""
    if helper is not None:
        return f"Copied through the terminal and {helper.name}."
    if remote(environment):
        return "Sent to your terminal's clipboard (OSC 52). If nothing arrives: /mouse, then select with the mouse."
    return "Copied through the terminal (OSC 52)."


async def hand_over(text: str, helper: Route) -> bool:
    """Give the text to a tool; whether it took it."""
    try:
        process = await asyncio.create_subprocess_exec(
            *helper.command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
    except OSError:
        return False
    try:
        await asyncio.wait_for(process.communicate(text.encode("utf-8", "replace")), _SECONDS)
    except (TimeoutError, OSError):
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        return False
    return process.returncode == 0
