import { expect, test } from "bun:test"
import { Effect, FastCheck, Option, Schema } from "effect"
import { Tool, ToolChoice } from "../../src/chat/Api.ts"
import * as ToolCalls from "../../src/chat/ToolCalls.ts"
import { ArgumentValidator } from "../../src/chat/tools/ArgumentValidator.ts"
import { checker } from "../../src/chat/tools/Parameters.ts"
import { expectMillis } from "../cost/Growth.ts"
import { longTest } from "../support/Long.ts"
import { forAll } from "../support/Property.ts"

const tool = (name: string, parameters: unknown) =>
  Schema.decodeUnknownSync(Tool)({ type: "function", function: { name, parameters } })

const weather = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 1 },
    days: { type: "integer", minimum: 1, maximum: 7 },
    unit: { enum: ["C", "F"] },
    place: { $ref: "#/$defs/place" }
  },
  required: ["city"],
  additionalProperties: false,
  $defs: { place: { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] } }
}

/** Whether calls with these arguments are sound. */
const sound = (parameters: unknown, ...texts: ReadonlyArray<string>) =>
  Effect.forEach(texts, (text, index) =>
    ToolCalls.areSound(
      [{ id: `call_${index}`, name: "f", arguments: text }],
      ToolCalls.engineTools([tool("other", { type: "object" }), tool("f", parameters)])
    )
  ).pipe(Effect.provide(ArgumentValidator.Default), Effect.scoped, Effect.runPromise)

test("tool call arguments that fit the schema are sound; those that do not, or are no JSON, are not", async () => {
  expect(
    await sound(weather, '{"city":"ጅማ"}', '{"city":"Jimma","days":3,"unit":"C","place":{"lat":7.7}}', " {\n} ")
  ).toEqual([true, true, false])
  expect(
    await sound(
      weather,
      '{"city":"Jimma",}',
      "Jimma",
      '["Jimma"]',
      "null",
      '{"city":""}',
      '{"city":"Jimma","days":0}',
      '{"city":"Jimma","days":1.5}',
      '{"city":"Jimma","unit":"K"}',
      '{"city":"Jimma","place":{}}',
      '{"city":"Jimma","more":1}'
    )
  ).toEqual(Array.from({ length: 10 }, () => false))
})

test("tuples of a tool's schema are read as its draft writes them", async () => {
  const earlier = {
    type: "object",
    properties: { at: { type: "array", items: [{ type: "number" }, { type: "string" }] } }
  }
  expect(await sound(earlier, '{"at":[1,"a"]}', '{"at":["a",1]}')).toEqual([true, false])
  const seven = { $schema: "http://json-schema.org/draft-07/schema#", $id: "https://example.org/x", ...earlier }
  expect(await sound(seven, '{"at":[1,"a"]}', '{"at":["a",1]}')).toEqual([true, false])
  const latest = { type: "object", properties: { at: { type: "array", prefixItems: [{ type: "number" }] } } }
  expect(await sound(latest, '{"at":[1]}', '{"at":["a"]}')).toEqual([true, false])
})

test("a call of a tool that was not offered is not sound, and one bad call spoils the others", () => {
  const offered = ToolCalls.engineTools([tool("f", { type: "object" })])
  return Effect.gen(function* () {
    const good = { id: "a", name: "f", arguments: "{}" }
    expect(yield* ToolCalls.areSound([good, good], offered)).toBe(true)
    expect(yield* ToolCalls.areSound([good, { ...good, name: "g" }], offered)).toBe(false)
    expect(yield* ToolCalls.areSound([good], [])).toBe(false)
  }).pipe(Effect.provide(ArgumentValidator.Default), Effect.scoped, Effect.runPromise)
})

longTest(
  "a tool's schema that takes for ever or refers to itself is the client's fault, and other checks still go on",
  () =>
    Effect.gen(function* () {
      // The engine gives one such pattern up after a second or so, without a word; a hundred go beyond every limit.
      const patterns = Array.from({ length: 100 }, (_, at) => ({ pattern: `^(a+)+${"b".repeat(at)}$` }))
      const slow = { type: "object", properties: { a: { anyOf: patterns } } }
      const endless = { type: "object", allOf: [{ $ref: "#" }] }
      const call = { id: "a", name: "f", arguments: `{"a":"${"a".repeat(40)}!"}` }
      for (const schema of [slow, endless]) {
        const problem = yield* Effect.flip(ToolCalls.areSound([call], ToolCalls.engineTools([tool("f", schema)])))
        expect(problem._tag).toBe("VALIDATION_ERROR")
        expect(problem.param).toBe("tools[0].function.parameters")
      }
      expect(yield* ToolCalls.areSound([call], ToolCalls.engineTools([tool("f", { type: "object" })]))).toBe(true)
    }).pipe(Effect.provide(ArgumentValidator.Default), Effect.scoped, Effect.runPromise)
)

const fields = (parameters: unknown) =>
  ToolCalls.faults([tool("f", parameters)], undefined).map(({ field = "" }) => field.replace("tools[0].function.", ""))

test("a tool's schema that is none is refused, and the place of its fault is named", () => {
  expect(fields(weather)).toEqual([])
  expect(fields({})).toEqual([])
  expect(fields({ type: "string" })).toEqual(["parameters.type"])
  expect(fields({ type: "object", properties: { x: { type: "strng" } } })).toEqual(["parameters.properties.x.type"])
  expect(fields({ type: "object", properties: [] })).toEqual(["parameters.properties"])
  expect(fields({ type: "object", properties: { x: 7 } })).toEqual(["parameters.properties.x"])
  expect(fields({ required: "x" })).toEqual(["parameters.required"])
  expect(fields({ properties: { x: { anyOf: [{}, { enum: 1 }] } } })).toEqual(["parameters.properties.x.anyOf[1].enum"])
  expect(fields({ properties: { x: { items: { minLength: -1 } } } })).toEqual([
    "parameters.properties.x.items.minLength"
  ])
  expect(fields({ properties: { x: { pattern: "(" } } })).toEqual(["parameters.properties.x.pattern"])
  expect(fields({ patternProperties: { "(": {} } })).toEqual(["parameters.patternProperties"])
  expect(fields({ allOf: {} })).toEqual(["parameters.allOf"])
  expect(fields({ properties: { x: { $ref: "#/$defs/none" } } })).toEqual(["parameters.properties.x.$ref"])
  expect(fields({ properties: { x: { $ref: "https://example.org/x.json" } } })).toEqual([
    "parameters.properties.x.$ref"
  ])
  expect(fields({ properties: { x: { multipleOf: 0 }, y: { type: ["string", "null"] } } })).toEqual([
    "parameters.properties.x.multipleOf"
  ])
})

test("a property in a tool's schema may have a keyword's name", () => {
  expect(
    fields({ properties: { type: { type: "string" }, pattern: {}, items: true, $ref: { type: "string" } } })
  ).toEqual([])
})

test("a tool's schema nested without end is refused at once, and so is its data", () => {
  const nest = (depth: number): unknown => (depth === 0 ? {} : { not: nest(depth - 1) })
  expect(fields(nest(60))).toEqual([])
  expect(fields(nest(5_000))).toEqual(["parameters"])
})

test.each([
  ["parts without number", { allOf: Array.from({ length: 300_000 }, () => ({})) }],
  ["faults without number", { prefixItems: Array.from({ length: 300_000 }, () => 7) }],
  ["a choice of everything", { enum: Array.from({ length: 400_000 }, (_, at) => at) }],
  ["a long pattern", { pattern: Array.from({ length: 50_000 }, (_, at) => `(?<a${at}>a)`).join("") }],
  ["long names as patterns", { patternProperties: { [`${"(?<a>b)|".repeat(50_000)}`]: {} } }]
])("a tool's schema of a megabyte is refused at once: %s", (_, parameters) => {
  const tools = [tool("f", parameters)]
  const started = performance.now()
  expect(ToolCalls.faults(tools, undefined)).toHaveLength(1)
  expectMillis(performance.now() - started, 250)
})

test("the schemas of all tools count together", () => {
  const many = Object.fromEntries(Array.from({ length: 4_000 }, (_, at) => [`p${at}`, {}]))
  const tools = Array.from({ length: 6 }, (_, at) => tool(`t${at}`, { properties: many }))
  expect(ToolCalls.faults(tools, undefined).map(({ field }) => field)).toEqual([
    "tools[4].function.parameters",
    "tools[5].function.parameters"
  ])
})

test("whatever is sent as a tool's schema, its check answers a list of faults", () => {
  forAll(
    {},
    FastCheck.dictionary(
      FastCheck.constantFrom("type", "properties", "items", "anyOf", "not", "$ref", "required", "enum", "pattern", "x"),
      FastCheck.jsonValue()
    ),
    (parameters) => {
      for (const { field = "" } of checker()(parameters, "p"))
        expect(field === "p" || field.startsWith("p.")).toBe(true)
    }
  )
})

const choiceFaults = (names: ReadonlyArray<string>, choice: unknown) =>
  ToolCalls.faults(
    names.map((name) => tool(name, { type: "object" })),
    Schema.decodeUnknownSync(Schema.NullishOr(ToolChoice))(choice)
  ).map(({ field }) => field)

test("tool_choice must be one that the tools allow", () => {
  for (const choice of [undefined, null, "auto", "none"]) expect(choiceFaults([], choice)).toEqual([])
  expect(choiceFaults([], "required")).toEqual(["tool_choice"])
  expect(choiceFaults(["f"], "required")).toEqual([])
  expect(choiceFaults(["f"], { type: "function", function: { name: "f" } })).toEqual([])
  expect(choiceFaults(["f"], { type: "function", function: { name: "g" } })).toEqual(["tool_choice.function.name"])
  expect(choiceFaults(["f", "g", "f"], "auto")).toEqual(["tools[2].function.name"])
})

test("a tool without parameters takes an empty object", () => {
  const [made] = ToolCalls.engineTools([
    Schema.decodeUnknownSync(Tool)({ type: "function", function: { name: "now" } })
  ])
  expect(made?.parameters).toEqual({ type: "object", properties: {} })
  expect(made?.description).toEqual(Option.none())
})
