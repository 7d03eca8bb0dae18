/**
 * The speech socket as its clients are promised it, written without regard to
 * how the machine does it: sums over what has happened, instead of counters.
 * Each function says, as short lines, what must be seen on the wire and asked of
 * the server.
 */
import { isSpeakable, isWellFormed } from "../../src/text/Speakable.ts"

export type Line = string

export interface Turn {
  readonly id: string
  readonly text: string
  readonly committed: boolean
  outcome: "asked" | "admitted" | "settled" | "nothing"
  cancelled: boolean
  heard: number
}

const LIMITS = {
  authentication: 10_000,
  idle: 60_000,
  session: 600_000,
  ids: 100,
  messages: 20,
  flood: 200,
  pieces: 200,
  piecesFlood: 2_000
}

export class SocketModel {
  phase: "new" | "redeeming" | "open" | "closed" = "new"
  readonly turns: Array<Turn> = []
  readonly #opened: number
  readonly #limit: number
  #sessionSince = 0
  #active = 0
  #buffer = ""
  /** Why a piece was refused since the last commit. */
  #hole: string | undefined
  #second = { since: Number.NEGATIVE_INFINITY, messages: 0, pieces: 0 }
  #closeReason: Line | undefined
  readonly #held: Array<() => ReadonlyArray<Line>> = []
  #now: number

  constructor(now: number, limit: number) {
    this.#opened = now
    this.#now = now
    this.#limit = limit
  }

  get running(): Turn | undefined {
    return this.turns.find(({ outcome }) => outcome === "asked" || outcome === "admitted")
  }

  /** Characters of the session that are gone: for each id its longest text that was or is being spoken. */
  get spent(): number {
    const ids = new Set(this.turns.map(({ id }) => id))
    return Array.from(ids, (id) => this.#countedFor(id)).reduce((sum, count) => sum + count, 0)
  }

  #countedFor(id: string, before?: Turn): number {
    return this.turns
      .filter((turn) => turn.id === id && turn.outcome !== "nothing" && turn !== before)
      .reduce((most, { text }) => Math.max(most, text.length), 0)
  }

  /** What waits in the buffer, with what returns to it where the running turn is not admitted. */
  #reserved(): number {
    const turn = this.running
    const returning =
      turn?.committed === true && turn.outcome === "asked"
        ? Math.min(turn.text.length, this.#countedFor(turn.id, turn))
        : 0
    return this.#buffer.length + returning
  }

  #close(line: Line): ReadonlyArray<Line> {
    this.phase = "closed"
    return [line]
  }

  /** Time goes on to `now`: what must happen of itself. */
  at(now: number): ReadonlyArray<Line> {
    this.#now = now
    if (this.phase === "new" || this.phase === "redeeming") {
      return now >= this.#opened + LIMITS.authentication ? ["error UNAUTHORIZED", ...this.#close("close 1008")] : []
    }
    if (this.phase === "closed") return []
    const over = now >= this.#sessionSince + LIMITS.session
    if (this.running !== undefined) {
      if (over) this.#closeReason ??= "close 1000"
      return []
    }
    if (over) return this.#close("close 1000")
    return now >= this.#active + LIMITS.idle ? this.#close("close 1001") : []
  }

  /** A message or a frame that is none; `isTicket` where it is a `session.authenticate`, `isPiece` where a `text.append`. */
  received(
    { isPiece = false, isTicket = false }: { readonly isPiece?: boolean; readonly isTicket?: boolean },
    about: string | undefined,
    answer: () => ReadonlyArray<Line>
  ): ReadonlyArray<Line> {
    if (this.phase === "closed") return []
    if (this.phase === "redeeming") {
      this.#held.push(() => this.received({ isPiece, isTicket }, about, answer))
      return []
    }
    if (this.phase === "new") {
      if (!isTicket) return ["error UNAUTHORIZED", ...this.#close("close 1008")]
      this.phase = "redeeming"
      return ["redeem"]
    }
    this.#active = this.#now
    if (this.#now - this.#second.since >= 1_000) this.#second = { since: this.#now, messages: 0, pieces: 0 }
    if (isPiece) {
      this.#second.pieces++
      if (this.#second.pieces <= LIMITS.pieces) return answer()
      const line = this.#refusePiece("RATE_LIMITED")
      return this.#second.pieces > LIMITS.piecesFlood ? [line, ...this.#close("close 1008")] : [line]
    }
    this.#second.messages++
    if (this.#second.messages <= LIMITS.messages) return answer()
    const line = this.#error("RATE_LIMITED", about)
    return this.#second.messages > LIMITS.flood ? [line, ...this.#close("close 1008")] : [line]
  }

  redeemed(): ReadonlyArray<Line> {
    if (this.phase !== "redeeming") return []
    this.phase = "open"
    this.#sessionSince = this.#now
    this.#active = this.#now
    this.#second = { since: this.#now, messages: 0, pieces: 0 }
    return ["created", ...this.#held.flatMap((again) => again())]
  }

  refusedTicket(): ReadonlyArray<Line> {
    return this.phase === "redeeming" ? ["error UNAUTHORIZED", ...this.#close("close 1008")] : []
  }

  #error(code: string, about?: string): Line {
    return about === undefined ? `error ${code}` : `error ${code} ${about}`
  }

  #ask(id: string, text: string, committed: boolean): ReadonlyArray<Line> {
    const known = this.turns.some((turn) => turn.id === id)
    const ids = new Set(this.turns.map((turn) => turn.id))
    if (!known && ids.size >= LIMITS.ids) return [this.#error("TURN_LIMIT_REACHED", id)]
    const added = Math.max(0, text.length - this.#countedFor(id))
    const waiting = committed ? 0 : this.#buffer.length
    if (this.spent + waiting + added > this.#limit) return [this.#error("TEXT_LIMIT_EXCEEDED", id)]
    if (committed) this.#buffer = ""
    this.turns.push({ id, text, committed, outcome: "asked", cancelled: false, heard: 0 })
    return [`start ${id} ${text}`]
  }

  create(id: string, text: string): ReadonlyArray<Line> {
    return this.running === undefined ? this.#ask(id, text, false) : [this.#error("SPEECH_IN_PROGRESS", id)]
  }

  #refusePiece(code: string): Line {
    this.#hole ??= code
    this.#buffer = ""
    return this.#error(code)
  }

  /** A piece that cannot be read. */
  badPiece(): ReadonlyArray<Line> {
    return [this.#refusePiece("INVALID_REQUEST")]
  }

  append(text: string): ReadonlyArray<Line> {
    if (this.#hole !== undefined) return [this.#error(this.#hole)]
    if (this.spent + this.#reserved() + text.length > this.#limit) return [this.#refusePiece("TEXT_LIMIT_EXCEEDED")]
    this.#buffer += text
    return [`appended ${this.#buffer.length}`]
  }

  commit(id: string): ReadonlyArray<Line> {
    if (this.running !== undefined) return [this.#error("SPEECH_IN_PROGRESS", id)]
    const hole = this.#hole
    this.#hole = undefined
    if (hole !== undefined) {
      this.#buffer = ""
      return [this.#error(hole, id)]
    }
    if (!isSpeakable(this.#buffer) || !isWellFormed(this.#buffer)) return [this.#error("VALIDATION_ERROR", id)]
    return this.#ask(id, this.#buffer, true)
  }

  cancel(): ReadonlyArray<Line> {
    const turn = this.running
    if (turn === undefined) return [this.#error("VALIDATION_ERROR")]
    const first = !turn.cancelled
    turn.cancelled = true
    return first ? ["mute"] : []
  }

  #ended(line: Line): ReadonlyArray<Line> {
    this.#active = this.#now
    return this.#closeReason === undefined ? [line] : [line, ...this.#close(this.#closeReason)]
  }

  /** Something happens to the running turn. */
  turn(happens: "admitted" | "audio" | "settled" | "replayed" | "failed"): ReadonlyArray<Line> {
    const turn = this.running
    if (this.phase !== "open" || turn === undefined) return []
    switch (happens) {
      case "admitted":
        turn.outcome = "admitted"
        return [`started ${turn.id}`]
      case "audio":
        return turn.cancelled ? [] : [`audio ${turn.id} ${turn.heard++}`]
      case "settled":
        turn.outcome = "settled"
        return this.#ended(turn.cancelled ? `cancelled ${turn.id}` : `completed ${turn.id}`)
      case "replayed":
        turn.outcome = "nothing"
        return this.#ended(turn.cancelled ? `cancelled ${turn.id}` : `completed ${turn.id} again`)
      case "failed":
        if (turn.committed && turn.outcome === "asked") this.#buffer = turn.text + this.#buffer
        turn.outcome = "nothing"
        return this.#ended(this.#error("PROVIDER_ERROR", turn.id))
    }
  }

  draining(): ReadonlyArray<Line> {
    if (this.phase === "closed") return []
    if (this.running === undefined) return this.#close("close 1001")
    this.#closeReason ??= "close 1001"
    return []
  }

  lost(): ReadonlyArray<Line> {
    return this.phase === "closed" ? [] : this.#close("close 1008")
  }

  gone(): ReadonlyArray<Line> {
    this.phase = "closed"
    return []
  }
}
