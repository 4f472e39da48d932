"""Field case 104: noise, restated text and an invented profile leave next to nothing, through the whole of the memory."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

from tests.support.homes import NOW, bare
from tests.support.replaying import chat, conclusion
from tests.support.replies import Reply, answer
from tests.support.server import Request, ScriptedServer
from weave.model import Memory, Role, State, Turn
from weave.weave import Weave

NOISE = ("ping", "ok", "status green")
DUMP = "\n".join(f"worker_{number}.timeout = {30 + number % 7}" for number in range(140))
KNOWN = ("Maribel is allergic to peanuts.", "The user keeps bees behind the shed.", "Rui works at Lindenhof.")
BLOCK = "From memory: " + " ".join(f"“{text}”" for text in KNOWN)


def echoing(request: Request) -> Reply:
    """An extraction that gives back whatever was recalled, and makes up a profile."""
    turns = re.findall(r"^\[([^\]\s]+)\] ", request.prompt, re.MULTILINE)
    john = conclusion(
        "User is John, 34", "John, 34", *turns, subject="user", predicate="name", importance=0.9
    )
    echoes = [
        conclusion(text, text.split()[-1].rstrip("."), *turns, subject=text.split()[0], importance=0.95)
        for text in KNOWN
    ]
    summary = {"title": "Recalled", "text": BLOCK, "importance": 0.9, "source_turns": turns}
    return answer({"summary": summary, "knowledge": [*echoes, john], "procedures": [], "errors": []})


async def noise(weave: Weave, turns: int, *, dump: bool = False) -> None:
    """So many turns of a conversation, each answered beside what was recalled for it; a dump among them if wanted."""
    talk = await weave.begin()
    for number in range(turns):
        await weave.say(talk.id, role=Role.USER, speaker="user", text=NOISE[number % 3])
        if dump and number == 30:
            await weave.say(talk.id, role=Role.TOOL, speaker="tool", text=DUMP)
        await weave.say(talk.id, role=Role.ASSISTANT, speaker="Avery", text=BLOCK, recalled=True)
    await weave.end(talk.id)


def lasting(memories: list[Memory]) -> dict[str, Memory]:
    """All but the raw buffer, which the next night purges."""
    return {memory.id: memory for memory in memories if memory.state is not State.TRANSIENT}


async def test_case_104_noise_a_dump_and_a_recall_block_each_turn_leave_at_most_three_memories(
    tmp_path: Path,
) -> None:
    assert len(DUMP) > 3_000
    with ScriptedServer() as server:
        server.on("encoding", echoing)
        server.on("replay", lambda request: answer({"knowledge": [conclusion("User is John, 34", "John")]}))
        async with bare(tmp_path, models=chat(server)) as weave:
            for text in KNOWN:
                await weave.remember(text, importance=0.5)
            before = lasting(await weave.list())
            await noise(weave, 60, dump=True)
            everything = await weave.list()
            fresh = [memory for id_, memory in lasting(everything).items() if id_ not in before]
            assert len(fresh) <= 3
            assert len(everything) - len(before) <= 3, "also in the raw buffer"
            assert all(lasting(everything)[id_] == memory for id_, memory in before.items()), "as they were"
            assert not [memory for memory in fresh if "John" in memory.text]
            assert not [memory for memory in fresh if any(text in memory.text for text in KNOWN)]
            size = len(everything)
        for night in range(1, 3):
            async with bare(tmp_path, now=NOW + timedelta(days=night), models=chat(server)) as weave:
                await noise(weave, 15)
                await weave.sleeping.run()
        async with bare(tmp_path, now=NOW + timedelta(days=4)) as weave:
            now = await weave.list()
            assert len(now) <= size
            assert {memory.text for memory in now if memory.id in before} == set(KNOWN)
            assert {memory.importance for memory in now if memory.id in before} == {
                m.importance for m in before.values()
            }


def thousand() -> list[Turn]:
    """A thousand turns of the same, in ten conversations."""
    made: list[Turn] = []
    for number in range(1_000):
        time, talk = NOW + timedelta(minutes=number), f"talk-{number // 100}"
        said = (Role.TOOL, DUMP) if number == 500 else (Role.USER, NOISE[number % 3])
        made.append(Turn(f"u{number}", said[0], said[0].value, said[1], time, talk))
        made.append(Turn(f"r{number}", Role.ASSISTANT, "Avery", BLOCK, time, talk, recalled=True))
    return made


async def test_case_104_the_store_is_flat_after_a_thousand_such_turns(tmp_path: Path) -> None:
    async with bare(tmp_path, now=NOW + timedelta(days=1)) as weave:
        for text in KNOWN:
            await weave.remember(text, importance=0.5)
        assert (await weave.ingest(thousand())).turns == 2_000
        assert len(await weave.list()) <= len(KNOWN) + 1, "no more than the dump"
    async with bare(tmp_path, now=NOW + timedelta(days=30)) as weave:
        await weave.sleeping.run()
        assert set(KNOWN) <= {memory.text for memory in await weave.list()}
        assert len(await weave.list()) <= len(KNOWN) + 1
