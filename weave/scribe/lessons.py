"""How-tos and lessons that a person tells: numbered steps, "first … then …", "the fix was …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave.scribe.certainty import is_question
from weave.scribe.gates import Gated
from weave.scribe.sentences import split, without_blocks

__all__ = ["lessons", "procedures"]

_STEP = re.compile(r"^\s*(?:\d{1,2}[.)]|step \d{1,2}[.:)]|[-*•])\s+(?P<body>\S.*)$", re.IGNORECASE)
_NUMBERED = re.compile(r"^\s*(?:\d{1,2}[.)]|step \d)", re.IGNORECASE)
_HOW = Gated(
    r"(?i)(?:^|\b)(?:to (?P<what>[a-z]+ [^,:]{3,80})[,:]|how (?:to|i|we) (?P<how>[a-z]+ [^,:.]{2,80})|here(?:'s| is) how (?P<here>[^,:.]{3,80})|(?:the )?(?:steps|procedure|recipe|process) (?:for|to) (?P<steps>[^,:.]{3,80}))"
)
_SEQUENCE = re.compile(
    r"(?i)\bfirst\b.{5,400}\b(?:then|next|after that|afterwards|finally|second(?:ly)?)\b|zuerst.{5,300}dann|primero.{5,300}(?:luego|después)|d'abord.{5,300}(?:puis|ensuite)|prima.{5,300}poi|先.{2,200}(?:然后|再)|まず.{2,200}(?:次に|それから)",
    re.DOTALL,
)
_LESSON = Gated(
    r"(?i)\b(?:next time|the (?:fix|solution|cause|culprit|root cause|problem|trick) (?:was|is|turned out)|(?:failed|broke|crashed|didn't work|went wrong|errored) (?:because|since|due to|as )|(?:fixed|solved|resolved) (?:it|this|that) (?:by|with)"
    r"|lesson learn(?:ed|t)|it turned out (?:that )?the|never (?:again|do that)|i should(?:n't| not)? have|make sure (?:to|you|we)|the mistake was|my mistake was|remember not to|don't ever)\b"
    r"|nächstes mal|la próxima vez|la prochaine fois|la prossima volta|下次|今度から|次回は"
)
_LEARNED = Gated(r"(?i)\b(?:next time|lesson|the (?:fix|solution|root cause) was|never again)\b")
_FAILURE = Gated(
    r"(?i)\b(?:fail\w*|error\w*|broke\w*|crash\w*|wrong|bug|outage|mistake|problem|issue|didn't work|burn\w*|lost|leak\w*|fix\w*|solv\w*|lesson|timed? ?out|stuck|ruin\w*)\b|错|失敗|Fehler|fall[óo]|échou|errore"
)


_STEPPED = re.compile(r"(?m)^\s*(?:\d{1,2}[.)]|[-*•]|[Ss]tep \d)")
_ORDERED = Gated(r"(?i)\b(?:first|zuerst|primero|d'abord|prima)\b|先|まず")
_ASKS = Gated(
    r"(?i)\b(?:can|could|would|will) you\b|\bhelp me\b|\bi(?:'m| am) (?:trying|having trouble|struggling|not sure)\b|\?\s*$|please (?:help|explain|show|write|review)"
)


def _goal(text: str) -> str | None:
    match = _HOW.search(text)
    if match is None:
        return None
    return next((g.strip() for g in match.groups() if g), None)


def _listed(text: str) -> list[str]:
    return [m["body"].strip() for line in text.split("\n") if (m := _STEP.match(line))]


def procedures(text: str) -> Iterator[tuple[str, str]]:
    """(goal, text with numbered steps) of each how-to; at most one a text."""
    if not (_STEPPED.search(text) or _ORDERED.search(text)):
        return
    plain = without_blocks(text)
    if _ASKS.search(plain):
        return
    goal = _goal(plain[:2000])
    steps = _listed(plain)
    numbered = any(_NUMBERED.match(line) for line in plain.split("\n"))
    if len(steps) >= 2 and (goal or (numbered and len(steps) >= 3)) and not is_question(plain.strip()):
        title = goal or plain.strip().split("\n")[0].rstrip(":")
        yield title, f"{title}:\n" + "\n".join(f"{n}. {s}" for n, s in enumerate(steps, 1))
        return
    for start, sentence in enumerate(sentences := split(plain)):
        told = " ".join(sentences[start : start + 4])
        if _SEQUENCE.search(told) and (goal or _HOW.search(told)) and not is_question(sentence):
            yield goal or sentence, told
            return


def lessons(text: str) -> Iterator[tuple[str, str]]:
    """(title, text) of each lesson from something that failed: the sentence, with the one before it."""
    if not _LESSON.search(text):
        return
    asking = _ASKS.search(text) is not None
    sentences = split(without_blocks(text))
    used = -1
    for at, sentence in enumerate(sentences):
        if asking and not _LEARNED.search(sentence):
            continue
        context = " ".join(sentences[max(0, at - 1) : at + 1])
        if (
            at <= used
            or is_question(sentence)
            or not _LESSON.search(sentence)
            or not _FAILURE.search(context)
        ):
            continue
        follow = sentences[at + 1] if at + 1 < len(sentences) and _LESSON.search(sentences[at + 1]) else ""
        used = at + 1 if follow else at
        body = " ".join(s for s in (context, follow) if s)
        yield sentence, body
