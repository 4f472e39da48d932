"""What was taken out of a file returns to its place in it, byte for byte, whatever was done to the file meanwhile."""

from __future__ import annotations

import random
from pathlib import Path

from tests.support.memories import memory
from weave import markdown
from weave.backends.physical import PhysicalMemory
from weave.clock import UTC
from weave.markdown import by_hand, layout_of, put_back, remove_section, without_joint
from weave.model import Memory
from weave.sleep.places import Places, erase


def written(count: int, seed: int) -> tuple[bytes, list[Memory]]:
    """A day's file; some sections were formatted by hand."""
    draw = random.Random(seed)
    data, made = b"", []
    for number in range(count):
        one = memory(f"Number {number} 一二.", title=f"Title {number}")
        piece = markdown.serialise(one)
        if draw.random() < 0.4:
            piece = piece.replace(b"## ", b"##   ", 1).rstrip(b"\n") + b"\n" * draw.choice((1, 2, 4))
        data, made = data + piece, [*made, one]
    return data.rstrip(b"\n") + b"\n" * draw.choice((0, 1, 2)), made


def read(data: bytes, ids: set[str]) -> list[Memory]:
    return [one.memory for one in markdown.parse(data).sections if one.id in ids]


def test_whatever_is_taken_out_in_whatever_portions_comes_back_to_the_byte() -> None:
    for seed in range(40):
        draw = random.Random(seed)
        data, made = written(draw.randrange(1, 9), seed)
        ids = {one.id for one in draw.sample(made, draw.randrange(1, len(made) + 1))}
        layout = layout_of(data)
        raw = by_hand(data, ids)
        assert raw == by_hand(
            data, ids, {section.id: section.memory for section in markdown.parse(data).sections}
        )
        layout = markdown.Layout(layout.order, layout.tail, raw)
        gone = read(data, ids)
        left, _ = remove_section(data, ids)
        draw.shuffle(gone)
        half = len(gone) // 2
        back = put_back(put_back(left, gone[:half], layout), gone[half:], layout)
        assert back == data, seed
        assert put_back(back, gone, layout) == back


def test_what_came_since_stays_and_parts_nothing() -> None:
    data, made = written(4, 3)
    layout, gone = layout_of(data), read(data, {made[1].id})
    left, _ = remove_section(data, {made[1].id})
    added = markdown.append_section(left, memory("Said since.", title="Since"))
    back = markdown.parse(put_back(added, gone, layout))
    assert [one.title for one in back.sections] == ["Title 0", "Title 1", "Title 2", "Title 3", "Since"]


def test_what_was_added_and_went_again_leaves_no_blank_line_behind() -> None:
    for tail in (b"", b"\n", b"\n\n", b"\r\n"):
        data = b"## By hand\nA word." + tail
        new = memory("Concluded.")
        left, _ = remove_section(markdown.append_section(data, new), {new.id})
        assert without_joint(left, layout_of(data)) == data
    assert without_joint(b"## By hand\nA word, and another.\n", layout_of(data)).endswith(b"another.\n")


def test_a_purge_takes_words_and_ids_out_of_the_places(tmp_path: Path) -> None:
    data, made = written(6, 1)
    (tmp_path / "memories").mkdir()
    (tmp_path / "memories" / "x.md").write_bytes(data)
    (tmp_path / "sleep").mkdir()
    places = Places(tmp_path / "sleep", "0001-2026-11-30")
    ids = [one.id for one in made]
    places.note(PhysicalMemory(tmp_path, UTC), ["memories/x.md"], dict.fromkeys(ids, "memories/x.md"), set())
    raw = places.all()["memories/x.md"].raw
    assert raw, "some were formatted by hand"
    erase(tmp_path, [next(iter(raw))], lambda text: False)
    found = places.all()["memories/x.md"]
    assert found.order == tuple(one for one in ids if one != next(iter(raw)))
    assert found.raw.keys() == raw.keys() - {next(iter(raw))}
    erase(tmp_path, [], lambda text: True)
    assert not places.all()["memories/x.md"].raw
