/**
 * Inputs by their numbers, in blocks. What fails by time is tried again
 * alone after its block, so that neither a crowded machine nor a neighbour is
 * blamed on an input; what ended the process is looked for likewise.
 */
import * as Attempt from "./Attempt.ts"
import { excerpt, Failures } from "./Failures.ts"
import { Line } from "./Line.ts"
import type { Verdict } from "./Verdict.ts"
import type { Watch } from "./Watch.ts"
import type { World } from "./World.ts"

/** The server under attack, and what the run may do with it. */
export interface Target {
  readonly url: string
  readonly pid: () => number
  readonly restart: () => Promise<void>
  /** Where its database is. */
  readonly dataFolder: string
  /** A wallet that only looks on. */
  readonly bystander: { readonly walletId: string; readonly key: string }
}

export interface Options {
  readonly seed: number
  /** Number of the first input. */
  readonly from: number
  readonly count: number
  readonly only?: string
  /** Inputs under way at once. */
  readonly lanes: number
  /** Kinds of failures after which the run ends. */
  readonly mostFailures: number
  /** How long an answer is waited for; 30 s where nothing is said. */
  readonly answerMillis?: number
  /** How long memory, descriptors and jobs may take to come back; 30 s where nothing is said. */
  readonly returnMillis?: number
  readonly say: (line: string) => void
}

interface Note {
  readonly index: number
  readonly attempt: Attempt.Attempt
  readonly verdict: Verdict
  /** The input before it on its connection. */
  readonly before: number | undefined
  readonly begun: number
  readonly ended: number
}

export const BLOCK = 200
/** How often an input is tried alone before it is called slow. */
const TRIALS = 3
/** Inputs that are tried alone for one delay or one end of the process. */
const SUSPECTS = 24
/** A server that does not answer its health check for so long is started again. */
const FROZEN_MILLIS = 60_000
export const PATIENCE_MILLIS = 30_000

export class Blocks {
  readonly failures = new Failures()
  readonly outcomes = new Map<string, number>()
  inputs = 0
  sent = 0
  unconfirmed = 0
  private readonly port: number

  constructor(
    private readonly world: World,
    private readonly target: Target,
    private readonly options: Options,
    readonly watch: Watch
  ) {
    this.port = Number(new URL(target.url).port)
  }

  private choice(index: number, without?: ReadonlySet<number>): Attempt.Choice {
    const { answerMillis = PATIENCE_MILLIS, only, seed } = this.options
    return {
      seed,
      index,
      answerMillis,
      ...(only === undefined ? {} : { only }),
      ...(without === undefined ? {} : { without })
    }
  }

  private async perform(index: number, line: Line, without?: ReadonlySet<number>): Promise<Note | undefined> {
    const attempt = Attempt.make(this.world, this.choice(index, without))
    if (attempt === undefined) return undefined
    const begun = Date.now()
    const before = line.reuse(index)
    const verdict = await attempt.perform(line).catch(
      (cause: unknown): Verdict => ({
        faults: [`not carried out: ${cause}`],
        outcome: "error",
        isGone: false,
        sent: 0
      })
    )
    return { index, attempt, verdict, before, begun, ended: Date.now() }
  }

  private async alone(index: number, without?: ReadonlySet<number>): Promise<Note | undefined> {
    const line = new Line(this.port)
    const note = await this.perform(index, line, without)
    line.close()
    return note
  }

  private async fails(note: Note, fault: string): Promise<void> {
    if (this.failures.seenAgain({ name: note.attempt.name, fault })) return
    const again = await this.alone(note.index)
    if (again?.verdict.faults.includes(fault) === false) return this.failsInCompany(note, fault)
    this.failsAlone(note, fault, await this.shrunk(note, fault))
  }

  private failsAlone(note: Note, fault: string, least: Attempt.Attempt = note.attempt): void {
    const { name } = note.attempt
    if (this.failures.seenAgain({ name, fault })) return
    const bytes = least.show()
    this.failures.add({
      name,
      fault,
      index: note.index,
      changes: least.changes,
      sent: excerpt(bytes),
      length: bytes.length
    })
    this.options.say(`input ${note.index}: ${name}: ${fault} [${least.changes.join("; ")}]`)
  }

  /** A fault that its input does not show alone: what came before it on its connection, or beside it, has a part in it. */
  private failsInCompany(note: Note, fault: string): void {
    const bytes = note.attempt.show()
    const before = note.before === undefined ? "" : `, after input ${note.before} on its connection`
    this.failures.add({
      name: note.attempt.name,
      fault: `${fault} (not when alone${before})`,
      index: note.index,
      changes: note.attempt.changes,
      sent: excerpt(bytes),
      length: bytes.length
    })
  }

  /** The input without those of its changes that the fault does not need. */
  private async shrunk({ attempt, index }: Note, fault: string): Promise<Attempt.Attempt> {
    let least = attempt
    const without = new Set<number>()
    for (let at = 0; attempt.changes.length > 1 && at < attempt.changes.length; at++) {
      const tried = await this.alone(index, new Set([...without, at]))
      if (tried === undefined || !tried.verdict.faults.includes(fault)) continue
      without.add(at)
      least = tried.attempt
    }
    return least
  }

  /** Whether the server answers; a frozen one is waited for. */
  private async isAlive(): Promise<boolean> {
    return fetch(`${this.target.url}/healthz`, { signal: AbortSignal.timeout(FROZEN_MILLIS) }).then(
      ({ status }) => status === 200,
      () => false
    )
  }

  private async revive(): Promise<void> {
    await this.target.restart()
  }

  /** Which of these ended the process: each alone, on a new one. */
  private async findKiller(notes: ReadonlyArray<Note>): Promise<void> {
    const first = Math.min(...notes.filter(({ verdict }) => verdict.isGone).map(({ begun }) => begun), Date.now())
    const suspects = notes.filter(({ begun, ended }) => begun <= first && ended >= first - 1_000).slice(-SUSPECTS)
    await this.revive()
    let found = false
    for (const { attempt, index } of suspects.toReversed()) {
      await this.alone(index)
      if (await this.isAlive()) continue
      found = true
      const bytes = attempt.show()
      this.failures.add({
        name: attempt.name,
        fault: "the process is gone",
        index,
        changes: attempt.changes,
        sent: excerpt(bytes),
        length: bytes.length
      })
      this.options.say(`input ${index}: ${attempt.name}: the process is gone [${attempt.changes.join("; ")}]`)
      await this.revive()
    }
    if (!found)
      this.failures.add({
        name: `inputs up to ${suspects.at(-1)?.index}`,
        fault: "the process is gone, by no single input",
        changes: [],
        sent: "",
        length: 0
      })
  }

  private async confirmSlow(note: Note): Promise<void> {
    const times: Array<number> = []
    const since = Date.now()
    const allowed = note.verdict.refusal?.allowed ?? 0
    for (let trial = 0; trial < TRIALS; trial++) {
      const again = await this.alone(note.index)
      times.push(again?.verdict.refusal?.millis ?? 0)
    }
    const best = Math.min(...times)
    if (best > this.watch.fairly(allowed, since)) {
      this.failsAlone(note, `refused after ${Math.round(best)} ms, of ${Math.round(allowed)} allowed`)
    } else this.unconfirmed++
  }

  /** Which input of the block makes others wait: each that was under way, alone, each time. */
  private async confirmDelays(notes: ReadonlyArray<Note>, since: number): Promise<void> {
    const delays = this.watch.delays(since)
    const suspects = notes.filter(({ begun, ended }) =>
      delays.some(({ at, millis }) => begun <= at + millis && ended >= at)
    )
    const guilty = []
    for (const note of suspects.slice(0, SUSPECTS)) {
      const waits: Array<number> = []
      do waits.push(await this.delayOf(note))
      while (waits.length < TRIALS && waits.at(-1) !== 0)
      if (waits.at(-1) !== 0) guilty.push({ note, millis: Math.min(...waits) })
    }
    for (const { millis, note } of guilty) this.failsAlone(note, `others waited ${Math.round(millis)} ms`)
    if (delays.length > 0 && guilty.length === 0) this.unconfirmed++
  }

  /** Milliseconds that another client waited while this input alone was served; 0 within what it may. */
  private async delayOf({ index }: Note): Promise<number> {
    const begun = Date.now()
    await this.alone(index)
    await Bun.sleep(100)
    return Math.max(0, ...this.watch.delays(begun).map(({ millis }) => millis))
  }

  async block(from: number, to: number): Promise<void> {
    const since = Date.now()
    const notes: Array<Note> = []
    let next = from
    const work = async () => {
      const line = new Line(this.port)
      while (next < to) {
        const note = await this.perform(next++, line)
        if (note !== undefined) notes.push(note)
        if (note?.verdict.isGone === true) next = to
      }
      line.close()
    }
    await Promise.all(Array.from({ length: this.options.lanes }, work))
    for (const { attempt, verdict } of notes) {
      this.inputs++
      this.sent += verdict.sent
      const outcome = `${attempt.name.startsWith("WS") ? "WS" : "HTTP"} ${verdict.outcome}`
      this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1)
    }
    await this.judge(notes, since)
  }

  private async judge(notes: ReadonlyArray<Note>, since: number): Promise<void> {
    if (!(await this.isAlive())) return this.findKiller(notes)
    for (const note of notes) for (const fault of note.verdict.faults) await this.fails(note, fault)
    for (const note of notes) {
      const { refusal } = note.verdict
      if (refusal !== undefined && refusal.millis > refusal.allowed) await this.confirmSlow(note)
    }
    await this.confirmDelays(notes, since)
    for (const { status } of this.watch.failures(since)) this.add(`another client was answered ${status}`)
    if (!(await this.isAlive())) await this.findKiller(notes)
  }

  add(fault: string): void {
    if (this.failures.seenAgain({ name: "the server", fault })) return
    this.failures.add({ name: "the server", fault, changes: [], sent: "", length: 0 })
    this.options.say(`the server: ${fault}`)
  }
}
