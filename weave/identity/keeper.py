"""identity.md and identity-history.md: read, compared, appended to and replaced, so that a crash leaves no doubt.

The new text is staged in a file of its own, the history is appended to and synced, then the staged file takes the
place of identity.md. Whoever finds a staged file whose entry stands in the history finishes the step; without one,
whatever identity.md says is the person's own doing, and is recorded as approved, never undone. All of it runs on the
core's thread.
"""

from __future__ import annotations

import contextlib
import hashlib
import sqlite3
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from weave import ids
from weave.catalogue import Catalogue
from weave.durable import append_bytes, explain, replace_bytes, sync_folder
from weave.errors import HomeError, InvalidInput
from weave.home import IDENTITY, default_identity
from weave.identity.guard import judge
from weave.identity.lines import diff, normal
from weave.identity.model import (
    Entry,
    Integrity,
    Kind,
    Likeness,
    Origin,
    Pending,
    Proposal,
    Standing,
    Verdict,
)
from weave.identity.section import PREAMBLE, Parsed, parse, render
from weave.identity.story import Story, alarms, examine, story_of

HISTORY = "identity-history.md"
STAGED = ".identity.next"
_HEAD = "identity"
"""Under which the catalogue keeps the hash of the last section: the end of the file can be cut off unseen else."""
_LONGEST_KEPT = 200_000
"""Characters of a version that the history keeps whole."""
_REJECTED_DIFF = 4_000
_PAUSE, _LOOKS = 0.05, 10
"""An editor may be in the middle of saving: a change counts once two looks agree."""

_Signature = tuple[int, int, int]


class Keeper:
    """The two files of one home, for the process that owns it."""

    def __init__(self, home: Path, clock: Callable[[], datetime], catalogue: Catalogue | None = None) -> None:
        self._path = home / IDENTITY
        self._history = home / HISTORY
        self._staged = home / STAGED
        self._clock = clock
        self._catalogue = catalogue
        self._seen: tuple[_Signature | None, _Signature | None] = (None, None)
        self._parsed = Parsed(())
        self._story = Story()
        self._data = b""

    # -- reading ----------------------------------------------------------------------------------------

    def story(self) -> Story:
        """The history, with whatever the person did by hand since. Raises HomeError."""
        self.notice()
        return self._story

    def text(self) -> str:
        """identity.md as it is. Raises HomeError."""
        self.notice()
        return _decoded(self._data)

    def standing(self) -> Standing:
        """What a proposal would be judged against now. Raises HomeError."""
        self.notice()
        return self._story.standing(_decoded(self._data), self._clock())

    def pending(self) -> Pending | None:
        """The proposal that waits, with its diff against the identity as it is. Raises HomeError."""
        return pending_of(self.story(), _decoded(self._data))

    def integrity(self) -> Integrity:
        """What is wrong with the history, also what an alarm in it tells of. Raises HomeError."""
        self.notice()
        found = examine(self._parsed, None).problems
        told = alarms(self._story.entries)
        return Integrity(tuple(dict.fromkeys((*found, *sorted(told)))))

    # -- what happened by hand, or to us ----------------------------------------------------------------

    def recover(self) -> tuple[str, ...]:
        """At the start: finish what a crash cut off, and take up hand edits; sentences for the person.

        Nothing is made in a home whose identity was never asked for. Raises HomeError.
        """
        if not self._history.exists() and self._head() is None:
            self._drop_staged()
            return ()
        self.notice()
        problems = self.integrity().problems
        if problems and not self._story.trusted:
            more = f"{problems[0]} `weave identity history --check` tells more; nothing is applied to identity.md by itself until you decide something there."
            return (more,)
        return ()

    def notice(self) -> None:
        """Bring the history up to date with identity.md. Raises HomeError."""
        if self._seen == self._signatures() and self._seen[0] is not None and not self._staged.exists():
            return
        self._load()
        self._finish()
        data = _read(self._path)
        version = self._story.version
        if version is None:
            data = self._begin(data)
        elif _sha(data) != version.after:
            data = self._take_up(version, self._settled(data))
        self._data = data or b""
        self._alarm()
        self._seen = self._signatures()

    def _signatures(self) -> tuple[_Signature | None, _Signature | None]:
        return _signature(self._path), _signature(self._history)

    def _load(self) -> None:
        self._parsed = parse(_read(self._history) or b"")
        self._story = story_of(self._parsed)

    def _finish(self) -> None:
        """A staged text whose entry stands in the history takes its place; any other never was."""
        staged = _read(self._staged)
        if staged is None:
            return
        version = self._story.version
        if (
            version is not None
            and _sha(staged) == version.after
            and _sha(_read(self._path)) == version.before
        ):
            self._put()
        self._drop_staged()

    def _drop_staged(self) -> None:
        with contextlib.suppress(OSError):
            self._staged.unlink(missing_ok=True)

    def _put(self) -> None:
        try:
            self._staged.replace(self._path)
        except OSError as error:
            raise explain(error, self._path) from error
        sync_folder(self._path.parent)

    def _begin(self, data: bytes | None) -> bytes:
        if data is None:
            data = default_identity().encode("utf-8")
            replace_bytes(self._path, data)
        self._append(self._entry(Kind.FOUND, after=_sha(data), text=_kept(_decoded(data))))
        return data

    def _settled(self, data: bytes | None) -> bytes | None:
        for _ in range(_LOOKS):
            time.sleep(_PAUSE)
            again = _read(self._path)
            if again == data:
                break
            data = again
        return data

    def _take_up(self, version: Entry, data: bytes | None) -> bytes | None:
        """The person's own edit, or their removal of the file: the default holds again, and the rest can be had back."""
        if _sha(data) == version.after:
            return data
        before = version.text or ""
        if data is None:
            text = default_identity()
            entry = self._entry(Kind.RESET, diff=diff(before, text), text=text, after=_sha(text.encode()))
            self._commit(replace(entry, before=""), text)
            return self._data
        text = _decoded(data)
        self._append(
            self._entry(
                Kind.EDIT, before=version.after, after=_sha(data), diff=diff(before, text), text=_kept(text)
            )
        )
        return data

    def _alarm(self) -> None:
        """What is wrong with the history is told in it, once."""
        found = examine(self._parsed, self._head()).problems
        fresh = [problem for problem in found if problem not in alarms(self._story.entries)]
        if fresh:
            self._append(replace(self._entry(Kind.ALARM), verdict=Verdict.FLAGGED, grounds=tuple(fresh)))

    # -- writing ----------------------------------------------------------------------------------------

    def decide(
        self, proposal: Proposal, measured: Standing | None, likeness: Likeness | None
    ) -> Entry | None:
        """Judge a proposal, record it, and put its text in force if it may be; None if `measured` no longer holds.

        Raises HomeError.
        """
        standing = self.standing()
        if measured is not None and (measured.current, measured.approved) != (
            standing.current,
            standing.approved,
        ):
            return None
        judgement = judge(proposal, standing, likeness)
        rejected = judgement.verdict is Verdict.REJECTED
        entry = replace(
            self._entry(Kind.PROPOSAL),
            verdict=judgement.verdict,
            origin=proposal.origin,
            reason=proposal.reason,
            grounds=judgement.grounds,
            confidence=proposal.confidence,
            likeness=likeness,
            diff=diff(standing.current, proposal.text, *((_REJECTED_DIFF,) if rejected else ())),
            text=None if rejected else proposal.text,
        )
        if judgement.verdict is Verdict.APPLIED:
            return self._enforce(entry, proposal.text)
        self._append(entry)
        return entry

    def approve(self, reference: str, text: str | None) -> Entry:
        """Put a waiting proposal in force, in the person's own words if `text` is given.

        Raises NotFound, InvalidInput, HomeError.
        """
        proposal = self.story().waiting(reference)
        text = proposal.text if text is None else text
        if text is None or not text.strip():
            raise InvalidInput("There is no text to approve; edit identity.md itself instead.")
        if len(text) > _LONGEST_KEPT:
            raise InvalidInput("The text is too long to approve; put it into identity.md by hand.")
        return self._enforce(self._entry(Kind.APPROVAL, of=proposal.id), text)

    def refuse(self, reference: str, reason: str) -> Entry:
        """Close a waiting proposal; identity.md stays as it is. Raises NotFound, InvalidInput, HomeError."""
        proposal = self.story().waiting(reference)
        entry = replace(self._entry(Kind.REFUSAL, of=proposal.id), verdict=Verdict.REJECTED, reason=reason)
        self._append(entry)
        return entry

    def roll_back(self, reference: str) -> Entry:
        """Put an earlier version in force again, as a new entry. Raises NotFound, InvalidInput, HomeError."""
        version = self.story().version_of(reference)
        text = version.text or ""
        if normal(text) == normal(_decoded(self._data)):
            raise InvalidInput(f"The version {version.id} is in force already.")
        return self._enforce(self._entry(Kind.ROLLBACK, of=version.id), text)

    def _entry(
        self,
        kind: Kind,
        *,
        of: str | None = None,
        before: str = "",
        after: str = "",
        diff: tuple[str, ...] = (),
        text: str | None = None,
    ) -> Entry:
        now = self._clock()
        return Entry(
            ids.new(now),
            now,
            kind,
            Verdict.APPLIED,
            Origin.PERSON,
            of=of,
            before=before,
            after=after,
            diff=diff,
            text=text,
        )

    def _enforce(self, entry: Entry, text: str) -> Entry:
        """Make `text` the identity, with `entry` completed to tell so."""
        whole = replace(
            entry,
            before=_sha(self._data),
            after=_sha(text.encode("utf-8", "replace")),
            diff=entry.diff or diff(_decoded(self._data), text),
            text=text,
        )
        self._commit(whole, text)
        self._seen = self._signatures()
        return whole

    def _commit(self, entry: Entry, text: str) -> None:
        data = text.encode("utf-8", "replace")
        replace_bytes(self._staged, data)
        try:
            self._append(entry)
        except BaseException:
            self._drop_staged()
            raise
        self._put()
        self._data = data

    def _append(self, entry: Entry) -> None:
        section, chain = render(entry, self._parsed.chain)
        fresh = not _signature(self._history)
        append_bytes(self._history, PREAMBLE.encode() + b"\n" + section if fresh else section, own_line=True)
        if self._catalogue is not None:
            with contextlib.suppress(sqlite3.Error):
                self._catalogue.set_meta(_HEAD, chain)
        self._load()

    def _head(self) -> str | None:
        if self._catalogue is None:
            return None
        try:
            return self._catalogue.meta(_HEAD)
        except sqlite3.Error:
            return None


def glimpse(home: Path) -> tuple[Story, str]:
    """The history and identity.md as a guest reads them; nothing is written. Raises HomeError."""
    story = story_of(parse(_read(home / HISTORY) or b""))
    data = _read(home / IDENTITY)
    return story, default_identity() if data is None else _decoded(data)


def pending_of(story: Story, current: str) -> Pending | None:
    """The proposal that waits, with its diff against `current`."""
    entry = story.pending
    return None if entry is None else Pending(entry, diff(current, entry.text or ""))


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HomeError(f"{path} cannot be read ({error.strerror}); mend its rights.") from error


def _signature(path: Path) -> _Signature | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def _sha(data: bytes | None) -> str:
    return "" if data is None else hashlib.sha256(data).hexdigest()


def _decoded(data: bytes) -> str:
    return data.decode("utf-8-sig", "replace")


def _kept(text: str) -> str | None:
    return text if len(text) <= _LONGEST_KEPT else None
