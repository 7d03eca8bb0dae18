/** What fields of a form come to, whatever is in them. */
import { expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import * as Form from "../../src/openai/TranscriptionForm.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const read = (fields: Readonly<Record<string, ReadonlyArray<string>>>) => Form.read(new Map(Object.entries(fields)))

test("a transcription form without fields asks for Amharic as JSON, whole", () => {
  const plain = {
    language: "am",
    response_format: "json",
    stream: false,
    numerals: "words",
    timestamp_granularities: ["segment"]
  } as const
  for (const fields of [{}, { language: [], stream: [""], response_format: [" ", ""], include: [""] }])
    expect(read(fields)).toEqual(Either.right(plain))
})

test("a transcription form's language that names none is as if it were left out", () => {
  for (const language of ["auto", "Auto", "None", "undefined", "null", "und", " "])
    expect(Either.map(read({ language: [language] }), (asked) => asked.language)).toEqual(Either.right("am"))
})

test("a list in a transcription form is one value after another, values with commas, or JSON", () => {
  for (const written of [["word", "segment"], ["word,segment"], ["word, segment"], ['["word","segment"]']])
    expect(
      Either.map(
        read({ timestamp_granularities: written, response_format: ["verbose_json"] }),
        (asked) => asked.timestamp_granularities
      )
    ).toEqual(Either.right(["word", "segment"]))
  expect(Either.isLeft(read({ timestamp_granularities: ['["letter"]'] }))).toBe(true)
})

test("an empty list in a transcription form asks for nothing, however it is written", () => {
  for (const nothing of [[], [""], ["[]"], [","]])
    expect(Either.isRight(read({ include: nothing, known_speaker_names: nothing }))).toBe(true)
})

test("a track in a transcription form is a number from 1", () => {
  expect(Either.map(read({ track: ["2"] }), ({ track }) => track)).toEqual(Either.right(2))
  for (const track of ["0", "-1", "1.5", "first"]) expect(Either.isLeft(read({ track: [track] }))).toBe(true)
})

test("every fault of a transcription form is reported", () => {
  const faults = Either.flip(read({ include: ["logprobs"], language: ["am", "om"], known_speaker_names: ["Abebe"] }))
  const { details } = Either.getOrThrow(faults)
  expect(details?.map(({ code, field }) => [field, code])).toEqual([
    ["include", "not_supported"],
    ["language", "duplicate"],
    ["known_speaker_names", "not_supported"]
  ])
})

test("diarized_json is a form of transcriptions, and of translations none", () => {
  const fields = new Map([["response_format", ["diarized_json"]]])
  expect(Either.map(Form.read(fields), (asked) => asked.response_format)).toEqual(Either.right("diarized_json"))
  const { details } = Either.getOrThrow(Either.flip(Form.readTranslation(fields)))
  expect(details?.map(({ code, field }) => [field, code])).toEqual([["response_format", "not_supported"]])
})

longTest("any fields of a transcription form are taken or refused, and no refusal repeats them", () => {
  const names = FastCheck.constantFrom(...Form.RULES.fields)
  const secret = "q\u1234z"
  const values = FastCheck.oneof(
    FastCheck.string({ unit: "binary" }),
    FastCheck.constantFrom("am", "word", "true", "json", "srt", "__proto__", "toString", "\ud800", "NaN", "{}")
  ).map((value) => (value.length < 8 ? value : `${value}${secret}`))
  const fields = FastCheck.array(FastCheck.tuple(names, FastCheck.array(values, { maxLength: 3 })))
  forAll({}, fields, (entries) => {
    for (const route of [Form.read, Form.readTranslation])
      Either.match(route(new Map(entries)), {
        onLeft: ({ _tag, message }) => {
          expect(_tag).toBe("VALIDATION_ERROR")
          expect(message).not.toContain(secret)
        },
        onRight: ({ language, response_format, stream, timestamp_granularities }) => {
          expect(["am", "om"]).toContain(language)
          if (stream) expect(["json", "text"]).toContain(response_format)
          if (timestamp_granularities.includes("word")) expect(response_format).toBe("verbose_json")
        }
      })
  })
})
