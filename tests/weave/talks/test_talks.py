"""Past conversations looked through, renamed, and turns taken back, over a real home."""

import asyncio
from pathlib import Path

import pytest

from tests.support.homes import NOW, bare, until
from weave.documents.limits import Limits
from weave.documents.parsers import transcript as archive
from weave.documents.parsers.registry import Source
from weave.encoder import commit, encode_by_rule
from weave.errors import InvalidInput, NotFound
from weave.journal import Journal, Transcript
from weave.model import Role, State
from weave.talks import withdrawing
from weave.talks.searching import TalkIndex
from weave.weave import Weave


async def spoken(weave: Weave, talk: str, *texts: str) -> list[str]:
    """Person and assistant in turn; the ids of the turns."""
    roles = (Role.USER, Role.ASSISTANT)
    return [
        (await weave.say(talk, role=roles[n % 2], speaker=roles[n % 2].value, text=text)).id
        for n, text in enumerate(texts)
    ]


async def test_a_talk_is_found_by_its_title_and_by_any_word_said_in_it(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        first = await weave.begin(name="Trip to Ávila")
        await spoken(weave, first.id, "We leave on Friday.", "Then pack the [/ red lantern.")
        second = await weave.begin()
        await spoken(weave, second.id, "日本語の本を読みました。", "Which one?")
        found = await weave.talks.search("avila LANTERN")
        assert [talk.info.id for talk in found] == [first.id]
        assert found[0].pieces[0].text == "Then pack the [/ red lantern." and found[0].found == 1
        assert [t.info.id for t in await weave.talks.search("日本語")] == [second.id]
        assert await weave.talks.search("avila harbour") == ()
        assert {info.id for info in await weave.talks.list()} == {first.id, second.id}


def test_only_what_has_changed_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "conversations").mkdir()
    journal, index = Journal(tmp_path), TalkIndex()
    for name in ("one", "two"):
        journal.start(name, task=None, title=name, now=NOW)
        (path := journal.path(name)).write_text(
            path.read_text() + f'{{"id":"{name}","time":"{NOW.isoformat()}","role":"user","text":"hi"}}\n'
        )
    assert len(index.talks(journal)) == 2
    journal.rename("two", "The [b second", NOW)
    read: list[str] = []
    whole = Journal.read

    def reading(journal: Journal, name: str) -> Transcript:
        read.append(name)
        return whole(journal, name)

    monkeypatch.setattr(Journal, "read", reading)
    assert {talk.info.title for talk in index.talks(journal)} == {"one", "The [b second"}
    assert read == ["two"]


async def test_a_name_is_kept_masked_and_an_empty_one_refused(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        await spoken(weave, talk.id, "Hello there.")
        name = await weave.talks.rename(talk.id, " Keys\n sk-proj-abcdefghijklmnopqrstuvwxyz123456 ")
        assert name.startswith("Keys") and "abcdefghijklmnop" not in name
        assert (await weave.begin(talk.id)).title == name
        with pytest.raises(InvalidInput):
            await weave.talks.rename(talk.id, " \n ")
        with pytest.raises(NotFound):
            await weave.talks.rename("none", "Name")


async def test_a_turn_taken_back_stays_marked_and_is_never_remembered(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        turns = await spoken(
            weave, talk.id, "My sister lives in Lyon.", "Noted: Lyon.", "My boat is called Marta."
        )
        assert (await weave.talks.withdraw(talk.id, turns[0])).memories == ()  # the raw words leave no copy
        kept = await weave.talks.read(talk.id)
        assert [turn.replaced for turn in kept.turns] == [True, True, False]
        assert kept.turns[0].text == "My sister lives in Lyon."
        assert [turn.id for turn in kept.pending] == [turns[2]]
        assert kept.title == "My boat is called Marta."
        assert not [m for m in await weave.list() if "Lyon" in m.text]
        await weave.end(talk.id)
        texts = [m.text for m in await weave.list()]
        assert any("Marta" in text for text in texts) and not any("Lyon" in text for text in texts)
        data = Journal(tmp_path).path(talk.id).read_bytes()
        shelved = archive.parse(Source("talk.jsonl", data, "transcript"), Limits())
        assert "Marta" in shelved.text and "Lyon" not in shelved.text


async def test_what_was_remembered_already_goes_to_the_trash_and_the_rest_is_told_again(
    tmp_path: Path,
) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        turns = await spoken(weave, talk.id, "My sister lives in Lyon.", "I see.", "My boat is called Marta.")
        await weave.end(talk.id)
        gone = (await weave.talks.withdraw(talk.id, turns[0])).memories
        assert gone and all("Lyon" in memory.text for memory in gone)
        assert not [m for m in await weave.list() if "Lyon" in m.text]
        assert not [f for f in await weave.facts() if f.object == "Lyon"]
        assert (await weave.restore(gone[0].id)).text == gone[0].text


async def test_a_reply_of_the_scribe_to_a_turn_taken_back_meanwhile_is_not_written(tmp_path: Path) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        turns = await spoken(weave, talk.id, "My sister lives in Lyon.", "I see.", "My boat is called Marta.")
        core, scope = weave._core, talk.task.scope
        transcript = core.journal.read(talk.id)
        encoded = encode_by_rule(
            transcript, transcript.pending, scope=scope, state=State.VOLATILE, person=None
        )
        await weave.talks.withdraw(talk.id, turns[0])
        await core.run(commit, core.store, core.journal, talk.id, encoded)
        texts = [memory.text for memory in await weave.list()]
        assert not any("Lyon" in text for text in texts) and any("Marta" in text for text in texts)


async def test_a_crash_in_the_middle_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bare(tmp_path) as weave:
        talk = await weave.begin()
        turns = await spoken(weave, talk.id, "My sister lives in Lyon.", "I see.")
        with monkeypatch.context() as patched:
            patched.setattr(withdrawing, "_made_of", lambda *_: (_ for _ in ()).throw(OSError("killed")))
            with pytest.raises(OSError, match="killed"):
                await weave.talks.withdraw(talk.id, turns[0])
        assert not (await weave.talks.read(talk.id)).turns[0].replaced
    async with bare(tmp_path, resume=talk.id) as weave:
        assert (await weave.talks.read(talk.id)).turns[0].replaced

        async def forgotten() -> bool:
            return not any("Lyon" in m.text for m in await weave.list())

        await until(forgotten)
        with pytest.raises(NotFound):
            await weave.talks.withdraw(talk.id, turns[1])
    await asyncio.sleep(0)
