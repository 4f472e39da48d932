"""Which words of a sentence are names: of people, places, things, files. Pure.

In scripts with capital letters a word that is written with one; at the beginning of a sentence only when the text
around it does not also write it small. In scripts without, what is marked as a name: by an honorific, a family name,
quotation marks, or letters of another script (katakana, Latin). Anywhere, what the word beside it tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from weave.function_words import LANGUAGES
from weave.lexical import STOP_WORDS, fold
from weave.sleep.compression.companions import companions

_CAPITAL = "A-ZÀ-ÖØ-ÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮİĴĶĹĻĽĿŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽΆΈ-ΏΑ-ΫЀ-ЯԱ-ՖẠ-Ỹ"
_CASED = re.compile(rf"(?<![\w'’])[{_CAPITAL}][\w'’.-]*[\w]|(?<![\w'’])[{_CAPITAL}](?![\w'’])")
_CASED_AFTER_DENSE = re.compile(
    r"(?<=[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7ff\u0e00-\u0e7f])[A-Z][A-Za-z0-9]+"
)
_LOWER = re.compile(r"(?<![\w'’])[^\W\d_A-Z][\w'’]+")
_START = re.compile(r"(?:^|[.!?:;。！？…\n\"“„«(*•\]>|/]|^[-–—]|[-–—] )\s*[\"'“„«(*_]*$")
_AFTER = re.compile(
    r"['’]s\b|,? [A-ZÀ-ÞА-Я]|,| (?:is|was|has|had|will|lives?|lived|works?|worked|likes?|liked|loves?|loved|plays?|played|said|says|told|moved|keeps?|owns?|wants?|went|gave|called|came|got|sent|asked|ist|hat|war|sagt|es|está|est|a|è|ha)\b"
)
_FORWARD = re.compile(r"['’](?:s|re|ve|ll|d|m|t)$", re.IGNORECASE)
_QUOTED = re.compile(r"[「『《]([^「」『』《》]{1,30})[」』》]")
_KATAKANA = re.compile(r"[ァ-ヴー]{2,}(?:・[ァ-ヴー]{2,})*")
_HONORED = re.compile(
    r"([\u4e00-\u9fffぁ-んァ-ヴー]{1,4}?)(?:さん|くん|ちゃん|様|氏|先生|先輩|君)|([\u4e00-\u9fff]{1,3})(?:老师|先生|女士|小姐|医生|阿姨|叔叔|师傅|同学)"
    r"|([가-힣]{2,4})(?: ?씨|님| 선생)|(?:คุณ|น้อง|พี่|ป้า|ลุง|หมอ)([\u0e00-\u0e7f]{2,12})"
)
_FAMILY = re.compile(
    r"(?:叫|名叫|和|跟|给|給|找|请|與|与|是|的)((?:[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高罗羅郑鄭梁谢謝宋唐许許邓鄧冯馮韩韓曹曾彭蕭萧蔡潘田董袁于余叶葉蒋蔣杜苏蘇魏程吕呂丁沈任姚卢盧傅钟鍾姜崔谭譚廖范汪陆陸金石戴贾贾韦夏邱方侯邹熊孟秦白江阎薛尹段雷黎史龙陶贺顾毛郝龚邵万钱严覃武戴莫孔向汤])[\u4e00-\u9fff]{1,2}?)(?=[，。、,.的是在说說去来來和给給有打做送]|$)"
    r"|(?<![가-힣])([김이박최정강조윤장임한오서신권황안송류홍][가-힣]{2})(?=[이가은는을를와과의에]|$| )"
)
_TOLD = re.compile(
    r"(?:اسمه|اسمها|اسمي|السيدة|السيد|الدكتورة|الدكتور|صديقي|صديقتي|أختي|أخي|קוראים לו|שמו|שמה|קוראים לה|אחותי|नाम|श्री|डॉक्टर|बहन|भाई)\s+([^\W\d_][\w\u0610-\u061a\u064b-\u065f\u0900-\u097f]+)"
    r"|([\u0900-\u097f]{2,12}) जी"
)
_COMMON = frozenset(
    "i you he she it we they me him us them the a an this that these those there here yes no ok okay well thanks thank hey hi hello wow oh great good nice"
    " sure maybe and but so or if when what who how why where which whose because also then just my your his her its our their is are was were do does did"
    " have has had can could let lets please sorry yeah yep nope hmm haha lol mr mrs ms dr am pm i'm i've i'll i'd it's that's there's what's let's don't"
    " can't won't congrats congratulations everyone everything someone something nobody nothing one two three four five six seven eight nine ten first"
    " second third finally today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january february march april may june"
    " july august september october november december user assistant avery internet english god christmas ich sie wir ihr es der die das ein eine el la los"
    " las un una le les il lo un' и в не я мы он она что kein keine mein meine dein deine sein seine ihre unser unsere ah aw btw anyway same such much many"
    " check start stop wish hold love loved long fits fun sweet remember learn glad happy sad tough hard easy hope hopefully thats whats gonna wanna gotta"
    " kinda honestly basically luckily sometimes always never usually still even another other others both either all any each every few several none more"
    " most less least very too quite rather pretty ever once again back soon later take give get make come go keep put set see look hear feel think know say"
    " tell ask try use need want like enjoy work talk send bring show wait sounds seems better best bad worse worst big small new old last next right left"
    " whole full empty open close free busy ready fine absolutely definitely awesome amazing cool really totally exactly speaking looking thinking being"
    " having getting seeing making taking doing going somebody anybody everybody anyone anything whoever whatever whenever wherever however therefore"
    " meanwhile although though unless until since before after during without within among between despite perhaps indeed otherwise besides nevertheless"
    " part half lots plenty people things life home time times day night week weekend year morning afternoon evening mom dad mum boss friend friends school"
    " music food coffee tea water weather rain snow sun apart according thankfully unfortunately fortunately surely clearly apparently exercise reading"
    " writing cooking running walking quick quickly slow short simple whew phew ooh yay yum ugh hooray bravo cheers welcome regards dear good-night sometime"
    " someday than".split()
)
_LOANED = frozenset(
    "オーケー オッケー ありがとう コーヒー ビール テレビ スマホ パソコン メール ニュース ゲーム バス タクシー ホテル レストラン トイレ シャワー ベッド ドア テーブル カップ ケーキ パン チーズ サラダ スープ メモ アプリ ページ".split()
)
"""Common words in katakana, which are no names."""
_FUNCTION = frozenset[str]().union(*LANGUAGES)
_SMALL = _COMMON | STOP_WORDS | _FUNCTION
_SUFFIX = re.compile(r"(?:ly|ing|ed|ness|ful|ous|tion|ment)$")
_GERMAN = frozenset(
    "der die das und ist nicht ich ein eine mit auf für von zu im den dem sich auch wir haben hat war bei nach wie aber noch nur".split()
)
_GERMAN_BEFORE = re.compile(
    r"(?i)(?:zum|zur|im|am|beim|vom|ins|ans|viel\w{0,2}|alle\w?|zwei|drei|\w+e[nrms]?)\s+$"
)
_GERMAN_ARTICLE = re.compile(
    r"(?i)\b(?:der|die|das|den|dem|des|ein\w{0,2}|kein\w{0,2}|mein\w{0,2}|dein\w{0,2}|sein\w{0,2}|ihr\w{0,2}|unser\w{0,2}|eur\w{0,2}|dies\w{1,2}|jed\w{1,2})\s+$"
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Lowered:
    """The words that a text writes small somewhere: at the beginning of a sentence they are no names."""

    words: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> Lowered:
        """All words of these texts that begin small."""
        return cls(frozenset(word.casefold() for text in texts for word in _LOWER.findall(text)))


def bare(word: str) -> str:
    """A word as names are compared: folded, without an English genitive."""
    return _FORWARD.sub("", word.replace("’", "'").casefold()).strip("'.-")


def names(sentence: str, lowered: Lowered | None) -> Iterator[tuple[int, str]]:
    """(place, word) of each name. Without `lowered` the first word of a sentence is none unless what follows says so."""
    yield from companions(sentence, _SMALL)
    if not sentence.isascii():
        yield from _uncased(sentence)
    shouted = sentence.isupper() and len(sentence) > 12
    german = len(_GERMAN.intersection(sentence.casefold().split())) >= 2
    for match in () if shouted else _CASED.finditer(sentence):
        if _is_name(sentence, match, lowered, german):
            yield match.start(), match[0]


def _is_name(sentence: str, match: re.Match[str], lowered: Lowered | None, german: bool) -> bool:
    word = bare(match[0])
    if len(word) < 2 or word in _COMMON or word in STOP_WORDS:
        return False
    before = sentence[: match.start()]
    if _GERMAN_ARTICLE.search(before[-12:]) or (german and _GERMAN_BEFORE.search(before[-24:])):
        return False
    if not _START.search(before[-6:]):
        return True
    if _AFTER.match(sentence, match.end()) and (lowered is None or word not in lowered.words):
        return not _SUFFIX.search(word)
    if lowered is None or word in lowered.words or _SUFFIX.search(word) or fold(word) in _FUNCTION:
        return False
    return len(match[0]) > 2


def _uncased(sentence: str) -> Iterator[tuple[int, str]]:
    for pattern in (_QUOTED, _HONORED, _FAMILY, _TOLD):
        for match in pattern.finditer(sentence):
            place = next((at for at in range(1, (match.lastindex or 0) + 1) if match[at]), 0)
            if place:
                yield match.start(place), match[place]
    yield from ((match.start(), match[0]) for match in _CASED_AFTER_DENSE.finditer(sentence))
    for match in _KATAKANA.finditer(sentence):
        if match[0] not in _LOANED:
            yield match.start(), match[0]
