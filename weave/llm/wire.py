"""One request to the chat endpoint: its parameters, and which of them this server turned out not to know.

Servers that call themselves OpenAI-compatible refuse different parameters; a refused one is left out from then on.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from weave.llm.schemas import schema
from weave.ports import Message


class Form(StrEnum):
    """How a structured reply is asked for, best first."""

    SCHEMA = "json_schema"
    OBJECT = "json_object"
    WORDS = "words"


_BOUNDS = ("max_completion_tokens", "max_tokens")
_OPTIONAL = (*_BOUNDS, "stream_options", "temperature")
_FORMS = tuple(Form)


@dataclass(slots=True)
class Dialect:
    """What is known of a server: it only ever shrinks to what the server takes."""

    is_openai: bool
    form: Form = Form.SCHEMA
    refused: set[str] = field(default_factory=set)

    def streaming(self, model: str, messages: Sequence[Message], limit: int) -> dict[str, Any]:
        """The parameters of a streamed chat; `limit` is in tokens of the reply."""
        options = {"stream": True, "stream_options": {"include_usage": True}}
        return self._known({**self._plain(model, messages, limit), **options})

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
        said = [{"role": m.role, "content": _encodable(m.content)} for m in messages]
        return {"model": model, "messages": said, bound: limit}

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

    def unbound(self, sent: Mapping[str, Any], complaint: str) -> bool:
        """Whether an overflow was the reply's bound, added to the prompt, and that bound is now left out."""
        bound = next((p for p in _BOUNDS if p in sent), None)
        if bound is None or not any(word in complaint for word in (*_BOUNDS, "completion")):
            return False
        self.refused.add(bound)
        return True


def _encodable(text: str) -> str:
    """Half of a surrogate pair cannot be sent; it becomes a question mark."""
    return text.encode("utf-8", "replace").decode("utf-8")
