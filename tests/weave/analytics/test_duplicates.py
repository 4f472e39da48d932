"""Near-identical texts are found among very many without comparing each with each."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

import pytest

from weave.analytics.duplicates import Texts, near_identical, twins
from weave.backends.words import words_of
from weave.catalogue_schema import said_of

SYLLABLES = "ba ko li men tar vo su ny pe dra".split()
LONG = "The committee met on Tuesday in the old mill to talk about the weir and the price of plums this year"


class Looked:
    """Texts to be compared, and how many of them were looked at closely."""

    def __init__(self, said: Sequence[str]) -> None:
        self.texts = Texts()
        self.count = 0
        self._said = {f"{number:06}": text for number, text in enumerate(said)}
        for id_, text in self._said.items():
            self.texts.add(id_, "semantic", said_of(text), text, words=words_of("", text), learned=float(id_))

    def read(self, ids: Sequence[str]) -> Mapping[str, str]:
        self.count += len(ids)
        return {id_: self._said[id_] for id_ in ids}

    def found(self) -> dict[str, str]:
        return twins(self.texts, self.read)


def words(random_: random.Random, count: int) -> str:
    return " ".join("".join(random_.choices(SYLLABLES, k=3)) for _ in range(count))


def test_planted_twins_are_found_among_thousands_and_nothing_else() -> None:
    random_ = random.Random(7)
    said = [words(random_, random_.randint(8, 30)) for _ in range(3_000)]
    for place in range(0, 3_000, 30):  # the same in other words of its own: one more word at the end
        said.append(f"{said[place].capitalize()}, indeed.")
    looked = Looked(said)
    found = looked.found()
    assert found == {f"{3_000 + number:06}": f"{number * 30:06}" for number in range(100)}
    assert looked.count < 1_000


def test_the_earliest_stands_for_a_chain_of_twins() -> None:
    looked = Looked([LONG, f"{LONG} again", f"{LONG} again!", f"{LONG} once"])
    assert set(looked.found().values()) == {"000000"}
    assert len(looked.found()) == 3


@pytest.mark.parametrize("same", [True, False])
def test_forms_filled_in_and_endless_repetition_end_in_time(same: bool) -> None:
    random_ = random.Random(3)
    cities = [words(random_, 1).capitalize() for _ in range(400)]
    said = [
        LONG + (" once more." if number % 2 else " once more again.")
        if same
        else f"{LONG} in {random_.choice(cities)}"
        for number in range(4_000)
    ]
    start = time.process_time()
    found = Looked(said).found()
    assert time.process_time() - start < 20
    assert len(found) == len(said) - (1 if same else len(set(said)))


@pytest.mark.parametrize(
    "other",
    [
        "The committee met on Thursday in the old mill to talk about the weir and the price of plums this year",
        "The committee never met on Tuesday in the old mill to talk about the weir and the price of plums this year",
        "The committee met on Tuesday in the old mill to talk about the weir and the price of plums in 2019",
        "This year the old mill met the committee about plums and the price to talk in the weir on Tuesday",
    ],
)
def test_another_name_number_negation_or_order_is_another_statement(other: str) -> None:
    assert not near_identical(LONG, other)
    assert Looked([LONG, other]).found() == {}


def test_nothing_short_and_huge_texts_are_compared_too() -> None:
    assert Looked([]).found() == {}
    assert Looked(["Tea.", "tea", "Tee"]).found() == {"000001": "000000"}
    huge = words(random.Random(1), 60_000)
    assert Looked([huge, f"{huge} indeed"]).found() == {"000001": "000000"}
    assert near_identical("", "")
