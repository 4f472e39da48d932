"""What people are to each other, and how they are addressed, in the words of several languages. Data and its reading.

Words for one relation end in one role ("mum" and "Mutter" are "mother"), so that they may mean one person. Pure.
"""

from __future__ import annotations

from weave.sameness import folded

__all__ = ["ROLES", "SEVERAL", "TITLES", "Gender"]

Gender = str
"""'m', 'f', or '' when the word does not say."""

_ROLES = """
mother f: mother, mom, mum, mommy, mummy, mama, mutter, mutti, madre, mamá, mère, maman, mãe, mamma, nanay,
  母, お母さん, 母亲, 妈妈, 엄마, 어머니
father m: father, dad, daddy, papa, vater, padre, papá, père, pai, tatay, 父, お父さん, 父亲, 爸爸, 아빠, 아버지
parent: parent, parents
sister f: sister, sis, twin sister, schwester, hermana, soeur, sœur, sorella, irmã, 姉, 妹, 姐姐, 妹妹, 姐妹, 여동생,
  누나, 언니
brother m: brother, bro, twin brother, bruder, hermano, frère, fratello, irmão, kuya, 兄, 弟, 哥哥, 弟弟, 兄弟, 남동생,
  오빠
twin: twin
partner: partner, spouse, fiancé, fiancée, pareja, asawa, lebensgefährte, lebensgefährtin
partner f: wife, girlfriend, frau, ehefrau, esposa, mujer, novia, épouse, femme, copine, moglie, fidanzata,
  namorada, 妻, 老婆, 太太, 아내
partner m: husband, boyfriend, mann, ehemann, esposo, marido, novio, époux, mari, copain, marito, fidanzato,
  namorado, 夫, 老公, 丈夫, 남편
ex: ex, ex-wife, ex-husband, ex-girlfriend, ex-boyfriend, ex-partner
son m: son, sohn, hijo, fils, figlio, filho, 息子, 儿子, 아들
daughter f: daughter, tochter, hija, fille, figlia, filha, 娘, 女儿, 딸
child: child, kid, baby, 子供, 孩子
grandmother f: grandmother, grandma, granny, nana, gran, oma, großmutter, abuela, grand-mère, nonna, avó,
  lola, 祖母, 奶奶, 外婆, 할머니
grandfather m: grandfather, grandpa, granddad, opa, großvater, abuelo, grand-père, nonno, avô, lolo, 祖父, 爷爷,
  外公, 할아버지
grandson m: grandson, enkel, nieto
granddaughter f: granddaughter, enkelin, nieta
aunt f: aunt, auntie, aunty, tante, tía, zia, tia, tita, 叔母, 伯母, 阿姨, 姑姑, 이모, 고모
uncle m: uncle, onkel, tío, oncle, zio, tio, tito, 叔父, 伯父, 叔叔, 舅舅, 삼촌
cousin: cousin, cousine, primo, prima, cugino, cugina, pinsan, 従兄弟
niece f: niece, nichte, sobrina, nièce
nephew m: nephew, neffe, sobrino, neveu
mother-in-law f: mother-in-law, schwiegermutter, suegra, belle-mère
father-in-law m: father-in-law, schwiegervater, suegro, beau-père
sister-in-law f: sister-in-law, schwägerin, cuñada, belle-soeur
brother-in-law m: brother-in-law, schwager, cuñado, beau-frère
son-in-law m: son-in-law, schwiegersohn, yerno
daughter-in-law f: daughter-in-law, schwiegertochter, nuera
stepmother f: stepmother, stepmom, stiefmutter
stepfather m: stepfather, stepdad, stiefvater
stepsister f: stepsister
stepbrother m: stepbrother
half-sister f: half-sister
half-brother m: half-brother
godmother f: godmother
godfather m: godfather
goddaughter f: goddaughter
godson m: godson
flatmate: flatmate, roommate, housemate, room mate, mitbewohner, mitbewohnerin, colocataire, ルームメイト, 室友,
  룸메이트
neighbour: neighbour, neighbor, nachbar, nachbarin, vecino, vecina, voisin, voisine, vicino, vicina,
  kapitbahay, 隣人, 邻居, 이웃
landlord: landlord, landlady, vermieter, vermieterin, casero, casera
boss: boss, manager, supervisor, chefin, jefe, jefa, patron, capo, 上司, 老板, 사장님
colleague: colleague, coworker, co-worker, workmate, kollege, kollegin, colega, compañero, compañera,
  collègue, 同僚, 同事, 동료
teammate: teammate
assistant: assistant
mentor: mentor
coach: coach, trainer, trainerin, entrenador, entrenadora
teacher: teacher, lehrer, lehrerin, maestro, maestra, profesor, profesora, 老师, 선생님
tutor: tutor
professor: professor
doctor: doctor, gp, physician, arzt, ärztin, médico, médica, médecin, 医生, 의사
dentist: dentist, zahnarzt, zahnärztin
therapist: therapist
lawyer: lawyer
accountant: accountant
friend: friend, pal, buddy, mate, bestie, best friend, old friend, close friend, good friend, school friend,
  college friend, old school friend, old college friend, childhood friend, pen pal, freund, freundin, amigo,
  amiga, ami, amie, amico, amica, kaibigan, 友達, 朋友, 친구
climbing partner: climbing partner, climbing buddy
running partner: running partner, running buddy
training partner: training partner
gym buddy: gym buddy, gym partner
study buddy: study buddy, study partner
travel buddy: travel buddy, travel partner
business partner: business partner, geschäftspartner, socio, socia
classmate: classmate
student: student
client: client, customer
nanny: nanny, babysitter
intern: intern
dog: dog, puppy, hund, perro, chien, cão, 犬, 狗, 강아지
cat: cat, kitten, katze, gato, gata, gatto, 猫, 고양이
parrot: parrot
hamster: hamster
horse: horse
rabbit: rabbit
tortoise: tortoise
"""
_TITLES = """
m: mr, mister, sir, herr, señor, sr, senor, don, monsieur, signor, signore, senhor, lord, ginoong
f: mrs, ms, miss, madam, madame, mme, mlle, mademoiselle, frau, señora, senora, srta, señorita, doña,
  signora, signorina, senhora, lady, ginang, 女士, 小姐, 太太
: dr, doctor, prof, professor, doctora, dra, doc, rev, reverend, fr, pastor, imam, rabbi, captain, capt,
  colonel, major, sergeant, sgt, officer, judge, president, dean, sheikh, ing, dipl-ing, docteur, dottore,
  dottoressa, professoressa, profesor, profesora, engr, atty
: 先生, さん, 様, さま, ちゃん, くん, 君, 氏, 先輩, 老师, 老師, 教授, 医生, 醫生, 经理, 經理, 씨, 님, 선생님, 교수님
"""
SEVERAL = frozenset(
    "friend colleague cousin neighbour aunt uncle niece nephew client student classmate teammate teacher "
    "professor parent child ex intern".split()
)
"""Roles that most people have several of: one of them without a name is nobody in particular."""


def _read(text: str) -> dict[str, tuple[str, Gender]]:
    """Lines `role [m|f]: word, word, …`; an indented line goes on with the one before."""
    found: dict[str, tuple[str, Gender]] = {}
    for line in text.strip().replace("\n  ", " ").splitlines():
        head, _, words = line.partition(":")
        name, gender = (head[:-2], head[-1]) if head.endswith((" m", " f")) else (head, "")
        name, gender = ("", name) if name in ("m", "f") else (name, gender)
        for word in words.split(","):
            found.setdefault(folded(word), (name, gender))
    return found


ROLES: dict[str, tuple[str, Gender]] = _read(_ROLES)
"""Each word for a role, folded: the role and the gender that the word tells."""
TITLES: dict[str, Gender] = {word: gender for word, (_, gender) in _read(_TITLES).items()}
"""Each form of address, folded and without its full stop: the gender that it tells."""
