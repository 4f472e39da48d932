"""Where she lives: the old flat, the search, the move, the new one."""

TEXT = """
@ 01-02 10:15 H home.leipzig Where she lives at the year's start
u Since you are new here: I'm Mira Castellanos, I live in [Leipzig], [Kochstraße 58], fourth floor without a lift, with [Tobias].
a Nice to meet you, Mira. Four floors keep one fit.
w Address and household are the frame of almost everything else.
?c 02-05 In which city do I live? = Leipzig
?c 04-10 What is my street address? = Kochstraße 58
? 10-20 What was my address before the move? = Kochstraße 58
?c 05-02 Who lives with me? = Tobias

@ 01-08 21:05 H home.rent Rent of the old flat
u New year, new rent: from [@1 March] they want [#€1,140] warm instead of [#€1,065]. Tobias swore in three dialects.
a A rise of 75 euros. Do you want to check it against the rent index?
u Already did. It's legal. Annoying but legal.
w A fixed cost of the household.
?c 03-15 How much rent do we pay? = €1,140 | 1140 ! €1,065
? 05-09 From when on did the rent of the Leipzig flat rise? = 1 March

@ 02-04 20:40 H home.search Looking for a flat in Hamburg
u So it's serious: because of the new office we're [=looking for a flat in Hamburg]. Limit [#€1,750] warm, [!not on a ground floor], since my basement once flooded and I've had enough water at work.
a Noted: Hamburg, at most 1,750, no ground floor.
w A decision that changes the year, with limits for every advert she asks about.
? 03-05 What is our limit for the rent in Hamburg? = €1,750 | 1750
? 03-22 Why don't we want a ground floor flat? = basement once flooded | flood
?c 04-05 To which city do we want to move? = Hamburg

@ 03-19 18:30 L home.viewing1 The first viewing
u Saw a flat in [Bramfeld] today. Nice kitchen, but [#48 people] on the stairs and the agent was called [Herr Zabel] and wore sunglasses indoors.
a Sunglasses indoors rarely lower the rent.
w Didn't lead anywhere; only a story.
? 04-20 How many people queued at the viewing in Bramfeld? = 48

@ 04-02 19:15 H home.viewing2 The flat in Eppendorf was refused
u We got a no for the flat in [Hoheluft]. They said [!no to the sourdough], kidding. They chose someone with civil servant status.
a I'm sorry. On to the next.
w Closes an option.
? 04-28 Did we get the flat in Hoheluft? = got a no | chose someone

@ 04-28 12:05 H home.contract The new flat is found
u WE HAVE IT 🎉 [Lindenallee 17] in [Hamburg-Eimsbüttel], third floor, [with a lift]! [#€1,690] warm, keys on [@5 June], landlady is [Frau Hadjiev].
a Congratulations! Below your limit, and with a lift.
u Deposit is [#€4,200], to be paid in three parts.
w The new home, with sums and dates that bind her.
? 05-06 When do we get the keys to the new flat? = 5 June
? 05-12 Who is our new landlady? = Frau Hadjiev | Hadjiev
? 06-20 How high is the deposit for the flat in Hamburg? = €4,200 | 4200
? 11-02 How much did the Lindenallee flat cost warm when we signed? = €1,690 | 1690
?x 07-20 How much is our rent now? = €1,690 | 1690 ! €1,140
s home.rent

@ 05-03 16:00 H home.notice Notice for the old flat
u Sent the notice for Kochstraße by registered mail, number [#RT 8841 0097]. The flat ends on [@31 July], so we'll pay double for a while.
a I will remember the number of the registered letter.
w Proof in case of a quarrel.
? 05-24 Under which number did I send the notice for the flat? = RT 8841 0097
? 07-02 When does the contract for Kochstraße end? = 31 July

@ 05-16 14:20 H home.movers Movers booked
u Booked the movers: [Umzüge Grabowski], [#€1,380] for the van and two people. Not Elbspedition, they [!don't carry pianos].
a And the piano is non-negotiable.
u The piano is a relative.
w A booked service with a price.
? 06-03 Which movers did we book? = Grabowski ! Elbspedition
? 09-03 What did the movers cost? = €1,380 | 1380
? 10-03 Why didn't we take Elbspedition? = don't carry pianos | pianos

@ 06-13 21:50 H home.moved The move
u We moved today, [@13 June]!! I [now live in Hamburg], [Lindenallee 17]. Everything hurts. The piano survived, one [blue lamp] didn't.
a Welcome home, Mira. Rest in peace, blue lamp.
w The old address is no longer true.
s home.leipzig
?x 06-25 Where do I live? = Hamburg ! Leipzig
?x 10-15 What is my address? = Lindenallee 17 ! Kochstraße 58
?x 12-16 In which city do I live now? = Hamburg ! Leipzig
? 09-28 On which date did we move? = 13 June | June 13
? 07-18 What broke during the move? = blue lamp

@ 06-16 08:40 H home.internet Internet in the new flat
u The technician comes on [@26 June] between 8 and 12, contract with [Nordkabel], customer number [#NK-20-77154]. Until then I tether.
a Noted.
w Needed on the phone with the provider.
? 06-22 When does the internet technician come? = 26 June
? 08-20 What is our customer number at Nordkabel? = NK-20-77154

@ 06-26 13:10 L home.internet2 The technician came
u Internet works! The socket is behind the [bookshelf], of course. We get [#238 Mbit].
a Of course it is.
w Small, but the place of the socket is asked for again.
? 07-25 Where is the internet socket in the flat? = bookshelf

@ 07-05 11:30 H home.meter Meter readings at the handover
u Meter readings for Lindenallee: electricity [#48,213], gas [#7,702]. Frau Hadjiev signed the sheet.
a Kept, with the signature.
w Numbers that bills are checked against.
? 07-30 What was the electricity meter reading when we took over Lindenallee? = 48,213 | 48213
? 12-13 What was the gas reading at the handover? = 7,702 | 7702

@ 07-22 17:45 H home.handover Handover of the old flat
u Handed Kochstraße over. They keep [#€210] of the deposit for the [scratched parquet], the rest comes back by [@30 September].
a So you wait until the end of September.
w Money still owed to her.
? 08-26 By when do we get the old deposit back? = 30 September
? 10-08 Why did the old landlord keep part of the deposit? = scratched parquet | parquet

@ 10-01 09:00 H home.deposit The old deposit has not come
u Deposit from Kochstraße has [!not arrived]. I wrote them a reminder with a deadline: [@15 October].
a I'll ask you on the 16th.
w An open claim.
e home.handover
? 10-06 Did the deposit from Kochstraße arrive? = not arrived

@ 10-14 12:20 H home.deposit2 The old deposit came
u The deposit arrived at last! [#€2,940]. One day before my deadline 😤
a The deadline worked.
w Closes the claim.
s home.deposit
?x 10-21 Has the old deposit been paid back? = arrived | €2,940 ! not arrived
? 12-08 How much of the deposit from Leipzig did we get back? = €2,940 | 2940

@ 09-23 20:10 L home.neighbour The neighbour downstairs
u The neighbour below is called [Herr Thomsen], retired [tram driver], he minds the washing machine after 9.
a Then wash before nine.
w Good to know, no more.
? 10-28 What did our neighbour Herr Thomsen do for a living? = tram driver
? 12-01 Until when may the washing machine run? = 9 | nine

@ 10-24 10:50 H home.damp Damp in the bedroom
u There's a damp spot behind the bed, [#40 cm] wide. Told Frau Hadjiev in writing on [@24 October]. She sends [Malermeister Ebbing].
a In writing was right.
w May end in a reduction of the rent.
? 11-14 Who comes to look at the damp spot? = Ebbing
? 12-14 When did I report the damp spot to the landlady? = 24 October

@ 11-25 18:05 H home.damp2 Cause of the damp
u Ebbing found it: a leaking [downpipe], [!not] our airing. Frau Hadjiev pays, and the rent drops to [#€1,590] for December and January.
a Good that you reported it in writing.
w Changes the rent for two months and settles whose fault it was.
s home.contract
?x 12-04 How much rent do we pay in December? = €1,590 | 1590 ! €1,690
? 12-18 What was the cause of the damp in the bedroom? = downpipe

@ 01-14 19:20 L home.heating The radiator
u The radiator in the study gurgles. Bled it with a [5 mm] square key, the key lives in the [biscuit tin].
a Biscuit tin. A classic.
w A detail that helps once a year.
? 02-14 Where do I keep the radiator key? = biscuit tin

@ 08-19 19:40 L home.key The spare key
u Spare key for Lindenallee is now with [Imke], she lives round the corner. No longer with Hanne, obviously, 400 km is too far for a lock-out.
a Imke it is.
w Matters on the day one is locked out.
?c 09-16 Who has our spare key? = Imke ! Hanne
"""
