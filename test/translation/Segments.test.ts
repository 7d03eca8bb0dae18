import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import * as Placeholders from "../../src/translation/Placeholders.ts"
import * as Segments from "../../src/translation/Segments.ts"
import { expectMillis } from "../cost/Growth.ts"
import { forAll } from "../support/Property.ts"

/** Text as people write it, and as nobody does. */
const text = FastCheck.array(
  FastCheck.oneof(
    FastCheck.constantFrom(
      "ሰላም። ",
      "Akkam jirtu? ",
      "Hello. ",
      "\n",
      "\r\n",
      "\n\n",
      "  ",
      "\t",
      "\u2028",
      "12 ",
      "— "
    ),
    FastCheck.constantFrom("{name}", "%s", "<b>", "</b>", "https://example.com/a?b=c. ", "⟦0⟧", "{{a}}"),
    FastCheck.string({ unit: "binary", maxLength: 20 }),
    FastCheck.integer({ min: 1, max: 400 }).map((count) => "ቃል word. ".repeat(count))
  ),
  { maxLength: 12 }
).map((pieces) => pieces.join(""))

const passagesOf = (parts: ReadonlyArray<Segments.Segment>) =>
  parts.flatMap((part) => (part._tag === "Text" ? [part.text] : []))

test("parts of a text, joined, are the text, whatever it is", () => {
  forAll({}, text, (some) => expect(Segments.join(Segments.divide(some))).toBe(some))
})

test("parts of a text put together with their own passages are the text", () => {
  forAll({}, text, (some) => {
    const parts = Segments.divide(some)
    expect(Segments.replacePassages(parts, passagesOf(parts))).toBe(some)
  })
})

test("a passage of a text has a word, no line break and no white space around it, and no other part has a word", () => {
  forAll({}, text, (some) => {
    for (const part of Segments.divide(some)) {
      expect(part.text).not.toBe("")
      expect(/\p{L}/u.test(Placeholders.removePlaceholders(part.text))).toBe(part._tag === "Text")
      if (part._tag === "Text") expect(part.text).toMatch(/^\S(?:[^\n\v\f\r\u0085\u2028\u2029]*\S)?$/)
      expect(part._tag === "Gap" || part.text.length <= Segments.SEGMENT_LENGTH).toBe(true)
    }
  })
})

test("long passages of a text end where sentences end", () => {
  const sentence = "ይህ አንድ ረጅም ዓረፍተ ነገር ነው፣ ግን መጨረሻ አለው። "
  const passages = passagesOf(Segments.divide(sentence.repeat(200)))
  expect(passages.length).toBeGreaterThan(3)
  for (const passage of passages) expect(passage).toEndWith("።")
})

test("bundles hold every passage once, in order, and are no longer than is comfortable", () => {
  forAll({}, text, (some) => {
    const passages = passagesOf(Segments.divide(some))
    const bundles = Segments.groupPassages(passages)
    expect(bundles.flat()).toEqual(passages)
    for (const bundle of bundles) expect(bundle.join("\n").length).toBeLessThanOrEqual(Segments.SEGMENT_LENGTH)
  })
})

test("10,000 lines of a character cost few calls, and no text takes long to divide", () => {
  const lines = "ሀ\n".repeat(5_000)
  expect(Segments.groupPassages(passagesOf(Segments.divide(lines))).length).toBeLessThan(10)
  const start = performance.now()
  for (const some of [
    " ".repeat(10_000),
    "<".repeat(10_000),
    "{".repeat(10_000),
    "a@".repeat(5_000),
    "%1".repeat(5_000)
  ])
    Segments.divide(some)
  expectMillis(performance.now() - start, 2_000)
})

test("placeholders that are protected and restored leave the text as it was", () => {
  forAll({}, text, (some) => {
    const guarded = Placeholders.protect(some)
    expect(Placeholders.restore(guarded.text, guarded)).toBe(some)
    expect(Placeholders.keepsPlaceholders(some, some)).toBe(true)
  })
})

test("placeholders are variables, directives, tags, entities, addresses, code; not percentages or sums", () => {
  const all = [
    "{name}",
    "{{count}}",
    `$${"{total}"}`,
    "{0}",
    "%s",
    "%1$s",
    "%.2f",
    "%(user)s",
    "%d",
    "<b>",
    "</b>",
    '<a href="/x">',
    "&nbsp;",
    "&#39;",
    "https://example.com/a_b?c=1#d",
    "www.example.com",
    "a.b@example.org",
    "`npm start`"
  ] as const
  for (const placeholder of all) {
    expect(Placeholders.placeholders(`ሰላም ${placeholder} ነው`)).toEqual([placeholder])
  }
  expect(Placeholders.placeholders("50% off, 100 % sure, 3 < 4 and 5 > 2, a & b")).toEqual([])
  expect(Placeholders.placeholders("See https://example.com/.")).toEqual(["https://example.com/"])
})
