"""Which reader an export gets: the one that was named, if it fits, or the one that its files ask for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, tzinfo

from weave.errors import InvalidInput
from weave.porting import archive_format, chatgpt, claude, mem0, openclaw, vaults
from weave.porting.container import Source
from weave.porting.json_stream import elements
from weave.porting.model import Found, Kind, Skipped
from weave.porting.talk_files import FILES
from weave.porting.texts import decoded

Reader = Callable[[Source, tzinfo, datetime], Iterator[Found]]
READERS: Mapping[Kind, Reader] = {
    Kind.CHATGPT: chatgpt.read,
    Kind.CLAUDE: claude.read,
    Kind.OPENCLAW: openclaw.read,
    Kind.OBSIDIAN: vaults.obsidian,
    Kind.MEM0: mem0.read,
    Kind.BASIC_MEMORY: vaults.basic_memory,
    Kind.MARKDOWN: vaults.plain,
}
NAMES = {
    Kind.CHATGPT: "an export of ChatGPT (conversations.json)",
    Kind.CLAUDE: "an export of Claude (conversations.json)",
    Kind.OPENCLAW: "a workspace of OpenClaw (MEMORY.md, SOUL.md, memory/)",
    Kind.OBSIDIAN: "an Obsidian vault (a folder with .obsidian)",
    Kind.MEM0: "an export of Mem0 (a JSON list of memories)",
    Kind.BASIC_MEMORY: "a Basic Memory project (notes with a permalink)",
    Kind.MARKDOWN: "markdown notes",
    Kind.WEAVE: "an archive of `weave export`",
}
_SAMPLE = 8
_PEEK = 4 << 20
_MARKDOWN = (".md", ".markdown", ".mdown", ".txt")
_LIKE = ((Kind.CHATGPT, chatgpt.is_talk), (Kind.CLAUDE, claude.is_talk), (Kind.MEM0, mem0.is_memory))


def kind_of(source: Source) -> Kind | None:
    """What a source is, by its files; None when nothing is known of such."""
    names = frozenset(one.name for one in source.members())
    if archive_format.MANIFEST in names:
        return Kind.WEAVE
    talks = [name for name in sorted(names) if FILES.fullmatch(name)]
    others = [name for name in sorted(names) if name.endswith((".json", ".jsonl")) and "/." not in f"/{name}"]
    for name in [*talks, *others][: _SAMPLE if talks else 3]:
        found = _of_json(source, name)
        if found is not None:
            return found
    if openclaw.is_workspace(names):
        return Kind.OPENCLAW
    if any(name.startswith(".obsidian/") or "/.obsidian/" in name for name in names):
        return Kind.OBSIDIAN
    pages = [name for name in sorted(names) if name.lower().endswith(_MARKDOWN)]
    if not pages:
        return None
    return Kind.BASIC_MEMORY if vaults.is_basic_memory(_texts(source, pages)) else Kind.MARKDOWN


def _of_json(source: Source, name: str) -> Kind | None:
    """By the first elements that can be read; of a large file its beginning is enough."""
    try:
        with source.open(name) as stream:
            head = stream.read(_PEEK)
        accepts = lambda value: any(like(value) for _, like in _LIKE)  # noqa: E731
        for number, one in enumerate(elements(io.BytesIO(head), accepts, ("conversations", *mem0.UNDER))):
            if found := next((kind for kind, like in _LIKE if like(one)), None):
                return found
            if number >= _SAMPLE:
                break
    except InvalidInput:
        return None
    if b'"mapping"' in head:
        return Kind.CHATGPT
    return Kind.CLAUDE if b'"chat_messages"' in head else None


def _texts(source: Source, pages: list[str]) -> list[str]:
    found = []
    for name in pages[:_SAMPLE]:
        with source.open(name) as stream:
            found.append(decoded(stream.read(1 << 16)))
    return found


def chosen(source: Source, wanted: Kind) -> Kind:
    """The kind to read a source as. Raises InvalidInput for one that is nothing known, or not what was named."""
    found = kind_of(source)
    if wanted is Kind.AUTO:
        if found is None:
            raise InvalidInput(
                f"{source.name} is no export that is known here; `weave import --help` lists them."
            )
        return found
    notes = (Kind.OPENCLAW, Kind.OBSIDIAN, Kind.BASIC_MEMORY, Kind.MARKDOWN)
    if found is wanted or (wanted in notes and found in notes):
        return wanted
    if found is None:
        raise InvalidInput(
            f"{source.name} is not {NAMES[wanted]}; name the file or folder as it was exported."
        )
    raise InvalidInput(f"{source.name} is {NAMES[found]}, not {NAMES[wanted]}; use `weave import {found}`.")


def read(source: Source, kind: Kind, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """All that a source holds, one by one."""
    if source.refused:
        yield Skipped(
            "files of the archive", "their paths lead out of it, they are links, locked, or unpack to far too much",
            len(source.refused),
        )  # fmt: skip
    yield from READERS[kind](source, zone, now)
