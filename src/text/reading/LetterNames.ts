/** Latin letters by name, as they are said in acronyms, codes and plates. */
import type { Language } from "../../Domain.ts"
import { spaced } from "./numerals/Numerals.ts"

const table = (names: string): ReadonlyMap<string, string> =>
  new Map(names.split(" ").map((name, at) => [String.fromCharCode(0x41 + at), name]))

/**
 * The English names, A to Z, in the spelling of each language: broadcasters say
 * ኤፍ ኤም, ቢ ቢ ሲ (Amharic), ef em, bii bii sii (Afaan Oromo). The Oromo spellings
 * want a native reader.
 */
const names: Readonly<Record<Language, ReadonlyMap<string, string>>> = {
  am: table("ኤ ቢ ሲ ዲ ኢ ኤፍ ጂ ኤች አይ ጄ ኬ ኤል ኤም ኤን ኦ ፒ ኪው አር ኤስ ቲ ዩ ቪ ደብሊው ኤክስ ዋይ ዜድ"),
  om: table(
    "ee bii sii dii ii ef jii eech aay jee kee el em en oo pii kiyuu aar es tii yuu vii dabaliyuu eks waay zeed"
  )
}

/** Each letter by its name, with a space between; what has none is left out. */
export const letterNames = (language: Language, letters: string): string =>
  spaced(...Array.from(letters.toUpperCase(), (letter) => names[language].get(letter) ?? ""))
