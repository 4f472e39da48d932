"""weave.library: files come in under legal names, are read, found and taken out; a guest reads alone."""

from __future__ import annotations

import asyncio
import os
import plistlib
import sqlite3
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.homes import NOW, SHELVED, shelved, until
from weave.clock import fixed_clock
from weave.config import DocumentsConfig, parse
from weave.errors import HomeBusy, InvalidInput, NotFound
from weave.library.model import Kind
from weave.weave import Weave

FENCE = "# Plan\n\n```bash\n\tmake <all> --now\n```\n\nThe zephyr lifts.\n"


def write(folder: Path, name: str, text: str | bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


async def test_case_118_a_title_that_no_system_takes_becomes_a_legal_name_and_the_text_stays(
    tmp_path: Path,
) -> None:
    given = write(tmp_path, "Why? C:\\temp\\aux: plan.md", FENCE)
    twin = write(tmp_path, "deep/Why? C:\\temp\\aux: plan.md", "# Other\n\nAnother text of the same name.\n")
    async with shelved(tmp_path / "home") as weave:
        added = await weave.library.add([given, twin])
        files = [item.file for item in added.items]
        assert files == ["documents/Why C temp aux plan.md", "documents/Why C temp aux plan 2.md"]
        copy = weave.home / files[0]
        assert copy.read_bytes() == given.read_bytes() == FENCE.encode()
        assert copy.stat().st_mtime == NOW.timestamp()
        assert "\tmake <all> --now" in (await weave.library.read(files[0])).text
        again = await weave.library.add([given])
        assert (again.items, [item.file for item in again.known]) == ((), files[:1])


async def test_a_folder_keeps_its_shape_and_what_cannot_be_read_says_why_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "boat"
    write(folder, "log/con.txt", "The bilge was dry.")
    write(folder, ".git/x.md", "hidden")
    write(folder, "photo.png", b"\x89PNG")
    write(folder, "broken.pdf", b"no pdf")
    (folder / "link.txt").symlink_to(folder / "log/con.txt")
    async with shelved(tmp_path / "home") as weave:
        given = [folder, tmp_path / "none.md", "https://example.org/page", write(tmp_path, "a.xyz", "x"), ""]
        added = await weave.library.add(given)
        assert [item.file for item in added.items] == ["documents/boat/log/con file.txt"]
        sentences = [one.sentence for one in added.refused]
        assert len(sentences) == 5
        assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)
        assert any("fetches nothing" in s for s in sentences)
        assert any("no PDF" in s for s in sentences)
        kept = [p.name for p in (weave.home / "documents").rglob("*") if p.is_file()]
        assert kept == ["con file.txt"]
        assert [item.file for item in await weave.library.list()] == ["documents/boat/log/con file.txt"]


async def test_a_file_beyond_the_limits_is_refused_with_the_setting_that_says_so(tmp_path: Path) -> None:
    large = write(tmp_path, "large.txt", b"word " * 300_000)
    settings = replace(SHELVED, documents=DocumentsConfig(file_mb=1))
    async with Weave.open(tmp_path / "home", config=settings, clock=fixed_clock(NOW)) as weave:
        [refused] = (await weave.library.add([large])).refused
    assert "1 MiB is the most that is read" in refused.sentence
    assert "documents.file_mb" in refused.sentence


async def test_an_outline_a_section_and_a_search_lead_to_the_same_place(tmp_path: Path) -> None:
    lease = write(
        tmp_path, "lease.md", "# Lease\n\nx\n\n## Notice\n\nThree months.\n\n## Rent\n\nNine hundred.\n"
    )
    async with shelved(tmp_path / "home") as weave:
        [item] = (await weave.library.add([lease])).items
        outline = await weave.library.outline(item.id[:5])
        assert [(s.title, s.depth) for s in outline.sections[1:]] == [
            ("Lease", 1),
            ("Notice", 2),
            ("Rent", 2),
        ]
        reading = await weave.library.read("lease.md", outline.sections[2].node)
        assert (reading.breadcrumb, reading.line) == (("Lease", "Notice"), 5)
        assert reading.text == "## Notice\n\nThree months.\n\n"
        assert reading.path.read_text() == lease.read_text()
        [span, *_] = (await weave.library.search("notice months")).spans
        assert (span.document, span.node) == (item.id, reading.section.node)
        for call in (
            weave.library.outline("nothing"),
            weave.library.read(item.id, "77"),
            weave.library.search("  "),
            weave.library.search("x", 0),
        ):
            with pytest.raises((NotFound, InvalidInput)):
                await call


async def test_a_removed_document_lies_in_the_trash_and_is_found_no_more(tmp_path: Path) -> None:
    async with shelved(tmp_path / "home") as weave:
        [item] = (await weave.library.add([write(tmp_path, "a.md", "# A\n\nThe zephyr lifts.\n")])).items
        assert (await weave.library.remove(item.id)).file == "documents/a.md"
        assert (await weave.library.search("zephyr")).spans == ()
        assert (weave.home / "trash/documents/a.md").read_text().startswith("# A")
        assert not (weave.home / "documents/a.md").exists()


async def test_saved_pages_and_addresses_are_documents(tmp_path: Path) -> None:
    page = "<html><head><title>Kefir</title></head><body><h1>Kefir</h1><p>Feed the grains daily.</p></body></html>"
    mail = (
        "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=B\r\n\r\n--B\r\nContent-Type: text/html; charset=utf-8\r\n"
        f"Content-Transfer-Encoding: 8bit\r\n\r\n{page.replace('Kefir', 'Rye')}\r\n--B--\r\n"
    )
    archive = plistlib.dumps(
        {"WebMainResource": {"WebResourceData": page.encode(), "WebResourceTextEncodingName": "UTF-8"}},
        fmt=plistlib.FMT_BINARY,
    )
    given = [
        write(tmp_path, "k.webarchive", archive),
        write(tmp_path, "r.mhtml", mail),
        write(tmp_path, "Sourdough guide.url", "[InternetShortcut]\nURL=https://example.org/sourdough\n"),
        write(tmp_path, "empty.mht", "nothing"),
    ]
    async with shelved(tmp_path / "home") as weave:
        added = await weave.library.add(given)
        assert [(item.title, item.format) for item in added.items] == [
            ("Kefir", "HTML"),
            ("Rye", "HTML"),
            ("Sourdough guide", "link"),
        ]
        assert [Path(one.file).name for one in added.refused] == ["empty.mht"]
        assert "https://example.org/sourdough" in (await weave.library.search("sourdough")).spans[0].text


async def test_what_is_dropped_changed_and_taken_away_is_followed_by_itself(tmp_path: Path) -> None:
    async with shelved(tmp_path / "home") as weave:
        await weave.settle(20)

        async def found(words: str) -> bool:
            return bool((await weave.library.search(words)).spans)

        path = write(weave.home, "documents/sub/drop.txt", "The halyard squeaks.")
        await until(lambda: found("halyard"), 40, "the dropped file")
        path.write_text("The windlass jams.")

        async def changed() -> bool:
            return await found("windlass") and not await found("halyard")

        await until(changed, 40, "the change")
        path.unlink()

        async def gone() -> bool:
            return not await weave.library.list()

        await until(gone, 40, "the removal")


async def test_a_file_that_lay_there_before_the_start_is_taken_in_and_trees_that_are_lost_come_back(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    write(home, "documents/early.md", "# Early\n\nThe capstan turns.\n")
    async with shelved(home) as weave:
        assert await weave.settle(60)
        assert (await weave.library.search("capstan")).spans
    for path in (home / "index/trees").iterdir():
        path.write_bytes(b"rubbish " * 2_000)
    async with shelved(home) as weave:
        assert await weave.settle(60)
        assert (await weave.library.search("capstan")).spans
        report = next(one for one in (await weave.checkup()).backends if one.name == "documents")
        assert (report.health.ok, report.health.indexed) == (True, 1)


async def test_trees_damaged_in_the_middle_are_noticed_and_built_anew(tmp_path: Path) -> None:
    home = tmp_path / "home"
    write(home, "documents/early.md", "# Early\n\nThe capstan turns.\n")
    async with shelved(home) as weave:
        assert await weave.settle(60)
    file = home / "index/trees/library.sqlite"
    with sqlite3.connect(file) as db:
        db.execute("UPDATE texts SET body=?", (zlib.compress(b"\xff\xfe\xff"),))
    db.close()
    data = bytearray(file.read_bytes())
    data[4096 * 2 : 4096 * 4] = os.urandom(4096 * 2)
    file.write_bytes(bytes(data))
    async with shelved(home) as weave:
        assert await weave.settle(60)
        assert "capstan" in (await weave.library.search("capstan")).spans[0].text


async def test_a_guest_reads_and_searches_and_changes_nothing(tmp_path: Path) -> None:
    document = write(tmp_path, "a.md", "# A\n\nThe zephyr lifts.\n")
    async with shelved(tmp_path / "home") as owner:
        [item] = (await owner.library.add([document])).items
        async with shelved(tmp_path / "home", serves=False) as guest:
            assert guest.guest
            assert [one.id for one in await guest.library.list()] == [item.id]
            assert (await guest.library.search("zephyr")).spans[0].document == item.id
            assert "zephyr" in (await guest.library.read(item.id)).text
            result = await guest.recall("zephyr lifts")
            assert [one.place.document for one in result.memories if one.place] == [item.id]
            assert "documents" not in [one.backend for one in result.degraded]
            for call in (
                guest.library.add([document]),
                guest.library.remove(item.id),
                guest.library.refresh(),
            ):
                with pytest.raises(HomeBusy):
                    await call


async def test_indexing_can_be_stopped_and_then_keeps_what_was_whole(tmp_path: Path) -> None:
    given = [write(tmp_path, f"{n}.txt", f"word{n} stands here") for n in range(4)]
    async with shelved(tmp_path / "home") as weave:
        told: list[str] = []
        added = await weave.library.add(
            given, lambda what, done, total: told.append(what), lambda: len(told) > 1
        )
        assert added.stopped
        files = sorted(p.name for p in (weave.home / "documents").iterdir())
        assert files == sorted(Path(item.file).name for item in added.items)
        assert len(files) < 4
        assert [item.file for item in await weave.library.list()] == [item.file for item in added.items]


async def test_whoever_cancels_an_adding_finds_no_half_of_it(tmp_path: Path) -> None:
    given = [write(tmp_path, f"{n}.txt", f"word{n} stands here") for n in range(3)]
    async with shelved(tmp_path / "home") as weave:
        begun = asyncio.Event()
        loop = asyncio.get_running_loop()
        task = asyncio.create_task(weave.library.add(given, lambda *_: loop.call_soon_threadsafe(begun.set)))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        files = {p.name for p in (weave.home / "documents").iterdir()}
        assert files == {Path(item.file).name for item in await weave.library.list()}


async def test_a_library_that_is_switched_off_says_so_and_recall_goes_on(tmp_path: Path) -> None:
    settings = replace(SHELVED, documents=DocumentsConfig(enabled=False))
    async with Weave.open(tmp_path / "home", config=settings, clock=fixed_clock(NOW)) as weave:
        await weave.remember("The zephyr lifts.")
        with pytest.raises(InvalidInput, match=r"documents\.enabled"):
            await weave.library.search("zephyr")
        assert (await weave.recall("zephyr")).memories
        report = next(one for one in (await weave.checkup()).backends if one.name == "documents")
        assert not report.enabled


@pytest.mark.parametrize(
    "line", ["file_mb = 0", "pages = -1", "seconds = 0", "memory_mb = 10", "file_mb = 'x'"]
)
def test_limits_that_make_no_sense_are_refused(line: str) -> None:
    with pytest.raises(InvalidInput, match="documents"):
        parse(f"[documents]\n{line}\n")


async def test_conversations_are_items_and_are_not_removed_like_documents(tmp_path: Path) -> None:
    line = '{"id": "1", "time": "2026-11-29T10:00:00+00:00", "role": "user", "speaker": "Ana", "text": "The capstan squeaks."}\n'
    write(tmp_path / "home", "conversations/talk.jsonl", line)
    write(
        tmp_path / "home", "documents/archive/weekly/2026-W40.md", "# Week 40\n\n## Walk\n\nWe walked far.\n"
    )
    async with shelved(tmp_path / "home") as weave:
        await weave.library.refresh()
        items = {item.kind: item for item in await weave.library.list()}
        assert set(items) == {Kind.CONVERSATION, Kind.ARCHIVE}
        assert items[Kind.CONVERSATION].title == "The capstan squeaks."
        assert items[Kind.ARCHIVE].title == "Week 40"
        for item in items.values():
            with pytest.raises(InvalidInput, match="purge"):
                await weave.library.remove(item.id)


async def test_a_folder_that_holds_the_home_gives_documents_and_no_copy_of_a_memory(tmp_path: Path) -> None:
    write(tmp_path, "notes/tide.md", "The tide turns at nine.")
    async with shelved(tmp_path / "home") as weave:
        memory = await weave.remember("The gangplank wobbles.")
        await weave.library.add([write(tmp_path, "moon.md", "The moon pulls.")])
        added = await weave.library.add([tmp_path, weave.home / "memories"])
        assert [item.file for item in added.items] == [f"documents/{tmp_path.name}/notes/tide.md"]
        assert [one.sentence for one in added.refused] == [
            f"{weave.home / 'memories'} belongs to the memory itself; copy it elsewhere first if you want it as a document."
        ]
        assert [item.file for item in (await weave.library.add([weave.home / "documents"])).items] == []
        await weave.forget([memory.id], purge=True)
    left = [
        path
        for path in (tmp_path / "home").rglob("*")
        if path.is_file() and b"gangplank" in path.read_bytes()
    ]
    assert left == []
