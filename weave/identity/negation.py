"""What says no, in many tongues. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from weave.identity.disguise import bare

NEGATION = re.compile(
    bare(
        r"(?i)\b(?:not|never|no|nor|none|nothing|without|cannot|can't|won't|don't|doesn't|isn't|aren't|avoid\w*|refus\w+|refrain\w*|stop(?:ped|s)?|no longer"
        r"|nicht|nie(?:mals)?|kein\w*|ohne|no|nunca|jamás|sin|nada|ne|n'|pas|jamais|sans|rien|non|mai|senza|niente|não|nem|sem|niet|nooit|geen|zonder"
        r"|nie|nigdy|bez|hindi|huwag|ayaw|wala\w*|tidak|jangan|bukan|tanpa|değil|asla|không|đừng|inte|aldrig|ingen|utan)\b"
        r"|(?:n't|n’t)\b|\b(?:не|нет|никогда|без|ни|ніколи)\b|不|没|沒|無|无|别|未|勿|ない|ません|ず(?:に|、|。)|않|안 |못|없|\b(?:لا|لن|لم|ليس|غير|بدون|دون|أبدا)\b|\b(?:לא|אין|בלי|לעולם)\b|नहीं|बिना|मत |ไม่|อย่า|ห้าม"
    )
)


@lru_cache(maxsize=4_096)
def denies(line: str) -> bool:
    """Whether a line says no: an odd number of negations."""
    return len(NEGATION.findall(bare(line))) % 2 == 1
