import { expect, test } from "bun:test"
import { Either, FastCheck } from "effect"
import { validate } from "../../../src/chat/tools/ArgumentValidation.ts"
import { argumentsFor } from "../../../src/engines/sandbox/Arguments.ts"
import { forAll } from "../../support/Property.ts"

interface Schema {
  readonly [keyword: string]: unknown
}

const made = (parameters: Schema, message: string): unknown =>
  JSON.parse(Either.getOrThrowWith(argumentsFor(parameters, message), Error))

const upTo = (most: number) => FastCheck.integer({ min: 0, max: most })

const number = FastCheck.tuple(FastCheck.integer({ min: -1_000, max: 1_000 }), upTo(48), FastCheck.boolean()).chain(
  ([low, width, whole]) => {
    const [type, high] = [whole ? "integer" : "number", low + width + 2]
    return FastCheck.constantFrom<Schema>(
      { type, exclusiveMinimum: low, exclusiveMaximum: high },
      { type, minimum: low, maximum: high },
      { type: "integer", minimum: 1, multipleOf: width + 1 }
    )
  }
)

const string = FastCheck.tuple(upTo(20), upTo(20)).map(
  ([least, width]): Schema => ({ type: "string", minLength: least, maxLength: least + width })
)

const enumeration = FastCheck.uniqueArray(
  FastCheck.oneof(FastCheck.string({ minLength: 1, maxLength: 8 }), FastCheck.integer(), FastCheck.constant(null)),
  { minLength: 1, maxLength: 5 }
).map((values): Schema => ({ enum: values }))

const others = FastCheck.constantFrom<Schema>(
  { type: "string", pattern: "^[A-Z]{2}-\\d{4}$" },
  { type: "string", pattern: "^\\+251\\d{9}$" },
  { type: "string", pattern: "[a-f]+[0-9]{2}" },
  { type: "string", pattern: "^(\\d{3}\\.){2}\\d$" },
  { type: "string", format: "date", pattern: "^\\d{4}-\\d{2}-\\d{2}$" },
  { type: "boolean" },
  { type: "null" },
  { const: "x" },
  { type: ["null", "string"] },
  { anyOf: [{ type: "null" }, { type: "integer" }] },
  { allOf: [{ $ref: "#/$defs/Age" }, { maximum: 90 }] },
  { $ref: "#/$defs/Age" }
)

const leaf = FastCheck.oneof(number, string, enumeration, others)

const list = FastCheck.tuple(leaf, upTo(3), upTo(3)).map(
  ([items, least, width]): Schema => ({ type: "array", items, minItems: least, maxItems: least + width })
)

const objectOf = (values: FastCheck.Arbitrary<Schema>) =>
  FastCheck.dictionary(
    FastCheck.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" }).filter((name) => name !== "__proto__"),
    FastCheck.tuple(values, FastCheck.boolean()),
    { maxKeys: 5 }
  ).map((properties): Schema => {
    const entries = Object.entries(properties)
    return {
      type: "object",
      properties: Object.fromEntries(entries.map(([name, [schema]]) => [name, schema])),
      required: entries.flatMap(([name, [, isRequired]]) => (isRequired ? [name] : [])),
      additionalProperties: false,
      $defs: { Age: { type: "integer", minimum: 18 } }
    }
  })

const message = FastCheck.array(
  FastCheck.oneof(
    FastCheck.constantFrom("order", "7", "-12.5", '"blue shirt"', "in Addis Ababa", "ሰላም", "AB-1234", "[[slow]]"),
    FastCheck.string({ unit: "grapheme", maxLength: 12 }),
    FastCheck.integer().map(String)
  ),
  { maxLength: 12 }
).map((words) => words.join(" "))

test("a call's arguments fit their schema, whatever the message and the schema, and are the same the next time", () => {
  forAll({ numRuns: 500 }, objectOf(FastCheck.oneof(leaf, list, objectOf(leaf))), message, (schema, said) => {
    const value = made(schema, said)
    expect(validate({ schema, value })).toBe("fits")
    expect(made(schema, said)).toEqual(value)
  })
})

test("a call's arguments come from the message: places, numbers, quotations, words of an enum", () => {
  const weather = {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" }, unit: { enum: ["celsius", "fahrenheit"] } },
    required: ["city", "days", "unit"]
  }
  expect(made(weather, "What is the weather in Addis Ababa for 3 days, in Fahrenheit?")).toEqual({
    city: "Addis Ababa",
    days: 3,
    unit: "fahrenheit"
  })
  const order = { properties: { note: { type: "string" }, to: { type: "string" } } }
  expect(made(order, 'Order to Jimma. Add the note "ring the bell"')).toEqual({ note: "ring the bell", to: "Jimma" })
})

test("what the message does not give comes from the schema: a default, an example, a format", () => {
  const schema = {
    properties: {
      days: { type: "integer", default: 5 },
      phone: { type: "string", pattern: "^(?=.)[^a-z]+$", examples: ["+251911000000"] },
      mail: { type: "string", format: "email", pattern: "^(?!\\.).+@.+$" },
      pair: { type: "array", prefixItems: [{ const: "x" }, { type: "boolean" }], items: false }
    },
    required: ["days", "phone", "mail", "pair"]
  }
  expect(made(schema, "hello")).toEqual({
    days: 5,
    phone: "+251911000000",
    mail: "someone@example.com",
    pair: ["x", true]
  })
})

test("required properties of a call are made, and where none is required all that can be made", () => {
  const lang = { type: "string", pattern: "^[^a]$" }
  const properties = { city: { type: "string" }, lang }
  expect(made({ properties, required: ["city"] }, "weather in Adama")).toEqual({ city: "Adama" })
  const list = { properties: { all: { type: "array", items: lang } }, required: ["all"] }
  expect(made(list, "weather in Adama")).toEqual({ all: [] })
  expect(made({ properties }, "weather in Adama")).toEqual({ city: "Adama" })
})

const node = (next: unknown) => ({
  $defs: { N: { type: "object", properties: { v: { type: "integer" }, next }, required: ["v", "next"] } },
  type: "object",
  properties: { head: { $ref: "#/$defs/N" } },
  required: ["head"]
})
const again = { $ref: "#/$defs/N" }
test.each([
  ["null last", node({ anyOf: [again, { type: "null" }] })],
  ["null first", node({ anyOf: [{ type: "null" }, again] })],
  ["a word", node({ oneOf: [again, { type: "string" }] })],
  ["a list", node({ type: "array", items: again })],
  [
    "a list in an object",
    node({ type: "object", properties: { all: { type: "array", items: again } }, required: ["all"] })
  ],
  [
    "an object or null",
    { ...node(again), $defs: { N: { type: ["object", "null"], properties: { next: again }, required: ["next"] } } }
  ],
  [
    "nothing",
    {
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
      required: ["name", "children"]
    }
  ]
])("a schema that refers to itself is ended by what may end it: %s", (_, schema) => {
  expect(validate({ schema, value: made(schema, "make 12 of them") })).toBe("fits")
})

const required = (a: unknown) => ({ type: "object", properties: { a }, required: ["a"] })
/** A schema that writes two hundred bytes and asks for 100 to the power of eight values. */
const nested = {
  ...required({ $ref: "#/$defs/a" }),
  $defs: { a: { type: "array", minItems: 100, items: { $ref: "#/$defs/a" } } }
}
const wide = { allOf: Array.from({ length: 20 }, () => ({ $ref: "#/$defs/wide" })) }
const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`p${at}`, { $ref: "#" }]))
const deep = JSON.parse(`${"[".repeat(12_000)}${"]".repeat(12_000)}`)

test.each([
  ["no end of itself", { ...required({ $ref: "#/$defs/Node" }), $defs: { Node: required({ $ref: "#/$defs/Node" }) } }],
  ["lists of lists of a hundred", nested],
  ["parts of parts of itself", { ...required(wide), $defs: { wide } }],
  ["itself, by way of nothing else", { ...required({ $ref: "#/properties/a" }) }],
  ["a hundred pages of text", required({ type: "array", minItems: 100, items: { const: "x".repeat(20_000) } })],
  ["twenty thousand parts of twenty thousand", required({ allOf: Array(20_000).fill({ properties: many }) })],
  ["a reference that is no address", required({ $ref: "#/%E0%A4%A" })],
  ["a list that is too long", required({ type: "array", minItems: 1e9 })]
])("a schema has no arguments where it asks for too much: %s", (_, schema) => {
  expect(argumentsFor(schema, "make 12 of them")).toEqual(Either.left("that asks for too much"))
})

test.each([
  ["a text of a billion letters", { type: "string", minLength: 1e9 }, "text"],
  ["a pattern that says what is not to be there", { type: "string", pattern: "^[^a]+$" }, "text"],
  ["a pattern of a hundred million letters", { type: "string", pattern: "^[a-z]{100000000}$" }, "text"],
  ["repetitions of repetitions", { type: "string", pattern: "^((((a{99}){99}){99}){99})$" }, "text"],
  ["open repetitions of repetitions", { type: "string", pattern: "^(((((a*)*)*)*)*)$" }, "text"],
  ["a pattern that looks ahead", { type: "string", pattern: "^(?=.*[0-9]).+$" }, "text"],
  ["what is no pattern", { type: "string", pattern: "(" }, "text"],
  ["a long pattern", { type: "string", pattern: "a".repeat(201) }, "text"],
  ["numbers between two others", { type: "integer", exclusiveMinimum: 3, exclusiveMaximum: 4 }, "number"],
  ["two different flags of one", { type: "array", items: { const: 1 }, minItems: 2, uniqueItems: true }, "list of"]
])("a schema has no arguments where nothing is known that fits, and the property is named: %s", (_, schema, what) => {
  expect(argumentsFor(required(schema), "ok")).toMatchObject({
    left: expect.stringMatching(new RegExp(`^it knows no ${what}.* for "a"$`))
  })
})

test("a pattern is not run, and what is deep or wide is no trouble", () => {
  const slow = { type: "string", pattern: "^(a+)+b$" }
  expect(made(required(slow), `"${"a".repeat(199)}!"`)).toEqual({ a: expect.stringMatching(/^a+b$/) })
  expect(Either.isRight(argumentsFor({ properties: many }, "x"))).toBe(true)
  expect(Either.isRight(argumentsFor(required({ const: deep }), "x"))).toBe(true)
  expect(made(required({ type: "number", multipleOf: 5e-324 }), "x")).toEqual({ a: 0 })
})
