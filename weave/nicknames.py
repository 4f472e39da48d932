"""Short and pet forms of given names, of several languages. Data and its reading.

Each line names a full given name and what people who bear it are called. One short form may stand for several
full ones ("Sasha" for Alexander and Alexandra); then only what else is known tells them apart. Pure.
"""

from __future__ import annotations

from weave.sameness import plain

__all__ = ["FULL", "SHORT", "also", "nearly"]

_TABLE = """
abigail: abby gail
abraham: abe
adelaide: addie
albert: al bert bertie
alejandro: ale alex jandro
alejandra: ale alex jandra
alexander: alex al sasha sascha xander alec lex sandy
alexandra: alex sasha sascha sandra lexi alexa sandy
alexandre: alex
aleksandr: alex sasha sascha shura
aleksandra: alex sasha ola shura
alfred: alf fred freddie
alicia: ali
amanda: mandy
anastasia: nastya stasia ana
andreas: andi
andrea: andi
andrew: andy drew
andrei: andryusha
angela: angie
angelica: angie
anna: annie anya anika
anne: annie
anthony: tony ant
antonio: tony toño toni
antonia: toni tonia
archibald: archie
arthur: art artie
augustus: gus
barbara: barb babs basia
bartholomew: bart
beatrice: bea trixie
beatriz: bea
benedict: ben
benjamin: ben benny benji
bernadette: bernie
bernard: bernie
bernhard: bernd
bradley: brad
brigitte: gitte
calvin: cal
cameron: cam
carolina: caro
caroline: caro carrie
cassandra: cass cassie
catherine: cathy kate cat katie cate
catarina: cata
charles: charlie chuck chas
charlotte: charlie lottie lotte
chelsea: chels
christina: chris tina chrissy
christine: chris tina chrissy
christoph: chris
christian: chris
christopher: chris topher kit
cynthia: cindy
concepcion: concha conchita
cristina: cris tina
daniel: dan danny dani
daniela: dani
danielle: dani
david: dave davy
deborah: deb debbie
dennis: denny
diego: dieguito
dimitri: dima mitya
dmitri: dima mitya
dmitry: dima mitya
dolores: lola
dominic: dom nick
donald: don donnie
dorothy: dot dottie dolly
douglas: doug
eduardo: edu lalo
edward: ed eddie ted ned teddy
edwin: ed eddie
ekaterina: katya
eleanor: ellie nell nora
elena: lena
elisabeth: lisa elli liesl sissi lisbeth else
elizabeth: liz lizzie beth betty eliza lizzy betsy libby bess
emily: em emmy
emmanuel: manny manu
enrique: kike quique
ernest: ernie
eugene: gene
evelyn: eve evie
evgeni: zhenya
evgenia: zhenya
felicity: flick
fernando: fer nando
florence: flo florrie
frances: fran frannie
francesca: fran franca
francesco: franco cecco
francis: frank
francisco: paco pancho fran kiko curro
franziska: franzi
frederick: fred freddie rick
friedrich: fritz
gabriel: gabe gabi
gabriela: gabi gaby
gabrielle: gabby
geoffrey: geoff
georg: schorsch
george: georgie
gerald: gerry jerry
gerard: gerry
gertrude: trudy gertie
giovanni: gianni nanni
giuseppe: beppe peppe pino
gregory: greg
guadalupe: lupe lupita
guillermo: memo guille
gwendolyn: gwen
hannah: hanna
harold: harry hal
harriet: hattie
heinrich: heinz heiner
helena: lena hela nell
helen: nell nellie
henry: harry hank hal
herbert: herb bert
ignacio: nacho
irina: ira
isabel: isa bel belle
isabella: bella izzy isa
isabelle: belle izzy
isidora: dora
ivan: vanya
jacob: jake
jacqueline: jackie
james: jim jimmy jamie
jane: janie
janet: jan
jeffrey: jeff
jennifer: jen jenny jenn
jeremiah: jerry
jeremy: jez jem
jerome: jerry
jessica: jess jessie
jesus: chuy
joachim: jo achim
joanna: jo asia
joanne: jo
johann: hans
johannes: hans hannes
john: johnny jack
jonathan: jon jonny
jorge: coque
jose: pepe joselito
josefa: pepa
josef: sepp jupp
joseph: joe joey
josephine: josie jo
joshua: josh
juan: juanito
judith: judy
julia: jules
julian: jules
justin: jus
katarzyna: kasia
katharina: kathi käthe kati
katherine: kate kathy katie kat kit
kathleen: kathy kate
kenneth: ken kenny
kimberly: kim
konstantin: kostya
krzysztof: krzys
ksenia: ksyusha
larisa: lara
lawrence: larry laurie
leonard: len lenny leo
leonardo: leo
leopold: leo poldi
lillian: lil lily
louis: lou louie
louise: lou
lucas: luke
lucia: luci
lucille: lucy
ludmila: lyuda mila
luis: lucho
magdalena: lena magda leni
malgorzata: gosia
manuel: manolo manu
marcus: marc
margaret: maggie meg peggy marge madge greta margie
margarethe: grete gretel gretchen greta
maria: mary mia masha mascha marusya mariechen
mariya: masha
martha: mattie
martin: marty
matilda: tilly
matthew: matt matty
matthias: matze
matteo: teo
maximilian: max maxi
maxwell: max
maximiliano: max
melanie: mel
melissa: mel missy lissa
mercedes: merche
michael: mike mick mickey mikey micha michi
michel: mich
mikhail: misha
miguel: migue
mildred: millie
miriam: mimi
mohammad: mo
mohammed: mo
muhammad: mo
mohamed: mo
montgomery: monty
nadezhda: nadya
nancy: nan
natalia: nat natasha talia
natalya: natasha
natalie: nat
nathan: nate
nathaniel: nate nat
nicholas: nick nicky
nicola: nicky
nicole: nicky nikki
nikolai: kolya
nikolaus: klaus niko
oliver: ollie
olivia: liv livvy
olga: olya
oscar: ozzie
pamela: pam
patricia: pat patty trish tricia
patrick: pat paddy
pavel: pasha
pedro: perico
penelope: penny
peter: pete
petra: petti
philip: phil pip
phillip: phil
pilar: pili
priscilla: cilla
rachel: rach
rafael: rafa rafi
raymond: ray
rebecca: becky becca
reginald: reg reggie
richard: rick dick richie ricky rich
robert: bob rob bobby robbie bert
roberta: bobbie
roberto: beto
rodrigo: rodri
roland: rollie
ronald: ron ronnie
rosario: charo
rosemary: rose rosie
rudolf: rudi
russell: russ
salvatore: toto turi
samantha: sam sammy
samuel: sam sammy
sebastian: seb basti bastian
serafina: fina
sergei: seryozha
sigmund: sig
solomon: sol
sophia: sophie
stanislav: slava stas
stephanie: steph steffi stevie
stefanie: steffi
stephen: steve stevie
steven: steve stevie
susan: sue susie suzy
susanna: sanna
svetlana: sveta lana
sylvester: sly
sylvia: sylvie
tatiana: tanya
tatyana: tanya
teresa: tere tess tessa
theodor: theo
theodora: dora thea
theodore: ted teddy theo
theresa: tess tessa terry resi
theresia: resi
thomas: tom tommy
timothy: tim timmy
tobias: tobi
tomasz: tomek
ursula: uschi ulla
valentina: valya tina
valerie: val
vanessa: nessa
veronica: ronnie vero
victor: vic
victoria: vicky tori vic
vincent: vince vinnie
violet: vi
virginia: ginny
vladimir: vova volodya vlad
vyacheslav: slava
walter: wally walt
wilhelm: willi willy wim
wilhelmina: mina willa
william: bill will billy willy liam
winifred: winnie
wolfgang: wolfi wolf
xavier: xavi javi
javier: javi
yekaterina: katya
yelena: lena
yevgeny: zhenya
yuri: yura
zachary: zach zac
александр: саша шура
александра: саша шура
алексей: лёша леша
анастасия: настя
анна: аня
владимир: вова володя
дмитрий: дима митя
евгений: женя
евгения: женя
екатерина: катя
елена: лена
иван: ваня
мария: маша маруся
михаил: миша
наталья: наташа
николай: коля
ольга: оля
павел: паша
сергей: серёжа
татьяна: таня
юрий: юра
"""

SHORT: dict[str, frozenset[str]] = {}
"""Each full given name (folded, without accents): its short forms."""
FULL: dict[str, frozenset[str]] = {}
"""Each short form: the full given names it may stand for."""


def _fill() -> None:
    for line in _TABLE.strip().splitlines():
        full, _, shorts = plain(line).partition(": ")
        SHORT[full] = frozenset(shorts.split())
        for short in SHORT[full]:
            FULL[short] = FULL.get(short, frozenset()) | {full}


_fill()


def nearly(one: str, other: str) -> bool:
    """Whether one is a short form of the other. Two short forms of one name are two names."""
    return other in SHORT.get(one, ()) or one in SHORT.get(other, ())


def also(name: str) -> frozenset[str]:
    """The other names that who is called `name` may be called by."""
    return SHORT.get(name, frozenset()) | FULL.get(name, frozenset())
