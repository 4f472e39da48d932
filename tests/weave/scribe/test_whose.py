"""Whose deed it is: what others do, what is dreamt and what is no place never becomes a fact of the speaker's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from weave.model import Change, FactDraft, Polarity, Role
from weave.scribe.places import is_passing, is_past, is_place
from weave.scribe.rules import extract
from weave.scribe.whose import is_of_another

AT = datetime(2024, 11, 28, 12, tzinfo=UTC)

OTHERS = """
My mother and her partner moved to Hull.
Jonas moved to Ulm and I'm jealous.
Priya moved to Hull and I miss her.
Grandpa moved to Hull and we're relieved.
My best friend called, he's moved to Ulm.
My mate rang, he's moved to Hull.
Everyone moved to Hull, I'm the only one left.
My step-sister relocated to Hull.
My half-brother relocated to Hull.
My great-aunt relocated to Hull.
Jonas just told me he's relocated to Ulm.
Our office moved to Hull.
Our wedding moved to Hull.
My trip was moved to Porto.
Our team meeting moved to Zoom.
My interview moved to Zoom.
My exam has been moved to Hall B.
My therapy moved to Wednesdays.
My surgery got moved to June 20.
My court date has been moved to June 20.
Jonas got a new job at Bosch and I'm proud.
My daughter started at Brook Academy.
My team moved to Berlin, I stayed.
The whole department moved to Leeds and I hate it.
Nobody moved to Hull except Tim.
She moved to Hull and I cried.
They relocated to Hull, so I'm alone.
My dad's cousin moved to Hull.
The concert moved to Wembley and I have tickets.
My cousin and his wife relocated to Perth.
A friend of mine moved to Perth.
Someone I know moved to Perth.
The studio I go to moved to Hull.
Half my class moved to Hull.
My boss's boss moved to Hull.
My doctor's practice relocated to Hull and I'm annoyed.
My kids moved to Hull.
My driving test has been moved to Leeds.
I heard my colleague moved to Hull.
Sara started at Airbus and I'm proud of her.
My old boss joined Google and I'm sad.
Tom sold one of the kites.
Tim bought a Tesla and I want one.
Everybody switched to Vim, I haven't.
The gym moved to Hull and I quit.
Last week my office moved to Hull.
Our shop moved from Leeds to Hull.
""".strip().splitlines()
NOT_PLACES = """
I moved to Linux.
I moved to Hull's best pub for the evening.
I moved to Windows.
I moved to the front row.
I moved to Business Class.
I moved to Tuesday.
We moved to Room 12.
I live in constant fear of spiders.
I live in peace.
I live in hope.
I live in denial.
I live in the moment.
I live in darkness.
I live in a bubble.
I work at night.
I work at my desk.
I work at dawn.
I work at my own pace.
I work at weekends.
I'm married to my work.
I take 2.5 mg of bisoprolol now.
I take 5 mg of bisoprolol in the morning now.
""".strip().splitlines()
PAST_OR_PASSING = """
I moved to Hull in 1999.
I moved to Hull when I was six.
Before Leeds I moved to Hull.
I moved to Hull for a week.
I temporarily moved to Hull.
I relocated to Hull as a child.
Back in 2004 we moved to Hull.
I moved to Hull for the summer.
We briefly moved to Hull.
I moved to Hull in the nineties.
""".strip().splitlines()
NOT_REAL = """
I dreamt I moved to Hull.
Write an email saying I moved to Hull.
My book's hero says: I moved to Hull.
In an alternate universe I live in Hull.
Lyrics: I packed my bags and I moved to Graceland.
I dreamed that we moved to Hull.
Draft a letter saying that I moved to Hull.
The hero sings: I moved to Hull.
In a parallel world I moved to Hull.
Compose a tweet: I moved to Hull.
""".strip().splitlines()


def facts(text: str) -> list[FactDraft]:
    return extract(text, speaker="user", role=Role.USER, time=AT)


def told(text: str) -> list[str]:
    return [f"{f.subject} {f.predicate} = {f.object}" for f in facts(text)]


@pytest.mark.parametrize("text", [*OTHERS, *NOT_PLACES, *NOT_REAL])
def test_it_tells_nothing_of_the_speaker(text: str) -> None:
    assert [f for f in facts(text) if f.subject == "user"] == []


@pytest.mark.parametrize("text", PAST_OR_PASSING)
def test_a_move_long_ago_or_for_a_while_is_no_home_of_today(text: str) -> None:
    assert [f for f in facts(text) if f.subject == "user" and f.valid_to is None] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I moved to Hull.", "user home_city = Hull"),
        ("We moved to Hull last week.", "user home_city = Hull"),
        ("Packed up and moved to Hull.", "user home_city = Hull"),
        ("Just relocated to Hull, I love it.", "user home_city = Hull"),
        ("Just moved to Hull.", "user home_city = Hull"),
        ("Finally moved to Hull!", "user home_city = Hull"),
        ("My wife and I moved to Hull.", "user home_city = Hull"),
        ("I quit my job and moved to Hull.", "user home_city = Hull"),
        ("Jonas moved to Ulm, but I moved to Hull.", "user home_city = Hull"),
        ("i live in porto", "user home_city = porto"),
        ("I work at Bosch.", "user employer = Bosch"),
        ("Bosch hired me.", "user employer = Bosch"),
        ("I left Ford for Tesla.", "user employer = Tesla"),
        ("I traded my Ford for a Tesla.", "user car = Tesla"),
        ("I'm married to Anna.", "user spouse = Anna"),
        ("I was born in Hull.", "user birthplace = Hull"),
        ("I was born in 1986.", "user birth_year = 1986"),
        ("We got a second cat, Tofu.", "user pet = Tofu"),
        ("We adopted a dog, Rex.", "user pet = Rex"),
    ],
)
def test_what_the_speaker_does_is_still_the_speakers(text: str, expected: str) -> None:
    assert expected in told(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I got fired from Ford yesterday.", "user employer = Ford"),
        ("I was sacked by Bosch.", "user employer = Bosch"),
        ("I got laid off from Opel.", "user employer = Opel"),
        ("I left Ford.", "user employer = Ford"),
        ("Paul doesn't work at Airbus any more.", "Paul employer = Airbus"),
        ("Dad doesn't live in Trier any more.", "user's dad home_city = Trier"),
    ],
)
def test_what_is_over_ends_and_is_taken_for_nothing_else(text: str, expected: str) -> None:
    assert told(text) == [expected]
    assert [(f.change, f.polarity) for f in facts(text)] == [(Change.END, Polarity.NEGATED)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Maribel moved to Davao.", "Maribel home_city = Davao"),
        ("Maribel moved to Davao last month.", "Maribel home_city = Davao"),
        ("Paul switched to Boeing", "Paul employer = Boeing"),
        ("Paul joined Boeing.", "Paul employer = Boeing"),
        ("Anna got a job at Siemens.", "Anna employer = Siemens"),
        ("Mom moved to Trier", "user's mom home_city = Trier"),
        ("Jonas moved to Ulm and I'm jealous.", "Jonas home_city = Ulm"),
        ("Grandma relocated to Perth and we miss her.", "user's grandma home_city = Perth"),
    ],
)
def test_what_somebody_named_does_changes_what_is_known_of_them(text: str, expected: str) -> None:
    assert told(text) == [expected]
    assert [f.change for f in facts(text)] == [Change.CHANGE]


@pytest.mark.parametrize(
    "text", ["", "and", "moved", "moved to", "\x00 moved \ud800", "、moved", ", , moved"]
)
def test_odd_input_is_nobodys_deed(text: str) -> None:
    assert not is_of_another(text)
    assert not (is_past(text, AT) or is_passing(text))
    assert facts(text) == []


def test_a_parent_called_by_the_word_is_the_speakers_own() -> None:
    assert {f.subject for text in ("Mom lives in Bonn.", "Mom moved to Trier.") for f in facts(text)} == {
        "user's mom"
    }


def test_what_takes_a_place_is_no_other_one() -> None:
    assert is_of_another("Closed the account, Norrland has everything now.")
    assert not is_of_another("Closed the account, Norrland has everything now.", "Norrland")


def test_a_name_written_small_may_be_a_place_and_a_state_of_mind_is_none() -> None:
    assert is_place("porto")
    assert is_place("Harmony")
    assert not is_place("harmony")
