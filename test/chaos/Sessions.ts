/** Sessions over the sockets, from their tickets to their ends. */
import * as Sockets from "../sockets/Client.ts"
import { type Client, type Manner, requestOf } from "./Client.ts"
import { textOf } from "./Inputs.ts"
import { clip, type Json, refused, transcript, UNKNOWN, type Verdict } from "./Verdicts.ts"

/** Asks for one thing, and says what it was told. */
export type Perform = (client: Client, id: string, manner: Manner) => Promise<Verdict>

/** The kinds of event that end what was asked for. */
type Ended = (event: Json) => Verdict | undefined

/** How a session is asked for, and how its ticket opens it. */
interface Door {
  readonly path: string
  readonly body: object
  /** Where the ticket is in its answer. */
  readonly ticketOf?: (answer: Json) => string
  readonly open: (client: Client, token: string) => Promise<Sockets.Client<Json>>
}

/** Where the ticket is the first message. */
const withMessage =
  (socketPath: string): Door["open"] =>
  async (client, token) => {
    const socket = await Sockets.connect<Json>(client, socketPath, (frame) => JSON.parse(frame))
    socket.send({ type: "session.authenticate", token })
    return socket
  }

/** Runs a session from its ticket to its end, and gives it up where the manner says so. */
const session = async (
  client: Client,
  manner: Manner,
  { body, open, path, ticketOf = ({ data }) => data.token }: Door,
  speak: (socket: Sockets.Client<Json>) => Promise<void>,
  ended: Ended
): Promise<Verdict> => {
  try {
    const issued = await fetch(requestOf(client, { path, body: JSON.stringify(body) }))
    const answer: Json = await issued.json()
    if (answer.error !== undefined) return refused(answer.error)
    const socket = await open(client, ticketOf(answer))
    if (manner.tag === "hangs up") setTimeout(() => socket.drop(), manner.afterMillis)
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
    const speaking = speak(socket).catch(() => undefined)
    const found = await verdict()
    // Also ends a wait for what does not come, as where the turn was made before.
    socket.close()
    await speaking
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

export const turn = (cancels: boolean): Perform => {
  return (client, id, manner) =>
    session(
      client,
      manner,
      {
        path: "/api/v1/realtime/sessions",
        body: { voice_id: "am-hamen", language: "am" },
        open: withMessage("/api/v1/realtime/voice")
      },
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

export const live: Perform = (client, id, manner) =>
  session(
    client,
    manner,
    {
      path: "/api/v1/scribe/sessions",
      body: { request_id: id, language: "am" },
      open: withMessage("/api/v1/scribe/stream")
    },
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

/** Events have a first member in the place of a type. */
const named = (frame: string): Json => {
  const event = JSON.parse(frame)
  return { type: Object.keys(event)[0], ...event }
}

/** One turn of a conversation, typed or said at once. */
export const converse =
  (isTyped: boolean): Perform =>
  (client, id, manner) =>
    session(
      client,
      manner,
      {
        path: "/api/v1/conversation/sessions",
        body: { language: "am" },
        open: (client, token) => Sockets.connect<Json>(client, `/ws?ticket=${token}`, named)
      },
      async (socket) => {
        await socket.next("setupComplete")
        if (isTyped) return socket.send({ text: textOf(id) })
        for (let at = 0; at < client.speech.length; at += FRAME_BYTES) {
          const data = Buffer.from(client.speech.slice(at, at + FRAME_BYTES)).toString("base64")
          socket.send({ data, mimeType: "audio/pcm;rate=16000" })
        }
        socket.send({ type: "audio.finish" })
      },
      ({ error, message, type, usageMetadata: usage }) => {
        if (type === "status" && /^Noth|^No sound/.test(message))
          return { tag: "turned away", code: "NOTHING_UNDERSTOOD" }
        if (error?.code === "UNAUTHORIZED") return { tag: "turned away", code: error.code }
        if (error !== undefined) return refused(error)
        return usage === undefined ? undefined : { tag: "settled", identity: "turn", credits: usage.credits_used }
      }
    )

/** Hertz of what clients say, and of what a session of OpenAI's protocol hears. */
const SAID_AT = 16_000
const HEARD_AT = 24_000

/** The same sound at the other rate, each sample the nearest. */
const resampled = (pcm: Uint8Array<ArrayBuffer>): Buffer => {
  const samples = new Int16Array(pcm.slice().buffer)
  const length = Math.floor((samples.length * HEARD_AT) / SAID_AT)
  const nearest = Int16Array.from({ length }, (_, at) => samples[Math.floor((at * SAID_AT) / HEARD_AT)] ?? 0)
  return Buffer.from(nearest.buffer)
}

const INPUT = { format: { type: "audio/pcm", rate: HEARD_AT }, turn_detection: null }

/** One utterance in a session of OpenAI's protocol that hears and never answers. */
export const transcribe: Perform = (client, _, manner) =>
  session(
    client,
    manner,
    {
      path: "/v1/realtime/client_secrets",
      body: { session: { type: "transcription", audio: { input: INPUT } } },
      ticketOf: ({ value }) => value,
      open: (client, token) =>
        Sockets.connect<Json>(client, "/v1/realtime", (frame) => JSON.parse(frame), [
          "realtime",
          `openai-insecure-api-key.${token}`
        ])
    },
    async (socket) => {
      await socket.next("session.created")
      const sound = resampled(client.speech)
      for (let at = 0; at < sound.length; at += FRAME_BYTES) {
        const audio = sound.subarray(at, at + FRAME_BYTES).toString("base64")
        socket.send({ type: "input_audio_buffer.append", audio })
      }
      socket.send({ type: "input_audio_buffer.commit" })
    },
    ({ error, type }) => {
      if (error?.code === "UNAUTHORIZED") return { tag: "turned away", code: error.code }
      if (error !== undefined) return refused(error)
      // What it costs is told to nobody.
      return type.endsWith("input_audio_transcription.completed") ? { tag: "settled", identity: "turn" } : undefined
    }
  )
