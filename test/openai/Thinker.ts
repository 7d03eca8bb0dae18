/**
 * A text engine that calls a tool three times, and then answers. It behaves as one of those that need back what they
 * sent with their calls, and refuses a conversation that lacks it.
 */
import { startUpstream, streamedCompletion } from "../support/Upstream.ts"

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
  readonly tool_call_id?: string
}

/**
 * How it calls: one call a round; or two at once, with words before them and thoughts between them, under ids that each
 * round has again, of which the first alone is signed; or for a client that names the calls anew.
 */
export const SHAPES = ["single", "parallel", "renamed"] as const
export type Shape = (typeof SHAPES)[number]

export const THOUGHT = "Let me look it up"
export const WORDS = "I look at two cities."
export const ANSWER = "በሦስቱም ከተሞች ፀሐይ ነው።"
const ROUNDS = 3

const countOf = (shape: Shape): number => (shape === "parallel" ? 2 : 1)
const idOf = (run: string, shape: Shape, round: number, at: number) =>
  shape === "parallel" ? `call_${run}_${at}` : `call_${run}_${round}`
const signatureOf = (run: string, round: number) => `signature of ${run}, round ${round}`
const thoughtOf = (round: number) => `${THOUGHT} ${round}`

/** What Gemini's documentation has for calls that the model has not made. */
const NO_SIGNATURE = "skip_thought_signature_validator"

interface Conversation {
  readonly kind: Kind
  readonly run: string
  readonly shape: Shape
}

/** What is missing in the conversation; none where it is as this engine needs it. */
const missing = ({ kind, run, shape }: Conversation, messages: ReadonlyArray<SentMessage>): string | undefined => {
  const turns = messages.filter(({ role }) => role === "assistant")
  for (const [round, { content, reasoning_content, tool_calls = [] }] of turns.entries()) {
    const [first, ...others] = tool_calls.map(({ extra_content: extra }) => extra?.google?.thought_signature)
    const wanted = shape === "renamed" ? NO_SIGNATURE : signatureOf(run, round)
    if (kind === "gemini" && tool_calls.length > 0 && first !== wanted)
      return "Function call is missing a thought_signature"
    if (kind === "gemini" && others.some((signature) => signature !== undefined))
      return "a signature that was of another call"
    const thoughts = shape === "renamed" ? "" : thoughtOf(round)
    if (kind === "deepseek" && tool_calls.length > 0 && reasoning_content !== thoughts)
      return "Missing reasoning_content in the assistant message"
    if (/think>/.test(JSON.stringify(content ?? ""))) return "thoughts in the history"
    if (tool_calls.length > 0 && (content ?? "") !== wordsOf(shape)) return "other words before the calls"
    if (tool_calls.length !== countOf(shape)) return "other calls than were made"
  }
  const ids = turns.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id))
  if (new Set(ids).size < ids.length) return "two calls of one id"
  const answered = messages.flatMap(({ role, tool_call_id }) => (role === "tool" ? [tool_call_id] : []))
  return ids.join() === answered.join() ? undefined : "other results than of the calls"
}

const wordsOf = (shape: Shape): string => (shape === "parallel" ? WORDS : "")

const pieces = (text: string): ReadonlyArray<string> => text.match(/.{1,5}/gsu) ?? []

/** What is said in a round, as deltas: texts in pieces, and calls. */
const deltasOf = ({ kind, run, shape }: Conversation, round: number): ReadonlyArray<object> => {
  const isLast = round === ROUNDS
  const words = isLast ? ANSWER : wordsOf(shape)
  const thought = thoughtOf(round)
  const calls = Array.from({ length: isLast ? 0 : countOf(shape) }, (_, index) => ({
    tool_calls: [
      {
        index,
        id: idOf(run, shape, round, index),
        type: "function",
        function: { name: "get_weather", arguments: `{"city":"city ${round}.${index}"}` },
        ...(kind === "gemini" && index === 0
          ? { extra_content: { google: { thought_signature: signatureOf(run, round) } } }
          : {})
      }
    ]
  }))
  const said = (text: string) => pieces(text).map((piece) => ({ content: piece }))
  if (kind === "gemini") return [...said(words), ...calls]
  if (kind === "qwen") return [...said(`<think>\n${thought}\n</think>\n\n${words}`), ...calls]
  const thoughts = pieces(thought).map((piece) => ({ reasoning_content: piece }))
  const [first, ...others] = calls
  if (first === undefined || others.length === 0) return [...thoughts, ...said(words), ...calls]
  return [...thoughts.slice(0, 2), ...said(words), first, ...thoughts.slice(2), ...others]
}

export const startThinker = () => {
  let conversation: Conversation = { kind: "gemini", run: "0", shape: "single" }
  const { settings, stop } = startUpstream(async (request) => {
    const { messages }: { readonly messages: ReadonlyArray<SentMessage> } = await request.json()
    const message = missing(conversation, messages)
    if (message !== undefined) return Response.json({ error: { message } }, { status: 400 })
    const results = messages.filter(({ role }) => role === "tool").length
    const round = results / countOf(conversation.shape)
    return streamedCompletion(deltasOf(conversation, round), round === ROUNDS ? "stop" : "tool_calls")
  })
  return {
    settings: settings("engine-1", "TEXT"),
    /** Behaves so in the conversation that begins now. */
    behave: (kind: Kind, run: string, shape: Shape = "single") => {
      conversation = { kind, run, shape }
    },
    stop
  }
}
