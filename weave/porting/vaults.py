"""Folders of markdown: Obsidian's, Basic Memory's, anybody's. Whatever a person looks up later goes into the library.

A daily note (named by its day) tells what happened: each of its sections is an episode of that day, in the person's own
words. A short plain note becomes a memory. Everything else is a document, kept as it is, with its date: a vault of
5,000 notes is a library, not 5,000 things somebody was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, tzinfo
from pathlib import PurePosixPath

from weave.documents.parsers.registry import format_by_name
from weave.errors import InvalidInput
from weave.model import MemoryType, Provenance
from weave.porting.container import Member, Source
from weave.porting.container import read as whole
from weave.porting.model import Found, Link, Note, Paper, Skipped
from weave.porting.moments import day_named, moment
from weave.porting.names import digest
from weave.porting.texts import LONGEST, decoded, divided, headed, matter_of, title_below

_HIDDEN = ("node_modules", "__MACOSX")
_DATES = ("created", "date", "date created", "created_at", "date-created")
_DAILY = re.compile(r"\d{4}[-_.]?\d{2}[-_.]?\d{2}")
_OBSERVATION = re.compile(r"\s*[-*]\s+\[([^\]\[()]{1,60})\]\s+(.+?)\s*\Z")
_RELATION = re.compile(r"\s*[-*]\s+(.{0,80}?)\s*\[\[([^\]|#]{1,200})[^\]]*\]\]\s*(?:\([^)]*\))?\s*\Z")
_WIKI = re.compile(r"!?\[\[([^\]|#]+)(?:#[^\]|]*)?(?:\|([^\]]+))?\]\]")
_TASKS = frozenset((" ", "x", "X", "-", "/", ">", "<", "!", "?"))
_PERSONAL = frozenset(("user", "me", "i", "my", "myself", "you", "assistant", "avery"))
_ENDINGS = (".md", ".markdown", ".mdown", ".txt")


@dataclass(frozen=True, slots=True)
class _Page:
    member: Member
    title: str
    text: str
    changed: datetime
    permalink: str = ""


def obsidian(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Daily notes as episodes, everything else as documents."""
    yield from _files(source, zone, brief=0)


def plain(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Daily notes as episodes, short notes as memories, everything else as documents."""
    yield from _files(source, zone, brief=LONGEST)


def basic_memory(source: Source, zone: tzinfo, now: datetime) -> Iterator[Found]:
    """Each observation as an agent's note, with the relations that stand beside it; each page as a document too."""
    for member in _shown(source):
        if not member.name.lower().endswith(_ENDINGS):
            yield Skipped("other files", "only notes are taken from Basic Memory")
            continue
        try:
            page = _page(source, member, zone)
        except InvalidInput as error:
            yield Skipped(member.name, str(error))
            continue
        yield from _observations(page)
        yield Paper(member.name, member.parts, member.name, changed=page.changed)


def _files(source: Source, zone: tzinfo, brief: int) -> Iterator[Found]:
    for member in _shown(source):
        if not member.name.lower().endswith(_ENDINGS):
            if format_by_name(member.name) is None:
                ending = PurePosixPath(member.name).suffix or "without ending"
                yield Skipped(f"files {ending}", "the library reads no such files")
            else:
                yield Paper(member.name, member.parts, member.name, changed=member.changed)
            continue
        try:
            page = _page(source, member, zone)
        except InvalidInput as error:
            yield Skipped(member.name, str(error))
            continue
        day = _day(member, zone)
        if not page.text.strip():
            yield Skipped("empty notes", "there is nothing in them")
        elif day is not None:
            yield from _episodes(page, day)
        elif len(page.text) <= brief:
            yield Note(
                member.name, _linked(page.text).strip(), Provenance.USER, page.title, created=page.changed
            )
        else:
            yield Paper(member.name, member.parts, member.name, changed=page.changed)


def _shown(source: Source) -> Iterator[Member]:
    """What is not hidden: neither .obsidian nor .trash, nor what a sync or a package left there."""
    for member in source.members():
        if not any(part.startswith(".") or part in _HIDDEN for part in member.parts):
            yield member


def _day(member: Member, zone: tzinfo) -> datetime | None:
    stem = PurePosixPath(member.name).stem
    return day_named(stem, zone) if _DAILY.match(stem) else None


def _page(source: Source, member: Member, zone: tzinfo) -> _Page:
    matter, text = matter_of(decoded(whole(source, member.name)))
    pairs = dict(matter.pairs)
    written = next((found for key in _DATES if (found := moment(pairs.get(key), zone))), None)
    title = matter.title or PurePosixPath(member.name).stem
    return _Page(member, title, text, written or member.changed, pairs.get("permalink", ""))


def _linked(text: str) -> str:
    """Wiki links as words; what is embedded, by its name."""
    return _WIKI.sub(lambda found: (found[2] or found[1]).strip(), text)


def _episodes(page: _Page, day: datetime) -> Iterator[Found]:
    """A section of a day is one episode; of a section that goes on and on, one for each stretch of it."""
    for piece in divided(page.text):
        where = " › ".join(piece.headings)
        for number, words in enumerate(_stretches(_linked(piece.text))):
            key = f"{page.member.name}#{where}" + (f"~{number}" if number else "")
            text, title = words, ""
            if piece.headings:
                text, title = headed(piece.headings[-1], words), title_below(piece.headings[-1], words)
            yield Note(key, text, Provenance.USER, title, MemoryType.EPISODIC, created=day, occurred=day)


def _stretches(text: str) -> Iterator[str]:
    """The text in parts of bounded length, cut between paragraphs where that can be."""
    rest = text.strip()
    while len(rest) > 2 * LONGEST:
        cut = max(rest.rfind("\n\n", 0, 2 * LONGEST), rest.rfind("\n", LONGEST, 2 * LONGEST))
        cut = cut if cut > 0 else 2 * LONGEST
        yield rest[:cut].rstrip()
        rest = rest[cut:].lstrip()
    if rest:
        yield rest


def _observations(page: _Page) -> Iterator[Found]:
    links = tuple(_links(page))
    base = page.permalink or page.member.name
    for line in page.text.split("\n"):
        found = _OBSERVATION.match(line)
        if found is None or found[1] in _TASKS:
            continue
        words = f"{page.title}: {_linked(found[2])} ({found[1].strip()})"
        yield Note(f"{base}:{digest(line.strip())}", words, Provenance.AGENT, created=page.changed)
    for link in links:
        words = f"{link.subject} {link.predicate.replace('_', ' ')} {link.object}."
        key = f"{base}:{digest(f'{link.predicate}>{link.object}')}"
        yield Note(key, words, Provenance.AGENT, created=page.changed, links=(link,))


def _links(page: _Page) -> Iterator[Link]:
    if page.title.strip().casefold() in _PERSONAL:
        return
    for line in page.text.split("\n"):
        found = _RELATION.match(line)
        if found and not _OBSERVATION.match(line) and found[2].strip().casefold() not in _PERSONAL:
            yield Link(page.title, found[1].strip() or "links_to", found[2].strip())


def is_basic_memory(pages: list[str]) -> bool:
    """Whether notes look like Basic Memory's: a permalink above, observations or relations below."""
    marked = [text for text in pages if "permalink" in dict(matter_of(text)[0].pairs)]
    return bool(marked) and 2 * len(marked) >= len(pages)
