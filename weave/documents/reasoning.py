"""Search by a model that reads the table of contents, as PageIndex does; the words' result stands behind it.

The model sees titles, pages and summaries of the documents that the words found, never more than fits, and names
sections. Only sections that exist and were shown count. Without a model, or with one that fails or names
nothing, the result is that of the words.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from weave.documents.model import Node, Span, Tree
from weave.documents.quoting import NOTICE, quoted
from weave.documents.search import WordSearch
from weave.documents.store import TreeStore
from weave.documents.store_rows import Entry
from weave.documents.summaries import by_rule, summarise
from weave.errors import ModelError
from weave.ports import ChatModel, Message
from weave.tokens import tokens

log = logging.getLogger(__name__)

_DOCUMENTS = 4
_SHARE = 4
"""The tables of contents may fill this part of the model's context."""
_CANDIDATES = 24
_COLUMN_TOKENS, _SUMMARY_TOKENS = 25, 60
_MOST = 20
_DESCRIBED = 8
"""Sections of a document that are summarised for one search."""
_KEPT = 32
"""Answers of the model that are remembered while the library is open."""
Sight = Callable[[str], bool]
"""Whether a model may see a file of the library."""
_INSTRUCTION = (
    "Choose the sections of archived documents in which a reader would find the answer to the question, the most likely "
    "first, as few as will do, and rather a section than the chapter around it. Each line of the tables of contents names "
    "its section in its column as key§number; give exactly key§number as nodes. " + NOTICE
)


@dataclass(frozen=True, slots=True)
class Searched:
    """Spans, best first, and whether a model chose the first of them."""

    spans: tuple[Span, ...]
    by_model: bool
    reasoning: str = ""
    """The model's own words on its choice: data, like everything it says."""


class TreeSearch:
    """Reasoning search over one store."""

    def __init__(self, store: TreeStore, words: WordSearch) -> None:
        self._store, self._words = store, words
        self._answered: dict[str, tuple[tuple[str, ...], str]] = {}

    async def search(
        self,
        question: str,
        chat: ChatModel | None,
        limit: int = 10,
        among: Collection[int] | None = None,
        *,
        may_see: Sight = lambda file: True,
        describe: bool = True,
    ) -> Searched:
        """The best spans; the model sees those documents alone that it may.

        `describe`: sections that the words found are summarised first, once for each text. Never raises for the
        model's sake. Raises BackendError.
        """
        spans = await asyncio.to_thread(self._words.search, question, max(limit, _CANDIDATES), among)
        plain = Searched(tuple(spans[:limit]), False)
        if chat is None:
            return plain
        seen = await asyncio.to_thread(lambda: [span for span in spans if may_see(span.file)])
        if len({(span.document, span.node) for span in seen}) < 2:
            return plain  # there is nothing to choose among
        try:
            if describe:
                await self._describe(seen, chat)
            shown = await asyncio.to_thread(self._contents, seen, chat.context_tokens // _SHARE)
            names, reasoning = await self._asked(chat, _prompt(question, shown))
        except ModelError as error:
            log.info("the words' result stands: %s", error)
            return plain
        chosen = _chosen(names, shown)
        if not chosen:
            return plain
        first = await asyncio.to_thread(self._spans, question, chosen, spans)
        rest = [
            span for span in spans if (span.document, span.node) not in {(s.document, s.node) for s in first}
        ]
        return Searched(tuple([*first, *rest][:limit]), True, reasoning)

    async def _asked(self, chat: ChatModel, prompt: list[Message]) -> tuple[tuple[str, ...], str]:
        """What the model names, and why; the same question about the same contents is asked once."""
        key = "\0".join((chat.name, *(message.content for message in prompt)))
        if key not in self._answered:
            reply = await chat.structured("tree_search", prompt)
            names = reply.get("nodes")
            told = tuple(map(str, names)) if isinstance(names, list) else ()
            while len(self._answered) >= _KEPT:
                del self._answered[next(iter(self._answered))]
            self._answered[key] = told, str(reply.get("reasoning", ""))[:1_000]
        return self._answered[key]

    async def _describe(self, spans: Sequence[Span], chat: ChatModel) -> None:
        """Summaries for the sections that were found, a call a document at most, and none that is known."""
        for key in _first_documents(spans):
            entry = await asyncio.to_thread(self._store.entry, key)
            found = list(dict.fromkeys(span.node for span in spans if span.document == key))[:_DESCRIBED]
            if entry is not None:
                await summarise(self._store, entry, chat, only=found)

    def _contents(self, spans: Sequence[Span], budget: int) -> dict[str, _Shown]:
        """By key§number the sections that are shown; documents in the order of their best span."""
        shown: dict[str, _Shown] = {}
        keys = _first_documents(spans)
        for key in keys:
            entry = self._store.entry(key)
            if entry is None:
                continue
            tree = self._store.tree(entry.number)
            hits = list(dict.fromkeys(span.node for span in spans if span.document == key))
            known = self._store.summaries([node.digest for node in tree.nodes])
            for node in _within(tree, hits, budget // len(keys)):
                summary = known.get(node.digest) or (
                    self._ruled(entry, tree, node) if node.id in hits else ""
                )
                shown[f"{key}§{node.id}"] = _Shown(entry, node, tree.path(int(node.id)), summary)
        return shown

    def _ruled(self, entry: Entry, tree: Tree, node: Node) -> str:
        text = self._store.text(entry.number, node.start, min(node.body_end, node.start + 4_000))
        rest = Counter(word for other in tree.nodes for word in other.title.casefold().split())
        return by_rule(text, node, rest)

    def _spans(self, question: str, chosen: Sequence[_Shown], spans: Sequence[Span]) -> list[Span]:
        """A span for each chosen section: the one that the words found in it, else its beginning."""
        by_place = {(span.document, span.node): span for span in spans}
        made = []
        for rank, shown in enumerate(chosen):
            span = by_place.get((shown.entry.key, shown.node.id)) or self._beginning(shown)
            made.append(replace(span, score=1 / (1 + rank), by="model"))
        return made

    def _beginning(self, shown: _Shown) -> Span:
        node, entry = shown.node, shown.entry
        end = min(node.end, node.start + 1_200)
        return Span(
            document=entry.key,
            file=entry.file,
            node=node.id,
            breadcrumb=shown.path,
            page=node.page,
            line=self._store.line(entry.number, node.start),
            start=node.start,
            end=end,
            text=self._store.text(entry.number, node.start, end),
            score=0.0,
            relevance=0.5,
            by="model",
        )


def _first_documents(spans: Sequence[Span]) -> list[str]:
    return list(dict.fromkeys(span.document for span in spans))[:_DOCUMENTS]


@dataclass(frozen=True, slots=True)
class _Shown:
    entry: Entry
    node: Node
    path: tuple[str, ...]
    summary: str


def _within(tree: Tree, hits: Sequence[str], budget: int) -> list[Node]:
    """The sections that fit: the hits, best first, each with what is above it, then from the top of the tree down."""
    places = {node.id: place for place, node in enumerate(tree.nodes)}
    order: dict[int, None] = {}
    for hit in hits:
        chain, place = [], places.get(hit, -1)
        while place >= 0:
            chain.append(place)
            place = tree.nodes[place].parent
        order.update(dict.fromkeys(reversed(chain)))
    order.update(dict.fromkeys(sorted(range(len(tree.nodes)), key=lambda p: (tree.nodes[p].depth, p))))
    kept, left = set[int](), budget
    for place in order:
        node = tree.nodes[place]
        left -= _COLUMN_TOKENS + tokens(node.title) + (_SUMMARY_TOKENS if node.id in hits else 0)
        if left < 0 and kept:
            break
        kept.add(place)
    return [node for place, node in enumerate(tree.nodes) if place in kept]


def _prompt(question: str, shown: dict[str, _Shown]) -> list[Message]:
    lines = [
        quoted(
            f"{'  ' * s.node.depth}{s.node.title}{f' — {s.summary}' if s.summary else ''}",
            s.entry.key,
            s.node.page,
            s.node.id,
        ).replace(f"[doc {s.entry.key} §", f"[doc {s.entry.key}§", 1)
        for s in shown.values()
    ]
    contents = "\n".join(line for line in lines if line)
    return [Message("system", _INSTRUCTION), Message("user", f"{contents}\n\nQuestion: {question}")]


def _chosen(named: Sequence[str], shown: dict[str, _Shown]) -> list[_Shown]:
    """The named sections that were shown, each once; a bare number counts when only one document was shown."""
    keys = {entry.entry.key for entry in shown.values()}
    only = next(iter(keys)) if len(keys) == 1 else ""
    found: dict[str, _Shown] = {}
    for name in named:
        text = name.strip().strip("[]").removeprefix("doc ").replace(" ", "")
        text = text if "§" in text else f"{only}§{text}"
        if text in shown:
            found.setdefault(text, shown[text])
    return list(found.values())[:_MOST]
