"""How much each term of a question tells: verbs that only carry it, and pairs of characters that straddle words. Pure.

"What is the soundboard made of?" asks about a soundboard: a text that answers it need not say "made".

租约的通知期是多久 has the words 租约 and 通知期; the pairs 约的, 的通, 期是 and 是多 stand in no document that answers it,
and would weigh most of all for that. A pair that overlaps a word of grammar counts little, wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from weave.lexical import DENSE, fold

_LITTLE = 0.1
"""Of a pair's weight, when it is of grammar or straddles it."""
_LIGHT = 0.3
"""Of a word's weight, when it only carries a question."""
_CARRYING = frozenset(
    "make makes making made use uses using used call called name named kind type sort".split()
)
_CHINESE = """什么时候 甚麼時候 什麼時候 什么 甚麼 什麼 怎么样 怎麼樣 怎么 怎麼 怎样 怎樣 多少钱 多少錢 多少 多久 多长时间
多長時間 多长 多長 多大 多远 多遠 几个 幾個 几天 幾天 几点 幾點 哪里 哪裡 哪儿 哪兒 哪个 哪個 哪些 如何 为什么 為什麼 為甚麼 为何
為何 何时 何時 可以 应该 應該 需要 有没有 有沒有 是不是 能不能 可不可以 请问 請問 一下 告诉 告訴 我们 我們 你们 你們 他们 他們
的 了 是 在 吗 嗎 呢 吧 我 你 您 他 她 它 们 們 要 被 把 这 這 那 哪 谁 誰 几 幾 和 与 與 就 都 也 很"""
_JAPANESE = """いくら どのくらい どれくらい どれぐらい どのように どうやって どうすれば どうして どこ いつ だれ なに なぜ どう
どの どれ どんな ですか でしょうか ですか です ますか ます ました ません ください ましょう ありますか あります とは について
までに まで から には では とは という いつまで 何時 何日 何ですか 何"""
_THAI = """อะไร เท่าไหร่ เท่าไร อย่างไร ยังไง เมื่อไหร่ เมื่อไร ที่ไหน ไหน ใคร ทำไม กี่ คือ เป็น ของ ที่ ใน ไหม หรือไม่ มี
และ ฉัน ผม คุณ ได้ ให้ นานแค่ไหน แค่ไหน จะ ต้อง ครับ ค่ะ คะ บ้าง"""
_KANA = "\u3041-\u3096"
_RUN = re.compile(f"[{DENSE}]+")
_WORDS = sorted(
    {fold(word) for word in f"{_CHINESE} {_JAPANESE} {_THAI}".split()}, key=lambda w: (-len(w), w)
)
_GRAMMAR = re.compile("|".join(map(re.escape, _WORDS)))
_INFLECTED = re.compile(f"[^{_KANA}][{_KANA}]|[{_KANA}][^{_KANA}]")
"""Where Japanese writing changes between the word and what is glued to it."""


def weights(question: str, terms: Sequence[str]) -> list[float]:
    """Per term 1, less for a word that only carries the question, a little for a pair that only grammar makes."""
    little: set[str] = set()
    whole: set[str] = set()
    for run in _RUN.findall(fold(question)):
        for pair, tells in _pairs(run):
            (whole if tells else little).add(pair)
    little -= whole
    return [_LITTLE if term in little else _LIGHT if term in _CARRYING else 1.0 for term in terms]


def _pairs(run: str) -> Iterator[tuple[str, bool]]:
    """(pair, whether it lies inside a word), in the order of a run."""
    grammar = {at for found in _GRAMMAR.finditer(run) for at in range(*found.span())}
    for at in range(len(run) - 1):
        pair = run[at : at + 2]
        yield pair, not grammar & {at, at + 1} and not _INFLECTED.fullmatch(pair)
