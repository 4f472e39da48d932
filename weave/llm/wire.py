"""One request to the chat endpoint: its parameters, and which of them this server turned out not to know.

Servers that call themselves OpenAI-compatible refuse different parameters; a refused one is left out from then on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from weave.llm.messages import as_sent, in_words, offer
from weave.llm.schemas import schema
from weave.ports import Message, ToolSpec


class Form(StrEnum):
    """How a structured reply is asked for, best first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    WORDS = "words"


_BOUNDS = ("max_completion_tokens", "max_tokens")
_OPTIONAL = (*_BOUNDS, "stream_options", "temperature")
_FORMS = tuple(Form)
_TOOLS = re.compile(
    r"\btools?\b|tool[ _](use|call|choice)|function[ _-]?call|thought_signature", re.IGNORECASE
)
_NO_TOOLS = re.compile(
    r"tools.{0,20}(not|require)|(unsupported|unknown|unexpected).{0,20}tools", re.IGNORECASE
)
_REFUSALS = (400, 404, 405, 415, 422)


@dataclass(slots=True)
class Dialect:
    """What is known of a server: it only ever shrinks to what the server takes."""

    is_openai: bool
    form: Form = Form.SCHEMA
    refused: set[str] = field(default_factory=set)

    def streaming(
        self, model: str, messages: Sequence[Message], limit: int, tools: Sequence[ToolSpec] = ()
    ) -> dict[str, Any]:
        """The parameters of a streamed chat; `limit` is in tokens of the reply.

        Without tools what was called before stands in words: many servers refuse calls of tools they do not have.
        """
        offered = () if "tools" in self.refused else tools
        said = messages if offered else in_words(messages)
        found = {**self._plain(model, said, limit), "stream": True, "stream_options": {"include_usage": True}}
        if offered:
            # no tool_choice: "auto" is the default, and servers refuse it that take the tools
            found["tools"] = [offer(tool) for tool in offered]
        return self._known(found)

    def structured(self, model: str, name: str, messages: Sequence[Message], limit: int) -> dict[str, Any]:
        """The parameters of a structured call, in the form that this server takes."""
        found = {**self._plain(model, self._worded(name, messages), limit), "temperature": 0}
        if self.form is Form.SCHEMA:
            strict = {"name": name, "strict": True, "schema": schema(name)}
            found["response_format"] = {"type": "json_schema", "json_schema": strict}
        elif self.form is Form.OBJECT:
            found["response_format"] = {"type": "json_object"}
        return self._known(found)

    def _plain(self, model: str, messages: Sequence[Message], limit: int) -> dict[str, Any]:
        # OpenAI's newer models refuse max_tokens; most other servers know nothing else.
        bound = "max_completion_tokens" if self.is_openai else "max_tokens"
        return {"model": model, "messages": [as_sent(message) for message in messages], bound: limit}

    def _known(self, parameters: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in parameters.items() if name not in self.refused}

    def _worded(self, name: str, messages: Sequence[Message]) -> list[Message]:
        """The messages, with the schema in words where the server takes no other form."""
        if self.form is Form.SCHEMA:
            return list(messages)
        rules = json.dumps(schema(name), separators=(",", ":"))
        ask = f'Answer with one JSON object and nothing else. It follows the JSON schema named "{name}": {rules}'
        return [*messages, Message("system", ask)]

    def learn(self, sent: Mapping[str, Any], complaint: str) -> bool:
        """Take from a 400's words what this server does not know; False when there is nothing to leave out."""
        named = next((p for p in _OPTIONAL if p in sent and p in complaint), None)
        if named == "max_tokens" and "max_completion_tokens" in complaint:
            self.is_openai = True
            return True
        if named:
            self.refused.add(named)
            return True
        if "response_format" in sent:
            self.form = _FORMS[_FORMS.index(self.form) + 1]
            return True
        return False

    def without_tools(self, sent: Mapping[str, Any], complaint: str, status: int | None = None) -> bool:
        """Take from a refusal's words that this server, or its model, knows no tools; False when it was not that.

        `status` None: an error inside a stream. A server in trouble (5xx) must say plainly that it is the tools.
        """
        wanted = _TOOLS if status is None or status in _REFUSALS else _NO_TOOLS
        if "tools" not in sent or not wanted.search(complaint):
            return False
        self.refused.add("tools")
        return True

    def unbound(self, sent: Mapping[str, Any], complaint: str) -> bool:
        """Whether an overflow was the reply's bound, added to the prompt, and that bound is now left out."""
        bound = next((p for p in _BOUNDS if p in sent), None)
        if bound is None or not any(word in complaint for word in (*_BOUNDS, "completion")):
            return False
        self.refused.add(bound)
        return True
