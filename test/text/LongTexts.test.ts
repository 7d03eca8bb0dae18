import { expect, test } from "bun:test"
import * as LongTexts from "../../src/text/LongTexts.ts"

test("JSON with long texts says the same, in bytes, whatever the texts and those beside them are", () => {
  const long = "A".repeat(20_000)
  const texts = [long, `${long}"\\\n\u0000é`, `ሰላም\ud800${long}`, "short", "ሰ", ""]
  const { json, put } = LongTexts.make()
  const said = json({ ሰ: "ሰላም\u2028", texts: texts.map(put), plain: long })
  expect(JSON.parse(said)).toEqual(JSON.parse(JSON.stringify({ ሰ: "ሰላም\u2028", texts, plain: long })))
  expect(/[\u0100-\uffff]/.test(said)).toBe(false)
  expect(LongTexts.make().json({ ሰ: long })).toBe(JSON.stringify({ ሰ: long }))
})
