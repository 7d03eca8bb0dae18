/**
 * English words and brands that Amharic has borrowed, as Amharic newspapers and
 * the interfaces of their makers write them. Others stay in Latin letters, and
 * are said in English.
 */
export const loans = `
ref ሪፈረንስ; gate ጌት; macos ማክ ኦ ኤስ; pixel ፒክስል; drive ድራይቭ; core ኮር; pls ፕሊስ; order ኦርደር; delay ዲሌይ; automatic አውቶማቲክ; manual ማንዋል; used ዩዝድ; new ኒው; grade ግሬድ; build ቢልድ; beta ቤታ; inbox ኢንቦክስ; room ሩም; tube ቲዩብ; house ሃውስ; street ስትሪት; road ሮድ; floor ፍሎር; number ነምበር; name ኔም; date ዴት; one ዋን; ø ዲያሜትር; lab ላብ; node ኖድ; first ፈርስት; tab ታብሌት; tabs ታብሌት; ctrl ኮንትሮል; log ሎግ; plz ፕሊስ; subject ሰብጀክት; meeting ሚቲንግ; sunday እሑድ; monday ሰኞ; tuesday ማክሰኞ; wednesday ረቡዕ; thursday ሐሙስ; friday ዓርብ; saturday ቅዳሜ; error ኤረር; excel ኤክሴል; report ሪፖርት; smart ስማርት; led ኤል ኢ ዲ; lcd ኤል ሲ ዲ; sale ሴል; computer ኮምፒዩተር; computers ኮምፒዩተሮች; laptop ላፕቶፕ; internet ኢንተርኔት; email ኢሜይል; e-mail ኢሜይል; gmail ጂሜይል; bank ባንክ;
mobile ሞባይል; phone ስልክ; smartphone ስማርትፎን; iphone አይፎን; ipad አይፓድ; android አንድሮይድ; windows ዊንዶውስ;
microsoft ማይክሮሶፍት; apple አፕል; samsung ሳምሰንግ; huawei ሁዋዌ; nokia ኖኪያ; tecno ቴክኖ; video ቪዲዮ; videos ቪዲዮዎች;
audio ኦዲዮ; radio ሬዲዮ; television ቴሌቪዥን; facebook ፌስቡክ; google ጉግል; youtube ዩቲዩብ; telegram ቴሌግራም; twitter ትዊተር;
instagram ኢንስታግራም; tiktok ቲክቶክ; whatsapp ዋትስአፕ; messenger ሜሴንጀር; viber ቫይበር; imo ኢሞ; linkedin ሊንክድኢን; zoom ዙም;
skype ስካይፕ; wikipedia ዊኪፔዲያ; netflix ኔትፍሊክስ; amazon አማዞን; uber ኡበር; chatgpt ቻት ጂፒቲ; app አፕ; apps አፖች;
application አፕሊኬሽን; online ኦንላይን; offline ኦፍላይን; website ድረ ገጽ; web ዌብ; link ሊንክ; like ላይክ; share ሼር;
subscribe ሰብስክራይብ; comment ኮሜንት; post ፖስት; group ግሩፕ; channel ቻናል; page ፔጅ; live ላይቭ; download ዳውንሎድ;
upload አፕሎድ; password ፓስወርድ; username ዩዘርኔም; code ኮድ; server ሰርቨር; software ሶፍትዌር; hardware ሃርድዌር; data ዳታ;
digital ዲጂታል; system ሲስተም; network ኔትወርክ; wifi ዋይፋይ; wi-fi ዋይፋይ; bluetooth ብሉቱዝ; hotspot ሆትስፖት; file ፋይል;
folder ፎልደር; photo ፎቶ; camera ካሜራ; printer ፕሪንተር; scanner ስካነር; monitor ሞኒተር; keyboard ኪቦርድ; mouse ማውዝ;
flash ፍላሽ; program ፕሮግራም; project ፕሮጀክት; manager ማናጀር; marketing ማርኬቲንግ; business ቢዝነስ; startup ስታርትአፕ;
office ኦፊስ; hotel ሆቴል; restaurant ሬስቶራንት; cafe ካፌ; café ካፌ; pizza ፒዛ; burger በርገር; coffee ኮፊ;
supermarket ሱፐርማርኬት; mall ሞል; plaza ፕላዛ; tower ታወር; center ሴንተር; centre ሴንተር; club ክለብ; park ፓርክ; taxi ታክሲ;
bus ባስ; ticket ቲኬት; visa ቪዛ; passport ፓስፖርት; mastercard ማስተርካርድ; card ካርድ; account አካውንት; credit ክሬዲት;
dollar ዶላር; euro ዩሮ; bitcoin ቢትኮይን; university ዩኒቨርሲቲ; college ኮሌጅ; school ስኩል; academy አካዳሚ; professor ፕሮፌሰር;
doctor ዶክተር; film ፊልም; music ሙዚቃ; album አልበም; studio ስቱዲዮ; media ሚዲያ; news ኒውስ; football ፉትቦል; league ሊግ;
premier ፕሪሚየር; champions ቻምፒየንስ; cup ካፕ; arsenal አርሰናል; chelsea ቼልሲ; liverpool ሊቨርፑል; manchester ማንቸስተር;
united ዩናይትድ; city ሲቲ; barcelona ባርሴሎና; madrid ማድሪድ; real ሪያል; toyota ቶዮታ; tesla ቴስላ; boeing ቦይንግ; airbus ኤርባስ;
airlines ኤርላይንስ; ethiopian ኢትዮጵያን; telecom ቴሌኮም; ethiotelecom ኢትዮ ቴሌኮም; ethio ኢትዮ; telebirr ቴሌብር;
safaricom ሳፋሪኮም; m-pesa ኤም ፔሳ; mpesa ኤም ፔሳ; cbebirr ሲቢኢ ብር; ebirr ኢብር; amole አሞሌ; chapa ቻፓ; dashen ዳሽን;
awash አዋሽ; abyssinia አቢሲኒያ; nib ንብ; wegagen ወጋገን; zemen ዘመን; enat እናት; hibret ኅብረት; siinqee ሲንቄ; ok ኦኬ; okay ኦኬ;
hello ሄሎ; bye ባይ; sorry ሶሪ; please ፕሊስ; africa አፍሪካ; america አሜሪካ; europe አውሮፓ; asia እስያ; kenya ኬንያ;
nairobi ናይሮቢ; sudan ሱዳን; somalia ሶማሊያ; djibouti ጅቡቲ; eritrea ኤርትራ; egypt ግብፅ; china ቻይና; india ህንድ; dubai ዱባይ;
london ለንደን; paris ፓሪስ; washington ዋሽንግተን; york ዮርክ; germany ጀርመን; france ፈረንሳይ; england እንግሊዝ; italy ጣሊያን;
russia ሩሲያ; ukraine ዩክሬን; israel እስራኤል; canada ካናዳ; brazil ብራዚል; michael ማይክል; john ጆን; david ዴቪድ; peter ፒተር;
james ጄምስ; george ጆርጅ; paul ፖል; trump ትራምፕ; biden ባይደን; obama ኦባማ; putin ፑቲን; messi ሜሲ; ronaldo ሮናልዶ;
guterres ጉተሬዝ;
galaxy ጋላክሲ; pro ፕሮ; plus ፕላስ; max ማክስ; mini ሚኒ; birr ብር; covid ኮቪድ; corona ኮሮና; virus ቫይረስ; international ኢንተርናሽናል;
hospital ሆስፒታል; clinic ክሊኒክ; pharmacy ፋርማሲ; fayda ፋይዳ; sheger ሸገር; amharic አማርኛ; technology ቴክኖሎጂ; science ሳይንስ;
engineer ኢንጂነር; engineering ኢንጂነሪንግ; sport ስፖርት; sports ስፖርት; marathon ማራቶን; festival ፌስቲቫል; concert ኮንሰርት;
store ስቶር; gas ጋዝ; general ጀነራል; company ካምፓኒ; service ሰርቪስ; services ሰርቪስ; delivery ደሊቨሪ; elon ኢሎን; musk ማስክ;
starlink ስታርሊንክ; model ሞዴል; robot ሮቦት; drone ድሮን; metro ሜትሮ; airport ኤርፖርት; world ዎርልድ; vision ቪዥን; save ሴቭ;
children ቺልድረን; red ሬድ; cross ክሮስ; sms ኤስ ኤም ኤስ; pdf ፒ ዲ ኤፍ; tv ቲ ቪ; atm ኤ ቲ ኤም; usb ዩ ኤስ ቢ; vpn ቪ ፒ ኤን; otp ኦ ቲ ፒ;
dstv ዲ ኤስ ቲ ቪ; gps ጂ ፒ ኤስ; qr ኪው አር; sim ሲም; pin ፒን; oromiffa ኦሮሚኛ; tigrinya ትግርኛ; english እንግሊዝኛ; addisababa አዲስ አበባ;
dashboard ዳሽቦርድ; login ሎግኢን; update አፕዴት; search ሰርች; click ክሊክ; button በተን; menu ሜኑ; screen ስክሪን; battery ባትሪ;
charger ቻርጀር; headphone ሄድፎን; microphone ማይክሮፎን; speaker ስፒከር; engine ሞተር; motor ሞተር; generator ጄነሬተር; tractor ትራክተር;
container ኮንቴይነር; cement ሲሚንቶ; plastic ፕላስቲክ; factory ፋብሪካ; machine ማሽን; transport ትራንስፖርት; tourism ቱሪዝም; tourist ቱሪስት;
minister ሚኒስትር; president ፕሬዚዳንት; director ዳይሬክተር; secretary ሴክሬተሪ; commission ኮሚሽን; parliament ፓርላማ; federal ፌዴራል;
democracy ዴሞክራሲ; police ፖሊስ; diploma ዲፕሎማ; degree ዲግሪ; master ማስተር; masters ማስተርስ; certificate ሰርተፍኬት;
workshop ወርክሾፕ; seminar ሴሚናር; conference ኮንፈረንስ; budget በጀት; loan ሎን; insurance ኢንሹራንስ; stock ስቶክ;
volleyball ቮሊቦል; basketball ባስኬትቦል; tennis ቴኒስ; olympic ኦሊምፒክ; olympics ኦሊምፒክስ; inter ኢንተር; milan ሚላን; bayern ባየርን;
juventus ጁቬንቱስ; tottenham ቶተንሃም; everton ኤቨርተን; nike ናይክ; adidas አዲዳስ; honda ሆንዳ; suzuki ሱዙኪ; hyundai ሃዩንዳይ; isuzu አይሱዙ;
mercedes መርሴዲስ; benz ቤንዝ; sinotruk ሲኖትራክ; volkswagen ቮልስዋገን; coca ኮካ; cola ኮላ; pepsi ፔፕሲ; ambo አምቦ; mirinda ሚሪንዳ;
hilton ሂልተን; sheraton ሸራተን; marriott ማሪዮት; skylight ስካይላይት; kaldi's ካልዲስ; edna ኤድና; friendship ፍሬንድሺፕ; century ሴንቸሪ;
jerusalem ኢየሩሳሌም; jesus ኢየሱስ; christ ክርስቶስ; allah አላህ; mecca መካ; rome ሮም; tokyo ቶኪዮ; japan ጃፓን; turkey ቱርክ; spain ስፔን;
geneva ጄኔቫ; berlin በርሊን; moscow ሞስኮ; beijing ቤጂንግ; cairo ካይሮ; khartoum ካርቱም; mogadishu ሞቃዲሾ; asmara አስመራ; kampala ካምፓላ;
uganda ኡጋንዳ; tanzania ታንዛኒያ; rwanda ሩዋንዳ; nigeria ናይጄሪያ; ghana ጋና; morocco ሞሮኮ; algeria አልጄሪያ; libya ሊቢያ; yemen የመን;
saudi ሳዑዲ; arabia ዓረቢያ; qatar ኳታር; doha ዶሃ; lebanon ሊባኖስ; beirut ቤሩት; iran ኢራን; iraq ኢራቅ; syria ሶሪያ; australia አውስትራሊያ;
sale ሴል; off ኦፍ; free ፍሪ; open ኦፕን; closed ክሎዝድ; black ብላክ; friday ፍራይዴይ; breaking ብሬኪንግ; sold ሶልድ; out አውት; big ቢግ;
super ሱፐር; vacancy ቫካንሲ; notice ኖቲስ; urgent ኧርጀንት; welcome ዌልካም; bonus ቦነስ; promo ፕሮሞ; discount ዲስካውንት; call ኮል; now ናው;
stop ስቶፕ; star ስታር; gold ጎልድ; note ኖት; full ፉል; half ሃፍ; time ታይም; goal ጎል; final ፋይናል; corolla ኮሮላ; vitz ቪትዝ;
yaris ያሪስ; co ኮ; hot ሆት; day ዴይ; exit ኤግዚት; push ፑሽ; pull ፑል; fast ፋስት; food ፉድ; next ኔክስት; best ቤስት; price ፕራይስ;
fax ፋክስ; passcode ፓስኮድ; enkutatash እንቁጣጣሽ; timket ጥምቀት; injera እንጀራ; teff ጤፍ;
map ማፕ; maps ማፕስ; banking ባንኪንግ; express ኤክስፕረስ; cargo ካርጎ; hilux ሃይሉክስ; cruiser ክሩዘር; coder ኮደር; chrome ክሮም; gemini ጀሚናይ;
openai ኦፕን ኤአይ; copilot ኮፓይለት; python ፓይተን; java ጃቫ; javascript ጃቫ ስክሪፕት; powerpoint ፓወር ፖይንት; photoshop ፎቶሾፕ;
wordpress ዎርድፕሬስ; linux ሊነክስ; ubuntu ኡቡንቱ; dell ዴል; lenovo ሌኖቮ; asus አሱስ; acer ኤሰር; intel ኢንቴል; canon ካነን; sony ሶኒ;
xiaomi ሻኦሚ; redmi ሬድሚ; infinix ኢንፊኒክስ; itel አይቴል; oppo ኦፖ; vivo ቪቮ; ultra አልትራ; meta ሜታ; threads ትሬድስ; snapchat ስናፕቻት;
pinterest ፒንተረስት; spotify ስፖቲፋይ; paypal ፔይፓል; booking ቡኪንግ; airbnb ኤርቢኤንቢ; feres ፈረስ; yango ያንጎ; zayride ዛይ ራይድ; shop ሾፕ;
market ማርኬት; mart ማርት; boutique ቡቲክ; salon ሳሎን; spa ስፓ; gym ጂም; fitness ፊትነስ; lounge ላውንጅ; resort ሪዞርት; lodge ሎጅ; guest ጌስት;
apartment አፓርትመንት; villa ቪላ; condominium ኮንዶሚኒየም; rent ሬንት; cashier ካሺየር; accountant አካውንታንት; sales ሴልስ; driver ድራይቨር;
nurse ነርስ; supervisor ሱፐርቫይዘር; intern ኢንተርን; training ትሬኒንግ; exam ኤግዛም; quiz ኩዊዝ; scholarship ስኮላርሺፕ; registrar ሬጂስትራር;
campus ካምፓስ; department ዲፓርትመንት; faculty ፋኩልቲ; dean ዲን; vaccine ቫክሲን; diabetes ዲያቤቲስ; cancer ካንሰር; malaria ማላሪያ; cholera ኮሌራ;
paracetamol ፓራሲታሞል; amoxicillin አሞክሲሲሊን; ibuprofen አይቡፕሮፌን; insulin ኢንሱሊን; vitamin ቫይታሚን; omeprazole ኦሜፕራዞል; aspirin አስፕሪን;
customer ከስተመር; crypto ክሪፕቶ; forex ፎሬክስ; token ቶክን; wallet ዋሌት; transfer ትራንስፈር; deposit ዲፖዚት; cheque ቼክ; cash ካሽ; tax ታክስ;
package ፓኬጅ; premium ፕሪሚየም; silver ሲልቨር; coin ኮይን; game ጌም; games ጌምስ; player ፕሌየር; coach ኮች; penalty ፔናሊቲ; offside ኦፍሳይድ;
napoli ናፖሊ; roma ሮማ; ajax አያክስ; porto ፖርቶ; benfica ቤንፊካ; dortmund ዶርትሙንድ; newcastle ኒውካስል; aston አስቶን; brighton ብራይተን;
fulham ፉልሃም; psg ፒ ኤስ ጂ; haaland ሃላንድ; mbappe ምባፔ; salah ሳላህ; saka ሳካ; neymar ኔይማር; ramadan ረመዳን; eid ዒድ; mubarak ሙባረክ;
amen አሜን; bible ባይብል; quran ቁርዓን;
vs ቨርሰስ; ip አይ ፒ; season ሲዝን; episode ኤፒሶድ; play ፕሌይ; admin አድሚን; support ሳፖርት; contact ኮንታክት; jobs ጆብስ; reporter ሪፖርተር; yahoo ያሁ; hotmail ሆትሜይል; outlook አውትሉክ
`
