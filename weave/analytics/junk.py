"""What was stored and says nothing about anybody's life: the noise that memory systems fill up with. Pure.

Field reports (case 104) name it: status pings, restated prompts, what was recalled stored once more, tool dumps, and
the phrases of an assistant or a web page. Each rule looks for the whole text being that, never for a word in it.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable
from dataclasses import dataclass

from weave.sameness import spoken
from weave.scribe.importance import is_trivial
from weave.scribe.sentences import is_code, split

_SPEAKER = re.compile(r"[^\W\d_][^:\n]{0,39}: ")
_CITED = re.compile(r"(?m)^\s*[-*] \[[0-7][0-9A-HJKMNP-TV-Z]{25}\] ")
_MARKED = re.compile(r"</?(?:memory|recalled|memories|result)\b[^>\n]{0,80}>")
_HEADINGS = re.compile(r"(?m)^(?:Facts and knowledge|Episodes|Procedures|Lessons from errors):\s*\n\s*[-*] ")
_PROMPT = re.compile(
    r"(?i)^\W*(?:(?:system|instructions?)\s*:\s*|<\|?(?:system|im_start)[^>]*>\s*)?you are (?:an? |the )?(?:[\w-]+[ ,]+){0,6}"
    r"(?:assistant|chatbot|language model|ai|agent)\b|^\W*(?:system prompt|<\|?(?:system|im_start)\b)|^\W*\[?(?:system|instructions?)\]?:\s"
)
_BOILERPLATE = re.compile(
    r"(?i)\bas an ai(?: language model)?\b|\b(?:i(?:['’]d| would) be|i['’]?a?m) (?:happy|glad|here) to (?:help|assist)\b|\bhow (?:can|may) i (?:help|assist)\b"
    r"|\bis there anything else\b|\blet me know if (?:you|there)\b|\bfeel free to (?:ask|reach)\b|\bthank you for (?:contacting|your (?:patience|message|e-?mail))\b"
    r"|\ball rights reserved\b|\b(?:accept|we use|uses) (?:all )?cookies\b|\bunsubscribe\b|\bterms of (?:service|use)\b|\bprivacy policy\b"
    r"|\bthis (?:e-?mail|message)(?: and any attachments?)? (?:is|are|may be|contains?)\b.{0,40}\b(?:confidential|intended)\b|\bdo not reply to this\b"
)
_LOGGED = re.compile(
    r"^\s*(?:\d{4}-\d\d-\d\d|\[?\d\d:\d\d:\d\d|[\w.-]+\s*[=:]\s*\S|[-|+]{3,}|[\[\]{},]+\s*$|\"[^\"]+\"\s*:|drwx|-rw|\$ |>>> |at \S+\(|File \")"
)
_UNBROKEN = re.compile(r"\S{300}")
_APART = str.maketrans(dict.fromkeys(string.punctuation + "’“”…", " "))
_SIGNS = frozenset(
    "ai help assist else let free thank rights cookies unsubscribe terms privacy confidential intended reply".split()
)
"""One of these words stands in every text that `_BOILERPLATE` finds something in."""
_LEAST_DUMP, _LEAST_LINES = 400, 8
_LONGEST_PING = 80
"""Letters; whoever needs more says something."""
_READ = 8_000
"""Letters of a text that are looked at: noise that long shows itself by then."""
_MOST_SENTENCES = 40
_SHORTEST_LINE = 20


@dataclass(frozen=True, slots=True)
class Prompts:
    """What stands in prompts, sentence by sentence, in the form in which repeated words are looked up."""

    lines: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    """One word of each line; a text that has none of them repeats none."""

    @classmethod
    def of(cls, texts: Iterable[str]) -> Prompts:
        """The sentences of these texts that are long enough to be told again."""
        said = {spoken(piece.lstrip("-*#> ")) for text in texts for piece in split(text)}
        inner = {line: line.translate(_APART).split()[1:-1] for line in said if len(line) >= _SHORTEST_LINE}
        lines = {line: max(words, key=len) for line, words in inner.items() if words}
        return cls(frozenset(lines), frozenset(lines.values()))


def verdict(text: str, prompts: Prompts, *, procedure: bool = False) -> str:
    """In a few words what kind of junk a text is; empty when it is none. A `procedure` may hold code of any length."""
    # each rule is asked only where its signs stand, since most memories have none, and there are very many
    if not any(map(str.isalnum, text)):
        return "holds no word" if text.strip() else "is empty"
    if len(text) <= _LONGEST_PING and _pinged(text):
        return "says nothing: a greeting, an acknowledgement or a status ping"
    if ("[" in text or "<" in text or ":\n" in text) and _recalled(text):
        return "was recalled and stored again"
    words = frozenset(spoken(text[:_READ]).translate(_APART).split())
    if _PROMPT.match(text[:400]) or (not prompts.words.isdisjoint(words) and _restates(text, prompts.lines)):
        return "restates a prompt"
    if not _SIGNS.isdisjoint(words) and _mostly_boilerplate(text):
        return "is boilerplate"
    return "is a tool's raw output" if len(text) >= _LEAST_DUMP and not procedure and _dumped(text) else ""


def _pinged(text: str) -> bool:
    return is_trivial(text) or (": " in text and is_trivial(_SPEAKER.sub("", text, count=1)))


def _recalled(text: str) -> bool:
    return any(pattern.search(text) for pattern in (_CITED, _HEADINGS, _MARKED))


def _restates(text: str, lines: frozenset[str]) -> bool:
    """Whether at least half of its sentences are a prompt's."""
    said = [spoken(piece.lstrip("-*#> ")) for piece in split(text[:_READ])[:_MOST_SENTENCES]]
    return spoken(text) in lines or 2 * sum(line in lines for line in said) >= len(said) > 0


def _mostly_boilerplate(text: str) -> bool:
    pieces = split(text[:_READ])[:_MOST_SENTENCES]
    return 2 * sum(_BOILERPLATE.search(piece) is not None for piece in pieces) >= len(pieces)


def _dumped(text: str) -> bool:
    """Many lines of code, settings or a log, or a long run of letters without a break, and little else."""
    if (run := _UNBROKEN.search(text)) and run.group().isascii():
        return True
    lines = [line for line in text.split("\n", 400)[:400] if line.strip()]
    if len(lines) < _LEAST_LINES:
        return False
    return sum(is_code(line[:500]) or _LOGGED.match(line) is not None for line in lines) >= 0.6 * len(lines)
