/** A small server that speaks the protocol, and can be slow, wrong or gone. */
import { spyOn } from "bun:test"
import type { Socket } from "bun"
import { Effect, Option, Redacted } from "effect"
import type { Endpoint } from "../../../src/engines/openai/Transport.ts"

/** What the server was asked. */
export interface ReceivedRequest {
  readonly path: string
  readonly authorization: string | null
  readonly body: {
    readonly model?: string
    readonly input?: string
    readonly voice?: string
    readonly response_format?: string
    readonly speed?: number
    readonly [field: string]: unknown
  }
}

export interface Upstream {
  readonly endpoint: Endpoint
  readonly asked: ReadonlyArray<ReceivedRequest>
}

export const secret = "sk-upstream-secret"

const endpointAt = (port: number | undefined): Endpoint => ({
  url: `http://127.0.0.1:${port}/v1`,
  model: "tts-test",
  apiKey: Option.some(Redacted.make(secret))
})

/** Answers with what `answer` gives; `count` is how many came before. */
export const upstream = (answer: (asked: ReceivedRequest, count: number) => Response | Promise<Response>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const asked: Array<ReceivedRequest> = []
        const server = Bun.serve({
          hostname: "127.0.0.1",
          port: 0,
          idleTimeout: 30,
          fetch: async (request) => {
            const text = await request.text()
            const one: ReceivedRequest = {
              path: new URL(request.url).pathname,
              authorization: request.headers.get("authorization"),
              body: text === "" ? {} : JSON.parse(text)
            }
            return answer(one, asked.push(one) - 1)
          }
        })
        return { asked, server }
      }),
      ({ server }) => Effect.promise(() => server.stop(true))
    ),
    ({ asked, server }): Upstream => ({ endpoint: endpointAt(server.port), asked })
  )

/** Below HTTP: `speak` gets the socket when a request came, and may do as it likes. */
export const rawUpstream = (speak: (socket: Socket, count: number) => void, connected: () => void = () => {}) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        let count = 0
        return Bun.listen({
          hostname: "127.0.0.1",
          port: 0,
          socket: { open: connected, data: (socket) => speak(socket, count++) }
        })
      }),
      (listener) => Effect.sync(() => listener.stop(true))
    ),
    (listener) => endpointAt(listener.port)
  )

/** Resolves when a client of this process has the head of an answer, and what came with it: a connection that goes before breaks nothing off. */
export const headRead = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const ask = globalThis.fetch
      const watched = async (...request: Parameters<typeof fetch>): Promise<Response> => {
        const answer = await ask(...request)
        setTimeout(resolve)
        return answer
      }
      return { promise, spy: spyOn(globalThis, "fetch").mockImplementation(Object.assign(watched, ask)) }
    }),
    ({ spy }) => Effect.sync(() => spy.mockRestore())
  ),
  ({ promise }) => promise
)

/** An address where nobody listens. */
export const nobody: Effect.Effect<Endpoint> = Effect.promise(async () => {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const { port } = server
  await server.stop(true)
  return endpointAt(port)
})

/** `count` samples of a ramp as 16-bit little-endian bytes. */
export const ramp = (count: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(count * 2)
  const view = new DataView(bytes.buffer)
  for (let i = 0; i < count; i++) view.setInt16(i * 2, i, true)
  return bytes
}

/** Pieces of a body, each after `millis`. */
export const inPieces = (pieces: ReadonlyArray<Uint8Array>, millis = 1): ReadableStream<Uint8Array> => {
  let next = 0
  return new ReadableStream({
    pull: async (controller) => {
      await Bun.sleep(millis)
      const piece = pieces[next++]
      if (piece === undefined) controller.close()
      else controller.enqueue(piece)
    }
  })
}

const chunk = (name: string, content: Uint8Array, length = content.length): Uint8Array => {
  const bytes = new Uint8Array(8 + content.length + (content.length % 2))
  bytes.set(new TextEncoder().encode(name))
  new DataView(bytes.buffer).setUint32(4, length, true)
  bytes.set(content, 8)
  return bytes
}

export interface WavShape {
  readonly encoding: number
  readonly channels: number
  readonly rate: number
  readonly bits: number
  readonly data: Uint8Array
  /** Chunks before the samples. */
  readonly extra?: ReadonlyArray<readonly [name: string, length: number]>
  /** The length that the header states, if not the true one. */
  readonly stated?: number
  /** Whether the format is written in its extensible form. */
  readonly extensible?: boolean
}

/** A WAV file, well or badly made. */
export const wavFile = (shape: WavShape): Uint8Array<ArrayBuffer> => {
  const format = new Uint8Array(shape.extensible === true ? 40 : 16)
  const view = new DataView(format.buffer)
  view.setUint16(0, shape.extensible === true ? 0xfffe : shape.encoding, true)
  view.setUint16(2, shape.channels, true)
  view.setUint32(4, shape.rate, true)
  view.setUint32(8, (shape.rate * shape.channels * shape.bits) / 8, true)
  view.setUint16(12, (shape.channels * shape.bits) / 8, true)
  view.setUint16(14, shape.bits, true)
  if (shape.extensible === true) view.setUint16(24, shape.encoding, true)
  const parts = [
    chunk("fmt ", format),
    ...(shape.extra ?? []).map(([name, length]) => chunk(name, new Uint8Array(length))),
    chunk("data", shape.data, shape.stated)
  ]
  const riff = chunk("RIFF", Buffer.concat([new TextEncoder().encode("WAVE"), ...parts]))
  return new Uint8Array(riff)
}
