/**
 * Sentences of everyday life, news, banks, markets, offices, health, schools and
 * farms, with numbers, months and names, written by hand for the test alone:
 * nothing is trained on them, and no number is tuned on them.
 */
import type { Language } from "../../src/Domain.ts"

const lines = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const amharic = `
እባክዎ የሂሳብ ቁጥርዎን እንደገና ያስገቡ
ከሂሳብዎ አምስት መቶ ሃያ ብር ወጪ ተደርጓል
ብድሩን በሦስት ዓመት ውስጥ ከፍለው መጨረስ ይጠበቅብዎታል
የባንኩ ቅርንጫፍ ቅዳሜ እስከ ቀኑ ስድስት ሰዓት ድረስ ክፍት ነው
ዛሬ ጠዋት ገበያ ሄጄ ሁለት ኪሎ ቲማቲም ገዛሁ
ሽንኩርት ስንት ነው ብዬ ስጠይቃት ሰማንያ ብር አለችኝ
የጤፍ ዋጋ ካለፈው ወር ጋር ሲነጻጸር በአሥር በመቶ ጨምሯል
ሚኒስትሩ ትናንት በሰጡት መግለጫ አዲሱ መንገድ በቅርቡ ይመረቃል ብለዋል
በአደጋው ሦስት ሰዎች ቀላል ጉዳት ደርሶባቸዋል
ምክር ቤቱ የዚህን ዓመት በጀት በሙሉ ድምፅ አጽድቋል
ፖሊስ ተጠርጣሪዎቹን በቁጥጥር ሥር ማዋሉን አስታውቋል
ነገ በአብዛኛው የሀገሪቱ ክፍል ዝናብ ይጠበቃል
ልጄ ትኩሳት ስላለው ወደ ጤና ጣቢያ ወሰድኩት
መድኃኒቱን በቀን ሦስት ጊዜ ከምግብ በኋላ ውሰጂ
እርጉዝ እናቶች በየወሩ ክትትል ማድረግ አለባቸው
ሐኪሙ ደም ግፊቴ ከፍ ብሏል አለኝ
የክፍል ኃላፊው ለሁለት ቀን ፈቃድ ሰጡኝ
ማመልከቻዎን ከነፎቶግራፉ ለመዝገብ ቤት ያስረክቡ
ስብሰባው ወደ ሚቀጥለው ሰኞ ተዛውሯል
ቢሮው ምሳ ሰዓት ላይ ስለሚዘጋ ከሰዓት በኋላ ተመለሱ
የአሥራ ሁለተኛ ክፍል ተማሪዎች ፈተናቸውን ጨረሱ
መምህራችን የቤት ሥራ ያልሠራ ተማሪ አይወዱም
ትምህርት ቤታችን መስከረም ሃያ ይከፈታል
ሴት ልጄ በሒሳብ ትምህርት ከክፍሏ አንደኛ ወጣች
አርሶ አደሩ በዚህ ዓመት ጥሩ ምርት አግኝቷል
ማዳበሪያ በወቅቱ ስላልደረሰን ዘር መዝራት ዘገየን
በሬዎቹን አጥምዶ ማሳውን ማረስ ጀመረ
ዝናቡ ቶሎ ከገባ በቆሎ እንዘራለን
ከአዲስ አበባ ወደ ሐዋሳ የሚሄደው አውቶቡስ ሞልቷል
ባሕር ዳር ጣና ሐይቅ ዳር የምትገኝ ውብ ከተማ ናት
ለማና ትዕግስት ባለፈው እሑድ ተጋቡ
አበበ የገዛው መኪና አንድ ሚሊዮን ሁለት መቶ ሺህ ብር ያወጣል
ታላቅ ወንድሜ ጅማ ውስጥ ቡና ይነግዳል
እናቴ ለበዓሉ ዶሮ ወጥ እየሠራች ነው
እንኳን ለአዲሱ ዓመት በሰላም አደረሳችሁ
ቤት ኪራይ በየወሩ አራት ሺህ ብር እከፍላለሁ
ስልኬ ተበላሽቶ ስለነበር ልደውልልህ አልቻልኩም
ትናንት ሌሊት መብራት ስለጠፋ ሳናጠና ተኛን
ውሃ በሳምንት ሁለት ቀን ብቻ ነው የሚመጣው
ልጆቹ ከትምህርት ቤት ሲመለሱ ኳስ ይጫወታሉ
አያቴ የዘጠና ዓመት አዛውንት ናቸው
ታክሲ ለማግኘት አንድ ሰዓት ሙሉ ተሰለፍን
ይህ መንገድ ወደ ፒያሳ ይወስዳል ወይ
እባክህ መስኮቱን ዝጋው በጣም ይበርዳል
ምን ዓይነት ሥራ እንደምትፈልግ ንገረኝ
ከጓደኞቼ ጋር ሆቴል ውስጥ እራት በላን
የኢትዮጵያ አትሌቶች ሁለት የወርቅ ሜዳሊያ አገኙ
ብሔራዊ ቡድኑ ሁለት ለአንድ በሆነ ውጤት አሸነፈ
ጋዜጠኛው ስለ አካባቢ ጥበቃ ዘገባ አቀረበ
ከንቲባዋ የከተማዋን ነዋሪዎች አመሰገኑ
መንግሥት ለተፈናቃዮች የምግብ እርዳታ እያቀረበ ይገኛል
የነዳጅ እጥረት በከተማዋ ረጅም ሰልፍ ፈጥሯል
በስልክ ቁጥሬ ደውላችሁ ልታገኙኝ ትችላላችሁ
የይለፍ ቃልዎን ለማንም ሰው አይንገሩ
ክፍያው በተሳካ ሁኔታ ተፈጽሟል
ደንበኛችን ስለመረጡን እናመሰግናለን
ዶክተር ሰላማዊት ዛሬ ታካሚዎችን አይቀበሉም
ጥር ሰባት ቀን ከጠዋቱ ሦስት ሰዓት ተኩል እንገናኝ
እህቴ ከዩኒቨርሲቲ በኮምፒውተር ሳይንስ ተመረቀች
ድመቷ አልጋ ሥር ተደብቃ አይጥ ትጠብቃለች
`

const oromo = `
Maaloo lakkoofsa herrega keessanii irra deebi'aatii galchaa
Herrega keessan irraa qarshiin dhibba shanii fi digdamni baheera
Liqii kana waggaa sadii keessatti kaffalanii xumuruu qabdu
Damee baankii kanaatti Sanbata duraa hanga sa'aatii jahaatti hojjetama
Har'a ganama gabaa dhaqee timaatima kiiloo lama bite
Qullubbiin meeqa jedheen gaafannaan qarshii saddeettama naan jette
Gatiin xaafii ji'a darbe irra dhibbeentaa kudhan dabaleera
Ministirichi ibsa kaleessa kennaniin daandiin haaraan dhiyootti eebbifama jedhan
Balaa kanaan namoonni sadii miidhaa salphaan irra gahe
Caffeen baajata bara kanaa sagalee guutuun raggaasise
Poolisiin shakkamtoota to'annoo jala oolchuu isaa beeksise
Boru bakka hedduutti roobni ni eegama
Mucaan koo waan ho'a qabuuf gara buufata fayyaa geesse
Qoricha kana guyyaatti si'a sadii nyaata booda fudhadhu
Haadholiin ulfaa ji'a ji'aan hordoffii gochuu qabu
Hakiimni dhiibbaan dhiigaa kee ol ka'eera naan jedhe
Itti gaafatamaan kutichaa guyyaa lamaaf eeyyama naa kenne
Iyyata keessan suuraa wajjin galmeetti galchaa
Walgahiin gara Wiixata dhufuutti darbeera
Waajjirri sa'aatii laaqanaa waan cufamuuf waaree booda deebi'aa
Barattoonni kutaa kudha lamaffaa qormaata isaanii xumuran
Barsiisaan keenya barataa hojii manaa hin hojjenne hin jaallatu
Manni barumsaa keenya Fulbaana digdama banama
Intalli koo barnoota herregaatiin daree isheetii tokkoffaa baate
Qonnaan bulaan bara kana oomisha gaarii argate
Xaa'oon yeroodhaan waan nu hin geenyeef facaasuun duubatti hafe
Qotiyyoo isaa camadee oyiruu qotuu jalqabe
Roobni dafee yoo roobe boqqolloo facaafna
Awutoobisiin Finfinnee irraa gara Hawaasaa deemu guutameera
Magaalaan Jimmaa buna ishiitiin beekamti
Tolaa fi Caaltuun Dilbata darbe wal fuudhan
Konkolaataan Gammachuun bite qarshii miliyoona tokkoo fi kuma dhibba lama baasa
Obboleessi koo hangafti Naqamteetti buna daldala
Haati koo ayyaanaaf ittoo lukkuu hojjechaa jirti
Baga waggaa haaraa nagaan geessan
Kiraa manaa ji'atti qarshii kuma afur nan kaffala
Bilbilli koo waan cabeef siif bilbiluu hin dandeenye
Eda halkan ibsaan waan badeef osoo hin qo'atin rafne
Bishaan torbanitti guyyaa lama qofa dhufa
Ijoolleen yeroo mana barumsaatii galan kubbaa taphatu
Akaakoon koo jaarsa waggaa sagaltamaati
Taaksii argachuuf sa'aatii tokko guutuu hiriirre
Daandiin kun gara buufata konkolaataatti nama geessaa
Maaloo foddaa sana cufi baay'ee qabbanaa'a
Hojii akkamii akka barbaaddu natti himi
Hiriyyoota koo wajjin hoteela keessatti irbaata nyaanne
Atileetonni Itoophiyaa meedaaliyaa warqee lama argatan
Gareen biyyaalessaa lamaa fi tokkoon injifate
Gaazexeessichi waa'ee eegumsa naannoo gabaasa dhiyeesse
Kantiibaan jiraattota magaalattii galateeffatan
Mootummaan warra buqqa'aniif gargaarsa nyaataa dhiyeessaa jira
Hanqinni boba'aa magaalaa keessatti hiriira dheeraa uumeera
Lakkoofsa bilbila kootiin bilbiltanii na argachuu dandeessu
Jecha darbii keessan nama kamittuu hin himinaa
Kaffaltiin keessan milkaa'inaan raawwatameera
Maamila keenya nu filachuu keessaniif galatoomaa
Doktar Hawwiin har'a dhukkubsattoota hin simattu
Amajjii torba ganama sa'aatii sadii fi walakkaatti wal argina
Obboleettiin koo yunivarsiitii irraa saayinsii kompiitaraatiin eebbifamte
Adurreen siree jala dhokattee hantuuta eegdi
`

/** Sixty sentences of each language. */
export const fresh: Readonly<Record<Language, ReadonlyArray<string>>> = { am: lines(amharic), om: lines(oromo) }
