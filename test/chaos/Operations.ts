/** Everything that costs money, as a client would do it. */
import { type Call, type Client, type Manner, send } from "./Client.ts"
import { chat, form, json, sentence, speechOf, textOf, wavOf } from "./Inputs.ts"
import { converse, live, type Perform, transcribe, turn } from "./Sessions.ts"
import {
  chunks,
  clip,
  digest,
  events,
  frames,
  type Json,
  pieces,
  type Reader,
  readJson,
  transcript,
  transcriptLines,
  type Verdict
} from "./Verdicts.ts"

export interface Operation {
  readonly name: string
  /** As the books call it. */
  readonly operation: string
  readonly perform: Perform
  /** Its requests have no ids: each is another. */
  readonly isNameless?: boolean
}

const overHttp = (name: string, operation: string, call: (client: Client, id: string) => Call, read: Reader) => ({
  name,
  operation,
  perform: (client: Client, id: string, manner: Manner) => send(client, call(client, id), read, manner)
})

const VOICE = "/api/v1/voice/generations"
const CHAT = "/api/v1/chat_generate"
const COMPLETIONS = "/v1/chat/completions"
const SCRIBE = "/api/v1/scribe/transcribe"

const completion = (stream: boolean) => (id: string) => ({
  model: "qal-am",
  messages: [{ role: "user", content: `${id} ${sentence}` }],
  stream
})

/** An answer that is known by its id. */
const named = ({ id }: Json): Verdict => ({ tag: "settled", identity: id })

const responding = (content: string, previous?: string) =>
  json("/v1/responses", () => ({ model: "qal-am", input: content, previous_response_id: previous }))

/** A response that goes on from one that is stored; both have ids that follow from this. */
const goesOn: Perform = async (client, id, manner) => {
  const first = `${id}-first`
  const earlier = await send(client, responding(sentence)(client, first), readJson(named), { tag: "patient" })
  if (earlier.tag === "settled") {
    return send(client, responding(`${id} ${sentence}`, earlier.identity)(client, id), readJson(named), manner)
  }
  // Of the one that goes on nothing was asked.
  return earlier.tag === "failed" ? { tag: "turned away", code: earlier.code } : earlier
}

export const operations: ReadonlyArray<Operation> = [
  overHttp(
    "a clip",
    "voice.generation",
    json(VOICE, (id) => ({ ...speechOf(id), client_request_id: id, output_format: "wav_44100" })),
    readJson(clip)
  ),
  overHttp(
    "a clip as a stream",
    "voice.generation",
    json(`${VOICE}/stream`, (id) => ({ ...speechOf(id), client_request_id: id })),
    frames
  ),
  overHttp(
    "a chat",
    "chat",
    json(CHAT, chat(false)),
    readJson((answer) => ({ tag: "settled", identity: digest(answer.response_text) }))
  ),
  overHttp("a chat as a stream", "chat", json(CHAT, chat(true)), events),
  overHttp(
    "a chat with a file",
    "chat",
    form(
      () => CHAT,
      (_, id) => ({
        request_data: JSON.stringify({ ...chat(false)(id), attachment_field_names: ["note"] }),
        note: new File([sentence.repeat(20)], "note.txt", { type: "text/plain" })
      })
    ),
    readJson((answer) => ({ tag: "settled", identity: digest(answer.response_text) }))
  ),
  overHttp("a completion of OpenAI's", "chat", json(COMPLETIONS, completion(false)), readJson(named)),
  overHttp("a completion of OpenAI's as a stream", "chat", json(COMPLETIONS, completion(true)), chunks),
  overHttp(
    "a response of OpenAI's",
    "chat",
    (client, id) => responding(`${id} ${sentence}`)(client, id),
    readJson(named)
  ),
  { name: "a response that goes on from another", operation: "chat", perform: goesOn },
  overHttp(
    "a translation",
    "translation",
    json("/api/v1/translate", () => ({ text: "ሰላም", source_language: "am", target_language: "en" })),
    readJson(({ data }) => ({ tag: "settled", identity: data.translation }))
  ),
  overHttp(
    "speech to text",
    "speech_to_text",
    form(
      () => "/api/v2/stt",
      (client) => ({ audio: wavOf(client), request_data: JSON.stringify({ language_code: "am" }) })
    ),
    readJson(({ data }) => ({ tag: "settled", identity: data.transcription }))
  ),
  overHttp(
    "legacy speech",
    "voice.legacy",
    json("/api/v1/audio", (id) => ({ text: textOf(id), language: "am" })),
    readJson(({ audio }) => ({ tag: "settled", identity: digest(audio) }))
  ),
  overHttp(
    "legacy speech as a stream",
    "voice.legacy",
    json("/api/v1/audio", (id) => ({ text: textOf(id), language: "am", stream: true })),
    pieces
  ),
  overHttp(
    "a transcription",
    "transcription",
    form(
      (id) => `${SCRIBE}?request_id=${id}`,
      (client) => ({ audio: wavOf(client) })
    ),
    readJson(transcript)
  ),
  overHttp(
    "a transcription as a stream",
    "transcription",
    form(
      (id) => `${SCRIBE}?request_id=${id}&stream=true`,
      (client) => ({ audio: wavOf(client) })
    ),
    transcriptLines
  ),
  { name: "a turn on the voice socket", operation: "voice.generation", perform: turn(false) },
  { name: "a turn that is cancelled", operation: "voice.generation", perform: turn(true) },
  { name: "a live transcription", operation: "transcription", perform: live },
  { name: "a typed turn of a conversation", operation: "conversation", perform: converse(true), isNameless: true },
  { name: "a spoken turn of a conversation", operation: "conversation", perform: converse(false), isNameless: true },
  { name: "an utterance that is transcribed", operation: "transcription", perform: transcribe, isNameless: true }
]
