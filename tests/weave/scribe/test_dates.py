"""Time words become dates, in the speaker's zone."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from weave.scribe.dates import annotate, describe, query_range, resolve

NOW = datetime.fromisoformat("2024-11-28T23:30:00-05:00")  # a Thursday

TABLE = [
    ("Paid yesterday", "2024-11-27"),
    ("I do it today", "2024-11-28"),
    ("See you tomorrow", "2024-11-29"),
    ("the day before yesterday", "2024-11-26"),
    ("the day after tomorrow", "2024-11-30"),
    ("last night it rained", "2024-11-27"),
    ("the exam is in eight days", "2024-12-06"),
    ("in 3 days", "2024-12-01"),
    ("two days ago", "2024-11-26"),
    ("a couple of weeks ago", "2024-11-11 to 2024-11-17"),
    ("ten days from now", "2024-12-08"),
    ("last week", "2024-11-18 to 2024-11-24"),
    ("next week", "2024-12-02 to 2024-12-08"),
    ("the week before last", "2024-11-11 to 2024-11-17"),
    ("last month", "2024-10"),
    ("two months ago", "2024-09"),
    ("next month", "2024-12"),
    ("last year", "2023"),
    ("a year ago", "2023"),
    ("in two weeks' time", "2024-12-09 to 2024-12-15"),
    ("I went on Monday", "2024-11-25"),
    ("I'll be there on Monday", "2024-12-02"),
    ("last Friday", "2024-11-22"),
    ("next Friday", "2024-11-29"),
    ("We met on Thursday", "2024-11-21"),
    ("over the weekend", "2024-11-23 to 2024-11-24"),
    ("last weekend", "2024-11-23 to 2024-11-24"),
    ("this weekend", "2024-11-30 to 2024-12-01"),
    ("on 9 June", "2024-06-09"),
    ("on June 9th, 2023", "2023-06-09"),
    ("on the 9th of June 2023", "2023-06-09"),
    ("From 18 July on I'll use it", "2025-07-18"),
    ("until 3 May", "2025-05-03"),
    ("2024-11-02", "2024-11-02"),
    ("28/11/2024", "2024-11-28"),
    ("3.5.2023", "2023-05-03"),
    ("We met in May", "2024-05"),
    ("May 2023", "2023-05"),
    ("since March", "2024-03"),
    ("last December", "2023-12"),
    ("since 2019", "2019"),
    ("last summer", "2024-06-01 to 2024-08-31"),
    ("We met in spring", "2024-03-01 to 2024-05-31"),
    ("summer 2022", "2022-06-01 to 2022-08-31"),
    ("on Christmas", "2024-12-25"),
    ("vorgestern", "2024-11-26"),
    ("gestern", "2024-11-27"),
    ("morgen", "2024-11-29"),
    ("übermorgen", "2024-11-30"),
    ("vor drei Tagen", "2024-11-25"),
    ("letzte Woche", "2024-11-18 to 2024-11-24"),
    ("letzten Montag", "2024-11-25"),
    ("9. Juni 2023", "2023-06-09"),
    ("ayer", "2024-11-27"),
    ("mañana", "2024-11-29"),
    ("hace dos semanas", "2024-11-11 to 2024-11-17"),
    ("la semana pasada", "2024-11-18 to 2024-11-24"),
    ("hier", "2024-11-27"),
    ("demain", "2024-11-29"),
    ("il y a 3 jours", "2024-11-25"),
    ("dans huit jours", "2024-12-06"),
    ("ieri", "2024-11-27"),
    ("tre giorni fa", "2024-11-25"),
    ("la settimana scorsa", "2024-11-18 to 2024-11-24"),
    ("ontem", "2024-11-27"),
    ("há 2 dias", "2024-11-26"),
    ("昨天", "2024-11-27"),
    ("三天前", "2024-11-25"),
    ("上周三", "2024-11-20"),
    ("下个月", "2024-12"),
    ("2023年5月9日", "2023-05-09"),
    ("昨日", "2024-11-27"),
    ("3日前", "2024-11-25"),
    ("先週", "2024-11-18 to 2024-11-24"),
    ("来月", "2024-12"),
    ("kahapon", "2024-11-27"),
    ("bukas", "2024-11-29"),
    ("noong isang linggo", "2024-11-18 to 2024-11-24"),
    ("dalawang araw na ang nakalipas", "2024-11-26"),
]


@pytest.mark.parametrize(("text", "expected"), TABLE)
def test_time_words_are_resolved(text: str, expected: str) -> None:
    found = resolve(text, NOW)
    assert [describe(d.start, d.end) for d in found] == [expected]
    assert text[slice(*found[0].span)] == found[0].original
    assert found[0].start.utcoffset() == NOW.utcoffset()


@pytest.mark.parametrize(
    "text",
    [
        "I may go",
        "every Monday",
        "on Mondays",
        "Guten Morgen",
        "3/4/2024",
        "30 February",
        "march on",
        "in May",
        "In June.",
        "on Friday",
        "",
        "\x00",
        "9 to 5",
        "2024 items",
    ],
)
def test_what_names_no_time_is_left_alone(text: str) -> None:
    assert resolve(text, NOW) == []


def test_case_23_an_imported_line_is_resolved_in_its_own_zone_and_keeps_its_words() -> None:
    line = "Paid the exam fee yesterday, the exam is in eight days."
    assert (
        annotate(line, NOW)
        == "Paid the exam fee yesterday [2024-11-27], the exam is in eight days [2024-12-06]."
    )


def test_a_full_date_needs_no_bracket() -> None:
    assert annotate("born on 9 June 1990", NOW) == "born on 9 June 1990"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What did I do last week?", "2024-11-18 to 2024-11-24"),
        ("Where was I in spring?", "2024-03-01 to 2024-05-31"),
        ("What happened in May 2023?", "2023-05"),
        ("What did we say on 7 May?", "2024-05-07"),
        ("What did we plan on 7 December?", "2023-12-07"),
        ("between May and July", "2024-05-01 to 2024-07-31"),
        ("What do I do next month?", "2024-12"),
        ("What changed since March?", "2024-03-01 to 2024-11-27"),
        ("what was I like in 2022", "2022"),
        ("上周我做了什么？", "2024-11-18 to 2024-11-24"),
    ],
)
def test_a_question_gets_a_range(question: str, expected: str) -> None:
    asked = query_range(question, NOW)
    assert asked is not None
    assert describe(asked.start, asked.end) == expected


def test_a_question_without_time_has_no_range() -> None:
    assert query_range("Who is Maribel?", NOW) is None


def test_a_day_without_daylight_saving_is_no_trap() -> None:
    at = datetime(2024, 11, 3, 12, tzinfo=ZoneInfo("America/New_York"))
    (found,) = resolve("yesterday", at)
    assert found.start.isoformat() == "2024-11-02T00:00:00-04:00"


def test_the_ends_of_the_calendar_do_not_break_it() -> None:
    for moment in (datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)):
        resolve("yesterday, next year, 9000 years ago, in 9999 weeks, last summer, on Friday", moment)


def test_a_megabyte_is_read_in_bounded_time() -> None:
    start = time.process_time()
    resolve("yesterday on 3 May " * 55_000, NOW)
    assert time.process_time() - start < 5
