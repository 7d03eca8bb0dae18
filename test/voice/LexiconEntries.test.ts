/** What the words of a lexicon may be, and the one form in which they are kept. */
import { describe, expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import { type Entries, read } from "../../src/voice/LexiconEntries.ts"
import { forAll } from "../support/Property.ts"

const kept = (body: { readonly [name: string]: unknown }): Entries => Either.getOrThrow(read(body))
const refused = (body: { readonly [name: string]: unknown }) =>
  Either.match(read(body), {
    onRight: () => "accepted",
    onLeft: ({ details }) => details?.map(({ code, field }) => `${field} ${code}`)
  })

test("a lexicon's word that is typed in another way is the same word", () => {
  const decomposed = "Ba\u0300le"
  expect(kept({ om: { [decomposed]: "Baalee" } }).om).toEqual([["Bàle", "Baalee"]])
  expect(kept({ om: { Qaʼaa: "Qa’aa" } }).om).toEqual([["Qa'aa", "Qa'aa"]])
  expect(kept({ am: { "  Addis \t AI ": " አዲስ  ኤ አይ " } }).am).toEqual([["Addis AI", "አዲስ ኤ አይ"]])
  expect(refused({ om: { Qal: "Qaal", "qal ": "Qaal" } })).toEqual(["om.qal  duplicate"])
  expect(refused({ om: { "qa'": "Qa", "qa’": "Qa" } })).toEqual(["om.qa’ duplicate"])
})

test("a lexicon's words are kept in one order, whatever order they are sent in", () => {
  expect(kept({ am: { B: "ቢ", A: "ኤ" } })).toEqual(kept({ am: { A: "ኤ", B: "ቢ" } }))
})

test("a lexicon takes names that objects have as words like any others", () => {
  const names = ["constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__"]
  const words = kept({ om: Object.fromEntries(names.map((name) => [name, "Qaal"])) }).om
  expect(words.map(([word]) => word).sort()).toEqual([...names].sort())
  expect(kept({ om: JSON.parse('{"__proto__": "Qaal"}') }).om).toEqual([["__proto__", "Qaal"]])
})

test("a lexicon's answer can be sent back", () => {
  expect(kept({ am: { Qal: "ቃል" }, om: {}, updated_at: null }).am).toEqual([["Qal", "ቃል"]])
})

describe("is refused by name", () => {
  const cases: ReadonlyArray<readonly [string, { readonly [name: string]: unknown }, ReadonlyArray<string>]> = [
    ["a language that there is none of", { en: { Qal: "Qal" } }, ["en unknown"]],
    ["an envelope around it", { data: { am: {} } }, ["data unknown"]],
    ["a list", { am: ["Qal", "ቃል"] }, ["am invalid_type"]],
    ["a text", { am: "Qal" }, ["am invalid_type"]],
    ["a number for a spelling", { am: { Qal: 1 } }, ["am.Qal invalid_type"]],
    ["an object with a toString for a spelling", { am: { Qal: { toString: 0 } } }, ["am.Qal invalid_type"]],
    ["no word", { am: { "": "ቃል" } }, ["am. invalid_value"]],
    ["a word without a sound", { am: { "!?": "ቃል" } }, ["am.!? invalid_value"]],
    ["an emoji", { am: { "🎉": "ቃል" } }, ["am.🎉 invalid_value"]],
    ["half a character in a word", { am: { "Q\ud83d": "ቃል" } }, ["am.Q\ud83d invalid_value"]],
    ["half a character in a spelling", { am: { Qal: "ቃ\udc00" } }, ["am.Qal invalid_value"]],
    ["a control character", { om: { Qal: "Qa\u0007al" } }, ["om.Qal invalid_value"]],
    ["an empty spelling", { am: { Qal: "" } }, ["am.Qal invalid_value"]],
    ["a spelling of blanks", { am: { Qal: " \n" } }, ["am.Qal invalid_value"]],
    ["Latin letters for Amharic", { am: { Qal: "Qaal" } }, ["am.Qal invalid_value"]],
    ["fidel for Oromo", { om: { Qal: "ቃል" } }, ["om.Qal invalid_value"]],
    ["both scripts", { am: { Qal: "ቃል AI" } }, ["am.Qal invalid_value"]],
    ["digits, which nobody has read yet", { om: { G5: "Jii 5" } }, ["om.G5 invalid_value"]],
    ["Ethiopic numerals", { am: { G5: "ጂ ፭" } }, ["am.G5 invalid_value"]],
    ["codes of phonemes", { om: { Qal: "[[q'al]]" } }, ["om.Qal invalid_value"]],
    ["markup", { om: { Qal: "<break/>Qaal" } }, ["om.Qal invalid_value"]],
    ["an apostrophe alone", { om: { Qal: "'" } }, ["om.Qal invalid_value"]],
    ["a long word", { om: { ["q".repeat(101)]: "Qaal" } }, [`om.${"q".repeat(101)} too_long`]],
    ["a long spelling", { om: { Qal: "q".repeat(101) } }, ["om.Qal too_long"]]
  ]
  test.each(cases)("a lexicon with %s is refused by name", (_, body, faults) => {
    expect(refused(body)).toEqual([...faults])
  })

  test("a lexicon with a word too many in one language is refused by name", () => {
    const words = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`w${at}`, "Qaal"]))
    expect(kept({ am: {}, om: words(1_000) }).om).toHaveLength(1_000)
    expect(refused({ om: words(1_001) })).toEqual(["om too_many"])
  })

  test("everything that is wrong in a lexicon is named, with the rest counted", () => {
    const bad = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`l${at}`, {}]))
    const details = Either.getOrThrow(Either.flip(read(bad))).details ?? []
    expect(details).toHaveLength(20)
    expect(details.at(-1)?.message).toStartWith("and at least")
    expect(refused({ am: { A: 1, B: "ቢ" }, om: { "": "" } })).toEqual(["am.A invalid_type", "om. invalid_value"])
  })
})

test("whatever is sent as a lexicon is kept in a form that stays as it is, or refused", () => {
  const texts = FastCheck.oneof(
    FastCheck.string({ unit: "binary", maxLength: 12 }),
    FastCheck.string({ unit: FastCheck.constantFrom(..."aQ'’ -.ሀቃ \u0301é፩1"), maxLength: 12 })
  )
  const words = FastCheck.dictionary(texts, texts, { maxKeys: 4 })
  forAll({ numRuns: 500 }, words, words, (am, om) => {
    const first = read({ am, om })
    if (Either.isLeft(first)) return
    const asObject = (pairs: Entries["am"]) => Object.fromEntries(pairs)
    const again = kept({ am: asObject(first.right.am), om: asObject(first.right.om) })
    expect(again).toEqual(first.right)
  })
})
