"""With a model: summaries kept by hash, and reasoning over the table of contents; without one, the words' result."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.support import documents as made
from tests.support.replies import Reply, answer, unavailable
from tests.support.server import Request, ScriptedServer
from weave.documents.digest import digested
from weave.documents.library import Library
from weave.documents.limits import Limits
from weave.documents.parsers.registry import Source, parse
from weave.documents.reasoning import TreeSearch
from weave.documents.store_rows import Entry, Signature
from weave.documents.summaries import summarise
from weave.errors import ModelError
from weave.llm.client import OpenAIChat
from weave.llm.endpoint import Endpoint

QUESTION = "handling the ballast"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@pytest.fixture
async def chat(server: ScriptedServer) -> AsyncIterator[OpenAIChat]:
    async def at_once(_: float) -> None:
        return

    client = OpenAIChat(Endpoint(server.url), "scripted-1", sleep=at_once)
    yield client
    await client.close()


@pytest.fixture
def library(tmp_path: Path) -> Iterator[Library]:
    made_ = Library(tmp_path, tmp_path / "trees")
    data = made.markdown(made.handbook(4, 3, 8)).encode()
    made_.store.put("book.md", Signature(1, 1, 1), "h", digested(parse(Source("book.md", data), Limits())))
    yield made_
    made_.close()


@pytest.fixture
def entry(library: Library) -> Entry:
    found = library.store.entry("book.md")
    assert found is not None
    return found


def summaries(request: Request) -> Reply:
    """One for each section that was asked about."""
    nodes = {
        line.split("§")[1].split("]")[0].split()[0]
        for line in request.messages[-1][1].splitlines()
        if "§" in line
    }
    return answer(
        {"summaries": [{"node": node, "summary": f"Quokkas of section {node}."} for node in sorted(nodes)]}
    )


async def test_summaries_are_made_once_kept_by_hash_and_searched(
    library: Library, entry: Entry, chat: OpenAIChat, server: ScriptedServer
) -> None:
    server.on("document_summary", summaries)
    some = await summarise(library.store, entry, chat, most=2)
    assert some.made == 2
    rest = await summarise(library.store, entry, chat)
    assert rest.made == some.waiting
    assert rest.waiting == 0
    calls = len(server.of("document_summary"))
    again = await summarise(library.store, entry, chat)
    assert (again.made, again.waiting, len(server.of("document_summary"))) == (0, 0, calls)
    assert library.words.search("quokkas")

    moved = digested(
        parse(Source("b.md", (made.markdown(made.handbook(4, 3, 8)) + "\n# New\n\nx\n").encode()), Limits())
    )
    library.store.put("other.md", Signature(1, 1, 1), "h2", moved)
    known = library.store.summaries([node.digest for node in moved.tree.nodes])
    assert len(known) >= rest.made - 2
    library.store.remove(["book.md", "other.md"])
    assert library.store.summaries([node.digest for node in moved.tree.nodes]) == {}
    assert library.words.search("quokkas") == []


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [{"node": "9999", "summary": "of nothing"}],
        [{"node": "0001", "summary": "  \u200b "}],
    ],
)
async def test_summaries_of_sections_that_were_not_asked_about_are_dropped(
    library: Library, entry: Entry, chat: OpenAIChat, server: ScriptedServer, rows: list[dict[str, str]]
) -> None:
    server.on("document_summary", answer({"summaries": rows}))
    assert (await summarise(library.store, entry, chat)).made == 0


async def test_a_model_that_is_away_costs_nothing_but_the_summaries(
    library: Library, entry: Entry, chat: OpenAIChat, server: ScriptedServer
) -> None:
    server.on("document_summary", unavailable())
    with pytest.raises(ModelError):
        await summarise(library.store, entry, chat)
    assert library.words.search(QUESTION)


async def test_a_model_chooses_sections_and_the_words_stand_behind_it(
    library: Library, entry: Entry, chat: OpenAIChat, server: ScriptedServer
) -> None:
    tree = library.store.tree(entry.number)
    target = next(node for node in tree.nodes if node.title.startswith("4.3"))
    server.on(
        "tree_search", answer({"reasoning": "It must be there.", "nodes": [f"{entry.key}§{target.id}"]})
    )
    found = await TreeSearch(library.store, library.words).search(QUESTION, chat, 5)
    assert found.by_model
    assert found.reasoning == "It must be there."
    first = found.spans[0]
    assert (first.node, first.by) == (target.id, "model")
    assert first.breadcrumb[-1] == target.title
    assert first.text.startswith(f"## {target.title}")
    words = library.words.search(QUESTION, 5)
    assert [s.node for s in found.spans[1:]] == [s.node for s in words if s.node != target.id][:4]
    prompt = server.of("tree_search")[0].messages[-1][1]
    assert f"[doc {entry.key}§{target.id}]" in prompt
    assert prompt.endswith(f"Question: {QUESTION}")


@pytest.mark.parametrize(
    "nodes",
    [[], ["9999"], ["§"], ["nothing§0001"], ["../../etc/passwd"], ["0001; DROP"]],
)
async def test_sections_that_do_not_exist_are_not_chosen(
    library: Library, chat: OpenAIChat, server: ScriptedServer, nodes: list[str]
) -> None:
    server.on("tree_search", answer({"reasoning": "", "nodes": nodes}))
    found = await TreeSearch(library.store, library.words).search(QUESTION, chat, 5)
    assert not found.by_model
    assert list(found.spans) == library.words.search(QUESTION, 5)


async def test_a_section_is_named_in_the_ways_models_name_it_and_counts_once(
    library: Library, entry: Entry, chat: OpenAIChat, server: ScriptedServer
) -> None:
    names = ["0002", "[doc " + entry.key + "§0002]", f"{entry.key} §0002", f"{entry.key}§0003"]
    server.on("tree_search", answer({"reasoning": "", "nodes": names}))
    found = await TreeSearch(library.store, library.words).search(QUESTION, chat, 5)
    assert [s.node for s in found.spans if s.by == "model"] == ["0002", "0003"]


@pytest.mark.parametrize("reply", [unavailable(), Reply(text="I would rather not say.")])
async def test_a_model_that_fails_leaves_the_words_result(
    library: Library, chat: OpenAIChat, server: ScriptedServer, reply: Reply
) -> None:
    server.on("tree_search", reply)
    search = TreeSearch(library.store, library.words)
    assert list((await search.search(QUESTION, chat, 5)).spans) == library.words.search(QUESTION, 5)


async def test_without_a_model_and_without_a_hit_nothing_is_asked(
    library: Library, chat: OpenAIChat, server: ScriptedServer
) -> None:
    search = TreeSearch(library.store, library.words)
    assert list((await search.search(QUESTION, None, 3)).spans) == library.words.search(QUESTION, 3)
    assert (await search.search("quokka", chat)).spans == ()
    assert server.of("tree_search") == []


async def test_a_table_of_contents_fits_a_small_model(
    library: Library, server: ScriptedServer, chat: OpenAIChat
) -> None:
    big = made.markdown(made.handbook(120, 6, 1)).encode()
    library.store.put("big.md", Signature(1, 1, 1), "b", digested(parse(Source("big.md", big), Limits())))
    server.on("tree_search", answer({"reasoning": "", "nodes": []}))
    chat.context_tokens = 4_000
    await TreeSearch(library.store, library.words).search(QUESTION, chat, 5)
    prompt = server.of("tree_search")[0].messages[-1][1]
    assert 200 < len(prompt) < 16_000
    hit = library.words.search(QUESTION, 1)[0]
    assert f"{hit.document}§{hit.node}]" in prompt
