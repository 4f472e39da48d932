"""Finds keys, tokens, passwords and card numbers, so that none is ever stored or sent. Pure.

Every pattern is bounded or anchored at the start of a token: 1 MB of hostile text stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from weave.secret_words import (
    ASK_WORDS,
    NO_SECRET,
    PASSWORD_WORDS,
    PLACEHOLDER,
    TOKEN_WORDS,
    VERB,
)

__all__ = ["Span", "find", "mask"]


@dataclass(frozen=True, slots=True)
class Span:
    """A secret in a text: characters `start` to `end`, and what kind of secret it is."""

    start: int
    end: int
    kind: str


_HEAD = r"(?:(?<![A-Za-z0-9_-])|(?<=\\n))"
"""The start of a token, also after an escaped line break; keeps a scan from starting inside one."""

_MAKERS = re.compile(
    _HEAD
    + r"""(?:
      sk-ant-[A-Za-z0-9_-]{10,400}
    | (?:sk|rk|tok|src|ek)_(?:live|test|prod)_[A-Za-z0-9_]{6,300} | whsec_[A-Za-z0-9+/=]{16,200}
    | (?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])
    | gh[pousr]_[A-Za-z0-9]{16,300} | github_pat_[A-Za-z0-9_]{16,300} | gl(?:pat|dt|rt|cbt)-[\w-]{16,100}
    | xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{10,300} | xapp-[0-9]-[A-Za-z0-9-]{10,300}
    | AIza[A-Za-z0-9_-]{30,45} | GOCSPX-[A-Za-z0-9_-]{20,60} | ya29\.[A-Za-z0-9_-]{20,400}
    | hf_[A-Za-z0-9]{20,80} | gsk_[A-Za-z0-9]{20,100} | xai-[A-Za-z0-9]{20,120} | r8_[A-Za-z0-9]{20,80}
    | pplx-[A-Za-z0-9]{20,80} | npm_[A-Za-z0-9]{30,60} | pypi-[A-Za-z0-9_-]{40,400}
    | SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,80} | dop_v1_[0-9a-f]{40,80} | shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}
    | lin_api_[A-Za-z0-9]{30,60} | ntn_[A-Za-z0-9]{30,60} | hv[sb]\.[A-Za-z0-9_-]{20,300} | dapi[0-9a-f]{32}
    | AGE-SECRET-KEY-1[A-Z0-9]{40,70} | sq0(?:csp|atp)-[A-Za-z0-9_-]{20,60} | key-[0-9a-f]{32}(?![0-9a-f])
    | [0-9]{8,10}:AA[A-Za-z0-9_-]{30,40} | sntrys_[A-Za-z0-9+/=_-]{30,300} | nvapi-[A-Za-z0-9_-]{30,100}
    )""",
    re.VERBOSE,
)
_SK = re.compile(_HEAD + r"sk-[A-Za-z0-9_-]{16,400}")
_JWT = re.compile(_HEAD + r"eyJ[A-Za-z0-9_-]{8,8000}\.eyJ?[A-Za-z0-9_-]{4,8000}(?:\.[A-Za-z0-9_-]{0,8000})?")
_PEM_HEAD = re.compile(r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PEM_TAIL = re.compile(r"-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----")
_PEM_BODY = re.compile(r"(?:[A-Za-z0-9+/=\s]|\\[nr]){0,20000}")
_BEARER = re.compile(r"(?i)(?<![A-Za-z])bearer[ \t]{1,3}[\"']?([A-Za-z0-9._~+/=-]{12,4000})")
_AUTH = re.compile(
    r"(?i)(?<![A-Za-z])authorization[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?(?:basic|token|apikey|digest)[ \t]{1,3}"
    r"([A-Za-z0-9._~+/=-]{6,4000})"
)
_URL = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}://[^\s/:@?#]{0,100}:([^\s/]{1,200})@")
_HOOK = re.compile(r"https://hooks\.slack\.com/(?:services|workflows)/([A-Za-z0-9/_-]{10,120})")
_CARD = re.compile(r"(?<![0-9A-Za-z_.+-])[0-9](?:[ -]?[0-9]){13,18}(?![0-9A-Za-z_-])")
_CVV = re.compile(r"(?i)(?<![a-z])cv[vc]2?(?:[ \t]{0,2}(?:is|[:=]))?[ \t]{0,2}([0-9]{3,4})(?![0-9])")
_ASSIGN = re.compile(
    rf"(?i)(?P<word>(?:{PASSWORD_WORDS})|(?:{TOKEN_WORDS}))"
    rf"(?P<more>[A-Za-z0-9_-]{{0,20}})(?P<about>(?:[ \t]{{1,2}}(?:{ASK_WORDS})[ \t]{{1,2}}[^\s.:=;?!,]{{1,30}}(?:[ \t][^\s.:=;?!,]{{1,30}}){{0,3}}?)?)"
    rf"[\"'`*]{{0,3}}[ \t]{{0,3}}(?P<sep>:=|=>|=|[:：]|(?:{VERB})(?:[ \t]{{0,2}}[:：])?)[ \t]{{0,3}}(?:\n[ \t]{{0,3}})?"
    r"(?P<quote>[\"'`“„«「]?)"
)
_STRONG = re.compile(rf"(?i){PASSWORD_WORDS}")
_QUOTED = re.compile(r"[^\"'`”“»」\n]{1,200}")
_VALUE = re.compile(r"[^\s\"'`,;，。、；」»”<>(){}\[\]]{1,300}")
_CLOSERS = ".?:"
_ABOUT = re.compile(
    r"(?i)policy|algo|length|len|field|name|manager|less|min|max|reset|hint|file|url|id|count|type|ned|ning"
)


def _luhn(digits: str) -> bool:
    doubled = [int(d) for d in digits[-2::-2]]
    return (sum(map(int, digits[-1::-2])) + sum(d * 2 - 9 * (d > 4) for d in doubled)) % 10 == 0


_CARD_PREFIX = re.compile(
    r"4|5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720|3[47]|3(?:0[0-5]|[689])|35(?:2[89]|[3-8])|6011|64[4-9]|65|62|50|6304|67"
)
_CARD_GROUPS = {
    (4, 4, 4, 4),
    (4, 6, 5),
    (4, 6, 4),
    (4, 4, 4, 4, 3),
    (4, 4, 4, 4, 2),
    (4, 4, 4, 2),
    (4, 4, 4, 3),
}


def _is_card(candidate: str) -> bool:
    """Luhn, length, a known issuer's prefix, and spaces where cards have them (ISO/IEC 7812)."""
    groups = re.split(r"[ -]", candidate)
    digits = "".join(groups)
    if len(groups) > 1 and tuple(map(len, groups)) not in _CARD_GROUPS:
        return False
    amex = digits[:2] in ("34", "37")
    lengths = (15,) if amex else (14,) if digits[:2] in ("36", "38", "30") else (16, 19)
    return (
        len(digits) in lengths
        and len(set(digits)) > 1
        and _CARD_PREFIX.match(digits) is not None
        and _luhn(digits)
    )


def _looks_like_sk(token: str) -> bool:
    """A random key, not words joined by hyphens (sk-learn-contrib-2024)."""
    segments = re.split(r"[-_]", token[3:])
    return any(
        len(s) >= 16 or (len(s) >= 8 and any(c.isdigit() for c in s) and any(c.isalpha() for c in s))
        for s in segments
    )


def _mixed(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _random(value: str) -> bool:
    """Whether a value given to a weak word (token, key, secret) looks like one made by a machine."""
    plain = value.strip("\"'")
    cases = any(c.isupper() for c in plain) and any(c.islower() for c in plain)
    return (len(plain) >= 8 and _mixed(plain)) or (len(plain) >= 20 and cases and "." not in plain)


def _is_password(value: str, sep: str, quoted: bool, closes: bool) -> bool:
    """Whether what follows a word for "password" is one, not a remark about it ("is required")."""
    if len(value) < 3 or NO_SECRET.fullmatch(value):
        return False
    odd = any(not c.isalpha() for c in value.rstrip("-")) or (value[1:] != value[1:].lower())
    if quoted or odd:
        return len(value) >= 4 or value.isdigit()
    if sep in (":", "：", "=", ":=", "=>"):
        return closes or len(value) >= 5
    return closes


def _ends_sentence(text: str, at: int) -> bool:
    rest = text[at : at + 3].lstrip(" \t\"'")
    return not rest or rest[0] in "\n\r.!?,;)。！？，、（("


def _sign(sep: str) -> str:
    """What stands between the word and the value: "is:" counts as the colon it ends in."""
    flat = sep.strip().lower()
    return flat[-1:] if flat.endswith((":", "：")) else flat


def _assignment(text: str, match: re.Match[str]) -> Span | None:
    value = (_QUOTED if match["quote"] else _VALUE).match(text, match.end())
    if value is None:
        return None
    end = value.end()
    while end > value.start() and text[end - 1] in _CLOSERS and not match["quote"]:
        end -= 1
    found = text[value.start() : end].removesuffix("です").removesuffix("입니다")
    end = value.start() + len(found)
    if PLACEHOLDER.match(found) or (text[end : end + 1] in "([" and text[end : end + 1]):
        return None
    if _ABOUT.search(match["more"]) or (
        match["word"].lower().startswith("pin") and not any(map(str.isdigit, found))
    ):
        return None
    strong = _STRONG.fullmatch(match["word"]) is not None
    if strong:
        good = _is_password(found, _sign(match["sep"]), bool(match["quote"]), _ends_sentence(text, end))
        return Span(value.start(), end, "password") if good else None
    return Span(value.start(), end, "token") if _random(found) else None


def _passphrases(text: str) -> Iterator[Span]:
    for match in _ASSIGN.finditer(text):
        span = _assignment(text, match)
        if span:
            yield span


def _pems(text: str) -> Iterator[Span]:
    last_tail = text.rfind("-----END ")
    position = 0
    while match := _PEM_HEAD.search(text, position):
        tail = _PEM_TAIL.search(text, match.end()) if match.end() <= last_tail else None
        if tail is None:
            last_tail = -1
            body = _PEM_BODY.match(text, match.end())
            position = body.end() if body else match.end()
        else:
            position = tail.end()
        yield Span(match.start(), position, "private key")


def _all(text: str) -> Iterator[Span]:
    yield from _pems(text)
    yield from (Span(m.start(), m.end(), "api key") for m in _MAKERS.finditer(text))
    yield from (Span(m.start(), m.end(), "api key") for m in _SK.finditer(text) if _looks_like_sk(m[0]))
    yield from (Span(m.start(), m.end(), "token") for m in _JWT.finditer(text))
    yield from (
        Span(m.start(1), m.end(1), "token") for m in _BEARER.finditer(text) if _mixed(m[1]) or len(m[1]) >= 32
    )
    yield from (Span(m.start(1), m.end(1), "token") for m in _AUTH.finditer(text))
    yield from (Span(m.start(1), m.end(1), "token") for m in _HOOK.finditer(text))
    yield from (
        Span(m.start(1), m.end(1), "password") for m in _URL.finditer(text) if not PLACEHOLDER.match(m[1])
    )
    yield from (Span(m.start(), m.end(), "card number") for m in _CARD.finditer(text) if _is_card(m[0]))
    yield from (Span(m.start(1), m.end(1), "card code") for m in _CVV.finditer(text))
    yield from _passphrases(text)


def find(text: str) -> list[Span]:
    """The secrets of `text`, in order, none overlapping another."""
    spans: list[Span] = []
    for span in sorted(_all(text), key=lambda s: (s.start, -s.end)):
        if spans and span.start < spans[-1].end:
            previous = spans[-1]
            spans[-1] = Span(previous.start, max(previous.end, span.end), previous.kind)
        else:
            spans.append(span)
    return spans


def mask(text: str) -> str:
    """`text` with every secret replaced by `[secret removed: <kind>]`. Idempotent."""
    pieces, position = [], 0
    for span in find(text):
        pieces += [text[position : span.start], f"[secret removed: {span.kind}]"]
        position = span.end
    return "".join(pieces) + text[position:] if pieces else text
