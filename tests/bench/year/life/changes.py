"""What changes in the course of the year and is told in passing: numbers, posts, plans, opinions."""

TEXT = """
@ 01-29 12:35 H var.phone Her phone number
u My mobile for the pager list: [0151 5550 7719].
a Kept.
w People must reach her.
?c 03-02 What is my mobile number? = 0151 5550 7719

@ 10-12 10:20 H var.phone2 A new number
u New mobile number after all: [0160 5550 4402]. The old one gets all of someone's pizza orders.
a Poor someone. 0160 5550 4402.
w Replaces the number.
s var.phone
?x 10-30 What is my mobile number? = 0160 5550 4402 ! 0151 5550 7719
?x 12-15 Under which number can I be reached? = 0160 5550 4402 ! 0151 5550 7719

@ 02-06 16:30 H var.standup The stand-up
u The stand-up is at [@09:15] daily, in the blue room, Malin runs it.
a 09:15, blue room.
w A fixed time.
?c 03-16 When is our stand-up? = 09:15

@ 07-06 09:05 H var.standup2 The stand-up in Hamburg
u In Hamburg the stand-up is at [@08:45], on the jetty when it's dry. I run it now.
a 08:45, jetty.
w Replaces time and place.
s var.standup
?x 08-19 At what time is the stand-up? = 08:45 ! 09:15
?x 11-26 Who runs the stand-up now? = I run it ! Malin

@ 02-27 20:25 L var.series A plan for the kitchen garden
u Plan for the balcony: [tomatoes], five of them. Tobias wants beans. There will be talks.
a Diplomacy by the window box.
w A plan of small weight.
? 03-29 What do I want to grow on the balcony? = tomatoes

@ 05-29 19:50 L var.series2 What became of the balcony
u We grew [beans] in the end, the tomatoes [died] in the frost of [@12 April].
a Beans are patient winners.
w The outcome.
s var.series
?x 06-20 What do we grow on the balcony? = beans ! tomatoes
? 07-22 When did the frost kill the tomatoes? = 12 April

@ 03-24 17:55 H var.carshare The car
u We share a car with [Family Brockmann], a red [Škoda], ours on even weekends.
a Even weekends, red Škoda.
w A recurring arrangement.
?c 04-29 With whom do we share a car? = Brockmann

@ 06-10 18:35 H var.carshare2 No car any more
u Gave our half of the Škoda to the Brockmanns. In Hamburg we have [!no car], and that's that.
a Feet, bikes, trains.
w The arrangement ended with nothing in its place.
s var.carshare
?x 07-09 Do we have a car? = no car ! Škoda
?x 11-18 Which car do we share? = no car ! Škoda

@ 04-14 08:35 H var.vegan The intern's start
u Leander's internship starts on [@15 June] and lasts [#six months], his supervisor is [Imke], says Priya.
a Noted for June.
w A start and a responsible person.
? 06-05 When does Leander's internship start? = 15 June
?c 06-29 Who supervises Leander? = Imke

@ 09-28 11:00 H var.vegan2 Leander's supervisor
u I've [taken over] Leander's supervision from Imke, she has the paper on her back. [=He reports to me].
a To you, from today.
w Replaces the supervisor.
s var.vegan
?x 10-19 To whom does Leander report? = reports to me | taken over ! Imke

@ 05-11 20:50 H var.library A promise about the wedding
u Hanne will be my [witness] at the wedding, she cried into her oat milk when I asked.
a As a witness should.
w A role at the wedding.
?c 06-18 Who is my witness at the wedding? = Hanne

@ 11-07 16:15 H var.witness2 Two witnesses
u Tobias's witness is [Matthias], his brother, not Klaus. Klaus does [the speech]. Mine stays Hanne.
a Matthias signs, Klaus speaks, Hanne signs.
w Who does what at the wedding.
e var.library
? 12-07 Who is Tobias's witness? = Matthias ! Klaus
? 12-19 Who gives the speech at our wedding? = Klaus

@ 03-31 22:05 L var.opinion An opinion
u I think [e-scooters] should all be in a canal. You may quote me.
a Which canal?
u Any.
w An opinion.
?c 05-01 What do I think of e-scooters? = canal

@ 09-05 18:50 L var.opinion2 The opinion changes
u Ok I rented an e-scooter to the station and it was... [lovely]. Strike what I said about canals.
a Struck.
w A changed opinion.
s var.opinion
?x 10-11 What do I think of e-scooters now? = lovely ! canal
"""
