/** A client of the speech socket that hides nothing: every event, in order, checked against its schema. */
import { Schema } from "effect"
import { type ServerEvent, ServerEvent as ServerEventSchema, SOCKET_PATH } from "../../src/voice/RealtimeApi.ts"
import * as Sockets from "../sockets/Client.ts"
import { call, type Target } from "../support/Server.ts"

const decode = Schema.decodeUnknownSync(ServerEventSchema, { onExcessProperty: "error" })

export type Client = Sockets.Client<ServerEvent>

export const connect = (server: Target): Promise<Client> =>
  Sockets.connect(server, SOCKET_PATH, (frame) => decode(JSON.parse(frame)))

export const ticket = async (
  server: Target,
  session: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {}
): Promise<string> => {
  const body = { voice_id: "am-hamen", language: "am", ...session }
  const response = await call(server, "POST", "/api/v1/realtime/sessions", body, headers)
  if (response.status !== 201) throw new Error(await response.text())
  return (await response.json()).data.token
}

/** A session that is ready to speak. */
export const open = async (
  server: Target,
  session: Readonly<Record<string, unknown>> = {},
  headers: Readonly<Record<string, string>> = {}
): Promise<Client> => {
  const token = await ticket(server, session, headers)
  const client = await connect(server)
  client.send({ type: "session.authenticate", token })
  await client.next("session.created")
  return client
}

/** The sound of one turn, in its order. */
export const audioOf = (client: Client, requestId: string) =>
  client.events
    .flatMap((event) => (event.type === "audio.delta" && event.request_id === requestId ? [event] : []))
    .map(({ audio, format, sequence }) => ({ format, sequence, bytes: new Uint8Array(Buffer.from(audio, "base64")) }))
