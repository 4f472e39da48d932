"""The steps of a procedural memory: numbered and bulleted lists, "first … then … finally", arrows. Pure.

What stands before the steps is no step; what stands beneath one belongs to it.
"""

from __future__ import annotations

import re

from weave.scribe.sentences import without_blocks

MOST = 30
LONGEST = 500
"""Letters of one step; a longer one is cut."""
LEAST = 2
"""Fewer steps are advice, no checklist."""

_NUMBERED = re.compile(
    r"(?i)^[ \t]*(?:(?:step|schritt|étape|etape|paso|passo|stap|шаг)\s*\d{1,2}\s*[.:)–-]*|\d{1,2}\s*[.):、．）]|[(（]\d{1,2}[)）]|"
    r"[①-⑳]|第[一二三四五六七八九十]{1,2}步[:：,，、]?|步骤\s*[一二三四五六七八九十\d]{1,2}[:：.、]?|手順\s*\d{1,2}[:：.、]?)\s*(?P<body>\S.*)$"
)
_BULLETED = re.compile(r"^(?P<indent>[ \t]*)(?:[-*•+–]|\[[ xX]?\])\s+(?:\[[ xX]?\]\s+)?(?P<body>\S.*)$")
_INLINE = re.compile(r"(?<![\w.])[(（]?(\d{1,2})[.)、）]\s*(?=\S)")
_ARROW = re.compile(r"\s*(?:→|⇒|➜|➔|->|=>)\s*")
_FIRST = re.compile(
    r"(?i)(?<!\w)(?:first(?: of all|ly)?|zuerst|zunächst|d['’]abord|primero|prima|primeiro|eerst|сначала|una)(?!\w)[,:]?\s*|首先[,，]?|先(?=\S)|まず[、,]?|먼저[,]?\s*"
)
_NEXT = re.compile(
    r"(?i)[\s,;.]*(?:(?<!\w)(?:and |und |et |y |e |en |и )?(?:then|next|after that|afterwards|second(?:ly)?|third(?:ly)?|finally|lastly|"
    r"dann|danach|anschließend|schließlich|zuletzt|zum schluss|puis|ensuite|enfin|luego|después|finalmente|por último|"
    r"poi|dopo|infine|depois|em seguida|por fim|daarna|vervolgens|ten slotte|затем|потом|наконец|pagkatapos|sa huli)(?!\w)[,:]?\s*"
    r"|[，,。、]?(?:然后|接着|接著|再(?=\S)|最后|最後に?|次に|それから)[,，、]?|[.,]?\s*(?:그다음에?|마지막으로)[,]?\s*)"
)


def steps_of(text: str) -> tuple[str, ...]:
    """The steps in order, without their numbers; fewer than two are none."""
    lines = text.split("\n")
    for found in (_listed(lines, _NUMBERED), _bullets(lines), _inline(text), _arrows(text), _told(text)):
        steps = [_cut(step) for step in found if step.strip()][:MOST]
        if len(steps) >= LEAST:
            return tuple(steps)
    return ()


def _cut(step: str) -> str:
    step = "\n".join(line.rstrip() for line in step.strip().split("\n")).rstrip(" ;,")
    return step if len(step) <= LONGEST else f"{step[: LONGEST - 1]}…"


def _listed(lines: list[str], pattern: re.Pattern[str]) -> list[str]:
    """The items of a list; indented or unmarked lines beneath one go with it, up to a blank line's other paragraph."""
    steps: list[str] = []
    fenced = closed = False
    for line in lines:
        match = None if fenced else pattern.match(line)
        fence = line.lstrip().startswith(("```", "~~~"))
        if match is not None:
            steps.append(match["body"])
            closed = False
        elif steps and (fenced or fence or (line.strip() and not closed)):
            steps[-1] += f"\n{line}"
        closed = (closed or not line.strip()) and not line.startswith((" ", "\t")) and match is None
        fenced = fenced != fence
    return steps


def _bullets(lines: list[str]) -> list[str]:
    """Only the outermost level counts; what is nested stays with its step."""
    marked = [match for line in lines if (match := _BULLETED.match(line))]
    if not marked:
        return []
    outer = min(len(match["indent"].expandtabs(4)) for match in marked)
    level = re.compile(
        rf"^(?:[ ]{{{outer}}}|(?=\S))(?:[-*•+–]|\[[ xX]?\])\s+(?:\[[ xX]?\]\s+)?(?P<body>\S.*)$"
    )
    return _listed([line.expandtabs(4) for line in lines], level)


def _inline(text: str) -> list[str]:
    """ "1) stop it 2) start it" on one line: numbers that rise from one."""
    found = list(_INLINE.finditer(text))
    rising = [
        match
        for match, wanted in zip(found, range(1, len(found) + 1), strict=False)
        if int(match[1]) == wanted
    ]
    if len(rising) < LEAST or len(rising) != len(found):
        return []
    ends = [match.start() for match in rising[1:]] + [len(text)]
    return [text[match.end() : end] for match, end in zip(rising, ends, strict=True)]


def _arrows(text: str) -> list[str]:
    line = next((line for line in text.split("\n") if len(_ARROW.findall(line)) >= LEAST), "")
    return _ARROW.split(line.partition(": ")[2] or line) if line else []


def _told(text: str) -> list[str]:
    """ "First …, then …, finally …"."""
    words = without_blocks(text)
    first = _FIRST.search(words)
    if first is None:
        return []
    return [
        step.strip(" .。,，") for step in _NEXT.split(words[first.end() :]) if step and step.strip(" .。,，")
    ]
