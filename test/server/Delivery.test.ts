import { expect, test } from "bun:test"
import { HttpBody, HttpClientRequest } from "@effect/platform"
import { Effect, Layer } from "effect"
import { Draining } from "../../src/http/Draining.ts"
import * as Delivery from "../../src/server/Delivery.ts"
import { type LogRecord, LogSink } from "../../src/server/LogSink.ts"

const MEGABYTE = 1024 * 1024

/** Hands over messages of 1 MiB, numbered by their first byte, to a receiver, and ends; the numbers that it got, and the log. */
const deliver = async (
  count: number,
  answer: (attempt: number) => Response,
  pause: Promise<void> = Promise.resolve()
) => {
  const received: Array<number | undefined> = []
  const records: Array<LogRecord> = []
  let attempts = 0
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      const [first] = new Uint8Array(await request.arrayBuffer())
      await pause
      const response = answer(attempts++)
      if (response.ok) received.push(first)
      return response
    }
  })
  const run = Effect.gen(function* () {
    const client = yield* Delivery.make
    for (let at = 0; at < count; at++) {
      const body = HttpBody.uint8Array(new Uint8Array(MEGABYTE).fill(at), "application/json")
      yield* client.execute(HttpClientRequest.post(`http://127.0.0.1:${server.port}/`, { body }))
    }
    yield* Effect.sleep("100 millis")
  })
  const sink = Layer.succeed(LogSink, { push: (record: LogRecord) => void records.push(record), flush: Effect.void })
  await Effect.runPromise(Effect.scoped(run).pipe(Effect.provide(Layer.merge(sink, Draining.Default))))
  server.stop(true)
  return { received, records }
}

const taken = () => Response.json({})

test("telemetry that waits is sent in order, and at the end what is left", async () => {
  expect((await deliver(5, taken, Bun.sleep(150))).received).toEqual([0, 1, 2, 3, 4])
})

test("no more than 8 MiB of telemetry wait: the oldest are dropped", async () => {
  const { received } = await deliver(12, taken, Bun.sleep(150))
  expect(received).toEqual([...(received[0] === 0 ? [0] : []), 4, 5, 6, 7, 8, 9, 10, 11])
})

test("telemetry is sent again after a 503, not after a 400, and the log says so once", async () => {
  const answers = [503, 400, 200, 200]
  const { received, records } = await deliver(3, (attempt) => new Response(null, { status: answers[attempt] ?? 200 }))
  expect(received).toEqual([1, 2])
  expect(records.map(({ fields, message }) => [message, fields])).toEqual([
    ["telemetry cannot be sent to QAL_OTLP_URL", { status: 503, lost: 0 }]
  ])
})
