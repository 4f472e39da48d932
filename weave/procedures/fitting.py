"""Whether a procedural memory fits what is to be done, so that it is worth offering as a checklist. Pure.

What comes to mind is not yet what is to be done: "where is the router?" recalls how to reset it. So, besides its
relevance, most words of its title must be said, or it must be meant beyond doubt; and whoever asks when, where or who
does not ask how. The figures are measured by tests/weave/procedures/test_procedures.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from weave import lexical
from weave.model import Memory, MemoryType, Recalled
from weave.procedures.model import Checklist
from weave.procedures.steps import LEAST, steps_of
from weave.procedures.trials import counts

RELEVANT = 0.25
"""Of the recall, 0..1."""
NAMED = 0.6
"""The share of the title's words that are said."""
MEANT = 0.5
"""From this calibrated nearness of its embedding on, its title need not be said."""
_VECTOR = "vector"
_OTHER_QUESTION = re.compile(
    r"(?i)^\W*(?:when|where|who|whose|why|which|did|does|has|have|had|was|were|is|are|wann|wo|wer|warum|wieso|hat|haben|war|"
    r"quand|où|qui|pourquoi|est-ce|as-tu|cuándo|dónde|quién|por qué|quando|dove|chi|perché|onde|quem|wanneer|waar|waarom|"
    r"когда|где|кто|почему|kailan|nasaan|saan|sino|bakit)(?!\w)|^(?:谁|誰|何时|什么时候|哪里|为什么|いつ|どこ|誰が|なぜ|언제|어디|누가|왜)"
)
_FRAME = re.compile(r"(?:的)?(?:流程|步骤|步驟|方法|手順|やり方|절차|방법)$|の$|[:：]\s*\d*$")
_HOW_TO = re.compile(
    r"(?i)^(?:how (?:to|i|we)|to|steps (?:for|to)|procedure (?:for|to)|wie (?:man|ich)|comment|cómo|come|como)\s+"
)


def checklist(memory: Memory, relevance: float = 1.0) -> Checklist | None:
    """A procedural memory taken apart; None when it is not in force, is kept from models, or has no two steps."""
    if memory.type is not MemoryType.PROCEDURAL or not memory.state.in_force or memory.private:
        return None
    steps = steps_of(memory.text)
    if len(steps) < LEAST:
        return None
    tried, failed = counts(memory)
    return Checklist(
        memory.id, memory.title, steps, memory.provenance, tried, failed, memory.source.file, relevance
    )


def among(recalled: Sequence[Recalled], words: str) -> Checklist | None:
    """The best of what came to mind that fits these words."""
    if _OTHER_QUESTION.match(words):
        return None
    fits = [one for one in recalled if one.place is None and not one.conflicts and _fits(one, words)]
    lists = (
        checklist(one.memory, one.score.relevance) for one in sorted(fits, key=lambda r: -r.score.relevance)
    )
    return next((found for found in lists if found is not None), None)


def _fits(one: Recalled, words: str) -> bool:
    if one.memory.type is not MemoryType.PROCEDURAL or one.score.relevance < RELEVANT:
        return False
    return share(one.memory.title, words) >= NAMED or dict(one.channels).get(_VECTOR, 0.0) >= MEANT


def share(title: str, words: str) -> float:
    """The share of the title's words that are said, 0..1."""
    wanted = lexical.query_terms(_FRAME.sub("", _HOW_TO.sub("", title.strip().rstrip("…"))))
    said = set(lexical.terms(words))
    return sum(term in said for term in wanted) / len(wanted) if wanted else 0.0
