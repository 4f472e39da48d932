"""The markdown of the memory: any bytes to sections and back, byte-exact where nothing was changed. No I/O."""

from weave.markdown.charset import Charset, charset_of, clean, clean_line, decode, legible
from weave.markdown.document import Document, Section, Span, parse
from weave.markdown.edit import (
    append_section,
    joint,
    remove_section,
    replace_many,
    replace_section,
    replace_sections,
    section_text,
    serialise,
)
from weave.markdown.fields import Defaults, cleaned
from weave.markdown.layout import Layout, by_hand, layout_of, put_back, without_joint
from weave.markdown.matter import FrontMatter

__all__ = [
    "Charset",
    "Defaults",
    "Document",
    "FrontMatter",
    "Layout",
    "Section",
    "Span",
    "append_section",
    "by_hand",
    "charset_of",
    "clean",
    "clean_line",
    "cleaned",
    "decode",
    "joint",
    "layout_of",
    "legible",
    "parse",
    "put_back",
    "remove_section",
    "replace_many",
    "replace_section",
    "replace_sections",
    "section_text",
    "serialise",
    "without_joint",
]
