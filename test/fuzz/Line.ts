/** A connection to the server that sends exact bytes, right or wrong, and hears what comes back. */
import { createConnection, type Socket } from "node:net"
import { type Answer, parse } from "./Answers.ts"

export interface Sending {
  /** Written one after the other, each after its pause in milliseconds. */
  readonly pieces: ReadonlyArray<Uint8Array>
  readonly pauseMillis: number
  /** Of the requests in it. */
  readonly methods: ReadonlyArray<string>
  /** `once`: the connection is not used again, for who knows where the next request would begin. */
  readonly ending: "keep" | "once" | "half-close" | "hang-up"
  /** How long an answer is waited for. */
  readonly patienceMillis: number
}

export interface Exchange {
  readonly answers: ReadonlyArray<Answer>
  /** How it ended: with every answer, by the server's closing, with the patience, or nobody listened. */
  readonly end: "answered" | "closed" | "silent" | "refused" | "garbled"
  /** From the first byte sent to the last byte of the answers. */
  readonly millis: number
  /** What is wrong with what came, where it is no HTTP. */
  readonly error?: string
}

/** One lane's connection: used again as long as answers allow it. */
export class Line {
  private socket: Socket | undefined
  private last: number | undefined

  constructor(private readonly port: number) {}

  /** Says that input `index` comes next, and which one came before it on the same connection. */
  reuse(index: number): number | undefined {
    const before = this.socket === undefined ? undefined : this.last
    this.last = index
    return before
  }

  close(): void {
    this.socket?.destroy()
    this.socket = undefined
  }

  async send(sending: Sending): Promise<Exchange> {
    const reused = this.socket !== undefined
    const exchange = await this.exchange(sending)
    // A server may close an idle connection just as it is used again.
    return reused && exchange.end === "closed" && exchange.answers.length === 0
      ? await this.exchange(sending)
      : exchange
  }

  private exchange(sending: Sending): Promise<Exchange> {
    const socket = this.socket ?? createConnection({ port: this.port, host: "127.0.0.1", allowHalfOpen: true })
    this.socket = socket
    const begun = performance.now()
    return new Promise((resolve) => {
      const parts: Array<Buffer> = []
      let settled = false
      const settle = (end: Exchange["end"], ended: boolean) => {
        if (settled) return
        const bytes = Buffer.concat(parts)
        const { answers, error, rest } = parse(bytes, sending.methods, ended)
        const isWhole = answers.length === sending.methods.length
        if (end === "answered" && !isWhole && error === undefined) return
        settled = true
        clearTimeout(timer)
        socket.removeAllListeners()
        socket.on("error", () => {})
        const keeps = isWhole && rest.length === 0 && sending.ending === "keep" && answers.every(({ keeps }) => keeps)
        if (!keeps) this.close()
        const how = error === undefined ? (isWhole ? "answered" : end) : "garbled"
        const millis = performance.now() - begun
        const heard = { answers, end: how, millis, ...(error === undefined ? {} : { error }) } as const
        // An answer may come before all is sent, and the next request must not come in between.
        sent.then(() => resolve(heard))
      }
      const timer = setTimeout(() => settle("silent", false), sending.patienceMillis)
      socket.on("data", (chunk: Buffer) => {
        parts.push(chunk)
        settle("answered", false)
      })
      socket.on("end", () => settle("closed", true))
      socket.on("close", () => settle("closed", true))
      socket.on("error", (error) =>
        settle("code" in error && error.code === "ECONNREFUSED" ? "refused" : "closed", true)
      )
      const sent = this.write(socket, sending)
    })
  }

  private async write(socket: Socket, { ending, pauseMillis, pieces }: Sending): Promise<void> {
    for (const [at, piece] of pieces.entries()) {
      if (at > 0 && pauseMillis > 0) await Bun.sleep(pauseMillis)
      if (socket.destroyed) return
      socket.write(piece)
    }
    if (ending === "half-close") socket.end()
    if (ending === "hang-up") socket.destroy()
  }
}
