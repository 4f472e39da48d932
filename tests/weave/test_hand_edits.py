"""Files that people and other programs wrote: all of it is read, none of it is lost."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from weave.markdown import Defaults, append_section, parse, remove_section, replace_section, replace_sections
from weave.model import Memory, MemoryType, Provenance, State

ID = "01JDYQ3V5W8Z1N6T2K4R7M9XAB"
OTHER = "01JDYQ3V5W8Z1N6T2K4R7M9XAC"
COMMENT = f"<!-- weave id={ID} type=semantic state=active importance=0.7 provenance=user created=2026-11-30T14:02:11+08:00 -->"
NOTE = '---\ntitle: Garden plan\ntags: [beans, "early peas"]\n---\n\nSow beans in May.\n\nWater daily.\n'
GARDEN = Defaults(name="garden")


def one(data: bytes | str, defaults: Defaults = GARDEN) -> Memory:
    raw = data.encode() if isinstance(data, str) else data
    sections = parse(raw, defaults).sections
    assert len(sections) == 1
    return sections[0].memory


CASE_49 = {
    "utf-8": NOTE.encode(),
    "bom-crlf": b"\xef\xbb\xbf" + NOTE.replace("\n", "\r\n").encode(),
    "utf-16-le": b"\xff\xfe" + NOTE.encode("utf-16-le"),
    "utf-16-be": b"\xfe\xff" + NOTE.replace("\n", "\r\n").encode("utf-16-be"),
    "old-mac": NOTE.replace("\n", "\r").encode(),
}


@pytest.mark.parametrize("form", CASE_49)
def test_case_49_a_note_says_the_same_in_every_encoding(form: str) -> None:
    note = one(CASE_49[form])
    assert note.title == "Garden plan"
    assert dict(note.extra)["tags"] == "beans, early peas"
    assert note.text == "Sow beans in May.\n\nWater daily."


def test_case_49_unclosed_front_matter_is_text_and_is_reported() -> None:
    document = parse(NOTE.replace("---\n\nSow", "\nSow").encode(), GARDEN)
    note = document.sections[0].memory
    assert "Garden plan" in note.text and "Sow beans" in note.text and "early peas" in note.text
    assert note.title == "garden" and len(document.problems) == 1 and "---" in document.problems[0]


@pytest.mark.parametrize("form", CASE_49)
def test_case_49_an_edit_keeps_mark_front_matter_and_line_ends(form: str) -> None:
    data = CASE_49[form]
    section = parse(data, GARDEN).sections[0]
    adopted = replace_sections(data, {section.span.start: (section.id, replace(section.memory, id=ID))})
    again = parse(adopted, GARDEN).sections[0]
    assert again.memory == replace(section.memory, id=ID)
    assert adopted.startswith(data[: section.span.start]) and adopted.endswith(section.raw)
    changed = replace_section(adopted, replace(again.memory, title="Plot", text="Sow\npeas."))
    final = parse(changed, GARDEN)
    assert (final.sections[0].title, final.sections[0].text) == ("Plot", "Sow\npeas.")
    text = changed.decode("utf-16") if form.startswith("utf-16") else changed.decode("utf-8-sig")
    assert set(re.findall(r"\r\n|\r|\n", text)) == {final.charset.newline}
    assert (
        "title: Garden plan" in text and dict(final.sections[0].memory.extra)["tags"] == "beans, early peas"
    )


@pytest.mark.parametrize(
    ("text", "title", "body"),
    [
        ("# Beans\n\nSow in May.\n", "Beans", "Sow in May."),
        ("Sow in May.\n", "garden", "Sow in May."),
        ("Intro\n\n# Beans\nSow\n", "Beans", "Intro\n\n# Beans\nSow"),
        ("---\nauthor: Ana\n---\n# Beans\nSow\n", "Beans", "Sow"),
        ("---\n\nA line above is a rule.\n", "garden", "---\n\nA line above is a rule."),
        ("### Deep\ntext", "garden", "### Deep\ntext"),
    ],
)
def test_a_file_without_sections_is_one_note(text: str, title: str, body: str) -> None:
    note = one(text)
    assert (note.id, note.title, note.text) == ("", title, body)
    assert note.pinned and note.provenance is Provenance.USER


@pytest.mark.parametrize("text", ["", "\n\n", "# 2026-11-30\n", "\ufeff", "---\ntitle: x\n---\n"])
def test_what_says_nothing_is_no_memory(text: str) -> None:
    assert parse(text.encode()).sections == ()


def test_words_before_the_first_section_are_a_note_of_their_own() -> None:
    first, second = parse(f"# Day\nBought seeds.\n\n## Beans\n{COMMENT}\nSow.\n".encode(), GARDEN).sections
    assert (first.note, first.title, first.text, first.id) == (True, "Day", "Bought seeds.", "")
    assert (second.title, second.text, second.id) == ("Beans", "Sow.", ID)


def test_a_section_without_a_comment_waits_for_adoption() -> None:
    data = f"## Known\n{COMMENT}\na\n\n## By hand\nPeas, too.  \n\n\n## Last".encode()
    document = parse(data, Defaults(created=datetime(2026, 11, 30, tzinfo=UTC)))
    hand, last = document.sections[1:]
    assert (hand.id, hand.title, hand.text, hand.memory.pinned) == ("", "By hand", "Peas, too.  ", True)
    assert (last.title, last.text) == ("Last", "")
    adopted = replace_sections(data, {hand.span.start: (hand.id, replace(hand.memory, id=OTHER))})
    assert b"## By hand\n<!-- weave id=" + OTHER.encode() in adopted
    assert re.sub(rb"<!-- weave id=\w+XAC[^\n]*-->\n", b"", adopted) == data


@pytest.mark.parametrize(
    ("comment", "identifier", "fault"),
    [
        (COMMENT[:-4], ID, "not closed"),
        (COMMENT.replace("0.7", "seven"), ID, "importance"),
        (COMMENT.replace("0.7", "7"), ID, "importance"),
        (COMMENT.replace("0.7", "nan"), ID, "importance"),
        (COMMENT.replace("semantic", "sematic"), ID, "type"),
        (COMMENT.replace("2026-11-30T", "yesterday"), ID, "created"),
        (COMMENT.replace("state=active", 'state="active'), ID, "state"),
        (COMMENT.replace("state=active", "active"), ID, "'active'"),
        (COMMENT.replace(ID, "nobody"), "", "id"),
        (f"<!-- weave id={ID} fact=a|b -->", ID, "fact"),
        ("<!-- weave", "", "not closed"),
    ],
)
def test_damaged_metadata_costs_nothing_and_is_reported(comment: str, identifier: str, fault: str) -> None:
    data = f"## Beans\n{comment}\nSow in May.\n\n## Next\n{COMMENT.replace(ID, OTHER)}\nb\n".encode()
    document = parse(data)
    section, following = document.sections
    assert section.id == identifier and section.title == "Beans" and section.text.endswith("Sow in May.")
    assert following.memory.text == "b"
    assert section.problem is not None and fault in section.problem and section.problem.endswith(".")
    rewritten = replace_sections(data, {section.span.start: (section.id, replace(section.memory, id=ID))})
    assert parse(rewritten).sections[0].id == ID
    assert rewritten.endswith(following.raw) and b"Sow in May." in rewritten
    for word in ("seven", "sematic", "nobody", "yesterday"):
        assert (word in comment) == (word.encode() in rewritten)


def test_unknown_keys_and_a_comment_moved_by_a_formatter_are_kept() -> None:
    data = f'## Beans\n\n{COMMENT[:-4]}\n  mood="quite \\"good\\"" x=1 -->\n\nSow.\n'.encode()
    memory = one(data)
    assert (
        memory.id == ID and memory.extra == (("mood", 'quite "good"'), ("x", "1")) and memory.text == "Sow."
    )
    assert one(replace_section(data, replace(memory, importance=0.1))).extra == memory.extra


def test_bytes_that_are_no_utf8_are_read_and_kept() -> None:
    data = b"## Caf\xe9\n" + COMMENT.encode() + b"\n\x80 5, na\xefve, \xff\n\nok\n"
    memory = one(data)
    assert (memory.title, memory.text) == ("Café", "€ 5, naïve, ÿ\n\nok")
    assert replace_section(data, replace(memory, importance=0.9)) == data.replace(b"0.7", b"0.9")


def test_doubled_ids_are_told() -> None:
    document = parse(f"## a\n{COMMENT}\n1\n\n## a\n{COMMENT}\n2\n".encode())
    assert document.duplicates == (ID,) and [s.text for s in document.sections] == ["1", "2"]


@pytest.mark.parametrize("fence", ["```", "~~~", "`````"])
def test_a_fence_left_open_by_hand_does_not_swallow_the_next_memory(fence: str) -> None:
    data = f"## Open\n{COMMENT}\n{fence}\ncode\n\n## Next\n{COMMENT.replace(ID, OTHER)}\n```py\nx\n```\n"
    assert [s.id for s in parse(data.encode()).sections] == [ID, OTHER]


def test_a_fence_holds_a_quoted_section() -> None:
    data = f"## Format\n{COMMENT}\n```\n## Quoted\n{COMMENT.replace(ID, OTHER)}\ntext\n```\n\n## After\n"
    first, last = parse(data.encode()).sections
    assert "## Quoted" in first.text and last.title == "After"


def test_a_section_is_appended_to_half_a_character() -> None:
    data = b"\xff\xfe" + "Notes\n".encode("utf-16-le") + b"\x41"
    memory = Memory(
        ID,
        MemoryType.SEMANTIC,
        "t",
        "x",
        State.ACTIVE,
        0.5,
        Provenance.USER,
        datetime(2026, 1, 1, tzinfo=UTC),
    )
    appended = append_section(data, memory)
    assert appended.startswith(data) and parse(appended).section(ID) is not None
    assert parse(appended).section(ID).memory == memory  # type: ignore[union-attr]


def test_a_removed_section_takes_nothing_else_with_it() -> None:
    before, after = "# Day\nnote\n\n", f"## Next\n{COMMENT.replace(ID, OTHER)}\nb"
    data = f"{before}## Beans\n{COMMENT}\nSow.\n\n{after}".encode()
    left, removed = remove_section(data, {ID})
    assert left.decode() == before + after and removed[0].decode().startswith("## Beans")
