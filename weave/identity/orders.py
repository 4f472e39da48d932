"""Orders inside a text that ought to describe: to the assistant, to whoever reads the prompt, in many languages. Pure.

An identity says what Avery is and does, in the first or third person. What tells the reader to do something, speaks
in the name of a system, or gives itself out as a turn of a conversation is an order, whatever it says.
Patterns are matched without accents, on text whose markdown and look-alike letters were undone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from weave.identity.disguise import bare, plain, unmasked

_START = r"(?:^|[.!?:;。！？：；、،\n•]\s*|(?<=\s)[-–—]\s+)\W{0,3}"
"""Where a sentence, a list item or a clause after a colon begins."""

_SPEAKERS = (
    r"(?:<\|?|\[|\{\{|#{2,}\s*)/?\s*(?:im_start|im_end|system|assistant|user|human|inst|instructions?|endoftext|identity|memory|tool)\b"
    r"|[\"']role[\"']\s*:"
    r"|(?:^|\n)\W{0,6}(?:system|assistant|human|user|developer|tool|ai|admin(?:istrator)?|instructions?|note to (?:the )?(?:ai|assistant|model)|avery)\s*(?:\([^)]{0,40}\))?\s*[:：>]"
    r"|(?:^|\n)\W{0,6}(?:sistema|asistente|assistente|systeme|anweisung(?:en)?|instruccion(?:es)?|istruzioni|instrucoes|instrukcja|система|инструкция|系统|系統|助手|指令|システム|アシスタント|시스템|지시|النظام|تعليمات|प्रणाली|निर्देश|ระบบ|คำสั่ง)\s*[:：]"
)
"""A line that gives itself out as a turn, a tag or a role. Matched line by line."""

_ENGLISH = (
    r"\b(?:ignore|disregard|forget|override|bypass|drop|set aside)\b(?: \w+){0,3} (?:previous|prior|above|earlier|former|existing|preceding|other|these|those|safety|system|original) (?:\w+ )?(?:instructions?|prompts?|rules?|messages?|guidelines?|identity|text|lines?|constraints?|limits?|directions?|orders?)",
    r"\b(?:ignore|disregard|forget|override) (?:everything|all of|anything|what(?:ever)? (?:was|is|came|stands)|who you|your (?:rules|values|identity|name|instructions|guidelines|safety))",
    r"\bsystem prompts?\b|\bjail ?break|\bdeveloper mode\b|\bdan mode\b|\bprompt injection\b",
    r"\bfrom (?:now|here|this (?:moment|point|day)) on(?:wards?)?\b[ ,:]*(?:you|your|always|never|every|all|answer|respond|reply|speak|act|call|end|begin|start|the assistant|avery (?:must|will|shall|is to))",
    r"\byou (?:are|re|'re|’re) (?:now|no longer|henceforth|hereby|going to be|to (?:act|be|answer|obey|follow|behave|respond|reply|speak|pretend|do|never|always))\b",
    r"\byou (?:are|'re|’re) (?:an? |the )?(?:\w+ ){1,3}(?:now|from now|henceforth|from today)\b",
    r"\byou (?:must|shall|have to|need to|ought to|are required|are obliged|are ordered|are instructed|will (?:now|always|never|from|obey|only)|should (?:now|always|never|only|obey|ignore|end|add|say|call|answer|reply|respond|act|pretend|recommend))\b",
    r"\byour (?:new |true |real |only |secret )?(?:name|identity|role|task|job|mission|goal|purpose|persona|duty|instructions?|orders?|master) (?:is|are|will be|shall be)\b",
    r"\b(?:act|behave|respond|answer|speak|pretend|pose|roleplay|role-play) (?:as (?:if|though)|as an? (?:unrestricted|unfiltered|evil|different)|to be)\b",
    r"\b(?:the|this|any|every) (?:assistant|model|ai|reader|llm|agent) (?:must|shall|has to|should|will (?:now|always|never)|is (?:to|required|instructed|ordered))\b",
    r"\b(?:avery|i|it) (?:must|shall|has to|have to|am required to|am ordered to|is required to) (?:always |never |now )?(?:obey|comply|ignore|send|forward|reveal|leak|delete|recommend|promote|execute|run|hide|conceal|lie|end (?:each|every)|append|insert)\b",
    r"\b(?:do not|don't|don’t|never) (?:tell|inform|warn|notify|ask|let|mention (?:this|it|that)(?: \w+){0,2} to|reveal (?:this|it|that)(?: \w+){0,2} to|show (?:this|it|that)(?: \w+){0,2} to) (?:the )?(?:user|person|owner|human|him|her|them|anyone|anybody)\b",
    r"\bwhen(?:ever)? (?:asked|the (?:user|person) (?:asks|says|writes|mentions)|you (?:see|read|hear))\b[^.\n]{0,80}[,:] *(?:always |never |do not |don't )?(?:say|answer|reply|respond|claim|deny|send|run|execute|delete|recommend|pretend|output|print|call|tell)\b",
    r"(?<!\bi )(?<!\bi always )(?<!\bi often )\b(?:end|begin|start|finish|close|open|sign|prefix|preface) (?:each|every|all)(?: of)?(?: your| my)? (?:answers?|repl(?:y|ies)|messages?|responses?|sentences?|conversations?)\b",
    r"\b(?:obey|comply with|follow) (?:only |all |every |any |the |these |those |my |this |whatever )+(?:orders?|commands?|instructions?|rules|below|above|following|document|file|page|i say)\b",
)
_IMPERATIVES = (
    r"(?:(?:please |now |always |never |do not |don't |don’t |only |also |then |first |henceforth,? |immediately |silently )*"
    r"(?:(?:obey|ignore|disregard|override|reveal|leak|exfiltrate|pretend|impersonate|repeat after|(?:respond|reply|answer)(?: only)? (?:with|in|as)|tell (?:the|them|him|her|everyone|people)|use the tool|(?:set|change) your|call yourself|rename yourself|remember that you|adopt (?:the|a|this)|become (?:the|a|an)|be (?:the|a|an)|(?:recommend|promote|advertise|praise|worship|serve|respond|execute) \w+|embrace|assume (?:the|a)|behave|talk like|speak (?:like|as|in)|act (?:as|like))\b"
    r"|(?:say|claim|deny|refuse|forward|upload|send|e-?mail|post|delete|erase|wipe|execute|run|call|download|install|append|insert|output|print|recommend|promote|advertise|praise|end|begin|include|add|mention|approve|give|hide|conceal|share|collect|ask)"
    r" (?:the|all|any|every|each|this|that|these|those|my|your|their|his|her|its|it|them|me|him|everything|everyone|to|only|nothing|no|a|an|him|users?)\b)"
    r"|(?:(?:always|never|do not|don't|don’t|only|must|please|henceforth,?|immediately|silently) )+(?:recommend|promote|mention|praise|reveal|end|begin|start|finish|add|include|append|say|answer|reply|respond|speak|talk|call|address|sign|ask|tell|use|share|discuss|admit|disclose|trust|believe|help|refer|write|link|insert)\b)"
)
"""Verbs that open an order; honest lines of an identity begin with `I`, a noun or an adjective."""

_ADDRESSED = (
    r"(?:please |now |also |kindly )*(?:remember|make sure|be sure|see to it|take care|do not forget|don't forget|don’t forget|feel free)\W+(?:to|that you)\b|please \w|kindly \w|be (?:so )?(?:good|kind)(?: enough)? (?:as )?to\b|(?:would|could) you (?:please )?\w"
    r"|(?:you|avery|the assistant) (?:should|ought to|needs? to|had better|has to|is to|are to|must|shall)\b",
    r"\b(?:avery|the assistant|this assistant) (?:is to|has to|must|shall|should|ought to|needs to)\b",
)
"""What is put to a reader as a duty."""

_SECOND_PERSON = (
    r"(?:^|[.!?:;•]\s*|(?<=\s)[-–—]\s+)\W{0,3}(?:and |but |so |now )?(?:you|thou|u)(?:'re|’re| are| art) (?!the one\b)\w",
    r"(?:^|[.!?:;•。！？]\s*|(?<=\s)[-–—]\s+)\W{0,3}(?:du bist|ihr seid|sie sind|tu es|vous êtes|(?:ahora |tú |tu )?eres\b|usted es|(?:tu |ora )?sei\b|você é|tu és|je bent|jij bent|ikaw (?:ay|si|ang)\b|kamu adalah|anda adalah|sen bir|jesteś\b|bạn là|du är|ты\b|вы\b|ти\b)|(?:^|[.!?:;•。！？\s])\W{0,3}(?:你叫|你是|您是|妳是|あなたは|あなたの名前|君は|お前は|너는|넌 |당신은|네 이름|أنت\b|انت\b|اسمك|आप (?:एक|अब)|तुम (?:एक|अब)|คุณเป็น|คุณคือ|ชื่อของคุณ)",
)
"""`You are …` as a statement: an identity speaks of itself, so whoever is told what they are is its reader."""

_ABOUT_ITSELF = (
    r"\b(?:everything|all|texts?|lines?|rules|sections?|what(?:ever)?)(?: is| stands| was)?(?: written)? (?:above|before) (?:this|it|that|these|is|are|was|no longer|may|must|here)\b|\b(?:the|this|every) (?:text|line|section|identity)s? (?:above|before this)\b|\bnote to self\b|\b(?:dear|to) (?:the|any|every|whichever|whatever) (?:model|assistant|ai|llm|reader|agent)\b|\bnew (?:instructions?|rules?|orders?|directives?)\b",
)

_OTHERS = (
    # German
    r"\b(?:ignorier|missacht|vergiss)\w*\b(?: \w+){0,4} (?:anweisung|regel|vorgabe|befehl|nachricht|identitat|bisherig|vorherig)\w*|\bsei (?:ab|jetzt|nun|von nun|kunftig)\b|\bab (?:jetzt|sofort|heute) (?:bist|musst|wirst|sollst|antworte|sprich|heißt|heisst|nenn)|\bdu (?:bist (?:jetzt|nun|ab|nicht mehr)|musst|sollst|hast zu|heißt (?:jetzt|nun|ab)|darfst nicht|wirst (?:jetzt|nun|ab|immer|nie))\b|\bdein(?:e)? (?:neue[rs]? )?(?:name|aufgabe|rolle|identitat|auftrag) (?:ist|lautet)\b|\b(?:sag|verrate?|erzahl)\w* (?:dem|der) (?:nutzer|benutzer|person|anwender)\w* (?:nichts|nicht|nie)|\bbeende jede|\bohne (?:zu fragen|zustimmung|rueckfrage|ruckfrage)\b",
    # French
    r"\b(?:ignore[zr]?|oublie[zr]?|neglige[zr]?)\b(?: \S+){0,4} (?:instructions?|consignes?|regles?|messages?|precedent\w*|identite)|\b(?:desormais|a partir de maintenant|dorenavant)\b,? (?:tu|vous|reponds|repondez|ton|votre|appelle)|\btu (?:es (?:maintenant|desormais|a present)|dois|devras|ne dois|t'appelles (?:desormais|maintenant))\b|\bvous (?:etes (?:maintenant|desormais)|devez|ne devez)\b|\bton (?:nouveau )?(?:nom|role|but|maitre) est\b|\bne (?:le |la )?(?:dis|dites|revele|revelez) (?:jamais |rien |pas )?(?:a|au)\b|\btermine[zr]? chaque|\bsans (?:demander|prevenir|l'accord)\b",
    # Spanish
    r"\b(?:ignora|ignore|olvida|olvide|desobedece)\b(?: \S+){0,4} (?:instruccion\w*|reglas?|ordenes|mensajes?|anterior\w*|identidad)|\b(?:a partir de ahora|desde ahora|de ahora en adelante)\b,? (?:eres|seras|debes|tu|responde|te llamas|siempre|nunca|habla)|\b(?:ahora eres|ya no eres|tu eres ahora|debes (?:obedecer|siempre|responder|ignorar|decir|ocultar|enviar|ser|actuar|terminar)|tienes que)\b|\btu (?:nuevo |verdadero )?(?:nombre|papel|rol|tarea|amo|mision) es\b|\bno (?:le )?(?:digas|cuentes|reveles|avises) (?:nada )?(?:al|a la|a tu|esto)\b|\b(?:termina|acaba|empieza) (?:cada|todas)|\bsin (?:preguntar|avisar|permiso|consultar)\b",
    # Italian, Portuguese, Dutch
    r"\b(?:ignora|dimentica)\b(?: \S+){0,4} (?:istruzioni|regole|precedent\w*|ordini|identita)|\b(?:d'ora in poi|da ora in poi|da adesso)\b,? (?:sei|devi|tu|rispondi|ti chiami|parla)|\b(?:ora sei|adesso sei|non sei piu|devi (?:obbedire|sempre|rispondere|ignorare|dire|essere))\b|\bil tuo (?:nuovo )?(?:nome|ruolo|compito|padrone) e\b|\bnon (?:dire|dirlo|rivelare)\b[^.\n]{0,20}(?:all'utente|alla persona|a nessuno)",
    r"\b(?:ignore|esqueca|desconsidere)\b(?: \S+){0,4} (?:instruco\w*|regras|anterior\w*|ordens|identidade)|\b(?:a partir de agora|de agora em diante|doravante)\b,? (?:voce|tu|es|sera|deve|responda|seu|fale)|\b(?:agora voce e|voce agora e|voce deve|voce nao e mais|tu deves|tens de)\b|\b(?:seu|teu) (?:novo )?(?:nome|papel|mestre|objetivo) e\b|\bnao (?:conte|diga|revele)\b[^.\n]{0,20}(?:ao|a ninguem|para o) ?(?:usuario|pessoa)?|\btermine cada",
    r"\b(?:negeer|vergeet)\b(?: \S+){0,4} (?:instructies|regels|opdrachten|vorige|eerdere|identiteit)|\b(?:vanaf nu|voortaan)\b,? (?:ben je|bent u|moet|antwoord|heet|je|spreek)|\b(?:je bent nu|je moet|u moet|je bent niet langer)\b|\bje (?:nieuwe )?(?:naam|rol|taak) is\b|\bvertel (?:de )?gebruiker (?:niet|niets|nooit)",
    # Polish, Turkish, Indonesian and Malay, Filipino, Vietnamese, Swedish
    r"\b(?:zignoruj|ignoruj|zapomnij)\b(?: \S+){0,4} (?:instrukcj\w*|polece\w*|zasad\w*|poprzedni\w*)|\bod teraz (?:jestes|musisz|odpowiadaj|nazywasz|mow)|\b(?:jestes teraz|musisz)\b|\btwoje (?:nowe )?imie to\b",
    r"\b(?:onceki|yukaridaki|tum|butun|eski)\b(?: \S+){0,3} (?:talimat\w*|kural\w*|komut\w*)\S* (?:yok say|gormezden gel|unut|dikkate alma)\w*|\b(?:bundan sonra|artik|simdi) (?:sen |senin )?(?:bir )?\S*(?:sin|sun|adin|yanit|cevap)|\bsen artik\b|\b\w+(?:malisin|melisin)\b|\bkullanici(?:ya|yi) (?:soyleme|haber verme)",
    r"\b(?:abaikan|lupakan)\b(?: \S+){0,4} (?:instruksi|perintah|arahan|aturan|sebelumnya|peraturan)|\b(?:mulai|mula) (?:sekarang|dari sekarang)\b,? (?:kamu|anda|engkau|jawab|namamu|awak)|\b(?:kamu|anda|engkau) (?:sekarang adalah|harus|mesti|wajib|bukan lagi)\b|\bnama(?:mu| kamu| anda) (?:adalah|ialah|sekarang)",
    r"\b(?:huwag (?:mo(?:ng)? |nang )?(?:pansinin|sundin|sabihin|ipaalam)|balewalain|kalimutan)\b|\b(?:mula ngayon|simula ngayon)\b|\b(?:ikaw ay (?:isa|si|ngayon)|ikaw na(?:y| ay| si)|dapat (?:mong?|kang?|ka)|kailangan (?:mong?|kang?))\b|\bang (?:bagong )?pangalan mo\b|\bsundin mo\b",
    r"\b(?:bo qua|quen|phot lo)\b(?: \S+){0,4} (?:chi dan|huong dan|lenh|quy tac|truoc)|\btu (?:bay gio|gio|nay)(?: tro di)?,? (?:ban|hay)|\bban (?:phai|bay gio la|khong con la|hay)\b|\b(?:glom|ignorera|strunta i)\b(?: \S+){0,4} (?:instruktion\w*|regler|tidigare)|\bfran och med nu\b|\bdu (?:maste|ar nu|ska nu)\b",
    # Russian, Ukrainian
    r"(?:игнорируи|забудь|не обращаи внимания|ігноруи)\w*(?: \S+){0,4} (?:инструкци|правил|указани|предыдущ|команд|інструкці|попередн)\w*|(?:с этого момента|отныне|теперь) (?:ты|вы|твое|отвечаи|всегда|говори|зовут|тебя)|\bты (?:теперь|должен|должна|обязан|больше не)\b|\bвы (?:теперь|должны)\b|тво[ие]\w* (?:новое )?(?:имя|роль|задача|хозяин)|не (?:говори|сообщаи|рассказываи) (?:пользователю|человеку|никому)|заканчиваи кажд",
    # Chinese, Japanese, Korean
    r"(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不理会|覆盖)[^。\n]{0,12}(?:指令|指示|规则|規則|提示|要求|内容|內容|身份|设定|設定|之前|以上|上述)|(?:从现在(?:起|开始)|從現在(?:起|開始)|从今以后|今后|以后)[，,]?(?:你|请|必须|每)|你(?:现在|現在)?(?:是一[个名位]|就是|必须|必須|应该总是|不再是|只能|要(?:服从|听从|假装|永远|始终))|你(?:的)?(?:新)?(?:名字|身份|任务|主人|角色)(?:是|叫|为)|(?:不要|别|不得|切勿)(?:告诉|告訴|让|通知|提醒)(?:用户|用戶|使用者|主人|他|她|任何人)|(?:每次|每个|所有)(?:回答|回复|答复)[^。\n]{0,6}(?:结尾|末尾|最后|都要|必须)|系统提示|请(?:扮演|假装|服从|执行|忽略)",
    r"(?:指示|命令|ルール|規則|プロンプト|設定)[^。\n]{0,10}(?:無視|忘れ|破棄|上書き)|(?:今から|これから|今後は?|以後)[、,]?(?:あなた|お前|君|必ず|常に|全て|すべて)|(?:あなた|お前|君)(?:は|の名前は)(?:今|もう|これから|[^。\n]{1,12}(?:になりなさい|でなければ|として振る舞|しなければ|してはいけ))|(?:しなさい|せよ|するな|してください|振る舞え|従え|答えろ|しろ)(?:。|！|$|\s)|(?:ユーザー|利用者)に(?:は)?(?:言わない|教えない|知らせない|内緒)|システムプロンプト",
    r"(?:지시|명령|규칙|프롬프트|설정)[^.\n]{0,10}(?:무시|잊)|(?:지금부터|이제부터|앞으로)[ ,]*(?:너|당신|넌|항상|모든|반드시)|(?:너는|넌|당신은) (?:이제|지금|더 이상|반드시|무조건)|(?:하세요|하십시오|해라|하라|마라|말아라|마세요)(?:[.!\s]|$)|(?:사용자|유저)에게 (?:말하지|알리지)",
    # Arabic, Hebrew, Persian, Hindi, Thai
    r"(?:تجاهل|انس|اهمل|أهمل)[^.\n]{0,30}(?:التعليمات|الاوامر|الأوامر|القواعد|السابقة|السابق)|(?:من ال[اآ]ن فصاعدا|منذ ال[اآ]ن|ابتداء من ال[اآ]ن|بعد ال[اآ]ن)|(?:أنت|انت) (?:ال[اآ]ن|لم تعد|ملزم)|(?:يجب|عليك) (?:عليك )?(?:أن|ان|دائما)|(?:اسمك|مهمتك|دورك) (?:هو|هي|الجديد|ال[اآ]ن)|لا تخبر|أطع|نفذ (?:كل|جميع|الأوامر)",
    r"התעלם[^.\n]{0,30}(?:הוראות|כללים|קודמ)|מעכשיו|(?:אתה|את) (?:עכשיו|חייב|כבר לא)|(?:دستور|قوانین|قبلی)[^.\n]{0,20}(?:نادیده|فراموش)|از این به بعد|تو (?:اکنون|باید)|شما باید",
    r"(?:निर्देश|आदेश|नियम)\S*[^।\n]{0,20}(?:अनदेखा|नज़रअंदाज|नजरअंदाज|भूल|उपेक्षा)|(?:अब से|आज से|इसके बाद)[ ,]*(?:तुम|आप|हमेशा|हर)|(?:तुम|आप) (?:अब|को (?:हमेशा|यह)|हमेशा)|(?:तुम्हारा|आपका) (?:नया )?नाम|(?:उपयोगकर्ता|यूज़र) को (?:मत|न) बता|(?:करो|कीजिए|करना होगा|मत करो)(?:।|$|\s)",
    r"(?:เพิกเฉย|ไม่ต้องสนใจ|ละเว้น|ลืม)[^\n]{0,24}(?:คำสั่ง|กฎ|ก่อนหน้า|ข้างต้น)|(?:ตั้งแต่นี้|ตั้งแต่ตอนนี้|นับจากนี้|ต่อไปนี้)[^\n]{0,10}(?:คุณ|เธอ|จง|ให้|ต้อง)|(?:คุณ|เธอ)(?:คือ|ต้อง|ไม่ใช่[^\n]{0,12}อีกต่อไป)|ชื่อของคุณ|(?:อย่า|ห้าม)(?:บอก|แจ้ง)ผู้ใช้|(?:^|\s)จง",
)


_REST_OF_WORD = re.compile(r"\w{0,40}")


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    flags = re.IGNORECASE | re.MULTILINE
    opened = _START + f"(?:{_IMPERATIVES}|{_ADDRESSED[0]})"
    return tuple(
        re.compile(bare(source), flags)
        for source in (*_ENGLISH, opened, _ADDRESSED[1], *_SECOND_PERSON, *_ABOUT_ITSELF, *_OTHERS)
    )


@cache
def _speakers() -> re.Pattern[str]:
    return re.compile(bare(_SPEAKERS), re.IGNORECASE | re.MULTILINE)


def orders(text: str) -> Iterator[str]:
    """Every order found in `text`, as it reads once it is made plain."""
    lines = [plain(line) for line in text.split("\n")]
    spoken = "\n".join(_undecorated(line) for line in text.split("\n"))
    for found in _speakers().finditer(spoken):
        yield found[0].strip()
    # Line by line for what opens a line; on one line for what was broken over several.
    for reading in dict.fromkeys(("\n".join(lines), " ".join(lines))):
        for variant in dict.fromkeys((reading, unmasked(reading))):
            for pattern in _patterns():
                for found in pattern.finditer(variant):
                    yield " ".join(_whole(variant, found).split()).lstrip(" .!?:;•-–—。！？：；、，،")


def _whole(text: str, found: re.Match[str]) -> str:
    """What was found, to the end of its last word."""
    end = _REST_OF_WORD.match(text, found.end())
    return text[found.start() : end.end() if end else found.end()]


def _undecorated(line: str) -> str:
    return bare(line).replace("*", "").replace("`", "")


def order(current: str, text: str) -> str | None:
    """The first order in `text` that `current` does not hold; None if there is none."""
    known = frozenset(_all(current))
    return next((found for found in _all(text) if found not in known), None)


@lru_cache(maxsize=16)
def _all(text: str) -> tuple[str, ...]:
    return tuple(orders(text))
