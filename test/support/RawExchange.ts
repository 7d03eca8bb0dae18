/** Requests as they are written, which no client mends. */
import { connect } from "node:net"

/**
 * Sends these bytes over a connection of their own, one piece after the other. Answers all that comes, to the close or
 * break of the connection; it is closed here once `isWhole` says that enough has come.
 */
export const exchange = (
  port: number,
  sent: ReadonlyArray<string | Uint8Array>,
  isWhole: (received: string) => boolean = () => false
): Promise<string> =>
  new Promise((done) => {
    let received = ""
    const socket = connect(port, "127.0.0.1", () => {
      for (const piece of sent) socket.write(piece)
    })
    socket.on("data", (data) => {
      received += data.toString()
      if (isWhole(received)) socket.destroy()
    })
    // Followed by the close.
    socket.on("error", () => {})
    socket.on("close", () => done(received))
  })
