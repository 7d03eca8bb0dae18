/** A wire between a program and a server of this machine that can be cut, held, or broken midway, as a network is. */
import { connect, createServer, type Socket } from "node:net"

type Way = "up" | "down"

/** Both ends of a connection through it. */
interface Pair {
  readonly near: Socket
  readonly far: Socket
}

export interface Proxy {
  readonly port: number
  /** Lets so many more messages of the program through, and then cuts it for good as `cut` does; infinity: all. */
  readonly cutAfter: (messages: number) => void
  /** Breaks the connection that carries the byte of this number from now on, up to the server or down from it: that one, once. */
  readonly breakAfter: (way: Way, bytes: number) => void
  /** Whether that is still to come. */
  readonly isBreakDue: () => boolean
  /** Ends all connections and takes no more: what the program has sent before may still be done. */
  readonly cut: () => void
  /** Whether it is cut. */
  readonly isCut: () => boolean
  /** Passes nothing on, as a cable that is pulled out: nobody is told. */
  readonly hold: () => void
  /** As after its making; connections that were held are ended. */
  readonly mend: () => void
  /** Ports of this machine that it has or had to the server, since it was made or mended. */
  readonly farPorts: () => ReadonlyArray<number>
  readonly stop: () => Promise<void>
}

/** Starts one on a free port of 127.0.0.1, to a port of 127.0.0.1. */
export const startProxy = async (to: number): Promise<Proxy> => {
  const open = new Set<Pair>()
  const ports = new Set<number>()
  let left = Number.POSITIVE_INFINITY
  let state: "open" | "held" | "cut" = "open"
  let due: { readonly way: Way; bytes: number } | undefined

  const drop = (): void => {
    for (const { far, near } of open) {
      near.destroy()
      far.destroy()
    }
    open.clear()
  }
  const cut = (): void => {
    state = "cut"
    drop()
  }
  /** Whether these bytes are those at which the connection breaks. */
  const breaks = (way: Way, { length }: string | Uint8Array): boolean => {
    if (due?.way !== way) return false
    due.bytes -= length
    if (due.bytes > 0) return false
    due = undefined
    return true
  }
  const carry = (way: Way, bytes: string | Uint8Array, { far, near }: Pair): void => {
    if (breaks(way, bytes)) {
      near.destroy()
      far.destroy()
    } else if (way === "up") far.write(bytes)
    else near.write(bytes)
  }
  const join = (near: Socket): void => {
    if (state === "cut") {
      near.destroy()
      return
    }
    const far = connect(to, "127.0.0.1")
    const pair = { near, far }
    open.add(pair)
    far.on("connect", () => {
      if (far.localPort !== undefined) ports.add(far.localPort)
    })
    near.on("data", (bytes) => {
      if (state !== "open") return
      if (left <= 0) return cut()
      left--
      carry("up", bytes, pair)
    })
    far.on("data", (bytes) => {
      if (state === "open") carry("down", bytes, pair)
    })
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      one.setNoDelay(true)
      one.on("error", () => {})
      one.on("close", () => {
        // Of a wire that is held neither end hears of the other.
        if (state === "held") return
        other.destroy()
        open.delete(pair)
      })
    }
  }

  const server = createServer(join)
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(0, "127.0.0.1", resolve)
  })
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("no port")
  return {
    port: address.port,
    cutAfter: (messages) => {
      left = messages
      if (messages <= 0) cut()
    },
    breakAfter: (way, bytes) => {
      due = { way, bytes }
    },
    isBreakDue: () => due !== undefined,
    cut,
    isCut: () => state === "cut",
    hold: () => {
      state = "held"
    },
    mend: () => {
      drop()
      ports.clear()
      state = "open"
      left = Number.POSITIVE_INFINITY
      due = undefined
    },
    farPorts: () => [...ports],
    stop: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      })
  }
}
