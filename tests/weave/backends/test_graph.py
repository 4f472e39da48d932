"""Graph Memory against the real, embedded FalkorDB."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.graphs import opened, stating
from tests.support.memories import ask, memory
from weave.backends.graph import GraphMemory
from weave.config import FalkorConfig
from weave.errors import BackendUnavailable
from weave.model import Memory, Polarity, State

PAD = "task:trip-ab12"


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GraphMemory]:
    with opened(tmp_path_factory.mktemp("graph")) as graph:
        yield graph


@pytest.fixture
def graph(shared: GraphMemory) -> GraphMemory:
    shared.clear()
    return shared


def found(graph: GraphMemory, text: str, *scopes: str) -> list[str]:
    return [hit.id for hit in graph.search(ask(text, *scopes))]


def names(graph: GraphMemory) -> set[str]:
    return {str(row[0]) for row in graph._link.read("MATCH (e:Entity) RETURN e.key", {})}


def edges(graph: GraphMemory) -> tuple[int, int]:
    mentions = graph._link.read("MATCH ()-[x:MENTIONS]->() RETURN count(x)", {})[0][0]
    facts = graph._link.read("MATCH ()-[f:FACT]->() RETURN count(f)", {})[0][0]
    return int(mentions or 0), int(facts or 0)


def family() -> tuple[Memory, Memory, Memory]:
    return (
        stating("Maribel is my sister", ("user", "has sister", "Maribel Santos")),
        stating("She cannot eat peanuts", ("Maribel Santos", "is allergic to", "peanuts")),
        stating("Kenji plays shogi", ("Kenji", "plays", "shogi")),
    )


def test_a_name_in_the_question_finds_the_memories_that_name_it_and_no_other(graph: GraphMemory) -> None:
    sister, allergy, shogi = family()
    graph.upsert([sister, allergy, shogi])
    assert set(found(graph, "What do you know about Maribel Santos?")) == {sister.id, allergy.id}
    assert found(graph, "who plays Shogi?") == [shogi.id]


def test_two_facts_are_followed_from_the_person_over_the_sister_to_the_peanuts(graph: GraphMemory) -> None:
    sister, allergy, shogi = family()
    graph.upsert([sister, allergy, shogi])
    hits = graph.search(ask("Can my sister eat everything?"))
    assert [hit.id for hit in hits] == [sister.id, allergy.id]
    assert 1 >= hits[0].score > hits[1].score > 0
    assert any("Maribel Santos" in why for why in hits[1].detail)


def test_a_first_name_that_one_entity_has_is_an_alias_and_one_that_two_have_is_not(
    graph: GraphMemory,
) -> None:
    sister, allergy, _ = family()
    graph.upsert([sister, allergy])
    assert allergy.id in found(graph, "what does maribel eat")
    graph.upsert([stating("another", ("Maribel Cruz", "lives in", "Cebu"))])
    assert found(graph, "what does maribel eat") == []


def test_a_slightly_misspelt_name_is_found_and_a_quite_different_one_is_not(graph: GraphMemory) -> None:
    shogi = family()[2]
    graph.upsert([shogi])
    assert found(graph, "what is kenjii doing") == [shogi.id]
    assert found(graph, "what is kennedy doing") == []


def test_names_in_other_scripts_are_found_inside_a_question_without_spaces(graph: GraphMemory) -> None:
    tanaka, wang = memory("昨日、田中さんと会った。"), stating("王芳住在上海", ("王芳", "住在", "上海"))
    graph.upsert([tanaka, wang])
    assert found(graph, "田中さんはどこにいますか") == [tanaka.id]
    assert found(graph, "王芳在哪里") == [wang.id]


def test_a_rare_name_weighs_more_than_one_that_every_memory_names(graph: GraphMemory) -> None:
    common = [memory(f"Caroline: it was day {number} of it") for number in range(30)]
    rare = memory("Caroline: I met Anna Lee")
    graph.upsert([*common, rare])
    hits = graph.search(ask("Did Caroline meet Anna Lee?"))
    assert hits[0].id == rare.id
    assert hits[0].score > 2 * hits[1].score


def test_groups_are_kept_apart_unless_both_are_asked(graph: GraphMemory) -> None:
    in_pad = stating("the trip", ("Maribel Santos", "flies to", "Porto"), scope=PAD)
    outside = stating("the town", ("Porto", "lies in", "Portugal"))
    graph.upsert([in_pad, outside])
    assert found(graph, "Porto") == [outside.id]
    assert found(graph, "Porto", PAD) == [in_pad.id]
    assert set(found(graph, "Maribel Santos", "global", PAD)) == {in_pad.id, outside.id}
    assert found(graph, "Maribel Santos") == []


def test_every_node_and_edge_carries_its_group(graph: GraphMemory) -> None:
    graph.upsert([*family(), stating("x", ("Ana", "knows", "Ben"), scope=PAD)])
    nodes = graph._link.read("MATCH (n) WHERE n.group_id IS NULL RETURN count(n)", {})
    links = graph._link.read("MATCH ()-[r]->() WHERE r.group_id IS NULL RETURN count(r)", {})
    assert nodes == [[0]] and links == [[0]]


def test_upserting_twice_changes_nothing(graph: GraphMemory) -> None:
    memories = family()
    graph.upsert(memories)
    before = names(graph), edges(graph), graph.count()
    graph.upsert(memories)
    graph.upsert([*memories, *memories])
    assert (names(graph), edges(graph), graph.count()) == before == (names(graph), (6, 3), 3)


def test_a_changed_memory_leaves_nothing_of_what_it_said_before(graph: GraphMemory) -> None:
    sister, allergy, shogi = family()
    graph.upsert([sister, allergy, shogi])
    graph.upsert([replace(shogi, facts=stating("x", ("Kenji", "plays", "go")).facts)])
    assert "shogi" not in names(graph) and "go" in names(graph)
    assert found(graph, "shogi") == []
    assert edges(graph) == (6, 3)


def test_a_memory_that_moves_from_its_pad_to_global_is_in_one_group_only(graph: GraphMemory) -> None:
    in_pad = stating("the trip", ("Maribel Santos", "flies to", "Porto"), scope=PAD)
    graph.upsert([in_pad])
    graph.upsert([replace(in_pad, scope="global")])
    assert found(graph, "Porto") == [in_pad.id]
    assert found(graph, "Porto", PAD) == []
    assert graph._link.read("MATCH (e:Entity) WHERE e.group_id <> 'global' RETURN count(e)", {}) == [[0]]


def test_deleting_removes_the_memory_and_the_names_that_only_it_had(graph: GraphMemory) -> None:
    sister, allergy, shogi = family()
    graph.upsert([sister, allergy, shogi])
    graph.delete([allergy.id, "unknown"])
    assert names(graph) == {"user", "maribel santos", "kenji", "shogi"}
    assert graph.count() == 2
    graph.delete([sister.id, shogi.id])
    assert graph._link.read("MATCH (n) RETURN count(n)", {}) == [[0]]


def test_a_name_that_a_cut_off_delete_left_behind_goes_with_the_next_scrub(graph: GraphMemory) -> None:
    graph.upsert(family())
    graph._link.write("CREATE (:Entity {key: $key, group_id: 'global'})", {"key": "left over"})
    graph.scrub()
    assert "left over" not in names(graph) and graph.count() == 3


def test_clear_leaves_an_empty_graph_that_works(graph: GraphMemory) -> None:
    graph.upsert(family())
    graph.clear()
    graph.clear()
    assert graph.count() == 0 and found(graph, "Kenji") == []
    graph.upsert(family())
    assert graph.count() == 3


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "\0",
        "\ud800",
        "\"'\\ }) DETACH DELETE n //",
        "`$rows` CYPHER x=1",
        "a" * 1_000_000,
        "🐈‍⬛ ไทย عربي",
        "I\nme\tmy",
    ],
)
def test_any_question_and_any_words_are_only_data(graph: GraphMemory, text: str) -> None:
    odd = stating(text, (text, text, text), ("Kenji", text, "shogi"), ("Kenji", "plays", text))
    plain = family()[2]
    graph.upsert([odd, plain])
    assert graph.count() == 2
    assert isinstance(graph.search(ask(text)), list)
    assert plain.id in found(graph, "Kenji")


def test_quotes_and_backslashes_come_back_as_they_were(graph: GraphMemory) -> None:
    odd = stating("x", ('The "Old\\New" Inn', "is\nin", "L'Aquila"))
    graph.upsert([odd])
    assert found(graph, "where is L'Aquila?") == [odd.id]
    assert graph._link.read("MATCH (e:Entity) WHERE e.name CONTAINS 'Old' RETURN e.name", {}) == [
        ['The "Old\\New" Inn']
    ]


def test_the_limit_of_the_question_is_kept_and_the_best_come_first(graph: GraphMemory) -> None:
    graph.upsert([stating(f"n{n}", ("Kenji", "owns", f"thing {n}")) for n in range(30)])
    hits = graph.search(ask("Kenji", limit=7))
    assert len(hits) == 7
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_search_from_one_thread_finds_all_while_another_rewrites_the_same_memories(
    graph: GraphMemory,
) -> None:
    memories = [stating(f"n{n}", ("Kenji", "owns", f"thing {n}")) for n in range(60)]
    graph.upsert(memories)
    stop, failures = threading.Event(), []

    def write() -> None:
        try:
            while not stop.is_set():
                graph.upsert(memories)
        except Exception as error:
            failures.append(error)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        answers = [len(found(graph, "What does Kenji own?")) for _ in range(25)]
    finally:
        stop.set()
        writer.join(20)
    assert failures == []
    assert set(answers) == {60}


def test_before_it_is_open_and_after_it_is_closed_it_says_so_in_a_sentence(tmp_path: Path) -> None:
    graph = GraphMemory(tmp_path)
    with pytest.raises(BackendUnavailable, match="still starting or is closed"):
        graph.search(ask("Kenji"))
    assert not graph.health().ok
    graph.close()
    graph.close()


def test_a_dead_server_is_one_sentence_without_the_key(tmp_path: Path) -> None:
    graph = GraphMemory.build(tmp_path, FalkorConfig(url="falkordb://127.0.0.1:1"), "s3cr3t-key")
    with pytest.raises(BackendUnavailable) as caught:
        graph.open()
    assert "127.0.0.1:1" in str(caught.value) and "s3cr3t" not in str(caught.value)
    assert graph.health().detail == str(caught.value)
    graph.close()


def test_a_server_reached_by_url_works_like_the_embedded_one(graph: GraphMemory, tmp_path: Path) -> None:
    process = graph._link.process
    assert process is not None
    remote = GraphMemory(tmp_path, url=f"unix://{process.socket}", graph="another home")
    remote.open()
    shogi = family()[2]
    remote.upsert([shogi])
    assert found(remote, "Kenji") == [shogi.id]
    assert graph.count() == 0
    remote.scrub()
    remote.clear()
    remote.close()
    assert graph.health().ok


def believed(text: str, *facts: tuple[str, str, str], **changes: object) -> Memory:
    """A memory that states these facts, each changed so (polarity, state); its own state follows."""
    made = stating(text, *facts)
    altered = tuple(replace(fact, **changes) for fact in made.facts)  # type: ignore[arg-type]
    return replace(made, facts=altered, state=altered[0].state)


def test_the_sister_of_my_flatmate_is_followed_over_both_to_where_she_works(graph: GraphMemory) -> None:
    flatmate = stating("Jonas is my flatmate", ("user", "flatmate", "Jonas"))
    sister = stating("Petra is the sister of Jonas", ("Jonas", "sister", "Petra Vogel"))
    work = stating("Petra works at Acme", ("Petra Vogel", "employer", "Acme"))
    other = stating("Tom works at Foo", ("Tom", "employer", "Foo"), ("user", "friend", "Tom"))
    graph.upsert([flatmate, sister, work, other])
    for question in ("Where does the sister of my flatmate work?", "Where does my flatmate's sister work?"):
        hits = found(graph, question)
        assert hits[0] == work.id and set(hits[:3]) == {flatmate.id, sister.id, work.id}


@pytest.mark.parametrize(
    "question", ["What may my sister eat?", "¿Qué come mi hermana?", "Was isst meine Schwester?"]
)
def test_who_is_known_by_what_they_are_to_the_person_is_found_by_that(
    graph: GraphMemory, question: str
) -> None:
    hers = stating("She cannot eat nuts", ("user's sister Maribel", "cannot_eat", "nuts"))
    his = stating("He cannot eat fish", ("user's brother Ben", "cannot_eat", "fish"))
    graph.upsert([hers, his])
    assert found(graph, question)[:1] == [hers.id]
    assert found(graph, "What may my boss eat?") == []


@pytest.mark.parametrize(
    ("name", "question"),
    [
        ("Robert Miller", "where does Bob live"),
        ("Anna Weber", "where does Dr. Weber live"),
        ("Dr. Weber", "where does Weber live"),
        ("user's friend Helena", "where does Lena live"),
        ("José Núñez", "where does Jose Nunez live"),
        ("Maribel Santos", "where does maribell live"),
        ("Katherine Moss", "where does Kathrine live"),
        ("田中さん", "田中さんはどこに住んでいますか"),
        ("Александр Попов", "где живёт Саша"),
    ],
)
def test_a_short_form_a_title_a_part_or_a_slip_in_spelling_still_names_somebody(
    graph: GraphMemory, name: str, question: str
) -> None:
    lives = stating("x", (name, "home_city", "Graz"))
    graph.upsert([lives, stating("y", ("Ingrid Berg", "home_city", "Bonn"))])
    assert found(graph, question) == [lives.id]


def test_what_is_denied_is_found_and_leads_nowhere(graph: GraphMemory) -> None:
    denied = believed("Ana does not own the Inn", ("Ana", "owns", "Blue Inn"), polarity=Polarity.NEGATED)
    about = stating("The Inn is in Faro", ("Blue Inn", "lies_in", "Faro"))
    graph.upsert([denied, about])
    assert found(graph, "What of Ana?") == [denied.id]


def test_what_was_true_stays_comes_after_what_is_and_leads_half_as_far(graph: GraphMemory) -> None:
    then = believed("Ana worked at Foo", ("Ana", "employer", "Foo"), state=State.OUTDATED)
    now = stating("Ana works at Bar", ("Ana", "employer", "Bar"))
    foo, bar = (
        stating("Foo is in Faro", ("Foo", "lies_in", "Faro")),
        stating("Bar is in Bonn", ("Bar", "lies_in", "Bonn")),
    )
    graph.upsert([now, then, bar, foo])
    assert found(graph, "Where does Ana work?") == [now.id, then.id, bar.id, foo.id]
    edge = graph._link.read(
        "MATCH (s)-[f:FACT]->(o) WHERE f.memory = $id RETURN f.state, o.key", {"id": then.id}
    )
    assert edge == [["outdated", "foo"]]


def test_an_edge_keeps_the_time_in_which_it_held(graph: GraphMemory) -> None:
    spring, autumn = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 9, 1, tzinfo=UTC)
    graph.upsert(
        [believed("x", ("Ana", "employer", "Foo"), valid_from=spring, valid_to=autumn, state=State.OUTDATED)]
    )
    edge = graph._link.read("MATCH ()-[f:FACT]->() RETURN f.valid_from, f.valid_to, f.state", {})
    assert edge == [["2026-03-01T00:00:00+00:00", "2026-09-01T00:00:00+00:00", "outdated"]]


def test_what_was_withdrawn_leads_nowhere(graph: GraphMemory) -> None:
    withdrawn = believed("x", ("Ana", "owns", "Blue Inn"), state=State.DEPRECATED)
    graph.upsert([withdrawn, stating("y", ("Blue Inn", "lies_in", "Faro"))])
    assert found(graph, "What of Ana?") == [withdrawn.id]


def test_an_everyday_word_asks_for_the_relation_it_means(graph: GraphMemory) -> None:
    many = [stating(f"n{n}", ("user", "likes", f"thing {n}")) for n in range(600)]
    work = stating("I am at Acme", ("user", "employer", "Acme"))
    graph.upsert([*many, work])
    assert found(graph, "Where do I work?") == [work.id]


def test_the_sister_of_somebody_in_another_task_is_not_found(graph: GraphMemory) -> None:
    graph.upsert([stating("x", ("user's sister Ana", "home_city", "Faro"), scope=PAD)])
    assert found(graph, "Where is my sister?") == []
    assert len(found(graph, "Where is my sister?", "global", PAD)) == 1


def test_a_graph_of_an_older_schema_comes_back_empty_to_be_filled_again(tmp_path: Path) -> None:
    with opened(tmp_path) as graph:
        graph.upsert(family())
        graph._link.write("MATCH (m:Memory) SET m.schema = 1 RETURN count(m)", {})
    with opened(tmp_path) as graph:
        assert graph.count() == 0 and graph.health().ok
        graph.upsert(family())
        assert graph.count() == 3
