"""The one row at the foot: model, memories, the worker's queue, what is missing, tokens, and two keys."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rich.cells import cell_len
from textual import events
from textual.content import Content
from textual.widgets import Static

from avery.agent.events import Spent
from avery.events import Event, Opened, OpenFailed, Queue, Told, Working
from avery.night_events import Sleeping
from avery.ui import sleepwords
from avery.ui.plain import one_line
from weave.model import Degraded

_WORK = {"vector": "embedding", "graph": "linking", "documents": "filing"}
_TASK = 20
"""Letters of a task's name that the row has room for."""
_FULL = 0.8
"""Share of the context from which it is as good as full."""
_HINTS = "F1 help  ^P commands"


@dataclass(frozen=True, slots=True)
class Standing:
    """Everything the row tells; a change is a new value."""

    model: str | None = None
    opening: bool = True
    failed: bool = False
    memories: int = 0
    encoding: int = 0
    waiting: tuple[tuple[str, int], ...] = ()
    degraded: tuple[Degraded, ...] = ()
    guest: bool = False
    owner_pid: int | None = None
    task: str | None = None
    """The name of the task that the person named; None in the chat's own."""
    asleep: str = ""
    """What a cycle of sleep is about just now."""
    waits: int = 0
    """How many things wait for the person's word."""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    used: int = 0
    """Tokens of the context that the last request filled."""
    window: int = 0
    cost: float | None = None
    """What the model has cost in this sitting, where prices are set."""
    busy: bool = False
    loading: bool = False
    """A store is still being opened: recall does without it, and nothing is wrong."""


def after(standing: Standing, event: Event) -> Standing:
    """The standing once this has happened."""
    match event:
        case Opened():
            return replace(
                standing,
                opening=False,
                failed=False,
                model=event.model,
                window=event.window,
                memories=event.memories,
                guest=event.guest,
                owner_pid=event.owner_pid,
            )
        case OpenFailed():
            return replace(standing, failed=True, opening=False)
        case Working(task, own):
            return replace(standing, task=None if own else task.name)
        case Sleeping(progress):
            return replace(standing, asleep=sleepwords.doing(progress))
        case Queue():
            return replace(
                standing,
                encoding=event.encoding,
                waiting=event.waiting,
                degraded=event.degraded,
                loading=not event.ready,
                memories=event.memories,
                cost=event.cost,
            )
        case Told(_, Spent(prompt, completion)):
            return replace(
                standing,
                prompt_tokens=standing.prompt_tokens + prompt,
                completion_tokens=standing.completion_tokens + completion,
                used=prompt + completion,
            )
        case _:
            return standing


@dataclass(frozen=True, slots=True)
class Part:
    """Some words and the theme variable that colours them."""

    text: str
    style: str = "$muted"


def compact(count: int) -> str:
    """A count in at most five characters: 950, 3.1k, 128k."""
    if count < 1_000:
        return str(count)
    return f"{count / 1_000:.1f}k" if count < 10_000 else f"{count // 1_000}k"


def parts(standing: Standing) -> list[Part]:
    """The row's pieces, the most important first: what does not fit is left off at the end."""
    found: list[Part] = []
    if standing.busy:
        found.append(Part("Esc stops", "$primary"))
    if standing.waits:
        found.append(Part(f"inbox {standing.waits:,}", "$warning"))
    if standing.task is not None:
        found.append(Part(f"task {one_line(standing.task, _TASK)}", "$primary"))
    if standing.failed:
        found.append(Part("memory is closed", "$error"))
    elif standing.opening:
        found.append(Part("memory is starting", "$accent"))
    else:
        found.append(Part(one_line(standing.model, 32)) if standing.model else Part("no model", "$warning"))
    if standing.guest:
        owner = f" (pid {standing.owner_pid})" if standing.owner_pid else ""
        found.append(Part(f"guest{owner}", "$warning"))
    found += [Part(f"◌ {one_line(d.backend, 20)}", "$warning") for d in standing.degraded]
    found += _meter(standing)
    if standing.loading and not standing.failed:
        found.append(Part("indexes are loading"))
    if not standing.opening and not standing.failed:
        found.append(
            Part(f"{standing.memories:,} memor{'y' if standing.memories == 1 else 'ies'}", "$accent")
        )
    if not standing.waits and not standing.opening and not standing.failed:
        found.append(Part("inbox 0"))
    if standing.asleep:
        found.append(Part(f"asleep: {standing.asleep}", "$accent"))
    found += _queue(standing)
    if standing.prompt_tokens:
        spent = f"{compact(standing.prompt_tokens)} in {compact(standing.completion_tokens)} out"
        found.append(Part(spent))
    if standing.task is None and not standing.opening and not standing.failed:
        found.append(Part("task: this chat"))
    return found


def _meter(standing: Standing) -> list[Part]:
    """How full the context is, and what the sitting has cost."""
    found = []
    if standing.used and standing.window:
        share = standing.used / standing.window
        style = "$warning" if share >= _FULL else "$muted"
        found.append(Part(f"{compact(standing.used)}/{compact(standing.window)} ({share:.0%})", style))
    if standing.cost is not None:
        found.append(Part(f"cost {money(standing.cost)}"))
    return found


def money(cost: float) -> str:
    """A sum in whatever currency: two places, four while it is small."""
    return f"{cost:,.2f}" if cost >= 1 or cost == 0 else f"{cost:.4f}"


def _queue(standing: Standing) -> list[Part]:
    found = [Part(f"encoding {standing.encoding:,}")] if standing.encoding else []
    return found + [Part(f"{_WORK.get(name, name)} {count:,}") for name, count in standing.waiting if count]


class StatusBar(Static):
    """One row; its updates never lay anything out again."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("", id=id, markup=False)
        self.standing = Standing()

    def show(self, standing: Standing) -> None:
        """Draw another standing, if it is another."""
        if standing != self.standing:
            self.standing = standing
            self._draw()

    def on_mount(self) -> None:
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        self._draw()

    def _draw(self) -> None:
        room = self.content_size.width
        if not room:
            return
        hints = _HINTS if room >= 60 else "F1 help"
        row: list[tuple[str, str]] = []
        used = 0
        for part in parts(self.standing):
            text = (" · " if row else "") + part.text
            size = cell_len(text)
            if used + size > room - len(hints) - 2:
                break
            if row:
                row.append((" · ", "$faint"))
            row.append((part.text, part.style))
            used += size
        gap = " " * max(1, room - used - len(hints))
        self.update(Content.assemble(*row, gap, (hints, "$faint")), layout=False)
