"""The memory as the screen sees it: every call returns at once, and plain events come back from its own thread.

Nothing here knows Textual, and nothing heavy is imported before `start`.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from avery import selves
from avery.events import Ended, Event, Models, Trouble, Undecided
from avery.holdings import Holdings
from avery.letterbox import Letterbox
from avery.metamemory import Mirror
from avery.nights import Bedside
from avery.options import LaunchOptions
from avery.reminding import RemindDesk
from avery.sessions import Sessions
from avery.shelf import Shelf
from avery.worker import Do, Emit, Errand, Question, Worker

if TYPE_CHECKING:
    from avery.agent.consent import Verdict
    from weave.keys import Secret
    from weave.model import Memory

_TAKEN_BACK = "Stopped before it was sent."


class MemoryService:
    """Owns the thread. Questions are answered one after the other, in the order they came."""

    def __init__(self, options: LaunchOptions, emit: Emit) -> None:
        self._emit = emit
        self._options = options
        self._numbers = itertools.count(1)
        self._worker = Worker(options, emit)
        self.shelf = Shelf(self._apart, self._aside)
        """All memories, to look through and to change by hand."""
        self.library = Holdings(self._apart, emit)
        """The archived files, to browse, read, search, add to and take from."""
        self.sessions = Sessions(self._apart, self._aside, self._errand)
        """Past chats: found, read, renamed, exported, gone on with."""
        self.mirror = Mirror(self._apart)
        """What the memory knows about itself."""
        self.nights = Bedside(self._worker.nights, self._apart, self._aside)
        """Sleep, as it goes by itself and as it is asked for."""
        self._letters = Letterbox[Question](
            lambda question: self._worker.unsent.add(question.ask, question.text),
            self._hand_on,
            lambda question: self._worker.refuse(question.ask, _TAKEN_BACK),
        )
        self.reminders = RemindDesk(self._aside)
        """Reminders and procedures: set, put off, done, cancelled; how a checklist went."""
        self._thread = threading.Thread(target=self._worker.run, name="memory", daemon=True)

    @property
    def failure(self) -> str | None:
        """Why the memory could not be opened or stopped; None while all is well."""
        return self._worker.failure

    @property
    def ended(self) -> Ended | None:
        """The task that ended with the memory's closing."""
        return self._worker.ended

    def start(self) -> None:
        """Begin to open the memory; call it once, after the first picture."""
        if not self._thread.is_alive() and not self._worker.closing:
            self._thread.start()

    def start_anew(self) -> None:
        """Open a memory that could not be opened before: what kept it closed has been mended. Nothing while it runs."""
        if self.failure is None or self._thread.is_alive() or self._worker.closing:
            return
        self._worker = Worker(self._options, self._emit)
        self.nights = Bedside(self._worker.nights, self._apart, self._aside)
        self._thread = threading.Thread(target=self._worker.run, name="memory", daemon=True)
        self._thread.start()

    def send(self, text: str, *, replaces: str | None = None) -> int:
        """Ask; the number returned marks the events of this turn. It waits on disk until it is taken (a long one
        is masked and written by another thread first).

        `replaces`: the id of the turn that is sent anew.
        """
        ask = next(self._numbers)
        self._letters.post(Question(ask, text, replaces))
        return ask

    def _hand_on(self, question: Question) -> None:
        if not self._worker.work.put(question):
            self._worker.refuse(question.ask, self._worker.reason)

    def keep_draft(self, number: int, text: str) -> None:
        """Keep what is being written, under a number that grows; for a thread, since it is written to disk."""
        self._worker.drafts.keep(number, text)

    def stop(self) -> None:
        """Break off the reply that is coming and take back what still waits."""
        self._letters.recall()
        for work in self._worker.work.take_all():
            if isinstance(work, Question):
                self._worker.refuse(work.ask, _TAKEN_BACK)
            else:
                self._worker.work.put(work)
        self._worker.break_off()

    def decide(self, request_id: str, verdict: Verdict) -> None:
        """Say whether a call that was Wanted may run; Settled follows. Nothing happens when it waits no longer."""
        self._worker.asking.decide(request_id, verdict)

    def new(self) -> None:
        """End the conversation's task and begin another one."""
        self._errand(lambda sitting: sitting.new())

    def end_task(self, other: str | None = None) -> None:
        """End the task; the conversation goes on with a fresh one. `other`: the id of another open task instead."""
        self._errand(lambda sitting: sitting.end_task(other))

    def change_task(self, name: str | None) -> None:
        """Go on in the task of this name; None: in the chat's own."""
        self._errand(lambda sitting: sitting.talk.change(name))

    def tasks(self) -> None:
        """Tell the open tasks and what the present one holds."""
        self._errand(lambda sitting: sitting.talk.tasks())

    def pads(self) -> None:
        """Tell every open task with what it holds."""
        self._aside(lambda sitting: sitting.talk.pads())

    def doom(self) -> None:
        """Tell what discarding the present task would lose."""
        self._errand(lambda sitting: sitting.talk.doomed())

    def discard(self, task: str) -> None:
        """Throw a task away."""
        self._errand(lambda sitting: sitting.discard(task))

    def recall(self, question: str) -> None:
        """See what a question brings to mind, without asking the model."""
        self._errand(lambda sitting: sitting.recall(question))

    def resolve(self, conflict: str, keep: Sequence[str]) -> None:
        """Decide a conflict: the facts of these ids stand; it does not wait for a reply that is coming."""
        kept = tuple(keep)
        self._aside(
            lambda sitting: sitting.resolve(conflict, kept), lambda reason: Undecided(conflict, reason)
        )

    def approve_self(self, proposal: str, text: str | None = None) -> None:
        """Put a waiting text for identity.md in force, as it is or as the person reworded it."""
        self._aside(
            lambda sitting: selves.approve(sitting.weave, proposal, text),
            lambda reason: Undecided(proposal, reason),
        )

    def reject_self(self, proposal: str, reason: str = "") -> None:
        """Close a waiting text for identity.md; nothing changes."""
        self._aside(
            lambda sitting: selves.reject(sitting.weave, proposal, reason),
            lambda problem: Undecided(proposal, problem),
        )

    def roll_back_self(self, version: str) -> None:
        """Put an earlier version of identity.md in force again."""
        self._aside(
            lambda sitting: selves.roll_back(sitting.weave, version),
            lambda reason: Undecided(version, reason),
        )

    def tell_self(self) -> None:
        """Tell who Avery is and how that came about; how far it drifted follows as soon as that is measured."""
        self._aside(lambda sitting: selves.biography(sitting.weave))
        self._apart(lambda sitting: selves.drift(sitting.weave))

    def read(self, memory: Memory) -> None:
        """Open the conversation that a memory was made from."""
        self._aside(lambda sitting: sitting.read(memory))

    def picture(self, name: str) -> None:
        """Draw what is known of somebody or something."""
        self._aside(lambda sitting: sitting.picture(name))

    def servers(self, restart: str | None = None) -> None:
        """Tell how the MCP servers are; `restart` names one to connect to anew."""
        self._apart(lambda sitting: sitting.servers(restart))

    def models(self) -> None:
        """Ask the model's server what it has."""
        self._apart(lambda sitting: sitting.models(), lambda reason: Models((), reason))

    def switch_model(self, name: str) -> None:
        """Let another model of the same server answer from now on."""
        self._errand(lambda sitting: sitting.switch(name))

    def reopen(self, key: Secret | None = None) -> None:
        """Take up the configuration anew, after set-up; `key` is one for this session only."""
        self._errand(lambda sitting: sitting.reload(key))

    def close(self, timeout: float) -> bool:
        """End the conversation's task and close, for at most `timeout` seconds.

        False when time ran out. Nothing is lost then: questions are on disk, the next start goes on.
        """
        self._letters.settle(timeout)
        self._worker.closing = True
        if not self._thread.is_alive():
            return True
        self._worker.work.put(None)
        self._worker.beside.put(None)
        self._worker.break_off()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _errand(self, run: Do) -> None:
        if not self._worker.work.put(Errand(run)):
            self._emit(Trouble(self._worker.reason))

    def _aside(
        self,
        run: Do,
        failed: Callable[[str], Event] = Trouble,
    ) -> None:
        """What needs no turn to be over: the person does not wait for a reply to decide a conflict."""
        if not self._worker.beside.put(Errand(run, failed)):
            self._emit(failed(self._worker.reason))

    def _apart(self, run: Do, failed: Callable[[str], Event] = Trouble) -> None:
        """What takes so long that neither turns nor decisions may wait for it."""
        if not self._worker.beside.put(Errand(run, failed, apart=True)):
            self._emit(failed(self._worker.reason))
