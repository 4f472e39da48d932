"""Field case 118 through the library: files called what no system takes get legal names, and lose not a byte."""

from __future__ import annotations

from pathlib import Path

from tests.support.homes import shelved
from weave.documents.naming import titled

FENCE = "```bash\nmake <all>\n\tmake <all>  # tab\n```\n"
GIVEN = [
    "Why? C:\\temp\\aux: plan",
    "CON",
    "con.txt",
    "aux .txt",
    "..",
    "本" * 80,
    "dot.",
    "-dash",
    "🦜🦜",
    "NUL ",
    "~$lock?",
    'a "quoted" <tag> | pipe*',
    "\u202etxt.exe",
    "line\nbreak",
    "why? c:\\TEMP\\AUX: plan",
]
"""Names of files that Linux takes, and others do not."""


async def test_case_118_no_file_that_is_added_is_lost_or_changed_whatever_it_is_called(
    tmp_path: Path,
) -> None:
    given: dict[str, Path] = {}
    for number, title in enumerate(GIVEN):
        given[title] = tmp_path / "given" / f"{title}.md"
        given[title].parent.mkdir(exist_ok=True)
        given[title].write_bytes(titled(title, f"Save it as {number}:\n\n{FENCE}").encode())
    async with shelved(tmp_path / "home") as weave:
        added = await weave.library.add(list(given.values()))
        assert (added.refused, len(added.items)) == ((), len(GIVEN))
        names = [Path(item.file).name for item in added.items]
        assert len({name.casefold() for name in names}) == len(GIVEN), "no system takes one for another"
        kept = {(weave.home / item.file).read_bytes(): item for item in added.items}
        for title, path in given.items():
            item = kept[path.read_bytes()]
            assert Path(item.file).parent == Path("documents")
            assert (weave.home / item.file).resolve().is_relative_to(weave.home.resolve() / "documents")
            name = Path(item.file).name
            assert len(name.encode()) <= 255 and name.endswith(".md")
            assert not set(name) & set('<>:"/\\|?*\n\u202e') and name[0] not in "-.~ "
            assert name.split(".")[0].rstrip().upper() not in {"CON", "AUX", "NUL"}
            assert not name.removesuffix(".md").endswith((".", " "))
            shown = " ".join(title.replace("\u202e", "").split())
            assert item.title == (shown or "untitled"), (
                "the title is that of the header, whatever the file is called"
            )
            text = (await weave.library.read(item.id)).text
            assert FENCE in text
