/** Servers in the place of an attached engine, and what they answer in OpenAI's protocols. */

type Answer = Response | Promise<Response>

/** Lists no models, and has `answer` answer every other request. */
export const startUpstream = (answer: (request: Request) => Answer) => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    fetch: (request) => (request.method === "GET" ? Response.json({ data: [] }) : answer(request))
  })
  const { port } = server
  const url = `http://127.0.0.1:${port}/v1`
  return {
    port,
    url,
    /** The settings of a server that it is attached to, as engines of these kinds. */
    settings: (
      model: string,
      ...kinds: ReadonlyArray<"TEXT" | "RECOGNIZER" | "SYNTHESIZER">
    ): Readonly<Record<string, string>> =>
      Object.fromEntries(
        kinds.flatMap((kind) => [
          [`QAL_${kind}_URL`, url],
          [`QAL_${kind}_MODEL`, model]
        ])
      ),
    stop: () => server.stop(true)
  }
}

export const tokenUsage = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens
})

const USAGE = tokenUsage(10, 20)

/** A whole answer of `chat/completions`. */
export const completion = (message: object, finish_reason: string | null = "stop", usage: object = USAGE): Response =>
  Response.json({ choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }], usage })

/** A stream of events, which ends as streams of `chat/completions` do. */
export const eventStream = (events: ReadonlyArray<unknown>): Response => {
  const lines = [...events.map((event) => JSON.stringify(event)), "[DONE]"].map((data) => `data: ${data}\n\n`)
  return new Response(lines.join(""), { headers: { "content-type": "text/event-stream" } })
}

/** The same answer in pieces. */
export const streamedCompletion = (
  deltas: ReadonlyArray<object>,
  finish_reason: string | null = "stop",
  usage: object = USAGE
): Response =>
  eventStream([
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    { choices: [], usage }
  ])

/** What the events of a stream hold. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever was answered
export const eventsIn = (text: string): ReadonlyArray<any> =>
  text.split("\n").flatMap((line) => (line.startsWith("data: {") ? [JSON.parse(line.slice("data: ".length))] : []))
