"""What was called in one turn and what came back, as the model is shown it; and how much of it a turn may hold. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from avery.agent.arguments import repeatable
from avery.agent.quoting import quoted
from avery.agent.tools import ToolResult
from weave.ports import Message, ToolCall
from weave.tokens import tokens

MOST_CALLS = 8
MOST_FAILURES = 3
_PER_MESSAGE = 6
_LONGEST_NAME = 64


@dataclass(slots=True)
class Exchange:
    """Grows by one message of calls and its results with each reply that calls."""

    messages: list[Message] = field(default_factory=list)
    calls: int = 0
    failures: int = 0
    closed: bool = False
    """No more calls, whatever was left of the allowance."""

    @property
    def open(self) -> bool:
        """Whether the model may call once more."""
        return not self.closed and self.calls < MOST_CALLS and self.failures < MOST_FAILURES

    @property
    def tokens(self) -> int:
        """What the messages cost in a prompt, estimated."""
        return sum(
            tokens(message.content) + sum(tokens(call.arguments) for call in message.calls) + _PER_MESSAGE
            for message in self.messages
        )

    def count(self, result: ToolResult) -> None:
        """One call has been answered."""
        self.calls += 1
        self.failures += not result.ok

    def add(self, text: str, answered: Sequence[tuple[ToolCall, ToolResult]], unrun: str = "") -> None:
        """A reply's words and those of its calls that were answered; `unrun` tells why there were more."""
        self.messages.append(Message("assistant", text, tuple(_repeated(call) for call, _ in answered)))
        for place, (call, result) in enumerate(answered, 1):
            said = result.text if result.own else quoted("result", result.text)
            last = f"\n{unrun}" if unrun and place == len(answered) else ""
            self.messages.append(Message("tool", said + last, call=call.id))

    def unrun(self, left: int) -> str:
        """Why `left` calls of a reply were not run, in a sentence."""
        if self.failures >= MOST_FAILURES:
            why = f"{MOST_FAILURES} calls of this turn have failed"
        elif self.closed:
            why = "no tool was offered any more"
        else:
            why = f"a turn holds at most {MOST_CALLS}"
        return f"{left} more call{'s were' if left > 1 else ' was'} not run: {why}."


def _repeated(call: ToolCall) -> ToolCall:
    name = "".join(letter for letter in call.name if letter.isalnum() or letter in "_-")[:_LONGEST_NAME]
    return replace(call, name=name or "unnamed", arguments=repeatable(call.arguments))
