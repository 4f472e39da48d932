"""`forget --purge` and `discard_task` on a home with real stores: afterwards no file of it holds the words."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.embedder import WordEmbedder
from tests.support.homes import NOW, bare, until
from weave.backends import graph as graphs
from weave.clock import fixed_clock
from weave.config import Config
from weave.embedding.text import digest
from weave.errors import BackendUnavailable
from weave.guest import Inbox
from weave.model import Memory, Provenance, Role, State
from weave.ports import Models
from weave.weave import Weave

FULL = Config(timezone="UTC")
SECRET = ("Xanthippe", "Quillfeather", "zebra-9")
TEXT = "My cousin Xanthippe Quillfeather hides the spare key under pot zebra-9."


def full(home: Path, *, resume: str | None = None) -> Weave:
    """Files, catalogue, the embedded vectors and the embedded graph; a small embedder."""
    models = Models(embedder=WordEmbedder())
    return Weave.open(home, config=FULL, clock=fixed_clock(NOW), models=models, resume=resume)


def forms(word: str) -> Iterator[bytes]:
    for one in {word, word.lower(), word.upper()}:
        yield one.encode()
        yield one.encode("utf-16-le")
        yield one.encode("utf-16-be")
        yield json.dumps(one)[1:-1].encode()


def traces(home: Path, words: tuple[str, ...] = SECRET) -> list[str]:
    """Every file whose name or bytes hold one of the words, in any of their forms."""
    wanted = re.compile(b"|".join(re.escape(form) for word in words for form in forms(word)))
    found = []
    for folder, _, names in os.walk(home):
        for name in names:
            path = Path(folder) / name
            with contextlib.suppress(FileNotFoundError):
                data = path.read_bytes() if path.is_file() else b""
                full = b"\n".join(filter(None, data.split(b"\0" * 64)))
                hits = {hit.decode("latin-1") for hit in wanted.findall(full + str(path).encode())}
                found += [f"{path.relative_to(home)}: {sorted(hits)}"] if hits else []
    return found


async def say(weave: Weave, conversation: str, text: str, role: Role = Role.USER) -> None:
    await weave.say(conversation, role=role, speaker=role.value, text=text)


async def about(weave: Weave, word: str = "Xanthippe") -> list[Memory]:
    return [memory for memory in await weave.list() if word in memory.text]


async def test_what_was_told_recalled_quoted_and_edited_is_gone_from_every_file(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        other = await weave.remember("The heron nests by the weir.")
        talk = await weave.begin()
        await say(weave, talk.id, TEXT)
        await say(weave, talk.id, "Noted: pot zebra-9, Xanthippe.", Role.ASSISTANT)
        await say(weave, talk.id, "Now something else: the heron is back.")
        await weave.end(talk.id)
        assert await weave.settle(20)
        await weave.recall("where is the spare key of Xanthippe?")
        later = await weave.begin()
        await say(weave, later.id, "Where was that spare key again?")
        await say(weave, later.id, "Under zebra-9, said Quillfeather.", Role.ASSISTANT)
        await say(weave, later.id, "And how is the heron?")
        await weave.end(later.id)
        episode = next(m for m in await about(weave) if m.text == TEXT)
        await weave.edit(episode.id, text="The key lies somewhere.")
        assert await weave.settle(20)
        assert traces(tmp_path)
        gone = await weave.forget([episode.id], purge=True)
        assert episode.id in {memory.id for memory in gone}
        assert traces(tmp_path) == []
        kept = {memory.text for memory in await weave.list()}
        assert {other.text, "And how is the heron?", "Where was that spare key again?"} <= kept
        said = "".join(p.read_text() for p in (tmp_path / "conversations").iterdir())
        assert "the heron is back" in said and "spare key again" in said
    assert traces(tmp_path) == []
    async with full(tmp_path) as weave:
        await weave.reindex()
        assert await about(weave) == []
    assert traces(tmp_path) == []


async def test_the_old_words_of_a_hand_edit_are_gone_too(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        made = await weave.remember(TEXT)
        assert await weave.settle(20)
        (file,) = (tmp_path / "memories" / "semantic").glob("*.md")
        file.write_text(file.read_text().replace(TEXT, "A key lies about."))
        await until(lambda: _says(weave, made.id, "A key lies about."))
        assert (await weave.get(made.id)).title != "A key lies about."
        assert await weave.settle(20)
        await weave.forget([made.id], purge=True)
        assert traces(tmp_path) == []


async def _says(weave: Weave, id_: str, text: str) -> bool:
    return (await weave.get(id_)).text == text


async def test_copies_leftovers_and_the_trash_are_swept(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember(TEXT)
        await weave.remember("The heron nests by the weir.")
        (file,) = (tmp_path / "memories" / "semantic").glob("*.md")
        content = file.read_text()
        copy = file.with_name(f"{file.stem} (Ana's conflicted copy 2026-04-01).md")
        copy.write_text(content + "\n## Her own\nKeep this line of the copy.\n")
        file.with_name("wide.md").write_bytes(content.encode("utf-16"))
        damaged = tmp_path / "trash" / "damaged"
        damaged.mkdir(parents=True)
        (damaged / "memories-x.md").write_text(content[: len(content) // 2])
        (file.parent / f".{file.name}.abcd1234.tmp").write_text(content)
        (tmp_path / "conversations" / "torn.jsonl").write_text(
            '{"id":"t1","time":"2026-11-30T14:00:00+00:00","role":"user","speaker":"user","text":"The heron."}\n'
            '{"id":"t2","role":"user","text":"My cousin Xanthippe Quillfeather hides the sp'
        )
        inbox = Inbox(tmp_path)
        (tmp_path / "inbox" / "rejected").mkdir()
        (tmp_path / "inbox" / "rejected" / "x.json").write_text("{" + TEXT)
        assert weave.inbox.waiting() == inbox.waiting() == 0
        await weave.forget([made.id])
        assert traces(tmp_path)
        await weave.forget([made.id], purge=True)
        assert traces(tmp_path) == []
        assert "Keep this line of the copy." in copy.read_text()
        assert '"The heron."' in (tmp_path / "conversations" / "torn.jsonl").read_text()
        assert [m.text for m in await weave.list()] == ["The heron nests by the weir."]


async def test_what_derives_from_it_goes_and_what_only_shares_a_word_stays(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        made = await weave.remember(TEXT)
        derived = Memory(
            id="01JDYQ3V5W8Z1N6T2K4R7M9XAB", type=made.type, title="Week", text="A week with Xanthippe.",
            state=State.ACTIVE, importance=0.5, provenance=Provenance.INFERRED, created=NOW,
            derived_from=(made.id,),
        )  # fmt: skip
        await weave._core.run(weave._core.store.add, [derived])
        own = await weave.remember("Xanthippe lives in Porto now.")
        key = await weave.remember("The spare key of the shed lies under the mat.")
        gone = await weave.forget([made.id], purge=True)
        assert {m.id for m in gone} == {made.id, derived.id}
        assert {m.id for m in await weave.list()} == {own.id, key.id}


async def test_an_open_pad_and_its_name_are_no_hiding_place(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin(name=TEXT[:40] + "…")
        await say(weave, talk.id, TEXT)
        memory = (await about(weave))[0]
        assert memory.state is State.TRANSIENT
        await weave.forget([memory.id], purge=True)
        assert traces(tmp_path) == []
        await say(weave, talk.id, "The heron nests by the weir.")
        await weave.end(talk.id)
        assert "heron" in (await weave.list())[0].text
    assert traces(tmp_path) == []


async def test_a_question_about_it_leaves_no_vector_behind(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        made = await weave.remember(TEXT)
        assert await weave.settle(20)
        await weave.recall("zebra-9")
        cache = weave._core.cache
        assert cache is not None
        assert cache.get("words", "query", [digest("zebra-9")])
        await weave.forget([made.id], purge=True)
        assert not cache.get("words", "query", [digest("zebra-9")])
        assert not cache.get("words", "passage", [digest(TEXT)])


async def test_a_discarded_task_leaves_no_byte_in_any_store(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        task = await weave.start_task("key")
        await weave.remember(TEXT, task=task.id)
        await weave.remember("Xanthippe likes plum jam.", task=task.id)
        assert await weave.settle(20)
        await weave.discard_task(task.id)
        assert traces(tmp_path) == []
        assert {lane.backend.count() for lane in weave._core.indexer.lanes} == {0}


async def test_a_store_that_was_away_is_rewritten_when_it_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with full(tmp_path) as weave:
        made = await weave.remember(TEXT)
        assert await weave.settle(20)

    def away(self: object) -> None:
        raise BackendUnavailable("The graph does not answer.")

    with monkeypatch.context() as patch:
        patch.setattr(graphs.GraphMemory, "open", away)
        async with full(tmp_path) as weave:
            await weave.forget([made.id], purge=True)
            assert "graph was not reachable for the purge" in "\n".join((await weave.checkup()).notes)
            assert {t.split("/")[1] for t in traces(tmp_path)} <= {"falkordb"}
    async with full(tmp_path) as weave:
        await until(lambda: _no_traces(tmp_path), 20)
        assert await weave.settle(20)
    assert traces(tmp_path) == []


async def _no_traces(home: Path) -> bool:
    return traces(home) == []


async def test_a_purge_right_after_opening_waits_for_the_stores(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        made = await weave.remember(TEXT)
        assert await weave.settle(20)
    async with full(tmp_path) as weave:
        await weave.forget([made.id], purge=True)
        assert traces(tmp_path) == []


CUT = """
import asyncio, os, sys
from pathlib import Path
from tests.weave.test_purge import full
from weave.backends.vector import VectorMemory
async def main():
    async with full(Path(sys.argv[1])) as weave:
        await weave.settle(20)
        VectorMemory.scrub = lambda self: os._exit(9)
        await weave.forget([sys.argv[2]], purge=True)
asyncio.run(main())
"""


async def test_a_purge_that_a_crash_cut_off_is_finished_at_the_next_start(tmp_path: Path) -> None:
    async with full(tmp_path) as weave:
        made = await weave.remember(TEXT)
        assert await weave.settle(20)
    cut = await asyncio.create_subprocess_exec(sys.executable, "-c", CUT, str(tmp_path), made.id)
    assert await cut.wait() == 9
    async with full(tmp_path):
        await until(lambda: _no_traces(tmp_path), 20)


async def test_the_purged_do_not_come_back_from_a_model_that_was_thinking(tmp_path: Path) -> None:
    from weave import encoder

    async with bare(tmp_path) as weave:
        core = weave._core
        talk = await weave.begin()
        await say(weave, talk.id, TEXT)
        transcript = core.journal.read(talk.id)
        late = encoder.encode_by_rule(
            transcript, transcript.pending, scope=talk.task.scope, state=State.VOLATILE, person=None
        )
        await weave.forget([(await about(weave))[0].id], purge=True)
        await core.run(encoder.commit, core.store, core.journal, talk.id, late)
        assert await about(weave) == []
        assert traces(tmp_path) == []


async def test_case_90_a_pasted_token_is_masked_and_the_conversation_leaves_nothing(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await say(
            weave, talk.id, "export PAY_TOKEN=tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3 fails with Quillfeather-401"
        )
        await say(weave, talk.id, "Quillfeather-401 means the token expired.", Role.ASSISTANT)
        await weave.end(talk.id)
        assert traces(tmp_path, ("51x9Qm2ZtR7vB4nKc8Lw0Yp3",)) == []
        assert any("PAY_TOKEN" in memory.text for memory in await weave.list())
        mine = [m.id for m in await weave.list() if m.source.conversation == talk.id]
        await weave.forget(mine, purge=True)
        assert traces(tmp_path, ("PAY_TOKEN", "Quillfeather")) == []
