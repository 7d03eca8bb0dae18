/**
 * The fidel as a syllabary: rows of one consonant, columns ("orders") of one
 * vowel. From it follow the nearest common spelling of rare fidel, and a
 * transliteration into Qubee, the Latin alphabet of Afaan Oromo.
 */
import { letterPairs } from "./LetterPairs.ts"
import { isEthiopicLetter } from "./Letters.ts"

/** Rows of seven orders that are said alike: first fidel of each, the common row second. */
export const soundAlike = letterPairs("ሐ:ሀ ኀ:ሀ ኸ:ሀ ሠ:ሰ ዐ:አ ፀ:ጸ")

/** Rows of seven orders that are respelt by a common row: first fidel of each. */
const rareRows = letterPairs("ቐ:ቀ ⶠ:ሸ ⶨ:ቸ ⶰ:ዠ ⶸ:ጨ ⷀ:ቀ ⷈ:ከ ⷐ:ኸ ⷘ:ገ ꬠ:ጨ ꬨ:በ")

/** Rows of Ethiopic Extended-A that lack their first order: second fidel of each, six in all. */
const rareShortRows = letterPairs("ꬁ:ጡ ꬉ:ዱ ꬑ:ዙ")

/** Single fidel: the eighth order (said like the seventh), and labialised ones. */
const rareFidel = letterPairs(`
  ሇ:ሆ ቇ:ቆ ኇ:ኆ ኯ:ኮ ዏ:ዎ ዯ:ዮ ጏ:ጎ ፇ:ፆ ⶀ:ሎ ⶁ:ሞ ⶂ:ሮ ⶃ:ሶ ⶄ:ሾ ⶅ:ቦ ⶆ:ቶ ⶇ:ቾ ⶈ:ኖ ⶉ:ኞ ⶊ:ኦ ⶋ:ዞ ⶌ:ዶ ⶍ:ዾ ⶎ:ጆ ⶏ:ጦ ⶐ:ጮ
  ⶑ:ጶ ⶒ:ፖ ⶓ:ጝዋ ⶔ:ጝዊ ⶕ:ጝዌ ⶖ:ጝው ጟ:ጝዋ ቘ:ቈ ቚ:ቊ ቛ:ቋ ቜ:ቌ ቝ:ቍ ᎀ:ምወ ᎁ:ምዊ ᎂ:ምዌ ᎃ:ምው ᎄ:ብወ ᎅ:ብዊ ᎆ:ብዌ ᎇ:ብው ᎈ:ፍወ
  ᎉ:ፍዊ ᎊ:ፍዌ ᎋ:ፍው ᎌ:ፕወ ᎍ:ፕዊ ᎎ:ፕዌ ᎏ:ፕው
`)

const rowPairs = (rows: typeof rareRows, length: number): ReadonlyArray<readonly [string, string]> =>
  rows.flatMap(([rare, common]) =>
    Array.from(
      { length },
      (_, order) =>
        [String.fromCharCode(rare.charCodeAt(0) + order), String.fromCharCode(common.charCodeAt(0) + order)] as const
    )
  )

/** Fidel outside common Amharic, each with the nearest common spelling of its sound. */
export const respelt: ReadonlyMap<string, string> = new Map([
  ...rowPairs(rareRows, 7),
  ...rowPairs(rareShortRows, 6),
  ...rareFidel
])

/** Consonants of the common rows in Qubee, by the row's first fidel. */
const consonants = new Map(
  letterPairs(`
  ሀ:h ለ:l ሐ:h መ:m ሠ:s ረ:r ሰ:s ሸ:sh ቀ:q በ:b ቨ:v ተ:t ቸ:ch ኀ:h ነ:n ኘ:ny አ:' ከ:k ኸ:h ወ:w ዐ:' ዘ:z ዠ:j የ:y
  ደ:d ዸ:dh ጀ:j ገ:g ጘ:g ጠ:x ጨ:c ጰ:ph ጸ:ts ፀ:ts ፈ:f ፐ:p
`)
)

/** Vowels in Qubee by order; the eighth column is labialised. */
const vowels = ["e", "u", "ii", "aa", "ee", "i", "oo", "waa"] as const
/** The rows of ሀ, ሐ, ኀ, አ and ዐ say "a" in their first order. */
const openRows = "ሀሐኀአዐ"
/** Rows of labialised fidel: ቈ ኈ ኰ ዀ ጐ follow their row by eight; columns 0, 2, 3, 4, 5. */
const labialised: Readonly<Record<string, string>> = { ቈ: "q", ኈ: "h", ኰ: "k", ዀ: "h", ጐ: "g" }
/** Three ligatures outside the rows. */
const ligatures: Readonly<Record<string, string>> = { ፘ: "rya", ፙ: "mya", ፚ: "fya" }
const sixth = 5

const fidelInLatin = (fidel: string, before: string, last: boolean): string => {
  const unit = fidel.charCodeAt(0)
  const order = unit % 8
  const row = String.fromCharCode(unit - order)
  const labial = labialised[row]
  const consonant = labial === undefined ? consonants.get(row) : `${labial}w`
  if (consonant === undefined) return ligatures[fidel] ?? fidel
  // A word does not begin with a written hamza.
  const onset = consonant === "'" && before === "" ? "" : consonant
  if (order === sixth && last && consonant !== "'" && before !== "") return onset
  return onset + (order === 0 && openRows.includes(row) ? "a" : (vowels[order] ?? ""))
}

/** A run of fidel in Qubee, as an Oromo reader would say it: ሰላም is "selaam". */
export const inLatin = (word: string): string => {
  const common = Array.from(word, (fidel) => respelt.get(fidel) ?? fidel).join("")
  let written = ""
  for (let at = 0; at < common.length; at++) {
    const last = !isEthiopicLetter(common.charCodeAt(at + 1))
    written += fidelInLatin(common.charAt(at), written, last)
  }
  return written
}
