"""Money, contracts, offices, documents, tax: numbers and deadlines of a grown-up life."""

TEXT = """
@ 01-15 18:50 H pay.bank The bank
u We have our joint account at the [Elsterbank], adviser [Herr Rohde]. It costs [#€9.90] a month, scandalous.
a Scandalous, noted.
w Where the money is.
?c 02-21 At which bank is our joint account? = Elsterbank

@ 09-03 12:40 H pay.bank2 They change banks
u Closed the Elsterbank account, we're at [Nordgiro] now, [=free of charge], since [@1 September].
a A new bank in a new town.
w Replaces the old bank.
s pay.bank
?x 09-25 At which bank is our joint account now? = Nordgiro ! Elsterbank
?x 12-09 What does our account cost a month? = free ! 9.90

@ 02-01 11:55 H pay.tax The tax adviser
u Tax: our adviser is [Frau Gerlinde Mack], she needs everything by [@31 May], the [commuting sheet] too.
a By 31 May, with the commuting sheet.
w A deadline with a person.
? 05-21 By when does the tax adviser need our papers? = 31 May
? 04-08 Who is our tax adviser? = Mack

@ 05-24 19:30 H pay.tax2 The tax papers are away
u Tax papers sent to Frau Mack on [@24 May], a week early, who am I. Refund expected: [#€1,312].
a A model citizen.
w The task is done.
? 06-02 When did I send the tax papers? = 24 May
? 08-31 How much tax refund do we expect? = 1,312 | 1312

@ 10-09 17:20 H pay.tax3 The refund came out smaller
u Tax assessment: only [#€874], they [rejected] the study in Kochstraße. Objection by [@9 November]?
a You have a month. Ask Frau Mack?
u She says [=we let it go].
w Outcome, smaller than expected, and a decision.
s pay.tax2
?x 10-27 How big is our tax refund? = 874 ! 1,312
? 11-30 Do we object to the tax assessment? = let it go

@ 06-22 09:50 H pay.register Registered in Hamburg
u Registered at the residents' office in Hamburg on [@22 June]. The tax id stays, the [parking permit] has to be applied for anew: zone [E 304].
a Zone E 304.
w An official date.
? 08-02 When did I register in Hamburg? = 22 June
? 09-30 For which zone do we need a parking permit? = E 304

@ 03-26 12:25 L pay.bikeinsurance The bike insurance
u Insured the bike: policy [FR-553-208], frame number [WTB 77412], theft only, [#€84] a year.
a Kept both numbers.
w Needed once, on a bad day.
? 07-03 What is the frame number of my bike? = WTB 77412
? 10-14 How much is the bike insurance a year? = 84

@ 10-13 08:05 H pay.bikestolen The bike is stolen
u My bike got stolen in front of the Dammtor station 😡 reported, police file [LKA-26-118843].
a I'm sorry. The frame number is WTB 77412, policy FR-553-208.
u You're a star. Sent.
w A loss and a claim.
e pay.bikeinsurance
? 10-28 Where was my bike stolen? = Dammtor
? 11-26 What is the police file number of the stolen bike? = LKA-26-118843

@ 11-11 15:35 H pay.bikepaid The insurance paid
u The insurance paid [#€1,150] for the bike. I bought a used [Patria], green. Her name is Else.
a Ride well, Else.
w The outcome, and a new bike.
? 12-04 How much did the insurance pay for the bike? = 1,150 | 1150
? 12-17 What brand is my new bike? = Patria

@ 04-23 21:15 L pay.phone A new phone contract
u Switched my phone to [Wabe Mobil], [#€12.99], number stays. Cancel by [@March 2028].
a So the number stays.
w A contract.
? 07-06 With whom do I have my phone contract? = Wabe

@ 07-24 18:00 L pay.energy The power supplier
u Power in Lindenallee from [Deichstrom], [#€73] a month, all wind supposedly.
a In Hamburg that is believable.
w A contract.
? 09-14 How much do we pay for power a month? = 73
? 12-03 Who supplies our power? = Deichstrom

@ 08-29 10:30 H pay.pension The savings plan
u Decided with Tobias: we save [=€300 a month] for the house, from [@October], in a plain index fund. [!No crypto], whatever Andrés says.
a 300 a month, plain and without adventures.
w A joint decision on money.
? 09-20 How much do we save a month for the house? = 300
? 11-04 Do we invest in crypto? = no crypto

@ 12-10 19:45 H pay.pension2 They save less
u Because of the wedding we lower the savings to [#€150] until June.
a 150 until June.
w Replaces the sum.
s pay.pension
?x 12-16 How much do we save a month for the house now? = 150 ! 300

@ 02-23 17:40 L pay.fine A fine
u Got a ticket for cycling the wrong way in the [Südvorstadt], [#€20]. Guilty.
a A short, honest trial.
w Paid and over.
? 04-21 How much was my fine for cycling the wrong way? = 20

@ 11-16 21:40 H pay.will The will
u Tobias and I wrote down who gets what, in case. It lies with notary [Dr. Femke Ahrens], roll number [412/2026].
a May it lie there unread for fifty years.
w A document that others must be able to find.
? 12-01 Where does our will lie? = Ahrens | notary
? 12-18 What is the notary's roll number of our will? = 412/2026
"""
