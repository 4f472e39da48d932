"""Words that carry no meaning in questions of other languages than English, and how to tell which language it is.

A function word of one language is a word of meaning in another ("son", "die", "may"), so a language's words are
left out only of a question that is in it: one that holds two of them, and more than of English.
"""

from __future__ import annotations

from collections.abc import Sequence

_LEAST = 2

_SPANISH = """a al algo ante como con cual cuales cuando cuanto cuantos de del desde donde dos e el ella ellas ellos en
entre era eran es esa ese eso esta estaba estan estas este esto estos estoy fue fueron ha habia han has hasta hay he la
las le les lo los mas me mi mis muy nada ni no nos nosotros nuestra nuestro o os para pero por porque pues que quien
quienes se sea ser si sin sobre son soy su sus suya suyo tambien te tengo ti tiene tienen tienes todo tu tus un una unas
uno unos va y ya yo"""
_PORTUGUESE = """a ao aos as ate com como da das de dela dele do dos e ela elas ele eles em entre era essa esse esta
estao estava este eu foi foram ha isso isto ja lhe mais mas me meu meus minha minhas muito na nao nas no nos nossa nosso
o onde os ou para pela pelo por porque qual quais quando que quem se sem ser seu seus so sua suas tambem te tem tenho
teu tua um uma voce voces"""
_FRENCH = """a ai as au aux avec c ce ces cet cette comment d dans de des du elle elles en es est et etait ete etre eu
il ils j je l la le les leur leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou par pas pour pourquoi qu
quand que quel quelle quelles quels qui quoi s sa se ses son sont suis sur t ta te tes toi ton tu un une vos votre vous
y"""
_GERMAN = """aber als am an auch auf aus bei bin bis da das dass dein deine dem den der des die dir doch du ein eine
einem einen einer eines er es euch fur habe haben hast hat hatte ich ihm ihn ihr ihre im in ist ja kann mein meine
meinem meinen meiner mich mir mit nach nicht noch oder sein seine sich sie sind so uber um und uns unser vom von vor
wann war waren warum was welche welcher welches wem wen wenn wer wie wieso wird wo woher wohin zu zum zur"""
_ITALIAN = """a ai al alla alle anche che chi ci come con cosa cui da dal dalla dei del della delle di dove e ed era gli
ha hai hanno ho i il in io l la le lei lo loro lui ma mi mia mie miei mio ne nei nel nella noi non o per perche piu
qual quale quali quando quanto quello questa questo se sei si sia sono su sua sue sul sulla suo ti tra tu tua tuo un
una uno vi voi"""
_DUTCH = """aan als bij dan dat de deze die dit een en er ging haar had hebben heb heeft het hij hoe ik in is jij je
jouw kan maar me mijn mij met naar niet nog nu of om ons onze ook op over te toen tot uit van voor waar waarom wanneer
was wat we welke werd wie wij zal ze zich zij zijn zo"""
_TAGALOG = """ako akin aking akong ako'y alin ang anim ano anong at ay ba bakit bang daw din dito doon gaano hindi ikaw ilan
ito itong iyan kailan kanino iyo iyon iyong ka kami kanila kaniya kanino kanyang kapag kay kaya kayo kita ko kong kung lang mag maging
may mayroon mga mo mong na nag namin natin naman nang ng nga ngayon ni nila ninyo nito niya niyang noon paano pa pag para
po raw rin sa saan sana sila sina sino si siya tayo upang wala yung"""
_JAPANESE = """です ます でし まし ませ せん した して てい いる いた いま すか のか って から まで こと もの どこ いつ だれ
なに なん 何で 何を 何が は何 なぜ どう これ それ あれ この その あの ここ そこ くだ ださ さい ので のは のが のを のに とは
には では でも とい いう ない たい ある あり りま すか かな かも ょう ろう どの どれ どん んな らい こに こで でい
んで いて する しま れる られ れた けど"""
_CHINESE = """什么 甚麼 什麼 怎么 怎麼 哪里 哪裡 哪儿 为什 為什 是谁 是誰 我的 你的 他的 她的 我们 你们 他们 的是 是什 么时
麼時 时候 時候 多少 吗 嗎 呢 吧 了吗 是不 不是 有没 没有 一个"""
_KOREAN = """에서 어디 언제 누구 무엇 뭐야 어떻 떻게 나는 내가 나의 우리 저는 제가 입니 니까 습니 니다 인가 가요 나요 어요
아요 에요 예요 이에 하는 하고 있는 있나 있어 하나 의 는 은 이 가 을 를"""

LANGUAGES = tuple(
    frozenset(words.split())
    for words in (
        _SPANISH, _PORTUGUESE, _FRENCH, _GERMAN, _ITALIAN, _DUTCH, _TAGALOG, _JAPANESE, _CHINESE, _KOREAN,
    )
)  # fmt: skip
"""One set a language, folded as search folds; in scripts without spaces, pairs of characters."""
_NONE: frozenset[str] = frozenset()


def function_words(words: Sequence[str], english: frozenset[str]) -> frozenset[str]:
    """Those of the question's own language; none for an English one, or one too short to tell.

    `words` are folded; `english` are the function words of English.
    """
    if len(words) < _LEAST:
        return _NONE
    best = max(LANGUAGES, key=lambda known: sum(word in known for word in words))
    hits = sum(word in best for word in words)
    return best if hits >= _LEAST and hits > sum(word in english for word in words) else _NONE
