"""What a mask may cover: nothing that would act, where a person is asked; and no half of a key, where a text is cut. Pure.

What looks like a secret is masked before a person sees a call. A call that dressed what it does as a secret
(`password: "; rm -r notes ;"`) would be allowed unseen: such a call is refused.
"""

from __future__ import annotations

import re

from weave.secrets import find

MARGIN = 24_000
"""Letters; no secret that is looked for is longer, a private key of 20,000 among them."""
_WORD = re.compile(r"[\w.+=%!#?,-]+")
"""One word that neither runs, nor names a place, nor ends a text around it."""
_BARE = re.compile(r"[\w+=-]+")


def hides(value: object) -> bool:
    """Whether masking the texts in `value`, arguments of a call, would cover more than single plain words."""
    if isinstance(value, str):
        return any(not _WORD.fullmatch(value, span.start, span.end) for span in find(value))
    if isinstance(value, dict):
        return any(hides(name) or hides(inner) for name, inner in value.items())
    return isinstance(value, list) and any(map(hides, value))


def hides_words(command: str) -> bool:
    """The same for a command, where a word that stands alone is a file, a host or a flag."""
    return any(
        not _BARE.fullmatch(command, span.start, span.end)
        or (span.kind != "api key" and command[span.start - 1 : span.start].isspace())
        for span in find(command)
    )


def concealed(text: str, start: int, stop: int) -> str:
    """`text[start:stop]` with every secret masked that reaches into it, as many lines as before.

    A part of a key is not known for one, so this looks beyond both ends.
    """
    base = max(0, start - MARGIN)
    pieces, at = [], start
    for span in find(text[base : stop + MARGIN]):
        first, last = max(at, base + span.start), min(stop, base + span.end)
        if first < last:
            breaks = "\n" * text.count("\n", first, last)
            pieces += [text[at:first], f"[secret removed: {span.kind}]{breaks}"]
            at = last
    return "".join((*pieces, text[at:stop]))
