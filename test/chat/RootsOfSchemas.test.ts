/** A `json_schema` whose root says no type: what fits it is an answer, whatever kind of JSON it is, and no second call is made. */
import { describe, expect, test } from "bun:test"
import { Effect, Either, Option } from "effect"
import * as AnswerFormat from "../../src/chat/AnswerFormat.ts"
import { sentValidation, validate } from "../../src/chat/tools/ArgumentValidation.ts"
import { ArgumentValidator } from "../../src/chat/tools/ArgumentValidator.ts"
import { argumentsFor } from "../../src/engines/sandbox/Arguments.ts"
import * as Pipe from "../../src/workers/Pipe.ts"
import { answerTo, completion, newWallet, says, scripted, withChat } from "./World.ts"

const roots: ReadonlyArray<readonly [schema: Record<string, unknown>, fitting: string, other: string]> = [
  [{ const: 5 }, "5", "6"],
  [{ enum: ["a", null] }, "null", '"b"'],
  [{ anyOf: [{ type: "integer" }, { type: "object", required: ["x"] }] }, "7", "{}"],
  [{ oneOf: [{ type: "boolean" }, { type: "string" }] }, "true", "1"],
  [{ $ref: "#/$defs/list", $defs: { list: { type: "array", items: { type: "integer" } } } }, "[1]", '["a"]'],
  [{ type: "object", properties: {} }, "{}", "5"]
]

const fits = (text: string, schema: Record<string, unknown>) =>
  Effect.gen(function* () {
    const pool = yield* ArgumentValidator
    const format = { _tag: "JsonSchema", name: "x", description: Option.none(), schema, strict: Option.none() } as const
    return yield* AnswerFormat.fits(text, format, pool)
  }).pipe(Effect.provide(ArgumentValidator.Default), Effect.scoped, Effect.runPromise)

describe.each(roots)("%j", (schema, fitting, other) => {
  test("a response schema of any root type is the measure of the answer", async () => {
    expect([await fits(fitting, schema), await fits(other, schema), await fits("no JSON", schema)]).toEqual([
      true,
      false,
      false
    ])
  })

  test("an answer that fits a response schema of any root type is given after one call of the engine", () => {
    const { asked, model } = scripted([says(fitting)])
    return withChat(model, function* () {
      const response_format = { type: "json_schema", json_schema: { name: "x", schema } }
      const messages = [{ role: "user", content: "x" }]
      const { answer } = yield* answerTo(completion(yield* newWallet(), { messages, response_format }))
      expect([answer.response_text, asked.length]).toEqual([fitting, 1])
    })
  })

  test("the sandbox answers a response schema of any root type with a value that fits it", () => {
    expect(validate({ schema, value: JSON.parse(Either.getOrThrow(argumentsFor(schema, "give 7"))) })).toBe("fits")
  })
})

test("the sandbox gives an object as arguments of a tool whose schema says nothing", () => {
  expect(JSON.parse(Either.getOrThrow(argumentsFor({}, "give 7")))).toEqual({})
  expect(JSON.parse(Either.getOrThrow(argumentsFor({ description: "anything" }, "give 7")))).toEqual({})
})

test("a schema of megabytes goes to the process that checks by its pipe, and not in the message that is copied at once", () => {
  const schema = { enum: Array.from({ length: 18_000 }, (_, at) => `${"v".repeat(100)}${at}`) }
  const { bytes, envelope } = Pipe.divide(sentValidation({ schema, value: "v" }))
  expect(JSON.stringify(envelope)).toBe(
    JSON.stringify({ request: {}, parts: [{ name: "json", size: bytes[0]?.length }] })
  )
  expect(JSON.parse(new TextDecoder().decode(bytes[0]))).toEqual({ schema, value: "v" })
})
