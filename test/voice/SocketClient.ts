/** A client of the speech socket that hides nothing: every event, in order, checked against its schema. */
import { Schema } from "effect"
import { type ServerEvent, ServerEvent as ServerEventSchema } from "../../src/voice/RealtimeApi.ts"
import { call, type TestServer } from "../support/Server.ts"

const decode = Schema.decodeUnknownSync(ServerEventSchema, { onExcessProperty: "error" })

export type Of<Type extends ServerEvent["type"]> = Extract<ServerEvent, { readonly type: Type }>

export interface Client {
  readonly events: ReadonlyArray<ServerEvent>
  readonly send: (message: object | string | Uint8Array<ArrayBuffer>) => void
  /** The next event of this type that has not been awaited yet. Fails when the socket is closed before. */
  readonly next: <Type extends ServerEvent["type"]>(type: Type) => Promise<Of<Type>>
  /** The code of the close, once it has come. */
  readonly closed: Promise<number>
  readonly close: () => void
  /** Ends the connection without a goodbye. */
  readonly drop: () => void
}

export const connect = async (server: Pick<TestServer, "url">): Promise<Client> => {
  const socket = new WebSocket(`${server.url.replace("http", "ws")}/api/v1/realtime/voice`)
  const events: Array<ServerEvent> = []
  const taken = new Map<string, number>()
  let isClosed = false
  let wake = (): void => {}
  let changed = new Promise<void>((resolve) => {
    wake = resolve
  })
  const signal = () => {
    wake()
    changed = new Promise((resolve) => {
      wake = resolve
    })
  }
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener("close", ({ code }) => {
      isClosed = true
      resolve(code)
      signal()
    })
  })
  socket.addEventListener("message", ({ data }) => {
    events.push(decode(JSON.parse(String(data))))
    signal()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve())
    socket.addEventListener("error", () => reject(new Error("the socket did not open")))
  })
  const isOf =
    <Type extends ServerEvent["type"]>(type: Type) =>
    (event: ServerEvent): event is Of<Type> =>
      event.type === type
  return {
    events,
    closed,
    send: (message) =>
      socket.send(typeof message === "string" || message instanceof Uint8Array ? message : JSON.stringify(message)),
    next: async (type) => {
      const at = taken.get(type) ?? 0
      taken.set(type, at + 1)
      for (;;) {
        const found = events.filter(isOf(type))[at]
        if (found !== undefined) return found
        if (isClosed) throw new Error(`closed before ${type}; heard ${JSON.stringify(events.slice(-3))}`)
        await changed
      }
    },
    close: () => socket.close(),
    drop: () => {
      // Bun's own, which its types do not tell where the DOM's are known too.
      if ("terminate" in socket && typeof socket.terminate === "function") socket.terminate()
    }
  }
}

export const ticket = async (
  server: Pick<TestServer, "url">,
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
  server: Pick<TestServer, "url">,
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
