import { expect, test } from "bun:test"
import { Either, FastCheck, ParseResult, Schema } from "effect"
import { isSpeakable, preview, previewLength, SpeakableText } from "../../src/text/Speakable.ts"
import { forAll } from "../support/Property.ts"

test.each(["ሰላም", "nagaa", "…ሀ…", "5", "፳", "é", "😀 a", "٣"])(
  "a text with a letter or a digit is speakable: %s",
  (text) => {
    expect(isSpeakable(text)).toBe(true)
  }
)

test.each(["", " \n", "።፣!?…", "😀🇪🇹👩‍👩‍👧", "1️⃣2️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "©™", "፡፡", "— «»", "\u0301", "ℹ️Ⓜ️", "\u202a\u200b"])(
  "a text of only marks, emoji or blanks is not speakable: %j",
  (text) => {
    expect(isSpeakable(text)).toBe(false)
  }
)

const why = (text: string): string =>
  Either.match(Schema.decodeUnknownEither(SpeakableText)(text), {
    onLeft: (error) => ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? "",
    onRight: () => ""
  })

test("speakable text may be in either language", () => expect([why("ሰላም።"), why("Nagaa!")]).toEqual(["", ""]))
test("speakable text has no lone surrogate, which is refused by that name", () => {
  expect(why("ሰላም\ud83d")).toContain("surrogate")
  expect(why("\ude00ሰላም")).toContain("surrogate")
})
test("speakable text has a sound, and the refusal of any other says what is needed", () =>
  expect(why("😀 …")).toContain("letter"))

test("a preview of a short text is the text", () => expect(preview("ሰላም")).toBe("ሰላም"))

test("a preview never splits a surrogate pair", () => {
  const text = `${"ሀ".repeat(previewLength - 1)}😀ሀ`
  expect(preview(text)).toBe("ሀ".repeat(previewLength - 1))
})

test("a preview is the longest well-formed beginning within its length", () => {
  forAll(
    {},
    FastCheck.string({ unit: "grapheme", maxLength: 60 }),
    FastCheck.integer({ min: 1, max: 40 }),
    (text, length) => {
      const cut = preview(text, length)
      expect(text.startsWith(cut) && cut.length <= length && cut.isWellFormed()).toBe(true)
      if (text.length > length) expect(cut.length).toBeGreaterThanOrEqual(length - 1)
    }
  )
})
