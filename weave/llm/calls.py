"""Puts a reply's tool calls together from the pieces that a server streams. Pure.

Servers differ: an index for each call or none or always 0, ids or none, a name once or in every piece, arguments in
parts, whole, or as an object, and the older `function_call` of one call only.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from weave.ports import ToolCall

if TYPE_CHECKING:
    from openai.types.chat.chat_completion_chunk import ChoiceDelta


@dataclass(slots=True)
class _Piece:
    """A part of a call, or the call as far as it has come."""

    index: int | None
    id: str = ""
    name: str = ""
    arguments: str = ""
    extra: str = ""

    @property
    def whole(self) -> bool:
        """Whether the arguments can be read, so that more of them would be another call's."""
        try:
            json.loads(self.arguments)
        except (ValueError, RecursionError):
            return False
        return True


class Calls:
    """Feed it a stream's deltas in order; `finish` gives the calls of a reply that is whole."""

    def __init__(self) -> None:
        self._begun: list[_Piece] = []

    def feed(self, delta: ChoiceDelta) -> None:
        """Take what this piece of the stream tells of calls."""
        for call in delta.tool_calls or ():
            said = call.function
            extra = getattr(call, "extra_content", None)
            self._take(
                _Piece(
                    call.index if isinstance(call.index, int) else None,
                    call.id or "",
                    (said.name or "") if said else "",
                    _text(said.arguments) if said else "",
                    json.dumps(extra) if extra else "",
                )
            )
        if older := delta.function_call:
            self._take(_Piece(0, "", older.name or "", _text(older.arguments)))

    def _take(self, piece: _Piece) -> None:
        call = self._continued(piece)
        if call is None:
            self._begun.append(piece)
            return
        call.id = call.id or piece.id
        call.extra = call.extra or piece.extra
        if piece.name != call.name:
            call.name += piece.name
        call.arguments += piece.arguments

    def _continued(self, piece: _Piece) -> _Piece | None:
        """The call that this piece goes on with; None when it begins another."""
        if piece.index is None:
            return self._latest(piece)
        call = next((one for one in reversed(self._begun) if one.index == piece.index), None)
        if call is None or (piece.id and call.id and piece.id != call.id):
            return None
        # Gateways that number every call 0 and give no ids: a name with arguments after a whole call.
        again = piece.name and piece.arguments and call.name and call.whole and not piece.id
        return None if again else call

    def _latest(self, piece: _Piece) -> _Piece | None:
        if piece.id:
            return next((one for one in self._begun if one.id == piece.id), None)
        last = self._begun[-1] if self._begun else None
        return None if last is None or (piece.name and last.name) else last

    def finish(self, salt: int) -> tuple[ToolCall, ...]:
        """The calls in their order. `salt`, another one for each request of an exchange, makes missing ids."""
        found = [call for call in self._begun if call.name or call.arguments]
        taken: set[str] = set()
        calls = []
        for place, call in enumerate(found):
            # Nine letters and digits: the only ids that Mistral's servers take.
            own = call.id if call.id and call.id not in taken else f"c{salt % 10_000:04d}{place % 10_000:04d}"
            taken.add(own)
            calls.append(ToolCall(own, _joined(call.name), _joined(call.arguments), call.extra))
        return tuple(calls)


def _text(arguments: object) -> str:
    """Arguments are JSON text; some servers send the object itself."""
    if arguments is None:
        return ""
    return arguments if isinstance(arguments, str) else json.dumps(arguments, ensure_ascii=False)


def _joined(text: str) -> str:
    """Surrogate halves that came in two pieces become one letter again."""
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
