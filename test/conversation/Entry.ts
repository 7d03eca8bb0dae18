/** The door of a conversation's socket: all that is heard there, in order, whether it opens or not. */
import { connect } from "node:net"
import { call, keyOf, type Target, type TestServer } from "../support/Server.ts"

type Frame = Readonly<Record<string, unknown>>

export interface Entry {
  /** All frames so far. */
  readonly frames: ReadonlyArray<Frame>
  /** The first frame; none where it closed before. */
  readonly first: Promise<Frame | undefined>
  /** The code of its close. */
  readonly closed: Promise<number>
  /** The subprotocol that was answered. */
  readonly protocol: () => string
  readonly send: (message: object) => void
  /** Ends it as clients do; done when the close has come. */
  readonly leave: () => Promise<number>
}

export interface Knock {
  readonly headers?: Readonly<Record<string, string>>
  readonly protocols?: ReadonlyArray<string>
}

/** Asks for a socket at `path`. */
export const enter = (server: Pick<TestServer, "url">, path: string, knock: Knock = {}): Entry => {
  const options = {
    headers: { ...knock.headers },
    ...(knock.protocols === undefined ? {} : { protocols: knock.protocols })
  }
  // Bun's own takes headers, which its types do not tell where the DOM's are known too.
  const socket: WebSocket = Reflect.construct(WebSocket, [`${server.url.replace("http", "ws")}${path}`, options])
  const frames: Array<Frame> = []
  const closed = new Promise<number>((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)))
  const first = new Promise<Frame | undefined>((resolve) => {
    socket.addEventListener("message", ({ data }) => {
      frames.push(JSON.parse(String(data)))
      resolve(frames[0])
    })
    closed.then(() => resolve(undefined))
  })
  return {
    frames,
    first,
    closed,
    protocol: () => socket.protocol,
    send: (message) => socket.send(JSON.stringify(message)),
    leave: () => {
      socket.close()
      return closed
    }
  }
}

/** What a refused socket was told of the refusal, and how it was closed. */
export const refusalOf = async (entry: Entry) => {
  const code = await entry.closed
  const [frame] = entry.frames
  const error = frame?.error
  return { code, frames: entry.frames.length, error: typeof error === "object" && error !== null ? { ...error } : {} }
}

/** Sends a request's head as it is; the answer's status and its head. */
export const request = (server: Pick<TestServer, "url">, head: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\n\r\n`))
    socket.once("error", reject)
    socket.once("data", (data) => {
      resolve(String(data))
      socket.destroy()
    })
  })

/** The secret that a route issues, wherever in its answer. */
const issued = async (server: Pick<TestServer, "url">, path: string, body: object, key: string, field: string) => {
  const response = await call(server, "POST", path, body, { "x-api-key": key })
  const text = await response.text()
  const token = new RegExp(`"${field}":"([A-Za-z]+_[A-Za-z0-9_-]+)"`).exec(text)?.[1]
  if (token === undefined) throw new Error(`no ${field} in ${response.status} ${text}`)
  return token
}

export const ticket = (server: Target, body: object = {}, key = keyOf(server)): Promise<string> =>
  issued(server, "/api/v1/conversation/sessions", body, key, "token")

export const clientSecret = (server: Target, body: object = {}, key = keyOf(server)): Promise<string> =>
  issued(server, "/v1/realtime/client_secrets", body, key, "value")

/** Tickets of other kinds. */
export const scribeTicket = (server: Target): Promise<string> =>
  issued(server, "/api/v1/scribe/sessions", {}, keyOf(server), "token")

export const voiceTicket = (server: Target): Promise<string> =>
  issued(server, "/api/v1/realtime/sessions", { voice_id: "am-hamen", language: "am" }, keyOf(server), "token")
