"""The keeper of identity.md and its history: every change goes through here, and a crash leaves no doubt.

The new text is staged in a file of its own, the history is appended to and synced, then the staged file takes the
place of identity.md. Whoever finds a staged file whose entry stands in the history finishes the step; without one,
whatever identity.md says is the person's own doing, and is recorded as approved, never undone. All of it runs on the
core's thread.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from weave import ids, tickets
from weave.catalogue import Catalogue
from weave.durable import replace_bytes
from weave.errors import HomeError, InvalidInput
from weave.home import IDENTITY, default_identity
from weave.identity.files import HISTORY, Files, Look, Signature, decoded, read, sha, signature_of
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
from weave.identity.section import Parsed, Section, parse, render
from weave.identity.story import Story, alarms, examine, story_of
from weave.secrets import mask

log = logging.getLogger(__name__)

_LONGEST_KEPT = 200_000
"""Characters of a version that the history keeps whole."""
_REJECTED_DIFF = 4_000


class Keeper:
    """The self-model of one home, for the process that owns it."""

    def __init__(self, home: Path, clock: Callable[[], datetime], catalogue: Catalogue | None = None) -> None:
        self._files = Files(home, catalogue)
        self._clock = clock
        self._look = Look(None, None)
        self._read: Signature | None = None
        """The history's figures when it was read or appended to last."""
        self._parsed = Parsed(())
        self._story = Story()

    # -- reading ----------------------------------------------------------------------------------------

    def story(self) -> Story:
        """The history, with whatever the person did by hand since. Raises HomeError."""
        self.notice()
        return self._story

    def text(self) -> str:
        """identity.md as it is; a history that cannot be written now is made good later. Raises HomeError."""
        try:
            self.notice()
        except HomeError as error:
            log.warning("The identity's history waits: %s", error)
            data = self._files.look().data
            return default_identity() if data is None else decoded(data)
        return decoded(self._look.data)

    def standing(self) -> Standing:
        """What a proposal would be judged against now. Raises HomeError."""
        self.notice()
        return self._story.standing(decoded(self._look.data), self._clock())

    def pending(self) -> Pending | None:
        """The proposal that waits, with its diff against the identity as it is. Raises HomeError."""
        return pending_of(self.story(), decoded(self._look.data))

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
        if not self._files.history.exists() and self._files.head() is None:
            self._files.drop()
            return ()
        self.notice()
        problems = self.integrity().problems
        if problems and not self._story.trusted:
            more = f"{problems[0]} `weave identity history --check` tells more; nothing is applied to identity.md by itself until you decide something there."
            return (more,)
        return ()

    def notice(self) -> None:
        """Bring the history up to date with identity.md. Raises HomeError."""
        files = self._files
        known = self._look.signature is not None and self._look.signature == signature_of(files.path)
        if known and self._read == signature_of(files.history) and not files.staged.exists():
            return
        self._load()
        self._finish()
        self._look = files.look()
        version = self._story.version
        if version is None:
            self._begin()
        elif self._look.sha != version.after:
            self._take_up(version)
        self._alarm()

    def _load(self) -> None:
        self._read = signature_of(self._files.history)
        self._parsed = parse(read(self._files.history) or b"")
        self._story = story_of(self._parsed)

    def _finish(self) -> None:
        """A staged text whose entry stands in the history takes its place; any other never was."""
        staged = read(self._files.staged)
        if staged is None:
            return
        look, version = self._files.look(), self._story.version
        if version is not None and sha(staged) == version.after and look.sha == version.before:
            self._files.put(look.signature)
        self._files.drop()

    def _begin(self) -> None:
        if self._look.data is None:
            replace_bytes(self._files.path, default_identity().encode("utf-8"))
            self._look = self._files.look()
        text = mask(decoded(self._look.data))
        self._append(self._entry(Kind.FOUND, after=self._look.sha, text=_kept(text)))

    def _take_up(self, version: Entry) -> None:
        """The person's own edit, or their removal of the file: the default holds again, and the rest can be had back."""
        self._look = self._files.settled(self._look)
        if self._look.sha == version.after:
            return
        before, text = version.text or "", mask(decoded(self._look.data))
        if self._look.data is None:
            text = default_identity()
            self._commit(
                self._entry(Kind.RESET, diff=diff(before, text), text=text, after=sha(text.encode())), text
            )
            return
        changed = diff(before, text)
        self._append(
            self._entry(Kind.EDIT, before=version.after, after=self._look.sha, diff=changed, text=_kept(text))
        )

    def _alarm(self) -> None:
        """What is wrong with the history is told in it, once."""
        found = examine(self._parsed, self._files.head()).problems
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
        from weave.identity.guard import judge  # a hundred patterns, which nobody needs who only reads

        standing = self.standing()
        if measured is not None and (measured.current, measured.approved) != (
            standing.current,
            standing.approved,
        ):
            return None
        if (known := self._known(Kind.PROPOSAL, proposal.text)) is not None:
            return known
        judgement = judge(proposal, standing, likeness)
        rejected = judgement.verdict is Verdict.REJECTED
        entry = replace(
            self._entry(Kind.PROPOSAL, id_=self._id(Kind.PROPOSAL, proposal.text)),
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
        if (known := self._known(Kind.APPROVAL, reference)) is not None:
            return known
        proposal = self.story().waiting(reference)
        text = proposal.text if text is None else text
        if text is None or not text.strip():
            raise InvalidInput("There is no text to approve; edit identity.md itself instead.")
        if len(text) > _LONGEST_KEPT:
            raise InvalidInput("The text is too long to approve; put it into identity.md by hand.")
        return self._enforce(
            self._entry(Kind.APPROVAL, of=proposal.id, id_=self._id(Kind.APPROVAL, reference)), text
        )

    def refuse(self, reference: str, reason: str) -> Entry:
        """Close a waiting proposal; identity.md stays as it is. Raises NotFound, InvalidInput, HomeError."""
        if (known := self._known(Kind.REFUSAL, reference)) is not None:
            return known
        proposal = self.story().waiting(reference)
        entry = self._entry(Kind.REFUSAL, of=proposal.id, id_=self._id(Kind.REFUSAL, reference))
        entry = replace(entry, verdict=Verdict.REJECTED, reason=reason)
        self._append(entry)
        return entry

    def roll_back(self, reference: str) -> Entry:
        """Put an earlier version in force again, as a new entry. Raises NotFound, InvalidInput, HomeError."""
        if (known := self._known(Kind.ROLLBACK, reference)) is not None:
            return known
        version = self.story().version_of(reference)
        text = version.text or ""
        if normal(text) == normal(decoded(self._look.data)):
            raise InvalidInput(f"The version {version.id} is in force already.")
        return self._enforce(
            self._entry(Kind.ROLLBACK, of=version.id, id_=self._id(Kind.ROLLBACK, reference)), text
        )

    def _id(self, kind: Kind, about: str) -> str:
        """Of an entry that somebody asked for: the same one when the call is repeated."""
        return tickets.new_id(self._clock(), f"{kind} {sha(about.encode('utf-8', 'replace'))}")

    def _known(self, kind: Kind, about: str) -> Entry | None:
        """What this very call wrote before it was cut off."""
        wanted = self._id(kind, about) if tickets.again() else None
        return next((entry for entry in self.story().entries if entry.id == wanted), None)

    def _entry(
        self,
        kind: Kind,
        *,
        id_: str | None = None,
        of: str | None = None,
        before: str = "",
        after: str = "",
        diff: tuple[str, ...] = (),
        text: str | None = None,
    ) -> Entry:
        now = self._clock()
        return Entry(
            id_ or ids.new(now),
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
            before=self._look.sha,
            after=sha(text.encode("utf-8", "replace")),
            diff=entry.diff or diff(decoded(self._look.data), text),
            text=text,
        )
        self._commit(whole, text)
        return whole

    def _commit(self, entry: Entry, text: str) -> None:
        """Stage, record, put. Raises InvalidInput when the person edited the file meanwhile: that edit holds."""
        data = text.encode("utf-8", "replace")
        self._files.stage(data)
        try:
            self._append(entry)
        except BaseException:
            self._files.drop()
            raise
        signature = self._files.put(self._look.signature)
        if signature is None:
            raise InvalidInput(
                "identity.md was edited at this very moment, and the edit holds; look at it, then try again."
            )
        self._look = Look(signature, data)

    def _append(self, entry: Entry) -> None:
        section, chain = render(entry, self._parsed.chain)
        self._files.append(section, chain)
        self._read = signature_of(self._files.history)
        self._parsed = replace(self._parsed, sections=(*self._parsed.sections, Section(entry, chain, True)))
        self._story = Story((*self._story.entries, entry))


def glimpse(home: Path) -> tuple[Story, str]:
    """The history and identity.md as a guest reads them; nothing is written. Raises HomeError."""
    story = story_of(parse(read(home / HISTORY) or b""))
    data = read(home / IDENTITY)
    return story, default_identity() if data is None else decoded(data)


def pending_of(story: Story, current: str) -> Pending | None:
    """The proposal that waits, with its diff against `current`."""
    entry = story.pending
    return None if entry is None else Pending(entry, diff(current, entry.text or ""))


def _kept(text: str) -> str | None:
    return text if len(text) <= _LONGEST_KEPT else None
