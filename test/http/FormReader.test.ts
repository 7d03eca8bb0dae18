/** What holds for every form, whoever reads it. */
import { expect, test } from "bun:test"
import { HttpServerRequest, type Multipart } from "@effect/platform"
import { Effect, Exit, FastCheck, Layer, Scope } from "effect"
import { ServedRequest } from "../../src/http/Body.ts"
import { BodyBounds, type BodyMemory } from "../../src/http/BodyMemory.ts"
import * as FormReader from "../../src/http/FormReader.ts"
import { IncomingBodies } from "../../src/http/IncomingBodies.ts"
import { endingOf } from "../../src/http/Problems.ts"
import { Settings } from "../../src/settings/Config.ts"
import { forAllAsync } from "../support/Property.ts"

const BOUND = 50_000
const MAX_FILE = 10_000
const MAX_DATA = 1_000
const MAX_PARTS = 5

/** Holds the files called `held`, as text and in their order. */
const take = (taken: ReadonlyArray<string>, part: Multipart.Part, memory: BodyMemory) =>
  part._tag === "Field" || part.key !== "held"
    ? Effect.succeed(taken)
    : Effect.map(FormReader.hold(part, memory, MAX_FILE), (bytes) => [...taken, bytes.toString("latin1")])

/** Reads `body` and looks, while it is held and after that, whether there is room for `room` bytes more. */
const read = (body: BodyInit, room = 0, headers: Record<string, string> = {}) =>
  Effect.gen(function* () {
    const arrivals = yield* IncomingBodies
    const request = new Request("http://a.example/", { method: "POST", body, headers })
    const served = new ServedRequest(HttpServerRequest.fromWeb(request), undefined, undefined, arrivals)
    const isFree = Effect.sync(() => {
      const other = arrivals.holding(undefined)
      const refusal = other.take(room)
      other.release()
      return refusal === undefined
    })
    const rules = { maxParts: MAX_PARTS, maxRequestData: MAX_DATA, nothing: [], take }
    const scope = yield* Scope.make()
    const outcome = yield* Effect.exit(
      Effect.flatMap(FormReader.read(served, rules), ({ requestData, taken }) =>
        Effect.map(Effect.either(requestData), (data) => ({ taken, data }))
      ).pipe(Scope.extend(scope))
    )
    const during = yield* isFree
    yield* Scope.close(scope, Exit.void)
    return { outcome, during, after: yield* isFree }
  }).pipe(
    Effect.provide(
      IncomingBodies.Default.pipe(
        Layer.provide(Layer.succeed(BodyBounds, { inAll: BOUND, perKey: BOUND })),
        Layer.provide(Settings.layerFrom({}))
      )
    ),
    Effect.runPromise
  )

const formOf = (parts: ReadonlyArray<readonly [name: string, value: string | Blob]>): FormData => {
  const form = new FormData()
  for (const [name, value] of parts)
    typeof value === "string" ? form.append(name, value) : form.append(name, value, "f")
  return form
}

const taken = async (form: FormData) => {
  const { outcome } = await read(form)
  return Exit.isSuccess(outcome) ? outcome.value : expect.unreachable()
}

/** What the server answers a form that is refused: the code, and the field at fault. */
const refused = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const { outcome, after } = await read(body, BOUND, headers)
  expect(after).toBe(true)
  const ending = Exit.isFailure(outcome) ? endingOf(outcome.cause) : expect.unreachable()
  return ending._tag === "Known" ? [ending.problem._tag, ending.problem.param] : [ending._tag]
}

const ofSize = (size: number) => new Blob(["x".repeat(size)])

test("a form's taken parts come in order, and those that are passed over stop nothing", async () => {
  const form = formOf([
    ["ignored", ofSize(20_000)],
    ["held", ofSize(3)],
    ["held", "a field"],
    ["request_data", '{"a":1}'],
    ["held", ofSize(2)]
  ])
  expect(await taken(form)).toMatchObject({ taken: ["xxx", "xx"], data: { right: { a: 1 } } })
})

test("a form's limit may be reached, and the first byte or part over it is refused, in any order of parts", async () => {
  const string = (size: number) => JSON.stringify("x".repeat(size - 2))
  const allowed = formOf([
    ["held", ofSize(MAX_FILE)],
    ["request_data", string(MAX_DATA)],
    ...Array.from({ length: MAX_PARTS - 2 }, () => ["a", "b"] as const)
  ])
  expect((await taken(allowed)).taken).toEqual(["x".repeat(MAX_FILE)])
  allowed.append("a", "one more")
  expect(await refused(allowed)).toEqual(["PAYLOAD_TOO_LARGE", undefined])
  expect(await refused(formOf([["held", ofSize(MAX_FILE + 1)]]))).toEqual(["PAYLOAD_TOO_LARGE", "held"])
  for (const data of [string(MAX_DATA + 1), new Blob([string(MAX_DATA + 1)])]) {
    expect(await refused(formOf([["request_data", data]]))).toEqual(["PAYLOAD_TOO_LARGE", "request_data"])
  }
})

test("request_data is the same as a field and as a file, and only text that is JSON", async () => {
  await forAllAsync({ numRuns: 30 }, FastCheck.json({ maxDepth: 2 }), async (json) => {
    FastCheck.pre(Buffer.byteLength(json) <= MAX_DATA && json.isWellFormed())
    const data = { _tag: "Right", right: JSON.parse(json) }
    expect((await taken(formOf([["request_data", json]]))).data).toMatchObject(data)
    expect((await taken(formOf([["request_data", new Blob([json])]]))).data).toMatchObject(data)
  })
  const missing = { left: { _tag: "INVALID_REQUEST", param: "request_data", message: "request_data is missing" } }
  expect((await taken(formOf([["a", "b"]]))).data).toMatchObject(missing)
  expect((await taken(formOf([["request_data", "{"]]))).data).toMatchObject({ left: { _tag: "INVALID_REQUEST" } })
  const noText = new Blob([Uint8Array.of(0x22, 0xff, 0x22)])
  expect(await refused(formOf([["request_data", noText]]))).toEqual(["INVALID_REQUEST", "request_data"])
  const twice = formOf([
    ["request_data", "{}"],
    ["request_data", new Blob(["{}"])]
  ])
  expect(await refused(twice)).toEqual(["INVALID_REQUEST", "request_data"])
})

test("held bytes of a form are counted until its scope closes, and its parameters while they are read", async () => {
  const held = await read(formOf([["held", ofSize(MAX_FILE)]]), BOUND - MAX_FILE + 1)
  expect([held.during, held.after]).toEqual([false, true])
  const passed = await read(formOf([["request_data", new Blob([JSON.stringify("x".repeat(900))])]]), BOUND)
  expect([passed.during, passed.after]).toEqual([true, true])
  const files = Array.from({ length: MAX_PARTS }, () => ["held", ofSize(MAX_FILE)] as const)
  const { outcome } = await read(formOf(files.slice(1)))
  expect(Exit.isSuccess(outcome)).toBe(true)
  // While the body comes, what was not taken of it yet is counted too.
  expect(await refused(formOf(files))).toEqual(["PROVIDER_UNAVAILABLE", undefined])
})

test("a body that is no form, or breaks off, is refused in the server's words", async () => {
  const type = (value: string) => ({ "content-type": value })
  expect(await refused("{}", type("application/json"))).toEqual(["UNSUPPORTED_MEDIA_TYPE", undefined])
  expect(await refused("x", type("multipart/form-data"))).toEqual(["INVALID_REQUEST", undefined])
  expect(await refused("x", type("multipart/form-data; boundary=b"))).toEqual(["INVALID_REQUEST", undefined])
  const begun = '--b\r\nContent-Disposition: form-data; name="held"; filename="f"\r\n\r\nsome'
  expect(await refused(begun, type("multipart/form-data; boundary=b"))).toEqual(["INVALID_REQUEST", undefined])
})
