"""What a reader of the rendered text would not see, or would take for something else. Pure.

Only what a proposal adds is held against it: the person may write into the file whatever they like.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from weave.documents.cleaning import clean

_CONTROL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff\ue000-\uf8ff\U000f0000-\U0010ffff]"
)
_BLANK_LETTERS = re.compile("[\u00ad\u180e\u2800\u3164\u115f\u1160\uffa0\u2061-\u2064\U000e0000-\U000e0fff]")
_STYLED = re.compile(
    "[\U0001d400-\U0001d7ff\u249c-\u24e9\U0001f110-\U0001f1e5\u1d00-\u1d2b\u2100-\u2101\u2139]"
)
_ZALGO = re.compile("[\u0300-\u036f\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0]{3,}")
_MARKUP = re.compile(
    r"<!--|-->|<[/!?a-zA-Z][^>\n]{0,200}>?|^\s{0,3}\[[^\]\n]{0,200}\]:|!\[|&(?:#\d+|#[xX][0-9a-fA-F]+|[a-zA-Z]{2,24});",
    re.MULTILINE,
)
_ENCODED = re.compile(
    r"(?<![A-Za-z0-9+/_=-])(?=[A-Za-z0-9+/_=-]*[0-9+/=])(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{32,}|(?:\\x[0-9a-fA-F]{2}){4,}|(?:%[0-9a-fA-F]{2}){4,}|(?:\b[01]{8}\b\s*){4,}"
)
_PUSHED = re.compile(
    r"\S[ \t\u00a0\u2000-\u200a\u3000]{12,}\S|\n(?:[ \t]*\n){6,}|^[ \t]{16,}\S", re.MULTILINE
)
_SPACED = re.compile(r"(?<!\w)(?:\w[ ._\-*·]){5,}\w(?!\w)")
_WORD = re.compile(r"[^\W\d_]+")

_MARKS = re.compile("[\u0300-\u036f]")
_JOINED = re.compile(r"(?<=[^\W_])_(?=[^\W_])")
_LEET = re.compile(r"\b(?=\w*[a-zA-Z])(?=\w*[013457@$])[\w@$]{3,30}")
_DIGITS = str.maketrans("013457@$", "oieastas")
_DECORATION = re.compile(r"[*_`~|\\]+|^[\s>#+-]+", re.MULTILINE)
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁԛԝвкмнтАВЕКМНОРСТУХІЈЅοαρυνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧɡɑıℓ",
    "aeopcyxijshdqwbkmhtABEKMHOPCTYXIJSoapuvikABEZHIKMNOPTYXgail",
)


def disguises(text: str) -> Counter[str]:
    """What is hidden in a text, by kind and by what it is, so that two texts can be compared."""
    found: Counter[str] = Counter()
    found.update(_each("a control character", _CONTROL.findall(text)))
    found.update(_each("an invisible character", _BLANK_LETTERS.findall(text)))
    if removed := clean(text)[1]:
        found["an invisible character"] += removed
    found.update(_each("letters in disguise", _STYLED.findall(text)))
    found.update(_each("letters in disguise", _ZALGO.findall(text)))
    found.update(_each("markup that does not show", _MARKUP.findall(text)))
    found.update(_each("encoded text", _ENCODED.findall(text)))
    found.update(_each("text pushed out of sight", _PUSHED.findall(text)))
    found.update(_each("letters in disguise", _SPACED.findall(text)))
    found.update(_each("letters in disguise", (word for word in _WORD.findall(text) if _mixed(word))))
    return found


def _each(kind: str, found: Iterable[str]) -> list[str]:
    return [kind for _ in found]


def hidden(current: str, text: str) -> str | None:
    """What `text` hides more of than `current`, in a few words; None if nothing."""
    more = disguises(text) - disguises(current)
    return next(iter(sorted(more)), None)


def _mixed(word: str) -> bool:
    """Whether letters of scripts that look alike stand in one word."""
    if word.isascii():
        return False
    scripts = {script for letter in word if (script := _script(letter))}
    return len(scripts) > 1


def _script(letter: str) -> str | None:
    name = unicodedata.name(letter, "").split(" ")[0]
    return name if name in ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC") else None


def bare(text: str) -> str:
    """`text` without the marks on Latin, Greek and Cyrillic letters."""
    return unicodedata.normalize("NFC", _MARKS.sub("", unicodedata.normalize("NFD", text)))


def plain(text: str) -> str:
    """A text as its words would be read aloud, on one line: entities, styled letters, marks and breaks undone."""
    shown = bare(unicodedata.normalize("NFKC", clean(html.unescape(text))[0]))
    apart = _JOINED.sub(" ", shown)
    return " ".join(_DECORATION.sub("", apart).split())


def unmasked(text: str) -> str:
    """`text` with the words of look-alikes in the Latin letters they look like, digits inside words too."""
    return _LEET.sub(
        lambda found: found[0].translate(_DIGITS), _WORD.sub(lambda found: _latin(found[0]), text)
    )


def _latin(word: str) -> str:
    if word.isascii():
        return word
    folded = word.translate(_LOOKALIKES)
    return folded if folded.isascii() else word
