/** A small server that hears: it speaks the transcription protocol, and can be slow, wrong or gone. */
import { Effect, Option, Redacted } from "effect"
import type { Endpoint } from "../../../src/engines/openai/Transport.ts"
import { secret } from "./server.ts"

/** What the server was asked. */
export interface ReceivedAudio {
  readonly path: string
  readonly authorization: string | null
  /** The form's fields but the file; repeated ones joined by a comma. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
}

export interface Listener {
  readonly endpoint: Endpoint
  readonly heard: ReadonlyArray<ReceivedAudio>
}

const read = async (request: Request): Promise<ReceivedAudio> => {
  const form = await request.formData()
  const fields: Record<string, string> = {}
  for (const [name, value] of form.entries())
    if (typeof value === "string") fields[name] = name in fields ? `${fields[name]},${value}` : value
  const file = form.get("file")
  if (!(file instanceof Blob)) throw new Error("no file")
  return {
    path: new URL(request.url).pathname,
    authorization: request.headers.get("authorization"),
    fields,
    file: {
      name: "name" in file ? String(file.name) : "",
      type: file.type,
      bytes: new Uint8Array(await file.arrayBuffer())
    }
  }
}

/** Answers with what `answer` gives; `count` is how many came before. */
export const listener = (answer: (heard: ReceivedAudio, count: number) => Response | Promise<Response>) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => {
        const heard: Array<ReceivedAudio> = []
        const server = Bun.serve({
          hostname: "127.0.0.1",
          port: 0,
          idleTimeout: 30,
          fetch: async (request) => {
            if (request.method === "GET") return Response.json({ data: [] })
            const one = await read(request)
            return answer(one, heard.push(one) - 1)
          }
        })
        return { heard, server }
      }),
      ({ server }) => Effect.promise(() => server.stop(true))
    ),
    ({ heard, server }): Listener => ({
      endpoint: {
        url: `http://127.0.0.1:${server.port}/v1`,
        model: "ear-test",
        apiKey: Option.some(Redacted.make(secret))
      },
      heard
    })
  )

/** An answer in events, each after `millis`. */
export const events = (data: ReadonlyArray<unknown>, millis = 1, end = true): Response => {
  let next = 0
  return new Response(
    new ReadableStream({
      pull: async (controller) => {
        await Bun.sleep(millis)
        const one = data[next++]
        if (one !== undefined)
          controller.enqueue(
            new TextEncoder().encode(`data: ${typeof one === "string" ? one : JSON.stringify(one)}\n\n`)
          )
        else if (end) controller.close()
        else controller.error(new Error("gone"))
      }
    }),
    { headers: { "content-type": "text/event-stream" } }
  )
}
