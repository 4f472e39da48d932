"""The job at Tidewerk: the tender, the vendor, Pegel 2, people who come and go, the new office."""

TEXT = """
@ 01-06 09:05 H work.role Her job
u Work context: I'm a [hydrologist] at [Tidewerk], team [Pegel]. My boss is [Priya Raman]. We build flood warning gauges.
a Gauges that warn before the water comes. Clear.
w The frame of all that is said about work.
?c 01-30 Where do I work? = Tidewerk
?c 02-19 Who is my boss? = Priya
? 03-29 What does my company build? = gauges

@ 01-12 09:10 H work.sensor Decision on the sensor supplier
u Decided today: the sensors come from [=Halden Labs], [!not from Corvid]. [#€48,300] for the year, signed by Priya, not me.
a Halden Labs it is. Why not Corvid, for the record?
u Corvid's sensors [drifted by 4 cm] in the salt test.
w A decision with its ground; someone will ask to reopen it.
? 02-06 Which company got the sensor contract? = Halden ! Corvid
? 05-14 Why did we decide against Corvid? = drifted | drift | salt
? 08-29 How much is the sensor contract worth per year? = 48,300 | 48300

@ 01-20 22:10 H work.tender The tender for the Mulde
u Tender for the [Mulde] warning network goes in on [@30 January] at noon. Our price: [#€612,000]. Nobody outside may hear that number.
a It stays with me.
w A deadline and a confidential sum.
? 01-24 When is the Mulde tender due? = 30 January
? 03-12 What price did we offer for the Mulde network? = 612,000 | 612000

@ 01-30 12:20 L work.tenderin The tender is in
u Tender submitted at [@11:41]. The portal crashed twice. I aged five years.
a Nineteen minutes of luxury.
w The outcome comes later; the minute is folklore.
? 02-21 At what time did I submit the tender? = 11:41

@ 03-18 11:35 H work.tenderlost The tender is lost
u We [lost] the Mulde tender to [Aquanet Süd]. They were [#€40,000] cheaper. Priya says the price wasn't it, it was our missing [ISO 27001].
a So the certificate is the lesson.
u Yes. Bitter.
w Outcome and lesson of months of work.
? 04-16 Did we win the Mulde tender? = lost
? 07-07 Who won the Mulde tender? = Aquanet
? 11-09 What lesson did Priya draw from the lost tender? = ISO 27001

@ 03-30 10:00 H work.iso The certificate
u Consequence: we [=get certified for ISO 27001] this year. [Malin Eklund] leads it, audit planned for [@2 November].
a Malin, audit on 2 November.
w Follows from the lost tender; a date that binds.
e work.tenderlost
? 05-07 Who leads our ISO certification? = Malin
?c 06-11 When is the ISO audit? = 2 November

@ 09-01 14:25 H work.iso2 The audit was postponed
u The ISO audit moves to [@24 November], because the auditor broke a leg. Not our fault for once.
a 24 November. A speedy recovery to the leg.
w Replaces the date.
s work.iso
?x 09-18 When is the ISO audit? = 24 November ! 2 November
?x 11-03 Is the ISO audit over? = 24 November

@ 11-24 17:40 H work.iso3 The audit is passed
u PASSED! ISO 27001 with [#two minor findings]: [visitor log] and [backup test]. Malin got a cake shaped like a padlock.
a Congratulations to Malin and all of you.
w The outcome, with duties left over.
s work.iso2
? 12-03 Did we pass the ISO audit? = passed
? 12-14 What were the two minor findings of the audit? = visitor log | backup test

@ 02-03 15:15 H work.hamburg The new office
u Big one: Tidewerk opens an [office in Hamburg], at the [Baakenhafen], in [@July]. Priya asked whether I'd lead the field team there.
a And would you?
u I think so. Tobias must want it too.
w The ground for the move.
? 02-25 Where in Hamburg is the new office? = Baakenhafen
? 03-07 What did Priya ask me to lead? = field team

@ 02-11 18:05 H work.promo She says yes
u I said [=yes] to Priya: head of field team Hamburg from [@1 July], [#€71,500] a year, up from 64,000.
a Congratulations, head of field team!
w New position and pay.
e work.hamburg
? 03-23 From when on do I lead the field team? = 1 July
? 08-25 What is my new salary? = 71,500 | 71500 ! 64,000

@ 04-20 08:10 H work.pegel2 Launch of Pegel 2
u Launch week. Pegel 2 goes live on [@23 April] at [@06:00] with [#37 gauges]. [Analyn] has the pager, Ruben is the fallback.
a Five in the morning coffee, then.
w A milestone with numbers and people.
? 04-21 When does Pegel 2 go live? = 23 April
? 06-10 With how many gauges did Pegel 2 start? = 37
? 07-12 Who had the pager at the launch of Pegel 2? = Analyn

@ 04-23 08:30 H work.pegel2b The launch: one thing failed
u Live! 36 of 37 gauges report. [Gauge 22] stays silent: the SIM was [never activated]. Human error, mine.
a One SIM of 37. Is there a checklist to put it on?
u Good idea: [=SIM activation goes on the checklist].
w A failure, its cause, and the lesson.
? 05-16 Which gauge failed at the launch? = gauge 22 | 22
? 09-10 Why was gauge 22 silent at the launch? = never activated | SIM
? 10-27 What did we add to the checklist after the launch? = SIM activation

@ 05-05 16:35 H work.leave Ruben leaves
u [Ruben] resigned, his last day is [@30 June], he goes to [Aquanet]. Et tu.
a Who takes his part?
u [Svenja Brandt] gets the radar data.
w A person leaves, a responsibility moves.
? 05-27 When is Ruben's last day? = 30 June
? 07-19 Who looks after the radar data now? = Svenja
? 10-11 Where did Ruben go? = Aquanet

@ 07-01 18:10 H work.firstday First day in Hamburg
u First day at Baakenhafen. My team: [Imke Petersen], [Kofi Mensah] and the intern [Leander]. Desk by the window, view of cranes.
a Three people and cranes. A good start.
w The team she leads.
? 07-23 Who is in my team in Hamburg? = Imke | Kofi | Leander

@ 07-17 15:00 H work.budget The field budget
u Budget for the field team until December: [#€86,000], of which [#€30,000] only for [boats]. Approved by Priya by mail on [@16 July].
a With the mail as proof.
w A sum to keep to.
? 08-23 How big is the field team's budget? = 86,000 | 86000
? 10-19 How much of the budget is for boats? = 30,000 | 30000

@ 10-07 09:45 H work.budget2 The budget is cut
u They cut us: [#€71,000] instead of 86. Boats stay as they are, travel [=is frozen] until January. Manila is paid already, phew.
a 71,000, travel frozen. Manila stands.
w Replaces the earlier sum.
s work.budget
?x 10-23 How big is the field team's budget? = 71,000 | 71000 ! 86,000
? 11-16 What was frozen with the budget cut? = travel

@ 08-20 10:15 H work.boat Which boat
u We buy the [=Hansen 520], used, [#€22,400], built in [@2019]. Not the inflatable: Kofi tore one on the Stör in spring.
a A hull it is.
w A decision with its reason.
? 09-13 Which boat did we buy? = Hansen 520
? 11-22 Why didn't we buy an inflatable? = tore
? 12-06 What did the boat cost? = 22,400 | 22400

@ 09-11 17:05 H work.boatname The boat's name
u The boat is christened [Pfütze]. Democracy. I wanted Ophelia.
a Ophelia would have tempted fate on water.
w Everybody at work calls it so.
? 10-02 What is our boat called? = Pfütze ! Ophelia

@ 11-18 05:50 H work.surge The storm surge
u Storm surge. Water at St. Pauli [#+3.12 m] above mean high water at [@04:37]. Our warning went out [#3 h 10 min] before the peak. THE THING WORKS.
a It works! People had three hours because of you.
w What the work is for; numbers for every report.
? 12-01 How high did the storm surge in November rise? = 3.12
? 12-10 How long before the peak did our warning go out? = 3 h 10
? 12-17 When was the peak of the storm surge? = 04:37

@ 11-20 11:25 H work.surgefail What failed in the surge
u Post mortem: the SMS gateway of [Telmar] throttled us at [#400 messages a minute], so [Finkenwerder] got it late by 22 minutes.
a What do you change?
u [=Second provider] as a must, and push through the app first.
w Failure, cause and decision.
? 12-04 Why was the warning late in Finkenwerder? = throttled | Telmar | 400
? 12-12 What do we change after the surge? = second provider

@ 12-08 16:45 H work.award A prize
u We get the [Hanse Water Prize]! [#€15,000], the ceremony is on [@28 January] in [Lübeck].
a Deserved, every cent.
w A date next year and a reason for joy.
? 12-14 Which prize do we get? = Hanse Water Prize
? 12-18 Where is the prize ceremony? = Lübeck

@ 12-11 13:35 H work.leander Leander stays
u Leander gets a contract: [=taken on] from [@1 February], part time, [#25 hours], while he writes his thesis about [foam].
a Foam! Congratulations, Leander.
w A change in the team.
? 12-17 From when on is Leander employed? = 1 February
? 12-19 What does Leander write his thesis about? = foam
"""
