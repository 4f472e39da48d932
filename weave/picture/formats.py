"""A neighbourhood for other programs: Graphviz's DOT, and GraphML. Pure.

What facts say is data: nothing in it may end a quotation, a line or an element.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import tzinfo
from xml.etree import ElementTree

from weave.clock import iso
from weave.model import Fact, Polarity
from weave.picture.graph import Neighbourhood, Tone, validity

_DOT_STYLES = {
    Tone.CURRENT: "",
    Tone.PLANNED: ', style="dotted"',
    Tone.CONTESTED: ', color="orange", fontcolor="orange", penwidth="2"',
    Tone.PAST: ', style="dashed", color="gray50", fontcolor="gray50"',
    Tone.WITHDRAWN: ', style="dashed", color="gray80", fontcolor="gray80"',
}
_NOT_XML = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_REFERENCE = re.compile(r"&(?=#?\w+;)")
_NODE_DATA = ("name",)
_EDGE_DATA = (
    *("fact", "predicate", "polarity", "state", "valid_from", "valid_to", "provenance", "importance"),
    *("scope", "superseded_by", "memories"),
)


def _clean(text: str) -> str:
    """`text` with what no format can hold as a sign, and one kind of line end."""
    return _NOT_XML.sub("\ufffd", re.sub("\r\n?", "\n", text))


def _quoted(text: str) -> str:
    """A DOT string: quotes, backslashes and line ends escaped, nothing taken for an HTML entity."""
    text = _REFERENCE.sub("&amp;", _clean(text))
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def dot(found: Neighbourhood, zone: tzinfo) -> str:
    """Graphviz: past relations dashed, planned dotted, contested orange; each edge's `id` is its fact's."""
    number = {node.key: f"n{place}" for place, node in enumerate(found.nodes)}
    lines = [
        "digraph weave {",
        '  charset="UTF-8";',
        '  rankdir="LR";',
        '  node [shape="box", style="rounded"];',
    ]
    whole = all(node.distance == 0 for node in found.nodes)
    for node in found.nodes:
        centre = "" if whole or node.distance else ', penwidth="2"'
        lines.append(f"  {number[node.key]} [label={_quoted(node.name)}{centre}];")
    for edge in found.edges:
        fact = edge.fact
        said = ("not: " if fact.polarity is Polarity.NEGATED else "") + fact.predicate
        label = "\n".join(part for part in (said, validity(fact, zone)) if part)
        attributes = f"label={_quoted(label)}, id={_quoted(fact.id)}, class={_quoted(fact.state.value)}"
        ends = f"{number[edge.source]} -> {number[edge.target]}"
        lines.append(f"  {ends} [{attributes}{_DOT_STYLES[edge.tone]}];")
    return "\n".join([*lines, "}"]) + "\n"


def graphml(found: Neighbourhood) -> str:
    """GraphML with every figure of each fact as data; times are ISO 8601 with offset."""
    root = ElementTree.Element("graphml", {"xmlns": "http://graphml.graphdrawing.org/xmlns"})
    for place, names in (("node", _NODE_DATA), ("edge", _EDGE_DATA)):
        for name in names:
            kind = "double" if name == "importance" else "string"
            values = {"id": f"{place}_{name}", "for": place, "attr.name": name, "attr.type": kind}
            ElementTree.SubElement(root, "key", values)
    graph = ElementTree.SubElement(root, "graph", {"id": "weave", "edgedefault": "directed"})
    number = {node.key: f"n{place}" for place, node in enumerate(found.nodes)}
    for node in found.nodes:
        _add_data(
            ElementTree.SubElement(graph, "node", {"id": number[node.key]}), "node", _NODE_DATA, [node.name]
        )
    for count, edge in enumerate(found.edges):
        ends = {"source": number[edge.source], "target": number[edge.target]}
        element = ElementTree.SubElement(graph, "edge", {"id": f"e{count}"} | ends)
        _add_data(element, "edge", _EDGE_DATA, _values(edge.fact))
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _values(fact: Fact) -> list[str]:
    """A fact's values in the order of `_EDGE_DATA`, empty where nothing is known."""
    times = [iso(moment) if moment else "" for moment in (fact.valid_from, fact.valid_to)]
    said = [fact.id, fact.predicate, fact.polarity.value, fact.state.value, *times]
    rest = [fact.provenance.value, repr(fact.importance), fact.scope, fact.superseded_by or ""]
    return [*said, *rest, " ".join(fact.memories)]


def _add_data(element: ElementTree.Element, place: str, names: Sequence[str], values: Sequence[str]) -> None:
    for name, value in zip(names, values, strict=True):
        if value:
            ElementTree.SubElement(element, "data", {"key": f"{place}_{name}"}).text = _clean(value)
