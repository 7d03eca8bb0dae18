/** A client of a socket that hides nothing: every event, in order, as `decode` reads it. */

export interface Client<Event extends { readonly type: string }> {
  readonly events: ReadonlyArray<Event>
  readonly send: (message: object | string | Uint8Array<ArrayBuffer>) => void
  /** The next event of this type that has not been awaited yet. Fails when the socket is closed before. */
  readonly next: <Type extends Event["type"]>(type: Type) => Promise<Extract<Event, { readonly type: Type }>>
  /** The code of the close, once it has come. */
  readonly closed: Promise<number>
  readonly close: () => void
  /** Ends the connection without a goodbye. */
  readonly drop: () => void
}

/** Opens a socket at `path`. What `decode` throws ends the test. */
export const connect = async <Event extends { readonly type: string }>(
  { url }: { readonly url: string },
  path: string,
  decode: (frame: string) => Event,
  protocols: ReadonlyArray<string> = []
): Promise<Client<Event>> => {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, [...protocols])
  const events: Array<Event> = []
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
    events.push(decode(String(data)))
    signal()
  })
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve())
    socket.addEventListener("error", () => reject(new Error("the socket did not open")))
  })
  const isOf =
    <Type extends Event["type"]>(type: Type) =>
    (event: Event): event is Extract<Event, { readonly type: Type }> =>
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
