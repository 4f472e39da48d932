"""Something to do a little later, once.

Textual's own one-shot timer skips its only tick when the loop is busy at the moment it should start
(`Timer._run` counts the missed tick as done), which would lose a drawing, or a message that is to be sent.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from textual.widget import Widget
from textual.worker import Worker


def once(widget: Widget, seconds: float, action: Callable[[], None]) -> asyncio.TimerHandle:
    """Run `action` in the widget's own queue after `seconds`; `cancel()` of what is returned forgets it."""
    return asyncio.get_running_loop().call_later(seconds, widget.call_later, action)


def latest(widget: Widget, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do this, and give up what was to be done this way before; it is begun only when its turn comes."""
    _: Worker[None] = widget.run_worker(work, exclusive=True, exit_on_error=False)
