"""How a sentence is meant: asserted, planned, only imagined, played, quoted or a joke. Pure.

Whatever is not plainly asserted or settled never becomes a fact. Scenes open and close across turns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from weave.model import Certainty, Role, Turn
from weave.scribe.gates import Gated, Keys, keys_of

__all__ = ["is_joke", "is_question", "judge", "scenes", "telling_part"]

_QUESTION_MARK = re.compile(r"[?？؟]\W*$")
_QUESTION = re.compile(
    r"(?i)^\W*(?:(?:so|and|but|hey|hi|well|ok|okay|oh)[,! ]+)*(?:what|who|whom|whose|where|when|why|how|which|can you|could you|would you|will you"
    r"|do you|did you|are you|is (?:it|there|this|that)|does|do i|did i|am i|should i|can i|could i|may i|have you"
    r"|tell me (?:about|how|what|why|where|who)|remind me|explain|give me|recommend|suggest|help me (?:find|choose|write|with)"
    r"|was|wer|wo|wann|warum|wie|qué|quién|dónde|cuándo|cómo|comment|pourquoi|quel(?:le)?|où|quando|dove|perché|come mai|onde|ano|sino|saan|kailan|paano)\b"
    r"(?![^.]{0,3}:)"
)
_CJK_QUESTION = re.compile(r"[吗呢か][。？?]?$|^(?:什么|谁|哪|怎么|为什么)")

_HYPOTHETICAL = Gated(
    r"(?i)(?<!\w)(?:if (?:i|we|he|she|they|you|it|my|only)|if i'd|were i to|what if|suppose|supposing|imagine|imagining|pretend"
    r"|(?:i'd|i would|we'd)(?! now\b)(?: love|like|rather|need|want|have|be|probably|never|ever|consider)?|would|might|maybe|perhaps|possibly|could"
    r"|wonder(?:s|ed|ing)?|hypothetical(?:ly)?|in theory|theoretically|daydream\w*|dream(?:ing|t|ed)? of|toying with|thinking (?:about|of|aloud)"
    r"|considering|tempted to|consider(?:ed)?|what it'd be|wish(?:ed|es)?|as if|someday|some day|one day|in another life|not sure (?:if|whether)|undecided"
    r"|nothing is decided|(?:nearly|almost) (?:\w+ed|decided|bought|moved|switched|went|took|chose|signed)|decided against|for a (?:moment|second|minute)[, ]+i"
    r"|let it go|won't after all|changed my mind|in the end i didn't|thought about|half a mind"
    r"|wenn ich|würde|vielleicht|falls|stell dir vor|könnte|si yo|quizás?|tal vez|imagina|podría|peut-être|si j'|imagine que|pourrais|forse|se fossi"
    r"|magari|potrei|talvez|se eu|poderia|siguro|kung ako|baka)(?!\w)|如果|要是|也许|可能|假如|もし|かもしれ|たぶん|だったら|만약|아마"
)
_CERTAIN_IF = re.compile(r"(?i)^(?:[^,]*, )?(?:in case|even if)|(?<!\w)i would say|would you believe")
_PLANNED = Gated(
    r"(?i)(?<!\w)(?:i'll|i’ll|we'll|i will|we will|i'm going to|i am going to|we're going to|gonna|going to|i plan to|we plan to|planning to|i intend to"
    r"|i'm (?:moving|starting|switching|leaving|joining|flying|travelling|traveling|visiting|getting|having)|scheduled for|is due|starting|as of(?! today| now| this)"
    r"|from (?!now|here|today).{2,20} on|booked|have decided to|decided to|will|ich werde|wir werden|voy a|vamos a|je vais|nous allons|vou|vado a)(?!\w)"
)
_POSSIBLE_PLAN = Gated(
    r"(?i)(?<!\w)(?:hop(?:e|ing) to|want(?:ed)? to|would like to|thinking of|might|may (?!\d)|maybe|someday|one day|eventually|looking (?:at|into)|if|unless"
    r"|trying to decide|not decided|i'd love to|dreaming|considering|wanna)(?!\w)"
)
_JOKE = Gated(
    r"(?i)(?<!\w)(?:ha ?ha+|haha\w*|hehe\w*|lol|lmao|rofl|j/k|jk|just kidding|only joking|kidding|as if(?=[.!])|pigs? (?:can |might |will |do )?fly|yeah,? right|oh,? sure|sure,? because"
    r"|in (?:your|my|his) dreams|not in a (?:thousand|million|hundred)|when hell freezes|said no one|because obviously|ironically|nur spaß|es broma|je plaisante|scherzo|brincadeira|as though i)(?!\w)|冗談|开玩笑|玩笑"
)
_JOKE_SIGN = re.compile(
    r"(?i)[😂🤣🙃]|(?<!\S)/s(?!\w)|(?:…|\.\.\.) ?not[!.]|[.!?,;] not!?$|\((?:i )?(?:not|(?:do|am|have|did|was|would) ?not|don['’]t|i['’]m not)[.!]?\)"
)
_SARCASM = re.compile(
    r"(?i)^\W*(?:oh,? )?(?:(?:yes|yeah|sure|right)[,.! ]+)*(?:of course|obviously|clearly|naturally|totally|sure(?:ly)?|right)[,!]? (?:i|we|my)(?!\w)"
)
_QUOTE = Gated(
    r"(?i)(?<!\w)(?:(?:he|she|they|people|everyone|someone|somebody|the (?:article|book|paper|site|post|ad|label|text|sign|song|film|movie|character|hero|narrator))"
    r" (?:always |often |still |just |even )?(?:say|says|said|claims?|claimed|writes?|wrote|thinks?|thought|believes?|assumes?|insists?|told me(?: that)?)|people (?:assume|think|say)|according to|quote|rumou?r has it|i (?:read|heard) (?:that|somewhere)"
    r"|in (?:the|my|this|our|a|his|her|that) (?:\w+ )?(?:story|novel|book|play|game|film|movie|scene|dream|nightmare|sketch|script|song|simulation|exercise|example|campaign|series|comic|poem|screenplay|musical)|translate|proofread|rewrite|the sentence|example sentence|lyrics?|quotation)(?!\w)"
)
_WHOLE_QUOTE = re.compile(r"^\W{0,2}[\"“«„「『].*[\"”»“」』]\W{0,2}$", re.DOTALL)
_SPEECH = re.compile(
    r"(?i)(?:^|[,:;]\s*|\b(?:says?|said|told me|asked|wrote|replied|goes|went|like)[,:]?\s+)[\"“«„「『](?:[^\"”»」』]{0,400}(?<!\w)(?:i|i'm|i've|my|we)(?!\w)[^\"”»」』]{0,400})[\"”»“」』]"
)

_UNREAL = Gated(
    r"(?i)(?<!\w)(?:(?:dream(?:t|ed|s|ing)?|had a dream|fantasi[sz]ed?)(?: last night)?(?: that)? (?:i|we|my)"
    r"|in an? (?:alternat(?:e|ive)|parallel|different|another|perfect|ideal|made-up|fictional) (?:\w+ )?(?:universe|world|reality|life|timeline|dimension|version|history)|in another (?:universe|world|reality|timeline)|in my (?:imagination|head|mind|fantasy|fantasies|dreams)|saying(?: that)? (?:i|we|my)(?:['’]\w+)?)(?!\w)"
    r"|(?<!\w)(?<!\bi )(?<!\bwe )(?<!['’]ve )(?:says|said|sings|sang|goes|writes|wrote|reads|exclaims|shouts|whispers)[^,.;:]{0,20}: ?(?:i|we|my)(?!\w)"
    r"|^\W*(?:(?:please|hey|ok(?:ay)?|can you|could you|now|also)[, ]+)*(?:write|draft|compose|send|type|generate|create|make up|invent|give me|sing)(?: (?:me|us|him|her|them))?(?: up)? (?:an? |the |some |my |another )?(?:[\w-]+ ){0,3}?(?:e-?mails?|letters?|messages?|texts?|notes?|posts?|tweets?|poems?|stor(?:y|ies)|songs?|speech(?:es)?|repl(?:y|ies)|essays?|paragraphs?|sentences?|captions?|toasts?|bios?|scripts?|cards?|statements?|lines?)(?!\w)"
    r"|^\W*(?:lyrics?|quote|chorus|verse|example|sample|prompt|subject line|caption|headline|title|draft|template|dialogue|script|motto)\b[^:]{0,30}:"
)
"""What is dreamt, invented, sung, or ordered as a text for somebody else's eyes."""
_ASKING_TAIL = re.compile(
    r"(?i),? (?:and |so |but )?(?:can|could|would|will) you\b.*$|,? (?:and |so |but )?(?:what|how|why|where|when|which|who|should i|do you|is it|is there|are there)\b[^,]*[?？]\W*$|,? (?:and )?please (?:help|explain|show|tell|give)\b.*$",
    re.DOTALL,
)

_SCENE_OPEN = Gated(
    r"(?i)(?<!\w)(?:role[- ]?play|let'?s (?:play|act|improvi[sz]e|rehearse|pretend|do) (?:a|an|the|out|some)?\s*(?:scene|sketch|game|skit|character|play|part|dialog\w*|interview|improv|story|that)"
    r"|play(?:ing)? (?:a scene|the (?:part|role)|pretend)|rehearse (?:a|the|my) (?:sketch|scene|play|part|lines?)|in character|i speak as|(?:i'm|i am|i'll be|i'll) (?:play|playing|act|acting|speaking|pretending)(?: as| to be)? (?:(?:a|an|the) (?:\w+ )?\w+ (?:named|called)|(?-i:[A-Z]))|play(?:ing)? (?:the (?:role|part|character)|make-believe)|(?:act|acting|playing) as (?:a|an|the|if)"
    r"|you are (?:the|a|an|my) \w+(?: \w+)? and i(?:'m| am)|pretend (?:that )?(?:i'm|i am|to be|you're|you are)"
    r"|act as (?:if )?|you play|in (?:this|the|my|our) (?:story|scene|game|sketch)|write a (?:story|scene|dialogue)|(?:as|i'm) the (?:main character|hero|villain|narrator)"
    r"|from now on you are|take the (?:part|role)|in the role of|d&d|dungeon master|rollenspiel|juego de rol|jeu de rôle|gioco di ruolo)(?!\w)|角色扮演|ロールプレイ"
)
_SCENE_CLOSE = Gated(
    r"(?i)(?<!\w)(?:end (?:of )?(?:the |this |that )?(?:scene|role-?play|game|sketch|story|play|act)|scene (?:over|ends|closed|is over)|(?:that's )?enough (?:of )?(?:the |this |that )?(?:game|role-?play|play|acting|scene|sketch|pretend\w*)"
    r"|back to (?:being )?(?:me|myself|normal|reality|real life|us)|being me|out of character|stop (?:here|the|role|play|pretend)\w*|let's stop|curtain|(?:^|[.!] )cut[!.]|and scene|game over|role-?play (?:is )?(?:over|done)"
    r"|i'm (?:myself|me) again|no more (?:acting|pretending|role)|break character|the (?:sketch|scene|story|game) (?:works|is done|is over|is finished)|done (?:with )?(?:playing|acting|the)|seriously now|for real now|as myself)(?!\w)"
)
_SCENE_LIMIT = 40
"""A scene nobody closed ends by itself after so many turns of its conversation."""


def is_question(sentence: str) -> bool:
    """Whether a sentence asks, or asks for something, and so tells nothing."""
    return bool(
        _QUESTION_MARK.search(sentence) or _QUESTION.match(sentence) or _CJK_QUESTION.search(sentence)
    )


def telling_part(sentence: str) -> str:
    """What a sentence states before it turns into a request ("I moved to Porto, can you …?")."""
    return (
        _ASKING_TAIL.sub("", sentence)
        if "?" in sentence or "you" in sentence or "please" in sentence
        else sentence
    )


@lru_cache(maxsize=512)
def is_joke(sentence: str) -> bool:
    """Whether a sentence carries a mark of irony."""
    return bool(
        _JOKE.search(sentence)
        or _JOKE_SIGN.search(sentence)
        or (_SARCASM.match(sentence) and not sentence.endswith(")"))
    )


def _is_quoted(sentence: str, keys: Keys) -> bool:
    marked = any(mark in sentence for mark in '"“«„「『')
    return bool(
        (marked and (_WHOLE_QUOTE.match(sentence) or _SPEECH.search(sentence)))
        or _QUOTE.search(sentence, keys)
        or _UNREAL.search(sentence, keys)
    )


def judge(sentence: str) -> Certainty:
    """How one sentence is meant, taken by itself."""
    keys = keys_of(sentence)
    if is_joke(sentence):
        return Certainty.JOKE
    if _is_quoted(sentence, keys):
        return Certainty.QUOTED
    if is_question(sentence):
        return Certainty.HYPOTHETICAL
    if _HYPOTHETICAL.search(sentence, keys) and not _CERTAIN_IF.search(sentence):
        return Certainty.HYPOTHETICAL
    possible = _POSSIBLE_PLAN.search(sentence, keys)
    if _PLANNED.search(sentence, keys):
        return Certainty.HYPOTHETICAL if possible else Certainty.PLANNED
    wished = possible and re.search(r"(?i)\b(?:hop|want|wanna)", sentence)
    return Certainty.HYPOTHETICAL if wished else Certainty.ASSERTED


def scenes(turns: Iterable[Turn]) -> frozenset[str]:
    """Ids of the turns that are spoken inside a scene, opening and closing turn included."""
    open_since: dict[str, int] = {}
    played: set[str] = set()
    for turn in turns:
        key, text = turn.conversation, turn.text[:2000]
        words = keys_of(text) if turn.role in (Role.USER, Role.OTHER) else frozenset()
        closes = bool(words) and key in open_since and _SCENE_CLOSE.search(text, words) is not None
        if words and not closes and _SCENE_OPEN.search(text, words):
            open_since[key] = 0
        if key in open_since:
            played.add(turn.id)
            open_since[key] += 1
            if closes or open_since[key] > _SCENE_LIMIT:
                del open_since[key]
    return frozenset(played)
