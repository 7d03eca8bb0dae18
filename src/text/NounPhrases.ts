/**
 * What belongs to one noun phrase, told by the forms of the words: Amharic has
 * attributes before their noun (Leslau 1995, "Adjectives", "The relative verb"),
 * Afaan Oromo adjectives, possessors and measures behind it (Griefenow-Mewis
 * 2001, "The noun phrase").
 */
const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/u))

const amharicPrefix = /^(?:እንደ|እስከ|ስለ|ወደ|[በለከየ])(?=.{2})/u

/** Adjectives and quantifiers that are not told by their endings. */
const amharicAdjectives = words(`
  ትልቅ ትንሽ ታላቅ ታናሽ ጥሩ መጥፎ ሌላ ሌሎች ብዙ ጥቂት በርካታ ምርጥ ረጅም አጭር ልዩ ዓለም አለም አቀፍ አቀፋዊ አብዛኛው አብዛኛዎቹ አብዛኞቹ የተለያዩ የተለያየ ዘመናዊ ሕዝባዊ ሙሉ አነስተኛ ከፍተኛ ዝቅተኛ
  መካከለኛ ዘንድሮው ትናንቱ ዛሬው አሁኑ አምናው ዚህ ዚያ ዚሁ ዚያው እነዚህ እነዚያ ባለፈው ባለፈችው ባለፉት በሚቀጥለው በሚቀጥሉት ካለፈው ካለፉት ላለፉት
`)
/** The -ው of "the one that", behind a consonant and ä: the first letter of each row of fidel. */
const ROW = 8
const FIDEL = 0x1200
const endsInA = (word: string): boolean => (word.charCodeAt(word.length - 1) - FIDEL) % ROW === 0
const isRelative = (word: string): boolean =>
  (/^[በለ].{3,}/u.test(word) && endsInA(word)) ||
  (/^(?:[በለከባላካ]|ስለ|ወደ).{2,}ው$/u.test(word) && (word.charCodeAt(word.length - 2) - FIDEL) % ROW === 0)

const amharicNot = words("የት የለም የሉም የለኝም የለውም የለንም የላቸውም የላትም የካቲት የሆነ ሰው ለሰው ከሰው በሰው")
/** Nouns in -ና; all others have "and" there. */
const inNa = words("ጤና ዜና ገና ደህና ቀና ቡና መና ዳና ልዕልና ብልጽግና ትህትና ምስጋና ሕክምና ህክምና ግብርና ጋና ቻይና ፈተና ዝና")
const joinsNext = (word: string): boolean => /.{2}ና$/u.test(word) && !inNa.has(word.replace(amharicPrefix, ""))

const isAmharicAttribute = (word: string): boolean => {
  if (amharicNot.has(word)) return false
  const bare = word.replace(amharicPrefix, "")
  const isAdjective =
    amharicAdjectives.has(word) || amharicAdjectives.has(bare) || /(?:.ዊ(?:ው|ዋ|ት|ያን)?|ተኛ(?:ው|ዋ)?)$/u.test(bare)
  return /^የ.{2}/u.test(word) || isAdjective || isRelative(word) || joinsNext(word)
}

/** What stands behind the name of a place or body, as part of it. */
const amharicHead =
  /^(?:ከተማ|ክልል|ዞን|ወረዳ|ቀበሌ|ክፍለ|ዩኒቨርሲቲ|ዩኒቨርስቲ|ሆስፒታል|ወንዝ|ሐይቅ|ተራራ|ባንክ|ሆቴል|ቢሮ|ሚኒስቴር|ኮሌጅ|ድርጅት|ኮሚሽን|አስፈጻሚ|አስፈፃሚ|አስኪያጅ|መስተዳድር|አደር|አደሮች|ፓርክ|ጣቢያ)(?:ው|ዋ|ን|ም|ና|ዎች)?$/u
/** "Become", "can", "want", "begin" behind what completes them. */
const amharicCompleted =
  /^(?:ሆኖ|ሆና|ሆነው|ሆነ|ሆነች|ሆኑ|ሆኗል|ሆነዋል|የሆነ|የሆነው|የሆነች|የሆኑ|የሆኑት|መሆኑ|መሆኑን|መሆን|ለመሆን|በመሆን|በመሆኑ|ሳይሆን|ሳትሆን|ሊሆን|እንዲሆን|ሲሆን|ስለሆነ|ካልሆነ|ከሆነ)$/u
const infinitive = /^(?:ለ?[መማ]|ሊ|ልት|ል|እንዲ).{2}/u
const modal =
  /(?:ቻለ|ቻለች|ቻሉ|ቻልን|ቻልኩ|ቻልኩም|ችላል|ችላለች|ችላሉ|ችል|ችሉ|ችልም|ችሏል|ፈለገ|ፈለገች|ፈለጉ|ፈልጋል|ፈልግ|ፈለኩም|ፈለግኩም|ጀመረ|ጀመረች|ጀመሩ|ጀምሯል|ሞከረ|ሞከሩ)(?:ም)?$/u
/** Second and third names in one word with "servant of", "son of" and the like. */
const compoundName = /^(?:ገብረ|ወልደ|ኃይለ|ሃይለ|ተክለ|ፍቅረ|ሣህለ|ሳህለ|ብርሃነ|ዘርዓ|አምደ)\p{Script=Ethiopic}{2}/u
/** What is measured stands behind them. */
const amharicMeasures = words("ኪሎ ኪሎግራም ሊትር ኩንታል ግራም ቶን ሄክታር ኪሎሜትር ሜትር ቢሊዮን ሚሊዮን ሺህ ሺ")

const amharicTimes = words(
  "ሰኞ ማክሰኞ ረቡዕ ሐሙስ ሀሙስ ዓርብ አርብ ቅዳሜ እሑድ እሁድ ዛሬ ትናንት ነገ ጠዋት ማታ ምሽት ሌሊት ቀን ጧት ማምሻውን ዛሬም ሰሞኑን አሁን ሁልጊዜ ዘንድሮ አምና ቀደም ሲል"
)

const isAmharicPair = (left: string, right: string): boolean =>
  (amharicTimes.has(left) && amharicTimes.has(right)) ||
  amharicMeasures.has(left) ||
  amharicHead.test(right) ||
  amharicCompleted.test(right) ||
  compoundName.test(right) ||
  (infinitive.test(left) && modal.test(right)) ||
  isAmharicAttribute(left)

/** "Our", "your", "their" behind a vowel, which is no plural with a case. */
const isPossessed = (word: string): boolean =>
  /..ችን$/u.test(word) && (word.charCodeAt(word.length - 3) - FIDEL) % ROW === POSSESSIVE
const POSSESSIVE = 3

/** A case, a preposition, a verb that does not end its sentence, a plural: what follows is another phrase. */
const amharicEnd = /ን$|ዎች$|ዎቹ$|ው$|[ሆሎሖሞሦሮሶሾቆቦቶቾኖኞኦኮዎዞዦዮዶጆጎጦጮጾፎፖ]$|^(?:እንደ|ሲ|እየ).{2}/u
const amharicStart = /^(?:[በለከየ]|ስለ|ወደ|እስከ|እንደ).{2}/u

const times = words(
  "kaleessa har'a boru ganama galgala guyyaa halkan waaree amma dheengadda iftaan wiixata kibxata roobii kamisa jimaata sanbata dilbata"
)
/** A time of day or a day, as it stands or with a case. */
const isTime = (word: string): boolean => times.has(word) || times.has(word.replace(/a(?:atti|af|an)$/u, "a"))
/** Behind their noun, in all cases. */
const oromoAttribute =
  /^(?:gudd(?:aa|oo|icha|ittii)|xiqqaa|xiqqoo|xinnaa|xinnoo|haara|haaraa|haaroo|moofaa|gaarii|hamaa|hamtuu|dheer(?:aa|oo)|gabaab(?:aa|duu)|bareed(?:aa|duu)|diim(?:aa|tuu)|adii|gurraa(?:cha|ttii)|olaan(?:aa|oo|tuu)|filatam(?:aa|oo)|biyyoolessaa|biyyaalessaa|addaa|hangaf(?:a|aa|ni|ticha)|quxisuu|qulqulluu|cim(?:aa|oo|tuu)|jab(?:aa|oo|duu)|muummee|hedduu|baay'ee|garaagaraa|biraa|biroo|jalqabaa|duraa|ammayyaa|mataa|waliigalaa|aadaa|darbe|darbee|darban|dhufu|aanu|tokkollee|tokkoyyuu|tokko|\p{L}+ffaa|\p{L}+aawaa)(?:n|f|s|tti|rraa|rratti|dha)?$/u
const oromoPossessor =
  /^(?:koo|koot|kee|keet|isaa|isaat|ishee|isheet|keenya|keenyaa|keenyaat|keessan|keessaniit|isaanii|isaaniit|ofii|ofiit)(?:i|ii|iin|iif|itti|irraa|n|s|f|tti|rraa|nis)?$/u
const pronouns = words("isaan isaanis isheen isheenis")
const objects = words("na si nu isa isas nas sis")
const oromoMeasure =
  /^(?:kiiloo|kiiloogiraama|liitira|kuntaala|giraama|heektaara|toonii|meetira|kiiloomeetira|fal'aana|koobbaayyaa|shiinii|qaruuraa)$/u
const oromoCompound = words("qonnaan manneen mana hojii miila daandii seera naannoo yeroo giddu idil walii")
const oromoCompleted = /^(?:danda'|dandee|dadhab|barbaa|eegal|jalqab|qab|tur)/u

/** A noun without a case: what has a long vowel behind it, or a name, may be its possessor. */
const isOromoNoun = (word: string): boolean =>
  /.{3}(?:a|aa|ii|oo|oota|lee)$|^.{2,4}uu$/u.test(word) &&
  !/(?:tti|rraa|irra|itti)$/u.test(word) &&
  !times.has(word) &&
  !oromoAttribute.test(word) &&
  !oromoPossessor.test(word)
const mayPossess = (word: string): boolean =>
  /.{2}(?:aa|ii|oo|uu)$/u.test(word) && !/(?:rraa|keessaa|anii)$/u.test(word) && !oromoStart.test(word)
/** Prepositions and conjunctions, kinds of places before their names. */
const oromoStart =
  /^(?:yeroo|akka|kan|yoo|erga|waan|gara|waa'ee|hanga|naannoo|sababa|osoo|utuu|otoo|yommuu|kanneen|warra|keessumaa|magaalaa|godina|aanaa|ganda|obbo|aadde|bara|guyyaa|sa'aatii)$/u

const isOromoPair = (left: string, right: string, isNamed: boolean, isName: boolean): boolean =>
  oromoAttribute.test(right) ||
  (oromoPossessor.test(right) && !pronouns.has(right)) ||
  oromoMeasure.test(right) ||
  objects.has(left) ||
  oromoCompound.has(left) ||
  (times.has(left) && isTime(right)) ||
  (/.{2}uu$/u.test(left) && oromoCompleted.test(right)) ||
  (isOromoNoun(left) && (isName || (!isNamed && mayPossess(right))))

const oromoEnd = /(?:tti|rraa|irra|itti|ttis|ee|nii|[^aeiou]?f|an|iin|uun|aan|oonni|een|oon|ni)$/u

/** How two words of one sentence stand: within one phrase, between two, or it cannot be told. */
export type Standing = "within" | "between" | "unknown"

/** Of Amharic; both words are without marks. */
export const amharicStanding = (left: string, right: string): Standing => {
  if (isAmharicPair(left, right)) return "within"
  const isEnd = amharicTimes.has(left) || (amharicEnd.test(left) && !isPossessed(left))
  return isEnd || amharicStart.test(right) ? "between" : "unknown"
}

/** Of Afaan Oromo; both words are without marks and capitals. `isNamed` and `isName` say which of them had one. */
export const oromoStanding = (left: string, right: string, isNamed: boolean, isName: boolean): Standing => {
  if (isOromoPair(left, right, isNamed, isName)) return "within"
  const isEnd = times.has(left) || (oromoEnd.test(left) && !mayPossess(right))
  return isEnd || oromoStart.test(right) ? "between" : "unknown"
}
