"""DOT and GraphML hold whatever a fact says, and are read back by a parser."""

from __future__ import annotations

import shutil
import subprocess
from datetime import UTC, datetime
from xml.etree import ElementTree

import pytest

from tests.support import dot_language
from weave.model import Fact, Polarity, State
from weave.picture import dot, graphml, neighbourhood

NASTY = [
    'he said "hi"',
    "back\\slash\\",
    'ends in a backslash \\"',
    "two\nlines\r\nthree",
    "a -> b; c [label=x] {d}",
    "<b>bold</b> &amp; R&D &#65;",
    "]]> <!-- -->",
    "👩‍🔬 Ada ❤️ 🇱🇻",
    "مرحبا \u202e abc",
    "梅干し 補牙",
    "nul\x00 bell\x07 esc\x1b[31m \x85 \ud800",
    "\\N \\G \\l",
    "# // /* comment */",
    "x" * 5_000,
    "",
    "[/] [red]",
]
XMLNS = "{http://graphml.graphdrawing.org/xmlns}"
SINCE = datetime(2026, 6, 1, tzinfo=UTC)


def seen(text: str) -> str:
    """What a format can hold of a text."""
    shown = text.replace("\r\n", "\n")
    return "".join("\ufffd" if (ord(c) < 32 and c not in "\t\n") or c == "\ud800" else c for c in shown)


FACTS = [Fact(f"f{n}", text or "Ana", text or "says", text, Polarity.NEGATED) for n, text in enumerate(NASTY)]


def test_dot_is_read_back_as_it_was_meant() -> None:
    drawing = dot_language.read(dot(neighbourhood(FACTS), UTC))
    labels = [attributes["label"] for attributes in drawing.nodes.values()]
    assert {seen(text) for text in NASTY} <= set(labels)
    said = [attributes["label"] for _, _, attributes in drawing.edges]
    assert said == [f"not: {seen(fact.predicate)}" for fact in FACTS]
    assert [attributes["id"] for _, _, attributes in drawing.edges] == [fact.id for fact in FACTS]


def test_dot_marks_states_dates_and_the_middle() -> None:
    facts = [
        Fact("f1", "Ana", "home_city", "Cebu", state=State.OUTDATED, valid_to=SINCE),
        Fact("f2", "Ana", "home_city", "Davao", valid_from=SINCE),
        Fact("f3", "Ana", "employer", "Acme", state=State.CONTESTED),
    ]
    drawing = dot_language.read(dot(neighbourhood(facts, "Ana"), UTC))
    assert [a["class"] for _, _, a in drawing.edges] == ["outdated", "active", "contested"]
    assert [a["label"] for _, _, a in drawing.edges] == [
        "home_city\nuntil 2026-06-01", "home_city\nsince 2026-06-01", "employer",
    ]  # fmt: skip
    assert drawing.edges[0][2]["style"] == "dashed"
    assert [("penwidth" in a) for a in drawing.nodes.values()] == [True, False, False, False]


@pytest.mark.parametrize("text", NASTY)
def test_each_text_alone_is_one_drawing(text: str) -> None:
    drawing = dot_language.read(dot(neighbourhood([Fact("f", text, text, text)]), UTC))
    assert len(drawing.edges) == 1


def test_graphml_has_its_structure_and_every_figure() -> None:
    facts = [
        *FACTS,
        Fact(
            "last", "Ana", "home_city", "Davao", valid_from=SINCE, memories=("m1", "m2"), superseded_by="f0"
        ),
    ]
    root = ElementTree.fromstring(graphml(neighbourhood(facts)).encode())
    assert root.tag == f"{XMLNS}graphml"
    keys = {
        key.attrib["id"]: (key.attrib["for"], key.attrib["attr.name"]) for key in root.iter(f"{XMLNS}key")
    }
    [graph] = root.findall(f"{XMLNS}graph")
    assert graph.attrib["edgedefault"] == "directed"
    nodes = {node.attrib["id"]: node for node in graph.findall(f"{XMLNS}node")}
    edges = graph.findall(f"{XMLNS}edge")
    assert len(edges) == len(facts)
    for edge in edges:
        assert {edge.attrib["source"], edge.attrib["target"]} <= set(nodes)
    for element in [*nodes.values(), *edges]:
        place = element.tag.removeprefix(XMLNS)
        assert all(keys[data.attrib["key"]][0] == place for data in element.iter(f"{XMLNS}data"))
    names = {data.text for node in nodes.values() for data in node.iter(f"{XMLNS}data")}
    assert {seen(text) for text in NASTY if text} <= names
    last = {keys[d.attrib["key"]][1]: d.text for d in edges[-1].iter(f"{XMLNS}data")}
    assert last == {
        "fact": "last", "predicate": "home_city", "polarity": "affirmed", "state": "active",
        "valid_from": "2026-06-01T00:00:00+00:00", "provenance": "user", "importance": "0.5", "scope": "global",
        "superseded_by": "f0", "memories": "m1 m2",
    }  # fmt: skip


def test_an_empty_picture_is_a_picture() -> None:
    assert dot_language.read(dot(neighbourhood([]), UTC)).nodes == {}
    assert ElementTree.fromstring(graphml(neighbourhood([]))).tag == f"{XMLNS}graphml"


def test_graphviz_reads_it_where_it_is_installed() -> None:
    program = shutil.which("dot")
    text = dot(neighbourhood(FACTS), UTC)
    if program is None:  # the strict reader has to do
        assert dot_language.read(text).edges
        return
    ran = subprocess.run(
        [program, "-Tplain"], input=text.encode(), capture_output=True, check=False, timeout=20
    )
    assert ran.returncode == 0, ran.stderr
