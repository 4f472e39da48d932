"""Important and unimportant things told in German, Spanish, Chinese, Tagalog, or in two languages at once."""

TEXT = """
@ 01-17 20:05 H de.impf Die Impfung
u Bitte merken: letzte Tetanusimpfung war am [@9. Mai 2023], beim Betriebsarzt Dr. [Hollmann].
a Gemerkt, Tetanus im Mai 2023.
w Nach einer Verletzung wird genau das gefragt.
? 03-18 Wann war meine letzte Tetanusimpfung? = 9. Mai 2023
? 11-03 When was my last tetanus shot? = 9. Mai 2023 | 9 May 2023

@ 02-20 17:15 H de.keller Der Keller
u Im Keller Kochstraße steht noch Omas Nähmaschine, eine [Pfaff 130]. Die wird [!nicht verkauft], egal was Tobias sagt.
a Unverkäuflich. Verstanden.
w Ein Erbstück, über das gestritten wird.
? 04-30 Soll die Nähmaschine verkauft werden? = nicht verkauft
? 08-21 Which model is grandma's sewing machine? = Pfaff 130

@ 06-14 12:00 L de.nachbarin Die Nachbarin gegenüber
u Die Nachbarin gegenüber heißt [Frau Öztürk-Behrens] und hat uns [Baklava] gebracht. Wir sind angekommen.
a Besser kann man nicht ankommen.
w Ein freundlicher Name.
? 08-29 Was hat uns die Nachbarin zum Einzug gebracht? = Baklava

@ 09-22 19:10 H de.elternzeit Sonderurlaub
u Priya hat genehmigt: [#fünf Tage Sonderurlaub] für die Hochzeit, zu nehmen ab [@14. Juni 2027].
a Fünf Tage ab dem 14. Juni.
w Zusage des Arbeitgebers.
? 11-08 Wie viele Tage Sonderurlaub bekomme ich für die Hochzeit? = fünf

@ 03-07 13:20 H es.herencia El piso de la abuela
u Mamá ha decidido: el piso de la abuela en [Triana] [=no se vende], se alquila, y el dinero es para [los nietos].
a Una decisión bonita.
w A family decision about property.
? 05-08 ¿Se vende el piso de la abuela? = no se vende
? 09-11 What happens with the rent of grandmother's flat in Triana? = nietos | grandchildren

@ 10-03 12:10 H es.herencia2 El inquilino
u El piso de Triana ya tiene inquilina: [Maribel Ortuño], maestra, [#680 euros] al mes desde [@octubre].
a Que dure.
w Who lives there and what it brings.
? 11-14 ¿Quién alquila el piso de Triana? = Maribel
? 12-14 How much rent does the flat in Triana bring? = 680

@ 04-04 11:40 L es.receta El gazpacho de papá
u El gazpacho de papá: [!sin pepino], con [comino], y el pan del día anterior. Lo apunto aquí porque lloro si lo pierdo.
a Guardado con cariño.
w A recipe of the late father, dear to her.
? 07-05 ¿Qué especia llevaba el gazpacho de papá? = comino
? 10-02 What must not be in my father's gazpacho? = pepino | cucumber

@ 05-09 21:20 H zh.hsk 考试
u 我报名了HSK三级考试，时间是[@10月17日]，地点在[汉堡大学]。加油我自己！
a 加油！十月十七日。
w An exam with its date.
? 09-30 我的HSK考试是什么时候? = 10月17日
? 06-28 Where do I take the HSK exam? = 汉堡大学

@ 11-14 18:15 H zh.hsk2 成绩
u 成绩出来了：[#241分]，[通过]了！Jun says my listening pulled it up, my tones didn't pull it down.
a 恭喜恭喜！
w The outcome.
? 11-25 Did I pass the HSK exam? = 通过 | passed
? 12-17 How many points did I get in the HSK exam? = 241

@ 07-16 20:35 L zh.name 中文名字
u 俊伟给我起了中文名字：[米兰]。我很喜欢。
a 很好听的名字。
w A name she likes.
? 09-04 What is my Chinese name? = 米兰

@ 08-28 12:30 L tl.kanta Ang kanta
u Analyn taught me a song: ["Bahay Kubo"], may [#labing-walong gulay] daw. Kinanta namin sa van.
a Ang saya naman!
w A shared joke.
? 10-23 Which song did Analyn teach me in the van? = Bahay Kubo

@ 11-09 10:10 H tl.utang Utang na loob
u Si Tita Baby ang nagbayad ng ospital, [#₱8,450]. Ibabalik ko sa [@Disyembre], [!huwag kalimutan].
a Hindi ko kakalimutan: ₱8,450 sa Disyembre.
w A debt to a kind person.
? 11-22 How much do I owe Tita Baby for the hospital? = 8,450 | 8450

@ 12-03 09:25 H tl.utang2 Bayad na
u [Bayad na] kay Tita Baby! Nagpadala rin ako ng [Lebkuchen].
a Salamat sa'yo, sigurado.
w The debt is paid.
s tl.utang
?x 12-11 Do I still owe Tita Baby money? = bayad na
? 12-19 What did I send Tita Baby besides the money? = Lebkuchen

@ 10-29 21:15 L mix.jeepney Jeepney
u Today: jeepney, ["Para po!"], got off one stop too late, three strangers walked me back. Increíble, diese Stadt.
a A city that walks you back.
w A travel memory.
? 12-02 What does one call out to stop a jeepney? = Para po

@ 05-01 12:45 L mix.pet A pet name
u Tobias calls me [Wasserfloh] and I call him [mi faro]. If you ever write a wedding speech, use neither.
a I have forgotten nothing and will use nothing.
w Only for the two of them.
? 06-30 What does Tobias call me? = Wasserfloh
"""
