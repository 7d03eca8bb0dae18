import { expect, test } from "bun:test"
import { units } from "../../../src/engines/recognizer/AcousticUnits.ts"
import { makeLexicon } from "../../../src/engines/recognizer/WordLexicon.ts"
import { allWords, baseWords } from "../../../src/engines/recognizer/words/Lists.ts"
import { longTest } from "../../support/Long.ts"

for (const language of ["am", "om"] as const) {
  const areWritten = (words: ReadonlyArray<string>) => {
    const { read, symbols, write } = units[language]
    for (const word of words) {
      const sound = read(word)
      expect(Array.from(sound).every((symbol) => symbols.includes(symbol))).toBe(true)
      expect(read(write(sound))).toBe(sound)
    }
  }
  test(`units of a tenth of the known words of ${language} are symbols, and are the same once written and read again`, () =>
    areWritten(allWords[language].filter((_, at) => at % 10 === 0)))
  longTest(`units of all known words of ${language} are symbols, and are the same once written and read again`, () =>
    areWritten(allWords[language])
  )
}

test("units of Amharic letters that sound alike are alike", () => {
  expect(units.am.read("ሐኀሠዐፀ")).toBe(units.am.read("ሀሀሰአጸ"))
})

test("units leave out punctuation, and the Oromo apostrophe at a word's edges", () => {
  expect(units.am.read("ሰላም፣ ዓለም።")).toBe(units.am.read("ሰላም ዓለም"))
  expect(units.om.read("'Har’a', re''een!")).toBe(units.om.read("har'a re'een"))
})

test("the list of words holds 1,500 words and more of each language, forms not counted", () => {
  expect(baseWords.am.length).toBeGreaterThanOrEqual(1500)
  expect(baseWords.om.length).toBeGreaterThanOrEqual(1500)
})

longTest("the list of words has none in one word that are written apart", () => {
  const apart = {
    am: "ቤተመጻሕፍት ነገርግን ምክርቤት እግርኳስ ድረገጽ ወደቤት እስከቤት ቤተክርስቲያን ቤተመንግሥት ዓለምአቀፍ ቀስበቀስ",
    om: "hinjiru hinqabu nijira haata'u qonnaanbultoota tokkotokko kanbiraa kudhalama mataduree seerluga haadhamanaa"
  }
  for (const language of ["am", "om"] as const) {
    const { find } = makeLexicon(language)
    for (const word of apart[language].split(" ")) expect(find(units[language].read(word))).toBeUndefined()
  }
  const verbs = allWords.om.filter((word) => /^(?:hin|ni)(?=[^aeiou']{1,2}[aeiou])/.test(word))
  expect(verbs.filter((word) => baseWords.om.includes(word.replace(/^(?:hin|ni)/, "")))).toEqual([])
  expect(makeLexicon("am").find(units.am.read("እንደገና"))?.spelling).toBe("እንደገና")
})

test("the list of words spells as is usual what sounds alike", () => {
  const am = makeLexicon("am")
  expect(am.write(units.am.read("አለም"))).toBe("ዓለም")
  expect(am.write(units.am.read("ጸሀይ"))).toBe("ፀሐይ")
  const om = makeLexicon("om")
  expect(om.write(units.om.read("hara"))).toBe("har'a")
  expect(om.write(units.om.read("baayee"))).toBe("baay'ee")
})
