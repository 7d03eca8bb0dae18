import { expect, test } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as OpenApiJsonSchema from "@effect/platform/OpenApiJsonSchema"
import { Either, FastCheck, Schema } from "effect"
import { dictionary, OpenObject, open } from "../../src/http/Dictionary.ts"
import * as JsonReader from "../../src/http/JsonReader.ts"
import { decoder } from "../../src/http/SchemaDecoding.ts"
import { forAll } from "../support/Property.ts"

/** Names that every object has already, and others. */
const name = FastCheck.oneof(
  FastCheck.constantFrom("__proto__", "constructor", "toString", "hasOwnProperty", "__defineGetter__", "0", ""),
  FastCheck.string({ maxLength: 4 })
)
const json = FastCheck.letrec((tie) => ({
  value: FastCheck.oneof(
    { maxDepth: 3 },
    FastCheck.string({ maxLength: 4 }),
    FastCheck.constant(null),
    FastCheck.integer(),
    FastCheck.array(tie("value"), { maxLength: 3 }),
    tie("object")
  ),
  object: FastCheck.array(FastCheck.tuple(name, tie("value")), { maxLength: 4 }).map(Object.fromEntries)
}))

test("what clients name is read and given back whole, whatever it is called", () => {
  const Request = Schema.Struct({ free: OpenObject, half: open(Schema.Struct({ n: Schema.Literal(1) })) })
  const decode = decoder(Request)
  forAll({ numRuns: 300 }, json.object, json.object, (free, half) => {
    const text = JSON.stringify({ free, half: { ...Object(half), n: 1 } })
    const read = Either.getOrThrow(decode(Either.getOrThrow(JsonReader.read(text))))
    expect(JSON.stringify(read)).toBe(text)
    expect(JSON.stringify(Schema.encodeSync(Request)(read))).toBe(text)
    expect(Object.getPrototypeOf(read.free)).toBe(Object.prototype)
  })
})

test("what is wrong in a dictionary is said with its name, and what is none is said to be no object", () => {
  const decode = decoder(Schema.Struct({ notes: dictionary(Schema.String) }))
  const refused = (notes: unknown) => Either.getOrThrow(Either.flip(decode({ notes })))
  expect(refused(JSON.parse('{"a":1,"b":"x","__proto__":{}}')).details).toMatchObject([
    { field: "notes.a", code: "invalid_type", message: "must be a string" },
    { field: "notes.__proto__", code: "invalid_type", message: "must be a string" }
  ])
  for (const none of [[], "x", null, 1]) expect(refused(none).message).toBe("notes must be an object")
})

test("a dictionary is described as an object of its values", () => {
  expect(OpenApiJsonSchema.make(dictionary(Schema.Boolean))).toMatchObject({
    type: "object",
    additionalProperties: { type: "boolean" }
  })
  expect(OpenApiJsonSchema.make(open(Schema.Struct({ a: Schema.Boolean })))).toMatchObject({
    type: "object",
    required: ["a"],
    properties: { a: { type: "boolean" } }
  })
})

/** Schemas whose fields the server names itself, or that stand in the description alone. */
const OWN_NAMES = ["chat/Api.ts", "cli/Port.ts", "dashboard/audit/AuditApi.ts", "server/StateApi.ts"]

test("no schema of what clients name copies it field by field", () => {
  const root = join(import.meta.dir, "../../src")
  const found = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && readFileSync(join(root, path), "utf8").includes("Schema.Record(")
  )
  expect(found.toSorted()).toEqual(OWN_NAMES)
})
