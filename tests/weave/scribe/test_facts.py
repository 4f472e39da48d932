"""Simple statements become facts without a model."""

from datetime import UTC, datetime

import pytest

from weave.model import Change, FactDraft, Polarity, Role
from weave.scribe.rules import extract

AT = datetime(2024, 11, 28, 12, tzinfo=UTC)


def facts(text: str, role: Role = Role.USER, speaker: str = "user") -> list[FactDraft]:
    return extract(text, speaker=speaker, role=role, time=AT)


TABLE = [
    ("My name is Maya.", "user", "name", "Maya"),
    ("I live in Porto, by the way.", "user", "home_city", "Porto"),
    ("Home for me is Porto.", "user", "home_city", "Porto"),
    ("I'm based in Leipzig.", "user", "home_city", "Leipzig"),
    ("We relocated to Ghent.", "user", "home_city", "Ghent"),
    ("I work at Siemens.", "user", "employer", "Siemens"),
    ("My employer is Siemens.", "user", "employer", "Siemens"),
    ("I'm a nurse.", "user", "occupation", "nurse"),
    ("I'm vegetarian.", "user", "diet", "vegetarian"),
    ("I am allergic to penicillin.", "user", "allergy", "penicillin"),
    ("My birthday is on 9 June.", "user", "birthday", "9 June"),
    ("My new email is maya@example.org.", "user", "email", "maya@example.org"),
    ("I drive a red Skoda.", "user", "car", "red Skoda"),
    ("My bank is Tern Credit.", "user", "bank", "Tern Credit"),
    ("For programming I use Helix.", "user", "editor", "Helix"),
    ("I play the cello.", "user", "instrument", "cello"),
    ("I speak Dutch.", "user", "speaks", "Dutch"),
    ("I have a beagle.", "user", "pet", "beagle"),
    ("My favourite colour is green.", "user", "favourite_colour", "green"),
    ("My favorite colour is green.", "user", "favourite_colour", "green"),
    ("I love jazz festivals.", "user", "likes", "jazz festivals"),
    ("I own 6 kites at the moment.", "user", "number_of_kites", "6"),
    ("I have two kids, Ben and Ida.", "user", "number_of_kids", "2"),
    ("I take metformin 500 mg daily.", "user", "medication", "metformin 500 mg"),
    ("My doctor is Dr. Okafor.", "user", "doctor", "Dr. Okafor"),
    ("My wife is Anna.", "user", "wife", "Anna"),
    ("Lindqvist chairs the allotment society.", "Lindqvist", "chairs", "allotment society"),
    ("The office wifi is on channel 6.", "office wifi", "channel", "6"),
    ("My sister Maribel is allergic to peanuts.", "user's sister Maribel", "allergy", "peanuts"),
    (
        "Casey, my neighbour, belongs to the Lantern book club.",
        "user's neighbour Casey",
        "book_club",
        "Lantern",
    ),
    ("My brother moved to Oslo.", "user's brother", "home_city", "Oslo"),
    ("Ich wohne in Hamburg.", "user", "home_city", "Hamburg"),
    ("Vivo en Madrid.", "user", "home_city", "Madrid"),
    ("J'habite à Lyon.", "user", "home_city", "Lyon"),
    ("Sono allergica alle noci.", "user", "allergy", "noci"),
    ("Moro em Porto Alegre.", "user", "home_city", "Porto Alegre"),
    ("我住在上海。", "user", "home_city", "上海"),
    ("我对花生过敏。", "user", "allergy", "花生"),
    ("私は東京に住んでいます。", "user", "home_city", "東京"),
    ("Nakatira ako sa Cebu.", "user", "home_city", "Cebu"),
]


@pytest.mark.parametrize(("text", "subject", "predicate", "value"), TABLE)
def test_a_statement_becomes_a_fact(text: str, subject: str, predicate: str, value: str) -> None:
    found = {(f.subject, f.predicate, f.object) for f in facts(text)}
    assert (subject, predicate, value) in found


@pytest.mark.parametrize(
    "text",
    [
        "Where do I live?",
        "If I were to live in Rome, I'd be happy.",
        "I might live in Rome one day.",
        "Yeah right, and I live in Rome too, and pigs fly.",
        "Clearly I live in Rome, can't you tell? (I do not.)",
        "Of course I live in Rome, ha ha. Not in a thousand years.",
        "People assume I live in Rome.",
        'She said "I live in Rome".',
        "> I live in Rome.",
        "```\nI live in Rome.\n```",
        "The soup was too salty.",
        "My knee predicts rain.",
        "I have two meetings today.",
        "I lived in Rome as a child.",
        "Would a Raspberry Pi be any use in the greenhouse? Only wondering, I don't own one.",
        "ok",
        "",
        "\x00\ud800 \u202e",
    ],
)
def test_what_is_not_asserted_of_today_becomes_no_fact(text: str) -> None:
    assert [f for f in facts(text) if f.polarity is Polarity.AFFIRMED] == []


def test_case_13_the_assistants_first_person_says_nothing_about_the_user() -> None:
    story = "I keep mine in a clay pot.\n\nI live in Seoul.\n\nI would switch to glass."
    assert facts(story, Role.ASSISTANT, "Assistant") == []
    assert facts(story, Role.TOOL, "tool") == []


def test_a_named_speaker_is_the_subject_of_what_they_say() -> None:
    assert facts("I live in Porto.", Role.OTHER, "Caroline")[0].subject == "Caroline"
    assert facts("My brother lives in Porto.", Role.OTHER, "Caroline")[0].subject == "Caroline's brother"


@pytest.mark.parametrize(
    ("text", "change", "polarity", "value"),
    [
        ("I don't play the cello.", Change.NEW, Polarity.NEGATED, "cello"),
        ("I no longer live in Ghent.", Change.END, Polarity.NEGATED, "Ghent"),
        ("I've stopped living in Ghent; there's no replacement.", Change.END, Polarity.NEGATED, "Ghent"),
        ("We finished the move, so Ghent is home now.", Change.CHANGE, Polarity.AFFIRMED, "Ghent"),
        (
            "Never mind the change, I'm back: I live in Porto again.",
            Change.CHANGE,
            Polarity.AFFIRMED,
            "Porto",
        ),
        ("I switched from Vim to Helix.", Change.CHANGE, Polarity.AFFIRMED, "Helix"),
        ("Correction to what I told you: Porto, not Ghent.", Change.CORRECTION, Polarity.AFFIRMED, "Porto"),
        ("Please fix your notes on my home city: Porto.", Change.CORRECTION, Polarity.AFFIRMED, "Porto"),
        ("Forget what I told you about my home city.", Change.RETRACTION, Polarity.NEGATED, ""),
        ("One more came in today, so the kites are growing.", Change.INCREMENT, Polarity.AFFIRMED, "+1"),
        ("Gave one of the kites away.", Change.INCREMENT, Polarity.AFFIRMED, "-1"),
    ],
)
def test_what_a_statement_does_to_what_was_known_is_seen(
    text: str, change: Change, polarity: Polarity, value: str
) -> None:
    first = facts(text)[0]
    assert (first.change, first.polarity, first.object) == (change, polarity, value)


def test_a_correction_names_the_wrong_value_too() -> None:
    right, wrong = facts("Sorry, I mistyped before: it's Porto, it never was Ghent.")
    assert (right.object, right.polarity) == ("Porto", Polarity.AFFIRMED)
    assert (wrong.object, wrong.polarity) == ("Ghent", Polarity.NEGATED)


def test_dates_bound_a_fact() -> None:
    planned = facts("From 18 July on I'll live in Turin.")[0]
    bounded = facts("I live in Turin until 3 May.")[0]
    since = facts("I've been living in Utrecht since 2019.")[0]
    moved = facts("I moved to Porto last month.")[0]
    assert planned.valid_from is not None and planned.valid_from.date().isoformat() == "2025-07-18"
    assert bounded.valid_to is not None and bounded.valid_to.date().isoformat() == "2025-05-04"
    assert since.valid_from is not None and since.valid_from.year == 2019
    assert moved.valid_from is not None and moved.valid_from.date().isoformat() == "2024-10-01"


def test_what_may_be_plural_is_not_single_valued() -> None:
    assert facts("I live in Porto.")[0].single_valued
    assert not facts("I also speak Dutch.")[0].single_valued
    assert not facts("I am allergic to kiwi.")[0].single_valued
    assert not facts("I love jazz.")[0].single_valued


def test_two_people_of_one_name_are_told_apart_by_who_they_are() -> None:
    subjects = {
        f.subject for f in facts("My manager Charlie keeps a gecko. My coach Charlie keeps a rabbit.")
    }
    assert {"user's manager Charlie", "user's coach Charlie"} <= subjects


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Until the end of May I'm living in Faro.", None, "2025-06-01"),
        ("I live in Faro from 3 December to 10 January.", "2024-12-03", "2025-01-11"),
        ("Between 3 December and 10 January I live in Faro.", "2024-12-03", "2025-01-11"),
        ("For the next two weeks I live in Faro.", None, "2024-12-12"),
        ("For now I live in Faro; on 3 December I'll be back on my own.", None, "2024-12-03"),
        ("I live in Faro this month only.", None, "2024-12-01"),
        ("I'm subletting in Faro till 3 December, no longer.", None, "2024-12-04"),
        ("Next month I'm moving to Faro.", "2024-12-01", None),
        ("I live in Faro and want the papers by 3 December.", None, None),
    ],
)
def test_how_long_something_holds_is_read(text: str, start: str | None, end: str | None) -> None:
    (fact,) = facts(text)
    assert (fact.predicate, fact.object, fact.polarity) == ("home_city", "Faro", Polarity.AFFIRMED)
    assert [t.date().isoformat() if t else None for t in (fact.valid_from, fact.valid_to)] == [start, end]
    assert fact.change is (Change.CHANGE if start or end else Change.NEW)


@pytest.mark.parametrize(
    "text",
    [
        "I bank with Triodos, and I never switched.",
        "Once more, for the record: I bank with Triodos.",
        "I'll say it again, I bank with Triodos.",
        "I've always banked with Triodos, that hasn't changed.",
    ],
)
def test_what_lasts_or_is_said_again_marks_no_change(text: str) -> None:
    assert {f.change for f in facts(text)} <= {Change.NEW}


def test_case_9_an_office_is_one_fact_however_it_is_told() -> None:
    chairs = [
        "Lindqvist chairs the allotment society.",
        "The allotment society's chair is Lindqvist.",
        "The chair of the allotment society is Lindqvist.",
    ]
    told = [[(f.subject, f.predicate, f.object) for f in facts(text)] for text in chairs]
    assert told == [[("Lindqvist", "chairs", "allotment society")]] * 3
    (other,) = facts("Baptiste is treasurer of the allotment society.")
    assert (other.subject, other.predicate) == ("Baptiste", "treasurer_of")


def test_case_15_a_correction_names_thing_and_setting() -> None:
    (before,) = facts("Cabin Wi-Fi is on channel 6.")
    right, wrong = facts("Correction: the cabin Wi-Fi is on channel 11, not 6.")
    assert (before.object, right.object, wrong.object) == ("6", "11", "6")
    assert before.predicate == right.predicate == wrong.predicate == "channel"
    assert {before.subject.casefold(), right.subject.casefold()} == {"cabin wi-fi"}
    assert right.single_valued and right.change is Change.CORRECTION and wrong.polarity is Polarity.NEGATED


@pytest.mark.parametrize(
    ("said", "correction", "told"),
    [
        ("Cabin Wi-Fi is on channel 6.", "Correction: channel 11, not 6.", ("Cabin Wi-Fi", "channel", "11")),
        ("I live in Bern.", "Sorry, I meant Basel.", ("user", "home_city", "Basel")),
        ("My sister lives in Bern.", "I mistyped: Basel, not Bern.", ("user's sister", "home_city", "Basel")),
    ],
)
def test_a_bare_correction_finds_what_it_corrects(
    said: str, correction: str, told: tuple[str, str, str]
) -> None:
    right, wrong = facts(f"{said} {correction}")[-2:]
    assert (right.subject, right.predicate, right.object) == told
    assert (wrong.subject, wrong.predicate, wrong.polarity) == (*told[:2], Polarity.NEGATED)


def test_a_bare_correction_of_nothing_told_names_its_values_alone() -> None:
    right, wrong = facts("Correction: Basel, not Bern.")
    assert {right.predicate, wrong.predicate} == {"*"}


def test_a_denial_inside_a_correction_stays_a_denial() -> None:
    for text in ("Sorry, I don't live in Basel.", "Not that it matters, but I don't live in Basel."):
        assert [f for f in facts(text) if f.polarity is Polarity.AFFIRMED] == []
