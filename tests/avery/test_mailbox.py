"""The queue between the screen's thread and the memory's loop, at the moment when that loop ends."""

import asyncio

from avery.mailbox import Mailbox


def test_what_is_put_when_the_loop_has_just_ended_is_handed_back() -> None:
    box: Mailbox[str] = Mailbox()
    box.put("first")
    assert asyncio.run(box.get()) == "first"
    assert box.put("second")
    assert box.close() == ["second"]
    assert not box.put("third")
