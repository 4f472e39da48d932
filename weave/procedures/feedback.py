"""How it went, in the person's own words: "that worked", "es hat nicht geklappt". Pure.

Asked only while a checklist is being followed. Conservative: the first sentence says it, shortly and without an if,
a but or a question; whatever else is left to the person and to the model.
"""

from __future__ import annotations

import re

from weave.procedures.model import Outcome
from weave.scribe.sentences import split, without_blocks

_MOST_LETTERS = 80
_OPENING = (
    r"^\s*(?:(?:yes|yep|yeah|ok|okay|great|perfect|super|thanks|thank you|cool|nice|hm+|no|nope|sorry|unfortunately|sadly|"
    r"ja|nein|danke|leider|toll|prima|oui|non|merci|malheureusement|sí|si|no|gracias|perfecto|sim|não|obrigad[oa]|"
    r"sì|grazie|purtroppo|nee|bedankt|helaas|да|нет|спасибо|к сожалению|oo|hindi|salamat|太好了|谢谢|はい|いいえ|残念)[,.!…，。！、 ]+)*"
)
_FAILED = (
    r"(?:that|this|it|which|the (?:steps|procedure|checklist))?\s*(?:still\s+)?(?:did(?:n['’]t| not)|does(?:n['’]t| not)|has(?:n['’]t| not)) (?:work|help)(?:ed)?(?: (?:again|either|at all|this time|for me))?",
    r"(?:that|this|it|the (?:steps|procedure|checklist)) (?:failed|is still broken|went wrong)(?: again)?",
    r"no luck(?: with that)?|still (?:broken|fails|failing)",
    r"(?:das|es)?\s*(?:hat (?:leider |wieder |auch |immer noch )*nicht (?:geklappt|funktioniert|geholfen)|"
    r"(?:ging|geht|klappt|funktioniert) (?:leider |wieder |auch |immer noch )*nicht|ist fehlgeschlagen|ging schief)",
    r"(?:ça|cela) n['’]a pas (?:marché|fonctionné)|(?:ça|cela) ne (?:marche|fonctionne) (?:toujours )?pas|ça a échoué",
    r"(?:eso |esto )?(?:no (?:ha )?funcion(?:ó|ado|a)|sigue sin funcionar|falló)",
    r"non (?:ha )?funziona(?:to)?|non ha aiutato",
    r"não (?:funcionou|funciona|deu certo)",
    r"(?:het|dat) (?:werkte|werkt|lukte|is) niet(?: gelukt)?",
    r"(?:это )?не (?:сработало|получилось|работает|помогло)",
    r"hindi (?:gumana|nagtagumpay)",
    r"(?:还是|還是)?(?:没有?|沒有?)(?:成功|用|效果)|不行|不管用|失败了|失敗了",
    r"(?:うまくいきませんでした|うまくいかなかった|動かない|動きません|失敗した|失敗しました|ダメでした|だめでした)",
    r"(?:안 됐(?:어|어요|습니다)|안 돼(?:요)?|실패했(?:어|어요|습니다))",
)
_WORKED = (
    r"(?:that|this|it|which|the (?:steps|procedure|checklist))?\s*worked(?: (?:great|fine|well|perfectly|nicely|like a charm|for me|now|again|this time))?",
    r"(?:that|this|it) works(?: (?:now|again|fine|great|perfectly))?|works now|that did it|that fixed it|that helped",
    r"(?:das|es)?\s*hat (?:gut |super |prima |diesmal |jetzt )?(?:geklappt|funktioniert|geholfen)|(?:das|es) (?:funktioniert|klappt|geht)(?: jetzt| wieder)?",
    r"(?:ça|cela) a (?:bien )?(?:marché|fonctionné)|(?:ça|cela) (?:marche|fonctionne)(?: maintenant)?",
    r"(?:eso |esto )?(?:ha )?funcion(?:ó|ado)(?: bien)?|ya funciona",
    r"(?:ha )?funziona(?:to)?(?: bene)?",
    r"(?:funcionou|deu certo)",
    r"(?:het|dat) (?:werkte|werkt|is gelukt)(?: nu)?|gelukt",
    r"(?:это )?(?:сработало|получилось|работает|помогло)",
    r"gumana(?: na)?|nagtagumpay",
    r"成功了|搞定了|有效|可以了",
    r"(?:うまくいきました|うまくいった|できました|動きました|成功しました)",
    r"(?:됐어요?|성공했(?:어|어요|습니다)|잘 됐(?:어|어요|습니다))",
)
_ABANDONED = (
    r"(?:i|we) (?:gave up|skipped it|stopped half ?way)|(?:let['’]s |we['’]ll )?(?:leave|drop) it for (?:now|today)",
    r"(?:ich habe|wir haben) (?:es )?(?:aufgegeben|abgebrochen)|j['’]ai abandonné|lo dej[éo] para (?:otro día|luego)|ho rinunciato|desisti",
    r"我放弃了|放弃了|あきらめました|포기했(?:어|어요)",
)
_END = r"\s*[.,!…。！]*\s*(?:(?:thanks|thank you|danke|merci|gracias|obrigad[oa]|grazie|bedankt|спасибо|谢谢)\s*[.!]*)?$"
_RULES = tuple(
    (re.compile(rf"(?i){_OPENING}(?:{'|'.join(patterns)})(?: (?:the|die|der) \w+)?{_END}"), outcome)
    for outcome, patterns in (
        (Outcome.FAILED, _FAILED),
        (Outcome.WORKED, _WORKED),
        (Outcome.ABANDONED, _ABANDONED),
    )
)


def outcome_in(text: str) -> Outcome | None:
    """What the message says came of it; None when it does not plainly say so."""
    sentences = [one.strip() for one in split(without_blocks(text[:2_000])) if one.strip()]
    # "Thanks!" may stand before it, "Now the next one." after it.
    for sentence in sentences[:2]:
        if len(sentence) > _MOST_LETTERS or "?" in sentence or "？" in sentence:
            return None
        for pattern, outcome in _RULES:
            if pattern.match(sentence):
                return outcome
    return None
