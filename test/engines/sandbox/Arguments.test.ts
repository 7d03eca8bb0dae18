import { expect, test } from "bun:test"
import Ajv from "ajv/dist/2020.js"
import { FastCheck } from "effect"
import { argumentsFor } from "../../../src/engines/sandbox/Arguments.ts"
import { assertProperty } from "../../support/Property.ts"

const made = (parameters: { readonly [key: string]: unknown }, message: string): unknown =>
  JSON.parse(argumentsFor(parameters, message))

interface Case {
  readonly schema: { readonly [key: string]: unknown }
  readonly accepts: (value: unknown) => boolean
}

const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const number: FastCheck.Arbitrary<Case> = FastCheck.record({
  low: FastCheck.integer({ min: -1_000, max: 1_000 }),
  width: FastCheck.integer({ min: 2, max: 50 }),
  whole: FastCheck.boolean(),
  open: FastCheck.boolean()
}).map(({ low, open, whole, width }) => ({
  schema: open
    ? { type: whole ? "integer" : "number", exclusiveMinimum: low, exclusiveMaximum: low + width }
    : { type: whole ? "integer" : "number", minimum: low, maximum: low + width },
  accepts: (value) =>
    typeof value === "number" &&
    (open ? value > low && value < low + width : value >= low && value <= low + width) &&
    (!whole || Number.isInteger(value))
}))

const multiple: FastCheck.Arbitrary<Case> = FastCheck.integer({ min: 2, max: 30 }).map((step) => ({
  schema: { type: "integer", minimum: 1, multipleOf: step },
  accepts: (value) => typeof value === "number" && value >= 1 && value % step === 0
}))

const string: FastCheck.Arbitrary<Case> = FastCheck.record({
  least: FastCheck.integer({ min: 0, max: 20 }),
  width: FastCheck.integer({ min: 0, max: 20 })
}).map(({ least, width }) => ({
  schema: { type: "string", minLength: least, maxLength: least + width },
  accepts: (value) =>
    typeof value === "string" && Array.from(value).length >= least && Array.from(value).length <= least + width
}))

const patterns = [
  "^[A-Z]{2}-\\d{4}$",
  "^\\+251\\d{9}$",
  "[a-f]+[0-9]{2}",
  "^(cash|card)$",
  "^(\\d{3}\\.){2}\\d$"
] as const
const pattern: FastCheck.Arbitrary<Case> = FastCheck.constantFrom(...patterns).map((expression) => ({
  schema: { type: "string", pattern: expression },
  accepts: (value) => typeof value === "string" && new RegExp(expression, "u").test(value)
}))

const enumeration: FastCheck.Arbitrary<Case> = FastCheck.uniqueArray(
  FastCheck.oneof(FastCheck.string({ minLength: 1, maxLength: 8 }), FastCheck.integer(), FastCheck.constant(null)),
  { minLength: 1, maxLength: 5 }
).map((values) => ({ schema: { enum: values }, accepts: (value) => values.some((other) => other === value) }))

const others: FastCheck.Arbitrary<Case> = FastCheck.constantFrom(
  { schema: { type: "boolean" }, accepts: (value: unknown) => typeof value === "boolean" },
  { schema: { type: "null" }, accepts: (value: unknown) => value === null },
  { schema: { const: "x" }, accepts: (value: unknown) => value === "x" },
  { schema: { type: ["null", "string"] }, accepts: (value: unknown) => typeof value === "string" || value === null },
  { schema: { anyOf: [{ type: "null" }, { type: "integer" }] }, accepts: (value: unknown) => Number.isInteger(value) },
  { schema: { $ref: "#/$defs/Age" }, accepts: (value: unknown) => typeof value === "number" && value >= 18 },
  { schema: { type: "string", format: "date" }, accepts: (value: unknown) => /^\d{4}-\d{2}-\d{2}$/.test(String(value)) }
)

const leaf = FastCheck.oneof(number, multiple, string, pattern, enumeration, others)

const listOf = (items: FastCheck.Arbitrary<Case>): FastCheck.Arbitrary<Case> =>
  FastCheck.record({
    items,
    least: FastCheck.integer({ min: 0, max: 3 }),
    width: FastCheck.integer({ min: 0, max: 3 })
  }).map(({ items, least, width }) => ({
    schema: { type: "array", items: items.schema, minItems: least, maxItems: least + width },
    accepts: (value) =>
      Array.isArray(value) && value.length >= least && value.length <= least + width && value.every(items.accepts)
  }))

const objectOf = (values: FastCheck.Arbitrary<Case>): FastCheck.Arbitrary<Case> =>
  FastCheck.dictionary(
    FastCheck.string({ minLength: 1, maxLength: 8, unit: "grapheme-ascii" }).filter((name) => name !== "__proto__"),
    FastCheck.record({ value: values, required: FastCheck.boolean() }),
    { maxKeys: 5 }
  ).map((properties) => {
    const required = Object.keys(properties).filter((name) => properties[name]?.required)
    return {
      schema: {
        type: "object",
        properties: Object.fromEntries(Object.entries(properties).map(([name, { value }]) => [name, value.schema])),
        required,
        additionalProperties: false
      },
      accepts: (made) =>
        isObject(made) &&
        required.every((name) => Object.hasOwn(made, name)) &&
        Object.entries(made).every(([name, value]) => properties[name]?.value.accepts(value) === true)
    }
  })

const value = FastCheck.oneof(leaf, leaf, listOf(leaf), objectOf(leaf))

const message = FastCheck.array(
  FastCheck.oneof(
    FastCheck.constantFrom(
      "order",
      "7",
      "-12.5",
      '"blue shirt"',
      "in Addis Ababa",
      "city: Adama",
      "ሰላም",
      "AB-1234",
      "[[slow]]"
    ),
    FastCheck.string({ unit: "grapheme", maxLength: 12 }),
    FastCheck.integer().map(String)
  ),
  { maxLength: 12 }
).map((words) => words.join(" "))

test("a call's arguments fit their schema, whatever the message and the schema", () => {
  assertProperty(
    FastCheck.property(objectOf(value), message, ({ accepts, schema }, said) => {
      const parameters = { ...schema, $defs: { Age: { type: "integer", minimum: 18 } } }
      expect(made(parameters, said)).toSatisfy(accepts)
    }),
    { numRuns: 500 }
  )
})

test("a call's arguments are the same for the same message", () => {
  assertProperty(
    FastCheck.property(objectOf(value), message, ({ schema }, said) => {
      expect(argumentsFor(schema, said)).toBe(argumentsFor(schema, said))
    }),
    { numRuns: 100 }
  )
})

test("a call's arguments come from the message: places, numbers, quotations, words of an enum, named values", () => {
  const weather = {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "integer" }, unit: { enum: ["celsius", "fahrenheit"] } },
    required: ["city", "days"]
  }
  expect(made(weather, "What is the weather in Addis Ababa for 3 days, in Fahrenheit?")).toEqual({
    city: "Addis Ababa",
    days: 3,
    unit: "fahrenheit"
  })
  const trip = { properties: { from: { type: "string" }, to: { type: "string" }, seats: { type: "number" } } }
  expect(made(trip, "Book 2 seats to Jimma from Adama.")).toEqual({ from: "Adama", to: "Jimma", seats: 2 })
  const order = {
    properties: { order_id: { type: "string" }, note: { type: "string" } },
    required: ["order_id", "note"]
  }
  expect(made(order, 'Order id: A-77. Add the note "ring the bell"')).toEqual({
    order_id: "A-77",
    note: "ring the bell"
  })
  const tags = { properties: { tags: { type: "array", items: { type: "string" } } }, required: ["tags"] }
  expect(made(tags, "tag it «ቡና» and «ሻይ»")).toEqual({ tags: ["ቡና", "ሻይ"] })
})

test("optional properties of a call are left out unless the message speaks of them", () => {
  const schema = {
    properties: { city: { type: "string" }, unit: { enum: ["celsius", "kelvin"] }, lang: { type: "string" } },
    required: ["city"]
  }
  expect(made(schema, "weather in Adama")).toEqual({ city: "Adama" })
  expect(made(schema, "weather in Adama, lang: om")).toEqual({ city: "Adama", lang: "om" })
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
  expect(new Ajv({ strict: false }).compile(schema)(made(schema, "make 12 of them"))).toBe(true)
})

test("a schema that refers to itself, or a pattern made to hang, ends soon", () => {
  const tree = {
    $defs: { Node: { type: "object", properties: { child: { $ref: "#/$defs/Node" } }, required: ["child"] } },
    $ref: "#/$defs/Node"
  }
  expect(isObject(made(tree, "grow a tree"))).toBe(true)
  const loop = { $defs: { A: { $ref: "#/$defs/A" } }, properties: { a: { $ref: "#/$defs/A" } } }
  expect(isObject(made(loop, "x"))).toBe(true)
  const evil = { properties: { text: { type: "string", pattern: "^(a+)+$" } } }
  expect(isObject(made(evil, `"${"a".repeat(199)}!"`))).toBe(true)
})
