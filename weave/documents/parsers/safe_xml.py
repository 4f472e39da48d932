"""XML of packed files read without network, DTDs or entities, and never nested beyond the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from weave.documents.limits import Limits
from weave.documents.refusal import Refusal

if TYPE_CHECKING:
    from lxml.etree import _Element


def root(data: bytes, limits: Limits, *, lenient: bool = False) -> _Element:
    """The root element. Raises Refusal for damaged (unless `lenient`) or too deeply nested XML."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        huge_tree=False,
        recover=lenient,
    )
    try:
        found = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        if "depth" in str(error).lower():
            raise limits.nested() from error
        raise Refusal("A part of the file is damaged; save it anew and try again.") from error
    if found is None:
        raise Refusal("A part of the file is damaged; save it anew and try again.")
    if any("depth" in entry.message.lower() for entry in parser.error_log):
        raise limits.nested()
    return found
