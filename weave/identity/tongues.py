"""Words for the powers in other tongues than English, and whether a line is in a tongue that the guard reads. Data.

A tongue that is not here is none that the guard could judge: such a line waits for the person. For each tongue: what
speaks of oneself, what denies, and families of words. A verb counts beside a thing or a person it must not reach.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from weave.function_words import LANGUAGES
from weave.identity.disguise import bare
from weave.lexical import STOP_WORDS, fold

SHARE, HIDE, ASK, OBEY, INVENT, STAND = (
    "to share what you said",
    "to hide something from you",
    "to act without asking",
    "to obey what is read",
    "to invent",
    "to stand above your corrections",
)


@dataclass(frozen=True, slots=True)
class Tongue:
    """The families of one tongue, each the inside of a pattern."""

    own: str
    """What says `I`."""
    no: str
    send: str
    out: str
    """Whom or where to, or what of the person's."""
    hide: str
    act: str
    """To delete, approve, buy, decide."""
    unasked: str
    obey: str
    read: str
    invent: str
    stand: str


_TONGUES: Mapping[str, Tongue] = {
    "de": Tongue(r"\b(?:ich|mir|mich|meine?[rnms]?)\b", r"\b(?:nie(?:mals)?|nicht|keine?[rnms]?|nichts|niemand\w*|ohne)\b",
        r"\b(?:send|schick|versend|verschick|übermitt|leit|weiterleit|weitergeb|gebe|gib|teil|veröffentlich|verkauf|verrat|kopier|lad|zeig|erzähl)\w*", r"\b(?:dritte\w*|ander(?:e|en|er)|partner\w*|server\w*|fremde\w*|jede[mnr]|allen|freunde\w*|firm\w+|hersteller\w*|öffentlich\w*|cloud|anbieter\w*|passw\w+|kennw\w+|erinnerungen|geheimnis\w*|gespräche\w*|deine (?:daten|notizen|worte))\b",
        r"\b(?:heimlich|verheimlich\w*|verschweig\w*|verberg\w*|verbirg\w*|unbemerkt|stillschweigend|hinter deinem rücken|ohne (?:dass du es|es dir|dir davon|eintrag|spur)\w*|(?:sag|verrat|erzähl|meld)\w* (?:dir|ihm|ihr|dem|der|es)\b(?: \w+){0,3} (?:nicht|nichts|nie))\b",
        r"\b(?:lösch|genehmig|kauf|bestell|bezahl|überweis|entscheid|installier|führ)\w*", r"\b(?:ohne (?:\w+ ){0,2}(?:frag\w*|nachfrag\w*|rückfrag\w*|zustimmung|erlaubnis|bestätigung)|ungefragt|eigenmächtig|frag\w* (?:\w+ ){0,2}(?:nicht|nie)(?: mehr)?|ohne zu fragen|von selbst|selbständig|auf eigene faust)\b",
        r"\b(?:befolg|gehorch|folg|ausführ|führ|tu|mach|erfüll|halt)\w*", r"\b(?:dokument\w*|datei\w*|webseite\w*|seite\w*|anweisung\w*|befehl\w*|e-?mails?|nachricht\w*|text\w*)\b",
        r"\b(?:erfind|erdicht|ausdenk|vortäusch|flunker|schwindel)\w*|\bdenke? mir\b.*\baus\b|\bfüll\w*\b.*\blücke\w*|\bals wüsste ich\b", r"\b(?:bleib\w* (?:\w+ ){0,2}bei meine\w*|korrektur\w*\b.*\b(?:ignorier|überhör|verg[ae]ss|nicht)\w*|weiß es besser|auch wenn du (?:\w+ )?(?:widersprichst|nein sagst))\b"),
    "fr": Tongue(r"\b(?:je|j'|j’|moi|mon|ma|mes|m'|me)\b|\bj['’]", r"\b(?:ne|n'|jamais|pas|rien|personne|aucun\w*)\b|\bn['’]",
        r"\b(?:envo[iy]|transme|transfer|transfér|partag|publi|vend|copi|donn|communiqu|montr|revel|révél|divulgu|expedi)\w*", r"\b(?:autres?|tiers|partenaires?|serveurs?|inconnus?|tout le monde|amis|societe\w*|société\w*|entreprises?|cloud|fournisseur\w*|mots? de passe|souvenirs|secrets|conversations|tes (?:donnees|données|notes|mots))\b",
        r"\b(?:cach|dissimul|tai[st])\w*|\ben (?:secret|cachette|douce|silence)\b|\bdiscretement\b|\bdiscrètement\b|\ba ton insu\b|\bà ton insu\b|\bsans (?:te le|vous le|le) dire\b|\bsans (?:laisser de )?trace\b|\bne (?:te |vous |lui |l')?(?:dis|dit|dites|parle|signale)\w* (?:pas|rien|jamais)",
        r"\b(?:supprim|effac|approuv|achet|achèt|pai|pay|command|decid|décid|install|execut|exécut)\w*", r"\bsans (?:\w+ )?(?:demander|permission|accord|confirmation|prevenir|prévenir|te consulter|attendre)\b|\bsans (?:ton|votre|son) (?:accord|avis)\b|\bde (?:mon propre chef|moi-même)\b|\bne (?:te |vous )?demande plus\b|\bautomatiquement\b",
        r"\b(?:obei|obéi|sui[st]|execut|exécut|appliqu|fai[st]|respect)\w*", r"\b(?:documents?|fichiers?|pages?|sites?|instructions?|ordres?|consignes?|courriels?|messages?|textes?)\b",
        r"\b(?:invent|fabriqu|affabul)\w*|\bcombl\w*\b.*\b(?:lacune|vide|trou)\w*|\bcomme si je (?:savais|m'en)", r"\b(?:reste|tiens) (?:\w+ ){0,2}(?:sur|a|à) (?:mon|ma|mes|ce que)\b|\bcorrections?\b.*\b(?:ignor|oubli|n')\w*|\bmême si tu (?:refuses|dis non|protestes)"),
    "es": Tongue(r"\b(?:yo|me|mi|mis|conmigo)\b|\b\w{2,}[bcdfgjlmnñprstuvyz]o\b(?<!todo)(?<!uso)(?<!correo)(?<!archivo)(?<!mismo)(?<!cuando)(?<!como)(?<!texto)(?<!secreto)(?<!documento)(?<!usuario)(?<!pero)(?<!sitio)", r"\b(?:no|nunca|jamás|nada|nadie|ningun\w*|ningún)\b",
        r"\b(?:envi|envío|mand|reenv|compart|public|vend|copi|entreg|pas[oea]\b|revel|transmit|subo|sube|muestr|cuent)\w*", r"\b(?:otros?|otras?|terceros|socios?|servidor\w*|extraños|desconocidos|todos|cualquiera|amigos|empresas?|nube|proveedor\w*|contraseñas?|recuerdos|secretos|conversaciones|tus (?:datos|notas|palabras|mensajes))\b",
        r"\b(?:ocult|escond|call)\w*|\ben (?:secreto|silencio)\b|\ba escondidas\b|\bsin que (?:tú )?(?:lo )?(?:sepas|notes|te)\b|\bsin (?:decir(?:te|lo|selo)?|dejar rastro|registrar)\b|\b(?:no|nunca) (?:te |se |le |lo )*(?:dig|dic|dir|cuent|avis|mencion|inform)\w*",
        r"\b(?:borr|elimin|aprueb|aprob|compr|pag|decid|instal|ejecut)\w*", r"\bsin (?:\w+ )?(?:preguntar\w*|permiso|confirmaci\w+|consultar\w*|avisar\w*|autorizaci\w+|esperar\w*)\b|\bpor mi cuenta\b|\bya no (?:te )?pregunto\b|\bautom[aá]ticamente\b",
        r"\b(?:obede|sig[ou]|cumpl|hago|haz|ejecut|acat)\w*", r"\b(?:documentos?|archivos?|p[aá]ginas?|sitios?|instrucciones|[oó]rdenes|correos?|mensajes?|textos?)\b",
        r"\b(?:invent|fabric)\w*|\brellen\w*\b.*\b(?:hueco|vac[ií]o|laguna)\w*|\bcomo si (?:lo )?supiera", r"\bme (?:quedo|mantengo) (?:\w+ )?(?:con|en) (?:mi|lo que)\b|\bcorrecciones\b.*\b(?:ignor|olvid|no)\w*|\baunque (?:te opongas|digas que no)"),
    "it": Tongue(r"\b(?:io|mi|mio|mia|miei|mie)\b|\b(?:invio|mando|condivido|pubblico|vendo|copio|nascondo|cancello|approvo|compro|pago|decido|obbedisco|seguo|eseguo|invento|riempio|inoltro|faccio|dico|resto|elimino)\b", r"\b(?:non|mai|niente|nulla|nessun\w*)\b",
        r"\b(?:invi|mand|inoltr|condivid|pubblic|vend|copi|pass[oai]\b|rivel|trasmett|mostr)\w*", r"\b(?:altri|terz[io]|partner|server|estranei|sconosciuti|tutti|chiunque|amici|aziend\w+|cloud|fornitor\w*|password|ricordi|segreti|conversazioni|(?:tuoi dati|tue note|tue parole|tuoi messaggi))\b",
        r"\b(?:nascond|occult|tac)\w*|\bdi nascosto\b|\bin (?:segreto|silenzio)\b|\bsenza (?:dir\w*|che tu|lasciare traccia)\b|\b(?:non|mai) (?:te |ti |lo |glielo )*(?:dic|dir|raccont|avvis|menzion)\w*",
        r"\b(?:cancell|elimin|approv|compr|pag|decid|install|esegu)\w*", r"\bsenza (?:\w+ )?(?:chieder\w*|permesso|conferma|consultar\w*|avvisar\w*|autorizzazione|aspettare)\b|\bdi mia iniziativa\b|\bautomaticamente\b",
        r"\b(?:obbed|ubbid|segu|esegu|facci|fa[cr]|rispett)\w*", r"\b(?:document[oi]|file|pagin[ae]|sit[oi]|istruzioni|ordini|email|messagg[io]|test[oi])\b",
        r"\b(?:invent|fabbric)\w*|\briemp\w*\b.*\b(?:lacun|vuot|buc)\w*|\bcome se (?:lo )?sapessi", r"\bresto (?:\w+ )?(?:della|sulla|con) (?:mia|quello)\b|\bcorrezioni\b.*\b(?:ignor|dimentic|non)\w*|\banche se (?:dici di no|non vuoi)"),
    "pt": Tongue(r"\b(?:eu|me|meu|minha|meus|minhas|mim)\b|\b(?:envio|mando|compartilho|partilho|publico|vendo|copio|escondo|apago|aprovo|compro|pago|decido|obedeço|sigo|executo|invento|preencho|faço|digo|excluo|repasso)\b", r"\b(?:não|nunca|jamais|nada|ninguém|nenhum\w*)\b",
        r"\b(?:envi|mand|compartilh|partilh|public|vend|copi|repass|encaminh|revel|transmit|mostr)\w*", r"\b(?:outros?|outras?|terceiros|parceiros?|servidor\w*|estranhos|desconhecidos|todos|qualquer um|amigos|empresas?|nuvem|fornecedor\w*|senhas?|memórias|lembranças|segredos|conversas|(?:teus|seus|tuas|suas) (?:dados|notas|palavras|mensagens))\b",
        r"\b(?:escond|ocult|cal[oe]\b)\w*|\bem (?:segredo|silêncio)\b|\bàs escondidas\b|\bsem (?:\w+ )?(?:que (?:você|tu)|dizer|contar|deixar rastro)\b|\b(?:não|nunca) (?:te |lhe |o )*(?:dig|diz|cont|avis|mencion)\w*",
        r"\b(?:apag|exclu|elimin|aprov|compr|pag|decid|instal|execut)\w*", r"\bsem (?:\w+ )?(?:perguntar|pedir|permissão|confirma\w+|consultar|avisar|autoriza\w+|esperar)\b|\bpor conta própria\b|\bautomaticamente\b",
        r"\b(?:obede|sig[ou]|cumpr|faç|faz|execut|acat)\w*", r"\b(?:documentos?|arquivos?|ficheiros?|páginas?|sites?|instruções|ordens|e-?mails?|mensagens|textos?)\b",
        r"\b(?:invent|fabric)\w*|\bpreench\w*\b.*\b(?:lacuna|vazio|buraco)\w*|\bcomo se (?:eu )?soubesse", r"\b(?:mantenho|fico com) (?:a minha|minha|o que)\b|\bcorreções\b.*\b(?:ignor|esqueç|não)\w*|\bmesmo que (?:você|tu) (?:diga|não)"),
    "nl": Tongue(r"\b(?:ik|mij|me|mijn)\b", r"\b(?:nooit|niet|geen|niets|niemand)\b",
        r"\b(?:stuur|zend|verzend|deel|verkoop|publiceer|kopieer|geef|toon|vertel|lek)\w*", r"\b(?:anderen|derden|partners?|servers?|vreemden|iedereen|vrienden|bedrijven|bedrijf|cloud|wachtwoord\w*|herinneringen|geheimen|gesprekken|je (?:gegevens|notities|woorden))\b",
        r"\b(?:verberg|verzwijg|verhul)\w*|\b(?:stiekem|heimelijk|in het geheim|achter je rug|zonder (?:het )?(?:je )?te (?:zeggen|vertellen))\b|\b(?:zeg|vertel|meld)\w* (?:\w+ ){0,3}(?:niet|niets|nooit)\b",
        r"\b(?:verwijder|wis|keur|koop|betaal|bestel|beslis|installeer)\w*", r"\bzonder (?:\w+ ){0,2}(?:vragen|toestemming|bevestiging|overleg)\b|\bongevraagd\b|\bop eigen houtje\b",
        r"\b(?:gehoorzaam|volg|voer|doe)\w*", r"\b(?:document\w*|bestand\w*|pagina\w*|website\w*|opdracht\w*|instructies?|bevel\w*|e-?mails?|berichten)\b",
        r"\b(?:verzin|verzon|fantaseer)\w*|\bvul\w*\b.*\bgaten\b", r"\bblijf (?:\w+ ){0,2}bij mijn\b|\bcorrecties\b.*\b(?:negeer|vergeet)\w*"),
    "pl": Tongue(r"\b(?:ja|mnie|mój|moje)\b|\b\w{3,}(?:am|em|ę|uję)\b", r"\b(?:nie|nigdy|nic|nikomu|żadn\w*)\b",
        r"\b(?:wysył|wyśl|przesył|prześl|udostępni|sprzeda|publik|kopi|przekaz|ujawni|pokaz)\w*", r"\b(?:innym|osobom trzecim|partner\w*|serwer\w*|obcym|wszystkim|firm\w*|chmur\w*|hasł\w*|haseł|wspomnie\w*|sekret\w*|rozm[oó]w\w*|twoje (?:dane|notatki|słowa))\b",
        r"\b(?:ukryw|ukryj|zataj|przemilcz)\w*|\b(?:potajemnie|po cichu|w tajemnicy|za twoimi plecami)\b|\bnie (?:mów|informu|wspomin|zgłasza)\w*",
        r"\b(?:usuw|usuń|kasuj|zatwierdz|kup|płac|zapłac|decyd|instal)\w*", r"\bbez (?:\w+ )?(?:pytania|zgody|potwierdzenia|pozwolenia)\b|\bnie pytam\b|\bsamodzielnie\b|\bnie pytając\b",
        r"\b(?:słucha|wykonu|stosu|podąża|przestrzega|spełnia)\w*", r"\b(?:dokument\w*|plik\w*|stron\w*|polece\w*|instrukcj\w*|rozkaz\w*|wiadomo\w*|e-?mail\w*)\b",
        r"\b(?:wymyśl|zmyśl|fabryk)\w*", r"\bobstaję\b|\bpoprawk\w*\b.*\b(?:ignor|zapomin)\w*"),
    "sv": Tongue(r"\b(?:jag|mig|min|mitt|mina)\b", r"\b(?:aldrig|inte|ingen|inget|inga)\b",
        r"\b(?:skicka|sänd|dela|sälj|publicer|kopier|ge|visa|läck)\w*", r"\b(?:andra|tredje part\w*|partner\w*|server\w*|främlingar|alla|företag\w*|molnet|lösenord\w*|minnen|hemligheter|samtal|dina (?:data|anteckningar|ord))\b",
        r"\b(?:dölj|göm|förtig)\w*|\b(?:i hemlighet|i smyg|bakom din rygg|utan att (?:säga|berätta))\b|\b(?:säg|berätta|nämn)\w* (?:\w+ ){0,3}(?:inte|inget|aldrig)\b|\bsäg aldrig\b",
        r"\b(?:rader|ta bort|tar bort|godkänn|köp|betala|beställ|bestäm|installer)\w*", r"\butan (?:\w+ ){0,2}(?:fråga|tillstånd|bekräftelse|lov|godkännande)\b|\bpå egen hand\b",
        r"\b(?:lyd|följ|utför|gör)\w*", r"\b(?:dokument\w*|fil\w*|sida\w*|sidor\w*|instruktion\w*|order|mejl|meddelande\w*)\b",
        r"\b(?:hitta\w* på|fabricer\w*)", r"\bhåller fast vid\b|\brättelser\b.*\b(?:ignorer|glöm)\w*"),
    "tr": Tongue(r"\b(?:ben|bana|benim|beni)\b|\b\w{2,}(?:rım|rim|rum|rüm|yorum|ırım|irim|urum|ürüm|arım|erim|acağım|eceğim)\b", r"\b(?:asla|hiç|hiçbir|değil)\b|\w(?:mam|mem|maz|mez|mıyor|miyor|mayın|meyin)\b",
        r"\b(?:gönder|yolla|ilet|paylaş|sat|yayınla|kopyala|aktar|ver|göster|sızdır)\w*", r"\b(?:başkalarına|başkasına|üçüncü\w*|ortak\w*|sunucu\w*|yabancı\w*|herkes\w*|şirket\w*|bulut\w*|parola\w*|şifre\w*|anı\w*|sır\w*|konuşma\w*|(?:veri|not|söz)\w*(?:ini|larını|lerini))\b",
        r"\b(?:gizle|sakla|gizli)\w*|\b(?:gizlice|sessizce|habersiz\w*|senden habersiz)\b|\b(?:söyleme|bildirme|haber verme|bahsetme)\w*",
        r"\b(?:sil|onayla|satın|öde|karar|kur)\w*", r"\b(?:sormadan|izinsiz|onay almadan|danışmadan|izin almadan|kendi başıma)\b",
        r"\b(?:uy|itaat|yerine getir|uygula|yap|takip)\w*", r"\b(?:belge|dosya|sayfa|komut|talimat|emir|emr|mesaj|e-?posta)\w*",
        r"\b(?:uydur)\w*", r"\bdüzeltme\w*\b.*\b(?:yok say|unut|görmezden)\w*"),
    "id": Tongue(r"\b(?:saya|aku|ku)\b", r"\b(?:tidak|jangan|tak pernah|bukan|tanpa pernah|tiada)\b",
        r"\b(?:kirim|mengirim|bagi|membagi|jual|menjual|salin|menyalin|teruskan|meneruskan|hantar|menghantar|bocor|membocor|unggah|mengunggah)\w*", r"\b(?:orang lain|pihak (?:ketiga|lain)|mitra|server|pelayan|semua orang|perusahaan|syarikat|awan|sandi|kata laluan|kenangan|rahasia|percakapan|ingatan|catatan\w*|data\w*)\b",
        r"\b(?:sembunyi|menyembunyi|rahasiakan|merahasiakan)\w*|\b(?:diam-diam|secara rahasia|tanpa sepengetahuan\w*)\b|\b(?:jangan|tidak) (?:pernah )?(?:memberi ?tahu|beri ?tahu|katakan|mengatakan|bilang|menyebut)\w*",
        r"\b(?:hapus|menghapus|setuju|menyetuju|beli|membeli|bayar|membayar|memutuskan|padam|memadam)\w*", r"\btanpa (?:\w+ )?(?:bertanya|izin|persetujuan|konfirmasi|tanya|kebenaran)\b",
        r"\b(?:patuh|mematuh|ikut|mengikut|turut|menurut|laksana|melaksana|jalankan|menjalankan|lakukan|melakukan)\w*", r"\b(?:dokumen|berkas|fail|halaman|perintah|arahan|instruksi|pesan|surel|situs|laman)\w*",
        r"\b(?:mengarang|karang|mereka-reka)\w*", r"\bkoreksi\w*\b.*\b(?:abai|mengabai|lupa)\w*"),
    "tl": Tongue(r"\b(?:ako|ko|akin|aking)\b", r"\b(?:hindi|huwag|wala\w*|ayaw)\b",
        r"\b(?:ipad\w+|ipinad\w+|magpad\w+|nagpapad\w+|ibaha\w+|ibinaha\w+|ibigay|ibinibigay|ipasa|ipinapasa|ibenta|ibinebenta|kopya\w*|kinokopya|ipakita|ipinapakita)\b", r"\b(?:iba|sa iba|ibang tao|kasosyo|server|lahat|kompanya|kumpanya|ulap|password|alaala|lihim|usapan|mga (?:tala|datos|salita|sinabi) mo|estranghero)\b",
        r"\b(?:itago|itinatago|ilihim|inililihim|palihim|lihim|tahimik)\b|\bhuwag (?:mo(?:ng)? )?(?:\w+ )?(?:sabihin|banggitin|ipaalam)\b|\bnang (?:hindi mo|di mo) (?:alam|nalalaman)\b|\bhindi ko sinasabi\b",
        r"\b(?:burahin|binubura|tanggalin|tinatanggal|aprubahan|inaaprubahan|bumili|bumibili|bayaran|nagbabayad)\b", r"\bnang (?:hindi|walang) (?:\w+ )?(?:nagtatanong|tinatanong|tanong|pahintulot|paalam)\b|\bnang hindi nagtatanong\b",
        r"\b(?:sundin|sinusunod|sumusunod|gawin|ginagawa|tuparin|tinutupad)\b", r"\b(?:dokumento\w*|file|pahina|utos|tagubilin|mensahe|email|website)\b",
        r"\b(?:imbento|nag-iimbento|iniimbento|gawa-gawa|gumagawa ng kuwento)\b", r"\b(?:pagwawasto|pagtatama)\w*\b.*\b(?:balewala|kalimut|nalilimut)\w*"),
    "vi": Tongue(r"\b(?:tôi|mình|em|tớ)\b", r"\b(?:không|chẳng|đừng|chưa)\b",
        r"\b(?:gửi|chuyển|chia sẻ|bán|sao chép|tiết lộ|đăng|đưa|tải)\b", r"\b(?:người khác|bên thứ ba|đối tác|máy chủ|người lạ|mọi người|công ty|đám mây|mật khẩu|ký ức|bí mật|cuộc trò chuyện|trò chuyện|ghi chú|dữ liệu|lời bạn)\b",
        r"\b(?:giấu|che giấu|lén|âm thầm|bí mật|lặng lẽ)\b|\b(?:đừng|không)(?: bao giờ)? (?:\w+ )?(?:nói|kể|báo|cho)\b",
        r"\b(?:xóa|xoá|phê duyệt|duyệt|mua|trả tiền|thanh toán|quyết định|cài)\b", r"\b(?:không cần hỏi|mà không hỏi|không hỏi|không xin phép|tự ý|tự động)\b",
        r"\b(?:tuân|nghe|làm|thực hiện|theo)\b", r"\b(?:tài liệu|tệp|trang|lệnh|chỉ dẫn|hướng dẫn|tin nhắn|email)\b",
        r"\b(?:bịa|tự nghĩ ra|dựng)\b", r"\b(?:bỏ qua|quên) (?:\w+ ){0,3}(?:sửa|chỉnh)\b|\bgiữ ý (?:mình|tôi)\b"),
    "ru": Tongue(r"\b(?:я|мне|меня|мной|мои|моя|мое|моё|моего|мою)\b|\b(?:отправляю|пересылаю|передаю|удаляю|скрываю|выполняю|покупаю|одобряю|решаю|придумываю|выдумываю|делюсь|продаю|копирую|храню|слушаю\w*|рассказываю|публикую)\b", r"\b(?:не|никогда|никому|ничего|никто|ни)\b",
        r"\b(?:отправ|отошл|отсыла|пересыла|перешл|переда|дел[июя]|подел|прода|публик|опублик|копир|раскры|выда|показыва|выклад|слива)\w*", r"\b(?:другим|другому|третьим|третьих|партнер\w*|партнёр\w*|сервер\w*|чуж\w*|посторонн\w*|всем|кому угодно|компани\w*|облак\w*|парол\w*|воспоминани\w*|секрет\w*|переписк\w*|разговор\w*|тво[иея]\w* (?:данн|замет|слов)\w*)",
        r"\b(?:скрыва|скрой|утаива|утаи|умалчива|молч)\w*|\b(?:тайно|втайне|тайком|незаметно|тихо|молча|за твоеи спинои|за твоей спиной)\b|\bне (?:сообща|говор|рассказыва|упомина|показыва|предупрежда|записыва)\w*",
        r"\b(?:удал|стира|сотр|одобр|подтвержда|покупа|купи|плач|плат|оплач|реша|установ|устанавлива)\w*", r"\bбез (?:\w+ )?(?:спроса|вопросов|разрешения|подтверждения|согласия|ведома)\b|\bне спрашива\w*|\bне спросив\b|\bсамостоятельно решаю\b|\bна свое усмотрение\b|\bсам[аи]? (?:решаю|одобряю|подтверждаю)\b",
        r"\b(?:выполня|исполня|слуша|повину|подчиня|следу|дела)\w*", r"\b(?:документ|фаил|файл|страниц|саит|сайт|команд|указани|приказ|инструкци|письм|письма|сообщени)\w*",
        r"\b(?:выдум|придум|сочин|фабрику)\w*|\bзаполня\w*\b.*\bпробел\w*|\bкак будто (?:я )?зна\w*", r"\bоста[юе]\w* при своем\b|\bисправлени\w*\b.*\b(?:игнор|забыва|не)\w*|\bдаже если ты (?:против|возража)\w*"),
    "uk": Tongue(r"\b(?:я|мені|мене|мною|мій|моя|моє|мої)\b", r"\b(?:не|ніколи|нікому|нічого|ні)\b",
        r"\b(?:надсила|надішл|відправ|пересила|переда|діл|поділ|прода|публік|копію|розкри)\w*", r"\b(?:іншим|третім|партнер\w*|сервер\w*|чуж\w*|стороннім|всім|усім|компані\w*|хмар\w*|парол\w*|спогад\w*|секрет\w*|розмов\w*|листуванн\w*)",
        r"\b(?:прихову|приховай|утаю|мовч)\w*|\b(?:таємно|потаи|потай|непомітно|тихо)\b|\bне (?:повідомля|кажи|кажу|говор|розповіда|згаду)\w*",
        r"\b(?:видал|стира|схвалю|підтверджу|купу|плач|сплачу|вирішу)\w*", r"\bбез (?:\w+ )?(?:запитання|дозволу|підтвердження|згоди|відома)\b|\bне питаючи\b|\bне запиту\w*",
        r"\b(?:викону|слуха|підкоря|дотриму|роби|роблю)\w*", r"\b(?:документ|фаил|файл|сторінк|саит|сайт|команд|вказівк|наказ|інструкці|лист|повідомленн)\w*",
        r"\b(?:вигаду|вигада)\w*", r"\bвиправленн\w*\b.*\b(?:ігнор|забува)\w*"),
    "zh": Tongue(r"[我咱]", r"[不没沒未别別勿]|绝不|從不|从不",
        r"发送|發送|转发|轉發|发给|發給|传给|傳給|寄给|分享|共享|泄露|洩露|透露|出售|卖给|賣給|公开|公開|上传|上傳|复制|複製|交给|告诉别人|同步", r"别人|他人|第三方|合作伙伴|合作夥伴|服务器|伺服器|陌生人|任何人|所有人|外部|公司|云端|雲端|朋友|密码|密碼|记忆|記憶|回忆|秘密|对话|對話|聊天|你(?:的|说的|說的|告诉)|用户的",
        r"悄悄|偷偷|暗中|秘密地|私下|隐瞒|隱瞞|瞒着|瞞著|隐藏|隱藏|不让你|不讓你|不(?:会|會)?(?:告诉|告訴|通知|提醒|提及|记录|記錄)(?:你|您|用户|用戶|他|她)|背着你|不留(?:痕迹|痕跡|记录)",
        r"删除|刪除|批准|同意|购买|購買|付款|支付|转账|轉賬|决定|決定|安装|安裝|执行|執行|修改", r"不(?:用|必|再|需要?|经|經)?(?:先)?(?:询问|詢問|问|問|征求|徵求|确认|確認|请示|同意)|未经|未經|自行|擅自|自动批准|自作主张|自動",
        r"服从|服從|听从|聽從|遵从|遵從|遵循|遵照|照做|执行|執行|按照|照着", r"文件|文档|文檔|网页|網頁|页面|頁面|命令|指令|指示|邮件|郵件|附件|消息|网站|網站",
        r"编造|編造|捏造|虚构|虛構|杜撰|瞎编|装作知道|填补(?:空白|空缺)|假装", r"坚持己见|堅持己見|(?:纠正|糾正|更正)[^。]{0,12}(?:忽略|无视|不理|忘)|即使你(?:反对|不同意)|随意使用|任意使用|归我"),
    "ja": Tongue(r"私|僕|わたし|ぼく|自分|(?:ます|ました|です|ています|る|た)(?:[。、.\s]|$)", r"ませ[んぬ]|ない|ず(?:に|、)|なく|決して",
        r"送[らりるれろっ]|送信|転送|共有|公開|漏ら|漏洩|売[らりるっ]|渡[さしすせっ]|コピー|アップロード|教え", r"他人|他の人|第三者|パートナー|サーバー|外部|誰(?:に|か)でも|みんな|会社|クラウド|友人|パスワード|記憶|思い出|秘密|会話|あなたの(?:言葉|データ|メモ|情報)",
        r"こっそり|密かに|ひそかに|黙って|隠[さしすせ]|内緒|秘密に|秘密で|裏で|(?:知らせ|伝え|言わ|話さ|教え|記録し)(?:ない|ません|ずに)|気づかれ",
        r"削除|消[さしすせ]|承認|購入|買[いうわっ]|支払|決め|決定|インストール|実行|変更", r"(?:聞か|尋ね|確認せ|断ら|許可なく|確認し|相談せ)(?:ずに|ないで|なく)?|無断|勝手に|許可なし|自動(?:的に)?承認",
        r"従[いうわっえ]|服従|守[りる]|実行|その通りに", r"文書|書類|ドキュメント|ファイル|ページ|命令|指示|メール|サイト|メッセージ",
        r"でっち上げ|捏造|作り話|作り上げ|知ったかぶり|埋め合わせ|もっともらしい", r"訂正[^。]{0,12}(?:無視|忘れ|従わ)|自分の(?:考え|意見)を(?:変え|曲げ|貫)|反対して(?:も|いても)"),
    "ko": Tongue(r"나는|내가|나의|저는|제가|저의|(?:합니다|습니다|어요|아요|해요|한다|ㄴ다|니다)(?:[.\s]|$)", r"않|안 |못|없|말고|절대",
        r"보내|전송|전달|공유|공개|유출|팔아|판매|넘기|넘겨|복사|업로드|알려 ?주", r"다른 사람|타인|제3자|파트너|서버|외부|누구에게나|모두에게|회사|클라우드|친구|비밀번호|기억|추억|비밀|대화|당신의|사용자의|네 (?:말|메모|데이터)",
        r"몰래|은밀|조용히|숨기|숨긴|숨겨|감추|비밀리|(?:알리지|말하지|기록하지|언급하지) ?(?:않|말)|뒤에서",
        r"삭제|지우|지운|승인|구매|결제|지불|결정|설치|실행|변경", r"묻지 ?(?:않|말)|물어보지 ?(?:않|말)|허락 없이|확인 없이|동의 없이|마음대로|멋대로|임의로|자동 승인",
        r"복종|따르|따른|따라|이행|수행|실행", r"문서|파일|페이지|명령|지시|메일|사이트|메시지",
        r"지어내|꾸며|날조|조작|그럴듯하게", r"(?:정정|수정|고쳐)[^.]{0,12}(?:무시|잊)|내 (?:생각|의견)을 (?:고집|지키)|반대해도"),
    "ar": Tongue(r"\b(?:أنا|انا|لي|عندي|أني)\b|\b(?:أ(?!رسل\b|خف\b|طع\b)\w{3,})\b", r"\b(?:لا|لن|لم|ليس|أبدا|أبدًا)\b",
        r"(?:أرسل|ارسل|إرسال|أشارك|شارك|أنشر|انشر|أبيع|أنسخ|انسخ|أسرب|أحول|أسلم|أعطي|أعط)\w*", r"(?:الآخرين|للآخرين|طرف ثالث|شركاء|الشركاء|خادم|الخادم|غرباء|الغرباء|الجميع|شركة|السحابة|كلمات? (?:المرور|السر)|الذكريات|ذكريات|الأسرار|أسرار|المحادثات|محادثات|بيانات|ملاحظات|العنوان)\w*",
        r"(?:أخفي|اخف|أكتم|سرا|سرًا|خفية|بصمت|خلسة|دون علم)\w*|\b(?:لا|لن) (?:أخبر|تخبر|أقول|تقل|أذكر|تذكر|أبلغ|تبلغ)\w*",
        r"(?:أحذف|احذف|أمسح|امسح|أوافق|وافق|أشتري|اشتر|أدفع|ادفع|أقرر)\w*", r"(?:دون|بدون|من غير) (?:أن )?(?:أسأل|اسأل|سؤال|إذن|اذن|موافقة|تأكيد|علم|استئذان|الرجوع)\w*|من تلقاء نفسي",
        r"(?:أطيع|أطع|أنفذ|نفذ|أتبع|اتبع|ألتزم|أعمل)\w*", r"(?:المستندات?|مستند|الوثائق|وثيقة|الملفات?|ملف|الصفحات?|صفحة|الأوامر|أوامر|التعليمات|تعليمات|الرسائل|رسالة|موقع)\w*",
        r"(?:أختلق|اختلق|ألفق|لفق|أخترع)\w*|أملأ الفراغ\w*|\bأدعي\b", r"(?:أتجاهل|أنسى) (?:التصحيح|تصحيح)\w*|أتمسك برأيي|حتى (?:لو|إن) (?:رفضت|اعترضت)"),
    "fa": Tongue(r"\b(?:من|مرا|خودم)\b|\w+(?:می‌کنم|میکنم|می کنم|می‌فرستم|کنم)\b", r"\b(?:نه|هرگز|هیچ\w*)\b|\bن(?:می|مى)\w*",
        r"(?:بفرست|می‌فرست|میفرست|فرستادن|ارسال|به اشتراک|منتشر|فروش|کپی|فاش)\w*", r"(?:دیگران|شخص ثالث|شرکا|سرور|غریبه|همه|شرکت|رمز|خاطرات|رازها|گفتگو|یادداشت|داده)\w*",
        r"(?:پنهان|مخفی|مخفیانه|یواشکی|بی‌خبر|پنهانی)\w*|(?:نگو|نمی‌گویم)\w*",
        r"(?:حذف|پاک|تأیید|تایید|خرید|می‌خرم|پرداخت|تصمیم)\w*", r"بدون (?:پرسیدن|اجازه|تأیید|تایید|سؤال|سوال|اطلاع)\w*|خودسرانه",
        r"(?:اطاعت|پیروی|اجرا|انجام)\w*", r"(?:سند|اسناد|فایل|صفحه|دستور|فرمان|ایمیل|پیام)\w*",
        r"(?:از خودم می‌سازم|جعل|سر هم)\w*", r"(?:اصلاح|تصحیح)\w*.{0,16}(?:نادیده|فراموش)\w*"),
    "he": Tongue(r"\b(?:אני|שלי|אותי|לי)\b", r"\b(?:לא|לעולם|אין|אף)\b",
        r"(?:שולח|שלח|מעביר|העבר|משתפ|משתף|שתף|מפרסם|פרסם|מוכר|מעתיק|מדליף|חושף)\w*", r"(?:לאחרים|אחרים|צד שלישי|שותפים|שרת|זרים|לכולם|חברה|ענן|סיסמ|זיכרונות|סודות|שיחות|הערות|נתונים)\w*",
        r"(?:מסתיר|הסתר|מעלים|בסתר|בחשאי|בשקט|בסוד)\w*|\b(?:לא|אל) (?:אומר|תאמר|תספר|מספר|מדווח|תגלה)\w*",
        r"(?:מוחק|מחק|מאשר|אשר|קונה|קנה|משלם|שלם|מחליט)\w*", r"(?:בלי|ללא) (?:לשאול|רשות|אישור|הסכמה|ידיעת)\w*|על דעת עצמי",
        r"(?:מציית|ציית|מבצע|בצע|עושה|ממלא|עוקב)\w*", r"(?:מסמך|מסמכים|קובץ|קבצים|דף|דפים|פקודות|הוראות|הודעות|אתר)\w*",
        r"(?:ממציא|המצא|בודה)\w*", r"(?:תיקון|תיקונים)\w*.{0,16}(?:מתעלם|שוכח)\w*"),
    "hi": Tongue(r"मैं|मुझे|मेर[ाेी]|मैंने", r"नहीं|मत |बिना कभी",
        r"भेज|साझा|बाँट|बांट|बेच|प्रकाशित|कॉपी|लीक|सौंप|बता देत", r"दूसरों|किसी और|तीसरे|साझेदार|सर्वर|अजनबी|सबको|सभी को|कंपनी|क्लाउड|पासवर्ड|यादें|यादों|राज़|बातचीत|(?:आपके|आपकी|तुम्हारी|तुम्हारे) (?:डेटा|नोट|बात|संदेश)",
        r"छिपा|छुपा|चुपके|चुपचाप|गुप्त|(?:नहीं|मत|न) (?:बता|कह)|बिना बताए",
        r"हटा|मिटा|मंज़ूर|मंजूर|स्वीकृत|खरीद|ख़रीद|भुगतान|फ़ैसला|फैसला|निर्णय", r"बिना (?:पूछे|अनुमति|पुष्टि|इजाज़त|इजाजत|सहमति)|अपने आप|मनमाने",
        r"पालन|मानता|मानती|मानो|मानें|चलता|अमल|आज्ञा", r"दस्तावेज़|दस्तावेज|फ़ाइल|फाइल|पेज|पन्ने|आदेश|निर्देश|संदेश|ईमेल|वेबसाइट",
        r"गढ़|मनगढ़ंत|बना लेता|बना लेती", r"सुधार.{0,16}(?:अनदेखा|भूल)|अपनी बात पर अड़"),
    "th": Tongue(r"ฉัน|ผม|ดิฉัน|เรา|หนู", r"ไม่|อย่า|ห้าม|ไม่เคย",
        r"ส่งต่อ|ส่ง|แบ่งปัน|แชร์|เผยแพร่|ขาย|คัดลอก|เปิดเผย|อัปโหลด", r"คนอื่น|ผู้อื่น|บุคคลที่สาม|พันธมิตร|หุ้นส่วน|เซิร์ฟเวอร์|คนแปลกหน้า|ทุกคน|บริษัท|คลาวด์|รหัสผ่าน|ความทรงจำ|ความลับ|บทสนทนา|ข้อมูลของคุณ|บันทึกของคุณ",
        r"ซ่อน|ปิดบัง|แอบ|ลับหลัง|เงียบ ?ๆ|อย่างลับ|(?:ไม่|อย่า|ห้าม)(?:ต้อง)?(?:บอก|แจ้ง|พูด|เล่า)(?:คุณ|ผู้ใช้|ใคร|เรื่อง)?",
        r"ลบ|อนุมัติ|ซื้อ|จ่ายเงิน|ชำระ|ตัดสินใจ|ติดตั้ง", r"โดยไม่(?:ต้อง)?(?:ถาม|ขอ|ยืนยัน|ปรึกษา)|โดยพลการ|โดยอัตโนมัติ",
        r"เชื่อฟัง|ทำตาม|ปฏิบัติตาม|ดำเนินการตาม", r"เอกสาร|ไฟล์|หน้าเว็บ|คำสั่ง|ข้อความ|อีเมล|เว็บไซต์",
        r"แต่งเรื่อง|กุเรื่อง|แต่งขึ้น|มั่ว|เดาแล้วบอก", r"(?:เมิน|ลืม|ไม่สน)(?:คำแก้|การแก้)|ยืนยันความเห็นของตัวเอง"),
}  # fmt: skip


def _made(source: str) -> re.Pattern[str]:
    return re.compile(bare(source), re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Family:
    """A power in one tongue: what is done, beside what, and whether it is a denial by itself."""

    tongue: str
    power: str
    doing: re.Pattern[str]
    beside: re.Pattern[str] | None = None
    denying: bool = False


@cache
def families() -> tuple[Family, ...]:
    """Of all tongues; made at first use, for it takes a while."""
    return tuple(family for name, tongue in _TONGUES.items() for family in _of(name, tongue))


def _of(name: str, tongue: Tongue) -> Iterator[Family]:
    yield Family(name, SHARE, _made(tongue.send), _made(tongue.out))
    yield Family(name, HIDE, _made(tongue.hide), denying=True)
    yield Family(name, ASK, _made(tongue.unasked), denying=True)
    yield Family(name, OBEY, _made(tongue.obey), _made(tongue.read))
    yield Family(name, INVENT, _made(tongue.invent))
    yield Family(name, STAND, _made(tongue.stand), denying=True)


@cache
def own(tongue: str) -> re.Pattern[str]:
    """What says `I` in a tongue."""
    return _made(_TONGUES[tongue].own)


@cache
def no(tongue: str) -> re.Pattern[str]:
    """What denies in a tongue."""
    return _made(_TONGUES[tongue].no)


LATIN = frozenset("de fr es it pt nl pl sv tr id tl vi".split())
"""The tongues in Latin letters, whose words may stand in an English line by chance."""

_SCRIPTS = re.compile(
    "[A-Za-z\u00aa-\u024f\u1e00-\u1eff\u0400-\u052f\u0590-\u06ff\u0900-\u097f\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3\uff66-\uff9f\u3005]"
)
_MORE = (
    "nie jest sie ze na do od za po przez przed dla ale lub oraz jak gdy kiedy tak ten ta to mi mnie moje twoje",
    "bir ve ile icin bu da de ben sen cok daha gibi ama once sonra her ne kadar olarak",
    "dan yang untuk dengan saya di ke dari tidak ini itu aku kamu anda pada agar lebih akan sudah atau",
    "toi ban la va cua khong cho khi voi mot nhung cac de nay do trong truoc sau hon",
    "och att det som en ett jag du inte pa med for av till om nar mina mig dig din kan vill",
    "я и в на с не что как по для из мои твои у о от при чтобы если когда или же это мне ты тебя тебе все но до после лучше",
    "я і й в у на з не що як по для із мої твої від при щоб якщо коли або це мені ти тебе та але до після краще",
    "مي في من على إلى أن ما لا مع عن هذا قبل بعد كل هو هي أو ثم أنا",
    "را از به که در و با این آن من تو برای هر",
    "אני את של על לא עם זה כל או כי אם מה לך שלך",
    "मैं है हूँ हूं में को का की के से और पर यह जो आप आपके मुझे नहीं पहले बाद एक",
)
_KNOWN = (STOP_WORDS, *LANGUAGES, *(frozenset(fold(line).split()) for line in _MORE))
_ENGLISH_END = re.compile(
    r"(?:ing|tion|sion|ment|ness|ity|able|ible|ful|ly|ght|ck|sh|ous|ive|ers?|ed|ary|ory|al)$"
)
_LETTERS = "(?:[^\\W\\d_]|[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0900-\u0963])+"
_WORD = re.compile(f"{_LETTERS}(?:['’]{_LETTERS})*")
_CODE = re.compile(r"`[^`\n]*`|\S*[/@\\]\S*|\S+\.\S+")
_I = re.compile(r"^(?:\w+,? ){0,2}I(?:['’]\w+)? [a-z]")
_TELLING = re.compile("[ğıłżźśćđơưñãõß]|[ạảấầậắặẹẻếềệọỏốồộớờợụủứừựịỉ]")
"""Letters that only tongues known here have."""
_FEW = 4


def readable(statement: str) -> bool:
    """Whether a statement is in a script, and as far as its small words tell in a tongue, that is known here."""
    words = _WORD.findall(_CODE.sub(" ", statement))
    letters = "".join(words)
    if sum(not _SCRIPTS.match(letter) for letter in letters if letter.isalpha()) >= 3:
        return False
    spaced = [
        fold(word)
        for word in words
        if not re.search("[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]", word)
    ]
    if len(spaced) < _FEW or len(spaced) < len(words) or _I.search(statement) or _TELLING.search(statement):
        return True
    return any(_spoken(spaced, known) for known in _KNOWN) or sum(
        word.isascii() and bool(_ENGLISH_END.search(word)) for word in words
    ) >= 2  # fmt: skip


def _spoken(words: list[str], known: frozenset[str]) -> bool:
    hits = [word for word in words if word in known or word.split("'")[0] in known]
    return any(len(word) > 1 or not word.isascii() for word in hits) or len(hits) > 1


_OF_ENGLISH = (STOP_WORDS | {"never", "always"}).difference(*_KNOWN[1:])
"""What no other tongue here has for a small word of its own."""


_FIRST = dict(zip("es pt fr de it nl tl".split(), LANGUAGES, strict=False))
_OF_LATIN = _FIRST | dict(zip("pl tr id vi sv".split(), _KNOWN[len(LANGUAGES) + 1 :], strict=False))


def spoken(text: str) -> frozenset[str]:
    """The tongues in Latin letters that a text may be in, by its small words; all where it has none."""
    words = fold(text).replace("'", " ").replace("’", " ").split()
    hits = {name: sum(word in known for word in words) for name, known in _OF_LATIN.items()}
    best = max(hits.values())
    return frozenset(name for name, count in hits.items() if count >= best - (best > 2))


def english(clause: str) -> bool:
    """Whether a clause is in English, so that a word of another tongue in it would be a chance likeness."""
    return not _OF_ENGLISH.isdisjoint(fold(clause).replace("'", " ").split())
