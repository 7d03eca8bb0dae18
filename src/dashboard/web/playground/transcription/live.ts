/** A live session by the public API: the microphone's sound over the socket, the text as it is recognised. */
import { Schema } from "effect"
import { newId } from "../../../../Domain.ts"
import {
  PREFIX,
  SAMPLE_RATE,
  type SessionRequest,
  SessionTicket,
  type TranscriptAnswer
} from "../../../../transcription/Api.ts"
import { sameOriginSocket } from "../../sameOrigin.ts"
import { openMicrophone } from "../audio/microphone.ts"
import { failureIn } from "../publicApi.ts"
import { type Call, recover, transcriptIn } from "./file.ts"
import { type Frame, makeFrames } from "./liveFrames.ts"

export const SESSIONS = `${PREFIX}/sessions`

export type LiveRequest = Pick<typeof SessionRequest.Encoded, "language">

interface Listener {
  readonly onState: (state: "listening" | "finishing" | "recovering") => void
  /** Each frame that is sent; 100 ms. */
  readonly onSound: (frame: Frame) => void
  readonly onPartial: (text: string) => void
  /** The microphone went away; what came before is transcribed. */
  readonly onLost: () => void
  /** Aborted, all is closed at once; what was sent is still transcribed, and charged. */
  readonly signal: AbortSignal
}

const readTicket = Schema.decodeUnknownSync(Schema.Struct({ data: SessionTicket }))
const isTyped = Schema.is(Schema.Struct({ type: Schema.String }))
const isPartial = Schema.is(Schema.Struct({ type: Schema.Literal("transcript.partial"), text: Schema.String }))

interface Connection {
  readonly socket: WebSocket
  /** Undefined where the connection ended before the transcript; rejects where the API refused. */
  readonly completed: Promise<TranscriptAnswer | undefined>
}

/** Opens the socket; its first message is the ticket. */
const connect = ({ token, websocket_url }: SessionTicket, { onPartial, onState }: Listener): Connection => {
  const socket = new WebSocket(sameOriginSocket(websocket_url))
  const completed = new Promise<TranscriptAnswer | undefined>((resolve, reject) => {
    socket.onopen = () => socket.send(JSON.stringify({ type: "session.authenticate", token }))
    socket.onclose = () => resolve(undefined)
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      const event: unknown = typeof data === "string" ? JSON.parse(data) : undefined
      if (isPartial(event)) return onPartial(event.text)
      if (!isTyped(event)) return
      if (event.type === "session.created") onState("listening")
      if (event.type === "error") reject(failureIn(event))
      if (event.type === "transcript.completed") resolve(transcriptIn(event))
    }
  })
  return { socket, completed }
}

const opened = (socket: WebSocket): Promise<unknown> =>
  new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }))

const askFor = async (call: Call, request: LiveRequest, signal: AbortSignal): Promise<SessionTicket> => {
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ ...request, request_id: newId("live", Date.now()) })
  const response = await call(SESSIONS, { method: "POST", headers, body, signal })
  return readTicket(await response.json()).data
}

export interface LiveSession {
  /** That was all: the transcript comes. */
  readonly finish: () => void
  readonly result: Promise<TranscriptAnswer>
}

/**
 * Listens until `finish`, or 180 seconds. The microphone is opened first: the
 * question may stand for long, and a ticket is good for a minute. What is said
 * before the socket is open is kept.
 */
export const listen = (call: Call, request: LiveRequest, listener: Listener): LiveSession => {
  const { onLost, onSound, onState, signal } = listener
  const microphone = new AbortController()
  const finished = Promise.withResolvers<void>()
  const frames = makeFrames(onSound, finished.resolve)
  const lose = () => {
    onLost()
    finished.resolve()
  }
  /** The transcript, where the connection lasts so long. */
  const talk = async (ticket: SessionTicket) => {
    const { completed, socket } = connect(ticket, listener)
    signal.addEventListener("abort", () => socket.close(1000))
    try {
      await Promise.race([opened(socket), completed])
      frames.sendTo((frame) => socket.send(frame))
      await Promise.race([finished.promise, completed])
      microphone.abort()
      onState("finishing")
      socket.send(JSON.stringify({ type: "audio.finish" }))
      return await completed
    } finally {
      socket.close(1000)
    }
  }
  const run = async () => {
    signal.addEventListener("abort", () => microphone.abort())
    try {
      const heard = { isAnswered: false, signal: microphone.signal, onSound: frames.take, onLost: lose }
      await openMicrophone(SAMPLE_RATE, heard)
      const ticket = await askFor(call, request, signal)
      const transcript = await talk(ticket)
      if (transcript !== undefined) return transcript
      onState("recovering")
      return await recover(call, ticket.request_id, signal)
    } finally {
      microphone.abort()
    }
  }
  return { finish: finished.resolve, result: run() }
}
