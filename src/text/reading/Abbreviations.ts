/**
 * Abbreviations of written Amharic and Afaan Oromo, and what a reader says for
 * them. Written by hand from common usage in newspapers, letters and schools.
 * `Phrases` learns from them which full stops end no sentence, the embedded
 * voice how to say them.
 */
import { escaped, type Rule } from "./Rule.ts"

/** One abbreviation: as written, and as read aloud. */
export type Abbreviation = readonly [written: string, read: string]

/**
 * Amharic. `.` and `/` are interchangeable in use, so each is listed once, with
 * `/`, and either is understood. One that ends in `-` is the beginning of a
 * word that goes on: ት/ቤ- stands in ት/ቤት, ት/ቤቱ, ት/ቤቶች.
 */
export const amharic: ReadonlyArray<Abbreviation> = [
  // The calendar
  ["ዓ/ም", "ዓመተ ምሕረት"],
  ["ዓ/ዓ", "ዓመተ ዓለም"],
  ["እ/ኤ/አ", "እንደ ኤውሮፓውያን አቆጣጠር"],
  ["እ/አ/አ", "እንደ አውሮፓውያን አቆጣጠር"],
  ["ቅ/ል/ክ", "ቅድመ ልደተ ክርስቶስ"],
  // People
  ["ዶ/ር", "ዶክተር"],
  ["ፕ/ር", "ፕሮፌሰር"],
  ["ረ/ፕ/ር", "ረዳት ፕሮፌሰር"],
  ["ኢ/ር", "ኢንጂነር"],
  ["መ/ር", "መምህር"],
  ["ወ/ሮ", "ወይዘሮ"],
  ["ወ/ሪት", "ወይዘሪት"],
  ["ወ/ት", "ወይዘሪት"],
  ["ኮ/ል", "ኮሎኔል"],
  ["ጄ/ል", "ጄኔራል"],
  ["ሜ/ጄ", "ሜጀር ጄኔራል"],
  ["ብ/ጄ", "ብርጋዴር ጄኔራል"],
  ["ሌ/ጄ", "ሌተናል ጄኔራል"],
  ["ጠ/ሚ/ር", "ጠቅላይ ሚኒስትር"],
  ["ጠ/ሚ", "ጠቅላይ ሚኒስትር"],
  ["ጠ/ሚኒ-", "ጠቅላይ ሚኒ"],
  ["ም/ጠ/ሚ", "ምክትል ጠቅላይ ሚኒስትር"],
  ["ም/ፕ-", "ምክትል ፕ"],
  ["ም/ሊቀ-", "ምክትል ሊቀ"],
  ["ም/ዋና", "ምክትል ዋና"],
  // Compound names of persons
  ["ገ/ማ-", "ገብረ ማ"],
  ["ገ/መ-", "ገብረ መ"],
  ["ገ/ሥ-", "ገብረ ሥ"],
  ["ገ/ክ-", "ገብረ ክ"],
  ["ገ/እ-", "ገብረ እ"],
  ["ኃ/ማ-", "ኃይለ ማ"],
  ["ኃ/ሥ-", "ኃይለ ሥ"],
  ["ኃ/ጊ-", "ኃይለ ጊ"],
  ["ሃ/ማ-", "ኃይለ ማ"],
  ["ወ/ማ-", "ወልደ ማ"],
  ["ወ/ሚ-", "ወልደ ሚ"],
  ["ወ/ሥ-", "ወልደ ሥ"],
  ["ወ/ጊ-", "ወልደ ጊ"],
  ["ተ/ሃ-", "ተክለ ሃ"],
  ["ተ/ማ-", "ተክለ ማ"],
  // Places and offices
  ["አ/አ", "አዲስ አበባ"],
  ["አ/አበባ", "አዲስ አበባ"],
  ["ት/ቤ-", "ትምህርት ቤ"],
  ["ት/ት", "ትምህርት"],
  ["ፍ/ቤ-", "ፍርድ ቤ"],
  ["መ/ቤ-", "መሥሪያ ቤ"],
  ["ጽ/ቤ-", "ጽሕፈት ቤ"],
  ["ቤ/ክ", "ቤተ ክርስቲያን"],
  ["ቤ/ክርስ-", "ቤተ ክርስ"],
  ["ቤ/መ", "ቤተ መንግሥት"],
  ["ክ/ከተ-", "ክፍለ ከተ"],
  ["ክ/ከ", "ክፍለ ከተማ"],
  ["ክ/ሀገ-", "ክፍለ ሀገ"],
  ["ዩ/ስቲ", "ዩኒቨርሲቲ"],
  ["ሆ/ል", "ሆስፒታል"],
  ["ኃ/የተ/የግ/ማ", "ኃላፊነቱ የተወሰነ የግል ማኅበር"],
  ["አ/ማ", "አክሲዮን ማኅበር"],
  ["ኢ/ፌ/ዴ/ሪ", "የኢትዮጵያ ፌዴራላዊ ዴሞክራሲያዊ ሪፐብሊክ"],
  // Papers and measures
  ["ተ/ቁ", "ተራ ቁጥር"],
  ["ስ/ቁ", "ስልክ ቁጥር"],
  ["ቤ/ቁ", "የቤት ቁጥር"],
  ["ፖ/ሳ/ቁ", "ፖስታ ሳጥን ቁጥር"],
  ["ወ/ዘ/ተ", "ወዘተ"],
  ["ኪ/ሜ", "ኪሎ ሜትር"],
  ["ሴ/ሜ", "ሴንቲ ሜትር"],
  ["ሚ/ሜ", "ሚሊ ሜትር"],
  ["ኪ/ግ", "ኪሎ ግራም"]
]

/** Afaan Oromo, and the Latin titles that its texts use. A final stop may be left out where it stands in the middle too. */
export const oromo: ReadonlyArray<Abbreviation> = [
  ["fkn.", "fakkeenyaaf"],
  ["fkf.", "fakkeenyaaf"],
  ["k.k.f.", "kan kana fakkaatan"],
  ["kkf.", "kan kana fakkaatan"],
  ["kkf", "kan kana fakkaatan"],
  ["w.k.f.", "waan kana fakkaatan"],
  ["wkf.", "waan kana fakkaatan"],
  ["A.L.I.", "akka lakkoofsa Itoophiyaatti"],
  ["A.L.H.", "akka lakkoofsa Habashaatti"],
  ["A.L.A.", "akka lakkoofsa Awurooppaatti"],
  ["W.D.", "waaree dura"],
  ["W.B.", "waaree booda"],
  ["Dr.", "Doktar"],
  ["Dr", "Doktar"],
  ["Prof.", "Piroofeesara"],
  ["Inj.", "Injiinara"],
  ["Obb.", "Obbo"],
  ["Ob.", "Obbo"],
  ["Add.", "Aadde"],
  ["W/ro", "Aadde"],
  ["Mr.", "Obbo"],
  ["Mrs.", "Aadde"],
  ["Ms.", "Aadde"],
  ["M/B", "mana barumsaa"],
  ["m/b", "mana barumsaa"],
  ["M/M", "mana murtii"],
  ["Lakk.", "lakkoofsa"],
  ["lakk.", "lakkoofsa"],
  ["Lak.", "lakkoofsa"],
  ["lak.", "lakkoofsa"],
  ["bil.", "bilbila"],
  ["Bil.", "bilbila"],
  ["L.S.P.", "lakkoofsa saanduqa poostaa"],
  ["km", "kiiloo meetira"],
  ["cm", "seentii meetira"],
  ["kg", "kiiloo giraama"]
]

/** Words before a full stop that end no sentence, beside the abbreviations above; lower case, without the stop. */
const others = ["etc", "vs", "st", "jr", "sr", "no", "vol", "tel", "fig", "ወዘተ"]

const stopped: ReadonlySet<string> = new Set([
  ...others,
  ...oromo.flatMap(([written]) => (written.endsWith(".") ? [written.slice(0, -1).toLowerCase()] : [])),
  ...amharic.map(([written]) => written)
])

/** ዓ.ም, A.L.I, k.k.f: pieces of one or two letters with stops between. */
const dotted = /^\p{L}{1,2}(?:[./]\p{L}{1,2})+$/u
/** An initial, or a single fidel: J. Tola, ቁ. 5. */
const initial = /^\p{L}$/u

/** Whether `word`, which a full stop follows, is an abbreviation, so that the stop may end no sentence. */
export const isAbbreviation = (word: string): boolean =>
  stopped.has(word.toLowerCase()) || dotted.test(word) || initial.test(word)

const longestFirst = (table: ReadonlyArray<Abbreviation>) =>
  table.toSorted(([one], [other]) => other.length - one.length)

/** Prepositions that Amharic writes in one with their word. */
const amharicWordStart = "(?<=(?:^|[^\\p{L}\\p{M}])(?:እንደ|ስለ|ወደ|[የበለከ])?)"
/** The end of a word, or of a word with a one-letter suffix. */
const amharicWordEnd = "(?=[ንናምስ]?(?!\\p{L}))"

const amharicPattern = (written: string): string => {
  const open = written.endsWith("-")
  const parts = (open ? written.slice(0, -1) : written).split("/")
  const end = open ? "" : amharicWordEnd
  // A stop after a form with stops belongs to it; one after ት/ቤት may end the sentence.
  return `${parts.join("\\/")}${end}|${parts.join("\\.")}${open ? "" : "\\.?"}${end}`
}

const amharicKey = (written: string): string => written.replaceAll(".", "/").replace(/[/-]$/, "")

const amharicReadings: ReadonlyMap<string, string> = new Map(
  amharic.map(([written, read]) => [amharicKey(written), read])
)

const amharicAbbreviations: Rule = {
  kind: "abbreviation",
  language: "am",
  needs: ["stop"],
  pattern: `${amharicWordStart}(?:${longestFirst(amharic)
    .map(([written]) => amharicPattern(written))
    .join("|")})`,
  read: ({ found }) => amharicReadings.get(amharicKey(found))
}

const oromoPattern = (written: string): string => {
  const initial = written.charAt(0)
  const rest = escaped(written.slice(1))
  const stopped = written.endsWith(".")
  const optional = stopped && written.slice(0, -1).includes(".") ? "?" : ""
  return `[${initial}${initial.toUpperCase()}]${rest}${optional}(?!${stopped ? "" : "\\.?"}\\p{L})`
}

const oromoKey = (written: string): string => written.replace(/\.$/, "").toLowerCase()

const oromoReadings: ReadonlyMap<string, string> = new Map(oromo.map(([written, read]) => [oromoKey(written), read]))

const oromoAbbreviations: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["latin"],
  pattern: `(?<![\\p{L}\\p{M}.\\/'])(?:${longestFirst(oromo)
    .map(([written]) => oromoPattern(written))
    .join("|")})`,
  read: ({ found }) => oromoReadings.get(oromoKey(found))
}

export const abbreviations: ReadonlyArray<Rule> = [amharicAbbreviations, oromoAbbreviations]
