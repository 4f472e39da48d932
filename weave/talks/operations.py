"""Past conversations as the facade offers them. A guest reads only."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from weave import purge as purging
from weave.core import Core
from weave.errors import InvalidInput, NotFound
from weave.journal import ConversationInfo, Transcript
from weave.markdown import clean_line
from weave.model import Memory
from weave.secrets import mask
from weave.talks import deleting, withdrawing
from weave.talks.searching import Talk, TalkIndex

_LONGEST = 200


class Talks:
    """The conversations of one home; reading them waits for nothing and holds nothing up."""

    def __init__(self, core: Callable[[], Core]) -> None:
        self._open = core
        self._index = TalkIndex()

    async def list(self) -> tuple[ConversationInfo, ...]:
        """Every conversation in which something was said, the latest first."""
        return tuple(talk.info for talk in await self.search(""))

    async def search(self, query: str) -> tuple[Talk, ...]:
        """Those in whose title or words all of `query` stands, the latest first; case and accents do not count."""
        return await asyncio.to_thread(self._index.talks, self._open().journal, query)

    async def read(self, conversation: str) -> Transcript:
        """A whole conversation. Raises NotFound."""
        journal = self._open().journal
        if not await asyncio.to_thread(journal.exists, conversation):
            raise NotFound("There is no such chat: nothing was said in it yet, or it is gone.")
        return await asyncio.to_thread(journal.read, conversation)

    async def rename(self, conversation: str, title: str) -> str:
        """Call a conversation something else; secrets are masked. Returns its name as kept.

        Raises NotFound, HomeBusy, and InvalidInput for a name without letters.
        """
        core = self._open().owned()
        name = mask(clean_line(title)).strip()[:_LONGEST].strip()
        if not name:
            raise InvalidInput("A chat needs a name; write a word or two.")
        await self.read(conversation)
        await core.run(core.journal.rename, conversation, name, core.place.clock())
        return name

    async def delete(self, conversation: str, *, purge: bool = False) -> deleting.Deleted:
        """Into the trash, with what was remembered of it; `purge`: no trace of it stays. Raises NotFound, HomeBusy."""
        core = self._open().owned()
        gone = await core.run(lambda: deleting.delete(core, conversation, purged=purge))
        if purge:
            await purging.finish(core)
        return gone

    async def restore(self, conversation: str) -> tuple[Memory, ...]:
        """Bring a conversation back from the trash, and the memories that went with it. Raises NotFound, HomeBusy."""
        core = self._open().owned()
        return await core.run(deleting.restore, core, conversation)

    async def withdraw(self, conversation: str, turn: str) -> withdrawing.Withdrawn:
        """Take back a person's turn that is sent anew, and the replies to it: they stay in the transcript, marked.

        What was remembered of them goes. Raises NotFound, HomeBusy, HomeError.
        """
        core = self._open().owned()
        return await core.run(withdrawing.withdraw, core, conversation, turn)
