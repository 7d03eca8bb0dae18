/** Fidel as consonant and vowel, in the mnemonics of the engine's Amharic voice (`ph_amhari`). */
import { letterPairs } from "../../../text/LetterPairs.ts"

/** A consonant with the vowel that its fidel writes; none in the sixth order, where ɨ stands or nothing. */
export interface Segment {
  /** The consonant; a labialised one with its w. */
  readonly consonant: string
  readonly vowel: string
  /** Long: spoken on both sides of a syllable's end. */
  readonly long: boolean
}

/** Consonants by the first fidel of a row. ጸ and ፀ are [s'] in Addis Ababa: an s that a closed glottis ends (Leslau 1995, 8). */
const consonants: ReadonlyMap<string, string> = new Map(
  letterPairs(`
    ሀ:h ለ:l ሐ:h መ:m ሠ:s ረ:r ሰ:s ሸ:S ቀ:k\` ቈ:k\`w በ:b ቨ:v ተ:t ቸ:tS ኀ:h ኈ:hw ነ:n ኘ:n^ አ:? ከ:k ኰ:kw ኸ:h ዀ:hw ወ:w ዐ:?
    ዘ:z ዠ:Z የ:j ደ:d ዸ:d ጀ:dZ ገ:g ጐ:gw ጘ:N ጠ:t\` ጨ:tS\` ጰ:p\` ጸ:s? ፀ:s? ፈ:f ፐ:p
  `)
)

const vowels = ["@", "u", "i", "a", "e", "", "o", "a"] as const
const labialised = 7
/** Rows whose first order says a. */
const open = "ሀሐኀአዐ"
/** The eighth of አ says what the first one lacks. */
const schwa = "ኧ"
/** Ligatures outside the rows. */
const ligatures: ReadonlyMap<string, string> = new Map(letterPairs("ፘ:r ፙ:m ፚ:f"))

const row = (fidel: string): string => String.fromCharCode(fidel.charCodeAt(0) & ~7)

/** The order of a fidel, from 0. */
export const orderOf = (fidel: string): number => fidel.charCodeAt(0) & 7
/** Whether two fidel have the same consonant. */
export const sameRow = (one: string, other: string): boolean => row(one) === row(other)

export const segmentsOf = (fidel: string): ReadonlyArray<Segment> => {
  const ligature = ligatures.get(fidel)
  if (ligature !== undefined)
    return [
      { consonant: ligature, vowel: "", long: false },
      { consonant: "j", vowel: "a", long: false }
    ]
  const found = consonants.get(row(fidel))
  if (found === undefined) return []
  if (fidel === schwa) return [{ consonant: found, vowel: "@", long: false }]
  const order = orderOf(fidel)
  const vowel = order === 0 && open.includes(fidel) ? "a" : (vowels[order] ?? "")
  return [{ consonant: order === labialised ? `${found}w` : found, vowel, long: false }]
}
