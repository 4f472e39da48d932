"""Who is meant by a name, as finished tasks bring names in, over a store of real files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.homes import NOW
from weave import ids
from weave.aliases import may_mean
from weave.backends.physical import PhysicalMemory
from weave.catalogue import Catalogue
from weave.clock import fixed_clock
from weave.consolidation import Merged, meet
from weave.model import Change, Fact, Memory, MemoryType, Polarity, Provenance, State
from weave.persons import Persons
from weave.renaming import by_subject
from weave.resolution import resolve
from weave.store import Place, Store

_DAYS = itertools.count()
Said = tuple[str, str, str]


@contextmanager
def opened(folder: Path, *, files: bool = True) -> Iterator[Store]:
    """A store of files and a catalogue in a folder; without `files` a catalogue alone, that lives in memory."""
    catalogue = Catalogue(folder / "catalogue.sqlite" if files else None, [])
    place = Place(folder, UTC, fixed_clock(NOW + timedelta(days=2_000)))
    yield Store(place, PhysicalMemory(folder, UTC), catalogue, lambda _put, _gone: None)
    catalogue.close()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path) as store:
        yield store


def note(
    *said: Said, text: str = "", single: str = "", change: Change = Change.NEW, denied: bool = False
) -> Memory:
    """A memory that states these facts, learned a day after the one before; `single` is a one-valued predicate."""
    created = NOW + timedelta(days=next(_DAYS))
    memory = Memory(
        id=ids.new(created),
        type=MemoryType.SEMANTIC,
        title="a note",
        text=text or "; ".join(" ".join(triple) for triple in said),
        state=State.ACTIVE,
        importance=0.5,
        provenance=Provenance.USER,
        created=created,
    )
    facts = tuple(
        Fact(
            ids.new(created),
            *triple,
            single_valued=triple[1] == single,
            change=change,
            polarity=Polarity.NEGATED if denied else Polarity.AFFIRMED,
            memories=(memory.id,),
        )
        for triple in said
    )
    return replace(memory, facts=facts)


def learn(store: Store, *memories: Memory) -> Merged:
    """What the end of a task with these memories does."""
    merged = meet(store, memories)
    store.update(merged.revised)
    store.add(merged.kept)
    return merged


def known(store: Store) -> Mapping[str, set[str]]:
    """Each subject with the objects that are said of it, as it stands in the store."""
    found: dict[str, set[str]] = {}
    for fact in store.catalogue.facts():
        if fact.predicate != "alias_of":
            found.setdefault(fact.subject, set()).add(fact.object)
    return found


LIVES, WORKS, SISTER, BOSS = "home_city", "employer", "sister", "boss"


def test_a_given_name_is_the_full_name_that_is_known_and_the_text_keeps_its_words(store: Store) -> None:
    learn(store, note(("Maribel Ortiz", LIVES, "Cebu")))
    merged = learn(store, note(("Maribel", "likes", "tea"), text="Maribel likes tea."))
    assert known(store) == {"Maribel Ortiz": {"Cebu", "tea"}}
    assert merged.merged == 1
    assert merged.kept[0].text == "Maribel likes tea."


def test_a_fuller_name_that_comes_later_takes_over_what_the_shorter_had(store: Store) -> None:
    first = note(("Maribel", LIVES, "Cebu"))
    learn(store, first)
    merged = learn(store, note(("user's sister Maribel Ortiz", "likes", "tea")))
    assert known(store) == {"user's sister Maribel Ortiz": {"Cebu", "tea"}}
    assert [memory.id for memory in merged.revised] == [first.id]
    on_disk = "".join(path.read_text("utf-8") for path in store.place.home.rglob("*.md"))
    assert "|user's sister Maribel Ortiz|home_city|Cebu" in on_disk


def test_learning_the_same_again_merges_nothing_more(store: Store) -> None:
    learn(store, note(("Maribel", LIVES, "Cebu")), note(("user's sister Maribel", "likes", "tea")))
    before = store.catalogue.all()
    again = meet(store, before)
    assert (again.merged, again.revised) == (0, ())
    assert {memory.id: memory.facts for memory in before} == {
        memory.id: memory.facts for memory in (*again.kept, *(m for m in before if m.id in again.repeated))
    }


def test_two_of_one_name_who_differ_in_what_is_known_stay_apart(store: Store) -> None:
    learn(store, note(("Ana Lopez", WORKS, "Foo")))
    learn(store, note(("Ana", WORKS, "Bar")))
    assert known(store) == {"Ana Lopez": {"Foo"}, "Ana": {"Bar"}}
    learn(store, note(("Ana", "likes", "tea")))
    assert known(store) == {"Ana Lopez": {"Foo"}, "Ana": {"Bar", "tea"}}


def test_a_change_is_no_other_person(store: Store) -> None:
    learn(store, note(("Ana Lopez", WORKS, "Foo"), single=WORKS))
    learn(store, note(("Ana", WORKS, "Bar"), single=WORKS, change=Change.CHANGE))
    assert known(store) == {"Ana Lopez": {"Foo", "Bar"}}
    assert [f.state for f in store.catalogue.facts("Ana Lopez")] == [State.OUTDATED, State.ACTIVE]


def test_my_sister_ana_and_my_boss_ana_are_two_and_ana_alone_is_neither(store: Store) -> None:
    learn(store, note(("user's sister Ana", LIVES, "Cebu")))
    learn(store, note(("user's boss Ana", LIVES, "Porto")))
    learn(store, note(("Ana", "likes", "tea")))
    assert known(store) == {"user's sister Ana": {"Cebu"}, "user's boss Ana": {"Porto"}, "Ana": {"tea"}}


def test_a_memory_that_says_which_ana_is_meant_is_about_that_one(store: Store) -> None:
    learn(store, note(("user", SISTER, "Ana"), ("Ana", LIVES, "Cebu")))
    learn(store, note(("user", BOSS, "Ana"), ("Ana", LIVES, "Porto")))
    assert known(store) == {"user": {"Ana"}, "Ana": {"Cebu"}, "user's boss Ana": {"Porto"}}


def test_my_sister_without_a_name_is_the_one_sister_there_is(store: Store) -> None:
    learn(store, note(("user's sister Maribel", LIVES, "Cebu")))
    learn(store, note(("user's sister", "likes", "tea")))
    assert known(store) == {"user's sister Maribel": {"Cebu", "tea"}}


def test_of_two_sisters_my_sister_is_neither_and_a_friend_is_nobody_in_particular(store: Store) -> None:
    learn(store, note(("user's sister Maribel", LIVES, "Cebu")), note(("user's sister Ines", LIVES, "Faro")))
    learn(store, note(("user's friend Tom", LIVES, "Graz")))
    learn(store, note(("user's sister", "likes", "tea")), note(("user's friend", "likes", "rum")))
    assert known(store)["user's sister"] == {"tea"}
    assert known(store)["user's friend"] == {"rum"}


def test_that_maribel_is_my_sister_joins_what_was_apart(store: Store) -> None:
    learn(store, note(("user's sister", LIVES, "Cebu")))
    learn(store, note(("Maribel", "likes", "tea")))
    assert set(known(store)) == {"user's sister", "Maribel"}
    merged = learn(store, note(("user", SISTER, "Maribel"), text="Maribel is my sister."))
    assert known(store) == {"user": {"Maribel"}, "user's sister Maribel": {"Cebu", "tea"}}
    assert merged.merged == 2 and len(merged.revised) == 2


def test_the_name_of_my_sister_names_what_was_known_of_her(store: Store) -> None:
    learn(store, note(("user's sister", LIVES, "Cebu")))
    learn(store, note(("user's sister", "name", "Maribel")))
    learn(store, note(("Maribel", "likes", "tea")))
    assert known(store)["user's sister Maribel"] >= {"Cebu", "tea"}


def test_what_a_hand_took_apart_stays_apart(store: Store) -> None:
    learn(store, note(("user's sister Maribel", LIVES, "Cebu"), ("user", SISTER, "Maribel")))
    second = note(("Maribel", "likes", "tea"))
    learn(store, second)
    mine = store.find(second.id)
    store.update([replace(mine, facts=tuple(replace(f, subject="Maribel") for f in mine.facts))])
    learn(store, note(("user", SISTER, "Maribel"), ("user's sister Maribel", "plays", "go")))
    learn(store, note(("Maribel", "drinks", "rum")))
    found = known(store)
    assert found["Maribel"] == {"tea", "rum"} and found["user's sister Maribel"] == {"Cebu", "go"}


def test_two_names_that_were_said_to_be_two_are_not_joined(store: Store) -> None:
    learn(store, note(("Maribel Ortiz", LIVES, "Cebu")))
    learn(store, note(("Maribel", "same_as", "Maribel Ortiz"), denied=True))
    learn(store, note(("Maribel", "likes", "tea")))
    assert known(store)["Maribel"] == {"Maribel Ortiz", "tea"}


def test_short_names_titles_and_other_scripts_are_met(store: Store) -> None:
    learn(store, note(("Robert Miller", WORKS, "Foo")), note(("Anna Weber", "occupation", "doctor")))
    learn(store, note(("田中さん", LIVES, "京都")), note(("Александр", LIVES, "Омск")))
    learn(store, note(("Bob", "likes", "tea")), note(("Dr. Weber", "likes", "rum")))
    learn(store, note(("田中", "likes", "梅")), note(("Саша", "likes", "чай")))
    assert known(store) == {
        "Robert Miller": {"Foo", "tea"},
        "Anna Weber": {"doctor", "rum"},
        "田中さん": {"京都", "梅"},
        "Александр": {"Омск", "чай"},
    }


def test_a_name_said_outright_holds_from_then_on_whatever_it_is(store: Store) -> None:
    learn(
        store,
        note(
            ("Guillermo Ruiz", LIVES, "Lima"),
            text="Guillermo Ruiz, everybody calls him Zorro, lives in Lima.",
        ),
    )
    learn(store, note(("Zorro", "likes", "tea")))
    learn(store, note(("Zorro", "plays", "go")))
    assert known(store) == {"Guillermo Ruiz": {"Lima", "tea", "go"}}


def test_a_nickname_learned_later_joins_two(store: Store) -> None:
    learn(store, note(("Guillermo", LIVES, "Lima")), note(("Zorro", "likes", "tea")))
    assert set(known(store)) == {"Guillermo", "Zorro"}
    merged = learn(store, note(("Guillermo", "nickname", "Zorro")))
    assert known(store) == {"Guillermo": {"Lima", "tea", "Zorro"}}
    assert merged.merged == 1


@pytest.mark.parametrize("predicate", ["real_name", "is_called", "named", "full name"])
def test_however_the_person_said_to_be_called_it_is_still_known_later(store: Store, predicate: str) -> None:
    learn(store, note(("user", predicate, "Caroline Wu")))
    learn(store, note(("Caroline", LIVES, "Ghent")))
    assert known(store)["user"] == {"Caroline Wu", "Ghent"}


def test_of_the_person_only_what_is_told_anew_is_read(store: Store) -> None:
    learn(store, note(("user", "likes", "tea"), ("user", WORKS, "Foo"), ("user", LIVES, "Cebu")))
    told = note(("user", "likes", "cocoa"), ("Tom", WORKS, "Bar"))
    person = Persons(store.catalogue, by_subject([told]), ()).find("user")
    assert person is not None and {fact.object for fact in person.facts} == {"tea", "Foo", "cocoa"}


@pytest.mark.parametrize("nobody", ["", " ", "...", "“”"])
def test_what_has_no_letters_is_nobody(store: Store, nobody: str) -> None:
    learn(store, note(("Maribel", "likes", "tea")))
    assert learn(store, note((nobody, "likes", "cocoa"))).merged == 0
    assert Persons(store.catalogue, {}, ()).find(nobody) is None
    assert known(store)["Maribel"] == {"tea"}


def test_the_persons_own_name_is_the_person(store: Store) -> None:
    learn(store, note(("user", "name", "Caroline Moss")))
    learn(store, note(("Caroline", "likes", "tea"), ("Caroline's sister", LIVES, "Cebu")))
    assert known(store) == {"user": {"Caroline Moss", "tea"}, "user's sister": {"Cebu"}}


def test_another_who_bears_the_persons_name_is_not_the_person(store: Store) -> None:
    learn(
        store, note(("user", "name", "Ana"), ("user", WORKS, "Foo")), note(("user's boss Ana", WORKS, "Bar"))
    )
    learn(store, note(("Ana", "likes", "tea")))
    assert known(store)["Ana"] == {"tea"}
    assert known(store)["user's boss Ana"] == {"Bar"}


def test_a_dog_of_the_persons_name_is_a_dog(store: Store) -> None:
    learn(store, note(("user", "name", "Max Berg")))
    learn(store, note(("user", "dog", "Max"), ("Max", "likes", "bones")))
    assert known(store) == {"user": {"Max Berg", "Max"}, "Max": {"bones"}}


def test_the_sister_of_another_who_bears_the_persons_name_is_not_the_persons(store: Store) -> None:
    learn(store, note(("user", "name", "Ana")), note(("user's boss Ana", WORKS, "Bar")))
    learn(store, note(("Ana's sister", LIVES, "Cebu")))
    assert known(store)["Ana's sister"] == {"Cebu"}


def test_a_company_called_after_somebody_is_nobody(store: Store) -> None:
    learn(store, note(("Charles Schwab", "is", "a bank")))
    learn(store, note(("Charles", "likes", "tea")))
    assert known(store) == {"Charles Schwab": {"a bank"}, "Charles": {"tea"}}


@pytest.mark.parametrize("odd", ["\0", "\ud800", "🐈‍⬛", "a" * 100_000, "' OR 1=1 --", "|\\p\n-->", "   "])
def test_any_name_is_only_data(store: Store, odd: str) -> None:
    learn(store, note(("Ana", LIVES, "Faro")))
    learn(
        store,
        note(
            (odd, "likes", "tea"), (f"user's sister {odd}", "likes", odd), ("Ana", odd, odd), text=odd or "x"
        ),
    )
    assert "Faro" in known(store)["Ana"]


def test_things_and_places_have_no_other_name(store: Store) -> None:
    learn(
        store, note(("Porto Alegre", "is", "a city")), note(("Python Software Foundation", "is", "a charity"))
    )
    learn(store, note(("Porto", "is", "a city too")), note(("Python", "is", "a snake")))
    learn(store, note(("Max Mara", "sells", "coats")), note(("Max", "costs", "ten euros")))
    assert len(known(store)) == 6


def test_names_of_one_batch_meet_each_other_in_whatever_order(store: Store) -> None:
    first, second, third = (
        note(("Maribel", "likes", "tea")),
        note(("user's sister Maribel Ortiz", LIVES, "Cebu")),
        note(("user's sister", "plays", "go")),
    )
    merged = learn(store, third, first, second)
    assert known(store) == {"user's sister Maribel Ortiz": {"tea", "Cebu", "go"}}
    assert [memory.id for memory in merged.kept] == [third.id, first.id, second.id]


def test_case_9_two_officers_of_one_society_are_two_and_one_said_twice_is_one(store: Store) -> None:
    chair, treasurer = (
        note(("Lindqvist", "chairs", "allotment society")),
        note(("Baptiste", "is", "treasurer of the allotment society")),
    )
    again = note(("allotment society's chair", "is", "Lindqvist"))
    learn(store, chair, treasurer, again)
    found = known(store)
    assert found == {"Lindqvist": {"allotment society"}, "Baptiste": {"treasurer of the allotment society"}}
    assert [m.id for m in store.catalogue.all()] == [treasurer.id, chair.id]
    before = store.catalogue.all()
    learn(store, *before)
    assert store.catalogue.all() == before


def test_what_is_looked_at_grows_with_the_task_and_not_with_the_store(store: Store) -> None:
    names = [
        f"{a}{b} {c}{d}"
        for a in "KMRTL"
        for b in ("arin", "ivek", "omos")
        for c in "ODFGH"
        for d in ("berg", "idez")
    ]
    learn(store, *(note((name, LIVES, "Cebu")) for name in names))
    asked: list[str] = []
    store.catalogue._reader.set_trace_callback(asked.append)
    merged = meet(store, [note(("Karin Oberg", "likes", "tea")), note(("Ines", "likes", "rum"))])
    store.catalogue._reader.set_trace_callback(None)
    assert merged.merged == 0
    assert len(asked) < 40


NAMED = st.sampled_from(
    [
        "Ana", "Ana Lopez", "user's sister Ana", "user's sister", "user's boss Ana", "user's boss", "user's friend Tom",
        "Tom", "Thomas Berg", "Dr. Berg", "Maribel", "Maribel Ortiz", "Maribel Santos", "Bob", "Robert", "user", "Porto",
    ]
)  # fmt: skip
TOLD = st.lists(
    st.tuples(
        NAMED,
        st.sampled_from([LIVES, WORKS, "likes", SISTER, BOSS, "nickname"]),
        st.sampled_from(["Ana", "Tom", "Faro", "Bob"]),
    ),
    min_size=1,
    max_size=2,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(TOLD, st.booleans()), min_size=1, max_size=8))
def test_whatever_is_told_nothing_is_lost_no_two_that_disagree_are_one_and_again_changes_nothing(
    told: list[tuple[list[Said], bool]],
) -> None:
    with opened(Path("nowhere"), files=False) as store:
        said: dict[str, Fact] = {}
        batch: list[Memory] = []
        linked = any(
            predicate in (SISTER, BOSS, "nickname") for facts, _ in told for _, predicate, _ in facts
        )
        for facts, ends in [*told, ([], True)]:
            batch += [note(*facts)] if facts else []
            said |= {fact.id: fact for memory in batch for fact in memory.facts}
            if ends:
                resolved = resolve(store, batch)
                store.catalogue.put([(memory, "x.md") for memory in (*resolved.revised, *resolved.memories)])
                batch = []
        kept = {fact.id: fact for fact in store.catalogue.facts() if fact.predicate != "alias_of"}
        assert kept.keys() == said.keys()
        for id_, fact in kept.items():
            before = said[id_]
            assert (before.predicate, before.object) == (fact.predicate, fact.object)
            assert linked or may_mean(before.subject, fact.subject)
            assert not {"user's sister Ana", "user's boss Ana"} <= {before.subject, fact.subject}
        again = resolve(store, store.catalogue.all())
        assert (again.merged, again.revised) == ((), ())
        assert list(again.memories) == store.catalogue.all()
