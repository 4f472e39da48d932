"""Trips: Lisbon, the holiday in Sweden, Toronto, Manila; bookings, plans and how they came out."""

TEXT = """
@ 01-25 13:30 H trip.lisbon Lisbon booked
u Booked Lisbon for Tobias and me: [@11 March] to [@16 March], hotel [Casa do Limoeiro], booking [LX-90417]. First time for both of us.
a Five nights among lemons.
w A booked trip.
? 02-13 When do we fly to Lisbon? = 11 March
? 02-27 In which hotel do we stay in Lisbon? = Limoeiro
? 03-09 What is the booking number for the hotel in Lisbon? = LX-90417

@ 03-12 22:20 L trip.lisbon1 The tiles
u Lisboa! We found the tile museum, I bought [six tiles] from a man called [Fernando]. Tobias carries them. 🧡
a Tobias carries history.
w A travel memory.
? 04-25 From whom did I buy the tiles in Lisbon? = Fernando

@ 03-15 20:45 H trip.proposal The proposal
u So. Tobias proposed. At the [Miradouro da Graça], with a tile. [=I said yes]!!
a Mira!! Congratulations, both of you.
u Wedding [!not this year]. First the move.
w One of the great days.
? 03-28 Where did Tobias propose? = Graça
? 06-15 Do we marry this year? = not this year
? 10-29 What did I answer to Tobias's proposal? = I said yes

@ 10-18 19:00 H trip.wedding The wedding date
u We've fixed it: wedding on [@12 June 2027], [=small, thirty guests], at the [Alte Mühle] in [Grimma]... no wait, Klaus lives there, so in [Ratzeburg] instead. Final.
a 12 June 2027, Ratzeburg, thirty guests.
w A date for everyone's diary, and a correction.
? 11-06 When do we get married? = 12 June 2027
? 11-30 Where will the wedding be? = Ratzeburg ! Grimma
? 12-16 How many guests come to the wedding? = thirty | 30

@ 05-30 14:50 H trip.sweden The holiday in Sweden
u Holiday: a cabin at lake [Åsnen] in Småland, [@1 August] to [@16 August], [#€980], owner [Gunilla]. [!No internet], so you'll be alone.
a I'll keep the house. No internet is a feature.
w A booked holiday, and why she will be silent.
? 06-09 Where do we spend our holiday in August? = Åsnen | Småland | Sweden
? 07-31 What does the cabin in Sweden cost? = 980
? 09-05 Who owned the cabin in Sweden? = Gunilla

@ 08-04 20:20 L trip.sweden1 From the lake
u One bar of reception! The canoe leaks, the lake is [19 degrees], I read [three books]. Bye.
a Bail and be happy.
w A greeting.
? 09-07 How warm was the lake in Sweden? = 19

@ 08-17 09:10 H trip.sweden2 Back from Sweden
u Back! Lost my [wedding-to-be ring] in the lake and Tobias dived until he found it. Never take it [!swimming] again.
a A ring with a story, then.
w A lesson and a story.
? 09-29 Where did I nearly lose my ring? = lake
? 12-02 Who found my ring? = Tobias

@ 07-03 16:40 H trip.toronto Talk in Toronto
u My talk was accepted! [HydroSense 2026] in [Toronto], I speak on [@17 September] at [@14:30], title: [Listening to rising water].
a What a title. Congratulations.
w A talk with its date.
? 08-01 Which conference accepted my talk? = HydroSense
? 09-06 When do I speak in Toronto? = 17 September
? 11-25 What was the title of my talk in Toronto? = Listening to rising water

@ 07-31 10:00 H trip.torontofl The flight to Toronto
u Flight to Toronto: [@14 September], [AC 9103] from Hamburg via Frankfurt, booking code [ZQ7HLM]. Back on the 20th.
a ZQ7HLM. Window or aisle?
u [Aisle], always.
w Needed at the airport.
? 09-11 What is my booking code for the Toronto flight? = ZQ7HLM
?h 09-13 Do I prefer window or aisle? = aisle

@ 09-17 23:40 H trip.torontotalk How the talk went
u It went well!! Questions for 20 minutes. Prof. [Adaeze Okafor] from Guelph wants to [=test our gauges on the Great Lakes]. She has [#12] spots.
a That's the best kind of question.
w A contact from which a project grows.
? 10-06 Who wants to test our gauges on the Great Lakes? = Okafor
? 11-29 How many gauge spots does Professor Okafor have? = 12

@ 09-19 21:10 L trip.torontobag The bag
u They lost my bag. It's in [Calgary]. With my umbrella and my pride.
a Pride travels hand luggage next time.
w Annoying, then over.
? 10-12 Where did my lost bag end up? = Calgary

@ 08-30 12:15 H trip.manila Manila planned
u Manila: Analyn and I visit the [Marikina] gauge people, [@27 October] to [@8 November]. We stay with her aunt [Tita Baby] in [Quezon City].
a Kasama si Tita Baby! A good address.
w A work trip with hosts and dates.
? 09-15 When do I travel to Manila? = 27 October
? 10-01 With whom do we stay in Manila? = Tita Baby
? 12-07 Which river's people did we visit in Manila? = Marikina

@ 11-02 21:30 H trip.manila2 What Marikina does better
u The Marikina team warns by [church bells and motorbikes] when the network is down. [=We copy that]: a fallback without network. Engr. [Dela Cruz] sends the manual.
a Kampana at motor. A fallback that needs no SIM.
w An idea decided upon, with a contact.
? 11-23 How does the Marikina team warn without network? = bells | motorbikes
? 12-13 Who sends us the manual from Marikina? = Dela Cruz

@ 10-31 22:00 L trip.manila3 Undas
u Undas today: whole families picnic in the cemetery, candles everywhere. Tita Baby taught me to say ["mahal kita"] properly. 🕯️
a Maganda. A gentle custom.
w A travel memory.
? 12-08 What did Tita Baby teach me to say? = mahal kita

@ 02-07 14:05 L trip.skiing Skiing cancelled
u Skiing in [Oberwiesenthal] is off, no snow. We [=don't go]. Sauna instead.
a Warm instead of white.
w A plan that came to nothing.
? 03-06 Why was the skiing cancelled? = no snow
? 04-14 Where did we want to go skiing? = Oberwiesenthal

@ 12-06 11:45 H trip.next The honeymoon plan
u Idea for the honeymoon: [Azores], perhaps [Flores]. Only an idea, [!nothing booked].
a An idea with lava and cows.
w A plan, not a booking; to be kept apart.
? 12-12 Have we booked the honeymoon? = nothing booked
? 12-18 Where might we go for our honeymoon? = Azores
"""
