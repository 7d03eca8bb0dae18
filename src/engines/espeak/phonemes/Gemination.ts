/**
 * Long consonants of Amharic, where they are sure: in known words, and in forms
 * that are long whatever the word (Leslau 1995, 13–19 and the chapters on the
 * verb). Where neither tells, a consonant stays short: a length that is missing
 * is heard as careless, one that is wrong as another word.
 */
import { orderOf, type Segment, sameRow, segmentsOf } from "./FidelPhonemes.ts"
import { stems, verbStems, wholeWords } from "./Geminates.ts"

/** A written word and the places of its long consonants. */
interface GeminatedWord {
  readonly word: string
  readonly places: ReadonlyArray<number>
}

const known = (marked: string): GeminatedWord => {
  const places: Array<number> = []
  let word = ""
  for (const character of marked) {
    if (character === ":") places.push(word.length - 1)
    else word += character
  }
  return { word, places }
}

/** By the first two fidel, to look few of them up. */
const byBeginning = (list: ReadonlyArray<string>): ReadonlyMap<string, ReadonlyArray<GeminatedWord>> =>
  Map.groupBy(list.map(known), ({ word }) => word.slice(0, 2))

const whole: ReadonlyMap<string, GeminatedWord> = new Map(wholeWords.map(known).map((one) => [one.word, one]))
const beginnings = byBeginning(stems)
const verbs = byBeginning(verbStems)

const startsWith = (word: string, at: number, stem: string): boolean => {
  const last = stem.length - 1
  return (
    at + last < word.length &&
    word.startsWith(stem.slice(0, last), at) &&
    sameRow(word.charAt(at + last), stem.charAt(last))
  )
}

const stemAt = (table: typeof beginnings, word: string, at: number): ReadonlyArray<number> | undefined => {
  const found = table.get(word.slice(at, at + 2))?.find((one) => startsWith(word, at, one.word))
  return found?.places.map((place) => at + place)
}

/** Before a verb's stem: signs of the person, and what joins them to እንዲ, የሚ, አል. */
const persons = "ይትእንያታናሚምዲሊላልስ"

const listed = (word: string): ReadonlyArray<number> | undefined =>
  whole.get(word)?.places ?? stemAt(beginnings, word, 0)

const verbal = (word: string): ReadonlyArray<number> => {
  for (let at = 1; at < word.length - 1; at++)
    if (persons.includes(word.charAt(at - 1))) {
      const places = stemAt(verbs, word, at)
      if (places !== undefined) return places
    }
  return []
}

/** Of a word's orders, one digit each: 1 is ä, 4 a, 6 the sixth. */
const orders = (word: string): string => Array.from(word, (fidel) => orderOf(fidel) + 1).join("")

/** Forms that are long in any verb or noun: where they begin in the word, and what is long in them. */
interface Form {
  readonly pattern: RegExp
  /** From the beginning of the match. */
  readonly places: ReadonlyArray<number>
  /** What the orders of the match have to be, from its beginning. */
  readonly orders?: string
}

const forms: ReadonlyArray<Form> = [
  // The perfect of three consonants: ነበረ, ከፈተች, አቀረበ, ተመለሰ (säbbärä, type A and B alike).
  {
    pattern: /(?<=^|^(?:እንደ|ስለ|[የበለከ])|(?:^|^[የበለከ])(?:አ|ተ|አስ))(?![በለከ]ነገ)[^አተየዐ]..(?=[ችው]?$)/,
    places: [1],
    orders: "111"
  },
  // The passive imperfect: ይደረጋል, ይጠበቃሉ (yɨssäbbäral).
  { pattern: /(?<=^[ይት]|^እን)...(?:ል|ሉ|ለሁ|ለህ|ለሽ|ለች|ለን|ላችሁ)$/, places: [0, 1], orders: "114" },
  { pattern: /(?<=^(?:የ|በ|ከ|ለ|ስለ|እንደ)?ሚ|^እንዲ|^ሊ)..[^ውንምኝህሽት](?=ው?$)/, places: [0, 1], orders: "116" },
  // The auxiliary of the imperfect: ይሄዳሉ, እሄዳለሁ, ትሄዳለህ (-allu, -allähu).
  { pattern: /(?<=^[ይት].*)ሉ$/, places: [0] },
  { pattern: /(?<=^[ይትእ]..*)ለ(?:ሁ|ህ|ሽ|ች|ን)$/, places: [0] },
  { pattern: /(?<=^[ይትእ]..*)ላችሁ$/, places: [0] },
  // The relative: yämmi-.
  { pattern: /(?<=^(?:የ|በ|ከ|ለ|ስለ|እንደ|እስከ))ሚ(?!ስት|ኒስ|ያዝያ|ዲያ|ሊዮን|ሊየን|ና$|ዛን|ካኤል|ኒባስ|ሼል|ክስ)../, places: [0] },
  // The negative: alfəllɨgɨmm.
  { pattern: /(?<=^(?:አይ|አል|አት|አን).+)ም$/, places: [0] },
  // "You", "they" and "our" of several: -aččɨhu, -aččäw, -aččɨn.
  { pattern: /ች(?=[ሁን])|ቸ(?=ው)/, places: [0] }
]

/** A form is looked for after an a, where that is what tells it. */
const afterA = new Set(["ሉ", "ለ", "ላ", "ች", "ቸ"])
const fourthOrder = 3

const formPlaces = (word: string): ReadonlyArray<number> =>
  forms.flatMap(({ orders: wanted = "", pattern, places }) => {
    const match = pattern.exec(word)
    if (match === null || !orders(match[0]).startsWith(wanted)) return []
    const before = word.charAt(match.index - 1)
    if (wanted === "" && afterA.has(match[0].charAt(0)) && (before === "" || orderOf(before) !== fourthOrder)) return []
    return places.map((place) => match.index + place)
  })

const seventhOrder = 6

/** ኝ is long but at a word's beginning (-äñña, -ɨññ), and so is the ች of the plural: ልጆቹ. */
const letterPlaces = (word: string): ReadonlyArray<number> =>
  Array.from(word).flatMap((fidel, at) => {
    if (at === 0) return []
    const plural = at > 1 && sameRow(fidel, "ቸ") && orderOf(word.charAt(at - 1)) === seventhOrder
    return sameRow(fidel, "ኘ") || plural ? [at] : []
  })

/** Prepositions and conjunctions that Amharic writes in one with their word. */
const prefixes = ["እንደ", "ስለ", "ወደ", "እስከ", "የ", "በ", "ለ", "ከ"] as const

/**
 * How many fidel of a word are a preposition, which is a part of its own: the
 * word after it is said as without it (yə-tɨmhɨrt). በ, ለ and ከ begin many words
 * themselves; before a known word, or a long one with two sixth orders, they do not.
 */
const prefixLength = (word: string): number => {
  const prefix = prefixes.find((one) => word.startsWith(one))
  if (prefix === undefined) return 0
  const rest = word.slice(prefix.length)
  if (listed(rest) !== undefined) return prefix.length
  if (prefix === "በ" || prefix === "ለ" || prefix === "ከ")
    return rest.length > 2 && orders(rest).startsWith("66") ? prefix.length : 0
  return rest.length > 1 ? prefix.length : 0
}

/** A known word, after its preposition; else what its form tells. */
const longPlaces = (word: string): ReadonlyArray<number> => {
  const own = listed(word)
  const length = own === undefined ? prefixLength(word) : 0
  const places = own ?? listed(word.slice(length))?.map((place) => place + length) ?? []
  return [...(places.length > 0 ? places : verbal(word)), ...formPlaces(word), ...letterPlaces(word)]
}

/** The parts of a word that are divided into syllables each for itself, with their long consonants. */
export const geminated = (word: string): ReadonlyArray<ReadonlyArray<Segment>> => {
  const places = new Set(longPlaces(word))
  const whole = listed(word) !== undefined
  const divided = whole || places.has(1) ? 0 : prefixLength(word)
  const fidel = Array.from(word)
  const segments = fidel.map((one, at) =>
    segmentsOf(one).map((segment, index) => (index === 0 && places.has(at) ? { ...segment, long: true } : segment))
  )
  return [segments.slice(0, divided).flat(), segments.slice(divided).flat()].filter(({ length }) => length > 0)
}
