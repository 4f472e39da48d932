"""Friends and their lives, promises given, quarrels and how they ended."""

TEXT = """
@ 01-09 18:15 H pal.hanne Who Hanne is
u Hanne [Oltmanns] is my oldest friend, we studied in [Freiburg]. She's a [midwife] and has a son, [Bo], [#6].
a Oldest friend, midwife, Bo. Got it.
w The closest friend.
? 02-11 What does Hanne do for a living? = midwife
? 06-12 What is Hanne's son called? = Bo
? 09-02 Where did Hanne and I study? = Freiburg

@ 02-24 21:40 H pal.hannesep Hanne's separation
u Hanne told me she's leaving [Torben]. [!Nobody may know] before Bo does. She may need our spare room in [@April].
a It stays here. The spare room is ready?
u It will be.
w A confidence and a promise.
? 03-14 From whom does Hanne separate? = Torben
? 03-29 When might Hanne need our spare room? = April

@ 04-11 10:10 L pal.hannestay Hanne and Bo stayed
u Hanne and Bo stayed [#nine nights], now they have a flat in [Stötteritz]. Bo left a plastic [stegosaurus] for Tobias.
a A generous tenant.
w The outcome.
? 05-17 How many nights did Hanne and Bo stay with us? = nine | 9
? 06-01 In which district does Hanne live now? = Stötteritz

@ 06-11 23:00 H pal.hannebye Farewell from Hanne
u Last Tuesday with Hanne before the move. We promised: [=every first Sunday of the month by phone], and she comes to Hamburg at [Whitsun 2027].
a A promise with a calendar.
w What becomes of the Tuesdays.
? 07-26 What did Hanne and I agree on instead of our Tuesdays? = first Sunday
? 12-01 When does Hanne visit us in Hamburg? = Whitsun

@ 01-23 20:00 H pal.jun Who Jun is
u Jun is [陈俊伟], my Mandarin teacher, from [Xiamen], writes a PhD on [noise in opera houses]. He pays me back in dumplings.
a 俊伟 and dumplings. A fair economy.
w A friend and teacher.
? 03-04 Where does Jun come from? = Xiamen
? 05-30 What is Jun's PhD about? = opera

@ 05-15 20:20 L pal.junphd Jun handed in
u 俊伟 handed in his thesis!! [#312 pages]. Defence on [@9 July].
a 恭喜!
w A friend's milestone.
? 06-26 When is Jun's defence? = 9 July

@ 07-09 21:00 H pal.jundone Jun is a doctor
u Jun passed, [summa cum laude]. And he got a post in [Aarhus] from [@October]. Lessons go on by video.
a 陈博士! Congratulations.
w A friend moves, the lessons stay.
? 08-26 With what grade did Jun pass? = summa
?x 10-24 Where does Jun live now? = Aarhus

@ 09-04 19:50 H pal.imke Imke
u Imke from work took me along to rowing and by now she's a friend. Her wife [Sunniva] is Norwegian and builds [harpsichords].
a Oars and harpsichords.
w A new friend.
? 10-07 What does Imke's wife do? = harpsichords
? 12-08 What is Imke's wife called? = Sunniva

@ 10-20 18:40 H pal.quarrel Quarrel with Svenja
u Svenja and I quarrelled: she told Priya the radar delay was mine. It was [!not mine], the data came on [@12 October] instead of the 2nd.
a Do you want to speak with her or write?
u Speak. Tomorrow.
w A conflict with facts to hold on to.
? 10-26 With whom did I quarrel about the radar delay? = Svenja
? 11-10 When did the radar data really come? = 12 October

@ 10-22 17:15 H pal.peace Peace with Svenja
u Svenja apologised, she'd read the [wrong column]. We're fine. New rule: [=she sends me the delivery dates in writing].
a A wrong column, a right apology.
w How it ended.
s pal.quarrel
?x 11-04 Are Svenja and I still quarrelling? = apologised | fine
? 12-11 What did Svenja and I agree on after the quarrel? = in writing | delivery dates

@ 03-13 09:25 L pal.analyn Analyn's name day habits
u Analyn says never [wish her happy birthday early], it brings bad luck. Her birthday is [@19 May]. Malas daw!
a After midnight and not before.
w Courtesy towards a colleague.
? 05-11 When is Analyn's birthday? = 19 May
? 07-17 What brings bad luck according to Analyn? = birthday early | early

@ 11-15 20:35 H pal.analynbaby Analyn expects a child
u Analyn told me: she's expecting in [@May 2027]. [!Priya doesn't know yet]. Buntis siya! 💛
a Congratulations to her. It stays with me.
w A confidence, and it matters for planning.
? 11-27 When does Analyn expect her child? = May 2027
? 12-04 Does Priya know that Analyn is pregnant? = doesn't know

@ 12-09 18:20 L pal.analyntold Priya knows
u Analyn told Priya today. Priya cried. Priya!
a Even cranes weep.
w Ends the secrecy.
s pal.analynbaby
?x 12-15 Does Priya know about Analyn's pregnancy? = told

@ 04-06 15:05 L pal.godchild Hanne's Bo starts school
u Bo starts school on [@15 August], I'm to make the [Schultüte] with a [crane] on it. Machine kind, not bird kind.
a A machine crane. Crucial difference.
w A promise to a child.
? 05-03 What shall be on Bo's Schultüte? = crane
? 07-29 When does Bo start school? = 15 August

@ 12-05 19:10 L pal.choir The choir
u Joined the [Eilbek] shanty choir with Imke, rehearsals on [Mondays], I'm a second [alto].
a A hydrologist among shanties.
w A new pastime.
? 12-11 Which voice do I sing in the choir? = alto
? 12-17 On which day does the choir rehearse? = Monday
"""
