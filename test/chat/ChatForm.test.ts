import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import * as Fs from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { HttpApi, HttpApiBuilder, HttpServer, HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { Effect, FastCheck, Layer, Logger, ManagedRuntime } from "effect"
import { readForm } from "../../src/chat/ChatForm.ts"
import { Draining } from "../../src/http/Draining.ts"
import * as Server from "../../src/Server.ts"
import { LogSink } from "../../src/server/LogSink.ts"
import { Readiness } from "../../src/server/Readiness.ts"
import { Settings } from "../../src/settings/Config.ts"
import { Blobs } from "../../src/storage/Blobs.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import { temporary } from "../support/Folder.ts"
import { forAllAsync } from "../support/Property.ts"

const MIB = 1024 * 1024

/** Answers what it read of a form. */
const handler = Effect.gen(function* () {
  const { files, requestData } = yield* Effect.flatMap(HttpServerRequest.HttpServerRequest, readForm)
  const held = yield* Effect.forEach(files, ({ field, name, sha256, size, writer }) =>
    Effect.map(writer.read(0, size), (bytes) => ({ field, name, size, sha256, held: sha256Of(bytes) === sha256 }))
  )
  return HttpServerResponse.unsafeJson({ requestData, files: held })
}).pipe(Effect.scoped)

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

/** The folder where files lie while they are read. */
let incoming = ""
let port = 0

const routes = Layer.unwrapScoped(
  Effect.map(temporary, (path) => {
    incoming = join(path, "incoming")
    return HttpApiBuilder.Router.use((router) =>
      Effect.flatMap(Blobs, (blobs) => router.post("/form", Effect.provideService(handler, Blobs, blobs)))
    ).pipe(Layer.provide(FolderBlobs.layer(path)))
  })
)

const runtime = ManagedRuntime.make(
  Server.layer(Layer.merge(HttpApiBuilder.api(HttpApi.make("form")), routes), {
    build: { version: "0", commit: "0" }
  }).pipe(
    Layer.provide(Logger.remove(Logger.defaultLogger)),
    Layer.provide(Layer.succeed(LogSink, LogSink.of({ push: () => {}, flush: Effect.void }))),
    Layer.provide(Layer.succeed(Readiness, { checks: [] })),
    Layer.provide(Draining.Default),
    Layer.provide(Settings.layerFrom({ QAL_PORT: "0" }))
  )
)
beforeAll(async () => {
  port = await runtime.runPromise(
    HttpServer.addressWith((address) => Effect.succeed(address._tag === "TcpAddress" ? address.port : 0))
  )
})
afterAll(() => runtime.dispose())

const post = async (body: FormData | string | Blob, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}/form`, { method: "POST", body, headers })
  return { status: response.status, body: await response.json() }
}

const refused = async (body: FormData | string | Blob, headers: Record<string, string> = {}) => {
  const { body: answer, status } = await post(body, headers)
  return [status, answer.error.code, answer.error.param]
}

/** Waits until so many files lie on the disk: what happens shortly after an answer. */
const liesThere = async (files: number) => {
  for (let attempt = 0; attempt < 6_000; attempt++) {
    if ((await Fs.readdir(incoming)).length === files) return
    await Bun.sleep(10)
  }
  throw new Error(`there are never ${files} files in the folder`)
}

const isClean = () => liesThere(0)

const formOf = (data: string | Blob | undefined, files: Readonly<Record<string, Blob>> = {}): FormData => {
  const form = new FormData()
  for (const [field, file] of Object.entries(files)) form.append(field, file, `${field}.bin`)
  if (data !== undefined) form.append("request_data", data)
  return form
}

const bytesOf = (length: number) => new Blob([new Uint8Array(length).fill(7)])

test("request_data of a form is taken as a plain field, with a content type, and as a file, wherever it stands", async () => {
  const requestData = { prompt: "ሰላም", target_language: "am" }
  const json = JSON.stringify(requestData)
  const raw = (headers: string) =>
    `--b\r\nContent-Disposition: form-data; name="request_data"${headers}\r\n\r\n${json}\r\n--b--\r\n`
  const type = { "content-type": "multipart/form-data; boundary=b" }
  expect((await post(formOf(json))).body).toEqual({ requestData, files: [] })
  expect((await post(formOf(new Blob([json], { type: "application/json" })))).body.requestData).toEqual(requestData)
  expect((await post(raw(""), type)).body.requestData).toEqual(requestData)
  expect((await post(raw("\r\nContent-Type: application/json"), type)).body.requestData).toEqual(requestData)
  expect((await post(raw("\r\nContent-Type: text/plain; charset=utf-8"), type)).body.requestData).toEqual(requestData)
})

test("a form's files come in their order, whole, with their hashes, also when they are JSON", async () => {
  const form = new FormData()
  form.append("a", bytesOf(3 * MIB), "../../etc/passwd")
  form.append("b", new Blob(["{}"], { type: "application/json" }), "data.json")
  form.append("a", bytesOf(0), "empty.txt")
  form.append("note", "a plain field is ignored")
  form.append("unchosen", new Blob([]), "")
  form.append("request_data", "{}")
  const { body } = await post(form)
  expect(body.files).toEqual([
    {
      field: "a",
      name: expect.any(String),
      size: 3 * MIB,
      sha256: sha256Of(new Uint8Array(3 * MIB).fill(7)),
      held: true
    },
    { field: "b", name: "data.json", size: 2, sha256: sha256Of(Buffer.from("{}")), held: true },
    { field: "a", name: "empty.txt", size: 0, sha256: sha256Of(Buffer.from("")), held: true }
  ])
  await isClean()
})

test("a form whose request_data is missing, broken or given twice is refused", async () => {
  expect(await refused(formOf(undefined, { a: bytesOf(10) }))).toEqual([400, "INVALID_REQUEST", "request_data"])
  expect(await refused(formOf("{"))).toEqual([400, "INVALID_REQUEST", "request_data"])
  expect(await refused(formOf(new Blob([Uint8Array.of(0x22, 0xff, 0x22)])))).toEqual([
    400,
    "INVALID_REQUEST",
    "request_data"
  ])
  const twice = formOf("{}")
  twice.append("request_data", "{}")
  expect(await refused(twice)).toEqual([400, "INVALID_REQUEST", "request_data"])
  await isClean()
})

test("a chat body that should be a form and is none is refused", async () => {
  expect(await refused("{}", { "content-type": "application/json" })).toEqual([
    415,
    "UNSUPPORTED_MEDIA_TYPE",
    undefined
  ])
  expect(await refused("x", { "content-type": "multipart/form-data" })).toEqual([400, "INVALID_REQUEST", undefined])
  expect(await refused("x", { "content-type": "multipart/form-data; boundary=b" })).toEqual([
    400,
    "INVALID_REQUEST",
    undefined
  ])
})

test("a form's file of more than 10 MB is refused, and one of 10 MB is not", async () => {
  expect((await post(formOf("{}", { a: bytesOf(10 * MIB) }))).status).toBe(200)
  expect(await refused(formOf("{}", { a: bytesOf(10), b: bytesOf(10 * MIB + 1) }))).toEqual([
    413,
    "PAYLOAD_TOO_LARGE",
    "b"
  ])
  await isClean()
})

test("a form's files of more than 25 MB together are refused", async () => {
  const files = { a: bytesOf(9 * MIB), b: bytesOf(9 * MIB), c: bytesOf(7 * MIB + 1) }
  expect(await refused(formOf("{}", files))).toEqual([413, "PAYLOAD_TOO_LARGE", "c"])
  expect(await refused(formOf("{}", { ...files, d: bytesOf(9 * MIB) }))).toEqual([413, "PAYLOAD_TOO_LARGE", undefined])
  await isClean()
})

test("request_data of more than 4 MB is refused, as a field and as a file", async () => {
  const long = JSON.stringify("x".repeat(4 * MIB))
  expect(await refused(formOf(long))).toEqual([413, "PAYLOAD_TOO_LARGE", "request_data"])
  expect(await refused(formOf(new Blob([long])))).toEqual([413, "PAYLOAD_TOO_LARGE", "request_data"])
})

test("a form of countless parts is refused", async () => {
  const form = formOf("{}")
  for (let index = 0; index < 200; index++) form.append(`field${index}`, "x")
  expect(await refused(form)).toEqual([413, "PAYLOAD_TOO_LARGE", undefined])
})

test("a form's file over its limit is refused while it is still being sent", async () => {
  const socket = connect(port, "127.0.0.1")
  const answer = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())))
  const body = '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'
  socket.write(
    `POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${20 * MIB}\r\n\r\n${body}`
  )
  socket.write(Buffer.alloc(11 * MIB))
  expect(await answer).toContain("PAYLOAD_TOO_LARGE")
  socket.destroy()
  await isClean()
})

test("a client that hangs up in the middle of a form leaves no file behind", async () => {
  const socket = connect(port, "127.0.0.1")
  const body = '--b\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\n'
  socket.write(
    `POST /form HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${9 * MIB}\r\n\r\n${body}`
  )
  socket.write(Buffer.alloc(MIB))
  await liesThere(1)
  socket.destroy()
  await isClean()
})

test("request_data and files may be called __proto__, and are read as they were sent", async () => {
  const json = '{"__proto__":{"prompt":"a"},"metadata":{"__proto__":"x"},"b":[{"\\u005f_proto__":null}]}'
  const { body } = await post(formOf(json, Object.fromEntries([["__proto__", bytesOf(3)]])))
  expect(JSON.stringify(body.requestData)).toBe(JSON.stringify(JSON.parse(json)))
  expect(body.files).toMatchObject([{ field: "__proto__", size: 3 }])
})

test("any files of a form arrive as they were sent", async () => {
  await forAllAsync(
    { numRuns: 40 },
    FastCheck.array(FastCheck.uint8Array({ maxLength: 2_000 }), { maxLength: 4 }),
    FastCheck.json(),
    async (files, json) => {
      const form = new FormData()
      files.forEach((bytes, index) => {
        form.append(`f${index}`, new Blob([bytes.slice()]), `f${index}`)
      })
      form.append("request_data", json)
      const { body } = await post(form)
      expect(JSON.stringify(body.requestData)).toBe(JSON.stringify(JSON.parse(json)))
      expect(body.files.map(({ sha256 }: { readonly sha256: string }) => sha256)).toEqual(files.map(sha256Of))
    }
  )
})
