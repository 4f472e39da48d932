"""Query terms as one regular expression over raw bytes, for rg and for Python alike.

The expression finds candidates: words that begin like a term, in any case and with any accents. Whether a word
is the term is decided afterwards by `weave.lexical`, on the few words found. Classes of bytes instead of Unicode
classes, in the first letters only, since rg spends longer on building those than on searching 10,000 memories.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from weave.lexical import DENSE

_ACCENTABLE = frozenset("aeiouycnszdgl")
_ACCENT = r"[\xc3-\xc6\xcc\xcd\xe1][\x80-\xbf]+"
_FULL_WIDTH = r"\xef[\xbc\xbd][\x80-\xbf]"
_TAIL = r"[0-9A-Za-z_\x80-\xff]*(?:[-_./:@+\\][0-9A-Za-z_\x80-\xff]+)*"
_BEFORE = r"(?:^|[\x00-/:-@\[-`{-\x7f]|\xc2[\x80-\xbf]|\xe2[\x80-\xbf]{2}|[\xe3-\xed\xef][\x80-\xbf]{2})"
_FOLDED_LETTERS = 5
_DENSE = re.compile(f"[{DENSE}]+")
_WORD = re.compile(r"[a-z0-9]+")
_IRREGULAR = {
    "die": "d[iy]",
    "lie": "l[iy]",
    "tie": "t[iy]",
    "sky": "sk[iy]",
    "fli": "fl[iy]",
    "dri": "dr[iy]",
}
_TWO_LETTERS = {
    "ae": r"(?:ae|\xc3[\xa6\x86])",
    "oe": r"(?:oe|\xc5[\x92\x93])",
    "ss": r"(?:ss|\xc3\x9f)",
    "th": r"(?:th|\xc3[\xbe\x9e])",
}
_HALF_WIDTH = {
    unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)
} | {unicodedata.normalize("NFKC", chr(a) + chr(b)): chr(a) + chr(b) for a in range(0xFF66, 0xFF9E) for b in (0xFF9E, 0xFF9F)}  # fmt: skip


def _escaped(data: bytes) -> str:
    return "".join(chr(b) if chr(b).isalnum() and b < 128 else f"\\x{b:02x}" for b in data)


def _core(stem: str) -> str:
    """What every word of a stem begins with: endings that stemming rewrites (y to i, bility to bl) are cut."""
    if len(stem) >= 5:
        return stem[:-1]
    return stem[:-1] if len(stem) == 4 and stem[-1] in "eiyl" else stem


def _letter(letter: str) -> str:
    return f"(?:{letter}|{letter}?{_ACCENT})" if letter in _ACCENTABLE else letter


def _rest(core: str) -> str:
    parts, at = list[str](), 1
    while at < len(core):
        pair = _TWO_LETTERS.get(core[at : at + 2])
        if at >= _FOLDED_LETTERS:
            break
        parts.append(pair or _letter(core[at]))
        at += 2 if pair else 1
    return "".join(parts)


def _ascii_word(term: str) -> Iterable[str]:
    if term in _IRREGULAR:
        yield rf"\b{_IRREGULAR[term]}"
        return
    core = term if any(c.isdigit() for c in term) else _core(term)
    rest = _rest(core) if core.isalpha() else core[1:]
    first = core[0]
    yield rf"\b{first}{rest}"
    if first in _ACCENTABLE:
        yield rf"{_BEFORE}{first}?{_ACCENT}{rest}"
    if core[:2] in _TWO_LETTERS:
        yield rf"{_BEFORE}{_TWO_LETTERS[core[:2]]}{_rest(core[1:])}"


def _forms(term: str) -> set[str]:
    """The ways a term may be encoded: composed, decomposed, half-width kana, both cases."""
    half = "".join(_HALF_WIDTH.get(c, c) for c in term)
    return {unicodedata.normalize(form, t) for form in ("NFC", "NFD") for t in (term, half)}


def _other_word(term: str) -> Iterable[str]:
    core = term[:-1] if len(term) >= 5 else term
    letters = "".join(_either_case(c) for c in core)
    yield f"{_BEFORE}{letters}"


def _either_case(letter: str) -> str:
    forms = {form for c in {letter, letter.upper()} for form in _forms(c)} | _relatives(letter)
    return "(?:" + "|".join(sorted(_escaped(form.encode()) for form in forms)) + ")"


def _relatives(letter: str) -> set[str]:
    """Accented forms of Greek and Cyrillic letters that fold to this one."""
    from weave.lexical import FOLDS

    return {chr(code) for code, base in FOLDS.items() if base == letter and 0x370 <= code < 0x460}


def _wide(term: str) -> str:
    return "".join(
        f"(?:{_escaped(chr(ord(c) + 0xFEE0).encode())}|{_escaped(chr(ord(c.upper()) + 0xFEE0).encode())})"
        for c in term[:3]
    )


def _alternatives(term: str) -> Iterable[str]:
    if _DENSE.fullmatch(term):
        return (_escaped(form.encode()) for form in _forms(term))
    if _WORD.fullmatch(term):
        return [*_ascii_word(term), _wide(term)]
    return _other_word(term)


def expression(terms: Iterable[str]) -> str | None:
    """One alternation for these query terms, without flags; None when there is nothing to look for.

    Codes ("fx-7123") need none of their own: their first part finds them, and the tail takes in the rest.
    """
    found = dict.fromkeys(
        alternative for term in terms if not _is_compound(term) for alternative in _alternatives(term)
    )
    return f"(?:{'|'.join(found)}){_TAIL}" if found else None


def _is_compound(term: str) -> bool:
    return any(c in "-_./:@+\\" for c in term)


def rust(expression_: str) -> str:
    """For rg: bytes, not characters."""
    return f"(?i-u:{expression_})"


def python(expression_: str) -> re.Pattern[bytes]:
    """For Python's `re` over bytes."""
    return re.compile(expression_.encode("ascii"), re.IGNORECASE | re.MULTILINE)
