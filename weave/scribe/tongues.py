"""The plainest statements about oneself in other languages: name, home, work, likes, allergies. Data and one function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from weave.scribe.gates import Lazy

__all__ = ["Spoken", "spoken"]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What a sentence says of its speaker, in the sentence's own words."""

    predicate: str
    value: str
    single: bool
    negated: bool
    changed: bool


_V = r"(?P<o>[^,.;:!?()\n]{2,60}?)"
_END = r"(?=[,.;:!?()]|$| (?:und|aber|seit|y|pero|desde|et|mais|depuis|e|ma|da|mas|at|pero|kasi)\b)"
_CV = r"(?P<o>[^\s，。！？、,.!?]{1,30}?)"

_TABLE: tuple[tuple[str, bool, str], ...] = (
    ("name", True, rf"\b(?:ich heiße|mein name ist|me llamo|mi nombre es|je m['’]appelle|mi chiamo|il mio nome è|meu nome é|me chamo|ik heet|ang pangalan ko ay)\s+{_V}{_END}"),
    ("home_city", True, rf"\b(?:ich (?:wohne|lebe)(?P<c>\s+jetzt)?(?P<n>\s+nicht(?:\s+mehr)?)?\s+in|(?:ahora\s+)?(?:yo\s+)?vivo (?:ahora )?en|j['’]habite (?:maintenant )?(?:à|a|au|en)|(?:adesso\s+)?(?:io\s+)?(?:abito|vivo) (?:adesso |ora )?(?:a|in)|(?:eu\s+)?moro (?:agora )?em|ik woon (?:nu )?in|nakatira (?:na )?ako (?:ngayon )?sa)\s+{_V}{_END}"),
    ("home_city", True, rf"\b(?:ich bin (?P<c>nach)|me (?P<c2>mudé) a|j['’]ai (?P<c3>déménagé) (?:à|a)|mi sono (?P<c4>trasferit[oa]) a|(?P<c5>mudei)(?:-me)? para|(?P<c6>lumipat) (?:na )?ako sa)\s+{_V}(?:\s+(?:gezogen|umgezogen))?{_END}"),
    ("employer", True, rf"\b(?:ich arbeite (?:jetzt )?(?:bei|für)|trabajo (?:ahora )?(?:en|para)|je travaille (?:maintenant )?(?:chez|pour)|lavoro (?:ora )?(?:presso|per|da)|trabalho (?:agora )?(?:na|no|em|para a?)|ik werk (?:nu )?bij|nagtatrabaho ako sa)\s+{_V}{_END}"),
    ("allergy", False, rf"\b(?:ich bin allergisch gegen|soy al[eé]rgic[oa] (?:a los|a las|al|a la|a)|je suis allergique (?:aux|à la|à l['’]|au|à)|sono allergic[oa] (?:alle|ai|agli|alla|al|a)|sou al[eé]rgic[oa] (?:a|ao|à|aos|às)|ik ben allergisch voor|allergic ako sa)\s*{_V}{_END}"),
    ("likes", False, rf"\b(?:ich (?:liebe|mag)(?P<n>\s+(?:kein(?:en|e)?|nicht))?|(?P<n2>no )?me (?:gustan?|encantan?)(?: el| la| los| las)?|j['’](?:aime|adore)|(?P<n3>non )?mi piac(?:e|ciono)|(?:eu )?(?P<n4>não )?(?:gosto (?:muito )?de|adoro)|gusto ko (?:ng|ang)|mahal ko ang)\s+{_V}{_END}"),
    ("home_city", True, rf"\b(?:ich (?:wohne|lebe) (?:jetzt |inzwischen |seit [\w ]{{2,20}}? )in|je (?:vis|réside) (?:maintenant |désormais )?(?:à|au|en)|je (?P<n>n['’]habite|ne vis) (?:pas|plus) (?:à|au|en)|(?P<n2>(?:ya )?no )vivo en|me he (?P<c>mudado) a|resido en|(?P<n3>non )(?:abito|vivo) (?:più )?a)\s+{_V}{_END}"),
    ("employer", True, rf"\b(?:je (?P<n>ne travaille) (?:pas|plus) (?:chez|pour)|(?P<n2>(?:ya )?no )trabajo (?:en|para)|ich arbeite (?P<n3>nicht )(?:mehr )?(?:bei|für))\s+{_V}{_END}"),
    ("likes", False, rf"\b(?:je (?P<n>n['’]aime) (?:pas|plus)|je (?P<n2>déteste)|(?P<n3>odio|detesto)|ich (?P<n4>hasse|verabscheue)|non (?P<n5>sopporto))\s+(?:le |la |les |l['’]|el |los |las |il |lo |gli |i |den |die |das |kein(?:en|e)? )?{_V}{_END}"),
    ("name", True, rf"我(?:的名字)?(?:叫|是叫){_CV}(?=[，。！,.!\s]|$)|(?:私|僕|俺)の名前は(?P<o2>[^\s、。]{{1,20}}?)(?:です|だ)|(?:제|내) 이름은 (?P<o3>\S{{1,20}}?)(?:입니다|이에요|예요|[.]|$)"),
    ("home_city", True, rf"我(?:现在|現在)?(?P<n>不)?(?:住在|居住在|搬到了?|搬去了?){_CV}(?=[，。！,.!了\s]|$)|(?:私は|僕は)?(?:今は?|現在は?)?(?P<o2>[^\s、。はが]{{1,12}}?)に(?:住んでいます|住んでる|住んでいる|引っ越しました|引っ越した)|저는 (?P<o3>\S{{1,15}}?)에 (?:살아요|삽니다)"),
    ("employer", True, rf"我在{_CV}(?:工作|上班)|(?:私は|僕は)?(?P<o2>[^\s、。はが]{{1,20}}?)(?:で働いています|で働いている|に勤めています|に勤務しています)|저는 (?P<o3>\S{{1,15}}?)에서 일(?:해요|합니다)"),
    ("allergy", False, rf"我(?:对|對){_CV}(?:过敏|過敏)|(?:私は|僕は)?(?P<o2>[^\s、。はが]{{1,15}}?)(?:アレルギーがあります|アレルギーです|にアレルギーがあります)"),
    ("likes", False, rf"我(?P<n>不)?(?:很|最|非常)?(?:喜欢|喜歡|爱|愛){_CV}(?=[，。！,.!\s]|$)|(?:私は|僕は)?(?P<o2>[^\s、。はが]{{1,20}}?)が(?:大)?好きです"),
)  # fmt: skip
_RULES = [(predicate, single, Lazy(f"(?i){source}")) for predicate, single, source in _TABLE]
_FOREIGN = Lazy(
    r"(?i)[^\x00-\u024f]|\b(?:ich|meine?|unsere?|mon|ma|odio|detesto|resido|meu|eu|moro|mudei|trabalho|sou|vivo|trabajo|soy|llamo|nombre|mudé|gustan?|encantan?|j['’](?:habite|aime|adore|ai)|je|abito|lavoro|sono|chiamo|mi|gosto|adoro|chamo|ik|ako|ko)\b"
)
_CHANGED = Lazy(
    r"(?i)\b(?:jetzt|ahora|maintenant|adesso|ora|agora|nu|(?<!trabalho )na|ngayon)\b|现在|現在|搬|引っ越|今は"
)


_KIN = {
    "hund": "dog", "hündin": "dog", "katze": "cat", "kater": "cat", "frau": "wife", "mann": "husband", "bruder": "brother", "schwester": "sister", "sohn": "son", "tochter": "daughter", "mutter": "mother", "vater": "father", "freundin": "girlfriend", "chef": "boss", "chefin": "boss",
    "chien": "dog", "chienne": "dog", "chat": "cat", "chatte": "cat", "femme": "wife", "mari": "husband", "frère": "brother", "sœur": "sister", "soeur": "sister", "fils": "son", "fille": "daughter", "mère": "mother", "père": "father",
    "perro": "dog", "perra": "dog", "gato": "cat", "gata": "cat", "esposa": "wife", "mujer": "wife", "esposo": "husband", "marido": "husband", "hermano": "brother", "hermana": "sister", "hijo": "son", "hija": "daughter", "madre": "mother", "padre": "father", "jefe": "boss", "jefa": "boss",
}  # fmt: skip
_CALLED = Lazy(
    rf"(?i)\b(?:mein|meine|unser|unsere|mon|ma|mi|nuestro|nuestra) (?P<r>{'|'.join(_KIN)}) (?:heißt|hört auf den Namen|s['’]appelle|se llama) (?P<o>(?-i:[^\W\d_a-z])[\w'’-]*(?: (?-i:[^\W\d_a-z])[\w'’-]*)?)"
)
_ONE = ("wife", "husband", "mother", "father", "boss", "girlfriend")


def _called(sentence: str) -> Spoken | None:
    match = _CALLED.pattern.search(sentence)
    if match is None:
        return None
    kin = _KIN[match["r"].lower()]
    return Spoken(kin, match["o"], kin in _ONE, negated=False, changed=False)


def spoken(sentence: str) -> Iterator[Spoken]:
    """What a sentence in another language than English states of its speaker; the first shape that fits."""
    if not _FOREIGN.pattern.search(sentence):
        return
    if called := _called(sentence):
        yield called
        return
    for predicate, single, rule in _RULES:
        match = rule.pattern.search(sentence)
        if match is None:
            continue
        groups = match.groupdict()
        value = next((groups[k] for k in ("o", "o2", "o3") if groups.get(k)), "").strip(" \"'»«。、")
        negated = any(value for name, value in groups.items() if name.startswith("n"))
        moved = any(value for name, value in groups.items() if name.startswith("c"))
        if value:
            yield Spoken(predicate, value, single, negated, moved or bool(_CHANGED.pattern.search(sentence)))
            return
