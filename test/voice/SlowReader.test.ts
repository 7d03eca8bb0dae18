import { afterAll, beforeAll, expect } from "bun:test"
import { Effect, Runtime } from "effect"
import * as LiveBody from "../../src/http/LiveBody.ts"
import * as StreamedAnswer from "../../src/http/StreamedAnswer.ts"
import * as AudioFrames from "../../src/voice/AudioFrames.ts"
import { longTest } from "../support/Long.ts"

/** Of a generation far larger than any: what the system itself takes in for a reader is little against it. */
const PHRASES = 2_000
const PHRASE_BYTES = 64 * 1024
/** The system's buffers of both ends of a connection, and what Bun holds: some megabytes. */
const MOST_AHEAD = PHRASES / 4

const phrase = new Uint8Array(PHRASE_BYTES)
/** How many phrases were read from their file, for each reader. */
const read = new Map<string, number>()

const source = {
  events: {
    from: (index: number) =>
      Effect.succeed({ events: Array.from({ length: PHRASES - index }, (_, at) => index + at), next: PHRASES })
  },
  settled: Effect.void
}
const runtime = Effect.runtime<never>()
const bodyFor = (reader: string) =>
  Effect.gen(function* () {
    const { body } = yield* StreamedAnswer.respond(source, {
      contentType: "application/octet-stream",
      event: (index) =>
        Effect.sync(() => {
          read.set(reader, index + 1)
          return AudioFrames.frame(phrase)
        }),
      last: () => Effect.succeed(AudioFrames.ending({ data: {} })),
      failed: () => ""
    })
    if (body._tag !== "Raw" || !(body.body instanceof LiveBody.LiveBody)) return null
    const deadlines = { now: () => 0, begin: () => {}, end: () => {} }
    const watcher = { wanted: () => {}, given: () => {}, ended: () => {} }
    return LiveBody.send(body.body, { deadlines, runFork: Runtime.runFork(yield* runtime), signal: undefined, watcher })
  }).pipe(Effect.runSync)

const server = Bun.serve({ port: 0, fetch: ({ url }) => new Response(bodyFor(new URL(url).pathname)) })
afterAll(() => server.stop(true))

/** A client that reads what it is told to and then no more. */
const slowReader = async (path: string) => {
  let bytes = 0
  let begun = () => {}
  let ended = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve
  })
  const hasEnded = new Promise<void>((resolve) => {
    ended = resolve
  })
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: server.port ?? 0,
    socket: {
      data: (own, data) => {
        if (bytes === 0) own.pause()
        bytes += data.length
        begun()
      },
      close: () => ended()
    }
  })
  socket.write(`GET ${path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n`)
  await hasBegun
  return { resume: () => socket.resume(), hasEnded, bytes: () => bytes }
}

/** Reads all of a body, and is so the measure of time: until it has, the server had all the time it needs. */
const readAll = async (path: string): Promise<number> => {
  const { body } = await fetch(new URL(path, server.url))
  if (body === null) throw new Error("there is no body")
  const reader = body.getReader()
  let bytes = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
  return bytes
}

let whole = 0
beforeAll(async () => {
  whole = await readAll("/first")
})

longTest("no more of a clip's file is read for a client that stops reading, until it reads again", async () => {
  expect(whole).toBeGreaterThan(PHRASES * PHRASE_BYTES)
  const slow = await slowReader("/slow")
  for (const path of ["/fast", "/faster"]) expect(await readAll(path)).toBe(whole)
  expect(read.get("/faster")).toBe(PHRASES)
  expect(read.get("/slow") ?? 0).toBeLessThan(MOST_AHEAD)
  slow.resume()
  await slow.hasEnded
  expect(read.get("/slow")).toBe(PHRASES)
  expect(slow.bytes()).toBeGreaterThan(whole)
})
