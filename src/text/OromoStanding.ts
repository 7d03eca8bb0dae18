/**
 * How neighbouring words of Afaan Oromo stand, told by their forms: adjectives,
 * possessors and measures are behind their noun, cases at the end of the whole
 * phrase, and a noun without a case leans on what follows (Griefenow-Mewis 2001,
 * "The noun phrase", "Cases").
 */
import { followers } from "./BoundWords.ts"
import { type Neighbours, type Standing, wordSet } from "./Standing.ts"

const times = wordSet(
  "kaleessa har'a boru bor ganama galgala halkan waaree amma dheengadda iftaan wiixata kibxata roobii kamisa jimaata sanbata dilbata yeroo yoomiyyuu battalumatti"
)
/** A time of day or a day, as it stands or with a case. */
const isTime = (word: string): boolean => times.has(word) || times.has(word.replace(/a(?:atti|af|an)$/u, "a"))

const caseEnding = "[aiu]?(?:n|ni|f|s|tti|rraa|rratti|dha|dhaan|dhaaf|tiin|tiif|irraa|irratti)?"
/** Behind their noun, in all cases. */
const attribute = new RegExp(
  `^(?:gudd(?:aa|oo|icha|ittii)|xiqqaa|xiqqoo|xinnaa|xinnoo|xixiqqaa|xixiqqoo|gu(?:r)?gudd(?:aa|oo)|haara|haaraa|haaroo|moofaa|gaarii|hamaa|hamtuu|dheer(?:aa|oo)|dhedheeraa|gabaab(?:aa|duu)|bareed(?:aa|duu)|babbareedaa|diim(?:aa|tuu)|adii|adaadii|gurraa(?:cha|ttii)|magariisa|keelloo|olaan(?:aa|oo|tuu)|biyyoolessaa|biyyaalessaa|addaa|hangaf(?:a|aa|ni|ticha)|quxisuu|qulqulluu|cim(?:aa|oo|tuu)|jab(?:aa|oo|duu)|muummee|hedduu|baay'ee|garaagaraa|biraa|biroo|jalqabaa|duraa|ammayyaa|mataa|waliigalaa|aadaa|darbe|darbee|darban|dhufu|dhufan|hafe|hafan|akkasii|akkanaa|kaan|kaanis|aanu|aanee|tokkollee|tokkoyyuu|tokko|muraasa|ho'aa|qabbanaa'aa|diilallaa|dadhabaa|ulfaataa|salphaa|bal'aa|dhiphaa|fagoo|dhihoo|mijataa|gahaa|wayyaa|caalaa|wal(?:i)?qixa|bilisa|gamna|goota|gowwaa|doqna|hiyyee(?:ssa|ttii)|soor(?:essa|ettii)|takka|mi'aawaa|jiidhaa|gogaa|guutuu|duwwaa|qullaa|hundaa|mara|cufti|kam|kami|kamuu|kamiyyuu|kamiinuu|kamirrattiyyuu|gadii|olii|\\p{L}+ffaa|\\p{L}+aawaa|\\p{L}{4,}'aa|\\p{L}{4,}am(?:aa|oo|tuu)|\\p{L}+achaa)${caseEnding}$`,
  "u"
)
const possessor =
  /^(?:koo|koot|kee|keet|isaa|isaat|ishee|isheet|keenya|keenyaa|keenyaat|keessan|keessaniit|isaanii|isaaniit|ofii|ofiit|isaas|isheetu|kootu)(?:i|ii|iin|iif|itti|irraa|irratti|n|f|tti|rraa|ni)?(?:is|s|llee)?$/u
const pronouns = wordSet("isaan isaanis isheen isheenis")
const subjects = wordSet("isaan isheen inni ani ati nuti isin")
const objects = wordSet(
  "na si nu naa sii nuu isa isas nas sis isin naaf siif nuuf natti sitti nutti isinitti naan siin nuun"
)
const measure =
  /^(?:kiiloo|kiiloogiraama|liitira|kuntaala|giraama|heektaara|toonii|meetira|kiiloomeetira|fal'aana|koobbaayyaa|shiinii|qaruuraa|si'a)(?:n|f|tti|dhaan)?$/u
/** What is counted or measured behind a noun: "a loan of … birr", "imprisonment of … years". */
const amount =
  /^(?:qarshii|doolaara|waggaa|waggoota|ji'a|daqiiqaa|lakkoofsa|keewwata|keeyyata|boqonnaa|biliyoona|miliyoona)/u
const compound = wordSet("qonnaan manneen mana miila giddu idil walii abbaa abbootii haadha armaan")
const kindOfThing = wordSet("hojii daandii seera naannoo karaa bara manni abbaan abbootiin haati")
/** Verbs that help the one before: "can", "want", "begin", "have", "was", "is". */
const completed = /^(?:danda'|dandee|dadhab|dhab|barbaa|eegal|jalqab|qab|tur|jir|yaal|baat)/u
const becoming = /^(?:ta'|taa[nts]|te'|godh|taasis)/u
/** "Starting from". */
const starting = wordSet("eegalee kaasee kaastee jalqabee irraa")

/** Prepositions and conjunctions, kinds of places before their names. */
const starts =
  /^(?:yeroo|akka|kan|yoo|erga|waan|gara|waa'ee|hanga|naannoo|sababa|osoo|utuu|otoo|yommuu|kanneen|warra|keessumaa|obbo|aadde|bara|guyyaa|sa'aatii)$/u

/** Kinds of places: before their names, or possessors of what is before them. */
const kinds = wordSet("magaalaa godina aanaa ganda")

/** Nouns that look like converbs. */
const inEe = wordSet(
  "sagalee ijoollee lafee kophee re'ee dabaree dubree gurree hoolee warqee dhibee qamalee siree galmee eelee harree saree bookee caffee kaaffee gabatee qabiyyee dirree"
)
/** Finite verbs in short vowels, converbs and infinitives; nouns end in long vowels or a. */
const isFinite = (word: string): boolean =>
  /.{2}[^aeiou](?:e|u)$|.{2}[^a]an$|(?:eera|teetti|neerra|aniiru)$|.{3}[^t](?:di|ti)$/u.test(word)
const isVerb = (word: string): boolean =>
  isFinite(word) ||
  (!inEe.has(word) && /.{2}[^e']ee$/u.test(word)) ||
  /(?:.[^s]anii|.{2}(?:ch|s|m|n|r|l|d|b|f|g|q|t)uu(?:f|n|dhaaf|dhaan|tti)?)$|^(?:hin|ni|nan)$/u.test(word)

/** Nouns whose last n is no case. */
const inN = wordSet("bishaan aannan foon afaan ilkaan")

/** The case of "from" behind a word, which no short noun ends in. */
const from = /.{3}rraa$/u
const isNounForm = (word: string): boolean =>
  !times.has(word) &&
  !followers.has(word) &&
  !attribute.test(word) &&
  !possessor.test(word) &&
  !from.test(word) &&
  !/(?:tti|irra|itti)$/u.test(word)

const isAttribute = (word: string): boolean => attribute.test(word) && word !== "addaan"
/** "This", "that" with the case of the whole phrase. */
const demonstrative = /^(?:kan|san)(?:a|aa)(?:tti|tiin|an|rraa|rratti|dhaan|irraa|irratti)$/u

/** A noun without a case: what has a long vowel behind it, or a name, may be its possessor. */
const isNoun = (word: string): boolean =>
  inEe.has(word) || inN.has(word) || (/.{3}(?:a|aa|ii|oo|oota|lee)$|^.{2,4}uu$/u.test(word) && isNounForm(word))
/** A noun with the case of subjects. */
const isSubject = (word: string): boolean =>
  !inN.has(word) && /.{2}(?:[^aeiou]i|aan|iin|een|oon|uun)$/u.test(word) && isNounForm(word)
const mayPossess = (word: string): boolean =>
  /.{2}(?:aa|ii|oo|uu)$/u.test(word) &&
  !from.test(word) &&
  !/(?:keessaa|anii)$/u.test(word) &&
  !starts.test(word) &&
  !kinds.has(word)
/** A possessor that has the case of the whole phrase. */
const mayPossessInCase = (word: string): boolean =>
  /.(?:aa|ii|oo|uu|ee)(?:f|n|tti|dhaan|dhaaf|tiin|tiif|rraa|rratti)$|oonni$/u.test(word) &&
  !isVerb(word) &&
  !isTime(word)

const caseEnd = /(?:tti|rraa|irra|itti|[^aeiou]?f|dhaan)$/u
const question = /^(?:eess|maal|akkam|yoom|eenyu|meeqa)/u

/** "Year by year", "slowly slowly". */
const isRepeated = (left: string, right: string): boolean => left.length > 3 && right.startsWith(left.slice(0, -1))

const isPair = ({ left, next, right }: Neighbours, isNamed: boolean, isName: boolean): boolean =>
  (right === "adda" ? /^addaa/u.test(next) : isAttribute(right)) ||
  demonstrative.test(right) ||
  (left === "dura" && /^taa'/u.test(right)) ||
  (left.endsWith("irra") && /^(?:ool|deebi)/u.test(right)) ||
  (left === "halkan" && /^walakkaa/u.test(right)) ||
  (possessor.test(right) && !pronouns.has(right)) ||
  measure.test(right) ||
  objects.has(left) ||
  compound.has(left) ||
  (kindOfThing.has(left) && (mayPossess(right) || isNoun(right) || mayPossessInCase(right))) ||
  becoming.test(right) ||
  starting.has(right) ||
  (times.has(left) && (isTime(right) || right === "sa'aatii")) ||
  (/.{2}(?:uu|aa)$/u.test(left) && completed.test(right)) ||
  isRepeated(left, right) ||
  (/.{3}(?:ichaa?|[ai]ttii)$/u.test(right) && !isVerb(left) && !caseEnd.test(left)) ||
  (question.test(left) && /^akka/u.test(right)) ||
  (/.{2}uu$/u.test(left) && /^(?:hin|ni|nan)$/u.test(right) && completed.test(next)) ||
  (/.{3}aa$/u.test(left) && right === "akka" && /^(?:tur|jir)/u.test(next)) ||
  (/.{3}aa$/u.test(left) && /^(?:dhuf|bul|ool|argam)/u.test(right)) ||
  (/.{2}(?:ee|anii)$/u.test(left) && /^(?:tur|jir)/u.test(right)) ||
  (isNoun(left) && !/ichaa?$/u.test(left) && (isName || (!isNamed && mayPossess(right))))

/** What stands before a verb as a part of it: "each other", "oneself". */
const preverb = wordSet("wal walitti of ofitti itti irra")

/** Whether the first belongs to what follows rather than to what is before. */
const isLeaning = ({ left, next, right }: Neighbours, isName: boolean): boolean => {
  if (subjects.has(left) && isVerb(right)) return true
  const isProgressive = /aa$/u.test(right) && completed.test(next)
  if (isNoun(left) && (isVerb(right) || isNoun(right) || mayPossessInCase(right) || isProgressive)) return true
  if (kinds.has(right)) return isNoun(left) || isSubject(left) || /uu$/u.test(left)
  if (times.has(left) && right === "hanga") return true
  if ((isNoun(left) || attribute.test(left)) && amount.test(right)) return true
  if (/.{3}(?:uu|aa)$/u.test(left) && /^(?:kan|akka|yoo|waan|erga|osoo)$/u.test(right)) return completed.test(next)
  if (!isSubject(left) && !attribute.test(left)) return false
  if (isSubject(left) && (preverb.has(right) || isFinite(right) || isSubject(right))) return true
  const isHead = isSubject(left) || (attribute.test(left) && /n$/u.test(left))
  return isName || (isHead && (mayPossess(right) || isNoun(right)) && !isVerb(right) && !isFinite(next))
}

const end = /(?:tti|rraa|irra|itti|ttis|ee|nii|[^aeiou]?f|an|iin|uun|aan|oonni|een|oon|ni)$/u

/** Of Afaan Oromo; the words are without marks and capitals. `isNamed` and `isName` say which of the two had one. */
export const oromoStanding = (words: Neighbours, isNamed: boolean, isName: boolean): Standing => {
  const { left, right } = words
  if (isPair(words, isNamed, isName)) return "within"
  if (isLeaning(words, isName)) return "leaning"
  const isEnd = times.has(left) || (end.test(left) && !mayPossess(right))
  return isEnd || starts.test(right) || kinds.has(right) ? "between" : "unknown"
}
