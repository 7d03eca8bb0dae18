/** What holds of every reading, whatever the text. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { origins, read } from "../../../src/text/reading/Reading.ts"
import { forAll } from "../../support/Property.ts"

const piece = FastCheck.constantFrom(
  ..."ሰላም|ነው|nagaa|ba'a| |  |\n|።|፣|፡|፡፡|.|,|/|-|–|:|%|$|+|°|@|#|ʼ|’|5|12|2016|1,000|3.14|12:30|፲፱|፻|፼|٣|５|½|²|€|ብር|birr|ETB|km|ኪ.ሜ|ዓ.ም.|ት/ቤት|ዶ/ር|Dr.|lakk.|A.L.I|A.L.I.|ኛ|ffaa|በ|የ|tti|በ12|12ኛ|2ffaa|FI|Ethio|😀|👩‍👩‍👧|🇪🇹|1️⃣|\ud83d|\ude00|e\u0301|\u200b|\u202a|𝟏|字|я|[[a]]|http://a.et|a@b.et|@ab|#ab|09|+251|*804#".split(
    "|"
  )
)
const text = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")) },
  { weight: 1, arbitrary: FastCheck.string({ unit: "binary", maxLength: 60 }) }
)
const language = FastCheck.constantFrom("am" as const, "om" as const)

const holds = (check: (of: "am" | "om", written: string) => void) => forAll({ numRuns: 2_000 }, language, text, check)

test("a reading has each unit of the text in one span, in order, and the words of all spans", () => {
  holds((of, written) => {
    const { spans, words } = read(of, written)
    let at = 0
    for (const { end, kind, start, words: said } of spans) {
      expect(start).toBe(at)
      expect(end).toBeGreaterThan(start)
      if (kind === "text") expect(said.length).toBe(end - start)
      at = end
    }
    expect(at).toBe(written.length)
    expect(words).toBe(spans.map((span) => span.words).join(""))
  })
})

test("a reading has no digit left in its words", () => {
  holds((of, written) => {
    expect(read(of, written).words).not.toMatch(/[\p{N}]/u)
  })
})

test("a reading leads back to the text in order, and to its end at the end", () => {
  holds((of, written) => {
    const reading = read(of, written)
    const origin = origins(reading)
    let last = 0
    for (let offset = 0; offset <= reading.words.length; offset++) {
      const at = origin(offset)
      expect(at).toBeGreaterThanOrEqual(last)
      last = at
    }
    expect(origin(reading.words.length)).toBe(written.length)
  })
})

test("a reading of one text is the same each time", () => {
  holds((of, written) => {
    expect(read(of, written)).toEqual(read(of, written))
  })
})
