"""Files that a crash or a failing disk cut short: recognised, set aside, restored from what the catalogue knows.

A person who deletes text in an editor leaves whole lines and other words; a cut file ends in the middle of a
section that is known to go on.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from weave.durable import replace_bytes
from weave.markdown import Document, serialise
from weave.store import Store

FOLDER = "trash/damaged"
SIMILAR = 0.8
_COMPARED = 20_000


def similar(one: str, other: str) -> bool:
    """Whether two texts say mostly the same."""
    if one.split() == other.split():
        return True
    matcher = SequenceMatcher(None, one[:_COMPARED], other[:_COMPARED], autojunk=False)
    return bool(one) and bool(other) and matcher.quick_ratio() >= SIMILAR and matcher.ratio() >= SIMILAR


def restored(store: Store, path: str, document: Document) -> str | None:
    """If the file was cut short: set it aside, write it whole again, and say so in a sentence."""
    known = store.catalogue.get_many(store.catalogue.ids_in(path))
    if not document.sections or not known:
        return None
    last = document.sections[-1]
    memory = known.get(last.id)
    if memory is None or last.raw.endswith(b"\n"):
        return None
    whole = serialise(memory, document.charset)
    cut = last.raw.rstrip(b"\0")
    if len(cut) >= len(whole.rstrip()) or not whole.startswith(cut):
        return None
    data = store.physical.read_bytes(path)
    aside = f"{FOLDER}/{path.replace('/', '-')}"
    replace_bytes(store.place.home / aside, data)
    here = {section.id for section in document.sections}
    missing = [m for id_, m in sorted(known.items()) if id_ not in here]
    good = data[: last.span.start]
    body = b"".join(serialise(m, document.charset) for m in [memory, *missing])
    replace_bytes(store.place.home / path, good + body)
    return (
        f"{path} was cut short and has been restored with its {len(missing) + 1} lost memories; "
        f"the cut file is kept as {aside}, delete it when you have looked at it."
    )
