/** A wire between a program and a server that can be cut, as a network is. */
import { connect, createServer, type Socket } from "node:net"

/** Both ends of a connection through it. */
interface Pair {
  readonly near: Socket
  readonly far: Socket
}

export interface Proxy {
  readonly port: number
  /** Lets so many more messages of the program through, and then cuts it for good as `cut` does; infinity: all. */
  readonly cutAfter: (messages: number) => void
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
      far.write(bytes)
    })
    far.on("data", (bytes) => {
      if (state === "open") near.write(bytes)
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
    },
    farPorts: () => [...ports],
    stop: () =>
      new Promise((resolve) => {
        cut()
        server.close(() => resolve())
      })
  }
}
