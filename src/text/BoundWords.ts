/**
 * Words that are said in one breath with the word before or after them. Written
 * by hand: Amharic after Leslau, "Reference Grammar of Amharic" (1995), chapters
 * on postpositions, copula and numerals; Afaan Oromo after Griefenow-Mewis,
 * "A Grammatical Sketch of Written Oromo" (2001), on postpositions and particles.
 */
const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/u)

/** Postpositions, copulas and particles that follow what they belong to. */
export const followers: ReadonlySet<string> = new Set(
  words(`
  ላይ ላይም ዙሪያ ሳቢያ አንጻር አንፃር ረገድ በኩል ወዲህ ጀርባ ማዶ ውስጥ ውስጥም ጋር ጋራ ሥር ስር አጠገብ ፊት ኋላ በኋላ በፊት ጀምሮ ድረስ በላይ በታች በስተቀር መካከል ዘንድ አካባቢ ውጭ ውጪ ጎን ባሻገር አማካኝነት ምክንያት
  ደግሞ ደግሞም እንኳ እንኳን ብቻ ግን ጭምር ያህል ገደማ ሁሉ ሁሉም በሙሉ ሳይቀር በቀር ይልቅ
  ነው ናት ናቸው ነኝ ነህ ነሽ ነን ናችሁ ነበር ነበረ ነበረች ነበሩ ነበርኩ ነበርን የነበረ የነበረው የነበሩ የነበሩት የነበረች ነውና ነውን አይደለም አይደለችም አይደሉም ነዎት ይሆናል ኖሯል እንጂ
  ይችላል ይችላሉ ይቻላል አለበት አለባቸው ይገባል አልቻለም አልቻሉም ተኩል ሩብ ነጥብ በመቶ ፐርሰንት
  irra irraa irratti irraan irraas jala jalaa jalatti keessa keessaa keessatti keessaan bira biraa biratti wajjin wajjiin
  waliin booda boodas boodaa dura duraa duratti malee illee immoo ammoo qofa qofaa qofti qofaan qofaaf duuba duubaan gubbaa gidduu gidduutti cina
  cinaatti dha dhaa ti miti ture turte turan turre turree jira jirti jirta jiru jirtu jirra jiran keessaas tti ol gadi
  ala alatti olii oliitti eegalee kaasee kaastee
  danda'a danda'u danda'an danda'ama dandeessi dandeenya qaba qabdi qabu qabna qaban
  kun kuni kana kanaa kanaaf kanatti sun suni sana sanaa isaa ishee koo kee keenya keessan isaanii isaatii hunda hundi hundaa
  hundumaa biroo tokko tokkoo
  `)
)

/** Words that may not be left alone before what they belong to: conjunctions, preverbs, prepositions that are written apart. */
export const leaders: ReadonlySet<string> = new Set(
  words(`
  እና እንዲሁም ወይም ወይ ወይስ ወደ ስለ እንደ እስከ ከ በ ለ የ እየ ያለ ያለምንም ነገር ምንም በጣም እጅግ ማንኛውም እያንዳንዱ እያንዳንዷ እነ ወዘተ በየ ስለዚህ ምክንያቱም ነጥብ ምን ማን የት መቼ ለምን እንዴት ስንት ይህ ይህን ያ ያንን እነዚህ
  fi hin akka ni nan haa gara kan waan yoo yookaan yookiin yookin ykn moo hanga hamma eega erga waa'ee sababii osoo utuu otoo
  gaafa yommuu yemmuu yeroo wal of ofitti ofirraa in an itti walitti ol gad gadi baay'ee akkuma kanneen warra al garuu akkan waanan kanan yoon yommuun tuqaa
  the a to from with by at on for and or but is are was were my your his her our their this that
  `)
)

/** Titles, which stand before a name. */
export const titles: ReadonlySet<string> = new Set(
  words(`
  አቶ ወይዘሮ ወይዘሪት ዶክተር ፕሮፌሰር ኢንጂነር ኢንጅነር መምህር ኮሎኔል ጄኔራል ጀነራል ሻለቃ ሻምበል ቀሲስ ቄስ አባ መምሬ ሼህ ሼክ ሐጂ ሀጂ ኡስታዝ ፓስተር ንጉሥ ንጉስ አፄ አጼ ዐፄ ልዑል
  ልዕልት ራስ ደጃዝማች ፊታውራሪ ቀኛዝማች ግራዝማች ሚኒስትር ፕሬዚዳንት ፕሬዝዳንት ከንቲባ ኮማንደር ኢንስፔክተር አምባሳደር ዳኛ ጋሽ እትዬ አርቲስት አሠልጣኝ አሰልጣኝ ሳጅን ሊቀ
  ወ/ሮ ወ/ሪት ወ/ት ዶ/ር ፕ/ር ረ/ፕ/ር ኢ/ር መ/ር ኮ/ል ጄ/ል ሜ/ጄ ብ/ጄ ሌ/ጄ ጠ/ሚ/ር ጠ/ሚ ቅዱስ ቅድስት
  obbo aadde addee doktar doktor dooktar dooktara doktara piroofeesara piroofeesar profeesara injinar injiinar injiinara
  koloneel jeneraal jeneraala haaji haajii sheek sheekh luba qees pirezidaantii pirezidantii ministira ministirri kantiibaa
  ambaasaaddar barsiisaa barsiistuu komaandar inspeektar artist artistii leenjisaa
  dr prof inj obb ob add aad piro mr mrs ms
  `)
)

/** The first part of what is one word in two: construct state, compound names of persons, places and offices. */
export const openers: ReadonlySet<string> = new Set(
  words(`
  ገብረ ወልደ ኃይለ ሃይለ ኀይለ ተክለ ወርቀ ዘርዐ ዘርአ አምደ ክፍለ ቤተ ቤት ዓመተ ዐመተ አመተ ቅድመ ጽሕፈት ጽህፈት ፍርድ መሥሪያ መስሪያ አዲስ ድሬ ባሕር ባህር ደብረ ጠቅላይ ምክትል ኪሎ ሴንቲ ሚሊ
  ሰሜን ደቡብ ምሥራቅ ምስራቅ ምዕራብ አየር ዋና ሥርዓተ ስርዓተ ሕገ ህገ መጽሐፈ ዶግማ ትምህርት ርዕሰ ርእሰ ሥነ ስነ ዕለተ ዐውደ አውደ መርሐ መርሃ ዘመነ ባሕረ ማኅበረ ቃለ
  ነገረ ሀገረ አገረ ድኅረ ኪነ ዐቃቤ ዓቃቤ አቃቤ ክብረ ነፍሰ እኩለ ቅርጸ ቅርፀ ምጣኔ ባለ
  adda addaan mana magaalaa kiiloo seentii miilii abbaa haadha aanaa godina yuunivarsiitii lakkoofsa bilbila
  fulbaana onkololeessa sadaasa muddee amajjii guraandhala bitootessa elba ebla caamsaa waxabajjii adoolessa hagayya bara
  መስከረም ጥቅምት ኅዳር ህዳር ታኅሣሥ ታህሳስ ታኅሳስ ጥር የካቲት መጋቢት ሚያዝያ ሚያዚያ ግንቦት ሰኔ ሐምሌ ሀምሌ ነሐሴ ነሃሴ ጳጉሜ ጳጉሜን
  `)
)

/** Common given names, which a second name follows. */
export const names: ReadonlySet<string> = new Set(
  words(`
  አበበ ከበደ አልማዝ ተስፋዬ ደረጀ ታደሰ ሰለሞን ሳምሶን ዮሐንስ ዳዊት ሙሉጌታ ሙሉ ግርማ ብርሃኑ ብርሃን ጌታቸው ኃይሌ ሀይሌ ቀነኒሳ ደራርቱ ጥሩነሽ መሠረት መሰረት አስቴር ቴዎድሮስ ሄኖክ
  ማርታ ማርያም ሳራ ሣራ ሕይወት ህይወት ትዕግስት ትዕግሥት ሰላማዊት ፀሐይ ጸሐይ ዘነበ ዘነበች ወርቁ አለማየሁ ዓለማየሁ ዐቢይ አብይ መለስ መንግሥቱ ዘውዴ ሳህለወርቅ ገነት አሰፋ በቀለ
  ተሾመ ለማ ነጋሽ ይልማ ፍቅሩ ፍቅርተ ሀና ሐና ቤተልሔም ኤልሳቤጥ ዳንኤል ሚካኤል ገብርኤል ያሬድ ናትናኤል አቤል ካሳ ካሳሁን ጫልቱ ቶላ ጫላ ሌንሳ
  tolaa tola tolaan caalaa caaltuu gammachuu gammachiis lammaa leensaa dhaabaa guutaa guutamaa baqqalaa biqilaa dammee abarraash
  margaa tasfaayee abbabaa kabbadaa almaaz girmaa daraartuu dararttuu qananiisaa xurunash ayyaantuu bonsaa bontuu hawwii
  moosisaa namoo oliiqaa raggaasaa simboo tulluu waaqgaarii yohaannis daawwit mahaammad ahmad faaxumaa kadir jamaal abdii iftuu
  `)
)

/** Numerals; what an Amharic one has before it and behind it is taken off first. */
export const numerals: ReadonlySet<string> = new Set(
  words(`
  ዜሮ አንድ ሁለት ሦስት ሶስት አራት አምስት ስድስት ሰባት ስምንት ዘጠኝ አሥር አስር አሥራ አስራ ሃያ ሀያ ሠላሳ ሰላሳ አርባ ሃምሳ ሀምሳ ስልሳ ስድሳ ሰባ ሰማንያ ሰማኒያ ዘጠና መቶ ሺህ ሺ
  ሚሊዮን ቢሊዮን ትሪሊዮን
  afran sadan sadeen saglan zeeroo tokko lama lamaa sadii sadi afur afurii shan shanii ja'a ja'aa jaha torba torbaa saddeet sagal kudhan kudha digdama
  digdamii digdamaa soddoma soddomii afurtama afurtamii shantama shantamii jaatama jaatamii torbaatama torbaatamii saddeettama
  saddeettamii sagaltama sagaltamii dhibba dhibbaa kuma kumaa miliyoona miliyoonaa biliyoona
  `)
)

/** What is counted: units, money, times. */
export const units: ReadonlySet<string> = new Set(
  words(`
  ብር ሳንቲም ዶላር ዩሮ ሰዓት ሰዓታት ሰአት ደቂቃ ደቂቃዎች ሰከንድ ሰከንዶች ቀን ቀናት ሳምንት ሳምንታት ወር ወራት ዓመት ዓመታት አመት አመታት ዓመተ ኪሎ ኪሎሜትር ኪሎግራም ሜትር ግራም ሊትር ሄክታር ኩንታል
  ዲግሪ በመቶ ፐርሰንት ጊዜ እጥፍ ገጽ ቁጥር ስልክ ምዕራፍ አንቀጽ ክፍል ሴንቲ ሚሊ ካሬ ኪሜ ቶን
  fal'aana koobbaayyaa shiinii qaruuraa qarshii saantima saantimni doolaara yuuroo sa'aatii sa'a sa'atii daqiiqaa sekondii guyyaa guyyoota torban torbee ji'a ji'oota
  waggaa bara dhibbeentaa kiiloo meetira kiiloomeetira kiiloogiraama giraama liitira heektaara kuntaala digirii lakkoofsa boqonnaa
  keeyyata keewwata kutaa fuula harka si'a birrii toonii
  km kg cm mm mb gb tb kb km/h kwh etb birr usd
  `)
)
