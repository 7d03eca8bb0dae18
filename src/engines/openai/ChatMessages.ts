/** A conversation as `chat/completions` has it, in the turns that chat templates know, with what a server needs back. */
import { Predicate } from "effect"
import { onWire } from "../CallExtra.ts"
import type { Message, ToolCall, UserPart } from "../TextModel.ts"
import type { Dialect } from "./Dialect.ts"

type Json = { readonly [key: string]: unknown }

/** What of the history not every server takes back: fields of an assistant's messages. */
export const ofHistory = [
  "reasoning_content",
  "reasoning_details",
  "thinking_blocks",
  "extra_content",
  "provider_specific_fields"
] as const

/**
 * What some servers want of calls that a client has brought without it, and under ids by which nothing is kept: it is put
 * in, where a refusal says that it is missing. Gemini's documentation has this signature for calls that it has not made.
 */
export const stoppers = ["missing_signature", "missing_thoughts"] as const
const NO_SIGNATURE = { google: { thought_signature: "skip_thought_signature_validator" } }

/** Which of them a refusal says to be missing. */
export const missingIn = (words: string): ReadonlyArray<(typeof stoppers)[number]> => {
  if (/missing (?:an? )?\W?thought_?signature/i.test(words)) return ["missing_signature"]
  return /missing (?:the )?\W?reasoning_content/i.test(words) ? ["missing_thoughts"] : []
}

const dataUrl = (mimeType: string, bytes: Uint8Array): string =>
  `data:${mimeType};base64,${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}`

/** What stands in the place of a text that may be long. */
export type Put = (text: string) => string

const contentPart =
  (put: Put) =>
  (part: UserPart): Json =>
    part._tag === "Text"
      ? { type: "text", text: part.text }
      : { type: "image_url", image_url: { url: put(dataUrl(part.mimeType, part.bytes)) } }

/** Plain text where there is nothing else: servers of models without eyes refuse a list of parts. */
const userContent = (parts: ReadonlyArray<UserPart>, put: Put): string | ReadonlyArray<Json> => {
  const texts = parts.flatMap((part) => (part._tag === "Text" ? [part.text] : []))
  return texts.length === parts.length ? texts.join("\n\n") : parts.map(contentPart(put))
}

/** What the server had in the message with the calls (`MessageFields`); it is kept with the first. */
const ofMessage = (calls: ReadonlyArray<ToolCall>, dialect: Dialect<string>): Json => {
  const kept = calls.flatMap(({ extra: { message: own, reasoning_details: details } = {} }) => [
    ...(details === undefined ? [] : [["reasoning_details", details] as const]),
    ...(Predicate.isRecord(own) ? Object.entries(own) : [])
  ])
  return Object.fromEntries(
    kept.filter(([name]) => name === "content" || ofHistory.some((known) => known === name && !dialect.has(known)))
  )
}

const callOnWire = (call: ToolCall) => {
  const { message: _message, reasoning_details: _details, ...extra } = call.extra ?? {}
  return onWire({ ...call, extra })
}

/** The message with calls: what was thought before them as the server gave it, or as its text. */
const calling = (said: Extract<Message, { readonly role: "assistant" }>, dialect: Dialect<string>): Json => {
  const { content: signed, ...own } = ofMessage(said.toolCalls, dialect)
  const hasThoughts = Array.isArray(signed) || "reasoning_details" in own || "thinking_blocks" in own
  const tellsThoughts = said.thoughts !== undefined && !hasThoughts && !dialect.has("reasoning_content")
  const isSigned = Object.keys(own).length > 0 || said.toolCalls.some(({ extra }) => extra !== undefined)
  const calls = said.toolCalls.map(callOnWire)
  const signedCalls =
    dialect.has("missing_signature") && !isSigned
      ? calls.map((call, index) => (index === 0 ? { ...call, extra_content: NO_SIGNATURE } : call))
      : calls
  const wantsThoughts = dialect.has("missing_thoughts") && said.thoughts === undefined && !hasThoughts
  const words = said.content === "" ? [] : [{ type: "text", text: said.content }]
  return {
    role: "assistant",
    content: Array.isArray(signed) ? [...signed, ...words] : said.content === "" ? null : said.content,
    ...(tellsThoughts ? { reasoning_content: said.thoughts } : {}),
    ...(wantsThoughts ? { reasoning_content: "" } : {}),
    ...own,
    tool_calls: signedCalls
  }
}

const message =
  (dialect: Dialect<string>, put: Put) =>
  (said: Message): Json => {
    switch (said.role) {
      case "system":
        return { role: "system", content: said.content }
      case "user":
        return {
          role: "user",
          content: userContent(said.parts, put),
          ...(said.name === undefined ? {} : { name: said.name })
        }
      case "assistant":
        return said.toolCalls.length === 0 ? { role: "assistant", content: said.content } : calling(said, dialect)
      case "tool":
        return { role: "tool", tool_call_id: said.toolCallId, name: said.name, content: said.content }
    }
  }

/** Two messages of one role as one; none where they are not to be. */
const merged = (first: Message, second: Message): Message | undefined => {
  if (first.role === "user" && second.role === "user" && first.name === second.name) {
    return { ...first, parts: [...first.parts, ...second.parts] }
  }
  // Results follow the calls of a turn: what is said after those is another turn.
  if (first.role !== "assistant" || second.role !== "assistant" || first.toolCalls.length > 0) return undefined
  const content = [first.content, second.content].filter((text) => text !== "").join("\n\n")
  return { ...second, content }
}

/** What stands in the place of a question that the history lacks. */
const UNHEARD: Message = { role: "user", parts: [{ _tag: "Text", text: "…" }] }

/** As chat templates want a conversation: the user begins, and no role has two messages in a row. */
const inTurns = (said: ReadonlyArray<Message>): ReadonlyArray<Message> => {
  const turns: Array<Message> = said[0]?.role === "assistant" ? [UNHEARD] : []
  for (const next of said) {
    const last = turns.at(-1)
    const both = last === undefined ? undefined : merged(last, next)
    if (both !== undefined) turns.pop()
    turns.push(both ?? next)
  }
  return turns
}

/** The system messages that come first are sent as one: chat templates of many models know only one. */
export const messages = (all: ReadonlyArray<Message>, dialect: Dialect<string>, put: Put): ReadonlyArray<Json> => {
  const rules: Array<string> = []
  for (const said of all) {
    if (said.role !== "system") break
    rules.push(said.content)
  }
  const rest = inTurns(all.slice(rules.length)).map(message(dialect, put))
  return rules.length === 0 ? rest : [{ role: "system", content: rules.join("\n\n") }, ...rest]
}
