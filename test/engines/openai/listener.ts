/** A small server that hears: it speaks the transcription protocol, and can be slow, wrong or gone. */
import { Effect } from "effect"
import { type Answering, serving } from "./server.ts"

/** What the server was asked. */
export interface ReceivedAudio {
  readonly path: string
  readonly authorization: string | null
  /** The form's fields but the file; repeated ones joined by a comma. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: { readonly name: string; readonly type: string; readonly bytes: Uint8Array }
}

const read = async (request: Request): Promise<ReceivedAudio | undefined> => {
  if (request.method === "GET") return undefined
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

/** Lists no models. */
export const listener = (answer: Answering<ReceivedAudio>) =>
  Effect.map(serving(read, answer), ({ asked, endpoint }) => ({
    endpoint: { ...endpoint, model: "ear-test" },
    heard: asked
  }))

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
