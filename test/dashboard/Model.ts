/** A text model for tests of the page: it answers slowly, word by word, so that what is told on the way is seen. */

export interface Model {
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

const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 }

const whole = (text: string): Response =>
  Response.json({
    id: "1",
    object: "chat.completion",
    model: "slow",
    choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }],
    usage
  })

const event = (choices: ReadonlyArray<object>, more: object = {}): string =>
  `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", model: "slow", choices, ...more })}\n\n`

const piece = (content: string): string => event([{ index: 0, delta: { content }, finish_reason: null }])

const streamed = (text: string): Response => {
  const lines = [
    ...text.split(/(?<= )/).map(piece),
    event([{ index: 0, delta: {}, finish_reason: "stop" }]),
    event([], { usage }),
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
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      if (!request.url.endsWith("/chat/completions")) return Response.json({ data: [] })
      const { messages, stream } = await request.json()
      const all = JSON.stringify(messages)
      asked.push(all)
      if (all.includes(IMPOSSIBLE)) return Response.json({ error: { message: "no" } }, { status: 400 })
      return stream === true ? streamed(text) : whole(text)
    }
  })
  return {
    settings: { QAL_TEXT_URL: `http://127.0.0.1:${server.port}/v1`, QAL_TEXT_MODEL: "slow" },
    asked,
    dispose: () => server.stop(true)
  }
}
