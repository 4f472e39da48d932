"""`avery ask`: one turn as a task of its own. The answer goes to stdout as it comes, narration to stderr."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from datetime import tzinfo

from avery.agent.events import (
    Called,
    Delta,
    Done,
    Failed,
    Incomplete,
    Prompted,
    Recalled,
    Retrying,
    Returned,
    Spent,
    TurnEvent,
    Unrun,
)
from avery.agent.tools import Toolbox
from avery.agent.turn import Agent
from avery.mcp.servers import Servers, granted
from avery.reminder_events import Followed, Offered, Reminded, Reminding
from avery.reminding import sentences
from avery.tools.box import Workplace, toolbox
from avery.tools.gate import Gate
from avery.tools.grants import Grants, checked
from weave import wire
from weave.cli.desk import awake
from weave.cli.errors import DONE, FAILED
from weave.cli.terminal import Terminal
from weave.cli.text import harmless, one_line
from weave.clock import zone_named
from weave.config import McpConfig
from weave.errors import InvalidInput, UsageError
from weave.model import Recall, TaskReport
from weave.roots import Root
from weave.weave import Weave

_TITLE = 60
_CALL = 300
"""Letters of a call and what it gave, where they are told on one line; --json has all of it."""
_SERVERS = 20.0
"""Seconds that MCP servers have to start; a turn without a person has no later."""
_SETTLE = 2.0
"""Seconds that indexing may take after the answer; what is left goes on at the next start."""


@dataclass(slots=True)
class _Call:
    """A call of a tool and what it gave."""

    name: str
    arguments: str
    text: str = ""
    ok: bool = False


@dataclass(slots=True)
class _Outcome:
    """What came of the turn."""

    conversation: str
    guest: bool
    zone: tzinfo
    """In which times are told."""
    text: str = ""
    shown: int = 0
    """Letters of the present reply that stand on stdout."""
    recall: Recall | None = None
    omitted: int = 0
    error: str | None = None
    whole: bool = False
    calls: list[_Call] = field(default_factory=list)
    unrun: str | None = None
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Means:
    """What a turn without a person at hand may use."""

    place: Workplace | None
    """Where its tools work; None: it has none."""
    allowed: tuple[str, ...] = ()
    """Rules for what would otherwise be asked, and is refused without them."""


async def ask(root: Root, text: str, terminal: Terminal, means: Means, *, as_json: bool) -> int:
    """Answer `text`; returns the exit status. Raises UsageError for a rule that is none.

    Raises WeaveError when the words could not be stored.
    """
    if not text.strip():
        raise InvalidInput("There is nothing to ask; write avery ask TEXT.")
    for rule in means.allowed:
        _check(rule)
    weave = Weave.open(root.home, config=root.config, clock=root.clock, models=root.models, keys=root.keys)
    try:
        async with weave:
            return await _asked(weave, root, text, terminal, means, as_json=as_json)
    finally:
        if root.models.chat is not None:
            await root.models.chat.close()


def _check(rule: str) -> None:
    try:
        checked(rule)
    except InvalidInput as error:
        raise UsageError(str(error)) from error


@asynccontextmanager
async def _tools(
    weave: Weave, root: Root, means: Means, task: str, terminal: Terminal
) -> AsyncIterator[Toolbox]:
    if means.place is None:
        yield Toolbox()
        return
    grants = Grants(root.home)
    for rule in means.allowed:
        grants.add(rule, task)
    box = await toolbox(weave, means.place, Gate(grants, None))
    rules = (*grants.list(), *means.allowed)
    peers = granted(root.config.mcp if root.config.tools.enabled else McpConfig(), rules)
    async with Servers(peers, root.home, means.place.environment, rules=grants.list) as servers:
        await servers.settled(_SERVERS)
        for missing in servers.missing:
            terminal.note(f"Without the tools of the MCP server {missing}; avery mcp list tells why.")
        box.join(lambda: servers.tools)
        yield box


async def _asked(
    weave: Weave, root: Root, text: str, terminal: Terminal, means: Means, *, as_json: bool
) -> int:
    if weave.guest:
        terminal.note(
            f"Another Avery (pid {weave.owner_pid}) owns this home: recall is by text search only, and what is said "
            "here is queued for it."
        )
    await awake(weave)
    conversation = await weave.begin(name=" ".join(text.split())[:_TITLE])
    outcome = _Outcome(conversation.id, weave.guest, zone_named(weave.config.timezone))
    async with _tools(weave, root, means, conversation.task.id, terminal) as tools:
        agent = Agent(weave, root.models.chat, root.clock, tools=tools)
        async with aclosing(agent.turn(conversation, text)) as events:
            async for event in events:
                _take(event, outcome, terminal, as_json)
    report = await weave.end(conversation.id)
    if not weave.guest:
        await weave.settle(timeout=_SETTLE)
    if as_json:
        terminal.data(_document(outcome, report))
    _narrate(outcome, report, terminal)
    return DONE if outcome.whole else FAILED


def _take(event: TurnEvent, outcome: _Outcome, terminal: Terminal, as_json: bool) -> None:
    match event:
        case Recalled(recall=recall):
            outcome.recall = recall
            for missing in () if outcome.guest else recall.degraded:
                terminal.note(f"Without {missing.backend}: {missing.reason}")
        case Prompted(omitted=omitted):
            outcome.omitted = omitted
        case Delta(text=piece):
            outcome.text += piece
            if not as_json:
                terminal.out.write(harmless(piece) if terminal.interactive else piece)
                terminal.out.flush()
                outcome.shown += len(piece)
        case Called(name=name, arguments=arguments):
            outcome.calls.append(_Call(name, arguments))
        case Returned(text=text, ok=ok):
            outcome.calls[-1].text, outcome.calls[-1].ok = text, ok
        case Unrun(reason=reason):
            outcome.unrun = reason
        case Spent(prompt=prompt, completion=completion):
            outcome.prompt_tokens += prompt
            outcome.completion_tokens += completion
        case Reminded() | Reminding() | Offered() | Followed():
            for line in sentences(event, outcome.zone):
                terminal.note(one_line(line))
        case Retrying(seconds=seconds, reason=reason):
            _break(outcome, terminal)
            terminal.note(f"{reason} Trying again in {seconds:g} s.")
        case Incomplete(reason=reason):
            _break(outcome, terminal)
            outcome.error = f"The reply is incomplete. {reason}"
        case Failed(reason=reason):
            outcome.error = reason
        case Done(turn=turn):
            if not as_json:
                rest = harmless(turn.text) if terminal.interactive else turn.text
                terminal.out.write("\n" if outcome.shown else f"{rest}\n")
            outcome.text, outcome.whole, outcome.error = turn.text, True, None
        case _:
            pass


def _break(outcome: _Outcome, terminal: Terminal) -> None:
    """End the line of a reply that was cut, so that the next one begins on its own."""
    if outcome.shown:
        terminal.out.write(" […]\n")
    outcome.text, outcome.shown = "", 0


def _document(outcome: _Outcome, report: TaskReport) -> dict[str, object]:
    """What `--json` prints."""
    return {
        "answer": outcome.text if outcome.whole else None,
        "error": outcome.error,
        "conversation": outcome.conversation,
        "recall": wire.recall(outcome.recall) if outcome.recall else None,
        "omitted": outcome.omitted,
        "calls": [
            {"name": call.name, "arguments": call.arguments, "ok": call.ok, "text": call.text}
            for call in outcome.calls
        ],
        "tokens": {"prompt": outcome.prompt_tokens, "completion": outcome.completion_tokens},
        "encoded": report.encoded,
        "queued": report.queued,
    }


def _narrate(outcome: _Outcome, report: TaskReport, terminal: Terminal) -> None:
    if outcome.error:
        terminal.note(outcome.error)
    for call in outcome.calls:
        words = one_line(f"{call.name} {call.arguments}: {call.text}")
        terminal.note(words if len(words) <= _CALL else f"{words[:_CALL]}…")
    if outcome.unrun:
        terminal.note(outcome.unrun)
    if outcome.omitted:
        terminal.note(f"{outcome.omitted} recalled memories did not fit into the prompt.")
    if report.queued and not outcome.guest:
        terminal.note("The model is away: what was said is kept and will be encoded later.")
