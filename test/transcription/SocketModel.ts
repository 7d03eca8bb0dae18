/**
 * The live session's socket as its clients are promised it, written without
 * regard to how the machine does it: from what has happened so far. Each function
 * says, as short lines, what must be seen on the wire and asked of the server.
 */

export type Line = string

const LIMITS = { authentication: 10_000, idle: 60_000, session: 600_000, mistakes: 20 }

export class SocketModel {
  phase: "new" | "opening" | "open" | "closed" = "new"
  /** Whether no more sound is taken, because of whom, and the goodbye once the transcript is there. */
  ended: { readonly by: "client" | "server"; readonly closeReason: Line } | undefined
  #now: number
  readonly #connected: number
  #since = 0
  #lastSound = 0
  #mistakes = 0

  constructor(now: number) {
    this.#now = now
    this.#connected = now
  }

  #close(...lines: ReadonlyArray<Line>): ReadonlyArray<Line> {
    const opened = this.phase === "opening" || this.phase === "open"
    const finish = opened && this.ended === undefined ? ["finish"] : []
    this.phase = "closed"
    const goodbye = lines.at(-1) ?? ""
    return goodbye === "" ? finish : [...lines.slice(0, -1), ...finish, goodbye]
  }

  #end(by: "client" | "server", closeReason: Line): ReadonlyArray<Line> {
    if (this.ended !== undefined) return []
    this.ended = { by, closeReason }
    return ["finish"]
  }

  /** Time goes on to `now`: what must happen of itself. */
  at(now: number): ReadonlyArray<Line> {
    this.#now = now
    if (this.phase === "new" && now >= this.#connected + LIMITS.authentication)
      return this.#close("error UNAUTHORIZED", "close 1008")
    if (this.phase !== "open") return []
    if (now >= this.#since + LIMITS.session) return this.#end("server", "close 1000")
    return now >= this.#lastSound + LIMITS.idle ? this.#end("server", "close 1001") : []
  }

  #mistake(code: string): ReadonlyArray<Line> {
    this.#mistakes++
    const line = `error ${code}`
    return this.#mistakes > LIMITS.mistakes ? this.#close(line, "close 1008") : [line]
  }

  /** A message, or a text frame that is none. */
  message(type: "session.authenticate" | "audio.finish" | "none"): ReadonlyArray<Line> {
    if (this.phase === "closed") return []
    if (this.phase === "new") {
      if (type !== "session.authenticate") return this.#close("error UNAUTHORIZED", "close 1008")
      this.phase = "opening"
      return ["open"]
    }
    return type === "audio.finish" ? this.#end("client", "close 1000") : this.#mistake("INVALID_REQUEST")
  }

  /** A binary frame of so many bytes, or sound in a text frame. */
  sound(bytes: number | "in text"): ReadonlyArray<Line> {
    if (this.phase === "closed") return []
    if (this.phase === "new") return this.#close("error UNAUTHORIZED", "close 1008")
    if (this.ended !== undefined) return this.ended.by === "client" ? this.#mistake("INVALID_REQUEST") : []
    if (bytes === "in text") {
      this.ended = { by: "server", closeReason: "close 1008" }
      return ["spoil UNSUPPORTED_MEDIA_TYPE"]
    }
    this.#lastSound = this.#now
    return [`hear ${bytes}`]
  }

  /** A frame that was to be heard is no part of samples. */
  badSound(): ReadonlyArray<Line> {
    return this.ended?.by === "server" ? [] : this.#close("error VALIDATION_ERROR", "close 1008")
  }

  /** More came than a session takes. */
  tooLong(): ReadonlyArray<Line> {
    return this.ended?.by === "server" ? [] : ["error AUDIO_TOO_LONG", ...this.#end("server", "close 1000")]
  }

  created(): ReadonlyArray<Line> {
    if (this.phase !== "opening") return []
    this.phase = "open"
    this.#since = this.#now
    this.#lastSound = this.#now
    return ["created"]
  }

  partial(text: string): ReadonlyArray<Line> {
    return this.phase === "open" ? [`partial ${text}`] : []
  }

  completed(again: boolean): ReadonlyArray<Line> {
    if (this.phase !== "opening" && this.phase !== "open") return []
    return this.#close(again ? "completed again" : "completed", this.ended?.closeReason ?? "close 1000")
  }

  failed(code: string, close: Line): ReadonlyArray<Line> {
    if (this.phase !== "opening" && this.phase !== "open") return []
    const own = this.ended?.closeReason
    return this.#close(`error ${code}`, own === undefined || own === "close 1000" ? close : own)
  }

  /** The wallet can pay for no more. */
  spent(): ReadonlyArray<Line> {
    return this.ended === undefined ? ["error INSUFFICIENT_CREDITS", ...this.#end("server", "close 1000")] : []
  }

  draining(): ReadonlyArray<Line> {
    if (this.phase === "new") return this.#close("close 1001")
    return this.phase === "closed" ? [] : this.#end("server", "close 1001")
  }

  lost(): ReadonlyArray<Line> {
    return this.phase === "closed" ? [] : this.#close("close 1008")
  }

  gone(): ReadonlyArray<Line> {
    return this.phase === "closed" ? [] : this.#close()
  }
}
