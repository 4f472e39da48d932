"""A hostile file is refused in one sentence, within the limits, and reaches neither the machine nor the network."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import documents as made
from tests.support import hostile
from weave.documents import child
from weave.documents.digest import Digest, digested, from_lines, to_lines
from weave.documents.limits import PATIENCE, Limits
from weave.documents.parsers.registry import Source, parse
from weave.documents.refusal import Refusal
from weave.documents.sandbox import Cancelled, digest_file

QUICK = Limits(seconds=4, memory_bytes=700 * 1024 * 1024)
MARGIN = 3.0
"""Seconds beyond the limit that a busy machine may take to notice."""


def refusal(path: Path, limits: Limits = QUICK) -> str:
    start = time.monotonic()
    with pytest.raises(Refusal) as refused:
        digest_file(path, limits)
    assert time.monotonic() - start < limits.seconds * PATIENCE + MARGIN
    sentence = str(refused.value)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 220
    return sentence


def survived(path: Path, limits: Limits = QUICK) -> Digest | str:
    """Read or refused, but within the limits either way."""
    start = time.monotonic()
    try:
        return digest_file(path, limits)
    except Refusal as refused:
        return str(refused)
    finally:
        assert time.monotonic() - start < limits.seconds * PATIENCE + MARGIN


def written(folder: Path, name: str, data: bytes) -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("name", "make", "word"),
    [
        ("bomb.docx", lambda: hostile.docx_bomb(270_000_000), "bomb"),
        ("liar.docx", lambda: hostile.lying_bomb(40_000_000), "damaged"),
        ("bomb.epub", lambda: hostile.epub_bomb(270_000_000), "bomb"),
        ("nest.docx", hostile.docx_nest, "nests"),
        ("laughs.docx", hostile.docx_laughs, "damaged"),
        ("nest.html", hostile.FLOODS["nest.html"], "nests"),
        ("flood.pdf", lambda: hostile.bookmark_flood(5_200), "bookmarks"),
        ("pages.pdf", hostile.page_loop, "pages"),
        ("noise.pdf", lambda: b"%PDF-1.7\n" + os.urandom(9_000), "damaged"),
        ("titles.md", lambda: b"# a\n\n" * 900, "headings"),
        ("parts.epub", lambda: made.packed({f"f{n}": b"" for n in range(300)}), "parts"),
    ],
)
def test_a_bomb_a_nest_or_a_flood_is_refused(name: str, make: Callable[[], bytes], word: str) -> None:
    limits = Limits(headings=800, parts=200) if name in ("titles.md", "parts.epub") else Limits()
    with pytest.raises(Refusal, match=word) as refused:
        parse(Source(name, make()), limits)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize(
    "name",
    sorted(set(hostile.FLOODS) - {"one-line.txt", "spaces.txt", "lists.md", "titles.rst", "noise.txt"}),
)
def test_a_flood_of_one_sign_ends_in_the_same_moment(name: str) -> None:
    data = hostile.FLOODS[name]()[:25_000]
    start = time.process_time()
    try:
        digest = digested(parse(Source(name, data), Limits()))
    except (Refusal, RecursionError):
        digest = None
    assert time.process_time() - start < 4.0
    if digest is not None:
        assert from_lines(line.encode() for line in to_lines(digest)) == digest


def test_a_text_of_a_gigabyte_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)
    start = time.monotonic()
    assert "1,024 MiB" in refusal(path, Limits())
    assert time.monotonic() - start < 2.0


def test_pipes_devices_folders_and_links_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "folder.txt").mkdir()
    (tmp_path / "link.txt").symlink_to("/etc/hostname")
    (tmp_path / "loop.txt").symlink_to(tmp_path / "loop.txt")
    assert "no file but a pipe" in refusal(tmp_path / "pipe.txt")
    assert "no file" in refusal(tmp_path / "folder.txt")
    assert "is a link" in refusal(tmp_path / "link.txt")
    assert "is a link" in refusal(tmp_path / "loop.txt")
    assert "cannot be opened" in refusal(tmp_path / "missing.txt")


def test_a_folder_that_leads_out_of_the_library_is_not_followed(tmp_path: Path) -> None:
    outside, library = tmp_path / "outside", tmp_path / "library"
    outside.mkdir()
    library.mkdir()
    written(outside, "secret.txt", b"secret")
    (library / "door").symlink_to(outside)
    with pytest.raises(Refusal, match="leads out"):
        digest_file(library / "door" / "secret.txt", QUICK, folder=library)


def test_a_drawing_that_draws_itself_ends_within_its_time(tmp_path: Path) -> None:
    limits = Limits(seconds=1.5)
    assert survived(written(tmp_path, "loop.pdf", hostile.form_loop()), limits)


def test_an_outline_that_loops_is_read_or_refused(tmp_path: Path) -> None:
    outcome = survived(written(tmp_path, "loop.pdf", hostile.bookmark_loop()))
    assert isinstance(outcome, str) or "nine fathoms" in outcome.document.text


def test_memory_beyond_the_limit_ends_the_child_and_not_this_process(tmp_path: Path) -> None:
    path = written(tmp_path, "lines.txt", b"a\n" * 3_000_000)
    assert "of memory" in refusal(path, Limits(seconds=20, memory_bytes=200 * 1024 * 1024))


def test_time_beyond_the_limit_ends_the_child(tmp_path: Path) -> None:
    path = written(tmp_path, "slow.md", hostile.FLOODS["lists.md"]())
    told = refusal(path, Limits(seconds=0.5))
    # half a second of the processor, or, where others have it, the longer one of the clock
    assert "longer than 0.5 seconds" in told or "longer than 2 seconds" in told


def test_an_answer_beyond_the_limit_is_not_taken(tmp_path: Path) -> None:
    path = written(tmp_path, "long.txt", b"words and words\n" * 40_000)
    assert "more text than can be kept" in refusal(path, Limits(output_bytes=100_000))


def test_indexing_stops_when_it_is_told_to(tmp_path: Path) -> None:
    path = written(tmp_path, "slow.md", hostile.FLOODS["lists.md"]())
    start = time.monotonic()
    with pytest.raises(Cancelled):
        digest_file(path, Limits(), stop=lambda: time.monotonic() - start > 0.2)
    assert time.monotonic() - start < 5.0


def test_entities_of_files_are_never_read(tmp_path: Path) -> None:
    secret = written(tmp_path, "secret.txt", b"TOP-SECRET-4711")
    document = parse(Source("x.docx", hostile.docx_reader(secret)), Limits())
    assert "4711" not in document.text + "".join(a.text for a in document.asides)
    page = f'<!DOCTYPE html [<!ENTITY f SYSTEM "{secret.as_uri()}">]><p>before &f; after <img src="{secret.as_uri()}">'
    assert "4711" not in parse(Source("x.html", page.encode()), Limits()).text
    raw = f".. include:: {secret}\n\n.. raw:: html\n   :file: {secret}\n\n.. csv-table::\n   :file: {secret}\n\nText\n"
    assert "4711" not in parse(Source("x.rst", raw.encode()), Limits()).text


def test_the_network_is_never_touched(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        listener.setblocking(False)
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/x"
        page = f'<!DOCTYPE html SYSTEM "{url}"><link rel="stylesheet" href="{url}"><script src="{url}"></script><img src="{url}"><p>text'
        digest_file(written(tmp_path, "x.html", page.encode()), QUICK)
        rst = f".. include:: {url}\n\n.. raw:: html\n   :url: {url}\n\nText\n"
        digest_file(written(tmp_path, "x.rst", rst.encode()), QUICK)
        with pytest.raises(BlockingIOError):
            listener.accept()


CONFINED = """
import sys, os
from weave.documents.child import confine
from weave.documents.limits import PATIENCE, Limits
confine(Limits())
def tries(what):
    try:
        what()
    except (PermissionError, OSError) as error:
        return type(error).__name__
    return "done"
import socket, subprocess
print(tries(lambda: open(sys.argv[1], "w")), tries(lambda: os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT)),
      tries(lambda: socket.create_connection(("127.0.0.1", 9))), tries(lambda: subprocess.run(["true"])),
      tries(lambda: os.system("true")))
"""


def test_the_child_can_neither_write_nor_connect_nor_start_a_program(tmp_path: Path) -> None:
    target = tmp_path / "out"
    command = [sys.executable, "-c", CONFINED, str(target)]
    found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=20)
    assert found.stdout.split() == ["PermissionError"] * 5
    assert not target.exists()


WATCHED = """
import time
from weave.documents.child import watch
watch(200 * 1024 * 1024)
held = [b"x" * (1024 * 1024) for _ in range(400)]
time.sleep(5)
print("lived on")
"""


def test_where_address_space_has_no_limit_memory_is_watched() -> None:
    found = subprocess.run([sys.executable, "-c", WATCHED], capture_output=True, timeout=20, check=False)
    assert (found.returncode, found.stdout) == (child.MEMORY, b"")


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [b"not json"],
        [b'["about", ["PDF", "t", "markup", []]]'],
        [b'["about", ["PDF", "t", "markup", []]]', b'["nodes", [["0000","t",0,0,9,9,0,0,-1,"markup","x"]]]'],
        [b'["about", ["PDF", "t", "markup", []]]', b'["nodes", [["0000","t",0,0,0,0,0,0,0,"markup","x"]]]'],
        [b'["text", 5]'],
        [b'["other", []]'],
        [b"[" * 100_000],
    ],
)
def test_nonsense_from_the_child_is_refused(lines: list[bytes]) -> None:
    with pytest.raises(Refusal, match="nonsense"):
        from_lines(lines)


def test_postings_that_lead_outside_are_refused() -> None:
    digest = digested(parse(Source("a.md", b"# A\n\nwords of the deck\n"), Limits()))
    lines = [line.encode() for line in to_lines(digest)]
    assert from_lines(lines) == digest
    bad = [
        line.replace(b'"AAABAA=="', b'"CQABAA=="') if line.startswith(b'["postings"') else line
        for line in lines
    ]
    assert bad != lines
    with pytest.raises(Refusal, match="nonsense"):
        from_lines(bad)
