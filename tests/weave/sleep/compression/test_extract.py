"""A summary without a model: nothing lost, nothing doubled, shorter; and the layout that a month is built from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from tests.bench.year.generator import generate
from tests.support.memories import memory
from tests.support.summaries import TABLE
from weave import ids
from weave.model import Fact, Memory, MemoryType, Provenance, Role, Source, State, Turn
from weave.periods import named, week_of
from weave.scribe.importance import is_trivial
from weave.scribe.rules import episode
from weave.sleep.compression.checker import ground_of, lost
from weave.sleep.compression.extract import extract
from weave.sleep.compression.layout import Summary, key_details, prose_of
from weave.sleep.compression.making import PART, portions, summary_memory
from weave.sleep.compression.months import PROSE, month
from weave.sleep.compression.originals import originals
from weave.sleep.compression.stating import statements

MONDAY = datetime(2026, 9, 28, 9, tzinfo=UTC)
WEEK = week_of(MONDAY, UTC)


def said(*texts: str, day: int = 0, **others: object) -> list[Memory]:
    made = [
        replace(memory(text), type=MemoryType.EPISODIC, created=MONDAY + timedelta(days=day, minutes=n))
        for n, text in enumerate(texts)
    ]
    return [replace(one, **others) for one in made]  # type: ignore[arg-type]


@cache
def weeks_of_the_year(count: int) -> list[list[Memory]]:
    """The first weeks of the simulated year as the Scribe encodes them by rule."""
    found: dict[str, list[Memory]] = {}
    for one in generate(1).turns:
        turn = Turn(
            one.id, Role(one.role), one.speaker, one.text, datetime.fromisoformat(one.time), one.session
        )
        if is_trivial(turn.text):
            continue
        draft = episode(turn)
        name = week_of(turn.time, UTC).name
        if name not in found and len(found) == count:
            break
        found.setdefault(name, []).append(
            Memory(
                id=ids.derived(turn.time, 0, turn.id),
                type=MemoryType.EPISODIC,
                title=draft.title,
                text=draft.text,
                state=State.ACTIVE,
                importance=draft.importance,
                provenance=draft.provenance,
                created=turn.time,
                source=Source(one.session, (turn.id,)),
            )
        )
    return list(found.values())


def lacking(memories: Sequence[Memory], text: str) -> list[str]:
    source = originals(memories, UTC)
    ground = ground_of(text, max(m.created for m in memories), source.lowered)
    return [loss.sentence for loss in lost((one.line for one in source.said), ground)]


def test_no_detail_of_the_originals_is_lost_in_any_language() -> None:
    memories = said(*(row.original for row in TABLE))
    assert lacking(memories, extract(originals(memories, UTC)).text) == []


def test_weeks_of_daily_use_lose_no_detail_and_get_shorter() -> None:
    before = after = 0
    for memories in weeks_of_the_year(2):
        summary = extract(originals(memories, UTC))
        assert lacking(memories, summary.text) == []
        before += sum(len(one.text) for one in memories)
        after += len(summary.text)
    assert after < 0.65 * before


def test_what_says_the_same_again_is_told_once_with_its_other_days() -> None:
    memories = [
        *said("Had coffee with Sarah."),
        *said("had coffee with Sarah", day=2),
        *said("Had coffee with Sarah!", day=4),
    ]
    summary = extract(originals(memories, UTC))
    assert summary.details == ("2026-09-28: Had coffee with Sarah. [also 2026-09-30, 2026-10-02]",)


def test_each_line_has_its_day_and_a_relative_date_its_meaning() -> None:
    summary = extract(originals(said("Jun called yesterday about the boat."), UTC))
    assert summary.details == ("2026-09-28: Jun called yesterday [2026-09-27] about the boat.",)


def test_small_talk_and_the_assistants_remarks_go() -> None:
    told = said("Mira: Nordkabel comes on 24 October.", source=Source("c", ("t",)))
    talk = said(
        "Avery: That sounds good, shall I note it?", provenance=Provenance.AGENT, source=Source("c", ("u",))
    )
    summary = extract(originals([*told, *talk], UTC))
    assert "Nordkabel" in summary.text and "sounds good" not in summary.text


def test_key_details_are_read_back_and_prose_cannot_pass_for_them() -> None:
    summary = Summary(("A week.",), ("2026-09-28: one\ntwo", "2026-09-29: three"), "x")
    assert key_details(summary.text) == ["2026-09-28: one two", "2026-09-29: three"]
    assert prose_of(summary.text) == "A week."
    assert key_details("A person took the heading out.\nAnd wrote this.") == [
        "A person took the heading out.",
        "And wrote this.",
    ]


def test_a_month_holds_every_detail_of_its_weeks_and_none_of_their_prose() -> None:
    made = []
    for week in weeks_of_the_year(2):
        period = week_of(week[0].created, UTC)
        made.append(summary_memory(period, extract(originals(week, UTC)), week, "a"))
    told = month(made, UTC)
    assert told.prose == ()
    for one in made:
        assert lacking([replace(one, text="\n".join(key_details(one.text)))], told.text) == []
    assert len(told.text) < sum(len(one.text) for one in made)


def test_a_detail_that_stands_only_in_a_weeks_prose_goes_into_the_month() -> None:
    text = Summary(
        ("Mira met Okafor on 2026-09-29.", "It was a fine week."), ("2026-09-28: Jun called.",)
    ).text
    weeks = [summary_memory(WEEK, Summary((), ("x",)), said("x"), "a")]
    told = month([replace(weeks[0], text=text)], UTC)
    assert told.details == ("2026-09-28: Jun called.", "2026-W40: Mira met Okafor on 2026-09-29.")


def test_trust_importance_and_accesses_of_a_summary_follow_from_its_sources() -> None:
    one = said("Jun called.", importance=0.4, access_count=2, accessed=MONDAY + timedelta(days=9))
    two = said("Tao sang.", day=2, importance=0.6, provenance=Provenance.INFERRED, importance_raw=0.9)
    made = summary_memory(WEEK, Summary((), ("x",)), [*one, *two], "documents/archive/weekly/2026-W40.md")
    assert (made.importance, made.importance_raw, made.provenance) == (0.6, 0.9, Provenance.INFERRED)
    assert (made.access_count, made.accessed) == (2, MONDAY + timedelta(days=9))
    assert made.created == two[0].created and made.state is State.ACTIVE
    assert made.derived_from == (one[0].id, two[0].id)
    assert made.source.file == "documents/archive/weekly/2026-W40.md"
    again = summary_memory(WEEK, Summary((), ("other words",)), [*two, *one], "b")
    assert again.id == made.id, "the same sources always give the same id"


def test_a_busy_week_becomes_several_summaries_of_about_one_length() -> None:
    memories = said(*(f"Jun counted {n} herons at the weir today." * 4 for n in range(300)))
    runs = portions(memories)
    assert [one for run in runs for one in run] == memories
    assert len(runs) > 1 and max(sum(len(m.text) for m in run) for run in runs) < PART * 1.1


def test_a_fact_goes_on_under_its_id_in_the_sentence_that_states_it() -> None:
    long = "It rained all day. " * 20 + "I live in Ghent."
    fact = Fact("01J00000000000000000000000", "user", "home_city", "Ghent")
    [original] = said(long)
    [stated] = statements([replace(original, facts=(fact,))])
    assert (stated.type, stated.text) == (MemoryType.SEMANTIC, "I live in Ghent.")
    assert [one.id for one in stated.facts] == [fact.id] and stated.facts[0].memories == (stated.id,)
    assert stated.derived_from == (original.id,) and stated.created == original.created
    assert named("2026-W40") == WEEK


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Sunday late: we decided against the tent.", "Sunday late: we decided against the tent."),
        ("Sunday morning we met Tao.", "Sunday morning we met Tao."),
        ("Am Sonntag gehen wir zu Tao.", "Am Sonntag gehen wir zu Tao."),
        ("Monday late: we decided against the tent.", "Monday late: we decided against the tent."),
        ("Tuesday Tao came.", "Tuesday [2026-10-20] Tao came."),
        ("On Friday we will meet Tao.", "On Friday [2026-10-30] we will meet Tao."),
        ("Next Sunday we meet Tao.", "Next Sunday [2026-11-01] we meet Tao."),
        ("Yesterday we met Tao.", "Yesterday [2026-10-24] we met Tao."),
    ],
)
def test_a_weekday_gets_a_date_only_where_it_is_known(sentence: str, told: str) -> None:
    [line] = extract(originals(said(sentence, day=27), UTC)).details
    assert line == f"2026-10-25: {told}"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("ไปกินข้าวกับสมชายที่ร้านเจ๊ไฝ", ("สมชาย", "เจ๊ไฝ")),
        ("ไปกินข้าวกับสมชายที่ร้านเจ๊ไฝ จ่าย 1,200 บาท", ("สมชาย", "เจ๊ไฝ", "1,200 บาท")),
        ("เมื่อวานฝนตกหนักมากเลยนอนอยู่บ้าน", ("ฝนตก",)),
        ("민수와 부산에서 저녁을 먹었다.", ("민수", "부산")),
        ("저녁은 지영이 만들었다. 1,200원 들었다.", ("지영이", "1,200원")),
        ("تعشيت مع سمير في المطعم القديم", ("سمير", "المطعم القديم")),
        ("טיילנו אתמול לאורך הנחל הישן", ("הנחל",)),
        ("昨天和小明去爬山。", ("小明", "爬山")),
        ("प्रिया के साथ खाना खाया", ("प्रिया",)),
        ("had dinner with priya near the old mill", ("priya", "mill")),
        ("met arjun and his parrot at the gym", ("arjun", "gym")),
        ("the heron by the weir built another nest this spring", ("heron", "weir")),
    ],
)
def test_who_and_where_survive_into_the_month_in_any_script_and_without_capitals(
    text: str, told: tuple[str, ...]
) -> None:
    week = [*said("Jun paid 12 euros for the boat ride."), *said(text, day=1)]
    made = summary_memory(WEEK, extract(originals(week, UTC)), week, "a")
    after = month([made], UTC).text
    assert [word for word in told if word not in after] == []


def test_prose_goes_into_the_month_within_bounds_and_without_what_a_key_detail_says() -> None:
    prose = " ".join(f"The {word} gate sang to {word}ers beside a {word}let." for word in SOUNDS)
    text = Summary(
        (f"Jun took the boat over. {prose}",), ("2026-09-28: Jun took the boat over to Tao.",)
    ).text
    [week] = [summary_memory(WEEK, Summary((), ("x",)), said("x"), "a")]
    told = month([replace(week, text=text)], UTC)
    assert 400 < len(told.text) < PROSE + 600 and told.text.count("boat") == 1


SOUNDS = [f"{a}{b}ick" for a in "bdfgklm" for b in ("ra", "lo", "tu", "ve", "sni", "ho")]
