/** What a request holds, as the sandbox looks at it. */
import type { Message, TextRequest, ToolCall, UserPart } from "../TextModel.ts"

type ToolMessage = Extract<Message, { readonly role: "tool" }>
type Image = Extract<UserPart, { readonly _tag: "Image" }>

export interface Conversation {
  /** Instructions of the client's; the first that a model is given are the platform's rules, of which clients know nothing. */
  readonly system: ReadonlyArray<string>
  /** Text parts of the last user message. The last of them is taken for the user's own words, the others for files. */
  readonly texts: ReadonlyArray<string>
  readonly images: ReadonlyArray<Image>
  /** The last user message's text parts on lines of their own. */
  readonly message: string
  readonly turns: { readonly user: number; readonly assistant: number; readonly tool: number }
  /** Calls since the last user message. */
  readonly calls: ReadonlyArray<ToolCall>
  /** Results since the last user message. */
  readonly results: ReadonlyArray<ToolMessage>
}

/** Reads the request's messages. */
export const read = ({ messages }: Pick<TextRequest, "messages">): Conversation => {
  const lastUser = messages.findLastIndex(({ role }) => role === "user")
  const since = messages.slice(lastUser + 1)
  const last = messages[lastUser]
  const parts = last?.role === "user" ? last.parts : []
  const texts = parts.flatMap((part) => (part._tag === "Text" ? [part.text] : []))
  const callsOf = (some: ReadonlyArray<Message>) =>
    some.flatMap((message) => (message.role === "assistant" ? message.toolCalls : []))
  const count = (role: Message["role"]) => messages.filter((message) => message.role === role).length
  return {
    system: messages.flatMap((message) => (message.role === "system" ? [message.content] : [])).slice(1),
    texts,
    images: parts.flatMap((part) => (part._tag === "Image" ? [part] : [])),
    message: texts.join("\n"),
    turns: { user: count("user"), assistant: count("assistant"), tool: count("tool") },
    calls: callsOf(since),
    results: since.flatMap((message) => (message.role === "tool" ? [message] : []))
  }
}
