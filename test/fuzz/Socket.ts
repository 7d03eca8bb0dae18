/** Carries out a plan on a socket of its own, and hears all that comes. */
import { createConnection, type Socket } from "node:net"
import { type Answer, parse } from "./Answers.ts"
import * as Frames from "./Frames.ts"

export interface SocketRecord {
  /** The answer where the server did not open a socket; none where it did. */
  readonly refusal?: Answer
  readonly opened: boolean
  /** Text events in order. */
  readonly events: ReadonlyArray<string>
  /** The server's close code; 1005 for one without, none where no close frame came. */
  readonly closeCode?: number
  /** How it ended. */
  readonly end: "closed" | "silent" | "refused" | "dropped"
  /** Milliseconds from the first frame sent to the first event. */
  readonly firstEventMillis?: number
}

export interface Conduct {
  readonly port: number
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyArray<string>
  readonly steps: ReadonlyArray<{ readonly bytes: Buffer; readonly waits: number }>
  readonly ending: "close" | "drop"
}

/** How long the server may take to open, and to close. */
const PATIENCE_MILLIS = 10_000

class Client {
  private bytes = Buffer.alloc(0)
  private opened = false
  private ended: SocketRecord["end"] | undefined
  private refusal: Answer | undefined
  private readonly events: Array<string> = []
  private closeCode: number | undefined
  private begun: number | undefined
  private firstEventMillis: number | undefined
  private wake = () => {}

  constructor(private readonly socket: Socket) {
    socket.on("data", (chunk: Buffer) => this.hear(chunk))
    socket.on("error", (error) => this.over("code" in error && error.code === "ECONNREFUSED" ? "refused" : "closed"))
    socket.on("end", () => this.over("closed"))
    socket.on("close", () => this.over("closed"))
  }

  private over(end: SocketRecord["end"]): void {
    this.ended ??= end
    this.wake()
  }

  private hear(chunk: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, chunk])
    if (!this.opened) {
      const [answer] = parse(this.bytes, ["GET"], false).answers
      if (answer === undefined) return
      this.opened = answer.status === 101
      if (!this.opened) this.refusal = answer
      else this.bytes = this.bytes.subarray(this.bytes.indexOf("\r\n\r\n") + 4)
    }
    if (this.opened) this.read()
    this.wake()
  }

  private read(): void {
    const { frames, rest } = Frames.decode(this.bytes)
    this.bytes = Buffer.from(rest)
    for (const { opcode, payload } of frames) {
      if (opcode === Frames.TEXT) {
        this.events.push(payload.toString("utf8"))
        this.firstEventMillis ??= performance.now() - (this.begun ?? performance.now())
      }
      if (opcode === Frames.CLOSE) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005
    }
  }

  /** Waits until `when` holds, the connection is over, or the time is. */
  async until(when: () => boolean, millis: number): Promise<void> {
    const end = performance.now() + millis
    while (!when() && this.ended === undefined && performance.now() < end) {
      let timer: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        this.wake = resolve
        timer = setTimeout(resolve, Math.max(1, end - performance.now()))
      })
      clearTimeout(timer)
    }
  }

  async conduct({ ending, steps }: Conduct): Promise<void> {
    await this.until(() => this.opened || this.refusal !== undefined, PATIENCE_MILLIS)
    if (!this.opened) return
    this.begun = performance.now()
    for (const { bytes, waits } of steps) {
      if (this.ended !== undefined || this.closeCode !== undefined) break
      const heard = this.events.length
      this.socket.write(bytes)
      if (waits > 0) await this.until(() => this.events.length > heard || this.closeCode !== undefined, waits)
    }
    if (ending === "drop") return this.over("dropped")
    const goodbye = Buffer.alloc(2)
    goodbye.writeUInt16BE(1000, 0)
    if (this.closeCode === undefined && this.ended === undefined)
      this.socket.write(Frames.encode(Frames.CLOSE, goodbye))
    await this.until(() => this.closeCode !== undefined, PATIENCE_MILLIS)
  }

  heard(): SocketRecord {
    return {
      opened: this.opened,
      events: this.events,
      end: this.closeCode === undefined ? (this.ended ?? "silent") : "closed",
      ...(this.refusal === undefined ? {} : { refusal: this.refusal }),
      ...(this.closeCode === undefined ? {} : { closeCode: this.closeCode }),
      ...(this.firstEventMillis === undefined ? {} : { firstEventMillis: this.firstEventMillis })
    }
  }
}

export const visit = async (conduct: Conduct): Promise<SocketRecord> => {
  const socket = createConnection({ port: conduct.port, host: "127.0.0.1" })
  const client = new Client(socket)
  const lines = [
    `GET ${conduct.target} HTTP/1.1`,
    "Host: localhost",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...conduct.headers
  ]
  socket.write(`${lines.join("\r\n")}\r\n\r\n`)
  await client.conduct(conduct)
  socket.destroy()
  return client.heard()
}
