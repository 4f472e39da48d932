"""What recurs, by words and names: the same whatever the order, and never quadratic."""

from __future__ import annotations

import random
import time

from weave.sleep.replay import recurrence
from weave.sleep.replay.recurrence import Group, Seen, groups, seen_of, without_formulas


def days(*texts: str) -> list[Seen]:
    """One text a day."""
    return [seen_of(f"e{number}", number, text) for number, text in enumerate(texts)]


def members(found: list[Group]) -> list[set[str]]:
    return [set(group.members) for group in found]


def test_what_came_up_on_three_days_recurs_and_on_two_it_does_not() -> None:
    coffee = "Had a dark roast with Sarah."
    assert members(groups(days(coffee, "It rained.", coffee, "Paid the rent.", coffee))) == [
        {"e0", "e2", "e4"}
    ]
    assert groups(days(coffee, coffee, "It rained.")) == []


def test_a_day_counts_once_however_often_something_was_said_on_it() -> None:
    same = [seen_of(f"e{number}", 7, "Had a dark roast with Sarah.") for number in range(9)]
    assert groups(same) == []


def test_a_name_alone_binds_what_has_no_other_word_in_common() -> None:
    found = groups(days("Lunch with Hanne.", "Then Hanne phoned.", "A letter by Hanne came."))
    assert members(found) == [{"e0", "e1", "e2"}]


def test_words_that_say_nothing_bind_nothing() -> None:
    texts = ("Today I went home again.", "Today I went home late.", "Again I went home today.")
    assert [group.days for group in groups(days(*texts))] in ([], [3])
    empty = ("It was really good today.", "Today was quite good, really.", "Really good day again today.")
    assert groups(days(*empty)) == []


def test_other_scripts_recur_too() -> None:
    texts = ("今天和俊老师学中文。", "俊老师很严格。", "俊老师给我新的汉字。", "下雨了。")
    assert {"e0", "e1", "e2"} in members(groups(days(*texts)))


def test_of_groups_that_are_much_alike_one_is_given() -> None:
    texts = [f"Coffee with Hanne at Kandler, flat white number {number}." for number in range(6)]
    assert len(groups(days(*texts))) == 1


def test_a_turn_of_phrase_beside_other_things_is_not_what_recurs() -> None:
    texts = [["Gym done.", "Phone at 41 %, so I'm brief."], ["Rye bread.", "Phone at 7 %, so I'm brief."]]
    texts += [["It rained.", "Phone at 9 %, so I'm brief."], ["Gym done."], ["Gym done."], ["Gym done."]]
    kept = without_formulas(texts)
    assert kept == ["Gym done.", "Rye bread.", "It rained.", "Gym done.", "Gym done.", "Gym done."]
    assert without_formulas([[], ["a", "a"]]) == ["", "a a"]


def test_vectors_that_are_near_bind_what_shares_no_word() -> None:
    seen = days("An espresso downtown.", "The usual ristretto.", "Caffeine o'clock.", "It rained.")
    assert groups(seen) == []
    near = {"e0": ["e1", "e2"]}
    assert members(groups(seen, near)) == [{"e0", "e1", "e2"}]


def test_the_order_in_which_they_come_makes_no_difference() -> None:
    rng = random.Random(7)
    people, things = "Hanne Jun Imke Rui Ana Ines".split(), "weir drift rye heron".split()
    texts = [f"Then {rng.choice(people)} and the {rng.choice(things)} were there." for _ in range(120)]
    seen = [seen_of(f"e{number:03}", number // 4, text) for number, text in enumerate(texts)]
    first = groups(seen)
    assert first
    rng.shuffle(seen)
    assert groups(seen) == first


def test_chance_meetings_of_common_words_are_no_group() -> None:
    rng = random.Random(3)
    words = [f"word{letter}x" for letter in "abcdefgh"]
    texts = [" ".join(rng.sample(words, 3)) for _ in range(400)]
    assert groups(days(*texts)) == []


def test_ten_times_as_many_episodes_take_about_ten_times_as_long() -> None:
    def took(count: int) -> float:
        rng = random.Random(1)
        texts = [" ".join(f"w{int(rng.paretovariate(0.7)) % 5000}x" for _ in range(20)) for _ in range(count)]
        seen = [seen_of(f"e{n:06}", n // 20, text) for n, text in enumerate(texts)]
        start = time.process_time()
        groups(seen)
        return time.process_time() - start

    small = max(took(400), 0.002)
    assert took(4_000) < 45 * small, "it grows like the square"


def test_a_topic_is_named_by_a_digest_and_no_word() -> None:
    [group] = groups(days(*["Had a dark roast with Sarah."] * 3))
    assert len(group.topic) == 10 and int(group.topic, 16) >= 0
    assert recurrence.FEWEST_DAYS == 3
