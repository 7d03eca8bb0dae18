/**
 * Everything that costs money, as a client would do it. An operation's inputs
 * follow from its id alone, so that the same id can be sent again; what a client
 * was told is read as a verdict that the books can be held against.
 */
import * as Sockets from "../sockets/Client.ts"
import { decodeFrames } from "../support/DecodeFrames.ts"
import { openRaw, type RawAnswer } from "./Wire.ts"

/** What a client knows of a request once it is over for it. */
export type Verdict =
  /** It was made. `identity` is what every telling of it must share; `credits` what it is said to have cost, in ETB. */
  | { readonly tag: "settled"; readonly identity: string; readonly credits?: number }
  /** It was not made, and nothing was charged for it. */
  | { readonly tag: "failed"; readonly code: string }
  /** Nothing is said of it: another is under way, or it was turned away at the door. */
  | { readonly tag: "turned away"; readonly code: string }
  /** The connection ended, or was given up. */
  | { readonly tag: "unknown" }
  /** No answer that the contract knows. */
  | { readonly tag: "wrong"; readonly what: string }

/** How a client behaves while it is answered. */
export type Manner =
  | { readonly tag: "patient" }
  | { readonly tag: "hangs up"; readonly afterMillis: number }
  | { readonly tag: "reads slowly" }
  /** Sends its request and is never heard of again; the connection stays. */
  | { readonly tag: "half-open" }

export interface Client {
  readonly url: string
  readonly key: string
  /** 16,000 Hz mono, 16 bits, without a header. */
  readonly speech: Uint8Array<ArrayBuffer>
  /** The same as a WAV file. */
  readonly wav: Uint8Array<ArrayBuffer>
}

export interface Operation {
  readonly name: string
  /** As the books call it. */
  readonly operation: string
  readonly perform: (client: Client, id: string, manner: Manner) => Promise<Verdict>
}

const UNKNOWN: Verdict = { tag: "unknown" }

/** Codes that say nothing of the job with the request's id, and those that say that it was not made. */
const TURNED_AWAY = new Set(["GENERATION_IN_PROGRESS", "IN_PROGRESS", "BUSY", "RATE_LIMITED", "SPEECH_IN_PROGRESS"])
const FAILED = new Set([
  "LANGUAGE_CAPACITY_REACHED",
  "PROVIDER_ERROR",
  "PROVIDER_TIMEOUT",
  "PROVIDER_UNAVAILABLE",
  "BILLING_PENDING",
  "STORAGE_FULL",
  "REQUEST_INTERRUPTED",
  "attachment_upload_failed"
])

// biome-ignore lint/suspicious/noExplicitAny: what a client finds in JSON
type Json = any

const refused = (error: Json): Verdict => {
  const code = String(error?.code)
  if (TURNED_AWAY.has(code)) return { tag: "turned away", code }
  return FAILED.has(code) ? { tag: "failed", code } : { tag: "wrong", what: JSON.stringify(error) }
}

const digest = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex")

/** Reads a whole answer; what is not complete is unknown. */
type Reader = (status: number, body: Uint8Array) => Verdict

const readJson = (read: (json: Json) => Verdict): Reader => {
  return (status, body) => {
    const json = JSON.parse(new TextDecoder().decode(body))
    return status >= 400 ? refused(json.error) : read(json)
  }
}

const clip = ({ data }: Json): Verdict => ({
  tag: "settled",
  identity: data.id,
  credits: data.usage.credits_used
})
const transcript = ({ data }: Json): Verdict => ({
  tag: "settled",
  identity: data.usage.record_id,
  credits: data.usage.credits_used
})

/** Lines or events of which the last says how it ended. */
const linesOf = (body: Uint8Array): ReadonlyArray<Json> =>
  new TextDecoder()
    .decode(body)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith(":"))
    .map((line) => JSON.parse(line.replace(/^data: /, "")))

const frames: Reader = (status, body) => {
  if (status >= 400 || body[0] === 0x7b) return readJson(clip)(status, body)
  const { outcome } = decodeFrames(body)
  return outcome.error === undefined ? clip(outcome) : refused(outcome.error)
}

const events: Reader = (status, body) => {
  if (status >= 400) return readJson(clip)(status, body)
  const chunks = linesOf(body)
  const last = chunks.at(-1)
  if (last?.error !== undefined) return refused(last.error)
  if (last?.is_last_chunk !== true) return UNKNOWN
  return { tag: "settled", identity: digest(chunks.map((chunk) => chunk.response_text).join("")) }
}

const pieces: Reader = (status, body) => {
  if (status >= 400) return readJson(clip)(status, body)
  const lines = linesOf(body)
  const error = lines.find((line) => line.error !== undefined)
  if (error !== undefined) return refused(error.error)
  return { tag: "settled", identity: "legacy" }
}

const transcriptLines: Reader = (status, body) => {
  const lines = linesOf(body)
  const last = lines.at(-1)
  if (status >= 400 || last?.type === "error") return refused(last?.error)
  if (last?.type === "transcript.partial") return UNKNOWN
  return transcript(last?.type === undefined ? lines[0] : last)
}

interface Call {
  readonly path: string
  readonly body: string | FormData
  readonly headers?: Readonly<Record<string, string>>
}

const requestOf = (client: Client, { body, headers, path }: Call): Request =>
  new Request(client.url + path, {
    method: "POST",
    body,
    headers: {
      "x-api-key": client.key,
      ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      ...headers
    }
  })

/** What a whole answer says; one that cannot be read although it is whole is wrong. */
const verdictOf = (read: Reader, answer: RawAnswer | undefined): Verdict => {
  if (answer === undefined) return UNKNOWN
  try {
    return read(answer.status, answer.body)
  } catch (cause) {
    return { tag: "wrong", what: `${cause}: ${new TextDecoder().decode(answer.body.subarray(0, 200))}` }
  }
}

/** None where the connection broke off. */
const patiently = async (request: Request, signal?: AbortSignal): Promise<RawAnswer | undefined> => {
  try {
    const response = await fetch(request, signal === undefined ? {} : { signal })
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
  } catch {
    return undefined
  }
}

/** A call over HTTP, in each manner. */
const send = async (client: Client, call: Call, read: Reader, manner: Manner): Promise<Verdict> => {
  const request = requestOf(client, call)
  switch (manner.tag) {
    case "patient":
      return verdictOf(read, await patiently(request))
    case "hangs up":
      return verdictOf(read, await patiently(request, AbortSignal.timeout(manner.afterMillis)))
    case "half-open":
    case "reads slowly":
      return verdictOf(read, await openRaw(request, manner.tag === "reads slowly"))
  }
}

const overHttp = (name: string, operation: string, call: (client: Client, id: string) => Call, read: Reader) => ({
  name,
  operation,
  perform: (client: Client, id: string, manner: Manner) => send(client, call(client, id), read, manner)
})

// --- inputs

/** A number that an id always gives. */
const numberOf = (id: string, below: number): number => Number(BigInt(Bun.hash(id)) % BigInt(below))

const sentence = "ሰላም፣ ዛሬ ጥሩ ቀን ነው። ነገም እንዲሁ ይሁን። "
const textOf = (id: string): string => sentence.repeat(1 + numberOf(id, 6))
const speechOf = (id: string) => ({ text: textOf(id), voice_id: "am-hamen", language: "am" })

const json = (path: string, body: (id: string) => object) => (_: Client, id: string) => ({
  path,
  body: JSON.stringify(body(id)),
  headers: { "idempotency-key": id }
})

const form = (path: (id: string) => string, fields: (client: Client, id: string) => Record<string, string | Blob>) => {
  return (client: Client, id: string): Call => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields(client, id))) body.append(name, value)
    return { path: path(id), body, headers: { "idempotency-key": id } }
  }
}

const chat = (stream: boolean) => (id: string) => ({
  prompt: `${id} ${sentence}`,
  target_language: "am",
  generation_config: { stream }
})

const wavOf = ({ wav }: Client) => new Blob([wav], { type: "audio/wav" })

// --- sockets

/** The kinds of event that end what was asked for. */
type Ended = (event: Json) => Verdict | undefined

/** Runs a session from its ticket to its end, and gives it up where the manner says so. */
const session = async (
  client: Client,
  manner: Manner,
  ticket: { readonly path: string; readonly body: object },
  socketPath: string,
  speak: (socket: Sockets.Client<Json>) => Promise<void>,
  ended: Ended
): Promise<Verdict> => {
  try {
    const issued = await fetch(requestOf(client, { path: ticket.path, body: JSON.stringify(ticket.body) }))
    const { data, error } = await issued.json()
    if (error !== undefined) return refused(error)
    const socket = await Sockets.connect<Json>(client, socketPath, (frame) => JSON.parse(frame))
    if (manner.tag === "hangs up") setTimeout(() => socket.drop(), manner.afterMillis)
    socket.send({ type: "session.authenticate", token: data.token })
    const verdict = async (): Promise<Verdict> => {
      for (let at = 0; ; at++) {
        while (socket.events[at] === undefined) {
          if ((await Promise.race([socket.closed, Bun.sleep(5)])) !== undefined && socket.events[at] === undefined)
            return UNKNOWN
        }
        const found = ended(socket.events[at])
        if (found !== undefined) return found
      }
    }
    const [found] = await Promise.all([verdict(), speak(socket).catch(() => undefined)])
    socket.close()
    return found
  } catch {
    return UNKNOWN
  }
}

const errorOr =
  (id: string, read: Ended): Ended =>
  (event) => {
    if (event.type !== "error") return read(event)
    // A ticket is lost with the process, or with a clock that jumped: that is no word of the job.
    if (event.error.code === "UNAUTHORIZED") return { tag: "turned away", code: "UNAUTHORIZED" }
    return event.request_id === undefined || event.request_id === id ? refused(event.error) : undefined
  }

const turn = (cancels: boolean): Operation["perform"] => {
  return (client, id, manner) =>
    session(
      client,
      manner,
      { path: "/api/v1/realtime/sessions", body: { voice_id: "am-hamen", language: "am" } },
      "/api/v1/realtime/voice",
      async (socket) => {
        await socket.next("session.created")
        socket.send({ type: "speech.create", text: textOf(id), request_id: id })
        if (!cancels) return
        await socket.next("audio.delta")
        socket.send({ type: "speech.cancel" })
      },
      errorOr(id, (event) =>
        event.type === "speech.completed" || event.type === "speech.cancelled" ? clip(event) : undefined
      )
    )
}

const FRAME_BYTES = 6_400

const live: Operation["perform"] = (client, id, manner) =>
  session(
    client,
    manner,
    { path: "/api/v1/scribe/sessions", body: { request_id: id, language: "am" } },
    "/api/v1/scribe/stream",
    async (socket) => {
      await socket.next("session.created")
      for (let at = 0; at < client.speech.length; at += FRAME_BYTES) {
        socket.send(client.speech.slice(at, at + FRAME_BYTES))
        await Bun.sleep(2)
      }
      socket.send({ type: "audio.finish" })
    },
    errorOr(id, (event) => (event.type === "transcript.completed" ? transcript(event) : undefined))
  )

// --- all of them

const VOICE = "/api/v1/voice/generations"
const CHAT = "/api/v1/chat_generate"
const SCRIBE = "/api/v1/scribe/transcribe"

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
  { name: "a live transcription", operation: "transcription", perform: live }
]
