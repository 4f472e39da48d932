"""The verb forms that tell past from coming, one pattern a language family. Data only.

Of each pattern the alternatives are tried in order: `u` leaves the time open, `b` looks back, `a` looks ahead.
"""

from __future__ import annotations

from weave.scribe.gates import Lazy

__all__ = ["ARRANGED", "ENGLISH", "FOR_WHAT", "GERMAN", "HABIT", "ROMANCE"]

_PAST = (
    "couldn['’]t|was|were|wasn['’]t|weren['’]t|did|didn['’]t|had|hadn['’]t|went|got|gotten|came|became|made|took|bought|brought|thought"
    "|caught|taught|fought|sought|found|met|saw|said|told|heard|held|kept|slept|wept|left|felt|dealt|meant|spent|sent|lent|bent"
    "|built|lost|shot|sold|paid|laid|wrote|rode|drove|rose|broke|spoke|woke|stole|chose|froze|wore|tore|swore|gave|forgave"
    "|forgot|knew|grew|threw|blew|flew|drew|withdrew|ate|fell|began|ran|sang|rang|drank|swam|sank|won|stood|understood|hung"
    "|dug|stuck|struck|swung|led|fed|bled|bred|fled|hid|bit|slid|lit|did|sat|spat|shook|mistook|overtook|underwent|learnt"
    "|burnt|dreamt|spelt|spoilt|born|gone|been|done|seen|taken|given|written|driven|broken|spoken|chosen|quit|eaten|fallen|begun"
    "|known|grown|thrown|flown|drawn|worn|stolen|ridden|hidden|forgotten|shown|woken"
)
_SAME = "put|cut|hit|let|set|shut|hurt|cost|read|spread|bet|split|beat|cast|upset|bid|burst"
"""Past and present alike."""
_NO_ED = "need|feed|speed|bed|red|wed|shed|seed|weed|reed|indeed|hundred|exceed|proceed|succeed|bleed|breed|embed|kindred|sacred|naked"
_ED = rf"(?!(?:{_NO_ED})(?!\w))[a-z]+ed"
_ADV = r"(?:(?:just|already|not|never|also|only|recently|finally|really|actually|still|now|all|both|even|probably|definitely|officially|[a-z]+ly) )"
_MODAL = (
    r"(?:will|won['’]t|['’]ll|shall|shan['’]t|(?-i:may)|might|must|can|can['’]t|cannot|could|should|shouldn['’]t|would"
    r"|['’]d (?:like|love|rather|prefer|better)|going to|gonna|have to|has to|need to|needs to|want to|wants to|hope to"
    r"|hopes to|plan to|plans to|planning to|about to|let['’]s|let me)"
)

ENGLISH = Lazy(
    rf"(?i)(?<!\w)to {_ADV}?(?:{_SAME}|quit|{_NO_ED})(?!\w)"
    rf"|(?P<u>(?<!\w)(?:(?:was|were) (?:going|supposed|meant|about|planning|due|hoping) to|(?:would|could|should|might)(?: not|n['’]t)? have|(?:would|could|should)['’]ve"
    rf"|(?:i|we|you|they) {_ADV}?(?:love|like|hate|prefer|enjoy|remember|recall|miss|regret)|sorry|photos?|pictures?|notes|minutes|receipt|invoice|bill"
    rf"|(?<![\w’'])(?:i|we|you|they) {_ADV}?(?:{_SAME}))(?!\w))"
    rf"|(?P<a>(?<!\w)(?:(?:decided|agreed|promised|offered|planned|arranged|intended|invited|asked|told|reminded)(?: (?:me|us|him|her|you|them))? to {_ADV}?\w+"
    rf"|(?:have|has) got(?! (?:married|engaged|divorced|hired|fired|rid|lost|back|home|sick|better)))(?!\w)|['’](?:ve|s) got(?! (?:married|engaged|divorced|hired|fired|rid|lost|back|home|sick|better))(?!\w))"
    rf"|(?P<b>(?<!\w)(?:(?:did(?:n['’]t)? (?:i|you|we|they|he|she|it) \w+|used to|thanks for|thank you for|ago)(?!\w)|(?:have|has|haven['’]t|hasn['’]t) {_ADV}{{0,2}}(?:{_ED}|{_PAST}|{_SAME})(?!\w))"
    rf"|['’]ve {_ADV}{{0,2}}(?:{_ED}|{_PAST}|{_SAME})(?!\w)"
    rf"|(?<!\w)(?!it|that|there|what|here|who)\w+['’]s {_ADV}{{0,2}}(?:{_ED}|gone|been|had|taken|left|sold|bought|met|lost|become)(?!\w))"
    rf"|(?P<a2>(?:(?<!\w)(?:am|is|are|isn['’]t|aren['’]t|be|being|gets?|getting)|(?<=\w)['’](?:m|re)|(?<!\w)(?:it|that|there|what|here|who)['’]s)(?: {_ADV}{{0,2}}(?:{_ED}|gone|born|done|taken|held|shown|made|paid|sold|given)(?!\w))?(?!\w)"
    rf"|(?<!\w)(?:the|a|an|my|our|his|her|their|your) (?-i:{_ED}) (?=\w)(?!)"
    rf"|(?:(?<!\w)|(?=['’])){_MODAL} {_ADV}{{0,2}}(?!(?:the|my|a|an|our|his|her|your|their|work|school)\b)(?-i:[a-z]+)(?!\w))"
    rf"|(?P<b2>(?<!\w)(?:{_PAST})(?!\w)|(?<![\w'’-])(?-i:{_ED})(?!\w)|(?:^|[.!?] )(?!(?:{_NO_ED})\b)[A-Z]?[a-z]{{2,}}ed(?!\w)|(?<!\w)(?:he|she) (?:{_SAME})(?!\w))"
    rf"|(?P<a3>(?<!\w)(?:will|won['’]t|shall|due|tomorrow|see you|scheduled|upcoming|deadline|have|has|do|does|don['’]t|doesn['’]t|leaves|starts|begins|opens|closes|ends|comes|goes|takes|arrives|departs|flies|moves"
    rf"|happens|expires|returns|gets|runs out|lasts|finishes|retires|graduates|lands|(?:he|she|it) (?!was|has)(?-i:[a-z]+s)|moving|flying|going|coming|starting)(?!\w)|\w['’]ll(?!\w)|(?<!\w)\w+['’]s (?:coming|going|on|at|in|\w+ing)(?!\w)"
    rf"|(?<![\w'’])(?:i|we|you|they) {_ADV}{{0,2}}(?!(?:think|guess|believe|know|suppose|say|hear|have|had|do|did|am|are|were|was|will|can|{_PAST}|{_SAME})(?!\w)|{_ED}(?!\w)|on |in |at )[a-z]+(?!\w))"
)

_PARTICIPLE = r"(?-i:(?:(?!gegen\b|gern)[a-zäöüß]*ge[a-zäöüß]{2,}(?:t|en)|(?:be|er|ver|ent|zer|miss)[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{2,}iert))"
_GONE = r"(?-i:[a-zäöüß]*(?:gegangen|gezogen|gefahren|geflogen|gekommen|gestorben|geboren|gelaufen|geblieben|gewesen|geworden|gereist|passiert|verreist|gewechselt|gestiegen|gelandet|gestartet))"
_CLAUSE_END = r"(?=\s*(?:$|[.,!?;)\[]|(?:und|oder|aber|worden)\b))"

GERMAN = Lazy(
    rf"(?i)(?P<b>(?<!\w)(?:war|waren|warst|wart|hatten?|hattest|wurden?|gingen?|ging|kam|kamen|fuhr|fuhren|traf|trafen|sah|sahen|gab|gaben|fand|fanden|blieb|blieben"
    r"|zog|zogen|bekam|bekamen|ließ|flog|flogen|schrieb|aß|trank|nahm|nahmen|brachte|brachten|begann|verlor|gewann|half|starb|musste|mussten|konnte|konnten|wollte|wollten|durfte)(?!\w)"
    rf"|(?<!\w)(?:ich|wir|er|sie|es) (?!bitte|heute|möchte|könnte|sollte|müsste|würde|dürfte)(?-i:[a-zäöüß]{{3,}}ten?)(?!\w)(?<!arbeiten)(?<!heiraten)(?<!starten)(?<!warten)(?<!testen)(?<!mieten)(?<!treten)(?<!halten)(?<!bieten)(?<!raten)"
    rf"|(?<!\w)(?!möchte|könnte|sollte|müsste|würde|dürfte|arbeite|heirate|starte|warte|teste|miete|halte|biete|rate|trete|arbeiten|heiraten|starten|testen|halten)(?-i:[a-zäöüß]{{3,}}ten?) (?:ich|wir|er)(?!\w)"
    rf"|(?<!\w)(?:habe|hab|hast|hat|haben|habt)(?!\w)[^.!?;]{{0,90}}?(?<!\w){_PARTICIPLE}{_CLAUSE_END}"
    rf"|(?<!\w)(?:bin|bist|ist|sind|seid)(?!\w)[^.!?;]{{0,90}}?(?<!\w){_GONE}(?!\w)|(?<!\w)(?:{_PARTICIPLE}) (?:habe|hat|haben|hatten?)(?!\w)|(?<!\w){_GONE} (?:bin|ist|sind|war|waren)(?!\w))"
    r"|(?P<a>(?<!\w)(?:werde|wirst|wird|werden|muss|müssen|kann|können|will|wollen|soll|sollen|möchte|möchten|darf|habe|hat|haben|bin|ist|sind|findet|beginnt|kommt|fliegt|fährt)(?!\w)"
    r"|(?<!\w)ich (?!habe\b)(?-i:[a-zäöüß]+e)(?!\w)|(?<!\w)(?-i:[a-zäöüß]+e) ich(?!\w)|(?<!\w)wir (?!haben\b)(?-i:[a-zäöüß]+en)(?!\w)|(?<!\w)(?-i:[a-zäöüß]+en) wir(?!\w))"
)

_ETRE = r"(?:allé|venu|parti|arrivé|rentré|né|mort|resté|tombé|sorti|entré|monté|descendu|retourné|revenu|devenu)e?s?"
_FRENCH = r"(?:\w+ée?s?|vue?s?|eu|fait|pris|mis|dit|écrit|reçu|perdu|vendu|fini|choisi|rendu|attendu|dû|pu|voulu|su|lu|bu|connu|ouvert|appris|compris)"
_ESSERE = r"(?:andat|venut|partit|arrivat|tornat|nat|stat|rimast|uscit|entrat|trasferit|sposat|mort|cadut|diventat)[oaie]"

ROMANCE = Lazy(
    r"(?i)(?P<b>(?<!\w)(?:(?:he|has|ha|hemos|han) (?:\w+[ai]do|hecho|visto|dicho|puesto|escrito|vuelto|ido|sido|roto|abierto)"
    rf"|(?:j['’]ai|ai|as|a|avons|avez|ont) (?:(?:pas|déjà|bien|enfin|jamais|beaucoup) )?{_FRENCH}"
    rf"|(?:suis|es|est|sommes|êtes|sont) (?:(?:pas|déjà|bien|enfin) )?{_ETRE}|(?:me suis|s['’]est|nous sommes|se sont|t['’]es) \w+[éisu]e?s?"
    r"|(?:ho|hai|ha|abbiamo|avete|hanno) (?:(?:già|appena|anche) )?(?:\w+[aiu]t[oaie]|fatto|visto|preso|messo|detto|scritto|letto|perso|speso|chiuso|aperto|vinto|rotto|deciso)"
    rf"|(?:sono|sei|è|siamo|siete) (?:già |appena )?{_ESSERE}"
    r"|fui|fue|fuimos|fueron|eran?|estaban?|estuve|estuvo|estuvimos|había|habían|tenían?|tenía|tuve|tuvo|tuvimos|hice|hizo|hicimos|vi|vio|vimos|dio|dimos|vine|vino|vinimos|dije|dijo|puse|puso|pude|pudo|traje|trajo"
    r"|(?:j['’])?(?:étais|était|étaient|avais|avait|avaient)|\w{2,}[^r\W](?<!fa)(?<!parfa)(?:aient)"
    r"|ero|eravamo|erano|avev[oa]|\w{2,}[ae]v(?:o|ano)"
    r"|foi|fomos|foram|fiz|fez|fizemos|tive|teve|tivemos|esteve|estive|estava|tinha|veio|disse|(?!(?:meu|seu|teu|museu|europeu)(?!\w))\w{2,}[ei]u"
    r"|(?!(?:sou|vou|estou|dou|lei|rei|sei)(?!\w))\w{2,}(?<![aei]r)ei|(?!(?:sou|vou|estou|dou)(?!\w))\w{2,}ou"
    r"|\w{2,}ó|\w{2,}[ai](?:e)?ron|(?!(?:qué|café|bebé|porqué|josé|aussi)(?!\w))(?:\w+(?<![aei]r)é|miré|preparé|esperé|retiré|paré|tiré)(?<!j['’]ai)|(?!(?:así|aquí|allí|ahí|aussi)(?!\w))\w{2,}í)(?!\w))"
    r"|(?P<a>(?<!\w)(?:vamos|voy|vas|va|van|es|está|están|estamos|tengo|tiene|tenemos|hay|quiero|debo|me mudo|viajo|vuelo|empiezo|trabajo"
    r"|vais|allons|vont|(?:j['’])?ai|ont|suis|est|sommes|sont|dois|pars|vado|andiamo|ho|ha|abbiamo|sono|è|devo|parto|inizio"
    r"|vou|vai|vão|tenho|tem|é|estou|\w+[aei](?:ré|rá|remos|rán)|\w{2,}r(?:ai|ons|ont)|\w+e(?:rò|rà|remo|ranno)|\w+[aei]rei|nos vemos)(?!\w))"
    r"|(?P<u>(?<!\w)\w{2,}[ai]mos(?!\w))"
)

HABIT = Lazy(
    r"(?i)(?<!\w)(?:usually|always|often|normally|generally|typically|every|each|sometimes|most (?:days|weeks|years)|immer|meistens|jede[nsr]?|oft|normalerweise|siempre|cada|suelo|normalmente|toujours|souvent|chaque|d['’]habitude|sempre|di solito|ogni|cada|costumo)(?!\w)"
)
"""What is done again and again has no one day."""

ARRANGED = Lazy(
    r"(?i)(?:(?<!\w)(?:moved?|postponed|pushed|rescheduled|brought forward|shifted|scheduled|schedule|booked|book|planned|plan|due|set|arranged|reserved|fixed|invited|registered|signed up|confirmed|delayed|appointment|tickets?)(?!\w)[^.!?]{0,60}?(?<!\w)(?:to|for|until|till)"
    r"|(?<!\w)auf|(?<!\w)(?:aplazad|pospuest|programad|reservad|spostat|prenotat|adiad|marcad|reportée?|prévue?|fixée?)\w*(?!\w)[^.!?]{0,40}?(?<!\w)(?:al?|el|para|per|pour|au|à)) (?:the |this |le |el |coming )?$"
)
"""Words before a day to which something was put."""

FOR_WHAT = Lazy(
    r"(?i)(?<!\w)(?:bought|got|paid|signed up|registered|studied|prepared|practi[sc]ed|packed|trained)(?!\w)[^.!?,;]{0,40}? for (?:the|my|our|a|an|his|her) [\w-]+(?: [\w-]+)? (?:on |in )?$"
)
"""A deed of the past for something whose day this may be as well: "bought tickets for the concert on Friday"."""
