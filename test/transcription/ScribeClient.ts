/**
 * A live session's client as strict as the published ones are: an address
 * without secrets, events under 512 KB and of the known kinds alone, usage
 * settled on every completion.
 */
import { Schema } from "effect"
import { ServerEvent } from "../../src/transcription/LiveApi.ts"
import * as Sockets from "../sockets/Client.ts"
import { call, type Target } from "../support/Server.ts"

const decode = Schema.decodeUnknownSync(Schema.parseJson(ServerEvent), { onExcessProperty: "error" })

const PATH = "/api/v1/scribe/stream"
/** UTF-16 code units. */
const MAX_EVENT = 512 * 1024
/** Bytes: 100 ms. */
const FRAME = 3_200

const strict = (frame: string): ServerEvent => {
  if (frame.length > MAX_EVENT) throw new Error("an event exceeds the limit")
  const event = decode(frame)
  if (event.type === "transcript.completed" && event.data.usage.settled !== true)
    throw new Error("completed without settled usage")
  return event
}

export type Client = Sockets.Client<ServerEvent>

export interface Ticket {
  readonly token: string
  readonly websocket_url: string
  readonly request_id: string
}

export type Session = Readonly<{
  request_id?: string
  language?: string
  chunk?: string
  backend?: string
  numerals?: string
}>
export type Headers = Readonly<Record<string, string>>

export const ticket = async (server: Target, session: Session = {}, headers: Headers = {}): Promise<Ticket> => {
  const response = await call(server, "POST", "/api/v1/scribe/sessions", session, headers)
  if (response.status !== 201) throw new Error(await response.text())
  const { data } = await response.json()
  const { hash, password, pathname, protocol, search, username } = new URL(data.websocket_url)
  if (pathname !== PATH || protocol !== "ws:" || `${search}${hash}${username}${password}` !== "")
    throw new Error(`${data.websocket_url} is no address for a client`)
  return data
}

export const connect = (server: Target): Promise<Client> => Sockets.connect(server, PATH, strict)

/** A session that hears. */
export const open = async (server: Target, session: Session = {}, headers: Headers = {}): Promise<Client> => {
  const { token } = await ticket(server, session, headers)
  const client = await connect(server)
  client.send({ type: "session.authenticate", token })
  await client.next("session.created")
  return client
}

/** Frames of 100 ms, the last shorter. */
export const framesOf = (pcm: Uint8Array): ReadonlyArray<Uint8Array<ArrayBuffer>> =>
  Array.from({ length: Math.ceil(pcm.length / FRAME) }, (_, at) => pcm.slice(at * FRAME, (at + 1) * FRAME))

/** Sends all sound, as fast as it goes or with a pause after each frame, and says that it was all. */
export const say = async (client: Client, pcm: Uint8Array, pauseMillis = 0): Promise<void> => {
  for (const frame of framesOf(pcm)) {
    client.send(frame)
    if (pauseMillis > 0) await Bun.sleep(pauseMillis)
  }
  client.send({ type: "audio.finish" })
}

export const partialsOf = (client: Client): ReadonlyArray<string> =>
  client.events.flatMap((event) => (event.type === "transcript.partial" ? [event.text] : []))
