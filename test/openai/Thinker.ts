/**
 * A text engine that calls a tool three times, and then answers. It behaves as one of those that need back what they
 * sent with their calls, and refuses a conversation that lacks it.
 */
import { serve } from "bun"

export const KINDS = ["gemini", "deepseek", "qwen"] as const
export type Kind = (typeof KINDS)[number]

interface Call {
  readonly id: string
  readonly extra_content?: { readonly google?: { readonly thought_signature?: string } }
}

interface SentMessage {
  readonly role: string
  readonly content?: unknown
  readonly reasoning_content?: string
  readonly tool_calls?: ReadonlyArray<Call>
}

export const THOUGHT = "Let me look it up"
export const ANSWER = "በሦስቱም ከተሞች ፀሐይ ነው።"
const ROUNDS = 3
const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 }

const idOf = (run: string, round: number) => `call_${run}_${round}`
const signatureOf = (id: string) => `signature of ${id}`
const thoughtOf = (round: number) => `${THOUGHT} ${round}`

/** What is missing in the conversation; none where it is as this engine needs it. */
const missing = (kind: Kind, messages: ReadonlyArray<SentMessage>): string | undefined => {
  const turns = messages.filter(({ role }) => role === "assistant")
  for (const [round, { content, reasoning_content, tool_calls = [] }] of turns.entries()) {
    const signed = tool_calls.every(
      ({ extra_content: extra, id }) => extra?.google?.thought_signature === signatureOf(id)
    )
    if (kind === "gemini" && !signed) return "Function call is missing a thought_signature"
    if (kind === "deepseek" && tool_calls.length > 0 && reasoning_content !== thoughtOf(round)) {
      return "Missing reasoning_content in the assistant message"
    }
    if (/think>/.test(JSON.stringify(content ?? ""))) return "thoughts in the history"
  }
  return undefined
}

const messageOf = (kind: Kind, run: string, round: number) => {
  const id = idOf(run, round)
  const call = {
    index: 0,
    id,
    type: "function",
    function: { name: "get_weather", arguments: `{"city":"city ${round}"}` },
    ...(kind === "gemini" ? { extra_content: { google: { thought_signature: signatureOf(id) } } } : {})
  }
  const isLast = round === ROUNDS
  const words = isLast ? ANSWER : ""
  const calls = isLast ? {} : { tool_calls: [call] }
  switch (kind) {
    case "gemini":
      return { content: words, ...calls }
    case "deepseek":
      return { reasoning_content: thoughtOf(round), content: words, ...calls }
    case "qwen":
      return { content: `<think>\n${thoughtOf(round)}\n</think>\n\n${words}`, ...calls }
  }
}

/** The message as deltas: each of its texts in pieces, then its calls. */
const deltasOf = ({
  content,
  reasoning_content = "",
  tool_calls
}: ReturnType<typeof messageOf> & Partial<SentMessage>) => [
  ...(reasoning_content.match(/.{1,5}/gsu) ?? []).map((piece) => ({ reasoning_content: piece })),
  ...(content.match(/.{1,5}/gsu) ?? []).map((piece) => ({ content: piece })),
  ...(tool_calls === undefined ? [] : [{ tool_calls }])
]

export const startThinker = () => {
  let kind: Kind = "gemini"
  let run = "0"
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      if (!request.url.endsWith("/chat/completions")) return Response.json({ data: [] })
      const body: { readonly messages: ReadonlyArray<SentMessage>; readonly stream?: boolean } = await request.json()
      const message = missing(kind, body.messages)
      if (message !== undefined) return Response.json({ error: { message } }, { status: 400 })
      const round = body.messages.filter(({ role }) => role === "tool").length
      const said = messageOf(kind, run, round)
      const finish_reason = round === ROUNDS ? "stop" : "tool_calls"
      const events = [
        ...deltasOf(said).map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
        { choices: [{ index: 0, delta: {}, finish_reason }] },
        { choices: [], usage }
      ]
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")
      return new Response(`${text}data: [DONE]\n\n`, { headers: { "content-type": "text/event-stream" } })
    }
  })
  return {
    settings: { QAL_TEXT_URL: `http://127.0.0.1:${server.port}/v1`, QAL_TEXT_MODEL: "engine-1" },
    /** Behaves so in the conversation that begins now. */
    behave: (next: Kind, name: string) => {
      kind = next
      run = name
    },
    stop: () => server.stop(true)
  }
}
