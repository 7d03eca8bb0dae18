import { describe, expect, test } from "bun:test"
import { Either, FastCheck, ParseResult, Schema } from "effect"
import { isSpeakable, preview, previewLength, SpeakableText } from "../../src/text/Speakable.ts"

describe("text is speakable", () => {
  test.each(["ሰላም", "nagaa", "…ሀ…", "5", "፳", "é", "😀 a", "٣"])("with a letter or a digit: %s", (text) => {
    expect(isSpeakable(text)).toBe(true)
  })

  test.each(["", " \n", "።፣!?…", "😀🇪🇹👩‍👩‍👧", "1️⃣2️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "©™", "፡፡", "— «»", "\u0301", "ℹ️Ⓜ️", "\u202a\u200b"])(
    "not when it is only marks, emoji or blanks: %j",
    (text) => {
      expect(isSpeakable(text)).toBe(false)
    }
  )
})

describe("the schema of speakable text", () => {
  const why = (text: string): string =>
    Either.match(Schema.decodeUnknownEither(SpeakableText)(text), {
      onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? "",
      onRight: () => ""
    })

  test("accepts both languages", () => expect([why("ሰላም።"), why("Nagaa!")]).toEqual(["", ""]))
  test("refuses a lone surrogate, and says so", () => {
    expect(why("ሰላም\ud83d")).toContain("surrogate")
    expect(why("\ude00ሰላም")).toContain("surrogate")
  })
  test("refuses text without sound, and says what is needed", () => expect(why("😀 …")).toContain("letter"))
})

describe("a preview", () => {
  test("of a short text is the text", () => expect(preview("ሰላም")).toBe("ሰላም"))

  test("never splits a surrogate pair", () => {
    const text = `${"ሀ".repeat(previewLength - 1)}😀ሀ`
    expect(preview(text)).toBe("ሀ".repeat(previewLength - 1))
  })

  test("is the longest well-formed beginning within its length", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "grapheme", maxLength: 60 }),
        FastCheck.integer({ min: 1, max: 40 }),
        (text, length) => {
          const cut = preview(text, length)
          expect(text.startsWith(cut) && cut.length <= length && cut.isWellFormed()).toBe(true)
          if (text.length > length) expect(cut.length).toBeGreaterThanOrEqual(length - 1)
        }
      )
    )
  })
})
