"""Keeping the catalogue true to the files: hand edits, made while Weave runs or while nothing ran.

A section added by hand is adopted, an edited one re-indexed, a removed one forgotten, a moved or renamed file
loses nothing. A file that a crash cut short is set aside and restored; a sync client's conflict copy is
reported and never indexed beside its original. One bad file never stops the others.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from weave import adoption, cascade, conflict_copies, conflicts, damage, reconsider
from weave.claims import Claim, Verdict, judge
from weave.drafts import in_scope
from weave.errors import HomeError, WeaveError
from weave.markdown import Document
from weave.model import Memory
from weave.store import Store

log = logging.getLogger(__name__)
QUIET_SECONDS = 0.2
"""A file that was not written for so long is taken to be finished."""
_Changes = dict[int, tuple[str, Memory]]


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What a sync found."""

    adopted: int = 0
    changed: int = 0
    forgotten: int = 0
    files: int = 0


@dataclass(slots=True)
class _Findings:
    gone: set[str]
    reworded: list[Memory] = field(default_factory=list)
    """Those that state other facts than before, and those that were added."""
    documents: dict[str, Document] = field(default_factory=dict)
    copies: set[str] = field(default_factory=set)
    notes: dict[str, list[str]] = field(default_factory=dict)
    failed: set[str] = field(default_factory=set)
    """Files to be looked at again: they could not be read or written."""
    before: list[Memory] = field(default_factory=list)
    after: list[Memory] = field(default_factory=list)
    """Memories that say something else now, and those of `before` that are gone."""


def differing(store: Store) -> tuple[list[str], list[str]]:
    """Files that are new or changed since they were last read, and files that are gone for certain."""
    now = {file.path: (file.mtime_ns, file.size) for file in store.physical.scan()}
    seen = store.seen()
    changed = sorted(path for path, signature in now.items() if seen.get(path) != signature)
    gone = sorted(path for path in seen if path not in now and _is_gone(store.place.home / path))
    # a conflict copy becomes a file like any other when its original goes, and only then is looked at again
    if not gone and all(store.copies.get(path) == now[path] for path in changed):
        return [], []
    return changed, gone


def _is_gone(file: Path) -> bool:
    """Not there, or something else in its place; a file that may not be looked at is there."""
    try:
        file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return not file.is_file() and not file.is_symlink()


def sync(store: Store, paths: Iterable[str] | None = None) -> SyncReport:
    """Bring the catalogue in line with the files; `paths` only says where to look is worthwhile.

    The whole tree is compared all the same: a rename shows as one file gone and another come. Raises HomeError
    when the catalogue cannot be written.
    """
    changed, gone = differing(store)
    changed = _finished(store, changed)
    if not changed and not gone:
        return SyncReport()
    found = _Findings(set(gone))
    for path in changed:
        _read(store, path, found)
    report = _apply(store, found)
    for path in gone:
        store.looked(path, None)
    store.copies = {path: store.signature(path) for path in found.copies}
    for path in found.failed | found.copies:
        store.looked(path, None)
    with store.catalogue.transaction():
        for path in [*changed, *gone]:
            store.catalogue.note(path, found.notes.get(path, []))
        store.keep([*changed, *gone])
    conflicts.release(store, found.before, found.after)
    cascade.follow(store, found.before)
    reconsider.reconsider(store, found.before, found.reworded)
    return report


def _finished(store: Store, changed: list[str]) -> list[str]:
    """Those files that nobody is writing just now; the others are looked at when they are done.

    A save in place empties the file and fills it piece by piece. Whoever gave such a file its comments in between
    would put a new file in the place of the one that is being written, and the rest of the save would be lost.
    """
    now = {path: store.signature(path) for path in changed}
    youngest = max((signature[0] for signature in now.values() if signature), default=0)
    age = time.time() - youngest / 1e9
    if 0 <= age < QUIET_SECONDS:
        time.sleep(QUIET_SECONDS - age)
    return [path for path in changed if now[path] is not None and store.signature(path) == now[path]]


def _read(store: Store, path: str, found: _Findings) -> None:
    notes = found.notes.setdefault(path, [])
    try:
        store.looked(path, store.signature(path))
        document = store.physical.read(path)
        rescued = damage.restored(store, path, document)
        if rescued is not None:
            notes.append(rescued)
            store.looked(path, store.signature(path))
            document = store.physical.read(path)
    except WeaveError as error:
        notes.append(str(error))
        found.failed.add(path)
        return
    notes += [f"{path}: {problem}" for problem in document.problems]
    found.documents[path] = document


def _apply(store: Store, found: _Findings) -> SyncReport:
    for path, document in found.documents.items():
        _tell_copy(store, found, path, document)
    real = {path: document for path, document in found.documents.items() if path not in found.copies}
    verdicts = judge(store, [Claim(p, s) for p, d in real.items() for s in d.sections if s.id])
    total = SyncReport(files=len(found.documents) + len(found.gone))
    present: set[str] = set()
    for path, document in real.items():
        try:
            done = _take_file(store, path, document, verdicts, found.notes[path])
        except WeaveError as error:
            log.warning("%s is looked at again: %s", path, error)
            found.failed.add(path)
            if isinstance(error, HomeError):
                found.notes[path].append(f"{path} could not be taken in: {error}")
            continue
        present |= done.ids
        found.before += done.before
        found.after += done.after
        found.reworded += done.reworded
        total = SyncReport(total.adopted + done.adopted, total.changed + done.changed, 0, total.files)
    forgotten = _forget_missing(store, found, present)
    return SyncReport(total.adopted, total.changed, forgotten, total.files)


def _tell_copy(store: Store, found: _Findings, path: str, document: Document) -> None:
    original = conflict_copies.original_of(store.place.home, path)
    if original is None:
        return
    try:
        first = found.documents.get(original) or store.physical.read(original)
    except HomeError:
        return
    if conflict_copies.repeats(first.sections, document.sections):
        found.copies.add(path)
        found.notes[path].append(conflict_copies.sentence(store.place.home, path, original))


@dataclass(frozen=True, slots=True)
class _Taken:
    ids: frozenset[str]
    adopted: int
    changed: int
    before: list[Memory]
    after: list[Memory]
    """Memories whose state or facts are others now, as they were and as they are."""
    reworded: list[Memory]


def _take_file(
    store: Store, path: str, document: Document, verdicts: Mapping[Claim, Verdict], notes: list[str]
) -> _Taken:
    """One file into the catalogue: what is new in it first gets its comment, in one write."""
    ids = [section.id for section in document.sections if section.id]
    known, places = store.catalogue.get_many(ids), store.catalogue.paths_of(ids)
    buried = store.trash.among({id_ for id_ in ids if id_ not in known})
    changes: _Changes = {}
    put: list[Memory] = []
    kept: list[str] = []
    added: set[str] = set()
    for section in document.sections:
        verdict = verdicts.get(Claim(path, section))
        if verdict is not None and not verdict.owns and not verdict.adopt:
            notes += [verdict.note] if verdict.note else []
            continue
        if not section.id or (verdict is not None and verdict.adopt):
            memory = adoption.again(section.memory, store.place.clock()) if section.id else section.memory
            memory = adoption.adopted(memory, path, store.place.clock(), dict(section.metadata))
            changes[section.span.start] = (section.id, memory)
            added.add(memory.id)
        else:
            kept.append(section.id)
            before = known.get(section.id)
            memory = adoption.retaken(
                section.memory, before, buried.get(section.id), by_hand=not store.unclean
            )
            moved = memory.scope != adoption.scope_of(path)
            memory = in_scope(memory, adoption.scope_of(path)) if moved else memory
            if memory == before and places.get(section.id) == path:
                continue
            if moved or (memory.facts, memory.extra) != (section.memory.facts, section.memory.extra):
                changes[section.span.start] = (section.id, memory)
        put.append(memory)
    reworded = [m for m in put if m.id in added or (m.id in known and m.text != known[m.id].text)]
    if reworded:
        reconsider.announce(store, [*reconsider.announced(store), *(memory.id for memory in reworded)])
    if changes:
        store.rewrite(path, changes)
    away = [
        claim.section.id for claim, verdict in verdicts.items() if claim.path == path and verdict.leftover
    ]
    if away:
        store.clear_away(away, path)
    if put:
        store.put_indexed([(memory, path) for memory in put])
    if buried:
        store.trash.remove(list(buried))
    other = [m for m in put if m.id in known and _standing(m) != _standing(known[m.id])]
    return _Taken(
        frozenset([*kept, *(memory.id for memory in put)]),
        len(added),
        len(put) - len(added),
        [known[memory.id] for memory in other],
        other,
        [memory for memory in put if memory.id in added]
        + [memory for memory in other if memory.text != known[memory.id].text],
    )


def _standing(memory: Memory) -> tuple[object, ...]:
    """What others rest on, or contradict."""
    return memory.state, memory.facts


def _forget_missing(store: Store, found: _Findings, present: set[str]) -> int:
    """What stood in these files and stands nowhere now was removed by hand: it goes to the trash."""
    missing: list[str] = []
    for path in [*found.documents, *found.gone]:
        if path in found.copies or path in found.failed:
            continue
        here = set(store.catalogue.ids_in(path))
        document = found.documents.get(path)
        kept = {section.id for section in document.sections} if document else set()
        missing += sorted(here - kept - present)
    memories = list(store.catalogue.get_many(missing).values())
    if memories:
        store.bury(memories)
        found.before += memories
    return len(memories)
