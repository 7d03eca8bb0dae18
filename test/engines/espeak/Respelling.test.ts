import { describe, expect, test } from "bun:test"
import { FastCheck } from "effect"
import type { Language } from "../../../src/Domain.ts"
import * as Respelling from "../../../src/engines/espeak/Respelling.ts"
import { respelt } from "../../../src/text/Fidel.ts"
import { origins, read } from "../../../src/text/reading/Reading.ts"

/** What is written, read and then spelt for the engine. */
const respell = (language: Language, text: string): Respelling.Respelling => {
  const reading = read(language, text)
  const { origin, spoken } = Respelling.respell(language, reading.words)
  const back = origins(reading)
  return { spoken, origin: (offset) => back(origin(offset)) }
}

const said = (language: Language, text: string): string => respell(language, text).spoken

const piece = FastCheck.constantFrom(
  ...["ሰላም", "ነው", "nagaa", "ba", "e", " ", " ", "\n", "\u2028", "።", "፣", "፧", "፡", "፡፡", "::", "!", ".", ",", "/"],
  ...[
    "ʼ",
    "’",
    "‘",
    "`",
    "ቐ",
    "ዏ",
    "ᎀ",
    "ꬁ",
    "፟",
    "፲፱",
    "፩",
    "5",
    "٣",
    "１",
    "😀",
    "👩‍👩‍👧",
    "🇪🇹",
    "1️⃣",
    "\ud83d",
    "\ude00"
  ],
  ...["é", "e\u0301", "n\u0303", "ß", "Ａ", "\u202a", "\u200b", "\u00ad", "&", "*", "$", "½", "字", "я"],
  ..."ዓ/ም ዓ.ም. ት/ቤቱ ዶ/ር የኢ.ፌ.ዴ.ሪ ገ/ማርያም M/B Dr. lakk. A.L.I. kkf.".split(" ")
)
const text = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: FastCheck.string({ unit: "binary", maxLength: 60 }) }
)
const language = FastCheck.constantFrom("am" as const, "om" as const)

describe("the way back to the original", () => {
  test("never turns back, stays in range, and ends at the end", () => {
    FastCheck.assert(
      FastCheck.property(language, text, (of, written) => {
        const { origin, spoken } = respell(of, written)
        let last = 0
        for (let offset = 0; offset <= spoken.length; offset++) {
          const at = origin(offset)
          expect(Number.isInteger(at) && at >= last && at <= written.length).toBe(true)
          last = at
        }
        expect(origin(spoken.length)).toBe(written.length)
        expect(origin(spoken.length + 5)).toBe(written.length)
      }),
      { numRuns: 500 }
    )
  })

  test("is the identity where nothing was respelt", () => {
    const plain = FastCheck.string({ unit: FastCheck.constantFrom(..."ሀለሰላም nagaa,.?!'0123"), maxLength: 80 })
    FastCheck.assert(
      FastCheck.property(plain, (written) => {
        // A mark glued between two fidel gets a space; those are not plain.
        FastCheck.pre(!/[ሀ-ፚ][!?,][ሀ-ፚ]/.test(written))
        const { origin, spoken } = respell("am", written)
        expect(spoken).toBe(written)
        for (let offset = 0; offset <= written.length; offset++) expect(origin(offset)).toBe(offset)
      })
    )
  })

  test("leads every word of an expansion to the abbreviation, and words after it to themselves", () => {
    const written = "በ2016 ዓ/ም ተወለደ"
    const { origin, spoken } = respell("am", written)
    expect(spoken).toBe("በ2016 ዓመተ ምሕረት ተወለደ")
    expect(origin(spoken.indexOf("ዓመተ"))).toBe(written.indexOf("ዓ/ም"))
    expect(origin(spoken.indexOf("ምሕረት"))).toBe(written.indexOf("ዓ/ም"))
    expect(origin(spoken.indexOf("ተወለደ"))).toBe(written.indexOf("ተወለደ"))
  })

  test("counts what was dropped", () => {
    const written = "😀😀 ሰላም"
    const { origin, spoken } = respell("am", written)
    expect(origin(spoken.indexOf("ሰላም"))).toBe(written.indexOf("ሰላም"))
  })
})

describe("respelt text", () => {
  test("holds nothing that the engine would spell out or name", () => {
    const rare = new RegExp(`[${Array.from(respelt.keys()).join("")}]`)
    FastCheck.assert(
      FastCheck.property(language, text, (of, written) => {
        const spoken = said(of, written)
        expect(spoken).not.toMatch(rare)
        expect(spoken).not.toMatch(/[፡-፼\u135d-\u135fʼʻ*_#/\\]|\p{Emoji_Presentation}/u)
        expect(spoken).not.toMatch(/[\p{Cs}\p{Cf}]/u)
        if (of === "om") expect(spoken).not.toMatch(/\p{Script=Ethiopic}/u)
      }),
      { numRuns: 500 }
    )
  })

  test("is respelt to itself", () => {
    FastCheck.assert(
      FastCheck.property(language, text, (of, written) => {
        // Taking a sign away may bring an abbreviation together; twice is then once more.
        const once = said(of, said(of, written))
        expect(said(of, once)).toBe(once)
      }),
      { numRuns: 300 }
    )
  })

  test.each([
    ["ቐለም ቛ", "ቀለም ቋ"],
    ["ዏ ዯ ኇ ፇ", "ዎ ዮ ኆ ፆ"],
    ["ሰ፟ላም", "ሰላም"],
    ["ሰላም።ደህና፣እሺ፧", "ሰላም. ደህና, እሺ?"],
    ["ሰላም። ደህና", "ሰላም. ደህና"],
    ["ሰላም፡ለሁሉ፡፡ደህና::", "ሰላም ለሁሉ. ደህና."],
    ["ሰላም!ደህና", "ሰላም! ደህና"],
    ["በ፲፱፻፺፱ ዓ.ም. ተወለደ", "በ1999 ዓመተ ምሕረት ተወለደ"],
    ["5ኪ.ሜ. ነው", "5ኪሎ ሜትር ነው"],
    ["ሰላም😀ደህና", "ሰላም ደህና"],
    ["\u202aሰላም\u202c", "ሰላም"],
    ["12/04/2016", "12 04 2016"],
    ["٣٤ １２", "34 12"],
    ["3.5 1,000 10:30", "3.5 1,000 10:30"],
    ["cafe\u0301", "café"],
    ["ሀ & ለ", "ሀ  እና  ለ"]
  ])("in Amharic, %s is said %s", (written, spoken) => expect(said("am", written)).toBe(spoken))

  test.each([
    ["baʼe ba’e ba‘e ba`e ba´e baʻe", "ba'e ba'e ba'e ba'e ba'e ba'e"],
    ["‘nagaa’", "‘nagaa’"],
    ["drama", "drama"],
    ["2016 A.L.I. ture", "2016 akka lakkoofsa Itoophiyaatti ture"],
    ["5km", "5 kiiloo meetira"],
    ["mañḥ", "manh"],
    ["nagaa ሰላም", "nagaa selaam"],
    ["ሀገር አበበ", "hager abebe"],
    ["፭ nama", "5 nama"]
  ])("in Afaan Oromo, %s is said %s", (written, spoken) => expect(said("om", written)).toBe(spoken))
})
