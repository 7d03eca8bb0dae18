import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { countMessages, countTokens, tokensPerImage, tokensPerMessage } from "../../src/text/Tokens.ts"
import { expectMillis } from "../cost/Growth.ts"
import { forAll } from "../support/Property.ts"

const words = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length
const perWord = (text: string): number => countTokens(text) / words(text)

/** Of several kinds: news, talk, a recipe, a rule, a tale, a report, a letter, an advertisement. */
const amharic = [
  "ትናንት ማታ በከተማዋ ምሥራቃዊ ክፍል ከባድ ዝናብ ጥሎ በርካታ መንገዶች ለሰዓታት ተዘግተው ነበር።",
  "እንዴት ነህ? ቤተሰብ ሁሉ ደህና ነው? እኔ በጣም ደህና ነኝ፤ ናፍቃችሁኛል።",
  "ሽንኩርቱን በደቃቁ ከትፈህ በዘይት ቀቅለው፣ ከዚያም በርበሬና ቲማቲም ጨምር።",
  "ተከራዩ የቤቱን ኪራይ ወር በገባ በአምስት ቀናት ውስጥ የመክፈል ግዴታ አለበት።",
  "ከዕለታት አንድ ቀን አንበሳና ጦጣ በአንድ ጫካ ውስጥ አብረው ይኖሩ ነበር።",
  "ባለፈው ዓመት ወደ ውጭ የተላከው የቡና መጠን በአሥራ ሁለት በመቶ ጨምሯል ሲል ሚኒስቴሩ አስታወቀ።",
  "ውድ ጓደኛዬ፣ የላክህልኝ ደብዳቤ ስለደረሰኝ ከልብ አመሰግናለሁ።",
  "በሚቀጥለው ሳምንት የሚጀመረው የኮምፒውተር ሥልጠና ለሁሉም ወጣቶች ክፍት ነው።",
  "ልጆች ትምህርት ቤት ሲገቡ የጤና ምርመራ ማድረግ እንዳለባቸው ሐኪሞቹ ይመክራሉ።"
].join(" ")

const oromo = [
  "Kaleessa galgala naannoo keenyatti rooba guddaatu roobe.",
  "Ijoolleen hundi ganama gara mana barumsaa deemu.",
  "Haati koo buna danfistee ollaa ishee waamte.",
  "Gatiin qullubbii torban darbe baay'ee dabaleera."
].join(" ")

const english = "Heavy rain fell last night, and the children walked to school on a road that was full of mud."

test("a token count of Amharic is 1.5 to 1.8 for a word, as the specification says", () => {
  expect(words(amharic)).toBeGreaterThanOrEqual(60)
  expect(perWord(amharic)).toBeGreaterThan(1.5)
  expect(perWord(amharic)).toBeLessThan(1.8)
})

test("a token count of each Amharic sentence is 1.2 to 2.1 for a word", () => {
  for (const sentence of amharic.split(/(?<=[።?]) /)) {
    expect(perWord(sentence)).toBeGreaterThan(1.2)
    expect(perWord(sentence)).toBeLessThan(2.1)
  }
})

test("a token count of Afaan Oromo and English is what tokenizers make of them", () => {
  expect(perWord(oromo)).toBeGreaterThan(2)
  expect(perWord(oromo)).toBeLessThan(4)
  expect(perWord(english)).toBeGreaterThan(1)
  expect(perWord(english)).toBeLessThan(1.4)
})

test("a token count of mixed scripts is about the sum of its parts", () => {
  const parts = countTokens(amharic) + countTokens(english)
  expect(Math.abs(countTokens(`${amharic} ${english}`) - parts)).toBeLessThanOrEqual(2)
})

test("a token count is zero for nothing, and for nothing else", () => {
  expect(countTokens("")).toBe(0)
  for (const text of [" ", "\n", "ሀ", "a", "😀", "\u0000", "\ud800", "።", "\u135f"]) {
    expect(countTokens(text)).toBeGreaterThan(0)
  }
  const some = FastCheck.string({ unit: "binary", minLength: 1, maxLength: 200 })
  forAll({}, some, (text) => {
    const tokens = countTokens(text)
    // A byte is the smallest token there is.
    return Number.isInteger(tokens) && tokens > 0 && tokens <= new TextEncoder().encode(text).length
  })
})

test("a token count takes names of special tokens for text", () => {
  expect(countTokens("<|endoftext|>")).toBeGreaterThan(1)
})

test("a token count of a text without a space takes time in line with its length", () => {
  for (const letter of ["a", "ሀ", "😀", "!", " ", "\n", "ab1", "ሀa"]) {
    const times = [5000, 40_000].map((length) => {
      const text = letter.repeat(length)
      countTokens(text.slice(0, 100))
      const begin = performance.now()
      expect(countTokens(text)).toBeGreaterThan(0)
      return performance.now() - begin
    })
    // Eight times the length would be 64 times the work, and seconds of it, were it quadratic.
    expectMillis(times[1] ?? 0, Math.max(400, 40 * (times[0] ?? 0)))
  }
})

test("a prompt's token count adds the marks around each message, and a flat price for each picture", () => {
  const texts = ["ሰላም!", "hello"]
  const weighed = [
    { texts, images: 2 },
    { texts: [], images: 0 }
  ]
  const text = countTokens("ሰላም!") + countTokens("hello")
  expect(countMessages(weighed)).toBe(text + 2 * tokensPerMessage + 2 * tokensPerImage)
  expect(countMessages([])).toBe(0)
})

test("a token count of a text as long as a request is made of a sample, and within 2 % of the whole's", () => {
  const words = ["ሰላም", "hello", "ነው።", "barreessaa", "12,345", "a"]
  const text = Array.from({ length: 300_000 }, (_, at) => words[(at * 7 + (at >> 3)) % words.length]).join(" ")
  const parts = Array.from({ length: Math.ceil(text.length / 100_000) }, (_, at) =>
    countTokens(text.slice(at * 100_000, (at + 1) * 100_000))
  )
  const whole = parts.reduce((sum, count) => sum + count, 0)
  expect(Math.abs(countTokens(text) / whole - 1)).toBeLessThan(0.02)
})
