/**
 * Natural sentences, written by hand for the test alone: nothing is trained on
 * them, and no number is tuned on them.
 */
import type { Language } from "../../src/Domain.ts"

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const amharic = `
አጎቴ ከገጠር ሲመጣ ማርና ቅቤ ያመጣልናል
የከተማው ቤተ መጻሕፍት እሑድም ክፍት ነው
እኅቴ ስትዘፍን ጎረቤቶች ሁሉ ያዳምጣሉ
አውቶቡሱ ዘግይቶ ስለመጣ ሥራ ላይ አልደረስኩም
የመንደሩ ሽማግሌዎች በዛፉ ጥላ ሥር ተሰበሰቡ
ነጋዴው አዲስ ሱቅ በገበያው መሃል ከፈተ
ሐኪሙ በሽተኛዋን መርምሮ መድኃኒት አዘዘላት
ገበሬዎች ማሳቸውን ለማረስ ዝናቡን እየጠበቁ ነው
እህቴ በሚቀጥለው ዓመት ዩኒቨርሲቲ ትገባለች
በሐይቁ ዳርቻ ብዙ ወፎች ይታያሉ
መምህሩ ለተማሪዎቹ አጭር ታሪክ አነበበላቸው
ትናንት ማታ መብራት ጠፍቶ ነበር
ወንድሜ አዲስ ስልክ ለመግዛት ገንዘብ እያጠራቀመ ነው
የከተማው ከንቲባ አዲሱን ድልድይ መረቁ
ሴትየዋ በእጇ ትልቅ ቅርጫት ይዛለች
በክረምት ወራት ወንዙ ከመጠን በላይ ይሞላል
አያቴ ማታ ማታ ተረት ይነግረን ነበር
ወጣቶቹ በመንደሩ ችግኝ ተከሉ
ዶሮዋ አሥር እንቁላል ጥላለች
ሙሽሮቹ በነጭ መኪና ወደ ቤተ ክርስቲያን ሄዱ
ውሻው ሌሊቱን ሙሉ ሲጮህ አደረ
የቡና ዋጋ በዚህ ሳምንት ጨመረ
አንድ እንግዳ ሰው በሩን አንኳኳ
ተማሪዎቹ ለፈተና ጠንክረው ያጠናሉ
ቤተሰባችን በበዓል ቀን ይሰበሰባል
ሹፌሩ መኪናውን በዝግታ ነዳ
ሰማዩ ጠቁሮ ነጎድጓድ ተሰማ
ልብስ ሰፊው ሱሪዬን አሳጠረልኝ
አውሮፕላኑ ከቀኑ ስድስት ሰዓት ላይ ያርፋል
ጓደኛዬ ከውጭ ሀገር ደብዳቤ ላከችልኝ
እሳቱን ለማጥፋት ሁሉም ሰው ተረባረበ
በዚህ መንደር ንጹሕ ውሃ ማግኘት ከባድ ነው
ሯጩ ውድድሩን በቀላሉ አሸነፈ
ፖሊሱ የጠፋውን ልጅ ለእናቱ አስረከበ
አባቴ በየቀኑ ጋዜጣ ያነባል
ከረጅም ጉዞ በኋላ በጣም ደክሞኛል
ገበያ ላይ ቲማቲምና ሽንኩርት ገዛሁ
ሰዓሊው የተራራውን ሥዕል ጨርሷል
ልጅቷ ጸጉሯን በውሃ ታጠበች
መንግሥት ለአርሶ አደሮች ማዳበሪያ አከፋፈለ
በሬው ከበረት አምልጦ ጠፋ
ባቡሩ በሰዓቱ ከጣቢያው ተነሳ
ሕፃኑ እናቱን ሲያይ ፈገግ አለ
ነገ ጠዋት በማለዳ እንነሳለን
ቤቱ ሦስት ክፍሎችና ሰፊ ግቢ አለው
አንበሳው በጫካው ውስጥ ይኖራል
እባክህ መስኮቱን ዝጋው ይበርደኛል
ዘፋኟ አዲስ አልበም አወጣች
ፈተናው እንዳሰብኩት ከባድ አልነበረም
ጎረቤታችን ጥሩ ሰው ናቸው
ለምሳ ሽሮና ጎመን እንብላ
ኮምፒውተሩ ስለተበላሸ ሥራዬን አልጨረስኩም
የድሮ ፎቶዎችን ሳይ ልጅነቴ ትዝ አለኝ
ንቦች ከአበባ ማር ይሠራሉ
ወታደሮቹ ድንበሩን ይጠብቃሉ
ሠራተኞቹ ደመወዛቸው እንዲጨመር ጠየቁ
በጋው ሲገባ አየሩ ይሞቃል
ቁልፉን የት እንዳስቀመጥኩት ረሳሁ
እግር ኳስ መመልከት በጣም ያስደስተኛል
ፀሐይ ከመጥለቋ በፊት ቤት መድረስ አለብን
የሆስፒታሉ ነርሶች ቀንና ሌሊት ይሠራሉ
አሮጊቷ ሴት ድመቷን ትመግባለች
በመጨረሻም እውነቱ ወጣ
ስብሰባው ለሚቀጥለው ሳምንት ተላለፈ
ወደ ሐዋሳ የሚሄደው መንገድ ተጠግኗል
ጥያቄ ካላችሁ እጃችሁን አንሱ
ድርጅቱ ሃያ አዳዲስ ሠራተኞችን ቀጠረ
ልጁ ከዛፉ ላይ ወድቆ እግሩን ተጎዳ
ይህ መጽሐፍ ስለ ጥንታዊ ነገሥታት ይናገራል
ፍየሎቹ ኮረብታው ላይ ሣር ይግጣሉ
ስልክህን እስካሁን አልመለስክልኝም
አክስቴ ጣፋጭ ዳቦ ትጋግራለች
ከሰዓት በኋላ ወደ ባንክ እሄዳለሁ
የሀገሪቱ ኢኮኖሚ ቀስ በቀስ እያደገ ነው
በጎቹን ከጅብ ለመጠበቅ አጥር ሠሩ
ለእናቱ ቀይ ነጠላ ገዛላት
ዳኛው ፍርዱን ለነገ ቀጠሩት
ተጓዦቹ በበረሃው ውስጥ ውሃ አጡ
ምሽት ላይ ቀዝቃዛ ነፋስ ይነፍሳል
ፊልሙ ከተጠበቀው በላይ ረጅም ነበር
እንግዶቹ ቡና ጠጥተው ሄዱ
ታናሽ እህቴ መዋኘት ተምራለች
ክፍሉን አጽድተን ዕቃዎቹን አስተካከልን
የዘንድሮ ምርት ካለፈው ዓመት ይሻላል
አትክልተኛው ጽጌረዳዎቹን ውሃ አጠጣ
ወረቀቱ ላይ ስምህንና አድራሻህን ጻፍ
በአደጋው የተጎዳ ሰው የለም
ሰኞ ዕለት ቢሮው ዝግ ነው
አዲሱ ሕግ በሚቀጥለው ወር ይጸድቃል
ድሮ እዚህ ቦታ ትልቅ ገበያ ነበር
የአባይ ወንዝ ረጅም ጉዞ ይጓዛል
ልጆች ሆይ ጥርሳችሁን መቦረሽ አትርሱ
ቀበሮዋ ጫጩቶቹን ልትይዝ መጣች
ሥራ ከመጀመራችን በፊት እንመካከር
ምን ያህል ጊዜ እንደሚወስድ አላውቅም
አንቺ የሠራሽው ወጥ በጣም ይጣፍጣል
ደመናው ተገፎ ሰማዩ ጠራ
ሁለቱ ጓደኛሞች ተጣልተው ታረቁ
ይህን ዕድል ማጣት አልፈልግም
መልካም ሥራ ሁልጊዜ ዋጋ አለው
ከሩቅ የመጡት እንግዶች በክብር ተቀበሏቸው
`

const oromo = `
Har'a ganama roobni waan roobeef karaan dhoqqee ta'e
Haati koo ciree irratti daabboo fi shaayii dhiyeessite
Ijoolleen mana barumsaatii yeroo galan kubbaa taphatan
Awutoobisiin turee waan dhufeef hojii irra hin geenye
Jaarsoliin gandaa muka jala walitti qabaman
Daldalaan suuqii haaraa magaalaa keessatti bane
Hakiimni dhukkubsattuu qoratee qoricha ajajeef
Qonnaan bultoonni lafa qotuuf rooba eegaa jiru
Obboleettiin koo bara dhufu yunivarsiitii seenti
Qarqara haroo irratti simbirroonni baay'een mul'atu
Barsiisaan barattootaaf seenaa gabaabaa dubbise
Kaleessa galgala ibsaan badee ture
Obboleessi koo bilbila bituuf maallaqa qusachaa jira
Kantiibaan magaalichaa riqicha haaraa eebbisan
Dubartittiin harka isheetti guuboo guddaa qabdi
Yeroo gannaa lagni guutee yaa'a
Akaakayyuun koo galgala galgala oduu durii nutti hima ture
Dargaggoonni ganda keessatti biqiltuu dhaaban
Lukkuun hanqaaquu kudhan buuste
Misirroonni konkolaataa adiidhaan gara mana amantaa deeman
Sareen halkan guutuu dutaa bule
Gatiin bunaa torban kana dabale
Namni keessummaa tokko balbala rurrukute
Barattoonni qormaataaf cimanii qo'atu
Maatiin keenya guyyaa ayyaanaa walitti dhufu
Konkolaachisaan suuta jedhee oofe
Samiin gurraacha'ee bakakkaan dhaga'ame
Hodhaan kofoo koo naaf gabaabse
Xiyyaarri guyyaa keessaa sa'aatii ja'atti qubata
Hiriyaan koo biyya alaatii xalayaa naaf ergite
Ibidda dhaamsuuf namni hundi walii birmate
Ganda kana keessatti bishaan qulqulluu argachuun rakkisaa dha
Fiigaan sun dorgommicha salphaatti injifate
Poolisiin mucaa bade haadha isaatti deebise
Abbaan koo guyyaa guyyaan gaazexaa dubbisa
Imala dheeraa booda baay'ee dadhabeera
Gabaa irraa timaatimaa fi qullubbii bite
Suuraa gaarichaa kaasee xumureera
Intalattiin rifeensa ishee bishaaniin dhiqatte
Mootummaan qonnaan bultootaaf xaa'oo raabse
Qotiyyoon dallaa keessaa baatee badde
Baaburri yeroodhaan buufata irraa ka'e
Daa'imni haadha isaa argee kolfe
Boru ganama barii kaana
Manichi kutaa sadii fi mooraa bal'aa qaba
Leenci bosona keessa jiraata
Maaloo foddaa cufi na qabbanaa'eera
Weellistuun albama haaraa baafte
Qormaanni akkan yaade ulfaataa hin turre
Ollaan keenya nama gaarii dha
Laaqanaaf ittoo fi raafuu haa nyaannu
Kompiitarichi waan cabeef hojii koo hin xumurre
Suuraa durii yeroon ilaalu ijoollummaa koon yaadadhe
Kanniisni daraaraa irraa damma hojjeti
Loltoonni daangaa biyyaa eegu
Hojjettoonni mindaan akka dabalamuuf gaafatan
Bonni yeroo seenu qilleensi ni ho'a
Furtuu eessa akkan kaa'e irraanfadhe
Kubbaa miilaa ilaaluu baay'een jaalladha
Aduun osoo hin lixin mana ga'uu qabna
Narsoonni hospitaalichaa halkanii guyyaa hojjetu
Jaartiin sun adurree ishee nyaachisti
Dhuma irratti dhugaan ifa ba'e
Walga'iin torban dhufutti darbe
Karaan gara Hawaasaa geessu suphameera
Gaaffii yoo qabaattan harka keessan kaasaa
Dhaabbatichi hojjettoota haaraa digdama qacare
Mucaan muka irraa kufee miila isaa miidhe
Kitaabni kun waa'ee mootota durii dubbata
Re'oonni tulluu irra marga dheedu
Hanga ammaatti bilbila koo naaf hin deebifne
Adaadaan koo daabboo mi'aawaa tolchiti
Waaree booda gara baankii nan deema
Diinagdeen biyyattii suuta suutaan guddachaa jira
Hoolota waraabessa irraa eeguuf dallaa ijaaran
Haadha isaatiif uffata diimaa bite
Abbaan murtii dhimmicha boruuf beellame
Imaltoonni gammoojjii keessatti bishaan dhaban
Galgala bubbeen qabbanaa'aan ni bubbisa
Fiilmichi kan eegamee ol dheeraa ture
Keessummoonni buna dhuganii deeman
Obboleettiin koo xiqqoon bishaan daakuu baratte
Kutaa qulqulleessinee meeshaalee sirreessine
Oomishni baranaa kan bara darbee irra wayya
Namichi daraaraa bishaan obaase
Waraqaa irratti maqaa fi teessoo kee barreessi
Balaa sanaan namni miidhame hin jiru
Wiixata waajjirri ni cufama
Seerri haaraan ji'a dhufu ni ragga'a
Dur bakka kana gabaa guddaatu ture
Lagni Abbayyaa imala dheeraa deema
Yaa ijoollee ilkaan keessan rigachuu hin dagatinaa
Sardiidni cuucoo qabuuf dhufte
Hojii jalqabuu keenya dura haa mari'annu
Yeroo hangamii akka fudhatu hin beeku
Ittoon ati hojjette baay'ee mi'aawa
Duumessi deemee samiin qulqullaa'e
Hiriyoonni lamaan wal lolanii araaraman
Carraa kana dhabuu hin barbaadu
Hojiin gaariin yeroo hunda gatii qaba
Keessummoota fagoodhaa dhufan kabajaan simatan
`

export const natural: Readonly<Record<Language, ReadonlyArray<string>>> = { am: lines(amharic), om: lines(oromo) }
