"""The words that announce a secret, in the languages people write in, and what is never one. Data."""

from __future__ import annotations

import re

PASSWORD_WORDS = (
    r"(?<![A-Za-z])(?:pass[ _-]?word|pass[ _-]?code|pass[ _-]?phrase|pw|pwd|passwd|psk|pin(?:[ -]?(?:code|number))?(?![a-z]))"
    r"|(?<=_)(?:password|passwd|passphrase|pwd|pass|pw)|[a-z](?:Password|Passwd|Passphrase)"
    r"|(?<![A-Za-z])(?:passwort|kennwort|contraseña|contrasena|contrasenya|clave de acceso|mot de passe"
    r"|parola d'ordine|senha|palavra-passe|wachtwoord|has[łl]o|l[öo]senord|adgangskode|passord|salasana|heslo"
    r"|[şs]ifre|parola|parol[ăa]|jelsz[óo]|kata sandi|kata laluan|m[ậa]t kh[ẩa]u)(?![a-zà-ž])"
    r"|пароль|密码|密碼|口令|パスワード|暗証番号|비밀번호|รหัสผ่าน|كلمة المرور|كلمة السر|סיסמה|पासवर्ड|κωδικός"
)
"""What follows is taken for a secret unless it is a remark."""

TOKEN_WORDS = (
    r"(?<![A-Za-z])(?:pass|secret(?:[ _-]?(?:access[ _-]?)?key)?|token|api[ _-]?key|access[ _-]?key|auth[ _-]?key"
    r"|private[ _-]?key|credentials?|AccountKey|SharedAccessKey|api-schlüssel|clé(?: d'| )?api|clave api|chave api)"
    r"|(?<=[_-])(?:secret(?:_access)?(?:_key)?|token|api_?key|key)"
    r"|[a-z](?:Secret|Token|ApiKey|AccessKey|SecretKey)|APIキー|トークン|密钥|令牌"
)
"""What follows must look random as well."""

VERB = (
    r"(?<= )(?:is now|is still|is|was|ist|lautet|es|est|è|é|jest|to|är|er|on|je|là|adalah|est maintenant|ahora es|="
    r")(?=[ :：])|是|为|為|は|는|은|คือ|هي|है|[ \t]-{1,2}(?= )"
)
"""What stands between the word and the secret in a sentence."""

ASK_WORDS = r"for|to|of|on|für|para|pour|per|voor|del|von|di|de"

PLACEHOLDER = re.compile(
    r"(?i)\[?secret removed|[*•xX.…_#?-]{2,}$|<|\$[({A-Z]|\{\{|%[A-Z(]|your[ _-]|my[ _-]|change[_-]?me$|placeholder"
    r"|(?:os|process|env|self|cls|config|settings|args|this|request|req|data|params|form)[.\[]|getenv|(?:none|null|nil|undefined"
    r"|true|false|str|string|bytes|int|optional|any|text|password|passwd|secret|token|pw|here|todo|tbd|redacted|masked|example)\W*$"
)
"""Values that stand for a secret without being one."""

NO_SECRET = re.compile(
    r"(?i)(?:too|not|no|now|so|very|the|an?|my|your|his|her|our|their|its|in|on|at|of|to|for|from|by|with|and|or|but|if|that|this"
    r"|what|which|when|where|why|how|who|wrong|right|required|needed|incorrect|correct|invalid|valid|weak|strong|safe|secure|same"
    r"|different|short|long|easy|hard|fine|okay|ok|empty|blank|missing|old|new|gone|lost|there|here|also|still|already|only"
    r"|always|never|just|again|about|been|being|be|something|anything|nothing|someone|important|unknown|secret|case-sensitive"
    r"|hidden|optional|mandatory|manager|managers|field|reset|protected|policy|unsafe|insecure|public|private|sensitive|stolen"
    r"|kept|unique|written|set|sent|broken|bad|good|known|stuck|up|under|inside|behind|next|left|me|you|it|we|they|i"
    r"|falsch|richtig|nötig|abgelaufen|zu|nicht|der|die|das|ein|eine|weg|unsicher|incorrecta|correcta|la|el|un|una|muy|no|"
    r"incorrect|le|les|trop|pas|errata|sbagliata|troppo|non|incorreta|errada|muito|não|errado|to|verkeerd|niet|te"
    r"|错误|不对|错的|什么|什麼|多少|何|なに|間違い|必要|[a-z]{2,}(?:ed|ing|ly|able|ible))"
)
"""Words after "the password is" that say something about it."""
