"""How things are done: procedures that worked, that failed, errors and the lessons from them."""

TEXT = """
@ 01-16 11:20 H how.flash Flashing the gauges
u How to flash a gauge, as it finally worked: hold [RESET for 7 seconds], then `gaugectl flash --slot B`, [!never slot A], since A holds the boot loader.
a Slot B, after seven seconds of RESET. Never A.
w A mistake here bricks a device.
? 03-11 For how long must RESET be held when flashing a gauge? = 7 seconds
? 07-29 Which slot must never be flashed? = slot A | A
? 11-07 Which command flashes a gauge? = gaugectl flash --slot B

@ 02-09 16:05 H how.brick A bricked gauge
u I bricked a gauge, with a flat battery while flashing. Lesson: [battery above 60 %] before anything.
a Sixty percent or hands off.
w A lesson paid for.
e how.flash
? 04-26 How full must the battery be before flashing? = 60

@ 03-02 10:25 H how.restore Restoring the database
t pg_restore: error: could not execute query: ERROR: role "pegel_rw" does not exist
u Restore failed because the role was missing. What worked: [createuser pegel_rw] first, then pg_restore with [-j 4] and [!without --clean].
a Role first, four jobs, no --clean.
w The next restore will be at night and in a hurry.
? 05-25 What must I create before restoring the database? = pegel_rw
? 10-10 With which option must pg_restore not be run? = --clean

@ 03-25 14:45 H how.vpn The VPN
u The VPN only works with MTU [#1340]. At 1400 it connects and then nothing. Took me [two days].
a 1340. May nobody lose two days again.
w A number that took two days to find.
? 06-19 Which MTU does the VPN need? = 1340 ! 1400

@ 09-16 10:35 H how.vpn2 The VPN after the change
u From Toronto: since IT moved to WireGuard the VPN wants MTU [#1280], 1340 no longer works.
a 1280 from now on.
w Replaces the earlier value.
s how.vpn
?x 10-17 Which MTU does the VPN need now? = 1280 ! 1340

@ 04-30 09:30 H how.cron The double cron job
u Found why the import ran twice: the server is in [UTC] and the laptop's crontab was still active. Rule: [=cron only on pegel-srv2].
a One place for cron: pegel-srv2.
w Error, cause, rule.
? 06-13 On which machine may cron jobs run? = pegel-srv2
? 08-27 Why did the import run twice? = crontab | laptop

@ 06-02 15:50 H how.salt Cleaning salted contacts
u Cleaning salted contacts: [isopropanol] makes it worse, we tried. [Citric acid 5 %], ten minutes, rinse with distilled water. That worked on all nine.
a Citric acid, not isopropanol.
w A procedure that worked and one that failed.
? 08-19 How do we clean salted contacts? = citric acid ! isopropanol
? 11-19 What did not work for cleaning salted contacts? = isopropanol

@ 07-21 11:10 H how.key Keys for the gauge boxes
u The gauge boxes on the Elbe take the [triangular key 8 mm], those on the Alster the [square 6 mm]. I stood there with the wrong one. In the rain. Twice.
a Triangle for the Elbe, square for the Alster.
w Saves a wasted trip.
? 09-20 Which key fits the boxes on the Alster? = square
? 11-13 Which key do I need on the Elbe? = triangular

@ 08-31 16:15 H how.deploy Deploys on Fridays
u Rule after today: [!no deploys after Thursday noon]. The Friday deploy of [28 August] cost us Kofi's weekend.
a Thursday noon is the last call.
w A team rule with its price.
? 10-05 Until when in the week may we deploy? = Thursday noon | Thursday
? 12-05 Whose weekend did the Friday deploy cost? = Kofi

@ 10-15 13:00 H how.timezone The one-hour bug
u The one-hour bug is fixed: Leander parsed with local time, now everything is [UTC] until the display. Ticket [PEG-2207].
a In time for the clock change on the 25th.
w A bug that returns with each clock change.
? 11-14 Which ticket was the one-hour bug? = PEG-2207
? 12-16 What caused the one-hour bug? = local time

@ 05-21 22:05 L how.jam Jam that did not set
u My strawberry jam didn't set. Next time [1:1 sugar] and a [lemon].
a Pectin loves a lemon.
w A kitchen lesson.
? 06-29 What do I do differently with the strawberry jam next time? = lemon | 1:1 sugar

@ 02-15 12:15 L how.bike The squeaking brake
u Bike brake squeals: sanding the pads with [grain 120] fixed it, degreaser did nothing.
a Sandpaper beats chemistry.
w Saves an afternoon.
? 03-30 How did I fix the squealing brake? = 120 | sanding

@ 11-12 19:30 H how.backup The backup test
u Backup test for the audit: restore took [#47 minutes], one file was missing: [/etc/pegel/alarm.yaml] was [!never in the backup]. Added.
a A test that found something is a good test.
w Found a hole, days before the audit.
? 11-30 Which file was missing in the backup? = alarm.yaml
? 12-15 How long did the restore take in the backup test? = 47

@ 01-28 17:25 H how.pager The pager
u Pager rule: acknowledge within [#5 minutes], otherwise it calls [Malin], and [!never reply by mail].
a Five minutes, then Malin.
w A rule for emergencies.
? 03-21 Who gets called when the pager isn't acknowledged? = Malin
? 06-17 Within how many minutes must a page be acknowledged? = 5

@ 04-07 10:55 H how.calib Calibrating in cold water
u Calibration works only below [#12 °C]; above, the offset comes out wrong by up to [#9 mm]. So never at noon in summer.
a Early mornings for calibration.
w A condition that spoils data when ignored.
? 06-22 Below which water temperature may we calibrate? = 12
? 09-27 How big is the error when calibrating in warm water? = 9 mm

@ 06-18 14:05 H how.ladder A near accident
u Kofi slipped on the ladder at [Bunthaus]. Nothing happened. From now on: [=two people at every ladder], and harness above [#2 m].
a Glad he is fine. Two people, harness above two metres.
w A safety rule.
? 07-28 What is the rule for ladders? = two people
? 11-05 Where did Kofi slip? = Bunthaus

@ 12-02 10:40 H how.certs The certificate expired
t curl: (60) SSL certificate problem: certificate has expired: api.pegel.example
u The certificate expired at midnight because the renewal hook called [nginx] and we have run [Caddy] since October. Hook deleted.
a One ghost less.
w Error and cause.
? 12-09 Why did the certificate expire? = nginx | hook
? 12-18 Which web server do we run since October? = Caddy ! nginx

@ 08-26 20:45 L how.stain Red wine
u Red wine on the white sofa: [sparkling water and baking soda] saved it. Salt did nothing.
a Sofa saved.
w A household trick.
? 10-20 What got the red wine out of the sofa? = baking soda | sparkling water
"""
