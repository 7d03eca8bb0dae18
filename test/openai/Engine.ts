/**
 * A text engine that does what the last message of the user tells it: "cut" ends
 * at the limit, "filter" is declined, "break" stops in the middle of a stream,
 * "refuse" is an error at once, "call" calls every tool; anything else is
 * answered with how many messages there were. It remembers what it was asked.
 */
import { completion, startUpstream, tokenUsage } from "../support/Upstream.ts"

interface ReceivedRequest {
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: unknown; readonly tool_calls?: unknown }>
  readonly stream?: boolean
  readonly tools?: ReadonlyArray<{ readonly function: { readonly name: string } }>
  readonly [field: string]: unknown
}

const usage = tokenUsage(100, 50)

const lastWords = ({ messages }: ReceivedRequest): string => {
  const content = messages.findLast(({ role }) => role === "user")?.content
  if (typeof content === "string") return content
  return Array.isArray(content) ? content.map((part) => part.text ?? "").join("") : ""
}

const finishOf = (words: string, calls: number): string => {
  if (words === "cut") return "length"
  if (words === "filter") return "content_filter"
  return calls > 0 ? "tool_calls" : "stop"
}

const callsOf = ({ messages, tools = [] }: ReceivedRequest, words: string) =>
  words === "call" && messages.at(-1)?.role === "user"
    ? tools.map(({ function: { name } }, index) => ({
        index,
        id: "call_1",
        type: "function",
        function: { name, arguments: '{"city":"Adama"}' }
      }))
    : []

const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`

const streamed = (text: string, toolCalls: ReadonlyArray<unknown>, finish: string, breaks: boolean) =>
  new Response(
    new ReadableStream({
      async start(controller) {
        const send = (delta: unknown, finish_reason: string | null = null) =>
          controller.enqueue(new TextEncoder().encode(event({ choices: [{ index: 0, delta, finish_reason }] })))
        for (const piece of text.match(/.{1,8}/gsu) ?? []) {
          send({ content: piece })
          await Bun.sleep(5)
        }
        if (breaks) return controller.close()
        if (toolCalls.length > 0) send({ tool_calls: toolCalls })
        send({}, finish)
        controller.enqueue(new TextEncoder().encode(`${event({ choices: [], usage })}data: [DONE]\n\n`))
        controller.close()
      }
    }),
    { headers: { "content-type": "text/event-stream" } }
  )

export const startEngine = () => {
  const asked: Array<ReceivedRequest> = []
  const { settings, stop } = startUpstream(async (request) => {
    const body: ReceivedRequest = await request.json()
    asked.push(body)
    const words = lastWords(body)
    if (words === "refuse") return Response.json({ error: { message: "no" } }, { status: 400 })
    if (words === "slow") await Bun.sleep(1_500)
    const calls = callsOf(body, words)
    const text = calls.length > 0 ? "" : `ሰላም! ${body.messages.length} መልእክቶች አሉ። እንዴት ልርዳዎ?`
    const finish = finishOf(words, calls.length)
    if (body.stream === true) return streamed(text, calls, finish, words === "break")
    return completion({ content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) }, finish, usage)
  })
  return {
    settings: settings("engine-1", "TEXT"),
    /** What was asked last. */
    last: (): ReceivedRequest => {
      const last = asked.at(-1)
      if (last === undefined) throw new Error("nothing was asked")
      return last
    },
    count: () => asked.length,
    stop
  }
}
