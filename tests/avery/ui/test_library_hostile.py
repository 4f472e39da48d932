"""What the page of the library draws of files that speak to the terminal: signs, and nothing that acts."""

from __future__ import annotations

from datetime import UTC
from pathlib import Path

import pytest

from avery.ui.library import words
from avery.ui.library.tree import Row
from tests.support.homes import NOW
from weave.documents.model import Cue
from weave.library.model import Item, Kind, Reading, Section, Span

BAD = "a\x1b[2J\x1b]0;mine\x07\u202eb\x9b31m\x08[red]c[/red]\r\nd\ud800"
ACTS = {*map(chr, range(32)), *map(chr, range(127, 160)), *"\u202a\u202d\u202e\u2066\u2067", "\ud800"} - {
    "\n"
}
ITEM = Item("0" * 16, BAD, BAD, Kind.DOCUMENT, "PDF", "type sizes", 3, 2, 9, NOW, BAD, (BAD,))
SECTION = Section("0001", BAD, 1, "0000", 1, 1, 9, Cue.MARKUP, None, BAD)
SPAN = Span("0" * 16, BAD, "0001", (BAD, BAD), 1, 1, 0, 9, BAD, 1.0, 0.9, (BAD,))


def reading(section: Section) -> Reading:
    return Reading(ITEM, section, (BAD, BAD), BAD * 3, 1, 0, len(BAD) * 3, False, Path(BAD))


@pytest.mark.parametrize("width", [20, 80])
def test_no_name_title_summary_or_refusal_acts_on_the_screen(width: int) -> None:
    rows = [
        Row("x", 0, BAD, True, False, ITEM),
        Row("y", 1, BAD, False, False, ITEM, SECTION),
    ]
    drawn = [words.row(row, width, marked=marked) for row in rows for marked in (True, False)]
    drawn += [words.hit(SPAN, width, marked=True), words.top(reading(SECTION), UTC), *words.about(ITEM, UTC)]
    one = reading(SECTION)
    drawn += [*words.body(one, (0, len(one.text)), (1, 9)), *words.body(one, (0, len(one.text)), None)]
    for content in drawn:
        assert not ACTS & set(content.plain), content.plain
    assert any("[red]c[/red]" in content.plain for content in drawn), "markup is text"
