/**
 * How neighbouring words of Amharic stand, told by their forms: attributes are
 * before their noun, what completes a verb before the verb, and a noun without a
 * case leans on what follows (Leslau 1995, "Adjectives", "The relative verb",
 * "The direct object").
 */
import { numerals, openers, units } from "./BoundWords.ts"
import { type Neighbours, type Standing, wordSet } from "./Standing.ts"

/** Not those that have the letter of a preposition for their first. */
const prefix =
  /^(?!በጀት|በሽታ|በዓል|በአል|በረሃ|በረሀ|በሬ|በር(?:[ኑን]|$)|በግ|በቆሎ|በጎ|በርበሬ|በረዶ|በረራ|በርሜል|በረከት|ከተማ|ከተሞ|ከንቲባ|ከብት|ከሰል|ከፍ|ከዋክብት|ለውጥ|ለቅሶ|ለማኝ|ለሊት|ለጋ|ወደብ|እንደራሴ|የካቲት|ከባድ|ከረጢት)(?:እንደ|እስከ|ስለ|ወደ|[በለከየ])(?=.{2})/u

/** Fidel stands in rows of eight: one consonant with each vowel. */
const ROW = 8
const FIDEL = 0x1200
const Order = { ä: 0, u: 1, a: 3, ɨ: 5, o: 6 } as const
/** The order of the letter so many from the end. */
const order = (word: string, fromEnd = 1): number => (word.charCodeAt(word.length - fromEnd) - FIDEL) % ROW

/** Nouns in -ን, which is no accusative. */
const inN =
  /(?:ዘመን|ወገን|ፃን|ጻን|ሥልጣን|ስልጣን|ብርሃን|ኪዳን|ቪዥን|ፕላን|ሚሊዮን|ቢሊዮን|ቀን|ሐዘን|ሀዘን|ሊቃን|ክርስቲያን|ውያን|ህራን|ዱሳን|ድቃን|ዲን|ካህን|ዓይን|አይን|ዝሆን|ጎን|ማዕድን|ሰይጣን|ልሳን|መኮንን|ሕፃን|ዘይቱን|ማሽን|ሽን)$/u
const isAccusative = (word: string): boolean => /.ን$/u.test(word) && !inN.test(word)

/** A word without the accusative, "also" and the article. */
export const indefinite = (word: string): string => {
  const bare = word.replace(/(?<=.{2})(?:ንም|[ንምስ])$/u, "")
  if (/.{2}[ውዋ]$/u.test(bare)) return bare.slice(0, -1)
  if (order(bare) !== Order.u || bare.length < 2) return bare
  return bare.slice(0, -1) + String.fromCharCode(bare.charCodeAt(bare.length - 1) + Order.ɨ - Order.u)
}

/** "First" to "one": an ordinal without its ending, whose vowel the numeral has not. */
export const ofOrdinal = (word: string): string => {
  const bare = indefinite(word).replace(/(?<=.)ኛ$/u, "")
  if (bare.length < 2 || order(bare) !== Order.ä) return bare
  return bare.slice(0, -1) + String.fromCharCode(bare.charCodeAt(bare.length - 1) + Order.ɨ)
}

/** Adjectives and quantifiers that are not told by their endings. */
const adjectives = wordSet(`
  ትልቅ ትንሽ ታላቅ ታናሽ ጥሩ መጥፎ ሌላ ሌሎች ብዙ ጥቂት በርካታ ምርጥ ረጅም አጭር ልዩ ዓለም አለም አቀፍ አቀፋዊ አብዛኛው አብዛኛዎቹ አብዛኞቹ የተለያዩ የተለያየ ዘመናዊ ሕዝባዊ ሙሉ አነስተኛ ከፍተኛ ዝቅተኛ
  መካከለኛ ዘንድሮው ትናንቱ ዛሬው አሁኑ አምናው ዚህ ዚያ ዚሁ ዚያው እነዚህ እነዚያ ባለፈው ባለፈችው ባለፉት በሚቀጥለው በሚቀጥሉት ካለፈው ካለፉት ላለፉት ላለፈው ይህ ያ ይህን ያን ይህች ያች ያንን ይህንን በዚህ በዚያ
  ጥቁር ነጭ ቀይ ሰማያዊ አረንጓዴ ቢጫ ሰፊ ጠባብ ከባድ ቀላል ጥልቅ ንጹሕ ንጹህ ንፁህ አዲስ አሮጌ ጠንካራ ደካማ ቆንጆ ውብ ጣፋጭ መራራ ሞቃት ቀዝቃዛ ወፍራም ቀጭን ድሃ ሀብታም ሃብታም ባለጠጋ ደግ ክፉ ጎበዝ
  ሰነፍ ብልህ ሞኝ ጤናማ ሕገወጥ ህገወጥ ግልጽ ግልፅ አስቸኳይ አስፈላጊ ተጨማሪ ዋና ዋነኛ ብቸኛ እውነተኛ አዳዲስ ትላልቅ ትንንሽ ትናንሽ ጥቃቅን ረጃጅም ነባር ቋሚ ብርቱ ጽኑ ፍጹም ውድ ርካሽ ነፃ ነጻ እኩል ድንገተኛ
  ተስማሚ ምቹ በቂ አመቺ አደገኛ ተመሳሳይ ተገቢ ተወዳጅ ታዋቂ ዝነኛ ስመጥር አንዳንድ ሁለቱም ማንም ምንም ወጣት አዛውንት አረጋዊ ሴት ወንድ ቀዳሚ ቀጣይ ተከታይ መጨረሻ መጀመሪያ ዘንድሮ ግዙፍ አሳሳቢ አስገራሚ
  አሳዛኝ አስደሳች አስከፊ ተደጋጋሚ ስኬታማ ዘላቂ ቀሪ አያሌ ቅን ንቁ ስውር ድብቅ ግማሽ እያንዳንዱ እያንዳንዷ ስስታም ባለ ላለ ያለ በጎ ቸር ጨዋ ጨካኝ ጀግና ብርቅ ለም ደረቅ እርጥብ ባዶ ግራ ቀኝ ሩቅ ቅርብ ሁሉም
`)
const isAdjective = (word: string): boolean =>
  [word, indefinite(word)].some(
    (form) => adjectives.has(form) || adjectives.has(form.replace(prefix, "")) || /(?:.ዊ(?:ት|ያን|ነት)?|ተኛ)$/u.test(form)
  )

/** Verbs in a, before the endings of relative verbs. */
const weakVerb = /(?:መጣ|ገባ|ወጣ|ሠራ|ሰራ|በላ|ሰማ|ረሳ|ጠራ|ነካ|ሞላ|ቀጣ|ፈታ|ዘራ|ነሣ|ነሳ|በቃ|ተካ|ጠጣ|ላካ|ነዳ|ሰጣ|ጻፋ|ቀማ|ወቃ)ው?$/u
/** Endings of a relative verb: persons, objects, the article. */
const RELATIVE = /(?:[ኩሁ]ት|ችው|ናቸው|ኳቸው|ኋቸው|[በለ]ት|[በለ]ትን|ባቸው|ላቸው|ባት|ላት|ንበት|ባቸውን)$/u
const hasRelativeEnding = (word: string): boolean => {
  const bare = word.replace(/(?<=.{3}[ትው])ን$/u, "")
  if (RELATIVE.test(bare) || weakVerb.test(bare)) return true
  if (/(?:[ውትኝን]|ችሁ)$/u.test(bare) && /ው$/u.test(bare) === (order(bare, 2) === Order.ä)) {
    return bare.endsWith("ው") || order(bare, 2) === Order.u
  }
  return order(bare) === Order.ä
}
/** "In the one that", "to the one that": a preposition and a relative verb. */
const isRelative = (word: string): boolean => {
  if (/^(?:በሚ|በም|በማይ|በማት|ለሚ|ለም|ለማይ|ከሚ|ከማይ|ወደሚ|ያል|ባል|ላል).{2}/u.test(word)) return true
  if (/^ያ.{2}/u.test(word)) return hasRelativeEnding(word)
  if (/^[በለባላ].{3,}/u.test(word) && order(word) === Order.ä) return true
  return /^(?:[በለከባላካ]|ስለ|ወደ).{3}/u.test(word) && order(word) !== Order.ä && hasRelativeEnding(word)
}

const noAttributes = wordSet(
  "የት የለም የሉም የለኝም የለውም የለንም የላቸውም የላትም የካቲት የሆነ ሰው ለሰው ከሰው በሰው ያህል ያሬድ ለምን በምን ለምሳሌ በመሆኑም በርካቶች"
)
/** Nouns in -ና; all others have "and" there. */
const inNa = wordSet(
  "ጤና ዜና ገና ደህና ቀና ቡና መና ዳና ልዕልና ብልጽግና ትህትና ምስጋና ሕክምና ህክምና ግብርና ጋና ቻይና ፈተና ዝና ዋና ጎዳና ምልክትና ሥልጡና ጥናትና"
)
const joinsNext = (word: string): boolean => /.{2}ና$/u.test(word) && !inNa.has(word.replace(prefix, ""))

/** Prepositions that are written apart. */
const prepositions = wordSet("ወደ ስለ እንደ እስከ ከ በ ለ")

const isGenitive = (word: string): boolean => /^የ.{2}/u.test(word) && !noAttributes.has(word)
const isAttribute = (word: string): boolean =>
  !noAttributes.has(word) && (isGenitive(word) || isAdjective(word) || isRelative(word) || joinsNext(word))

/** What stands behind the name of a place or body, as part of it; and what is said of a noun like a postposition. */
const head =
  /^(?:ከተማ|ክልል|ዞን|ወረዳ|ቀበሌ|ክፍለ|ዩኒቨርሲቲ|ዩኒቨርስቲ|ሆስፒታል|ወንዝ|ሐይቅ|ተራራ|ባንክ|ሆቴል|ቢሮ|ሚኒስቴር|ኮሌጅ|ድርጅት|ኮሚሽን|አስፈጻሚ|አስፈፃሚ|አስኪያጅ|መስተዳድር|አደር|አደሮች|ፓርክ|ጣቢያ|ወቅት|ዙሪያ|ሳቢያ|መሠረት|መሰረት|ልጅ|አገልግሎት|አቀፍ)(?:ው|ዋ|ን|ም|ና|ዎች)?$/u
/** "Become", "can", "want", "begin" behind what completes them. */
const completed =
  /^(?:ሆኖ|ሆና|ሆነው|ሆነን|ሆኜ|ሆነ|ሆነች|ሆኑ|ሆንኩ|ሆኗል|ሆነዋል|የሆነ|የሆነው|የሆነች|የሆኑ|የሆኑት|የሚሆን|የሚሆነው|የሚሆኑ|የሚሆኑት|መሆኑ|መሆኑን|መሆን|መሆናቸው|መሆናቸውን|ለመሆን|በመሆን|በመሆኑ|በመሆናቸው|ሳይሆን|ሳትሆን|ሊሆን|እንዲሆን|ሲሆን|ስለሆነ|ካልሆነ|ከሆነ|ቢሆን|ቢሆንም|ቢሆኑም|ይሆን|ይሆናሉ|ስለሚሆን|እንደሚሆን|እንደሆነ|እንደሆኑ)$/u
/** "Was" with what is joined to it, behind a verb. */
const been = /^(?:እንደ|ስለ|ከ|በ|ለ|የ|ቢ)ነበ[ረሩርራ]/u
const infinitive = /^(?:[ለበከ]?[መማ]|ሊ|ልት|ል|እንዲ).{2}/u
const modal =
  /(?:ቻለ|ቻለች|ቻሉ|ቻልን|ቻልኩ|ቻልኩም|ችላል|ችላለሁ|ችላለን|ችላለች|ችላሉ|ችል|ችሉ|ችልም|ችሉም|ችሏል|ፈለገ|ፈለገች|ፈለጉ|ፈልጋል|ፈልጋለሁ|ፈልጋለን|ፈልጋሉ|ፈልግ|ፈለኩም|ፈለግኩም|ጀመረ|ጀመረች|ጀመሩ|ጀምሯል|ጀምረዋል|ጀመረው|ጀመሩት|መጀመራቸው|መጀመሩ|ሞከረ|ሞከሩ)(?:ም|ን|ና)?$/u
const modalBeginning =
  /^(?:[ይትእ](?:ኖር|ንኖር)(?:ብ|በ|ባ)|ያስፈልጋ|ይገባ|አይገባ|ያለ[ብበባ]|አለ[ብበባ]|የለ[ብበባ]|ነበረ[ብበባ]|እንዳለ[ብበባ]|ስላለ[ብበባ]|ግድ)/u
/** Verbs that help another: "has stayed", "is found". */
const auxiliary = /^(?:ይገኛ|ትገኛ|ቆይ[ቷተ]|ኖሯ|ኖረ|የቆየ|የኖረ|የሚገኝ|የሚገኙ)/u
/** Second and third names in one word with "servant of", "son of" and the like. */
const compoundName = /^(?:ገብረ|ወልደ|ኃይለ|ሃይለ|ተክለ|ፍቅረ|ሣህለ|ሳህለ|ብርሃነ|ዘርዓ|አምደ)\p{Script=Ethiopic}{2}/u
/** What is measured stands behind them. */
const measures = wordSet("ኪሎ ኪሎግራም ሊትር ኩንታል ግራም ቶን ሄክታር ኪሎሜትር ሜትር ቢሊዮን ሚሊዮን ሺህ ሺ")

const times = wordSet(
  "ሰኞ ማክሰኞ ረቡዕ ሐሙስ ሀሙስ ዓርብ አርብ ቅዳሜ እሑድ እሁድ ዛሬ ትናንት ነገ ጠዋት ማታ ምሽት ሌሊት ቀን ጧት ማለዳ ማምሻውን ዛሬም ሰሞኑን አሁን አሁንም ሁልጊዜ ሁሌም ዘወትር ዘንድሮ አምና ቀደም ሲል ወዲያውኑ እንደገና ምንጊዜም"
)

const isTime = (word: string): boolean => times.has(word) || times.has(word.replace(prefix, ""))

/** Nouns in o, as converbs have it. */
const inO = /(?:ድሮ|ቢሮ|ኪሎ|ዲዮ|ፎቶ|ጆሮ|ዶሮ|ኑሮ|ማንጎ|ቆሎ|ጎጆ|ሮኮ|ቶጎ|ዩሮ|ጎሮ|ሽሮ|ኮንጎ|ሶሎ|ሜክሲኮ|ቶኪዮ|ካይሮ|ሜትሮ|ሎጎ|ቪዲዮ|ቀበቶ|ሐሞ|ሃሞ)$/u
const isConverb = (word: string): boolean => order(word) === Order.o && !inO.test(word)

/** The first part of a compound in the construct state, which ends as verbs do. */
const isConstruct = (word: string): boolean => openers.has(word) || openers.has(word.replace(prefix, ""))

/** Verbs by their beginnings: subordinate, relative, infinitive, and main ones in the imperfect. */
const verbBeginning =
  /^(?:ሲ|ስት|ስን|ስ.{3}|ቢ|ብት|ብን|እንዲ|እንድት|እንድን|እንደሚ|እንደማ|እንደም|እንደተ|እንዳ|ስለሚ|ስለማ|ስለተ|ስላ|ሳይ|ሳት|ሳን|እስኪ|እስክ|እየ|ሊ|ልት|ለመ|ለማ|በመ|በማ|ከመ|ከማ|መ|ማ|የሚ|የማይ|የም|ያ|ካል|ከተ(?!ማ)|ይ|አይ|አል).{2}/u
const verbEnding =
  /(?:ዋል|ናል|ኛል|ሃል|ሻል|ታል|ላል|ራል|ባል|ዳል|ጣል|ቃል|ካል|ጋል|ሳል|ማል|ፋል|ቷል|ሏል|ቋል|ሯል|ሟል|ለች|ላሉ|ለሁ|ለን|ላችሁ|ለህ|ለሽ|ሉ|ተው|ረው|ለው|ሰው|ነው|ደው|ገው|ከው|ቀው|ጠው|ተን|ረን|ለን|ሰን|ነን|ዬ)$/u
const isVerb = (word: string): boolean =>
  verbBeginning.test(word) ||
  verbEnding.test(word) ||
  (word.length > 1 && !isConstruct(word) && (order(word) === Order.ä || isConverb(word))) ||
  (/.ች$/u.test(word) && (order(word, 2) === Order.ä || order(word, 2) === Order.a))

/** "On the day of", "in the way of", behind a genitive with a preposition. */
const occasion = /^(?:ቀን|ዕለት|ሰዓት|ወቅት|ጊዜ|ሁኔታ|መንገድ|መልክ|መልኩ|ቦታ|ስም)$/u

/** Nouns of places and tools: "landing place", "training place". */
const place = /^[መማ].{1,5}[ያኛጫሻቻጃዣ](?:ው|ዎች|ዎቹ)?(?:ን|ም)?$/u
const isPlace = (word: string): boolean => place.test(word) && !/^መጀመሪያ/u.test(word)

const isPair = (left: string, right: string): boolean =>
  (isTime(left) && (times.has(right) || right === "እኩለ")) ||
  measures.has(left) ||
  head.test(right) ||
  completed.test(right) ||
  been.test(right) ||
  compoundName.test(right) ||
  (infinitive.test(left) && (modal.test(right) || modalBeginning.test(right))) ||
  (/^እየ|^[የሚ]/u.test(left) && auxiliary.test(right)) ||
  (isPlace(right) && !isEnd(left)) ||
  (right === "ሙሉ" && left.endsWith("ን")) ||
  (/^[በለከ].{2}/u.test(left) && !isTime(left) && occasion.test(right)) ||
  // "Step by step".
  (prefix.test(right) && right.replace(prefix, "") === left) ||
  (isAttribute(left) && !isGenitive(right) && !(joinsNext(left) && (numerals.has(right) || isAttribute(right))))

/** "Our", "your", "their" behind a vowel, which is no plural with a case. */
const isPossessed = (word: string): boolean => /..ችን$/u.test(word) && order(word, 3) === Order.a

const startsWithPreposition = (word: string): boolean => prefix.test(word) && !isVerb(word)
const CASE =
  /ዎች$|ዎቹ$|^(?!.*(?:አቅም|ጥቅም|ዓለም|ሰላም|ፊልም)).{3,}ም$|^(?![በለከየ]?(?:ሰው|ጨው)$).+ው$|^(?!ሲቪል|ሲኒማ|ሲሚንቶ|ሲዳማ)(?:እንደ|ሲ|እየ).{2}/u

/** A case, a verb that does not end its sentence, a plural, a time: what follows is another phrase. */
const isEnd = (word: string): boolean =>
  times.has(word) ||
  CASE.test(word) ||
  (isAccusative(word) && !isPossessed(word)) ||
  isConverb(word) ||
  (order(word) === Order.ä && word.length > 2)

const isDefinite = (word: string): boolean =>
  (!isVerb(word) || /^[መማ]/u.test(word)) && (/.{2}[ውዋ]$/u.test(word) || order(word) === Order.u)

/** Whether a noun without a case, or behind a preposition, belongs to what follows it rather than to what is before. */
const isLeaning = (left: string, right: string): boolean => {
  if (times.has(left) || startsWithPreposition(right)) return false
  // "In the author's childhood life": a genitive loses its mark behind a preposition.
  if (/^(?:[በለከ]|ስለ).+[ውዋቱ]$/u.test(left) && isGenitive(right) && !isVerb(right)) return true
  if (/^(?:[በለከ]|ስለ|ወደ).{2}/u.test(left)) return !isVerb(right) && !isEnd(left) && !isAccusative(right)
  const isUnmarked = !isEnd(left) && !verbEnding.test(left) && order(left) !== Order.u
  return isUnmarked && (isVerb(right) || !isGenitive(right))
}

/** Of Amharic; the words are without marks. */
export const amharicStanding = ({ earlier, left, right }: Neighbours): Standing => {
  if (isPair(left, right)) return "within"
  // "To the coast of …", "work of two years": a genitive behind what it also belongs to.
  const last = earlier.at(-1) ?? ""
  const isMeasured = numerals.has(last) && units.has(left)
  if (isGenitive(right) && !isVerb(right) && (prepositions.has(last) || isMeasured)) return "leaning"
  // "The office of the general manager": the article ends the possessor, not the phrase.
  const isPossessor = isDefinite(left) && earlier.some((word) => isGenitive(word) && !isVerb(word))
  if (isPossessor && !isVerb(right) && !prefix.test(right)) return "leaning"
  if (isAttribute(left) || isLeaning(left, right)) return "leaning"
  // "From America's foreign minister": such a genitive may lose its mark.
  if (prefix.test(left) && !isEnd(left) && isGenitive(right) && !isVerb(right)) return "unknown"
  return isEnd(left) || startsWithPreposition(right) || isGenitive(right) ? "between" : "unknown"
}
