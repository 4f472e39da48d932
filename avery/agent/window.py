"""How much a model's server takes: the configured context, or less once the server has refused that."""

from __future__ import annotations

from collections.abc import Sequence

from avery.agent.attachments import LONGEST
from avery.agent.prompt import Ingredients, Prompt, build
from avery.agent.tools import RESULT_LETTERS
from weave.ports import ToolSpec
from weave.tokens import tokens

_REPLY_SHARE = 4
"""At most a quarter of the context is kept free for the reply."""
_SMALLEST = 256
_LETTERS_PER_TOKEN = 4
_RESULT_SHARE = 32
"""Of the context, for one tool's result."""
_OFFER_SHARE = 6
"""Of the context, for telling the model of its tools."""


def cost(tool: ToolSpec) -> int:
    """Tokens that a tool takes in each request, estimated."""
    return tokens(f"{tool.name} {tool.description} {dict(tool.schema)}")


class Window:
    """Builds prompts that fit. Lives as long as the agent, so that a server's measure is learned once."""

    def __init__(self, context_tokens: int, reply_tokens: int, result_letters: int = RESULT_LETTERS) -> None:
        """`result_letters`: how long a tool's result may be where the context has room for it."""
        self._configured = self._context = context_tokens
        self._reply = reply_tokens
        self._result_letters = result_letters

    @property
    def result_letters(self) -> int:
        """How long a tool's result may be."""
        return min(self._result_letters, self._context * _LETTERS_PER_TOKEN // _RESULT_SHARE)

    @property
    def exchange_tokens(self) -> int:
        """What all calls of a turn and their results may take."""
        return self._context // 2

    def offer(self, tools: Sequence[ToolSpec]) -> tuple[tuple[ToolSpec, ...], int]:
        """The first of the tools that a small context has room for, and the tokens that they take together."""
        room, taken = self._context // _OFFER_SHARE, 0
        found = []
        for tool in tools:
            price = cost(tool)
            if taken + price > room:
                break
            taken += price
            found.append(tool)
        return tuple(found), taken

    @property
    def file_letters(self) -> int:
        """How long all files of a message may be together: about a quarter of the context."""
        return min(LONGEST, self._context)

    def prompt(self, parts: Ingredients, beside: int = 0) -> Prompt:
        """The prompt that leaves room for the reply and for `beside` tokens: tools, and what they gave."""
        return build(parts, self._context - min(self._reply, self._context // _REPLY_SHARE) - beside)

    def shorter(self, parts: Ingredients, refused: Prompt, beside: int = 0) -> Prompt | None:
        """A smaller prompt, remembered as this server's measure; None when nothing is left to drop."""
        while self._context > _SMALLEST:
            self._context = min(self._context, refused.tokens + beside) * 2 // 3
            prompt = self.prompt(parts, beside)
            if prompt.tokens < refused.tokens:
                return prompt
        self._context = self._configured
        return None
