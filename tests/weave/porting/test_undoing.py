"""An import can be taken back: into the trash and again, or so that no byte of it stays in the home."""

from __future__ import annotations

from pathlib import Path

from tests.support import exports as made
from tests.support.homes import bare, shelved
from weave.model import Role
from weave.porting.model import Kind
from weave.weave import Weave

BEES = [("user", "My sister Zdenka lives in Graz."), ("assistant", "Nice."), ("user", "She keeps 14 hives.")]


async def texts(weave: Weave) -> set[str]:
    return {memory.text for memory in await weave.list()}


def holding(home: Path, *words: str) -> list[str]:
    """Files that name one of these words, in their bytes or in their names."""
    found = [
        path for path in home.rglob("*") if any(word.casefold() in path.name.casefold() for word in words)
    ]
    files = [path for path in home.rglob("*") if path.is_file()]
    return [path.name for path in found] + [
        path.name for path in files if any(word.encode() in path.read_bytes() for word in words)
    ]


async def test_an_undone_import_lies_in_the_trash_and_comes_again_when_wanted(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk("c1", "Hives", BEES)])
    async with shelved(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.AUTO, path)
        vault = await weave.porting.bring(Kind.AUTO, made.tree(tmp_path / "vault", made.VAULT))
        before = await texts(weave)
        undone = [await weave.porting.undo(one.id) for one in (told, vault)]
        assert [one.conversations for one in undone] == [1, 0] and undone[1].documents == 1
        assert not await texts(weave) and not await weave.talks.list()
        assert not list((tmp_path / "home" / "documents").rglob("Clavichord*"))
        left = await weave.porting.bring(Kind.AUTO, path)
        assert (left.turns, left.forgotten, left.id) == (0, 3, "")
        for source, count in ((path, 3), (tmp_path / "vault", 0)):
            again = await weave.porting.bring(Kind.AUTO, source, again=True)
            assert again.turns == count and again.id
        assert await texts(weave) == before
        assert list((tmp_path / "home" / "documents").rglob("Clavichord*"))
        assert [talk.title for talk in await weave.talks.list()] == ["Hives"]
        assert (await weave.porting.bring(Kind.AUTO, path)).known == 3


async def test_what_was_forgotten_by_itself_stays_so_when_an_undone_import_comes_again(
    tmp_path: Path,
) -> None:
    path = made.tree(tmp_path, {"mem0.json": '[{"id": "1", "memory": "Likes rye."}, {"id": "2", "memory": "Has a tandem."}]'})  # fmt: skip
    async with bare(tmp_path / "home") as weave:
        told = await weave.porting.bring(Kind.MEM0, path / "mem0.json")
        (rye,) = [m for m in await weave.list() if "rye" in m.text]
        await weave.forget([rye.id])
        await weave.porting.undo(told.id)
        await weave.porting.bring(Kind.MEM0, path / "mem0.json", again=True)
        assert await texts(weave) == {"Has a tandem."}


async def test_what_a_person_put_their_hand_to_stays_when_an_import_is_undone(tmp_path: Path) -> None:
    path = made.chatgpt(tmp_path / "e.zip", [made.chatgpt_talk("c1", "Hives", BEES)])
    notes = made.tree(
        tmp_path / "notes", {"kayak.md": "# Kayak\nIt is red.\n", "oar.md": "# Oar\nIt is ash.\n"}
    )
    async with bare(tmp_path / "home") as weave:
        told, other = [await weave.porting.bring(Kind.AUTO, one) for one in (path, notes)]
        talk = await weave.begin("chatgpt-c1")
        await weave.say(talk.id, role=Role.USER, speaker="user", text="My own kiln holds 90 bricks.")
        await weave.end(talk.id)
        (red,) = [m for m in await weave.list() if "red" in m.text]
        await weave.edit(red.id, text="It is blue.")
        assert [(await weave.porting.undo(one.id)).kept for one in (told, other)] == [1, 1]
        assert await texts(weave) == {"It is blue.", "My own kiln holds 90 bricks."}
        assert len((await weave.talks.read("chatgpt-c1")).turns) == 4


async def test_a_purged_import_leaves_no_byte_in_the_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = made.chatgpt(tmp_path / "Zdenka.zip", [made.chatgpt_talk("c1", "Zdenka's hives", BEES), made.chatgpt_talk("c2", "Jam", [("user", "ok")])])  # fmt: skip
    vault = made.tree(tmp_path / "Clavivault", made.VAULT)
    async with shelved(home) as weave:
        kept = await weave.remember("The kettle was bought in Lisbon.")
        told = [await weave.porting.bring(Kind.AUTO, one) for one in (path, vault)]
        await weave.recall("Where does Zdenka live?")
        await weave.porting.undo(told[1].id)
        purged = [await weave.porting.undo(one.id, purge=True) for one in told]
        assert purged[0].conversations == 2
        assert [m.id for m in await weave.list()] == [kept.id]
        again = await weave.porting.bring(Kind.AUTO, path)
        assert (again.turns, again.forgotten) == (0, 4)
    assert holding(home, "Zdenka", "14 hives", "pearwood", "herons", "Clavi") == []
    async with shelved(home) as weave:
        assert (await weave.porting.bring(Kind.AUTO, path, again=True)).turns == 4
