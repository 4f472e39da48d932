"""A picture of what is known about one thing: its neighbours in the graph of facts, as a tree, as DOT, as GraphML.

A reader of the picture knows of each relation whether it holds, held, is planned, denied or in dispute.
"""

from weave.picture.formats import dot, graphml
from weave.picture.graph import (
    HOPS,
    Edge,
    Neighbourhood,
    Node,
    Tone,
    bonded_name,
    called,
    neighbourhood,
    validity,
)
from weave.picture.trees import Row, tree

__all__ = [
    "HOPS",
    "Edge",
    "Neighbourhood",
    "Node",
    "Row",
    "Tone",
    "bonded_name",
    "called",
    "dot",
    "graphml",
    "neighbourhood",
    "tree",
    "validity",
]
