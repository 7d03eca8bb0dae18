/** A text model for tests of the page: it answers slowly, word by word, so that what is shown on the way is seen. */
import { completion, startUpstream, tokenUsage } from "../support/Upstream.ts"

interface Model {
  /** What sets it as the server's engine. */
  readonly settings: Readonly<Record<string, string>>
  /** The messages of each request, as one text. */
  readonly asked: ReadonlyArray<string>
  readonly dispose: () => Promise<void>
}

/** What it is asked with this in it, it fails at. */
export const IMPOSSIBLE = "የማይቻል"
/** Milliseconds before each word. */
const PAUSE = 120

const event = (choices: ReadonlyArray<object>, more: object = {}): string =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "slow", choices, ...more })}\n\n`

const piece = (content: string): string => event([{ index: 0, delta: { content }, finish_reason: null }])

const streamed = (text: string): Response => {
  const lines = [
    ...text.split(/(?<= )/).map(piece),
    event([{ index: 0, delta: {}, finish_reason: "stop" }]),
    event([], { usage: tokenUsage(10, 20) }),
    "data: [DONE]\n\n"
  ]
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const line = lines.shift()
      if (line === undefined) return controller.close()
      await Bun.sleep(PAUSE)
      controller.enqueue(new TextEncoder().encode(line))
    }
  })
  return new Response(body, { headers: { "content-type": "text/event-stream" } })
}

/** Answers everything with `text`. */
export const startModel = (text: string): Model => {
  const asked: Array<string> = []
  const { settings, stop: dispose } = startUpstream(async (request) => {
    const { messages, stream } = await request.json()
    const all = JSON.stringify(messages)
    asked.push(all)
    if (all.includes(IMPOSSIBLE)) return Response.json({ error: { message: "no" } }, { status: 400 })
    return stream === true ? streamed(text) : completion({ content: text })
  })
  return { settings: settings("slow", "TEXT"), asked, dispose }
}
