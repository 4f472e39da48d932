"""Recall's fourth channel: what the library has to say to a question, as memories with their origin beside them.

A place in a conversation that a living memory tells in full is that memory's own. What was forgotten, what is private
and what belongs to another task stays what it is, by whatever file it is found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import PurePath

from weave import ids
from weave.altale.quotes import LEAST, Quote, Quoted
from weave.catalogue import Catalogue
from weave.clock import parse_time
from weave.documents.channel import DocumentChannel
from weave.documents.model import Origin, Span
from weave.documents.quoting import breadcrumb
from weave.errors import InvalidInput
from weave.library.forgotten import Forgotten, Graveyard, Said
from weave.library.model import Kind
from weave.library.shelf import kind_of
from weave.model import GLOBAL, Memory, MemoryType, Place, Provenance, Role, Source, State
from weave.ports import Query
from weave.sameness import folded
from weave.tasks import Pads, id_of

IMPORTANCE = 0.5
"""Of every span: documents are not weighed against each other before they are read."""
_NANO = 1_000_000_000
_SHORT, _BEFORE = 160, 300
"""Characters of a turn that may be understood only by the one before it, and of that one which are quoted."""


class Quotations:
    """Satisfies `weave.altale.quotes.Quoting`."""

    def __init__(
        self, channel: DocumentChannel, catalogue: Catalogue, pads: Pads, graveyard: Graveyard, zone: tzinfo
    ) -> None:
        self._channel = channel
        self._catalogue = catalogue
        self._pads = pads
        self._graveyard = graveyard
        self._zone = zone

    def __call__(self, query: Query) -> Quoted:
        """What the library says, best first. Raises BackendError."""
        spans = [span for span in self._channel.quotes(query) if span.closeness >= LEAST]
        if not spans:
            return Quoted()
        talk, archive, documents = (
            [s for s in spans if kind_of(s.file) is k]
            for k in (Kind.CONVERSATION, Kind.ARCHIVE, Kind.DOCUMENT)
        )
        gone = self._graveyard.forgotten() if talk or archive else Forgotten()
        quotes = [Quote(as_memory(s, self._added(s)), place_of(s), s.closeness) for s in documents]
        quotes += self._archived(archive, gone)
        said, same = self._said(talk, gone)
        return Quoted((*quotes, *said), tuple(same))

    def _added(self, span: Span) -> datetime:
        """When the file was last written."""
        entry = self._channel.library.store.entry(span.document)
        return datetime.fromtimestamp(entry.signature.modified_ns / _NANO if entry else 0, self._zone)

    # -- past conversations -----------------------------------------------------------------------------

    def _said(self, spans: Sequence[Span], gone: Forgotten) -> tuple[list[Quote], list[tuple[str, float]]]:
        """(turns that no memory tells in full, memories that do)."""
        quotes: list[Quote] = []
        same: dict[str, float] = {}
        for conversation, here in _by_conversation(spans):
            known = self._known(conversation, [origin.id for _, origin in here])
            for span, origin in here:
                if (conversation, origin.id) in gone.turns:
                    continue
                living = known.get(origin.id, [])
                words = _words(span, origin)
                twins = [memory.id for memory in living if _tells(memory, words)]
                for id_ in twins:
                    same[id_] = max(same.get(id_, 0.0), span.closeness)
                if not twins:
                    memory = self._turn(span, origin, (conversation, origin.id), living)
                    text = self._answering(span, origin, conversation, gone) + words
                    quotes.append(Quote(replace(memory, text=text), place_of(span), span.closeness))
        return quotes, list(same.items())

    def _known(self, conversation: str, turns: Sequence[str]) -> dict[str, list[Memory]]:
        """The living memories of each turn."""
        found: dict[str, list[Memory]] = {}
        for memory in self._catalogue.made_from(conversation, list(dict.fromkeys(turns))):
            for turn in memory.source.turns:
                found.setdefault(turn, []).append(memory)
        return found

    def _answering(self, span: Span, origin: Origin, conversation: str, gone: Forgotten) -> str:
        """The turn before a short one, which says what it answers; only if it may be recalled like that one."""
        store = self._channel.library.store
        entry = store.entry(span.document) if len(span.text) <= _SHORT else None
        node = store.before(entry.number, span.node) if entry else None
        before = node.origin if node else None
        if entry is None or node is None or before is None or before.task != origin.task:
            return ""
        hidden = any(memory.private for memory in self._catalogue.made_from(conversation, [before.id]))
        if hidden or (conversation, before.id) in gone.turns:
            return ""
        said = store.text(entry.number, node.start, min(node.body_end, node.start + _BEFORE)).strip()
        return f"{said}\n{origin.speaker}: "

    def _turn(self, span: Span, origin: Origin, said: Said, living: Sequence[Memory]) -> Memory:
        """A turn as an episode: in its task as long as that is open, private if what was made of it is."""
        role = Role(origin.role) if origin.role in list(Role) else Role.OTHER
        time = _moment(origin.time, self._zone)
        task = id_of(origin.task) if origin.task else ""
        return Memory(
            id=ids.derived(time, span.start, span.document, span.node, str(span.start)),
            type=MemoryType.EPISODIC,
            title=breadcrumb(span.breadcrumb),
            text=span.text,
            state=State.ACTIVE,
            importance=IMPORTANCE,
            provenance=role.provenance,
            created=time,
            scope=f"task:{task}" if task and self._pads.is_open(task) else GLOBAL,
            source=Source(said[0], (said[1],), span.file),
            private=any(memory.private for memory in living),
        )

    # -- the archive ------------------------------------------------------------------------------------

    def _archived(self, spans: Sequence[Span], gone: Forgotten) -> Iterator[Quote]:
        """Originals, as they were when a summary took their place; not those that are in force again."""
        wanted = [span.origin.id for span in spans if span.origin and span.origin.id not in gone.ids]
        there = self._catalogue.get_many(wanted)
        originals = self._graveyard.archive.among([id_ for id_ in wanted if id_ not in there])
        for span in spans:
            found = originals.get(span.origin.id) if span.origin else None
            said = (
                {(found.memory.source.conversation or "", t) for t in found.memory.source.turns}
                if found
                else set()
            )
            if found is not None and not said & gone.turns:
                source = replace(found.memory.source, file=span.file)
                memory = replace(found.memory, text=span.text, source=source, facts=())
                yield Quote(memory, place_of(span), span.closeness)


def as_memory(span: Span, added: datetime) -> Memory:
    """A span as recall ranks it: observed in a file, never in a conversation, never a fact about anybody.

    `added` is when the document came into the library; the id is the same for the same place, always.
    """
    return Memory(
        id=ids.derived(added, span.start, span.document, span.node, str(span.start)),
        type=MemoryType.SEMANTIC,
        title=breadcrumb(span.breadcrumb),
        text=span.text,
        state=State.ACTIVE,
        importance=IMPORTANCE,
        provenance=Provenance.OBSERVED,
        created=added,
        source=Source(file=span.file),
    )


def place_of(span: Span) -> Place:
    """Where a span stands."""
    speaker = span.origin.speaker if span.origin else ""
    return Place(span.document, span.file, span.node, span.breadcrumb, span.page, span.line, speaker)


def _by_conversation(spans: Iterable[Span]) -> Iterator[tuple[str, list[tuple[Span, Origin]]]]:
    """Spans whose turn is known, by the conversation; what stands for no turn cannot be judged, and is left out."""
    found: dict[str, list[tuple[Span, Origin]]] = {}
    for span in spans:
        if span.origin is not None and span.origin.id:
            found.setdefault(PurePath(span.file).stem, []).append((span, span.origin))
    yield from found.items()


def _words(span: Span, origin: Origin) -> str:
    """What was said, without the name before it."""
    return span.text.removeprefix(f"{origin.speaker}: ").strip()


def _tells(memory: Memory, words: str) -> bool:
    """Whether a memory holds these words, all of them, in their order."""
    return folded(words) in folded(memory.text)


def _moment(time: str, zone: tzinfo) -> datetime:
    """When a turn was said; a transcript that a hand mended may say anything."""
    try:
        return parse_time(time, zone)
    except InvalidInput:
        return datetime.fromtimestamp(0, zone)
