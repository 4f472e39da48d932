"""What becomes of the facts that an original states: they go on in a semantic memory, under their own ids. Pure.

A fact has a life of its own (it is contradicted, superseded, ended), and the memory that states it takes its state. A
summary has one state for a whole week, so it states nothing; each original that does leaves a memory behind with the
sentences of its facts, its age, its accesses, and the facts as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from weave import ids
from weave.model import Fact, Memory, MemoryType
from weave.sameness import folded
from weave.scribe.sentences import split
from weave.scribe.titles import title_of

SHORT = 200
"""Letters up to which an original is kept whole."""


def statements(originals: Iterable[Memory]) -> list[Memory]:
    """For each original that states facts the memory that goes on stating them."""
    return [_statement(memory) for memory in originals if memory.facts]


def _statement(memory: Memory) -> Memory:
    id_ = ids.derived(memory.created, 1, "statement", memory.id)
    text = memory.text if len(memory.text) <= SHORT else _telling(memory.text, memory.facts)
    return replace(
        memory,
        id=id_,
        type=MemoryType.SEMANTIC,
        title=memory.title if text == memory.text else title_of(text),
        text=text,
        derived_from=(*memory.derived_from, memory.id),
        facts=tuple(replace(fact, memories=(id_,)) for fact in memory.facts),
    )


def _telling(text: str, facts: Sequence[Fact]) -> str:
    """The sentences in which the facts' values stand; all of it when one stands nowhere."""
    sentences = split(text)
    wanted = [folded(fact.object) for fact in facts if fact.object]
    told = [one for one in sentences if any(value in folded(one) for value in wanted)]
    said = folded(" ".join(told))
    return " ".join(told) if told and all(value in said for value in wanted) else text


def restored(original: Memory, statement: Memory) -> Memory:
    """An original out of the archive, with its facts as they are by now, and the state that follows from them."""
    facts = tuple(replace(fact, memories=(original.id,)) for fact in statement.facts)
    return replace(original, facts=facts, state=statement.state, superseded_by=statement.superseded_by)


def handed_on(writes: Iterable[Memory]) -> dict[str, tuple[Fact, ...]]:
    """For each original the facts that another memory goes on stating."""
    return {
        memory.derived_from[-1]: memory.facts for memory in writes if memory.facts and memory.derived_from
    }


def whole(memory: Memory, facts: tuple[Fact, ...]) -> Memory:
    """A memory with its facts, while the catalogue, which knows each fact once, has them with its other holder."""
    return replace(memory, facts=facts) if facts and not memory.facts else memory


def states_for(memory: Memory, original: str) -> bool:
    """Whether a memory goes on stating the facts of this original."""
    return memory.id == ids.derived(memory.created, 1, "statement", original)
