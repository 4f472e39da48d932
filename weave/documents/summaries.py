"""Summaries of sections: by rule at once, by a model when somebody asks and one is at hand; kept by the text's hash.

What the model is given and what it answers are treated alike: as data. A summary is cleaned, cut, and kept only
for a section that exists and was asked about.
"""

from __future__ import annotations

import asyncio
import math
from array import array
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from weave import lexical
from weave.documents.cleaning import one_line
from weave.documents.model import Node, Tree
from weave.documents.outlines.windows import opening
from weave.documents.passages import Postings, packed
from weave.documents.quoting import NOTICE, quoted
from weave.documents.store import TreeStore
from weave.documents.store_rows import Entry
from weave.errors import ModelError
from weave.ports import ChatModel, Message
from weave.tokens import tokens

LONGEST = 400
"""Characters of a summary."""
_WEIGHT = 2
"""A word of a summary counts like so many in the text; PageIndex's judgement."""
_WORTH = 800
"""Characters from which on a section is worth a model's summary; a shorter one says it itself."""
_SECTION = 6_000
"""Characters of a section that the model sees: its beginning and its end."""
_SHARE = 3
"""A call may fill this part of the model's context."""
_MOST_PER_CALL = 20
_INSTRUCTION = (
    "Summarise each section of a document for a table of contents: one or two sentences that say what a reader finds "
    "there, with its names, numbers and terms, in the section's own language. Sections are told apart by the § number in "
    "their column; give that number as node. " + NOTICE
)


@dataclass(frozen=True, slots=True)
class Summarised:
    """What a round of summaries did."""

    made: int
    waiting: int
    """Sections that still have none."""


def by_rule(text: str, node: Node, rest: Counter[str]) -> str:
    """The first sentence and the words that tell this section from the rest of the document."""
    body = text.strip()
    title = node.title.strip()
    if body.lstrip("#=*- ").startswith(title):
        body = body.lstrip("#=*- ")[len(title) :]
    first = opening(body, 200)
    words = Counter(w for w in lexical.fold(body[:20_000]).split() if len(w) > 3 and w.isalpha())
    total = sum(rest.values()) + 1
    weights = {
        w: n * math.log(1 + total / (1 + rest[w])) for w, n in words.items() if w not in lexical.STOP_WORDS
    }
    telling = sorted(weights, key=lambda w: (-weights[w], w))[:6]
    return one_line(f"{first} ({', '.join(telling)})" if telling else first, LONGEST)


async def summarise(
    store: TreeStore,
    entry: Entry,
    chat: ChatModel,
    *,
    most: int | None = None,
    only: Collection[str] | None = None,
) -> Summarised:
    """Have up to `most` sections of a document, or `only` these, summarised that have no summary yet, the highest first.

    Raises ModelError when the first call fails already; a later failure keeps what was made. Raises BackendError.
    """
    tree = await asyncio.to_thread(store.tree, entry.number)
    known = await asyncio.to_thread(store.summaries, [node.digest for node in tree.nodes])
    wanted = [node for node in _wanted(tree, known) if only is None or node.id in only]
    chosen = wanted if most is None else wanted[:most]
    made: dict[str, str] = {}
    for batch in await asyncio.to_thread(_batches, store, entry, chosen, chat.context_tokens // _SHARE):
        try:
            made |= await _ask(chat, batch)
        except ModelError:
            if not made:
                raise
            break
    if made:
        await asyncio.to_thread(_keep, store, entry, tree, made, chat.name)
    return Summarised(len(made), len(wanted) - len(made))


def _wanted(tree: Tree, known: dict[str, str]) -> list[Node]:
    nodes = [n for n in tree.nodes if n.digest not in known and n.end - n.start >= _WORTH]
    return sorted(nodes, key=lambda n: (n.depth, n.start))


@dataclass(frozen=True, slots=True)
class _Question:
    node: Node
    text: str


def _batches(store: TreeStore, entry: Entry, nodes: Sequence[Node], budget: int) -> list[list[_Question]]:
    """The sections, quoted, in calls that fit the model."""
    batches: list[list[_Question]] = []
    left = 0
    for node in nodes:
        text = quoted(f"{node.title}\n{_extract(store, entry, node)}", entry.key, node.page, node.id)
        cost = tokens(text)
        if not batches or cost > left or len(batches[-1]) >= _MOST_PER_CALL:
            batches.append([])
            left = budget
        batches[-1].append(_Question(node, text))
        left -= cost
    return batches


def _extract(store: TreeStore, entry: Entry, node: Node) -> str:
    if node.end - node.start <= _SECTION:
        return store.text(entry.number, node.start, node.end)
    half = _SECTION // 2
    head = store.text(entry.number, node.start, node.start + half)
    return f"{head}\n[…]\n{store.text(entry.number, node.end - half, node.end)}"


async def _ask(chat: ChatModel, batch: Sequence[_Question]) -> dict[str, str]:
    """Summaries by the hash of their sections; whatever names no section of this call is dropped."""
    content = "\n".join(question.text for question in batch)
    reply = await chat.structured(
        "document_summary", [Message("system", _INSTRUCTION), Message("user", content)]
    )
    asked = {question.node.id: question.node for question in batch}
    found: dict[str, str] = {}
    rows = reply.get("summaries")
    for row in rows if isinstance(rows, list) else ():
        node = asked.get(str(row.get("node", "")).strip().lstrip("§"))
        summary = one_line(str(row.get("summary", "")), LONGEST)
        if node is not None and summary:
            found.setdefault(node.digest, summary)
    return found


def _keep(store: TreeStore, entry: Entry, tree: Tree, made: dict[str, str], model: str) -> None:
    known = store.summaries([node.digest for node in tree.nodes]) | made
    store.summarise(entry.number, made, model, _postings(store, entry, tree, known))


def _postings(store: TreeStore, entry: Entry, tree: Tree, summaries: dict[str, str]) -> Postings:
    """The words of summaries, as if they stood in their section's first passage."""
    first = store.first_passages(entry.number)
    by_passage: dict[int, Counter[str]] = {}
    for place, node in enumerate(tree.nodes):
        if place in first and node.digest in summaries:
            by_passage.setdefault(first[place], Counter()).update(lexical.terms(summaries[node.digest]))
    rows: dict[str, array[int]] = {}
    for passage in sorted(by_passage):
        for term, count in sorted(by_passage[passage].items()):
            if len(term) <= 64:
                rows.setdefault(term, array("H")).extend((passage, min(65_535, count * _WEIGHT)))
    return {term: packed(row) for term, row in rows.items()}
