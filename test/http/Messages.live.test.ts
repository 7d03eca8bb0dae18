/**
 * What refusals say, for every route of the contract that takes JSON and for wrong
 * bodies made of it: words for whoever wrote the client, never those of the
 * program inside.
 */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test"
import { Predicate } from "effect"
import { CSRF_HEADER, PREFIX } from "../../src/dashboard/session/SessionApi.ts"
import { ADMIN_TOKEN, type Admin, signIn } from "../dashboard/Session.ts"
import { Chance } from "../fuzz/Chance.ts"
import { example, member } from "../fuzz/Examples.ts"
import { fromValue, type Node, places, update, write } from "../fuzz/Json.ts"
import { serverForFile } from "../support/ForFile.ts"

setDefaultTimeout(120_000)

const server = serverForFile(() => ({ QAL_ADMIN_TOKEN: ADMIN_TOKEN }))
let admin: Admin
let document: unknown
/** Of a wallet without money, so that what is right after all is refused too. */
let key: string

beforeAll(async () => {
  admin = await signIn(server)
  const wallet = (await server.qal("wallets", "create", "poor")).trim()
  key = (await server.qal("keys", "create", "--wallet", wallet)).split("\n")[1] ?? ""
  document = await (await fetch(`${server.url}/openapi.json`)).json()
}, 90_000)

const entries = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  Predicate.isRecord(value) ? Object.entries(value) : []

interface Operation {
  readonly method: string
  readonly path: string
  readonly schema: unknown
}

/** Every operation that takes JSON, with the schema of its body. */
const operations = (): ReadonlyArray<Operation> =>
  entries(member(document, "paths")).flatMap(([path, item]) =>
    entries(item).flatMap(([method, operation]) => {
      const content = member(member(operation, "requestBody"), "content")
      const schema = member(member(content, "application/json"), "schema")
      return schema === undefined ? [] : [{ method: method.toUpperCase(), path, schema }]
    })
  )

const send = ({ method, path }: Operation, body: string): Promise<Response> => {
  const filled = path.replaceAll(/\{[^}]+\}/g, "x")
  const isOfDashboard = filled.startsWith(PREFIX)
  return fetch(`${server.url}${filled}`, {
    method,
    headers: {
      "content-type": "application/json",
      ...(isOfDashboard ? { cookie: admin.cookie, [CSRF_HEADER]: admin.csrf } : { authorization: `Bearer ${key}` })
    },
    body
  })
}

/** Whole bodies that are wrong for nearly every route. */
const ROOTS = ["", " ", "null", "[]", "[null]", "5", '"text"', "true", "{}", '{"a":1}', "{", "\ud800"]

/** What stands in the place of each part of a right body. */
const WRONG: ReadonlyArray<unknown> = [
  null,
  5,
  -1.5,
  "",
  "x",
  true,
  [],
  [5],
  [{}],
  {},
  { type: "x" },
  { toString: 0 },
  "y".repeat(20_000)
]

/** Right bodies of an operation that differ from one another, for all alternatives of its schema to come up. */
const EXAMPLES = 4
/** Wrong values that are tried in one place. */
const TRIED = 4

function* bodiesFor({ path, schema }: Operation): Generator<string> {
  yield* ROOTS
  for (let index = 0; index < EXAMPLES; index++) {
    const chance = new Chance(15, index, path)
    const right = example({ document, vocabulary: {} }, chance, schema)
    for (const place of places(right)) {
      for (let tried = 0; tried < TRIED; tried++) {
        yield write(update(right, place, (): Node => fromValue(chance.from(WRONG))))
      }
    }
  }
}

/** What schemas say of themselves, and the language that they are written in. */
const INSIDE =
  /\bExpected\b|\bactual\b|\breadonly\b|\bundefined\b|\bNaN\b|\[object|[{}]|=>|<|(?:NonEmpty|NumberFrom|Trimmed|BooleanFrom|Date)[A-Z]\w+|\bRefinement\b|\bTransformation\b|\ba member of\b|\bunion\b/

/** Names of the document's schemas, but for those that are a word of the language too. */
const identifiers = (): ReadonlySet<string> =>
  new Set(Object.keys(Object(member(member(document, "components"), "schemas"))))

interface Told {
  readonly message: string
  readonly details: ReadonlyArray<string>
}

const toldIn = (json: unknown): Told => {
  const error = member(json, "error")
  const details = member(error, "details")
  return {
    message: String(member(error, "message")),
    details: (Array.isArray(details) ? details : []).map((detail) => String(member(detail, "message")))
  }
}

test("no refusal of a wrong body names a schema or speaks of the program's inside", async () => {
  const names = identifiers()
  const faults = new Set<string>()
  for (const operation of operations()) {
    for (const body of bodiesFor(operation)) {
      const response = await send(operation, body)
      const told = response.status >= 400 ? toldIn(await response.json()) : { message: "", details: [] }
      if (response.status === 500) faults.add(`${operation.path}: 500 for ${body.slice(0, 200)}`)
      for (const text of [told.message, ...told.details]) {
        const inside = INSIDE.exec(text)?.[0] ?? text.split(/[^A-Za-z0-9_]+/).find((word) => names.has(word))
        if (inside !== undefined) faults.add(`${operation.method} ${operation.path}: ${inside}: ${text}`)
      }
    }
  }
  expect([...faults]).toEqual([])
})

test("an empty body is refused as empty, with what to send", async () => {
  for (const operation of operations()) {
    for (const body of ["", " \n"]) {
      const response = await send(operation, body)
      const { message } = toldIn(await response.json().catch(() => ({})))
      if (response.status === 400) expect(message).toBe("the body is empty; send a JSON object")
    }
  }
})
