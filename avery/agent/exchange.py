"""What was called in one turn and what came back, as the model is shown it; and how much of it a turn may hold. Pure.

Where it grows too long for the prompt, what was called and seen first is shortened first: it has been read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from avery.agent.arguments import repeatable, shortened
from avery.agent.tools import ToolResult
from weave.ports import Message, ToolCall
from weave.quoting import quoted
from weave.tokens import tokens

MOST_CALLS = 30
MOST_FAILURES = 3
"""In a row: who fails three times will not succeed at the fourth try."""
MOST_SECONDS = 900.0
"""That all calls of a turn may run together, the person's time to answer left out."""
_PER_MESSAGE = 6
_LONGEST_NAME = 64
_SHORT = 200
"""Letters that are left of an old result, and of each text in the arguments of an old call."""


@dataclass(frozen=True, slots=True)
class _Step:
    """One reply that called: its words, the calls that were answered, what they gave, and a sentence on the rest."""

    text: str
    answered: tuple[tuple[ToolCall, ToolResult], ...]
    unrun: str
    short: bool = False
    messages: tuple[Message, ...] = field(init=False)
    tokens: int = field(init=False)
    """What they cost, estimated once: a turn of many results is measured again before each request."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "messages", tuple(self._messages()))
        object.__setattr__(self, "tokens", sum(map(_cost, self.messages)))

    def _messages(self) -> list[Message]:
        """The reply and the results, in the order that servers ask for."""
        calls = tuple(_repeated(call, self.short) for call, _ in self.answered)
        last = len(self.answered) - 1
        return [
            Message("assistant", self.text, calls),
            *(
                Message(
                    "tool",
                    self._said(result) + (f"\n{self.unrun}" if self.unrun and at == last else ""),
                    call=call.id,
                )
                for at, (call, result) in enumerate(self.answered)
            ),
        ]

    def _said(self, result: ToolResult) -> str:
        text = result.text
        if result.own:
            return text
        if self.short and len(text) > _SHORT:
            gone = len(text) - _SHORT
            text = f"{text[:_SHORT]}\n[… {gone} more characters were shown before; call again to see them]"
        return quoted("result", text)


@dataclass(slots=True)
class Exchange:
    """Grows by one step with each reply that calls."""

    calls: int = 0
    failures: int = 0
    """In a row."""
    seconds: float = 0.0
    closed: bool = False
    """No more calls, whatever was left of the allowance."""
    _steps: list[_Step] = field(default_factory=list)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The replies and the results, as the model is shown them."""
        return tuple(message for step in self._steps for message in step.messages)

    @property
    def open(self) -> bool:
        """Whether the model may call once more."""
        return not (self.closed or self._spent)

    @property
    def _spent(self) -> bool:
        return self.calls >= MOST_CALLS or self.failures >= MOST_FAILURES or self.seconds >= MOST_SECONDS

    @property
    def tokens(self) -> int:
        """What the messages cost in a prompt, estimated."""
        return sum(step.tokens for step in self._steps)

    def count(self, result: ToolResult) -> None:
        """One call has been answered."""
        self.calls += 1
        self.failures = 0 if result.ok or result.ran else self.failures + 1
        self.seconds += result.seconds

    def add(self, text: str, answered: Sequence[tuple[ToolCall, ToolResult]], unrun: str = "") -> None:
        """A reply's words and those of its calls that were answered; `unrun` tells why there were more."""
        self._steps.append(_Step(text, tuple(answered), unrun))

    def shorten(self, room: int, *, newest: bool = False) -> bool:
        """Shorten the first steps until all fit into `room` tokens; whether anything became shorter.

        The last step stays whole, since the model has not read it, unless `newest` is said too.
        """
        before = self.tokens
        for at, step in enumerate(self._steps if newest else self._steps[:-1]):
            if self.tokens <= room:
                break
            if not step.short:
                self._steps[at] = replace(step, short=True)
        return self.tokens < before

    def unrun(self, left: int) -> str:
        """Why `left` calls of a reply were not run, in a sentence."""
        if self.failures >= MOST_FAILURES:
            why = f"{MOST_FAILURES} calls in a row have failed"
        elif self.seconds >= MOST_SECONDS:
            why = f"the calls of this turn have run for {MOST_SECONDS / 60:g} minutes"
        elif self.closed:
            why = "no tool was offered any more"
        else:
            why = f"a turn holds at most {MOST_CALLS}"
        return f"{left} more call{'s were' if left > 1 else ' was'} not run: {why}."


def _cost(message: Message) -> int:
    return tokens(message.content) + sum(tokens(call.arguments) for call in message.calls) + _PER_MESSAGE


def _repeated(call: ToolCall, short: bool) -> ToolCall:
    name = "".join(letter for letter in call.name if letter.isalnum() or letter in "_-")[:_LONGEST_NAME]
    arguments = repeatable(call.arguments)
    return replace(
        call, name=name or "unnamed", arguments=shortened(arguments, _SHORT) if short else arguments
    )
