"""Keeping the catalogue true to the files: hand edits, made while Weave runs or while nothing ran.

A section added by hand is adopted, an edited one re-indexed, a removed one forgotten, a moved or renamed file
loses nothing. A file that a crash cut short is set aside and restored; a sync client's conflict copy is
reported and never indexed beside its original.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from weave import damage, ids
from weave.conflict_copies import original_of
from weave.markdown import Document, Section
from weave.model import GLOBAL, Memory, Provenance, Role, State
from weave.scribe.importance import estimate
from weave.scribe.rules import extract
from weave.store import Store, facts_of


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found."""

    adopted: int = 0
    changed: int = 0
    forgotten: int = 0
    files: int = 0


@dataclass(slots=True)
class _Findings:
    documents: dict[str, Document] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    notes: dict[str, list[str]] = field(default_factory=dict)
    copies: set[str] = field(default_factory=set)


def differing(store: Store) -> tuple[list[str], list[str]]:
    """Files that are new or changed since they were last read, and files that are gone."""
    now = {file.path: (file.mtime_ns, file.size) for file in store.physical.scan()}
    seen = store.seen()
    changed = sorted(path for path, signature in now.items() if seen.get(path) != signature)
    return changed, sorted(path for path in seen if path not in now)


def sync(store: Store, paths: Iterable[str] | None = None) -> SyncReport:
    """Bring the catalogue in line with the files; `paths` only says where to look is worthwhile.

    The whole tree is compared all the same: a rename shows as one file gone and another come.
    """
    changed, gone = differing(store)
    if not changed and not gone:
        return SyncReport()
    found = _Findings(gone=set(gone))
    before: dict[str, tuple[int, int] | None] = {}
    for path in changed:
        before[path] = store.signature(path)
        found.documents[path] = _read(store, path, found)
    report = _apply(store, found)
    for path in changed:
        # a file that changed again meanwhile, by another hand, is looked at again next time
        if path in found.copies or store.signature(path) == before[path] or path in found.documents:
            store.saw([path])
        store.catalogue.note(path, found.notes.get(path, []))
    for path in gone:
        store.saw([path])
        store.catalogue.note(path, [])
    return report


def _read(store: Store, path: str, found: _Findings) -> Document:
    document = store.physical.read(path)
    rescued = damage.restored(store, path, document)
    notes = [f"{path}: {problem}" for problem in document.problems]
    if rescued is not None:
        notes.append(rescued)
        document = store.physical.read(path)
    found.notes[path] = notes
    return document


def _apply(store: Store, found: _Findings) -> SyncReport:
    elsewhere = _places(store, found)
    adopted = changed = 0
    present: set[str] = set()
    for path, document in found.documents.items():
        original = original_of(store.place.home, path)
        if original is not None and _is_copy(store, path, original, document):
            found.copies.add(path)
            found.notes[path].append(
                f"{path} is a conflict copy of {original} and is not indexed; "
                f"compare the two, keep what you want in {original} and delete the copy."
            )
            continue
        # from the last to the first, since each adoption moves the bytes behind it
        for section in reversed(document.sections):
            if not section.id:
                adopted += 1
                present.add(_adopt(store, path, section))
        for section in document.sections:
            if section.id and section.id in present:
                found.notes[path].append(
                    f"{path}: the id {section.id} stands in more than one section, so this one is not "
                    "indexed; remove its comment to keep it as a memory of its own."
                )
            elif section.id and elsewhere.get(section.id, path) != path:
                _resolve_double(store, found, path, section, elsewhere[section.id])
            elif section.id:
                present.add(section.id)
                changed += _take(store, path, section)
    forgotten = _forget_missing(store, found, present)
    return SyncReport(adopted, changed, forgotten, len(found.documents) + len(found.gone))


def _places(store: Store, found: _Findings) -> dict[str, str]:
    """Ids of the changed files that also stand in another, unchanged or original, file: where."""
    wanted = [s.id for d in found.documents.values() for s in d.sections if s.id]
    places: dict[str, str] = {}
    for id_, path in store.catalogue.paths_of(wanted).items():
        if path in found.gone:
            continue
        document = found.documents.get(path)
        if document is None or document.section(id_) is not None:
            places[id_] = path
    return places


def _resolve_double(store: Store, found: _Findings, path: str, section: Section, other: str) -> None:
    """The same id in two files: a move that a crash cut short, or a copy that a person or a client made."""
    if path.startswith("memories/") and other.startswith("tasks/"):
        store.catalogue.put([(section.memory, path)])
        store.physical.remove([section.id], other)
        store.saw([other])
        return
    if path.startswith("tasks/") and other.startswith("memories/"):
        store.physical.remove([section.id], path)
        return
    found.notes[path].append(
        f"{path} repeats {section.id} of {other}, so it is not indexed a second time; "
        "delete one of the two, or remove the comment of the one that is to be a memory of its own."
    )


def _is_copy(store: Store, path: str, original: str, document: Document) -> bool:
    """A copy repeats ids of the original, or most of its words."""
    try:
        first = store.physical.read(original)
    except OSError:
        return False
    known = {section.id for section in first.sections if section.id}
    if any(section.id in known for section in document.sections if section.id):
        return True
    return damage.similar(
        "\n".join(section.text for section in first.sections),
        "\n".join(section.text for section in document.sections),
    )


def _take(store: Store, path: str, section: Section) -> int:
    """A section with an id: re-indexed if it says something else than the catalogue."""
    known = store.catalogue.get_many([section.id]).get(section.id)
    memory = section.memory
    if known is not None:
        memory = replace(
            memory,
            access_count=max(memory.access_count, known.access_count),
            accessed=max(filter(None, (memory.accessed, known.accessed)), default=None),
        )
        if memory.text != known.text:
            memory = _reread(memory)
    if known == memory and store.catalogue.paths_of([section.id]).get(section.id) == path:
        return 0
    store.put_indexed([(memory, path)])
    if memory.facts != section.memory.facts:
        store.rewrite(memory, path)
    return 1


def _reread(memory: Memory) -> Memory:
    """Facts of an edited text are read from it anew."""
    drafts = extract(memory.text, speaker="user", role=Role.USER, time=memory.created)
    return replace(memory, facts=facts_of(drafts, memory))


def _adopt(store: Store, path: str, section: Section) -> str:
    """A section written by hand: it gets an id, is the person's own word, and is pinned."""
    now = store.place.clock()
    memory = section.memory
    scope = GLOBAL if path.startswith("memories/") else f"task:{path.split('/')[1]}"
    memory = replace(
        memory,
        id=ids.new(now),
        created=now if memory.created.year == 1970 else memory.created,
        provenance=Provenance.USER,
        pinned=True,
        scope=scope,
        state=State.ACTIVE if scope == GLOBAL else State.VOLATILE,
        importance=estimate(memory.text),
    )
    memory = _reread(memory)
    store.adopt(memory, path, section.span.start)
    return memory.id


def _forget_missing(store: Store, found: _Findings, present: Collection[str]) -> int:
    """What stood in these files and stands nowhere now was removed by hand: it goes to the trash."""
    missing: list[str] = []
    for path in [*found.documents, *found.gone]:
        if path in found.copies:
            continue
        here = set(store.catalogue.ids_in(path))
        document = found.documents.get(path)
        kept = {s.id for s in document.sections} if document else set()
        missing += sorted(here - kept - set(present))
    memories = list(store.catalogue.get_many(missing).values())
    if memories:
        store.forget(memories)
    return len(memories)
