/** JSON that is read as its bytes come is what it is when it is read as a whole. */
import { describe, expect, test } from "bun:test"
import { Either, FastCheck as fc } from "effect"
import { PayloadTooLarge } from "../../src/Errors.ts"
import * as JsonReader from "../../src/http/JsonReader.ts"
import { LargeJsonReader } from "../../src/http/LargeJsonReader.ts"

const SMALL = { long: 8, part: 16, rest: 10_000, tooLarge: () => new PayloadTooLarge({ message: "too large" }) }

/** What is read of the bytes when they come in chunks of these lengths, again and again; or why nothing. */
const read = (bytes: Uint8Array, lengths: ReadonlyArray<number>, sizes = SMALL): unknown => {
  const reader = new LargeJsonReader(sizes)
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const end = at + (lengths[turn % lengths.length] ?? 1)
      reader.push(bytes.subarray(at, end))
      at = end
    }
    return reader.end()
  } catch (cause) {
    return cause instanceof Error ? cause.message : cause
  }
}

const asWhole = (text: string): unknown => Either.getOrElse(JsonReader.read(text), (reason) => `the body ${reason}`)

const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: fc.constantFrom("a", "\\", '"', "\n", "ሰ", "😀", "\ufeff", "\ud83d"), maxLength: 60 }),
  fc.constantFrom("__proto__", "A".repeat(50))
)
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.integer(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 4 })
  )
})).value

/** As other programs write JSON: everything escaped, slashes too, or with spaces. */
const written = fc.tuple(values, fc.constantFrom("plain", "escaped", "spaced")).map(([value, how]) => {
  const text = JSON.stringify(value, null, how === "spaced" ? 1 : 0).replaceAll("A", "\\/")
  return how === "escaped"
    ? text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    : text
})

describe("a body of JSON that is read as it comes", () => {
  test("JSON in chunks of any lengths is the value that it is as a whole", () => {
    fc.assert(
      fc.property(written, lengths, (text, cuts) => {
        expect(read(new TextEncoder().encode(text), cuts)).toEqual(asWhole(text.toWellFormed()))
      })
    )
  })

  test("what is no JSON as a whole is none in chunks, for the same reason", () => {
    const changed = fc
      .tuple(written, fc.nat(), fc.constantFrom('"', "\\", "\n", "{", "]", ",", ""))
      .map(([text, at, put]) => {
        const place = at % (text.length + 1)
        return text.slice(0, place) + put + text.slice(place + 1)
      })
    fc.assert(
      fc.property(changed, lengths, (text, cuts) => {
        const whole = text.trim() === "" ? "the body is empty; send a JSON object" : asWhole(text.toWellFormed())
        expect(read(new TextEncoder().encode(text), cuts)).toEqual(whole)
      })
    )
  })

  test.each([
    [
      "a byte that is no UTF-8 in a long text",
      [...'{"a":"AAAAAAAAAAAAAAAAAAAA'].map((c) => c.charCodeAt(0)).concat(0xff, 0x22, 0x7d)
    ],
    [
      "a character that is cut by the end of a long text",
      [...'{"a":"AAAAAAAAAAAAAAAAAAAA'].map((c) => c.charCodeAt(0)).concat(0xe1, 0x88, 0x22, 0x7d)
    ],
    ["a byte that is no UTF-8 between the texts", [0x7b, 0xff, 0x7d]]
  ])("%s is refused as no UTF-8", (_, bytes) => {
    for (const cut of [1, 7, 100]) expect(read(Uint8Array.from(bytes), [cut])).toBe("the body is not JSON in UTF-8")
  })

  test("what stands beside long texts is bounded, and so are the escapes in them", () => {
    const many = `[${'"a",'.repeat(5_000)}"a"]`
    expect(read(new TextEncoder().encode(many), [1_000])).toBe("too large")
    const escaped = `"${"\\/".repeat(JsonReader.MAX_ESCAPES + 1)}"`
    expect(read(new TextEncoder().encode(escaped), [100_000])).toBe(`the body ${JsonReader.TOO_MANY_ESCAPES}`)
  })

  test("a name of a field that is long is that field's, and what looks like a mark is a text", () => {
    const text = '{"AAAAAAAAAAAA":1,"__proto__":"BBBBBBBBBBBB","x":"00000000-0000-0000-0000-0000000000000"}'
    expect(Object.entries(Object(read(new TextEncoder().encode(text), [5]))).sort()).toEqual([
      ["AAAAAAAAAAAA", 1],
      ["__proto__", "BBBBBBBBBBBB"],
      ["x", "00000000-0000-0000-0000-0000000000000"]
    ])
  })
})
