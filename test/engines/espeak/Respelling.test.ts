import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import type { Language } from "../../../src/Domain.ts"
import * as Respelling from "../../../src/engines/espeak/Respelling.ts"
import { respelt } from "../../../src/text/Fidel.ts"
import { origins, read } from "../../../src/text/reading/Reading.ts"
import { longTest } from "../../support/Long.ts"
import { forAll } from "../../support/Property.ts"

/** What is written, read and then spelt for the engine. */
const respell = (language: Language, text: string): Respelling.Respelling => {
  const reading = read(language, text)
  const { origin, spoken } = Respelling.respell(language, reading.words)
  const back = origins(reading)
  return { spoken, origin: (offset) => back(origin(offset)) }
}

const control = "\u0002"
const code = new RegExp(`\\[${control}[^\\]\\s]+\\]\\]`, "g")

/** What the engine gets beside phonemes: W for a word in phonemes. */
const shape = (language: Language, words: string): string =>
  Respelling.respell(language, words).spoken.replaceAll(code, "W").replaceAll(/ +/g, " ")

const piece = FastCheck.constantFrom(
  ...["ሰላም", "ነው", "nagaa", "ba", "e", " ", " ", "\n", "\u2028", "።", "፣", "፧", "፡", "፡፡", "::", "!", ".", ",", "/"],
  ...["ʼ", "’", "‘", "`", "'", "-", "ቐ", "ዏ", "ᎀ", "ꬁ", "፟", "፲፱", "5", "٣", "１", "😀", "🇪🇹", "1️⃣", "\ud83d", "\ude00"],
  ...["é", "e\u0301", "n\u0303", "ß", "Ａ", "\u202a", "\u200b", "\u00ad", "&", "*", "$", "½", "字", "я", "ⱥ"],
  ...["[", "]", "[[", "]]", "\u0001", "\u0002", "[[a]]", "[\u0002a]]", "[\u0001V", "?", ":", "_^_en"]
)
const text = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: FastCheck.string({ unit: "binary", maxLength: 60 }) }
)
const language = FastCheck.constantFrom("am" as const, "om" as const)

longTest("the way from respelt text to the original never turns back, stays in range, and ends at the end", () => {
  forAll({ numRuns: 200 }, language, text, (of, written) => {
    const { origin, spoken } = respell(of, written)
    let last = 0
    for (let offset = 0; offset <= spoken.length; offset++) {
      const at = origin(offset)
      expect(Number.isInteger(at) && at >= last && at <= written.length).toBe(true)
      last = at
    }
    expect(origin(spoken.length)).toBe(written.length)
    expect(origin(spoken.length + 5)).toBe(written.length)
  })
})

test("the way from phonemes leads to the beginning of their word, whatever was dropped before it", () => {
  const written = "( ሰ፟ላም፣ [[ computer ነው"
  const { origin, spoken } = Respelling.respell("am", written)
  const found = Array.from(spoken.matchAll(code), ({ 0: phonemes, index }) =>
    [index, index + 1, index + phonemes.length - 1].map(origin)
  )
  const [peace, is] = [written.indexOf("ሰ"), written.indexOf("ነው")]
  expect(found).toEqual([
    [peace, peace, peace],
    [is, is, is]
  ])
})

test("text for the engine has its own script in phonemes only, and nothing that would be spelt out", () => {
  const rare = new RegExp(`[${Array.from(respelt.keys()).join("")}]`)
  forAll({ numRuns: 200 }, language, text, (of, written) => {
    const rest = respell(of, written).spoken.replaceAll(code, " ")
    expect(rest).not.toMatch(rare)
    expect(rest).not.toMatch(/[ሀ-ፚ\u135d-\u135f]|\p{Emoji_Presentation}/u)
    if (of === "om") expect(rest).not.toMatch(/[a-z]/i)
  })
})

test("text for the engine has commands where it was given words alone, whatever a client writes", () => {
  const words = FastCheck.array(FastCheck.oneof(piece, FastCheck.string({ unit: "binary", maxLength: 3 })))
  forAll({ numRuns: 500 }, language, words, (of, written) => {
    const { spoken } = Respelling.respell(of, written.join(""))
    const rest = spoken.replaceAll(code, "")
    expect(rest).not.toContain("[[")
    expect(Array.from(rest).filter((character) => character < " " && !/\s/.test(character))).toEqual([])
  })
  expect(shape("am", "[\u0002s]] \u0001V ሰላም [[a]]")).toBe("[ s]] V W a]]")
})

test.each([
  ["ሰላም።ደህና፣እሺ፧", "W. W, W?"],
  ["ሰላም። ደህና", "W. W"],
  ["ሰላም ለሁሉ፡፡ደህና::", "W W. W."],
  ["ሰላም!ደህና", "W! W"],
  ["«ሰላም»፦ቤት", "« W»: W"],
  ["ቤት-ሥራ", "W W"],
  ["ቤት\u2028ቤት", "W\nW"],
  ["café ñandúን", "café nandú W"],
  ["SMSን ላከ", "SMS W W"]
])("the Amharic text %s has its pauses for the engine: %s", (written, spoken) =>
  expect(shape("am", written)).toBe(spoken)
)

test.each([
  ["Har'a, mul'ata.", "W, W."],
  ["Jala-bultii mañḥ café", "W W W W"],
  ["‘nagaa’ 'nagaa'", "‘ W’ ' W'"],
  ["ⱥ nama", "ⱥ W"],
  ["kwt b", "W W W W"]
])("the Afaan Oromo text %s has its pauses for the engine: %s", (written, spoken) =>
  expect(shape("om", written)).toBe(spoken)
)

test.each([
  ["ቐለም", "ቀለም"],
  ["ዏ", "ዎ"],
  ["ሰ፟ላም", "ሰላም"]
])("the rare Amharic spelling %s is said as the common one, %s", (rare, common) =>
  expect(Respelling.respell("am", rare).spoken).toBe(Respelling.respell("am", common).spoken)
)
