/** A client of the speech socket (wire contract, section 8), that measures what it hears. */
import { Schema } from "effect"
import { headers, VOICE } from "./Server.ts"

interface Turn {
  /** Milliseconds from the request to the first audio. */
  readonly first: number
  /** Milliseconds from the request to the settled clip. */
  readonly whole: number
  /** Of sound. */
  readonly seconds: number
}

export interface Speaker {
  /** Speaks a text and waits until it is settled. Fails on an error of the turn, or a socket that closes. */
  readonly speak: (text: string) => Promise<Turn>
  readonly ping: () => void
  readonly close: () => void
}

const Ticket = Schema.Struct({ data: Schema.Struct({ token: Schema.String, websocket_url: Schema.String }) })
const decodeTicket = Schema.decodeUnknownSync(Schema.parseJson(Ticket))

const Event = Schema.Struct({
  type: Schema.String,
  data: Schema.optional(Schema.Struct({ duration_seconds: Schema.Number }))
})
const decodeEvent = Schema.decodeUnknownSync(Schema.parseJson(Event))

const AUDIO = '"type":"audio.delta"'

/** Whether this server speaks over sockets. */
export const answers = async (url: string): Promise<boolean> => (await fetch(`${url}/api/v1/realtime`)).status === 200

const ticketFor = async (url: string) => {
  const body = JSON.stringify({ voice_id: VOICE, language: "am" })
  const response = await fetch(`${url}/api/v1/realtime/sessions`, { method: "POST", headers, body })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`a session was refused with ${response.status}: ${text.slice(0, 300)}`)
  return decodeTicket(text).data
}

/** An authenticated socket. */
export const open = async (url: string): Promise<Speaker> => {
  const { token, websocket_url } = await ticketFor(url)
  const socket = new WebSocket(websocket_url)
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  /** What is awaited: told each event, or why none will come. */
  let heard: (frame: string) => void = () => {}
  let failed: (cause: Error) => void = () => {}
  let turns = 0
  socket.onmessage = ({ data }) => heard(String(data))
  socket.onclose = ({ code, reason }) => failed(new Error(`a socket closed with ${code} ${reason}`))
  await new Promise<void>((resolve, reject) => {
    failed = reject
    socket.onopen = () => send({ type: "session.authenticate", token })
    heard = (frame) => {
      if (decodeEvent(frame).type === "session.created") resolve()
      else reject(new Error(`instead of a session: ${frame.slice(0, 300)}`))
    }
  })
  const speak = (text: string): Promise<Turn> =>
    new Promise((resolve, reject) => {
      failed = reject
      const begun = performance.now()
      let first = Number.NaN
      heard = (frame) => {
        // Most frames are long and of this kind: not worth parsing.
        if (frame.includes(AUDIO)) {
          if (Number.isNaN(first)) first = performance.now() - begun
          return
        }
        const { data, type } = decodeEvent(frame)
        if (type === "error") reject(new Error(frame.slice(0, 300)))
        if (type !== "speech.completed") return
        resolve({ first, whole: performance.now() - begun, seconds: data?.duration_seconds ?? 0 })
      }
      send({ type: "speech.create", text, request_id: `turn-${turns++}-${crypto.randomUUID()}` })
    })
  return {
    speak,
    ping: () => send({ type: "ping" }),
    close: () => {
      socket.onclose = null
      socket.close()
    }
  }
}
