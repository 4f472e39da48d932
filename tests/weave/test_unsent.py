"""What a program left unsent is no hiding place for what was purged."""

import json
from pathlib import Path

from tests.support.homes import bare
from weave import unsent

SECRET = "My cousin Xanthippe hides the key under pot zebra-9."
OTHER = "The heron nests by the weir."


async def test_purge_takes_its_words_out_of_what_waits_unsent(tmp_path: Path) -> None:
    folder = tmp_path / "unsent"
    folder.mkdir()
    lines = [json.dumps({"text": text, "at": "2026-11-30T14:02:11+00:00"}) for text in (SECRET, OTHER)]
    (folder / "4194999-a.jsonl").write_text("\n".join(lines) + "\n")
    (folder / "4194999-b.jsonl").write_text(lines[0] + "\n")
    async with bare(tmp_path) as weave:
        memory = await weave.remember(SECRET)
        await weave.forget([memory.id], purge=True)
    assert [path.name for path in folder.iterdir()] == ["4194999-a.jsonl"]
    assert (folder / "4194999-a.jsonl").read_text() == lines[1] + "\n"


def test_a_half_written_line_is_looked_into_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "unsent"
    folder.mkdir()
    (folder / "1-a.jsonl").write_text('{"text": "pot zebra-9 und')
    assert unsent.erase(tmp_path, lambda text: "zebra-9" in text) == 1
    assert list(folder.iterdir()) == []
