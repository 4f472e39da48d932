"""The side project, an app that warns of wet feet, and the customers of the field team."""

TEXT = """
@ 01-24 15:10 H app.start The side project begins
u Kofi and I start a side project: an app that tells cyclists which underpasses are flooded. Working title [Nasse Füße]. [=Open source], licence [MIT].
a I'd use it, if I had feet.
w A project for the year.
? 02-15 What is the working title of my app? = Nasse Füße
? 06-21 Which licence does the app have? = MIT

@ 02-14 20:20 H app.stack The technical choice
u For the app we take [=Flutter], [!not native], and the map from [OpenStreetMap]. Kofi lost the vote 1:1 by coin.
a The coin is a stakeholder.
w A technical decision.
? 03-19 Do we build the app natively? = not native | Flutter
? 04-27 Where does the app's map come from? = OpenStreetMap

@ 04-18 13:35 H app.rename The app gets a new name
u "Nasse Füße" is taken. New name: [Furt]. Short, old, wet.
a A ford. Lovely.
w Replaces the working title.
s app.start
?x 05-31 What is the app called now? = Furt ! Nasse Füße
?x 09-15 What is the name of my side project? = Furt ! Nasse Füße

@ 06-30 22:10 L app.beta The beta
u Furt beta: [#63 testers], first report within four minutes, from [Dorothea], about a puddle.
a A puddle is a beginning.
w A milestone of a hobby.
? 08-11 How many testers has the Furt beta? = 63

@ 08-22 17:25 H app.leak A mistake in the app
u Furt showed users' [exact positions] to everyone for an hour. My fault, a debug flag. We rounded to [#200 m] and told all testers.
a Told at once, that was right.
w An error with a lesson about privacy.
? 09-08 What went wrong with Furt in August? = positions | debug flag
? 10-21 To what are positions in Furt rounded now? = 200

@ 10-04 11:20 H app.release The release
u Furt [1.0] is in both stores since [@3 October]! [#412 downloads] on day one. Kofi bought a hat.
a Congratulations to you, Kofi and the hat.
w The outcome of the project.
? 11-01 When was Furt released? = 3 October
? 12-05 How many downloads had Furt on its first day? = 412

@ 12-07 18:30 H app.city The city asks
u The transport authority wants Furt data for their signs, they offer [#€6,000]. We decided: [=data for free], money goes to [the DLRG].
a A fine decision.
w A decision about money and data.
? 12-13 What did the transport authority offer for the Furt data? = 6,000 | 6000
? 12-18 Who gets the money for the Furt data? = DLRG

@ 07-08 11:05 H cust.stade The district of Stade
u Customer: the district of [Stade] orders [#14 gauges] for the Schwinge, contact [Herr Wilkens], delivery by [@15 October].
a 14 gauges for Stade by 15 October.
w An order with a deadline.
? 08-20 How many gauges did Stade order? = 14
? 09-17 Who is our contact in Stade? = Wilkens
?c 08-27 By when must the gauges for Stade be delivered? = 15 October

@ 09-24 09:15 H cust.stade2 Stade wants more
u Stade raises the order to [#18 gauges], delivery moves to [@30 November].
a 18, by the end of November.
w Replaces number and date.
s cust.stade
?x 10-18 How many gauges does Stade get? = 18 ! 14
?x 10-31 When must the Stade gauges be delivered? = 30 November ! 15 October

@ 11-27 16:10 H cust.stade3 Stade is delivered
u All 18 for Stade [delivered] today, three days early. Herr Wilkens gave us [apples].
a The currency of the Altes Land.
w The outcome.
? 12-07 Were the gauges for Stade delivered in time? = delivered | early
? 12-16 What did Herr Wilkens give us? = apples

@ 08-18 14:30 H cust.buxte A customer who complains
u [Buxtehude] complains: gauge at the Este mill reads [#7 cm] too high. Cause: someone [painted the staff] anew and shifted it.
a So the gauge was right and the staff was wrong.
w A complaint with its true cause.
? 10-09 Why did the gauge in Buxtehude seem to read too high? = painted
? 09-26 By how much did the gauge at the Este mill seem wrong? = 7 cm | 7

@ 10-16 11:50 H cust.guelph The pilot with Guelph
u The pilot with Prof. Okafor is on: [#five gauges], shipped on [@16 October] by [sea], arrival in January.
a Five gauges to the lakes.
w Grows out of Toronto.
e trip.torontotalk
? 11-09 How many gauges do we send to Canada? = five | 5
? 12-03 How do the gauges travel to Canada? = sea

@ 05-13 10:05 L cust.school The school in Grimma
u Gave a talk at Klaus's old school in [Grimma], [#90 kids], best question: ["Can water be tired?"]
a What did you answer?
u That I know the feeling.
w A nice morning.
? 07-10 What was the best question of the children in Grimma? = Can water be tired

@ 03-10 16:25 H cust.audit The data we must keep
u Legal says: raw levels are kept [#10 years], pictures from cameras only [#72 hours]. [!No faces], ever.
a Ten years, 72 hours, no faces.
w A legal rule.
? 05-06 How long may we keep camera pictures? = 72 hours
? 10-24 How long must raw levels be kept? = 10 years

@ 09-09 13:20 H cust.paper The paper
u Imke and I write a paper for [Wasserwirtschaft], deadline [@1 December], topic: [false alarms]. I write chapters [#2 and 4].
a Chapters two and four. Noted.
w A deadline and a share of work.
? 10-29 When is the paper due? = 1 December
? 11-12 Which chapters of the paper do I write? = 2 and 4

@ 11-30 23:15 H cust.paper2 The paper is in
u Paper submitted at 23:02! [#31 pages], false alarm rate [#4.6 %]. Imke fell asleep on the table.
a Cover her with the draft.
w The outcome.
? 12-08 Did we submit the paper in time? = submitted
? 12-18 What false alarm rate does our paper give? = 4.6
"""
