/**
 * Somebody on the telephone: a microphone that never stops, at the pace of speech, and
 * a loudspeaker whose sound it hears faintly. Speaks the protocol of `WS /ws` and
 * nothing else.
 */
import { toInt16 } from "../../src/audio/Samples.ts"
import type { TestServer } from "../support/Server.ts"

const FRAME_MILLIS = 20
const MICROPHONE = 16_000
const LOUDSPEAKER = 24_000
const FRAME = (MICROPHONE * FRAME_MILLIS) / 1_000

/** What the server has said, with the millisecond of `performance.now()` at which it did. */
export interface ServerMessage {
  readonly at: number
  readonly kind:
    | "ready"
    | "heard"
    | "sound"
    | "text"
    | "interrupted"
    | "complete"
    | "warning"
    | "status"
    | "error"
    | "usage"
  readonly text: string
  /** Of sound: its samples. Of usage: the message. */
  readonly samples: Int16Array<ArrayBufferLike>
  readonly message: Record<string, unknown>
}

const nothing: Int16Array = new Int16Array(0)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null
const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)

/** Samples of base64 PCM. */
const samplesOf = (data: string): Int16Array => new Int16Array(new Uint8Array(Buffer.from(data, "base64")).buffer)

/** One message of the server as what it says; it may say several things. */
const read = (frame: string): ReadonlyArray<ServerMessage> => {
  const message: unknown = JSON.parse(frame)
  if (!isRecord(message)) throw new Error(`no object: ${frame.slice(0, 100)}`)
  const now = performance.now()
  const said = (kind: ServerMessage["kind"], text = "", samples = nothing): ServerMessage => ({
    at: now,
    kind,
    text,
    samples,
    message
  })
  const content = message.serverContent
  const all: Array<ServerMessage> = []
  if (message.setupComplete === true) all.push(said("ready"))
  const input = at(content, "inputTranscription", "text")
  if (typeof input === "string") all.push(said("heard", input))
  const output = at(content, "outputTranscription", "text")
  if (typeof output === "string") all.push(said("text", output))
  const parts = at(content, "modelTurn", "parts")
  if (Array.isArray(parts)) {
    for (const part of parts) {
      const data = at(part, "inlineData", "data")
      if (at(part, "inlineData", "mimeType") !== `audio/pcm;rate=${LOUDSPEAKER}`)
        throw new Error(`no sound: ${frame.slice(0, 200)}`)
      if (typeof data === "string") all.push(said("sound", "", samplesOf(data)))
    }
  }
  if (at(content, "interrupted") === true) all.push(said("interrupted"))
  if (at(content, "turnComplete") === true) all.push(said("complete"))
  if (isRecord(message.usageMetadata)) all.push(said("usage"))
  if (message.type === "warning" || message.type === "status") all.push(said(message.type, String(message.message)))
  if (isRecord(message.error)) all.push(said("error", String(at(message, "error", "code"))))
  if (all.length === 0) throw new Error(`unknown message ${frame.slice(0, 200)}`)
  return all
}

export interface Room {
  /** Level of the noise, in decibels of full scale. */
  readonly noise?: number
  /** Level of the loudspeaker's sound in the microphone, in decibels; none: headphones. */
  readonly echo?: number
}

const amplitude = (decibels: number): number => 10 ** (decibels / 20)

export class Caller {
  readonly said: Array<ServerMessage> = []
  closed: number | undefined
  /** When the last sample of the last words was sent. */
  lastWord = 0
  private readonly words: Array<Int16Array> = []
  private readonly playing: Array<Int16Array> = []
  /** How far in time the loudspeaker has come with its first piece, in samples of 24,000 Hz. */
  private played = 0
  private wake = (): void => {}
  private isOn = true

  private constructor(
    private readonly socket: WebSocket,
    private readonly room: Room
  ) {
    socket.addEventListener("message", ({ data }) => {
      for (const one of read(String(data))) {
        this.said.push(one)
        if (one.kind === "sound") this.playing.push(one.samples)
        if (one.kind === "interrupted") this.silence()
      }
      this.wake()
    })
    socket.addEventListener("close", ({ code }) => {
      this.closed = code
      this.isOn = false
      this.wake()
    })
  }

  static async connect(server: Pick<TestServer, "url">, query: string, room: Room = {}): Promise<Caller> {
    const socket = new WebSocket(`${server.url.replace("http", "ws")}/ws?${query}`)
    const caller = new Caller(socket, room)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", () => resolve())
      socket.addEventListener("error", () => reject(new Error("the socket did not open")))
    })
    return caller
  }

  /** The client throws away what it has not played. */
  private silence(): void {
    this.playing.splice(0)
    this.played = 0
  }

  /** What the loudspeaker plays next: as many samples of 16,000 Hz as a frame has. */
  private loudspeaker(): Float32Array {
    const frame = new Float32Array(FRAME)
    for (let index = 0; index < FRAME; index++) {
      this.played += LOUDSPEAKER / MICROPHONE
      let first = this.playing[0]
      while (first !== undefined && this.played >= first.length) {
        this.played -= first.length
        this.playing.shift()
        first = this.playing[0]
      }
      if (first === undefined) this.played = 0
      frame[index] = (first?.[Math.floor(this.played)] ?? 0) / 32_768
    }
    return frame
  }

  /** The microphone's next frame: what is said, the room's noise, and the loudspeaker. */
  private microphone(): Int16Array {
    const { echo, noise } = this.room
    const heard = this.loudspeaker()
    const next = this.words[0]
    const frame = new Float32Array(FRAME)
    for (let index = 0; index < FRAME; index++) {
      const hiss = noise === undefined ? 0 : amplitude(noise) * Math.sqrt(3) * (2 * Math.random() - 1)
      const back = echo === undefined ? 0 : amplitude(echo) * (heard[index] ?? 0)
      frame[index] = (next?.[index] ?? 0) / 32_768 + hiss + back
    }
    if (next !== undefined) {
      this.words.shift()
      if (this.words.length === 0) this.lastWord = performance.now()
    }
    return toInt16(frame)
  }

  /** Lets the microphone run until the caller hangs up. */
  async live(): Promise<void> {
    const begun = performance.now()
    for (let frame = 1; this.isOn; frame++) {
      this.sound(this.microphone())
      const wait = begun + frame * FRAME_MILLIS - performance.now()
      if (wait > 0) await Bun.sleep(wait)
    }
  }

  /** Sends sound at once. */
  sound(samples: Int16Array): void {
    const data = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString("base64")
    this.send({ data, mimeType: `audio/pcm;rate=${MICROPHONE}` })
  }

  /** Speaks into the microphone. */
  say(samples: Int16Array): void {
    for (let from = 0; from < samples.length; from += FRAME) this.words.push(samples.subarray(from, from + FRAME))
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message))
  }

  hangUp(): void {
    this.isOn = false
    this.socket.close()
  }

  /** Ends the connection without a goodbye. */
  drop(): void {
    this.isOn = false
    if ("terminate" in this.socket && typeof this.socket.terminate === "function") this.socket.terminate()
  }

  /** The next that is said of this kind from the `from`th on. */
  async next(kind: ServerMessage["kind"], from: number, patience = 30_000): Promise<ServerMessage> {
    const until = performance.now() + patience
    for (;;) {
      const found = this.said.slice(from).find((one) => one.kind === kind)
      if (found !== undefined) return found
      const left = until - performance.now()
      if (this.closed !== undefined || left <= 0) {
        const heard = this.said.slice(-5).map(({ kind, text }) => `${kind} ${text}`)
        throw new Error(
          `no ${kind}${this.closed === undefined ? "" : `, closed ${this.closed}`}; heard last ${heard.join(", ")}`
        )
      }
      await Promise.race([
        new Promise<void>((resolve) => {
          this.wake = resolve
        }),
        Bun.sleep(Math.min(left, 1_000))
      ])
    }
  }

  /** All sound that was said from the `from`th on, at 24,000 Hz. */
  soundSince(from: number): Int16Array {
    const pieces = this.said.slice(from).filter(({ kind }) => kind === "sound")
    return Int16Array.from(pieces.flatMap(({ samples }) => Array.from(samples)))
  }

  textSince(from: number): string {
    return this.said
      .slice(from)
      .filter(({ kind }) => kind === "text")
      .map(({ text }) => text)
      .join("")
  }
}
