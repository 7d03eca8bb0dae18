/** The whole program with its files in a bucket. */
import { afterAll, expect, test } from "bun:test"
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { Duration } from "effect"
import { addressOf, failure, startObjectStore } from "../support/ObjectStore.ts"
import { API_KEY, call, startServer, type TestServer } from "../support/Server.ts"

const bucket = startObjectStore()
const { accessKeyId, secretAccessKey } = bucket.credentials
const settings = {
  QAL_BLOBS_URL: addressOf(bucket, "team/qal"),
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey
}
const servers: Array<TestServer> = []
const start = async (more: Readonly<Record<string, string>> = {}) => {
  const server = await startServer({ ...settings, ...more })
  servers.push(server)
  return server
}
afterAll(async () => {
  for (const server of servers) await server.dispose()
  await bucket.stop()
})

const generate = (server: TestServer, more: object = {}) =>
  call(server, "POST", "/api/v1/voice/generations", {
    text: "ሰላም ለሁላችሁ።",
    voice_id: "am-hamen",
    language: "am",
    ...more
  })

const spokenBy = async (server: TestServer) => {
  const response = await generate(server)
  expect(response.status).toBe(201)
  const { data } = await response.json()
  return { data, audio: Buffer.from(String(data.audio).split(",")[1] ?? "", "base64") }
}

const objects = () => [...bucket.objects.keys()].filter((key) => key.startsWith("team/qal/blobs/"))

const balanceOf = async (server: TestServer) =>
  (await (await call(server, "GET", "/api/v1/voice/usage")).json()).data.balance

const readiness = async (server: TestServer) => {
  const response = await fetch(`${server.url}/readyz`)
  return { status: response.status, files: (await response.json()).checks.files }
}

test("a clip is in the bucket before it is answered, is served in ranges, and goes when it is deleted", async () => {
  const server = await start()
  const { audio, data } = await spokenBy(server)
  const stored = objects()
    .map((key) => Buffer.from(bucket.objects.get(key)?.bytes ?? []))
    .filter((bytes) => bytes.equals(audio))
  expect(stored.length).toBe(1)
  expect(Buffer.from(await (await fetch(data.audio_url)).arrayBuffer()).equals(audio)).toBe(true)
  const part = await fetch(data.audio_url, { headers: { range: "bytes=10-99" } })
  expect([part.status, Buffer.from(await part.arrayBuffer()).equals(audio.subarray(10, 100))]).toEqual([206, true])
  const file = await call(server, "GET", `/api/v1/voice/clips/${data.id}/file`)
  expect(Buffer.from(await file.arrayBuffer()).equals(audio)).toBe(true)
  const before = objects().length
  expect((await call(server, "DELETE", `/api/v1/voice/clips/${data.id}`)).status).toBe(204)
  expect(objects().length).toBe(before - 1)
  expect((await fetch(data.audio_url)).status).toBe(404)
  expect(readdirSync(join(server.folder, "data/spool"))).toEqual([])
}, 120_000)

test("with QAL_MEDIA=redirect the store itself serves what a signed address opens, and nothing else", async () => {
  const server = await start({ QAL_MEDIA: "redirect", QAL_BLOBS_URL: addressOf(bucket, "redirect") })
  const { audio, data } = await spokenBy(server)
  const answer = await fetch(data.audio_url)
  expect([answer.status, answer.redirected, new URL(answer.url).port]).toEqual([200, true, String(bucket.port)])
  expect(answer.headers.get("content-type")).toBe("audio/mpeg")
  expect(answer.headers.get("content-disposition")).toContain(data.download_name)
  expect(Buffer.from(await answer.arrayBuffer()).equals(audio)).toBe(true)
  const file = await call(server, "GET", `/api/v1/voice/clips/${data.id}/file`)
  expect([file.status, file.redirected]).toEqual([200, false])
}, 120_000)

test("a store that refuses makes clips fail free of charge, reading 503, readiness fail; then all is well", async () => {
  const server = await start({ QAL_BLOBS_URL: addressOf(bucket, "faults") })
  const { audio, data } = await spokenBy(server)
  const balance = await balanceOf(server)
  bucket.setFault(({ key }) => (key.startsWith("faults/") ? failure("AccessDenied") : undefined))
  const failed = await generate(server, { client_request_id: "while-gone" })
  expect([failed.status, (await failed.json()).error.code]).toEqual([503, "PROVIDER_UNAVAILABLE"])
  expect(failed.headers.get("retry-after")).toBe("5")
  const reading = await fetch(data.audio_url)
  expect([reading.status, (await reading.json()).error.code]).toEqual([503, "PROVIDER_UNAVAILABLE"])
  expect(await balanceOf(server)).toBe(balance)
  await Bun.sleep(Duration.toMillis("6 seconds"))
  expect(await readiness(server)).toEqual({ status: 503, files: "failed" })
  bucket.setFault(() => undefined)
  const again = await generate(server, { client_request_id: "while-gone" })
  expect(again.status).toBe(201)
  expect(Buffer.from(await (await fetch(data.audio_url)).arrayBuffer()).equals(audio)).toBe(true)
  await Bun.sleep(Duration.toMillis("1.1 seconds"))
  expect((await readiness(server)).files).toBe("ok")
  const log = server.output()
  for (const secret of [secretAccessKey, encodeURIComponent(secretAccessKey), API_KEY])
    expect(log).not.toContain(secret)
}, 120_000)

test("a store that cannot be used stops the start in one line", async () => {
  const wrong = { ...settings, AWS_SECRET_ACCESS_KEY: "another", QAL_BLOBS_URL: addressOf(bucket, "wrong") }
  const refusal = await startServer(wrong).then(
    () => "started",
    (error: Error) => error.message
  )
  expect(refusal).toContain(
    "QAL_BLOBS_URL: the object store cannot be used: the object store answered GET with 403 SignatureDoesNotMatch"
  )
  expect(refusal).not.toContain("another")
  expect(refusal).not.toMatch(/\n\s+at /)
}, 120_000)
