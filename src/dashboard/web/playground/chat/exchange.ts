/** One exchange with the chat: what is sent, and the answer, whole or as it comes. */
import { Schema } from "effect"
import { createParser } from "eventsource-parser"
import { Answer, FinishReason, PATH } from "../../../../chat/Api.ts"
import { failureIn } from "../publicApi.ts"
import { BrokenOff } from "../retry.ts"

/** A turn as the API takes it back. */
export type Turn = {
  readonly role: "user" | "assistant"
  readonly parts: ReadonlyArray<
    { readonly text: string } | { readonly fileData: { readonly fileUri: string; readonly mimeType: string } }
  >
}

/** The input of a chat message. */
export interface ChatInput {
  readonly prompt: string
  readonly language: "am" | "om"
  readonly system: string
  readonly temperature: number
  readonly streams: boolean
  readonly files: ReadonlyArray<File>
  /** Spoken input. */
  readonly sound: File | null
  readonly history: ReadonlyArray<Turn>
}

/** What came of it, as far as it has come. */
export interface Reply {
  readonly text: string
  readonly finish: typeof FinishReason.Type | undefined
  readonly usage: typeof Answer.Type.usage_metadata | undefined
  readonly model: string | undefined
  /** What the server heard of spoken input. */
  readonly heard: string | undefined
  readonly uploads: NonNullable<typeof Answer.Type.uploaded_attachments>
}

export const nothing: Reply = {
  text: "",
  finish: undefined,
  usage: undefined,
  model: undefined,
  heard: undefined,
  uploads: []
}

export const SOUND_FIELD = "chat_audio_input"
export const fieldOf = (index: number): string => `attachment_${index + 1}`

/** Whether it goes as JSON: the API streams nothing else. */
export const isPlain = ({ files, sound }: ChatInput): boolean => files.length === 0 && sound === null

/** The body, or the form's field that stands for it. */
export const jsonOf = (input: ChatInput, streams = input.streams && isPlain(input)) => ({
  ...(input.prompt === "" ? {} : { prompt: input.prompt }),
  target_language: input.language,
  ...(input.system === "" ? {} : { system: input.system }),
  ...(input.history.length === 0 ? {} : { conversation_history: input.history }),
  generation_config: { temperature: input.temperature, stream: streams },
  ...(input.files.length === 0 ? {} : { attachment_field_names: input.files.map((_, index) => fieldOf(index)) })
})

const initOf = (input: ChatInput): RequestInit => {
  if (isPlain(input)) return { headers: { "content-type": "application/json" }, body: JSON.stringify(jsonOf(input)) }
  const form = new FormData()
  form.set("request_data", JSON.stringify(jsonOf(input)))
  if (input.sound !== null) form.set(SOUND_FIELD, input.sound)
  for (const [index, file] of input.files.entries()) form.set(fieldOf(index), file)
  return { body: form }
}

const Chunk = Schema.Struct({
  response_text: Schema.optional(Schema.String),
  finish_reason: Schema.optional(Schema.Union(FinishReason, Schema.Literal("error"))),
  usage_metadata: Schema.optional(Answer.fields.usage_metadata),
  modelVersion: Schema.optional(Schema.String),
  error: Schema.optional(Schema.Unknown)
})
const decodeChunk = Schema.decodeUnknownSync(Schema.parseJson(Chunk))
const decodeAnswer = Schema.decodeUnknownPromise(Answer)

const withChunk = (reply: Reply, chunk: typeof Chunk.Type): Reply => ({
  ...reply,
  text: reply.text + (chunk.response_text ?? ""),
  finish: chunk.finish_reason === "error" ? reply.finish : (chunk.finish_reason ?? reply.finish),
  usage: chunk.usage_metadata ?? reply.usage,
  model: chunk.modelVersion ?? reply.model
})

const readStream = async (body: ReadableStream<Uint8Array>, show: (reply: Reply) => void): Promise<Reply> => {
  let reply = nothing
  const parser = createParser({
    onEvent: ({ data }) => {
      const chunk = decodeChunk(data)
      if (chunk.finish_reason === "error") throw failureIn(chunk)
      reply = withChunk(reply, chunk)
      show(reply)
    }
  })
  const reader = body.getReader()
  const text = new TextDecoder()
  const read = () =>
    reader.read().catch((problem: unknown) => {
      throw problem instanceof TypeError ? new BrokenOff(problem.message) : problem
    })
  for (let next = await read(); !next.done; next = await read()) {
    parser.feed(text.decode(next.value, { stream: true }))
  }
  if (reply.finish === undefined) throw new BrokenOff("the answer has no end")
  return reply
}

/** Asks, and shows the answer as it comes. Rejects with what the API refused it by. */
export const exchange = async (
  call: (path: string, init?: RequestInit) => Promise<Response>,
  input: ChatInput,
  show: (reply: Reply) => void,
  signal: AbortSignal
): Promise<Reply> => {
  const response = await call(PATH, { method: "POST", signal, ...initOf(input) })
  if (response.body !== null && response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    return readStream(response.body, show)
  }
  const answer = await decodeAnswer(await response.json())
  return {
    text: answer.response_text,
    finish: answer.finish_reason,
    usage: answer.usage_metadata,
    model: answer.modelVersion,
    heard: answer.transcription_clean,
    uploads: answer.uploaded_attachments ?? []
  }
}

/** What the next request says of this exchange. */
export const turnsOf = (input: ChatInput, reply: Reply): ReadonlyArray<Turn> => {
  const said = [input.prompt, reply.heard ?? ""].filter((text) => text !== "").join("\n")
  return [
    { role: "user", parts: [{ text: said }, ...reply.uploads.map((fileData) => ({ fileData }))] },
    { role: "assistant", parts: [{ text: reply.text }] }
  ]
}
