/** A small server that speaks the protocol, and can be slow, wrong or gone. */
import { spyOn } from "bun:test"
import type { Socket } from "bun"
import { Effect, Option, Redacted, type Scope } from "effect"
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

/** What a server answers; `count` is how many requests came before. */
export type Answering<Asked> = (asked: Asked, count: number) => Response | Promise<Response>

/** A server that reads requests so; what it answers to one that it does not read is an empty list. */
export const serving = <Asked>(read: (request: Request) => Promise<Asked | undefined>, answer: Answering<Asked>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const asked: Array<Asked> = []
        const server = Bun.serve({
          hostname: "127.0.0.1",
          port: 0,
          idleTimeout: 30,
          fetch: async (request) => {
            const one = await read(request)
            return one === undefined ? Response.json({ data: [] }) : answer(one, asked.push(one) - 1)
          }
        })
        return { asked, server }
      }),
      ({ server }) => Effect.promise(() => server.stop(true))
    ),
    ({ asked, server }) => ({ endpoint: endpointAt(server.port), asked })
  )

const read = async (request: Request): Promise<ReceivedRequest> => {
  const text = await request.text()
  return {
    path: new URL(request.url).pathname,
    authorization: request.headers.get("authorization"),
    body: text === "" ? {} : JSON.parse(text)
  }
}

export const upstream = (answer: Answering<ReceivedRequest>): Effect.Effect<Upstream, never, Scope.Scope> =>
  serving(read, answer)

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
