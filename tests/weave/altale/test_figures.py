"""The table recall ranks by."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np

from tests.weave.altale.samples import NOW, note, talk
from weave.altale.figures import Figures, Slice, count_words, is_standing, speaker_of
from weave.model import Memory, MemoryType, Provenance, Source, State


def sliced(figures: Figures, *memories: Memory) -> Slice:
    return figures.take(figures.rows([memory.id for memory in memories]))


def test_it_holds_what_the_score_needs() -> None:
    accessed = NOW - timedelta(days=1)
    memory = note(
        "Old but used",
        created=NOW - timedelta(days=30),
        accessed=accessed,
        access_count=3,
        state=State.CONTESTED,
        provenance=Provenance.INFERRED,
        importance=0.9,
    )
    row = sliced(Figures([memory]), memory)
    assert row.touched[0] == accessed.timestamp()
    assert (row.count[0], row.state[0], row.trust[0], row.importance[0]) == (3, 0.5, 0.6, 0.9)


def test_putting_again_replaces_and_dropping_removes() -> None:
    memory = note("It is so")
    figures = Figures([memory])
    figures.put([replace(memory, state=State.OUTDATED)])
    assert len(figures) == 1
    assert sliced(figures, memory).state[0] == 0.3
    figures.drop([memory.id, "unknown"])
    assert len(figures) == 0
    assert figures.rows([memory.id]).tolist() == [-1]


def test_neighbours_follow_the_ids_whatever_order_they_came_in() -> None:
    one, two, three, four = talk("One", "Two", "Three", "Four")
    figures = Figures([four, one, three, two])
    rows = sliced(figures, one, two, three, four)
    assert figures.ids(rows.after[:3]) == [two.id, three.id, four.id]
    assert figures.ids(rows.before[1:]) == [one.id, two.id, three.id]
    assert (rows.before[0], rows.after[3]) == (-1, -1)


def test_a_dropped_turn_leaves_its_neighbours_side_by_side() -> None:
    one, two, three = talk("One", "Two", "Three")
    figures = Figures([one, two, three])
    figures.drop([two.id])
    assert figures.ids(sliced(figures, one).after) == [three.id]


def test_conversations_are_kept_apart() -> None:
    figures = Figures([*talk("One", "Two"), *talk("Three", conversation="c2")])
    alone = talk("Three", conversation="c2")[0]
    assert figures.around(figures.rows([alone.id])).tolist() == figures.rows([alone.id]).tolist()


def test_knowledge_leads_to_the_episode_of_the_same_turn() -> None:
    episode = talk("I moved to Cebu and it rains.")[0]
    fact = note("I moved to Cebu", source=Source("c1", ("t0",)))
    figures = Figures([fact, episode])
    assert figures.around(figures.rows([fact.id])).tolist() == sorted(
        figures.rows([fact.id, episode.id]).tolist()
    )


def test_it_grows_past_its_first_size() -> None:
    memories = [note(f"Number {n}", n) for n in range(200)]
    figures = Figures(memories)
    assert len(figures) == 200
    assert np.all(sliced(figures, *memories).conversation == -1)


def test_time_ranges_find_by_when_it_happened_or_was_told() -> None:
    told, happened, other = (
        note("a", created=NOW - timedelta(days=3)),
        note("b", occurred=NOW - timedelta(days=3)),
        note("c", created=NOW - timedelta(days=9)),
    )
    figures = Figures([told, happened, other])
    found = figures.between((NOW - timedelta(days=4)).timestamp(), (NOW - timedelta(days=2)).timestamp(), 10)
    assert set(figures.ids(found)) == {told.id, happened.id}


def test_a_speaker_is_read_from_a_verbatim_episode_only() -> None:
    episode = talk("Caroline: I went to the museum")[0]
    assert speaker_of(episode) == "Caroline"
    assert speaker_of(note("Warning: hot")) is None
    assert speaker_of(replace(episode, type=MemoryType.SEMANTIC)) is None


def test_wishes_for_all_later_requests_are_told_from_talk() -> None:
    assert is_standing(note("Always format dates as Month Day, Year."))
    assert is_standing(note("I really prefer short answers"))
    assert is_standing(note("今後は敬語で話してください"))
    assert not is_standing(note("We always went there in May"))


def test_words_are_counted_in_every_script() -> None:
    assert count_words("one two three") == 3
    assert count_words("昨日、叔母と梅干しを漬けた。") == 7
    assert count_words("") == 0
