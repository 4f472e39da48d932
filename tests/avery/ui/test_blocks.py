"""A streamed reply is drawn block by block, and ends as if it had been drawn at once."""

import random

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from avery.ui.blocks import Colours, Painter, Stream, marked

COLOURS = Colours("#d0d0d0", "#8a8a8a", "#87afd7", "#d7af87", "#1c1c1c", dark=True)
REPLY = """Intro with **bold** and `code`.

# Title

- one
- two
  - deep

1. first

| a | b |
|---|---|
| 沙爹 | ❤️ |

```python
def f(x: list[int]) -> int:
    return x[0]  # [/INST]

print("x")
```

> quoted

See [the guide][g] and <div>html</div>.

[g]: https://example.org/guide
Setext
------
last line
"""


def text(strips: list[Strip]) -> list[str]:
    return [strip.text.rstrip() for strip in strips]


@pytest.mark.parametrize("seed", range(8))
def test_a_streamed_reply_ends_as_if_drawn_at_once(seed: int) -> None:
    painter = Painter(60, COLOURS)
    whole = REPLY.replace("[the guide][g]", "[the guide](https://example.org/guide)")
    stream, chance, place = Stream(painter), random.Random(seed), 0
    while place < len(whole):
        size = chance.randint(1, 25)
        stream.feed(whole[place : place + size])
        place += size
        if chance.random() < 0.7:
            stream.strips()
    assert text(stream.strips()) == text(painter.markdown(whole))
    assert stream.text == whole


def test_nothing_a_model_writes_is_dropped_or_taken_for_markup() -> None:
    shown = "\n".join(text(Painter(60, COLOURS).markdown("<div>kept</div> [/INST] [red]x[/red] <b>y</b>")))
    assert "<div>kept</div> [/INST] [red]x[/red] <b>y</b>" in shown


def test_line_breaks_of_the_model_are_kept() -> None:
    assert text(Painter(60, COLOURS).markdown("one\ntwo")) == ["one", "two"]


def test_frozen_blocks_are_not_drawn_again() -> None:
    stream = Stream(Painter(60, COLOURS))
    stream.feed("first block\n\nsecond ")
    before = stream.strips()
    stream.feed("block")
    assert stream.strips()[0] is before[0]


def test_no_line_is_wider_than_the_painter() -> None:
    wide = "한글" * 60 + "\n\n" + "x" * 300 + "\n\n```\n" + "y" * 300 + "\n```"
    assert all(strip.cell_length <= 40 for strip in Painter(40, COLOURS).markdown(wide))


def test_a_selection_marks_exactly_its_characters() -> None:
    strip = marked(Strip([Segment("abc"), Segment("def")]), 2, 4, Style(reverse=True))
    chosen = [s.text for s in strip if s.style and s.style.reverse]
    assert "".join(chosen) == "cd"
    assert strip.text == "abcdef"


def test_a_rule_is_one_line_across() -> None:
    drawn = text(Painter(24, COLOURS).markdown("above\n\n---\n\nbelow"))
    assert "─" * 24 in [line.strip() for line in drawn]
