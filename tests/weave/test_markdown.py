"""The markdown of the memory: what is written is read back, whatever it holds."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from weave import ids
from weave.errors import NotFound
from weave.markdown import (
    Defaults,
    append_section,
    clean,
    cleaned,
    parse,
    remove_section,
    replace_many,
    replace_section,
    serialise,
)
from weave.model import (
    Change,
    Fact,
    Memory,
    MemoryType,
    Polarity,
    Provenance,
    Source,
    State,
)

MANILA = timezone(timedelta(hours=8))
NOW = datetime(2026, 11, 30, 14, 2, 11, tzinfo=MANILA)
DAY = Defaults(created=NOW)


def memory(text: str = "Peanuts make her airway swell shut.", **changes: object) -> Memory:
    values: dict[str, object] = {
        "id": ids.derived(NOW, 0, text, str(changes.get("title"))),
        "type": MemoryType.SEMANTIC,
        "title": "Maribel's allergy",
        "text": text,
        "state": State.ACTIVE,
        "importance": 0.72,
        "provenance": Provenance.USER,
        "created": NOW,
    }
    return Memory(**(values | changes))  # type: ignore[arg-type]


_PIECES = [
    "## ", "\\## ", "\\\\## x", "##", "```", "````", "~~~", "\\```", "   ~~~~", "```py", "<!-- weave id=1 -->",
    "-->", "<!--", "\n", "\n\n", "\r\n", "\r", " ", "\t", "\\", '"', "a", "é", "梅干し", "🇱🇻", "\0", "\ud800",
    "\u2028", "\x85", "\ufeff", "---", "# h", "|", "\\p", ",", "=",
]  # fmt: skip
nasty = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=4)), max_size=14).map("".join)
anything = st.one_of(nasty, st.text(max_size=60))
moments = st.datetimes(
    min_value=datetime(1900, 1, 2), max_value=datetime(2200, 1, 1), timezones=st.sampled_from([UTC, MANILA])
)
ulids = st.integers(0, 2**40).map(lambda n: ids.derived(NOW, n % 1000, str(n)))
units = st.floats(0, 1)
facts = st.builds(
    Fact,
    id=ulids,
    subject=anything,
    predicate=anything,
    object=anything,
    polarity=st.sampled_from(Polarity),
    state=st.sampled_from(State),
    valid_from=st.none() | moments,
    valid_to=st.none() | moments,
    provenance=st.sampled_from(Provenance),
    importance=units,
    superseded_by=st.none() | ulids,
    single_valued=st.booleans(),
    change=st.sampled_from(Change),
)
memories = st.builds(
    Memory,
    id=ulids,
    type=st.sampled_from(MemoryType),
    title=anything,
    text=anything,
    state=st.sampled_from(State),
    importance=units,
    provenance=st.sampled_from(Provenance),
    created=moments,
    scope=st.sampled_from(["global", "task:shed-7f"]),
    importance_raw=st.none() | units,
    occurred=st.none() | moments,
    accessed=st.none() | moments,
    access_count=st.integers(0, 10**6),
    source=st.builds(
        Source,
        conversation=st.none() | anything.filter(lambda t: clean(t) != ""),
        turns=st.lists(anything, max_size=3).map(tuple),
        file=st.none() | anything.filter(lambda t: clean(t) != ""),
    ),
    derived_from=st.lists(ulids, max_size=3).map(tuple),
    superseded_by=st.none() | ulids,
    pinned=st.booleans(),
    private=st.booleans(),
    facts=st.lists(facts, max_size=2).map(tuple),
    extra=st.lists(st.tuples(st.sampled_from(["mood", "x-1"]), anything), max_size=2).map(tuple),
)


@settings(max_examples=300, deadline=None)
@given(memories)
def test_what_is_written_is_read_back(one: Memory) -> None:
    document = parse(serialise(one), DAY)
    assert [s.memory for s in document.sections] == [cleaned(one)]
    assert document.problems == ()


@settings(max_examples=300, deadline=None)
@given(st.lists(anything, min_size=2, max_size=4))
@example(["```", "```\n```", "a"])
@example(["```\n## x\n<!-- weave id=1 -->\n```", "~~~", "b"])
def test_no_text_reaches_into_its_neighbours(texts: list[str]) -> None:
    stored = [memory(text, title=f"t{n}", id=ids.derived(NOW, n)) for n, text in enumerate(texts)]
    data = append_section(b"", *stored)
    document = parse(data, DAY)
    assert [s.memory for s in document.sections] == [cleaned(m) for m in stored]
    assert b"".join(s.raw for s in document.sections) == data


@settings(max_examples=200, deadline=None)
@given(
    st.binary(max_size=200),
    st.sampled_from([b"", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0"]),
)
def test_every_byte_lies_somewhere(body: bytes, mark: bytes) -> None:
    data = mark + body
    document = parse(data)
    sections = b"".join(s.raw for s in document.sections if not s.note)
    assert document.preamble + sections + document.tail == data
    assert all(data[s.span.start : s.span.end] == s.raw for s in document.sections)


@settings(max_examples=200, deadline=None)
@given(nasty, nasty, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]))
def test_an_edit_leaves_every_other_byte_alone(before: str, text: str, encoding: str) -> None:
    first = clean(before).encode(encoding)
    data = append_section(
        first, memory("old", id=ids.derived(NOW, 1)), memory("last", id=ids.derived(NOW, 2))
    )
    edited = replace_section(data, memory(text, id=ids.derived(NOW, 1)))
    found = parse(edited, DAY).section(ids.derived(NOW, 1))
    assert found is not None and found.text == clean(text)
    start = parse(data).section(ids.derived(NOW, 1)).span.start  # type: ignore[union-attr]
    last = parse(data).section(ids.derived(NOW, 2)).raw  # type: ignore[union-attr]
    assert edited[:start] == data[:start] and edited.endswith(last)
    left, removed = remove_section(edited, {ids.derived(NOW, 1)})
    assert left == data[:start] + last and len(removed) == 1


def test_the_section_looks_as_the_design_shows_it() -> None:
    one = memory(id="01JDYQ3V5W8Z1N6T2K4R7M9XAB", text="My sister Maribel carries an injector.")
    assert serialise(one).decode() == (
        "## Maribel's allergy\n"
        "<!-- weave id=01JDYQ3V5W8Z1N6T2K4R7M9XAB type=semantic state=active importance=0.72"
        " provenance=user created=2026-11-30T14:02:11+08:00 -->\n"
        "My sister Maribel carries an injector.\n\n"
    )


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("## a heading", "\\## a heading"),
        ("\\## escaped", "\\\\## escaped"),
        ("```", "\\```"),
        ("### deeper", "### deeper"),
        ("```\n## held\n```", "```\n## held\n```"),
        ("~~~~\n```\n## held\n~~~~", "~~~~\n```\n## held\n~~~~"),
        ("```sh\n\tmake <all>\n```", "```sh\n\tmake <all>\n```"),
    ],
)
def test_only_what_could_begin_a_section_is_escaped(line: str, written: str) -> None:
    body = serialise(memory(line)).decode().split("-->\n", 1)[1]
    assert body == written + "\n\n"


def test_huge_texts_full_of_open_fences_are_written_in_no_time() -> None:
    text = "\n".join(["````x", "## y"] * 50_000 + ["```"])
    started = time.process_time()
    one = memory(text)
    assert parse(serialise(one), DAY).sections[0].text == text
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("\n \n  a\n\n b  \n \n", "  a\n\n b  "),
        ("a\0b\ud800\r\nc\rd", "ab\ufffd\nc\nd"),
        (" \t\n ", ""),
        ("  ", ""),
        ("  x", "  x"),
        ("\n" * 300_000 + "x" + "\n" * 300_000 + "y" + " " * 300_000, "x" + "\n" * 300_000 + "y" + " " * 300_000),
    ],
)  # fmt: skip
def test_what_cannot_be_stored_is_cleaned_away(text: str, stored: str) -> None:
    assert clean(text) == stored == clean(stored)


def test_sections_that_are_not_asked_for_are_passed_over_and_the_others_are_the_same() -> None:
    made = [memory(f"Jar {number} is full.\n\n```\n## no heading\n```") for number in range(6)]
    data = append_section(b"A note.\n", *made)
    whole = parse(data)
    wanted = {made[1].id, made[4].id}
    found = parse(data, only=wanted)
    assert [s for s in found.sections if s.id] == [s for s in whole.sections if s.id in wanted]
    changed = [replace(made[4], text="Empty."), replace(made[1], text="Half full.")]
    one_by_one = replace_section(replace_section(data, changed[0]), changed[1])
    assert replace_many(data, changed) == one_by_one
    with pytest.raises(NotFound):
        replace_many(data, [memory("Somewhere else.")])
