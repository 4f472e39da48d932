"""Names that nothing marks but the word beside them: "dinner with priya", กับสมชาย, 민수와, مع سمير. Pure.

A wrong guess costs a sentence that is kept although nobody is named in it; so these rules are rather bold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from weave import nicknames

_MET = re.compile(
    r"(?i)(?<![\w'’])(?:met(?: up with)?|meet(?:ing)?(?: up with)?|phoned|texted|visited|married|dated|hugged|e?mailed|invited|thanked|named|called"
    r"|(?:mr|mrs|ms|dr)\.?)"
    r" ([a-z][a-z'’-]{2,})(?![\w-])"
)
_KIN = re.compile(
    r"(?i)(?<!\w)(?:my|our|his|her|their) (?:\w+ )?(?:sister|brother|cousin|aunt|uncle|niece|nephew|daughter|son|wife|husband|partner|boyfriend|girlfriend|flatmate|roommate|neighbou?r|boss|colleague|friend|dog|cat)"
    r" ([a-z][a-z'’-]{2,})(?= (?:is|was|has|had|will|\w+ed|went|came|said|told|got|sent|gave)\b|['’]s\b)"
)
_WITH = re.compile(
    r"(?i)(?<!\w)(?:breakfast|brunch|lunch|dinner|supper|coffee|tea|drinks?|beers?|wine|walk\w*|hik\w+|ran|run|talk\w*|chat\w*|spoke|call\w*|meeting|met|liv\w+|mov\w+|went|go(?:ing)?|stay\w*|party|date|trip|travel\w*"
    r"|play\w*|danc\w+|work\w*|sang|fight|fought|argu\w+|deal|appointment|session|sw[ia]m|together|cook\w*|ate|watch\w*|sat|hung|out|film|movie|concert|game|tennis|football|chess|holiday|weekend|evening|afternoon|day)"
    r"(?: \w+){0,3} with ([a-z][a-z'’-]{2,})(?: and ([a-z][a-z'’-]{2,}))?(?![\w-])"
)
_THINGS = frozenset(
    "milk sugar cream honey lemon butter salt pepper cheese rice bread pasta chicken beef pork fish tofu oat oats soy ice jam mint ginger garlic chili sauce gravy soup salad fruit cake dessert mustard tomato onion egg eggs"
    " joy pleasure care ease luck fear love pride help money cash card fire water wind rain light music color colour paint glue wood metal paper plastic leather cotton wool gold silver steel"
    " family team group class staff company office bank doctor dentist vet teacher client customer manager colleague coworker neighbor neighbour guest kid kids child children baby babies parents mother father sister brother cousin"
    " aunt uncle grandma grandpa granny nan husband wife partner girlfriend boyfriend roommate flatmate dog cat horse folks guys girls boys girl boy men women man woman person strangers stranger crowd others mates mate pals pal"
    " work school home church town city train bus car bike plane boat phone laptop computer camera headphones pain flu fever cold cough headache patience passion purpose permission support feedback evidence data code python"
    " dinner lunch breakfast brunch wine beer drinks juice toast chips fries beans lentils noodles sushi pizza curry today tomorrow yesterday tonight later early late quite pretty really almost nearly about around over under"
    " off out back away down him her them these those which whom whose just only again sick ill".split()
)
_COMMON_END = re.compile(r"(?:ly|ing|ed|ness|ful|ous|tion|sion|ment|ity|ism|ship|ward|s)$")
_THAI = re.compile(
    r"(?:กับ|ชื่อ|เจอ)((?!ข้าว|ตัวเอง|ทุก|คน|การ|เรา|ผม|ฉัน|ที่|มัน|เขา|เธอ|นี้|ว่า)[\u0e01-\u0e4f]{2,16}?)(?=ที่|ใน|แล้ว|และ|ตอน|เมื่อ|วัน|มา|ไป|ด้วย|เพื่อ|\s|[.!?,]|$)"
    r"|(?:ที่)((?:ร้าน|วัด|โรงแรม|โรงพยาบาล|เกาะ|ตลาด|ถนน|หาด|สวน)[\u0e01-\u0e4f]{2,24})"
)
_KOREAN = re.compile(
    r"(?<![가-힣])(?!(?:이것|그것|저것|이곳|그곳|저곳|우리|결|효|성|도|나|집|여기|거기|어디|밖|안|앞|뒤|옆|위|아래|가운데|중간|그러|그리|이러)(?:이랑|랑|와|과|하고|에서|한테))([가-힣]{1,7}?)(?:이랑|랑|와|과|하고|에서|한테)(?= )"
)
_ARABIC = re.compile(
    r"(?<!\w)(?:مع|قابلت|التقيت|زرت|عند)\s+(?!(?:ذلك|هذا|هذه|أن|أنه|انه|كل|بعض|من|ما|السلامة|نفسي|نفسه)(?!\w))([\u0621-\u064a]{3,})"
)
_HEBREW = re.compile(
    r"(?<!\w)(?:עם|פגשתי את|ביקרתי את)\s+(?!(?:זה|זאת|כל|כולם|עצמי)(?!\w))([\u05d0-\u05ea]{2,})"
)
_HINDI = re.compile(r"([\u0900-\u097f]{2,})\s+(?:के साथ|से मिल)")
_CHINESE = re.compile(r"(?:和|跟|与|與|给|給|陪)([小阿老大][\u4e00-\u9fff])(?![\u4e00-\u9fff]?(?:们|們))")


def companions(sentence: str, common: frozenset[str]) -> Iterator[tuple[int, str]]:
    """(place, word) of each. `common`: small words that are no names."""
    for pattern in (_MET, _KIN, _WITH):
        for match in pattern.finditer(sentence):
            for group in range(1, (match.lastindex or 0) + 1):
                if match[group] and _may_be_name(match[group], common):
                    yield match.start(group), match[group]
    if not sentence.isascii():
        for pattern in (_THAI, _KOREAN, _ARABIC, _HEBREW, _HINDI, _CHINESE):
            for match in pattern.finditer(sentence):
                group = match.lastindex or 0
                yield match.start(group), match[group]


def _may_be_name(word: str, common: frozenset[str]) -> bool:
    folded = word.replace("’", "'").removesuffix("'s")
    if not folded.islower() or folded in common or folded in _THINGS:
        return False
    return folded in nicknames.FULL or folded in nicknames.SHORT or not _COMMON_END.search(folded)


def is_caseless(text: str) -> bool:
    """Whether most of it is in a script without capital letters, where a name looks like any word."""
    letters = [sign for sign in text if sign.isalpha()] if not text.isascii() else []
    return sum(sign.lower() == sign.upper() for sign in letters) * 2 > len(letters)
