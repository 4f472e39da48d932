"""Physical Memory finds words in every script, exactly and at once, with the real rg and without it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from weave import ids
from weave.backends.physical import PhysicalMemory
from weave.model import Memory, MemoryType, Provenance, State
from weave.ports import Query
from weave.rg import find_rg

NOW = datetime(2026, 11, 30, 14, tzinfo=UTC)
Fill = Callable[..., PhysicalMemory]


def memory(order: int, text: str, title: str = "Note", scope: str = "global") -> Memory:
    return Memory(
        ids.derived(NOW, order), MemoryType.SEMANTIC, title, text, State.ACTIVE, 0.5, Provenance.USER, NOW, scope
    )  # fmt: skip


@pytest.fixture(params=["rg", "python"])
def fill(tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fill]:
    """Writes texts and gives the memory that searches them; once with rg, once on a PATH without it."""
    if request.param == "python":
        monkeypatch.setenv("PATH", str(tmp_path))
        monkeypatch.setattr("sysconfig.get_path", lambda *_: str(tmp_path))
    find_rg.cache_clear()
    assert (find_rg() is not None) == (request.param == "rg")

    def filled(*texts: str) -> PhysicalMemory:
        physical = PhysicalMemory(tmp_path, UTC)
        physical.append([memory(n, text) for n, text in enumerate(texts)])
        return physical

    yield filled
    monkeypatch.undo()
    find_rg.cache_clear()


def found(physical: PhysicalMemory, text: str, *scopes: str) -> list[int]:
    """Places (in the order of writing) of what a question finds, best first."""
    order = {ids.derived(NOW, n): n for n in range(50)}
    return [order[hit.id] for hit in physical.search(Query(text, NOW, scopes or ("global",)))]


def test_case_28_words_of_scripts_without_spaces_are_found(fill: Fill) -> None:
    physical = fill(
        "昨日、叔母と梅干しを漬けた。", "어제 고구마를 구웠다.", "下周二去补牙。", "NAS备份脚本在抽屉里",
        "ฉันชอบกินมะม่วง", "犬が好きです。",
    )  # fmt: skip
    for question, place in [
        ("梅干し", 0), ("고구마", 1), ("补牙", 2), ("备份", 3), ("NAS 备份", 3), ("nas", 3), ("มะม่วง", 4), ("犬", 5),
    ]:  # fmt: skip
        assert found(physical, question)[:1] == [place], question


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Un éclair au café", "eclair"),
        ("Un eclair au cafe", "éclair"),
        ("Un e\u0301clair", "éclair"),
        ("MY RÉSUMÉ", "resume"),
        ("Die Straße", "strasse"),
        ("Đà Nẵng", "da nang"),
        ("łódź", "lodz"),
        ("Œuvre", "oeuvre"),
        ("ＮＡＳ on the shelf", "nas"),
        ("Она купила книги", "книга"),
        ("Χθες είδα έναν άνθρωπο", "ανθρωπο"),
        ("مرحبا بالعالم", "بالعالم"),
        ("हिन्दी में लिखा", "हिन्दी"),
        ("ｶﾀｶﾅ で書いた", "カタカナ"),
        ("カ\u3099ラス", "ガラス"),
        ("고구마", "고구마"),
        ("PRODUCTION Deployment", "deploy production"),
        ("the skies are dark", "sky"),
        ("she was dying", "die"),
        ("it is a possibility", "possible"),
    ],
)
def test_case_28_words_are_found_in_any_case_accent_width_and_inflection(
    fill: Fill, text: str, question: str
) -> None:
    assert found(fill("nothing of the kind", text), question) == [1]


def test_a_word_inside_another_is_not_that_word(fill: Fill) -> None:
    physical = fill("we start at nine", "modern art", "старт", "арт", "también", "en casa")
    assert found(physical, "art") == [1]
    assert found(physical, "арт") == [3]


def test_the_comment_is_not_searched(fill: Fill) -> None:
    assert found(fill("a kettle", "active people"), "active semantic provenance user") == [1]


def test_case_31_the_exact_code_comes_first(fill: Fill) -> None:
    physical = fill(*(f"Filter FX-71{n:02} fits the hood in flat {n:02}" for n in range(40)))
    assert found(physical, "FX-7123")[0] == 23
    assert found(physical, "hood filter for flat 23")[0] == 23
    best = physical.search_detailed(Query("FX-7123", NOW))[0]
    assert best.codes == 1.0 and best.coverage == 1.0 and "fx-7123" in best.terms


def test_rare_words_weigh_more_and_neighbours_are_told(fill: Fill) -> None:
    physical = fill(
        "coffee coffee coffee", "coffee with Sarah", "tea with Sarah", "Sarah Lindqvist drinks tea", "x"
    )
    assert found(physical, "Sarah Lindqvist coffee")[0] == 3
    phrases = {m.id: m.phrase for m in physical.search_detailed(Query("Sarah Lindqvist", NOW))}
    assert phrases[ids.derived(NOW, 3)] == 1.0 and phrases[ids.derived(NOW, 2)] == 0.0


def test_pads_are_searched_only_when_named(tmp_path: Path) -> None:
    physical = PhysicalMemory(tmp_path, UTC)
    physical.append(
        [memory(0, "kettle", scope="task:one"), memory(1, "kettle"), memory(2, "kettle", scope="task:two")]
    )
    assert found(physical, "kettle") == [1]
    assert sorted(found(physical, "kettle", "global", "task:one")) == [0, 1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_case_49_files_in_other_encodings_are_searched(fill: Fill, tmp_path: Path, encoding: str) -> None:
    physical = fill("old")
    path = physical.path_for(memory(0, ""))
    text = (tmp_path / path).read_text("utf-8").replace("\nold", "\nein Kürbis, 南瓜")
    mark = b"\xfe\xff" if encoding == "utf-16-be" else b""
    (tmp_path / path).write_bytes(mark + text.replace("\n", "\r\n").encode(encoding))
    assert found(physical, "kurbis") == found(physical, "南瓜") == [0]


def test_what_another_hand_wrote_is_found_without_any_index(fill: Fill, tmp_path: Path) -> None:
    physical = fill("a kettle")
    assert found(physical, "teapot") == []
    path = tmp_path / physical.path_for(memory(0, ""))
    path.write_bytes(path.read_bytes() + b"and a teapot")
    assert found(physical, "teapot") == [0]
    path.unlink()
    assert found(physical, "teapot") == []


@pytest.mark.parametrize(
    "text", ["", "   ", "\0", "[(*", "-e", "--files", "\\", "a" * 10_000, "🇱🇻", "\ud800"]
)
def test_any_question_is_answered(fill: Fill, text: str) -> None:
    assert found(fill("something"), text) == []


def test_a_configuration_of_ripgrep_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rc").write_text("--files-with-matches\n")
    monkeypatch.setenv("RIPGREP_CONFIG_PATH", str(tmp_path / "rc"))
    physical = PhysicalMemory(tmp_path, UTC)
    physical.append([memory(0, "kettle")])
    (tmp_path / ".gitignore").write_text("*\n")
    (tmp_path / "memories" / ".ignore").write_text("*\n")
    assert found(physical, "kettle") == [0]


def test_a_fence_that_quotes_a_section_belongs_to_its_memory(fill: Fill) -> None:
    quoted = "```\n## Quoted\n<!-- weave id=01JDYQ3V5W8Z1N6T2K4R7M9XAB type=semantic -->\nkettle\n```"
    assert found(fill("other", quoted), "kettle") == [1]


def test_a_comment_in_another_order_is_no_less_found(fill: Fill, tmp_path: Path) -> None:
    physical = fill("a kettle", "a teapot")
    path = tmp_path / physical.path_for(memory(0, ""))
    first = ids.derived(NOW, 0)
    text = path.read_text("utf-8").replace(f"id={first} type=semantic", f"type=semantic id={first}")
    path.write_text(text, "utf-8")
    assert found(physical, "kettle") == [0] and found(physical, "teapot") == [1]


def test_a_question_of_a_megabyte_is_answered(fill: Fill) -> None:
    physical = fill("a kettle", "éa " * 300)
    assert found(physical, "kettle " + " ".join(f"éa{n}" for n in range(100_000))) == [0]


@pytest.mark.parametrize(
    ("text", "question"),
    [("see to/the/2 there", "to/the/2"), ("run /usr/bin/env", "/usr/bin/env"), ("needs v0.6.2", "v0.6.2"),
     ("mail a@b.com", "a@b.com"), ("snake_case_name here", "snake_case_name"), ("C:\\temp\\aux", "C:\\temp\\aux")],
)  # fmt: skip
def test_case_31_codes_and_paths_are_found_whole(fill: Fill, text: str, question: str) -> None:
    physical = fill("something else", text)
    best = physical.search_detailed(Query(question, NOW))
    assert [m.id for m in best] == [ids.derived(NOW, 1)] and best[0].coverage == 1.0
