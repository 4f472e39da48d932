"""Which names may mean one person, by the names alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weave.aliases import agree, called, hints, may_mean
from weave.bonds import stated
from weave.naming import read

ONE = [
    ("Maribel", "Maribel Ortiz"),
    ("Maribel", "maribel"),
    ("Maribel", "user's sister Maribel"),
    ("user's sister", "user's sister Maribel"),
    ("my sister", "user's sister Maribel"),
    ("the user's sister", "user's sister"),
    ("my sister Maribel", "user's sister Maribel Ortiz"),
    ("Maribel, my sister", "user's sister"),
    ("Maribel (user's sister)", "Maribel Ortiz"),
    ("user's older sister Maribel", "user's sister Maribel"),
    ("user's mum", "user's mother"),
    ("user's mom Ruth", "user's mother"),
    ("user's roommate Jonas", "user's flatmate Jonas"),
    ("user's coworker Ines", "user's colleague Ines"),
    ("user's best friend Tom", "user's friend Tom"),
    ("user's wife Ana", "user's spouse Ana"),
    ("user's Schwester Lena", "user's sister Helena"),
    ("user's hermana Lucía", "user's sister Lucia"),
    ("Bob", "Robert"),
    ("Bob Miller", "Robert Miller"),
    ("Lena", "Helena"),
    ("Sasha", "Alexander"),
    ("Sasha", "Alexandra"),
    ("Саша", "Александр"),
    ("Kate O'Brien", "Katherine O'Brien"),
    ("Pepe García", "José García"),
    ("Tom", "Thomas Berg"),
    ("Dr. Weber", "Anna Weber"),
    ("Dr. Anna Weber", "Anna Weber"),
    ("Prof. Dr. Weber", "Dr Weber"),
    ("Mrs Tan", "Mei Tan"),
    ("Frau Dr. Weber", "Dr. Weber"),
    ("Herr Schmidt", "Karl Schmidt"),
    ("Señora Ortiz", "Maribel Ortiz"),
    ("Doña Carmen", "Carmen"),
    ("Madame Leroy", "Claire Leroy"),
    ("田中さん", "田中"),
    ("田中先生", "田中さん"),
    ("田中さん", "田中太郎"),
    ("王老师", "王芳"),
    ("김철수 씨", "김철수"),
    ("김 선생님", "김"),
    ("M. Ortiz", "Maribel Ortiz"),
    ("Maribel Santos Ortiz", "Maribel Ortiz"),
    ("John Q. Adams", "John Adams"),
    ("José Núñez", "Jose Nunez"),
    ("Jose\u0301", "José"),
    ("ＭＡＲＩＢＥＬ", "Maribel"),
    ("Robert Smith Jr.", "Bob Smith Jr"),
    ("user's dog Max", "Max"),
    ("user's dog", "user's puppy Rex"),
    ("Caroline's sister Ana", "Ana"),
    ("Ludwig van Beethoven", "Ludwig"),
    ("Maria de la Cruz", "Maria"),
    ("Nguyễn Văn An", "Nguyen Van An"),
]
TWO = [
    ("user's sister Ana", "user's boss Ana"),
    ("user's sister Ana", "user's colleague Ana"),
    ("user's sister Ana", "Caroline's sister Ana"),
    ("user's older sister Ana", "user's younger sister Ana"),
    ("user's older sister", "user's younger sister"),
    ("user's sister", "user's brother"),
    ("user's friend", "user's friend Tom"),
    ("user's colleague", "user's colleague Ines"),
    ("user's old boss", "user's boss Ana"),
    ("user's new boss", "user's boss"),
    ("user's sister Ana", "user's sister Maribel"),
    ("user's sister", "user's sister's boss"),
    ("user's sister's boss Tom", "user's boss Tom"),
    ("Maribel", "Marisol"),
    ("Maribel Ortiz", "Maribel Santos"),
    ("Maribel Ortiz", "Lucia Ortiz"),
    ("Bob", "Rob"),
    ("Bob Miller", "Robert Mills"),
    ("Bob", "Bill"),
    ("Jon Smith", "John Smith"),
    ("Ann", "Anna"),
    ("Mr Tan", "Mrs Tan"),
    ("Herr Weber", "Frau Weber"),
    ("Mr. Weber", "user's sister Anna Weber"),
    ("Señor Ortiz", "Señora Ortiz"),
    ("Robert Smith Jr.", "Robert Smith Sr."),
    ("Robert Smith Jr.", "Robert Smith"),
    ("Weber", "Anna Weber"),
    ("Ford", "Betty Ford"),
    ("M. Ortiz", "Lucia Ortiz"),
    ("田中さん", "中田さん"),
    ("田中", "田中太郎"),
    ("王老师", "李芳"),
    ("王芳", "王芳芳"),
    ("김철수", "김영희"),
    ("Александр", "Алексей"),
    ("user", "Maribel"),
    ("user", "user's sister"),
    ("Maribel's birthday", "Maribel"),
    ("the greenhouse", "the house"),
    ("allotment society", "allotment society's chair"),
    ("iPhone 15", "iPhone 16"),
    ("Room 4", "Room"),
    ("user's friend from school", "user's friend Tom"),
    ("", "Maribel"),
    ("Lindqvist", "Baptiste"),
]


@pytest.mark.parametrize(("one", "other"), ONE)
def test_names_that_one_person_may_have_agree(one: str, other: str) -> None:
    assert may_mean(one, other) and may_mean(other, one)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_names_that_tell_two_apart_do_not(one: str, other: str) -> None:
    assert not may_mean(one, other) and not may_mean(other, one)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Maribel", "user's sister Maribel", "user's sister Maribel"),
        ("Maribel Ortiz", "user's sister Maribel", "user's sister Maribel Ortiz"),
        ("my sister", "Maribel", "user's sister Maribel"),
        ("Robert", "Bob Miller", "Robert Miller"),
        ("Bob", "Robert Miller", "Robert Miller"),
        ("M. Ortiz", "Maribel Ortiz", "Maribel Ortiz"),
        ("Mrs Tan", "Mei Tan", "Mrs Mei Tan"),
        ("Dr. Weber", "Anna Weber", "Anna Weber"),
        ("田中さん", "田中太郎", "田中太郎"),
        ("maribel", "Maribel", "Maribel"),
        ("Helena", "user's friend Lena", "user's friend Helena"),
    ],
)
def test_together_they_go_by_the_name_that_holds_both(one: str, other: str, expected: str) -> None:
    assert called(read(one), read(other)) == expected


NAMES = st.sampled_from(sorted({name for pair in (*ONE, *TWO) for name in pair}))
PIECES = st.lists(
    st.sampled_from(
        "user's my sister boss Ana Maribel Ortiz Bob Robert Dr. Mrs Jr. older 田中さん 김 씨 , ( ) ' \0 \ud800 de".split(
            " "
        )
    ),
    max_size=6,
).map(" ".join)


@given(NAMES | PIECES | st.text(max_size=30), NAMES | PIECES | st.text(max_size=30))
def test_agreement_is_mutual_every_name_agrees_with_itself_and_what_both_are_called_agrees(
    one: str, other: str
) -> None:
    mine, theirs = read(one), read(other)
    assert agree(mine, theirs) == agree(theirs, mine)
    assert agree(mine, mine)
    if agree(mine, theirs):
        name = read(called(mine, theirs))
        assert agree(name, mine) and agree(name, theirs)
        assert called(mine, name) == name.text == called(theirs, name)


@given(NAMES, NAMES)
def test_a_name_is_looked_up_by_the_words_of_those_it_agrees_with(one: str, other: str) -> None:
    mine, theirs = read(one), read(other)
    if agree(mine, theirs) and mine.key != theirs.key and mine.words:
        known = set(theirs.key.split()) | set(theirs.words)
        assert hints(mine) & known or hints(theirs) & (set(mine.key.split()) | set(mine.words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Robert, everybody calls him Bob, fixed the roof.", {("Robert", "Bob")}),
        ("My uncle Guillermo, everyone calls him Memo", {("Guillermo", "Memo")}),
        ("Everyone calls Guillermo Memo.", {("Guillermo", "Memo")}),
        ("Ingrid Berg, also known as Inga, came.", {("Ingrid Berg", "Inga")}),
        ("Bertrand goes by Toto.", {("Bertrand", "Toto")}),
        ("Toto is short for Salvatore.", {("Salvatore", "Toto")}),
        ("Memo's full name is Guillermo Ruiz", {("Guillermo Ruiz", "Memo")}),
        ("If everyone calls Guillermo Memo, what then.", set()),
        ("Does everyone call him Memo?", set()),
        ("Robert called Bob yesterday.", set()),
        ("He calls her every day.", set()),
        ("", set()),
    ],
)
def test_what_somebody_else_is_called_is_read_where_it_is_said_outright(
    text: str, expected: set[tuple[str, str]]
) -> None:
    assert set(stated(text)) == expected
