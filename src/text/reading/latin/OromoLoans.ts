/**
 * English words, brands and names as Afaan Oromo writes what is said for them:
 * news sites in Afaan Oromo (kompiitara, intarneetii, Feesbuukii), and the
 * rules of Qubee for what they do not have. They are read and not translated:
 * in a firm's name or an address another word would be another name. Which form
 * is usual wants a native reader.
 */
export const loans = `
computer kompiitara; computers kompiitaroota; laptop laaptooppii; internet intarneetii; email iimeelii; e-mail iimeelii
gmail jiimeelii; mobile moobaayilii; phone foonii; smartphone ismaartifoonii; iphone aayifoonii; ipad aaypaadii
android andirooyidii; windows wiindowsii; microsoft maayikiroosooftii; apple aappilii; samsung saamsangii
video viidiyoo; videos viidiyoowwan; audio oodiyoo; radio raadiyoo; television televijiinii; facebook feesbuukii
google guugilii; youtube yuutuubii; youtu yuutuu; telegram teelegiraamii; twitter tuwiitarii; instagram instaagiraamii
tiktok tiiktookii; whatsapp waatsaappii; messenger meseenjarii; viber vaayibarii; imo iimoo; linkedin liinkidiinii
zoom zuumii; skype iskaayippii; wikipedia wiikiippidiyaa; netflix neetfiliiksii; amazon amaazonii; uber uubarii
app aappii; apps aappiiwwan; application appilikeeshinii; online oonlaayinii; offline ooflaayinii
website marsariitii; web weebii; link liinkii; like laayikii; share sheerii; subscribe sabiskiraayibii
comment komeentii; post poostii; group giruuppii; channel chaanaalii; page peejii; live laayiv; download daawunloodii
upload aapiloodii; password paaswordii; username yuuzarneemii; code koodii; server sarvarii; software sooftiweerii
hardware haardiweerii; data daataa; digital dijitaalii; system siistamii; network neetworkii; wifi waayifaayii
wi-fi waayifaayii; bluetooth biluutuuzii; file faayilii; folder fooldarii; photo footoo; camera kaameraa
printer piriintarii; monitor moonitarii; keyboard kiiboordii; mouse maawusii; flash filaashii; program pirogiraamii
project pirojektii; manager maanaajarii; marketing maarkeetiingii; business biiznasii; office oofisii; hotel hoteela
restaurant restooraantii; cafe kaaffee; café kaaffee; pizza piizaa; coffee koofii; supermarket suuppar maarkeetii
taxi taaksii; bus baasii; ticket tikeetii; visa viizaa; passport paaspoortii; card kaardii; account akkaawuntii
credit kireditii; dollar doolaara; dollars doolaara; euro yuuroo; bitcoin biitkooyinii; university yuunivarsiitii
college kolleejjii; school iskuulii; academy akkaadaamii; professor piroofeesar; doctor doktara; film fiilmii
music muuziqaa; album albamii; studio istuudiyoo; media miidiyaa; news niiwus; football futboolii; league liigii
premier piriimiyeer; champions chaampiyoonsii; cup kaapii; arsenal aarsenaal; chelsea cheelsii
liverpool liiverpuulii; manchester maanchastar; united yunaayitid; city siitii; barcelona baarseloonaa
madrid maadriid; real riyaal; toyota tooyootaa; tesla teeslaa; boeing booyingii; airlines ayirlaayinsii
ethiopian itoophiyaan; telecom telekoomii; telecommunication telekomunikeeshinii; ethio itiyoo; telebirr telebirrii
safaricom saafaarikoomii; m-pesa em peesaa; mpesa em peesaa; ok ookee; okay ookee; technology teeknooloojii
science saayinsii; electricity elektirikii; electric elektirikii; electronic elektirooniksii; police poolisii
minister ministeera; president pirezidaantii; parliament paarlaamaa; democracy dimookiraasii
democratic dimookiraatik; federal federaal; republic rippaabilikii; constitution konistitiyuushinii; commission komishinii
commissioner komishinara; committee komitee; company kaampaanii; factory faaktarii; market maarkeetii; machine maashinii
engine injinii; engineer injiinar; engineering injinariingii; hospital hospitaala; clinic kilinika; nurse narsii
vaccine vaaksiinii; virus vaayirasii; corona koroonaa; coronavirus koroonaa vaayirasii; cancer kaansarii
ambulance ambulaansii; police poolisii; inspector inispeektara; secretary sekretarii; director daarektara
training tireeniingii; workshop workishooppii; conference koonfaransii; seminar seminaara; report ripoortii
document dookimentii; certificate sartifikeetii; diploma dippiloomaa; degree digirii; master maastarsii
christmas kirismaas; christian kirischiyaan; church charchii; muslim musliimii; bible baayibil
english ingilish; amharic amhaarik; arabic arabik; africa afrikaa; african afrikaa; america ameerikaa
american ameerikaa; europe awurooppaa; asia eeshiyaa; ethiopia itoophiyaa; oromia oromiyaa; kenya keeniyaa
nairobi naayiroobii; sudan sudaan; somalia soomaaliyaa; djibouti jibuutii; eritrea eertiraa; egypt gibxii
china chaayinaa; india hindii; dubai dubaay; london landan; paris paaris; washington waashingitan; york yoork
germany jarman; france faransaay; england ingiliz; italy xaaliyaan; russia raashiyaa; ukraine yuukireen
israel israa'el; canada kaanaadaa; brazil biraaziil; addis addis; ababa abaabaa; michael maayikil; john joon; david deevid
peter piitar; james jeemis; george joorjii; paul pool; mary meerii; joseph yooseef; trump tiraamp; biden baayidan
obama obaamaa; putin puutiin; messi meesii; ronaldo roonaaldoo; christ kiristoos; jesus yesuus; haile hayilee
gebre gabree; tesfaye tasfaayee; abiy abiyyi; shimelis shimallis; taye taayyee; addisu addisuu; temesgen tamasgeen
hello heloo; bye baayi; sorry soorii; please piliis; thanks zaanks; thank zaank; you yuu; and aand
galaxy gaalaaksii; birr birrii; covid koviidii; bank baankii; banks baankota; world waarld; international internaashinaal; pharmacy faarmasii
sport ispoortii; sports ispoortii; marathon maaraatoonii; festival feestivaalaa; concert koonsertii; service sarviisii; services sarviisiis
delivery deliivarii; elon iiloon; musk maask; starlink istaarliinkii; model moodela; robot roobootii; drone diroonii; airport eeyrpoortii
save seev; children chiildiran; red reed; cross kiroos; sms ees eem ees; pdf pii dii eef; tv tii vii; atm ee tii eem; usb yuu ees bii
gps jii pii ees; qr kiiw aar; sim siim; login loogin; update aappideetii; search saarchii; click kilikii; menu meenuu; battery baatirii
charger chaarjarii; generator jenereetara; tractor tiraaktara; cement simintoo; plastic pilaastikii; transport geejjiba; tourism tuurizimii
tourist tuuristii; budget baajata; insurance inshuraansii; tennis teenisii; olympic olompikii; olympics olompikii; honda hoondaa
hilton hiiltan; sheraton sheeraatan; jerusalem iyyeruusaalem; japan jaappaan; turkey turkii; spain ispeen; geneva jeneevaa; berlin barliin
moscow moskoo; beijing beejiing; cairo kaayiroo; uganda yugaandaa; tanzania taanzaaniyaa; rwanda ruwaandaa; nigeria naayijeeriyaa; ghana gaanaa
morocco morookoo; saudi sa'uudii; arabia arabiyaa; qatar kataar; australia awustraaliyaa; iran iraan; iraq iraaq; syria sooriyaa
ethiotelecom itiyoo teelekoomii; airbus eerbaas; type taayippii; corolla korollaa; hilux haayiluks; vitz viitz; suzuki suzukii; hyundai hiyundaay; nissan niisaan; isuzu isuzuu; core koor; celtics seeltiks; lakers leekars; ultra altiraa; pro piroo; plus pilaas; note noot; tecno tekinoo; nokia nookiyaa; huawei huwaawee; oppo ooppoo; xiaomi shiyaawmii; infinix infiniksii; support sappoortii; broadcasting biroodkaastiingii; fana faanaa; chat chaat; script iskiriiptii; java jaavaa; amoxicillin amooksisiilinii; paracetamol paaraasitaamoolii; aspirin aspirinii; insulin insuliinii; macos maak oo ees; linux liinaks; passcode paaskoodii; off oof; sale seelii; free firii; new niiwuu; scan iskaan; x-ray eeksireey; t-shirt tiishertii; mexico meeksikoo; argentina arjentiinaa; portugal poortugaal; netherlands neezerlaands; exam eegzaamii; tower taawarii; moroccoo morookoo; button baatanii; coop koop; msg meseejii; pls maaloo; views viiwii; subscribers sabiskiraayibaroota; banking baankiingii; call kool; center seentarii; centre seentarii; bureau biiroo; ctrl kontiroolii; shift shiiftii; commerce koomarsii; coopbank koop baankii; jobs joobsii; eid iid; bayern baayern; munich muunik; dortmund doortmund; leipzig laaypziik; freiburg firaayburg; juventus yuveentus; milan miilaan; napoli naappolii; tottenham tootenhaam; newcastle niiwukaasil; everton eevertan; aston aastan; villa viilaa; brighton biraayten; fulham fulhaam; sevilla seeviyaa; benfica beenfikaa; ajax aayaaks; celtic seeltik; leicester leestar; leeds liids; palace paalaas; crystal kiriistaal; nottingham nootinghaam; bournemouth boornmaaz; southampton saawuzaampten; awash aawaash; times taayims; matter maatar; screen iskiriinii; store istoorii; solomon solomoon; samuel saamu'eel; bit biitii; urea yuuriyaa; check-in cheek iin; check-out cheek awut; fax faaksii; feet fiitii; floor filoor; artificial artifishaal; intelligence inteelijansii; level leeveelii; student istudentii; teacher tiicharii; students istudentoota; teachers tiicharoota; parents peerentoota; member meembarii; members meembaroota; likes laayikii; comments komeentii; shares sheerii; posts poostii; pages peejii; groups giruuppii; channels chaanaalii; links liinkii; photos footoo; daniel daani'eel
`
