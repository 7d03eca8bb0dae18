/** Rules by Leslau 1995 (Reference Grammar of Amharic) and Hayward 1988; words by Leslau 1976 and Wiktionary. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { spellings } from "../../../../src/engines/espeak/phonemes/PhonemeSpelling.ts"
import { forAll } from "../../../support/Property.ts"

/** The engine's mnemonics as Ethiopianists write them. */
const letters = [
  ["tS`", "č̣"],
  ["tS", "č"],
  ["dZ", "ǧ"],
  ["s?", "ṣ"],
  ["s:?", "ṣ:"],
  ["n^", "ñ"],
  ["k`", "q"],
  ["t`", "ṭ"],
  ["p`", "p̣"],
  ["S", "š"],
  ["Z", "ž"],
  ["@", "ä"],
  ["y", "ɨ"],
  ["?", "ʔ"],
  ["bb", "b:"]
] as const

/** A word's phonemes without stress, and without the hamza that begins it. */
const said = (word: string): string =>
  letters
    .reduce(
      (written, [mnemonic, letter]) => written.replaceAll(mnemonic, letter),
      spellings("am", word)
        .join(" ")
        .replaceAll(/%%|[',|]/g, "")
    )
    .replace(/^ʔ/, "")

test.each([
  // As few as syllables need (Hayward 1988): the issue's own examples first.
  ["ትምህርት", "tɨmhɨrt"],
  ["ብርሃን", "bɨrhan"],
  ["ክፍል", "kɨfɨl"],
  ["መንግስት", "mängɨst"],
  ["ይሄዳል", "jɨhedal"],
  ["ነው", "näw"],
  ["አድርግ", "adrɨg"],
  ["እግዚአብሔር", "ɨgziʔabher"],
  // A word ends in two consonants if sonority falls (Leslau 1995, 33).
  ["ሕዝብ", "hɨzb"],
  ["ስልክ", "sɨlk"],
  ["ስንት", "sɨnt"],
  ["ፍርድ", "fɨrd"],
  ["ልብስ", "lɨbs"],
  ["ገብስ", "gäbs"],
  ["ወቅት", "wäqt"],
  ["ክብር", "kɨbɨr"],
  ["እግር", "ɨgɨr"],
  ["ወንድም", "wändɨm:"],
  ["ንግድ", "nɨgɨd"],
  ["እህት", "ɨhɨt"],
  ["ሜትር", "metɨr"],
  // Endings keep their ɨ.
  ["ነገርን", "nägärɨn"],
  ["ወይም", "wäjɨm"],
  // Syllables meet where sonority does not rise.
  ["ይቅርታ", "jɨqɨrta"],
  ["ጥቅምት", "ṭɨqɨmt"],
  ["እንግዲህ", "ɨngɨdih"],
  ["ምክንያት", "mɨknɨjat"],
  ["ክርስቲያን", "kɨrɨstijan"],
  // A consonant that is written twice is said twice.
  ["ንግግር", "nɨgɨg:ɨr"],
  ["ትክክል", "tɨkɨk:ɨl"],
  // A preposition is a part of its own.
  ["የትምህርት", "jätɨmhɨrt"],
  ["በትምህርት", "bätɨmhɨrt"],
  ["የክፍል", "jäkɨfɨl"],
  ["በቅሎ", "bäqlo"],
  ["ከንፈር", "känfär"],
  // No coda, and no end of a word, is a glottal stop.
  ["ትዕዛዝ", "tɨʔɨzaz"],
  ["ረቡዕ", "räbu"]
])("the word %s has ɨ only where its syllables need one: %s", (word, phonemes) => expect(said(word)).toBe(phonemes))

test.each([
  ["ጸሐይ", "ṣähaj"],
  ["ፀሐይ", "ṣähaj"],
  ["መጽሐፍ", "mäṣhaf"],
  ["ይህ", "jɨh"],
  ["ኸረ", "härä"],
  ["ቪዛ", "viza"],
  ["ዓይን", "ajn"],
  ["ኧረ", "ärä"],
  ["ኅብረት", "hɨbrät"],
  ["ቋንቋ", "qwanqwa"],
  ["ጓደኛ", "gwad:äñ:a"],
  ["እኳን", "ɨkwan"],
  ["ኢትዮጵያ", "itjop̣ja"],
  ["ሠረዘ", "sär:äzä"]
])("the letters of %s have the consonants that are said: %s", (word, phonemes) => expect(said(word)).toBe(phonemes))

test("rows of fidel that are said alike have the same phonemes", () => {
  for (const [one, other] of ["ሐሀ", "ኀሀ", "ሠሰ", "ዐአ", "ፀጸ"].map((pair) => Array.from(pair)))
    for (let order = 0; order < 7; order++) {
      const [left, right] = [one, other].map((first = "") => String.fromCharCode(first.charCodeAt(0) + order))
      expect(said(`ሰ${left}ለ`)).toBe(said(`ሰ${right}ለ`))
    }
})

test.each([
  // Known words.
  ["ቅዱስ", "qɨd:us"],
  ["ሁለት", "hulät:"],
  ["ሁለተኛ", "hulät:äñ:a"],
  ["አምስት", "am:ɨst"],
  ["አስር", "as:ɨr"],
  ["አስራ", "asra"],
  ["ትልቁ", "tɨl:ɨqu"],
  ["የቡና", "jäbun:a"],
  ["በዚህም", "bäz:ihɨm"],
  // The language and the ordinal: -äñña.
  ["አማርኛ", "amarɨñ:a"],
  ["እንግሊዝኛ", "ɨngɨlizɨñ:a"],
  // The perfect, in three consonants.
  ["ነበረ", "näb:ärä"],
  ["የነበረው", "jänäb:äräw"],
  ["ተመለሰ", "tämäl:äsä"],
  ["ከነገ", "känägä"],
  // The passive; the relative; the auxiliary; "you" and "their".
  ["ይከፈታል", "jɨk:äf:ätal"],
  ["የሚጠበቅ", "jäm:iṭ:äb:äq"],
  ["የሚኒስትር", "jäministɨr"],
  ["ይሄዳሉ", "jɨhedal:u"],
  ["እሄዳለሁ", "ɨhedal:ähu"],
  ["መጣችሁ", "mäṭač:ɨhu"],
  ["አባታቸው", "ab:atač:äw"],
  ["ልጆቹ", "lɨǧoč:u"],
  // The negative, and verbs known by their stem.
  ["አልፈልግም", "alfäl:ɨgɨm:"],
  ["የሚጠይቅ", "jäm:iṭäj:ɨq"],
  // What may be either is short.
  ["አለ", "alä"],
  ["ገና", "gäna"]
])("the word %s has its long consonants: %s", (word, phonemes) => expect(said(word)).toBe(phonemes))

test("Amharic stress is on the first syllable, and the last is weak", () => {
  expect(spellings("am", "ተማሪ")).toEqual(["t'@mar%%i"])
  expect(spellings("am", "ነው")).toEqual(["n'@w"])
  expect(spellings("am", "መምህራን")).toEqual(["m'@mhyr%%an"])
})

const fidel = FastCheck.integer({ min: 0x1200, max: 0x135a }).map((unit) => String.fromCharCode(unit))
const word = FastCheck.array(
  fidel.filter((one) => /\p{L}/u.test(one)),
  { minLength: 1, maxLength: 12 }
).map((letters) => letters.join(""))

test("any word of fidel has a vowel, and never three consonants together, nor two at its beginning", () => {
  forAll({ numRuns: 1_000 }, word, (written) => {
    for (const part of spellings("am", written)) {
      const kinds = part
        .replaceAll(/%%|[',|:]/g, "")
        .replaceAll(/tS`|tS|dZ|n\^|[tkp]`|s\?|(?<=[^@aeiouy])w/g, (code) => (code === "w" ? "" : "C"))
        .replaceAll(/[@aeiouy]/g, "V")
        .replaceAll(/[^V]/g, "C")
      expect(kinds).toContain("V")
      expect(kinds).not.toMatch(/CCCC/)
    }
  })
})

test("a very long word of fidel is spoken in parts, in time linear in its length", () => {
  for (const one of ["ም", "ማ", "ቕ"]) {
    const parts = spellings("am", one.repeat(5_000))
    for (const part of parts) expect(part.length).toBeLessThan(200)
  }
})
