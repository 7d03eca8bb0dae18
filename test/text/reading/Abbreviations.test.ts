/** Which full stops belong to the word before them. */
import { expect, test } from "bun:test"
import { isAbbreviation } from "../../../src/text/reading/Abbreviations.ts"

test.each(
  "Dr Prof Obb Ob Aad Add Inj Kol Jen Lakk lakk Fkn bil kkf wkf A.L.I k.k.f Ph.D M/B etc vs J ዓ.ም እ.ኤ.አ ዶ/ር ኃ.የተ.የግ.ማ የኢ.ፌ.ዴ.ሪ ቁ ተ.ቁ የቤ.ቁ ወ.ዘ.ተ ወዘተ ኢንጂ ት/ቤት".split(
    " "
  )
)("a full stop belongs to the abbreviation %s", (word) => expect(isAbbreviation(word)).toBe(true))

test.each("mana ta'e ba'e dhufe jira Finfinnee ነው ሄደ አለ ነው.እሱ ከዚያ computer".split(" "))(
  "a full stop ends a sentence after %s",
  (word) => expect(isAbbreviation(word)).toBe(false)
)
