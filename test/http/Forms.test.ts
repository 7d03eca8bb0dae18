import { expect, test } from "bun:test"
import { Multipart } from "@effect/platform"
import { Chunk, Effect, Either, FastCheck, Stream } from "effect"
import * as Forms from "../../src/http/Forms.ts"
import { longTest } from "../support/Long.ts"
import { forAllAsync } from "../support/Property.ts"

interface Read {
  readonly key: string
  readonly name: string | undefined
  readonly bytes: ReadonlyArray<number>
}

/** Reads a whole form from a body that arrives in the given pieces. */
const read = (headers: Record<string, string>, pieces: ReadonlyArray<Uint8Array>) =>
  Forms.parts(headers, Stream.fromIterable(pieces)).pipe(
    Stream.mapEffect(
      (part): Effect.Effect<Read, unknown> =>
        part._tag === "Field"
          ? Effect.succeed({ key: part.key, name: undefined, bytes: [...new TextEncoder().encode(part.value)] })
          : Effect.map(part.contentEffect, (bytes) => ({ key: part.key, name: part.name, bytes: [...bytes] }))
    ),
    Stream.runCollect,
    Effect.map(Chunk.toReadonlyArray)
  )

const encode = async (form: FormData) => {
  const request = new Request("http://a.example", { method: "POST", body: form })
  return {
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    body: new Uint8Array(await request.arrayBuffer())
  }
}

const cut = (body: Uint8Array, at: ReadonlyArray<number>): ReadonlyArray<Uint8Array> => {
  const places = [0, ...at.map((place) => place % (body.byteLength + 1)).toSorted((a, b) => a - b), body.byteLength]
  return places.slice(1).map((place, index) => body.subarray(places[index], place))
}

const file = FastCheck.uint8Array({ maxLength: 3000 })
const places = FastCheck.array(FastCheck.nat(), { maxLength: 8 })

test("a form is the same however its body is cut into pieces", async () => {
  await forAllAsync(
    { numRuns: 60 },
    FastCheck.array(file, { maxLength: 3 }),
    FastCheck.string(),
    places,
    async (files, text, at) => {
      const form = new FormData()
      form.set("text", text.toWellFormed())
      files.forEach((bytes, index) => {
        form.set(`file${index}`, new Blob([bytes.slice()]), `f${index}.bin`)
      })
      const { headers, body } = await encode(form)
      const parts = await Effect.runPromise(read(headers, cut(body, at)))
      expect(parts.filter(({ name }) => name !== undefined)).toEqual(
        files.map((bytes, index) => ({ key: `file${index}`, name: `f${index}.bin`, bytes: [...bytes] }))
      )
    }
  )
})

test("a form that is cut short anywhere fails, and never waits", async () => {
  const form = new FormData()
  form.set("text", "hello")
  form.set("file", new Blob([new Uint8Array(500)]), "f.bin")
  const { headers, body } = await encode(form)
  const end = body.byteLength - 4
  for (let length = 0; length < end; length += 7) {
    const outcome = await Effect.runPromise(Effect.either(read(headers, [body.subarray(0, length)])))
    expect([length, outcome._tag]).toEqual([length, "Left"])
  }
})

/** Cuts a form in two at each of the places that are a step apart. */
const cutInTwo = async (step: number) => {
  const form = new FormData()
  form.set("file", new Blob(["\r\n--\r\n"]), "f.bin")
  form.set("text", "hello")
  const { headers, body } = await encode(form)
  const whole = await Effect.runPromise(read(headers, [body]))
  for (let place = 0; place <= body.byteLength; place += step) {
    const parts = await Effect.runPromise(Effect.either(read(headers, cut(body, [place]))))
    expect([place, parts]).toEqual([place, Either.right(whole)])
  }
}
test("a form is the same where it is cut in two, at each seventh place", () => cutInTwo(7))
longTest("a form is the same wherever it is cut in two", () => cutInTwo(1))

test("a part of a form that is passed over does not stop the next", async () => {
  const form = new FormData()
  form.set("file", new Blob([new Uint8Array(100_000)]), "f.bin")
  form.set("text", "after")
  const { headers, body } = await encode(form)
  const keys = Forms.parts(headers, Stream.fromIterable(cut(body, [10, 5000, 90_000]))).pipe(
    Stream.map(({ key }) => key),
    Stream.runCollect,
    Effect.map(Chunk.toReadonlyArray)
  )
  expect(await Effect.runPromise(keys)).toEqual(["file", "text"])
})

test("a form is over when its body is: what stands behind it is ignored, and how the body fails is told", async () => {
  const form = new FormData()
  form.set("text", "hello")
  const { headers, body } = await encode(form)
  const boundary = headers["content-type"].split("boundary=")[1] ?? ""
  const behind = new TextEncoder().encode(`\r\n--${boundary}\r\nContent-Disposition: x\r\n\r\nmore\r\n--${boundary}--`)
  const whole = new Uint8Array(Buffer.concat([body, behind]))
  for (let place = 0; place <= whole.byteLength; place++) {
    const parts = await Effect.runPromise(read(headers, cut(whole, [place])))
    expect([place, parts.map(({ key }) => key)]).toEqual([place, ["text"]])
  }
  const torn = new Multipart.MultipartError({ reason: "Parse", cause: "torn" })
  const failing = Stream.concat(Stream.make(body), Stream.fail(torn))
  expect(await Effect.runPromise(Effect.flip(Stream.runDrain(Forms.parts(headers, failing))))).toBe(torn)
})

test("a file and a field of a form may be called in any script, and as an object's own properties are", async () => {
  const form = new FormData()
  const fields = ["ጽሑፍ", "__proto__", "constructor"]
  for (const name of fields) form.set(name, "hello")
  const names = ["ሰላም ልጆች.txt", "Oduu ‘haaraa’.pdf", "😀.wav", 'a;name=b".txt', "é.txt", "\u202etxt.exe"]
  names.forEach((name, index) => {
    form.set(`file${index}`, new Blob(["x"], { type: "text/plain" }), name)
  })
  const { headers, body } = await encode(form)
  for (const at of [[], [100], [150, 170, 400]]) {
    const parts = await Effect.runPromise(read(headers, cut(body, at)))
    expect(parts.map(({ key }) => key)).toEqual([...fields, ...names.map((_, index) => `file${index}`)])
    expect(parts.slice(fields.length).map(({ name }) => name)).toEqual(names.map((name) => name.replaceAll('"', "%22")))
  }
})
