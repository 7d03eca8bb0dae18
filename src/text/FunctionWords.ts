/**
 * The words that every text of a language is full of: articles, pronouns,
 * particles, postpositions, the verb "to be". They tell languages of one script
 * apart, whatever a text is about. Written by hand; six of the languages were
 * looked over against the Universal Declaration of Human Rights. A word that two
 * languages of one script have (Oromo "in", "of", "an", "ni"; Amharic and
 * Tigrinya "ግን", "ስለ", "ከም") stands in none of their lists.
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u))

export const english = words(`
  the and is are was were be been being am has have had do does did will would can could should shall may might must
  a to for with from by at on or but not no nor so then than that this these those there here it its he she they we you
  i his her their our your my me him them us who whom whose which what when where why how all any some each every more most
  very also only about into over under between after before because while during through please sure yes thanks thank
  hello welcome goodbye sorry certainly however such don't doesn't isn't i'm it's you're let's
`)

export const french = words(`
  le la les un une des du de et est sont était être ont avait que qui dans pour avec sur pas plus ce cette ces il elle ils
  elles nous vous je par au aux ou où mais comme son sa ses leur leurs notre votre mon très aussi bien tout tous toute
  toutes fait peut même entre sans sous après avant depuis oui non merci bonjour voici voilà été c'est l'un d'un d'une
  qu'il qu'elle n'est j'ai aucune chaque ça va salut
`)

/** Somali as it is written since 1972: particles and pronouns, with what they run together with. */
export const somali = words(`
  waa wuu way waxa waxaa waxay waxaan waxaad waxuu wuxuu wuxu ayaa ayay ayuu ayey baa buu bay oo iyo ah ka ku u uu ay la lagu laga
  loo looma soo inuu inay inaan inaad inta isku iska uga ugu leh lahaa leeyahay leedahay leeyihiin yahay tahay yihiin
  ahaa ahayd noqday kale kasta kastaa badan markii marka haddii iyada isaga iyaga aan aanu aad idin kuwa kuwo tani kani
  taas kaas halkaas lakin laakiin sidoo sida sidaas mid qof dadka dalka magaalada caasimadda maxaa maxay maya ma
  aniga adiga xaq xaqa karo kartaa jiray jirtay mahadsanid fadlan wanaagsan waaye ugama kaga kala xagga
  isagoo iyadoo dhan hadana ayadoo nooc dhexe
`)

/** German, Spanish, Italian, Swahili: no words of Afaan Oromo, and none that begin names ("Los Angeles", "Der Spiegel"). */
export const others = words(`
  ist sind und nicht ein eine einen einem mit zu für auf ich sie wir wird werden hat kann auch aber wenn
  es una por para con que muy más pero como cómo está están son hay ser usted hola gracias
  gli della delle che non sono per più questo anche ciao grazie
  kwa katika hii huo hiyo huu cha vya yake wake wenye habari asante kuwa lakini hapana ndiyo ninaweza
`)

/** Afaan Oromo: after Griefenow-Mewis, "A Grammatical Sketch of Written Oromo" (2001). */
export const oromo = words(`
  fi kan akka hin irra irraa keessa keessaa keessatti keessaatti jala gara garaa waan yoo yookaan yookiin yookin yoona yommuu
  yeroo kun kuni kana kanaaf kanaan sun sana sanaa isaan isaa isaaf ishee isheen inni isin isiniif nuti nuyi ati ani koo kee
  keenya keessan keetii isaanii isaaniif malee booda dura duuba wajjin waliin wal wajjiin bira biratti ammoo immoo garuu
  akkasumas illee qofa baay'ee baayyee hunda hundi jira jiru jirti jirta jiran jirtu ture turan turte dha miti ta'e ta'a
  ta'uu ta'an ta'ee ta'us qaba qabu qabdi qabna qabdu danda'a dandeessa danda'ama danda'u jedhu jedha jedhama jedhamu
  jechuun jechuu jedhan jedhe jette kkf fkn maal maaliif maali eenyu eessa eessatti akkam akkamitti yoom meeqa eeyyee
  lakki tokko tokkoon lama kanneen isaanis namni nama namoota biraa biraas mee maaloo galatoomi galatoomaa irratti irraatti
  sababa haala karaa gidduu walitti ofii ofitti bara guyyaa har'a kaleessa bor amma achi asitti yookan moo taanaan
  wajjiniis guddaa guddoo biyya magaalaa mana nagaa ibsa hojii isatti itti ittiin
`)

export const amharic = words(`
  ነው ናት ናቸው ነኝ ነህ ነሽ ነን ናችሁ ነበር ነበረ ነበረች ነበሩ እና ወይም ላይ ውስጥ ጋር ይህ ይህን ይህም ይህች ይህንን ያን ያንን እነዚህ እነዚያ አለ አለች
  አሉ አለኝ አለህ አለሽ አለው አላት አላቸው አለን አለበት አለብን አለባቸው የለም የለውም የሉም አይደለም አይደሉም ሁሉ ሁሉም ብቻ በጣም ደግሞ እንዲሁም ማንኛውም
  ይገባል የሆነ የሆነው የሆኑ የሆነች ሆኖ ሲሆን ሆኖም መሆን መሆኑ መሆኑን ወደ እንደ እስከ ከዚህ በዚህ ለዚህ ስለዚህ በዚያ ከዚያ እሱ እሷ እርሱ እርሷ እነሱ እነርሱ እኛ
  እኔ አንተ አንቺ እርስዎ እናንተ እንዴት ምን ምንም ማን የት መቼ ለምን ጊዜ አንድ ሁለት ሦስት ሶስት እባክዎ እባክህ እባክሽ አመሰግናለሁ በኩል በኋላ በፊት አዎ አይ እሺ
  ይችላሉ ይችላል ትችላለህ ያሉ ያለ ያለው ያላቸው እንዲህ እንደዚህ ጥሩ ሌላ ሌሎች የእኔ የእርስዎ የእሱ የሚል የሚሉ ተብሎ ብሎ ስም ዋና ዛሬ ነገ ትናንት ለማድረግ ማድረግ
`)

export const tigrinya = words(`
  ናይ ኣብ ካብ ናብ ምስ እዩ ኢዩ እያ እዮም እየን እየ ኢያ ኢዮም ነቲ ነታ ነቶም ነተን እቲ እታ እቶም እተን እዚ እዛ እዞም እዘን ነዚ ነዛ ነዞም ብዛዕባ ከምኡ ከምኡውን ዘለዎ
  ዘለዋ ዘለዎም ዘሎ ዘላ ዘለው ኣሎ ኣላ ኣለዉ ኣለው ኣለዎ ኣለዋ ኣለዎም ኣለኒ ኣሎና ነይሩ ነይራ ነይሮም ዝኾነ ዝኾነት ዝኾኑ ይኹን ምዃኑ ምዃን ክኸውን ድማ ኸኣ ከኣ ኣነ
  ንሱ ንሳ ንሕና ንሶም ንስኻ ንስኺ ንስኹም ኣይኮነን ኣይኮንን የለን የብሉን ሓደ ሓንቲ ክልተ ሰለስተ ብዙሕ ብዙሓት ኩሉ ኩሎም ኩላ ኩለን እንታይ መን ኣበይ መዓስ ስለምንታይ
  ከመይ ሎሚ ትማሊ ጽባሕ የቐንየለይ ኣይፋልን ጽቡቕ ይኽእል ይኽእሉ ክሳብ ብዘይ ልዕሊ መንጎ ውሽጢ ቅድሚ ድሕሪ ድሕር እሞ እውን እዋን ማለት'ዩ ስለዝኾነ ኢሉ ኢላ በጃኻ በጃኹም
  ሰባት ነቲኦም እዚኣ እዚኦም ንኹሎም ንኹሉ ዓባይ ንሱን ገለ
`)

/** English words that Afaan Oromo has too, as others: they tell a foreign language where no Oromo is looked for. */
export const englishAndOromo = words("of in an as if")
/** Of the function words, those that stand inside names: "Bank of America", "Côte d'Azur". */
export const inNames = words("of the and for in on at to de la le les du des et a an as if con es")
