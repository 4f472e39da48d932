"""What is kept of a conversation while it is spoken: the person's words, the replies, and the calls in between.

A call is a turn of the role `tool`. Avery's own words about a call ("Noted …") are marked as recalled: they bring no
news, and as a tool's output they would be encoded as something Avery saw itself, which is trusted most. So is what a
tool brought out of memory and library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from avery.agent.attachments import SPEAKER
from avery.agent.tools import ToolResult
from weave.conversations import Conversation
from weave.errors import HomeError
from weave.model import Role, Turn
from weave.weave import Weave

_STOPPED = "stopped before it came back"


class Minutes:
    """The turns of the conversations of one sitting, each durable before it is remembered here."""

    def __init__(self, weave: Weave) -> None:
        self._weave = weave
        self._spoken: dict[str, list[Turn]] = {}
        self.kept: Turn | None = None
        """What was kept of the last reply that was cut or stopped."""

    def turns(self, conversation: Conversation) -> tuple[Turn, ...]:
        """All that was said so far, oldest first."""
        return tuple(self._of(conversation))

    def _of(self, conversation: Conversation) -> list[Turn]:
        known = [turn for turn in conversation.turns if not turn.replaced]
        return self._spoken.setdefault(conversation.id, known)

    def withdrawn(self, conversation: Conversation, turns: Collection[str]) -> None:
        """These turns were sent anew: they count as not said."""
        spoken = self._of(conversation)
        spoken[:] = [turn for turn in spoken if turn.id not in turns]

    async def heard(self, conversation: Conversation, text: str) -> Turn:
        """The person's words. Raises WeaveError when they could not be stored."""
        spoken = self._of(conversation)
        said = await self._weave.say(conversation.id, role=Role.USER, speaker="user", text=text)
        spoken.append(said)
        return said

    async def replied(self, conversation: Conversation, text: str, *, recalled: bool = False) -> Turn:
        """A whole reply. Raises HomeError."""
        say = self._weave.say(
            conversation.id, role=Role.ASSISTANT, speaker="assistant", text=text, recalled=recalled
        )
        turn = await asyncio.shield(say)
        self._of(conversation).append(turn)
        return turn

    async def broken_off(self, conversation: Conversation, text: str) -> Turn | None:
        """What came of a reply, marked incomplete; None when nothing came or it cannot be kept."""
        self.kept = None
        if not text.strip():
            return None
        try:
            self.kept = await self._weave.say(
                conversation.id, role=Role.ASSISTANT, speaker="assistant", text=text, complete=False
            )
        except HomeError:
            return None
        self._of(conversation).append(self.kept)
        return self.kept

    async def attached(self, conversation: Conversation, name: str, text: str) -> None:
        """What stands in a file that the person named: seen, and said by nobody. Never raises HomeError."""
        words = f"{SPEAKER} {name}\n→ {text}"
        say = self._weave.say(conversation.id, role=Role.TOOL, speaker=SPEAKER, text=words)
        try:
            self._of(conversation).append(await asyncio.shield(say))
        except HomeError:
            return

    async def called(
        self, conversation: Conversation, tool: str, call: str, result: ToolResult | None
    ) -> None:
        """A call, in words, of a tool and what it gave; None when it was stopped. Never raises HomeError."""
        came = result.text if result else _STOPPED
        say = self._weave.say(
            conversation.id,
            role=Role.TOOL,
            speaker=tool,
            text=f"{call}\n→ {came}",
            complete=result is not None,
            recalled=result is None or result.own or result.recalled,
        )
        try:
            self._of(conversation).append(await asyncio.shield(say))
        except HomeError:
            return
