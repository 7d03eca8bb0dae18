/** A way to a server on this machine that can be cut, midway in what it carries, or closed for a while. */
import { connect, createServer, type Socket } from "node:net"

export const startWire = async (to: number) => {
  const open = new Set<Socket>()
  let isClosed = false
  let cut: { readonly way: "up" | "down"; left: number } | undefined
  /** Destroys both ends once so many bytes went this way; once. */
  const carry = (way: "up" | "down", from: Socket, into: Socket) =>
    from.on("data", (bytes) => {
      const due = cut?.way === way ? cut : undefined
      if (due !== undefined) due.left -= bytes.length
      if (due === undefined || due.left > 0) {
        into.write(bytes)
        return
      }
      cut = undefined
      from.destroy()
      into.destroy()
    })
  const server = createServer((near) => {
    if (isClosed) {
      near.destroy()
      return
    }
    const far = connect(to, "127.0.0.1")
    for (const [socket, other] of [
      [near, far],
      [far, near]
    ] as const) {
      open.add(socket)
      socket.on("error", () => {})
      socket.on("close", () => {
        open.delete(socket)
        other.destroy()
      })
    }
    carry("up", near, far)
    carry("down", far, near)
  })
  const port = await new Promise<number>((done) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      done(address !== null && typeof address === "object" ? address.port : 0)
    })
  )
  const drop = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${port}`,
    /** Cuts the connection that carries the byte of this number from now on, up to the server or down from it. */
    cutAfter: (way: "up" | "down", bytes: number) => {
      cut = { way, left: bytes }
    },
    /** Whether a cut is still to come. */
    isCutDue: () => cut !== undefined,
    close: () => {
      isClosed = true
      drop()
    },
    reopen: () => {
      isClosed = false
    },
    stop: () => {
      drop()
      server.close()
    }
  }
}
