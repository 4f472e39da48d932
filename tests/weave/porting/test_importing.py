"""Exports of seven kinds come in once, whole, with their dates and whose words they are."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests.support import exports as made
from tests.support.homes import BARE, NOW, bare, shelved
from weave.clock import fixed_clock
from weave.errors import InvalidInput
from weave.model import Memory, MemoryType, Provenance, Role
from weave.porting.model import Kind
from weave.weave import Weave

BEES = [("user", "My sister Lena lives in Graz."), ("assistant", "Good to know."), ("user", "I paid the exam fee yesterday.")]  # fmt: skip


async def texts(weave: Weave) -> list[str]:
    return sorted(one.text for one in await weave.list())


async def one(weave: Weave, words: str) -> Memory:
    found = [m for m in await weave.list() if words in m.text]
    assert found, words
    return found[0]


async def test_chatgpt_gives_the_branch_that_was_shown_once(tmp_path: Path) -> None:
    bio = made.message("b", "assistant", "Has two goats", made.START, recipient="bio")
    profile = made.message("p", "user", "", made.START, content={"content_type": "user_editable_context", "user_profile": "I am a luthier.", "user_instructions": "Answer briefly."})  # fmt: skip
    thinking = made.message(
        "t", "assistant", "", made.START, content={"content_type": "thoughts", "thoughts": []}
    )
    path = made.chatgpt(
        tmp_path / "e.zip", [made.chatgpt_talk("c1", "Bees", BEES, extra=[bio, profile, thinking])]
    )
    async with bare(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        before = await texts(weave)
        again = await weave.porting.bring(Kind.CHATGPT, path)
        assert (told.kind, told.conversations, told.turns, told.notes) == (Kind.CHATGPT, 1, 3, 3)
        assert (again.turns, again.notes, again.id) == (0, 0, "")
        assert await texts(weave) == before
        assert not any("reworded" in text or "You are ChatGPT" in text for text in before)
        assert (await one(weave, "two goats")).provenance is Provenance.AGENT
        assert (await one(weave, "luthier")).provenance is Provenance.USER
        assert (await one(weave, "exam fee")).occurred is not None
        talk = await weave.begin("chatgpt-c1")
        assert talk.title == "Bees"
        assert [turn.role for turn in talk.turns] == [Role.USER, Role.ASSISTANT, Role.USER]


async def test_a_later_export_adds_what_is_new_and_a_split_one_is_whole(tmp_path: Path) -> None:
    first = made.chatgpt(tmp_path / "1.zip", [made.chatgpt_talk("c1", "Bees", BEES)])
    more = made.chatgpt_talk("c1", "Bees", [*BEES, ("user", "I bought a hive tool.")])
    second = made.packed(tmp_path / "2.zip", {
        "conversations-000.json": json.dumps([more]),
        "conversations-001.json": json.dumps([made.chatgpt_talk("c2", "Jam", [("user", "I cook plum jam.")])]),
    })  # fmt: skip
    async with bare(tmp_path / "home") as weave:
        await weave.porting.bring(Kind.AUTO, first)
        dry = await weave.porting.bring(Kind.AUTO, second, dry_run=True)
        assert (dry.turns, dry.known) == (2, 3)
        assert not any("hive" in text for text in await texts(weave))
        told = await weave.porting.bring(Kind.AUTO, second)
        assert (told.turns, told.known, told.conversations) == (2, 3, 2)


async def test_a_broken_conversation_costs_itself_alone(tmp_path: Path) -> None:
    good = json.dumps(made.chatgpt_talk("c2", "Jam", [("user", "I cook plum jam.")]))
    bad = json.dumps(made.chatgpt_talk("c1", "Bees", BEES)).replace('"author"', "author", 1)
    path = tmp_path / "conversations.json"
    path.write_text(f"[{bad}, {good}]")
    async with bare(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        assert told.conversations == 1
        assert any("conversation 1 of" in skipped.what for skipped in told.skipped)


async def test_claude_keeps_names_and_files_apart(tmp_path: Path) -> None:
    attached = {
        "attachments": [{"file_name": "scan.pdf", "extracted_content": "The soundboard is of cypress."}]
    }
    path = made.claude(tmp_path / "c.zip", [made.claude_talk("k1", "Tuning", [("human", "I tuned the spinet."), ("assistant", "Good.")], **attached)])  # fmt: skip
    async with shelved(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        assert (told.kind, told.turns, told.notes, told.documents) == (Kind.CLAUDE, 2, 2, 3)
        said = await one(weave, "spinet")
        assert said.text.startswith("Ines Duarte: ")
        assert said.provenance is Provenance.USER
        assert (await one(weave, "harpsichords")).provenance is Provenance.AGENT
        assert not any("cypress" in text or "rhyme" in text for text in await texts(weave))
        assert (await weave.library.search("soundboard cypress")).spans
        files = [item.file for item in await weave.library.list()]
        await weave.library.remove(next(file for file in files if "beds" in file))
        again = await weave.porting.bring(Kind.AUTO, path)
        assert (again.documents, again.forgotten) == (0, 1)


async def test_a_vault_is_a_library_and_its_days_are_episodes(tmp_path: Path) -> None:
    vault = made.tree(tmp_path / "vault", made.VAULT)
    async with shelved(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.AUTO, vault)
        assert (told.kind, told.notes, told.documents) == (Kind.OBSIDIAN, 2, 1)
        swim = await one(weave, "Swam in the river")
        assert (swim.type, swim.provenance) == (MemoryType.EPISODIC, Provenance.USER)
        assert f"{swim.occurred:%Y-%m-%d}" == "2025-07-08"
        (item,) = [i for i in await weave.library.list() if "Clavichord" in i.file]
        assert f"{item.changed:%Y-%m-%d}" == "2024-02-03"
        assert not list((tmp_path / "home").rglob("old.md"))
        note = vault / "Projects" / "Clavichord.md"
        note.write_text(note.read_text() + "\nThe case is of poplar.\n")
        assert (await weave.porting.bring(Kind.OBSIDIAN, vault)).updated == 1
        assert (await weave.library.search("case of poplar")).spans
        undone = await weave.porting.undo(told.id)
        assert (undone.memories, undone.documents) == (2, 1)
        assert await weave.list() == []
        again = await weave.porting.bring(Kind.OBSIDIAN, vault)
        assert (again.notes, again.documents, again.forgotten) == (0, 0, 3)


async def test_other_agents_notes_stay_theirs_and_their_self_is_only_proposed(tmp_path: Path) -> None:
    space = made.tree(tmp_path / "space", made.OPENCLAW)
    async with bare(tmp_path / "home") as weave:
        before = await weave.identity()
        told = await weave.porting.bring(Kind.AUTO, space)
        assert (told.kind, told.notes) == (Kind.OPENCLAW, 4)
        assert {m.provenance for m in await weave.list()} == {Provenance.AGENT}
        assert not await weave.facts()
        assert await weave.identity() == before
        assert told.proposal
        history = len(await weave.identities.history())
        await weave.porting.bring(Kind.AUTO, space)
        assert len(await weave.identities.history()) == history
        assert f"{(await one(weave, 'Repaired the pump')).occurred:%Y-%m-%d}" == "2025-06-07"


async def test_mem0_and_basic_memory_come_as_another_agents_word(tmp_path: Path) -> None:
    mem0 = tmp_path / "mem0.json"
    mem0.write_text(json.dumps(made.MEM0))
    basic = made.tree(tmp_path / "basic", made.BASIC)
    async with bare(tmp_path / "home") as weave:
        assert (await weave.porting.bring(Kind.AUTO, mem0)).notes == 2
        assert (await weave.porting.bring(Kind.AUTO, basic)).notes == 2
        assert {m.provenance for m in await weave.list()} == {Provenance.AGENT}
        bike = await one(weave, "gravel")
        assert bike.created.utcoffset() == timedelta(hours=-7)
        (fact,) = await weave.facts()
        assert (fact.subject, fact.predicate, fact.object) == ("Coffee", "requires", "Grinder")


async def test_what_was_forgotten_or_edited_stays_so(tmp_path: Path) -> None:
    mem0 = tmp_path / "mem0.json"
    mem0.write_text(json.dumps(made.MEM0))
    async with bare(tmp_path / "home") as weave:
        await weave.porting.bring(Kind.MEM0, mem0)
        await weave.forget([(await one(weave, "gravel")).id])
        await weave.edit((await one(weave, "bakery")).id, text="Works at a mill")
        changed = json.loads(json.dumps(made.MEM0).replace("bakery", "brewery").replace("gravel", "mud"))
        mem0.write_text(json.dumps(changed))
        told = await weave.porting.bring(Kind.MEM0, mem0)
        assert (told.notes, told.updated, told.forgotten) == (0, 0, 1)
        assert await texts(weave) == ["Works at a mill"]


async def test_purged_turns_do_not_come_back(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk("c1", "Bees", BEES)])
    async with bare(tmp_path / "home") as weave:
        await weave.porting.bring(Kind.AUTO, path)
        await weave.forget([(await one(weave, "Graz")).id], purge=True)
        told = await weave.porting.bring(Kind.AUTO, path)
        assert told.turns == 0
        assert told.forgotten >= 1
        assert not any("Graz" in text for text in await texts(weave))


async def test_a_wrong_kind_is_said_in_a_sentence(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk("c1", "Bees", BEES)])
    (tmp_path / "x.bin").write_bytes(b"\0\1")
    async with bare(tmp_path / "home") as weave:
        with pytest.raises(InvalidInput, match="weave import chatgpt"):
            await weave.porting.bring(Kind.CLAUDE, path)
        with pytest.raises(InvalidInput, match="no export"):
            await weave.porting.bring(Kind.AUTO, tmp_path / "x.bin")
        with pytest.raises(InvalidInput, match="There is no"):
            await weave.porting.bring(Kind.AUTO, tmp_path / "none")


async def test_odd_letters_are_ordinary(tmp_path: Path) -> None:
    said = [("user", "我的猫叫米米。\x00🦀 \ud83d"), ("user", "ฉันชอบกาแฟ"), ("user", "قهوة بلا سكر من فضلك")]
    path = tmp_path / "conversations.json"
    path.write_text(json.dumps([made.chatgpt_talk("../../evil", "漢\ud800字", said)]))
    async with bare(tmp_path / "home") as weave:
        assert (await weave.porting.bring(Kind.AUTO, path)).turns == 3
        assert any("米米" in text for text in await texts(weave))
        assert not (tmp_path / "evil.jsonl").exists()


async def test_case_61_relative_dates_are_those_of_the_day_they_were_said(tmp_path: Path) -> None:
    talk = made.claude_talk("k1", "Exam", [("human", "Paid the exam fee yesterday, the exam is in eight days.")], created_at="2024-11-28T23:30:00-05:00")  # fmt: skip
    path = made.claude(tmp_path / "c.zip", [talk])
    tokyo = replace(BARE, timezone="Asia/Tokyo")
    async with Weave.open(tmp_path / "home", config=tokyo, clock=fixed_clock(NOW)) as weave:
        await weave.porting.bring(Kind.CLAUDE, path)
        paid = await one(weave, "exam fee")
        assert paid.created.utcoffset() == timedelta(hours=-5)
        assert f"{paid.occurred:%Y-%m-%d}" == "2024-11-27"


async def test_what_happened_again_in_the_same_words_is_noted_again_and_lists_keep_their_lines(
    tmp_path: Path,
) -> None:
    days = {
        f"2025-07-{day:02}.md": f"## Sport\nRan 5 km.\n\n## Log\n- Met [[P{day}]].\n- [ ] call\n"
        for day in range(1, 31)
    }
    vault = made.tree(tmp_path / "vault", {".obsidian/app.json": "{}", **days})
    async with bare(tmp_path / "home") as weave:
        dry = await weave.porting.bring(Kind.AUTO, vault, dry_run=True)
        told = await weave.porting.bring(Kind.AUTO, vault)
        assert dry.notes == told.notes == 60
        assert len({m.occurred for m in await weave.list() if "Ran 5 km" in m.text}) == 30
        log = await one(weave, "Met P7")
        assert (log.text, log.title) == ("Log:\n- Met P7.\n- [ ] call", "Log: Met P7")


async def test_a_file_that_the_library_cannot_read_is_kept_and_named(tmp_path: Path) -> None:
    notes = made.tree(tmp_path / "notes", {"plan.md": "# Plan\nDig.\n", "x.docx": "no docx"})
    async with shelved(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.MARKDOWN, notes)
        assert [(one.what, "not searched" in one.why) for one in told.skipped] == [("x.docx", True)]
        assert list((tmp_path / "home" / "documents").rglob("x.docx"))
