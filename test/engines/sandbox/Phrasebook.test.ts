import { expect, test } from "bun:test"
import { Option } from "effect"
import * as Phrasebook from "../../../src/engines/sandbox/Phrasebook.ts"
import { normalise } from "../../../src/engines/sandbox/Spelling.ts"

const languages = ["am", "om", "en"] as const
const pairs = languages.flatMap((source) =>
  languages.filter((target) => target !== source).map((target) => [source, target] as const)
)
const translate = (text: string, source: (typeof languages)[number], target: (typeof languages)[number]) =>
  Option.getOrNull(Phrasebook.translate(text, source, target))

/** What two phrases that are said alike share: words, and whether they ask. */
const identity = (language: (typeof languages)[number], phrase: string) =>
  normalise(language, phrase.replace(/[.!።]+$/, ""))

test("the phrasebook has at least 300 entries, each whole", () => {
  expect(Phrasebook.entries.length).toBeGreaterThanOrEqual(300)
  for (const entry of Phrasebook.entries)
    for (const language of languages)
      for (const way of Phrasebook.waysOf(entry, language)) {
        expect(way).not.toBe("")
        expect(way).toBe(way.normalize("NFC").replace(/\s+/g, " ").trim())
      }
})

test("no phrase of a language stands for two meanings in the phrasebook", () => {
  for (const language of languages) {
    const seen = new Map<string, Phrasebook.Entry>()
    for (const entry of Phrasebook.entries)
      for (const way of Phrasebook.waysOf(entry, language)) {
        const key = identity(language, way)
        expect([language, way, seen.get(key)?.[2] ?? null]).toEqual([language, way, null])
        seen.set(key, entry)
      }
  }
})

test("each phrase of the book is written in its language's script", () => {
  const scripts = {
    am: /^[\u1200-\u135a0-9 ።፣?!]+$/,
    om: /^[A-Za-z0-9' ,.?!]+$/,
    en: /^[A-Za-z0-9' ,.?!]+$/
  }
  for (const entry of Phrasebook.entries)
    for (const language of languages)
      for (const way of Phrasebook.waysOf(entry, language)) expect(way).toMatch(scripts[language])
})

test("Qubee in the phrasebook has no letter thrice, and no apostrophe at a word's edge", () => {
  for (const entry of Phrasebook.entries)
    for (const way of Phrasebook.waysOf(entry, "om")) {
      expect(way).not.toMatch(/(\p{L})\1\1/iu)
      expect(way).not.toMatch(/(^|\s)'|'(\s|[.,?!]|$)/)
    }
})

test("a question of the book is a question in every language where it is one, but for greetings", () => {
  const greetings = new Set(["Good morning", "Good afternoon"])
  for (const entry of Phrasebook.entries) {
    const asks = languages.map((language) => Phrasebook.waysOf(entry, language).every((way) => way.endsWith("?")))
    const none = languages.map((language) => Phrasebook.waysOf(entry, language).every((way) => !way.endsWith("?")))
    const [english = ""] = Phrasebook.waysOf(entry, "en")
    if (!greetings.has(english)) expect([english, asks.every(Boolean) || none.every(Boolean)]).toEqual([english, true])
  }
})

test("every way of saying every entry is found, in every direction, and what it gives leads back", () => {
  for (const entry of Phrasebook.entries)
    for (const [source, target] of pairs)
      for (const way of Phrasebook.waysOf(entry, source)) {
        const translated = translate(way, source, target)
        const [first = ""] = Phrasebook.waysOf(entry, target)
        expect([way, identity(target, translated ?? "")]).toEqual([way, identity(target, first)])
        const back = translate(translated ?? "", target, source)
        const [own = ""] = Phrasebook.waysOf(entry, source)
        expect(identity(source, back ?? "")).toBe(identity(source, own))
      }
})

test("case, marks, spaces, apostrophes and fidel that sound alike make no difference to the phrasebook", () => {
  expect(translate("  thank   YOU very much!! ", "en", "om")).toBe("  Baay'ee galatoomaa! ")
  expect(translate("BAAY’EE GALATOOMAA", "om", "en")).toBe("Thank you very much")
  expect(translate("Har`a", "om", "am")).toBe("ዛሬ")
  expect(translate("ሶስት", "am", "en")).toBe("Three")
  expect(translate("ሀሙስ", "am", "om")).toBe("Kamisa")
  expect(translate("ጸሀይ", "am", "en")).toBe("Sun")
  expect(translate("I'm fine, thank you.", "en", "am")).toBe("ደህና ነኝ፣ አመሰግናለሁ።")
  expect(translate("«ሰላም»", "am", "en")).toBe("«Hello»")
  expect(translate("2. Water", "en", "om")).toBe("2. Bishaan")
})

test("a translation by the book ends as the source does, in its own punctuation, and asks a question", () => {
  expect(translate("Water.", "en", "am")).toBe("ውሃ።")
  expect(translate("Water", "en", "am")).toBe("ውሃ")
  expect(translate("ውሃ!", "am", "en")).toBe("Water!")
  expect(translate("what is your name", "en", "om")).toBe("Maqaan keessan eenyu?")
  expect(translate("እንደምን አደሩ?", "am", "en")).toBe("Good morning.")
})

test("the mark alone makes a statement in Amharic a question, and is heeded", () => {
  expect(translate("ውሃ አለ።", "am", "en")).toBe("There is water.")
  expect(translate("ውሃ አለ", "am", "en")).toBe("There is water")
  expect(translate("ውሃ አለ?", "am", "en")).toBe("Is there water?")
  expect(translate("ክፍል አለ።", "am", "en")).toBeNull()
  expect(translate("ክፍል አለ", "am", "en")).toBeNull()
  expect(translate("ጊዜ አለኝ?", "am", "en")).toBeNull()
})

test("a text of which every sentence is known is translated, its lines and spaces kept", () => {
  expect(translate("Good morning. How are you?\r\n\r\n- I am fine, thank you.\n", "en", "am")).toBe(
    "እንደምን አደሩ? እንዴት ነዎት?\r\n\r\n- ደህና ነኝ፣ አመሰግናለሁ።\n"
  )
})

test("a text with one unknown sentence has no translation by the book", () => {
  expect(translate("Good morning. The invoice is due.", "en", "am")).toBeNull()
  expect(translate("Hello {name}", "en", "am")).toBeNull()
  expect(translate("water water", "en", "am")).toBeNull()
  expect(translate("a ".repeat(5_000), "en", "am")).toBeNull()
})
