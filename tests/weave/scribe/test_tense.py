"""Coming days lie ahead and past ones behind, as the verb tells; what no verb tells keeps its words."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from weave.model import Change
from weave.scribe.dates import describe, query_range, resolve
from weave.scribe.facts import told

WEDNESDAY = "2026-05-06T10:00:00+02:00"
LATE_MAY = "2026-05-20T10:00:00+02:00"
NEW_YEARS_EVE = "2026-12-31T23:30:00+01:00"  # a Thursday
NEW_YEAR = "2027-01-01T00:30:00+01:00"

TABLE = [
    # what a tester met
    (WEDNESDAY, "My surgery is on Tuesday.", "2026-05-12"),
    (WEDNESDAY, "The exam is on Friday.", "2026-05-08"),
    (WEDNESDAY, "Dentist on Monday at 9.", "2026-05-11"),
    (WEDNESDAY, "We fly to Oslo in June.", "2026-06"),
    (WEDNESDAY, "I'm moving to Hull in June.", "2026-06"),
    (WEDNESDAY, "We're getting married in September.", "2026-09"),
    (WEDNESDAY, "I paid on Tuesday.", "2026-05-05"),
    (WEDNESDAY, "We met on Friday.", "2026-05-01"),
    (WEDNESDAY, "We got married in September.", "2025-09"),
    (LATE_MAY, "I moved to Hull in April.", "2026-04"),
    (LATE_MAY, "I've been at Bosch since January.", "2026-01"),
    (LATE_MAY, "Seit Mai arbeite ich bei Bosch.", "2026-05"),
    # English, coming
    (WEDNESDAY, "The train leaves on Sunday.", "2026-05-10"),
    (WEDNESDAY, "I have a job interview on Thursday.", "2026-05-07"),
    (WEDNESDAY, "I've got an exam on Monday.", "2026-05-11"),
    (WEDNESDAY, "Anna's coming on Saturday.", "2026-05-09"),
    (WEDNESDAY, "My sister is getting married in July.", "2026-07"),
    (WEDNESDAY, "I will start at Bosch in January.", "2027-01"),
    (WEDNESDAY, "I'm going to see the doctor on Tuesday.", "2026-05-12"),
    (WEDNESDAY, "The meeting was moved to Friday.", "2026-05-08"),
    (WEDNESDAY, "The exam has been postponed until Monday.", "2026-05-11"),
    (WEDNESDAY, "We've booked a table for Saturday.", "2026-05-09"),
    (WEDNESDAY, "I need the report by Friday.", "2026-05-08"),
    (WEDNESDAY, "She told me the exam is on Friday.", "2026-05-08"),
    (WEDNESDAY, "We decided to move to Hull in June.", "2026-06"),
    (WEDNESDAY, "The shop is closed on Thursday.", "2026-05-07"),
    (WEDNESDAY, "On Friday I have the exam.", "2026-05-08"),
    (WEDNESDAY, "Friday: dinner with Bob.", "2026-05-08"),
    (WEDNESDAY, "Remind me on Monday to call the bank.", "2026-05-11"),
    (WEDNESDAY, "See you Tuesday!", "2026-05-12"),
    (WEDNESDAY, "My dad turns 70 on 3 March.", "2027-03-03"),
    (WEDNESDAY, "My surgery is on Wednesday.", "2026-05-13"),
    (WEDNESDAY, "We're in Oslo over the weekend.", "2026-05-09 to 2026-05-10"),
    (WEDNESDAY, "We fly to Rome in summer.", "2026-06-01 to 2026-08-31"),
    (WEDNESDAY, "Booked the flight for June.", "2026-06"),
    (WEDNESDAY, "I promised to call Bob on Friday.", "2026-05-08"),
    # English, past
    (WEDNESDAY, "I forgot to pay on Friday.", "2026-05-01"),
    (WEDNESDAY, "I had to hand in the thesis by Friday.", "2026-05-01"),
    (WEDNESDAY, "We went to see Bob on Friday.", "2026-05-01"),
    (WEDNESDAY, "I couldn't come on Friday.", "2026-05-01"),
    (WEDNESDAY, "After the trip in June I was ill.", "2025-06"),
    (WEDNESDAY, "I ordered a desk on Friday.", "2026-05-01"),
    (WEDNESDAY, "I had surgery on Tuesday.", "2026-05-05"),
    (WEDNESDAY, "The exam was on Friday.", "2026-05-01"),
    (WEDNESDAY, "On Monday I finished the report.", "2026-05-04"),
    (WEDNESDAY, "I think we met on Friday.", "2026-05-01"),
    (WEDNESDAY, "We flew to Oslo in June.", "2025-06"),
    (WEDNESDAY, "She's sold the car in March.", "2026-03"),
    (WEDNESDAY, "Finished the marathon on Sunday.", "2026-05-03"),
    (WEDNESDAY, "Dinner on Friday was great.", "2026-05-01"),
    (WEDNESDAY, "The exam on Friday went well.", "2026-05-01"),
    (WEDNESDAY, "Did you call on Monday?", "2026-05-04"),
    (WEDNESDAY, "Dinner with Bob on Friday, it was great.", "2026-05-01"),
    (WEDNESDAY, "I saw the doctor on Wednesday.", "2026-04-29"),
    (WEDNESDAY, "My son was born in September.", "2025-09"),
    (WEDNESDAY, "We met Anna and Bob on Friday.", "2026-05-01"),
    (WEDNESDAY, "Thanks for the dinner on Sunday.", "2026-05-03"),
    (WEDNESDAY, "I took the exam in May.", "2026-05"),
    (WEDNESDAY, "I quit my job at Bosch in April.", "2026-04"),
    # said outright
    (WEDNESDAY, "I moved house last June.", "2025-06"),
    (WEDNESDAY, "This June we fly to Oslo.", "2026-06"),
    (WEDNESDAY, "I went to the gym this Monday.", "2026-05-04"),
    (WEDNESDAY, "The exam is this Friday.", "2026-05-08"),
    (WEDNESDAY, "The exam is this coming Friday.", "2026-05-08"),
    (WEDNESDAY, "I paid last Friday.", "2026-05-01"),
    (WEDNESDAY, "next Tuesday", "2026-05-12"),
    (WEDNESDAY, "coming September", "2026-09"),
    # German
    (WEDNESDAY, "Am Dienstag ist die Prüfung.", "2026-05-12"),
    (WEDNESDAY, "Am Dienstag habe ich die Miete bezahlt.", "2026-05-05"),
    (WEDNESDAY, "Ich habe am Dienstag einen Termin beim Zahnarzt.", "2026-05-12"),
    (WEDNESDAY, "Ich habe am Freitag Anna getroffen.", "2026-05-01"),
    (WEDNESDAY, "Ich bin im April nach Hull gezogen.", "2026-04"),
    (WEDNESDAY, "Im Juni ziehe ich nach Hull.", "2026-06"),
    (WEDNESDAY, "Wir heiraten im September.", "2026-09"),
    (WEDNESDAY, "Wir haben im September geheiratet.", "2025-09"),
    (WEDNESDAY, "Die Prüfung wurde auf Freitag verschoben.", "2026-05-08"),
    (WEDNESDAY, "Am Montag war ich beim Arzt.", "2026-05-04"),
    (WEDNESDAY, "Ich werde am Montag operiert.", "2026-05-11"),
    (WEDNESDAY, "Zahnarzt am Montag um 9.", "2026-05-11"),
    (WEDNESDAY, "Wir fliegen nächsten Freitag.", "2026-05-08"),
    # Spanish
    (WEDNESDAY, "El examen es el viernes.", "2026-05-08"),
    (WEDNESDAY, "Pagué el alquiler el viernes.", "2026-05-01"),
    (WEDNESDAY, "Me mudo a Madrid en junio.", "2026-06"),
    (WEDNESDAY, "Me mudé a Madrid en abril.", "2026-04"),
    (WEDNESDAY, "Tengo cita con el dentista el lunes.", "2026-05-11"),
    (WEDNESDAY, "El martes fui al médico.", "2026-05-05"),
    (WEDNESDAY, "Voy a empezar en septiembre.", "2026-09"),
    (WEDNESDAY, "Desde enero trabajo en Bosch.", "2026-01"),
    # French, Italian, Portuguese
    (WEDNESDAY, "L'examen est mardi.", "2026-05-12"),
    (WEDNESDAY, "J'ai passé l'examen mardi.", "2026-05-05"),
    (WEDNESDAY, "J'ai un examen vendredi.", "2026-05-08"),
    (WEDNESDAY, "Nous sommes partis en septembre.", "2025-09"),
    (WEDNESDAY, "L'esame è venerdì.", "2026-05-08"),
    (WEDNESDAY, "Ho pagato venerdì.", "2026-05-01"),
    (WEDNESDAY, "Paguei na segunda-feira.", "2026-05-04"),
    (WEDNESDAY, "Tenho consulta na segunda-feira.", "2026-05-11"),
    # the year's end
    (NEW_YEARS_EVE, "The exam is on Friday.", "2027-01-01"),
    (NEW_YEARS_EVE, "I paid on Wednesday.", "2026-12-30"),
    (NEW_YEARS_EVE, "I'm moving to Hull in January.", "2027-01"),
    (NEW_YEARS_EVE, "I moved to Hull in January.", "2026-01"),
    (NEW_YEARS_EVE, "I moved to Hull in December.", "2026-12"),
    (NEW_YEARS_EVE, "The party is on New Year's Eve.", "2026-12-31"),
    (NEW_YEARS_EVE, "My surgery is on 2 January.", "2027-01-02"),
    (NEW_YEAR, "I paid on Thursday.", "2026-12-31"),
    (NEW_YEAR, "We got married in December.", "2026-12"),
    (NEW_YEAR, "We're getting married in December.", "2027-12"),
]


@pytest.mark.parametrize(("at", "text", "expected"), TABLE)
def test_the_tense_says_which_way_a_day_lies(at: str, text: str, expected: str) -> None:
    found = resolve(text, datetime.fromisoformat(at))
    assert [describe(d.start, d.end) for d in found] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "I put it on Friday.",
        "I read it in April.",
        "I work Tuesday to Friday.",
        "I was in Oslo from Monday to Friday.",
        "I bought tickets for the concert on Friday.",
        "I usually run on Sunday.",
        "I like Friday evening.",
        "I was going to pay on Friday.",
        "Photos of the trip in June.",
        "Nos casamos en septiembre.",
        "Los lunes nado.",
        "Wij zijn in april verhuisd.",
        "In June.",
    ],
)
def test_what_may_lie_either_way_keeps_its_words(text: str) -> None:
    assert resolve(text, datetime.fromisoformat(WEDNESDAY)) == []


def test_two_days_in_a_sentence_go_each_its_own_way() -> None:
    text = "I paid the fee on Tuesday and the exam is on Friday. On Monday I met Bob, but on Saturday I fly."
    found = resolve(text, datetime.fromisoformat(WEDNESDAY))
    assert [describe(d.start, d.end) for d in found] == [
        "2026-05-05",
        "2026-05-08",
        "2026-05-04",
        "2026-05-09",
    ]


def test_what_began_lies_behind_and_its_end_ahead() -> None:
    text = "My lease started in March and runs out in September."
    found = resolve(text, datetime.fromisoformat(WEDNESDAY))
    assert [describe(d.start, d.end) for d in found] == ["2026-03", "2026-09"]


@pytest.mark.parametrize(
    ("zone", "said", "text", "expected"),
    [
        ("America/New_York", "2026-03-07T23:30", "The exam is on Sunday.", "2026-03-08T00:00:00-05:00"),
        ("America/New_York", "2026-03-07T23:30", "The exam is on Monday.", "2026-03-09T00:00:00-04:00"),
        ("Europe/Berlin", "2026-10-25T12:00", "Am Montag ist die Prüfung.", "2026-10-26T00:00:00+01:00"),
        ("Europe/Berlin", "2026-10-26T00:10", "I paid on Sunday.", "2026-10-25T00:00:00+02:00"),
        ("Asia/Tokyo", "2026-05-07T00:10", "The exam is on Thursday.", "2026-05-14T00:00:00+09:00"),
    ],
)
def test_days_are_those_of_the_speakers_clock(zone: str, said: str, text: str, expected: str) -> None:
    (found,) = resolve(text, datetime.fromisoformat(said).replace(tzinfo=ZoneInfo(zone)))
    assert found.start.isoformat() == expected


@pytest.mark.parametrize(
    ("text", "value", "since"),
    [
        ("I moved to Hull in April.", "Hull", "2026-04-01"),
        ("In April I moved to Hull.", "Hull", "2026-04-01"),
        ("I moved from Leeds to Hull in April.", "Hull", "2026-04-01"),
        ("I moved to Hull on Monday.", "Hull", "2026-05-18"),
        ("I moved to Hull on 3 April.", "Hull", "2026-04-03"),
        ("I moved to Hull in April 2025.", "Hull", "2025-04-01"),
        ("I moved to Hull three weeks ago.", "Hull", "2026-04-27"),
        ("I started working at Bosch in April.", "Bosch", "2026-04-01"),
        ("I've worked at Bosch since January.", "Bosch", "2026-01-01"),
        ("I've been working at Bosch since January.", "Bosch", "2026-01-01"),
        ("I've lived in Hull since January.", "Hull", "2026-01-01"),
        ("I've been living in Hull since April.", "Hull", "2026-04-01"),
        ("I've been at Bosch since January.", "Bosch", "2026-01-01"),
        ("Seit Mai arbeite ich bei Bosch.", "Bosch", "2026-05-01"),
        ("Ich arbeite seit Mai bei Bosch.", "Bosch", "2026-05-01"),
        ("Ich bin im April nach Hull gezogen.", "Hull", "2026-04-01"),
        ("Me mudé a Madrid en abril.", "Madrid", "2026-04-01"),
        ("I'm moving to Hull in June.", "Hull", "2026-06-01"),
    ],
)
def test_a_change_is_dated_by_its_own_words(text: str, value: str, since: str) -> None:
    at = datetime.fromisoformat(LATE_MAY)
    facts = [f for t in told(text, speaker="user", time=at) for f in t.facts]
    assert [(f.object, f.valid_from and f.valid_from.date().isoformat()) for f in facts] == [(value, since)]


def test_an_end_is_dated_by_its_own_words() -> None:
    at = datetime.fromisoformat(LATE_MAY)
    (end,) = told("I stopped working at Bosch in April.", speaker="user", time=at)[0].facts
    assert (end.object, end.change, end.valid_from) == (
        "Bosch",
        Change.END,
        datetime.fromisoformat("2026-04-01T00:00:00+02:00"),
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What do I have on Friday?", "2026-05-08"),
        ("When is my surgery on Tuesday?", "2026-05-12"),
        ("What did I pay on Tuesday?", "2026-05-05"),
        ("exam fee in September", "2025-09"),
    ],
)
def test_a_question_looks_where_its_verb_looks(question: str, expected: str) -> None:
    asked = query_range(question, datetime.fromisoformat(WEDNESDAY))
    assert asked is not None
    assert describe(asked.start, asked.end) == expected
