/**
 * A world around the conversation's machine: it does what the commands ask, in any
 * order that a real one could, and holds the machine to its rules at every step.
 */
import { expect } from "bun:test"
import { Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import * as Machine from "../../src/conversation/ConversationMachine.ts"
import { MOST_ITEMS } from "../../src/conversation/Items.ts"
import { type Command, type Event, Input } from "../../src/conversation/MachineMessages.ts"
import { Item, type State, type TurnId } from "../../src/conversation/State.ts"
import { ProviderError } from "../../src/Errors.ts"
import { config, session } from "./Session.ts"

/** Milliseconds of each piece of sound. */
const PIECE = 100

/** What is said in one turn. */
interface Sound {
  hasEnded: boolean
}

/** A turn as the world sees it. */
interface Turn {
  readonly isHeard: boolean
  readonly sound: Sound
  told: boolean
  /** What was asked of it first. */
  asked: "nothing" | "answer" | "end"
  ends: number
  answered: boolean
  /** What of its answer the client was sent. */
  characters: number
  millis: number
  over: boolean
}

/** A step of the world: which kind, and with what of several possible. */
export interface Move {
  readonly kind: number
  readonly choice: number
}

export class World {
  state: State = Machine.begin
  now = 0
  readonly turns = new Map<TurnId, Turn>()
  readonly events: Array<Event> = []
  readonly closes: Array<Extract<Command, { readonly _tag: "Close" }>> = []
  private readonly responses = new Map<string, "given" | "cut" | "complete">()
  private readonly items = new Set<string>()
  /** The detector's: what it hears being said. */
  private speaking: Sound | undefined
  /** Whether turns are detected; else the client ends them. */
  private detects = true
  private readonly untaken: Array<Sound> = []
  private adds = 0

  private perform(command: Command): void {
    expect(this.closes).toEqual([])
    switch (command._tag) {
      case "Begin": {
        expect(this.turns.has(command.turn)).toBe(false)
        const sound = command.isHeard ? this.untaken.shift() : { hasEnded: true }
        if (sound === undefined) throw new Error("a turn was begun of what nobody has said")
        const { isHeard } = command
        this.turns.set(command.turn, {
          isHeard,
          sound,
          told: false,
          asked: "nothing",
          ends: 0,
          answered: false,
          characters: 0,
          millis: 0,
          over: false
        })
        return
      }
      case "Answer": {
        const turn = this.turnOf(command.turn)
        expect(turn.asked).toBe("nothing")
        expect(turn.isHeard && !turn.told).toBe(false)
        turn.asked = "answer"
        return
      }
      case "End": {
        const turn = this.turnOf(command.turn)
        expect(++turn.ends).toBe(1)
        const { characters, millis } = turn
        if (command.charge !== "nothing") expect(command.charge).toMatchObject({ characters, millis })
        if (turn.asked === "nothing") turn.asked = "end"
        return
      }
      case "EndSpeech":
        if (this.speaking !== undefined) this.stop()
        else this.told.push(Input.NothingToCommit())
        return
      case "DiscardAudio":
        this.endSound()
        this.told.push(Input.AudioDiscarded())
        return
      case "Detect":
        this.detects = Option.isSome(command.turns)
        if (this.speaking !== undefined && !this.detects) this.stop(true)
        return
      case "Emit":
        this.record(command.event)
        return
      case "Close":
        this.closes.push(command)
    }
  }

  /** What the performer has told, and the machine has not heard yet: in order, as the socket's queue is. */
  private readonly told: Array<Input> = []

  private turnOf(id: TurnId): Turn {
    const turn = this.turns.get(id)
    if (turn === undefined) throw new Error(`turn ${id} was not begun`)
    return turn
  }

  private endSound(): void {
    if (this.speaking !== undefined) this.speaking.hasEnded = true
    this.speaking = undefined
  }

  private stop(isDetected = this.detects): void {
    if (this.speaking !== undefined && !isDetected) this.untaken.push(this.speaking)
    this.endSound()
    this.told.push(Input.SpeechStopped({ millis: this.now, isDetected }))
  }

  private record(event: Event): void {
    this.events.push(event)
    switch (event._tag) {
      case "Added":
        expect(this.items.has(event.item.id)).toBe(false)
        this.items.add(event.item.id)
        return
      case "ResponseBegun":
        // What has ended is told to its end before anything else is begun.
        expect(Array.from(this.responses.values()).filter((stage) => stage !== "complete")).toEqual([])
        this.responses.set(event.response.id, "given")
        return
      case "Text":
      case "Audio": {
        expect(this.responses.get(event.response.id)).toBe("given")
        const turn = this.turnOf(event.response.turn)
        if (event._tag === "Text") turn.characters += event.text.length
        else turn.millis += PIECE
        return
      }
      case "Interrupted":
        if (this.responses.get(event.response.id) === "given") this.responses.set(event.response.id, "cut")
        return
      case "TurnComplete":
        if (Option.isNone(event.end)) return
        expect(this.responses.get(event.end.value.response.id)).not.toBe("complete")
        this.responses.set(event.end.value.response.id, "complete")
        return
      default:
        return
    }
  }

  send(input: Input): void {
    const wasOver = this.state._tag === "Closed"
    const [state, commands] = Machine.step(this.state, input, this.now)
    this.state = state
    if (wasOver) expect(commands).toEqual([])
    if (input._tag === "Answered") {
      for (const [id, status] of this.responses) if (status === "given") this.responses.set(id, "cut")
    }
    for (const command of commands) {
      if (command._tag === "End") this.cutOf(command.turn)
      this.perform(command)
    }
    if (this.state._tag === "Open") expect(this.state.items.length).toBeLessThanOrEqual(MOST_ITEMS)
  }

  private cutOf(turn: TurnId): void {
    for (const event of this.events)
      if (
        event._tag === "ResponseBegun" &&
        event.response.turn === turn &&
        this.responses.get(event.response.id) === "given"
      )
        this.responses.set(event.response.id, "cut")
  }

  private readonly moves: ReadonlyArray<(choice: number) => void> = [
    () => this.drainOne(),
    () => this.drainOne(),
    // The detector.
    () => {
      if (this.speaking !== undefined || this.state._tag !== "Open") return
      this.speaking = { hasEnded: false }
      if (!this.detects) return
      this.untaken.push(this.speaking)
      this.told.push(Input.SpeechStarted({ millis: this.now }))
    },
    () => {
      if (this.speaking !== undefined && this.detects) this.stop()
    },
    // The jobs.
    (choice) => this.work(choice),
    (choice) => this.work(choice),
    (choice) => this.work(choice),
    // The client.
    () => this.send(Input.Sound({ bytes: new Uint8Array(320), format: { _tag: "Pcm16", rate: 16_000 } })),
    () => this.send(Input.Commit()),
    () => this.send(Input.Clear()),
    (choice) => {
      const turns = choice % 2 === 0 ? config.turns : Option.none()
      this.send(Input.Configure({ config: { ...config, turns } }))
    },
    (choice) =>
      this.send(
        Input.Respond({
          options: { changes: {}, items: Option.none(), isAside: choice % 3 === 0 },
          instead: choice % 2 === 0
        })
      ),
    () => this.send(Input.Cancel({ response: Option.none() })),
    () =>
      this.send(
        Input.Add({
          item: Item.User({ id: `mine_${this.adds++}`, isSpoken: false, text: Option.some("ሰላም") }),
          after: Option.none()
        })
      ),
    (choice) => this.send(Input.Delete({ id: `item_1_${choice}` })),
    (choice) => this.send(Input.Truncate({ id: `item_1_${choice}`, millis: choice })),
    // Time.
    (choice) => {
      this.now += choice * 40
      this.send(Input.Tick())
    }
  ]

  /** Something that a job may do next. */
  private work(choice: number, mayFail = true): void {
    const live = Array.from(this.turns).filter(([, { over }]) => !over)
    const [id, turn] = live[choice % Math.max(1, live.length)] ?? []
    if (id === undefined || turn === undefined) return
    if (mayFail && choice % 23 === 0) {
      turn.over = true
      this.told.push(Input.TurnFailed({ turn: id, problem: new ProviderError({ message: "the engine failed" }) }))
      return
    }
    if (turn.isHeard && !turn.told) {
      const isExhausted = mayFail && choice % 19 === 0
      if (!turn.sound.hasEnded && !isExhausted) return
      if (isExhausted) this.told.push(Input.Exhausted({ turn: id }))
      turn.told = true
      this.told.push(Input.TranscriptDone({ turn: id, text: choice % 5 === 0 ? "" : "ሰላም", seconds: 1 }))
      return
    }
    if (turn.asked === "answer" && turn.ends === 0 && !turn.answered) {
      if (choice % 3 === 0) {
        turn.answered = true
        this.told.push(
          mayFail && choice % 2 === 1
            ? Input.AnswerFailed({ turn: id, problem: new ProviderError({ message: "the engine failed" }) })
            : Input.Answered({ turn: id, calls: [], finishReason: "stop" })
        )
      } else if (choice % 3 === 1) {
        this.told.push(Input.Text({ turn: id, text: "ሰላም ", words: [{ end: 4, millis: 0 }] }))
      } else this.told.push(Input.Audio({ turn: id, bytes: new Uint8Array(2), millis: PIECE }))
      return
    }
    if (turn.ends === 0) return
    turn.over = true
    const tokens = { promptTokens: 1, candidateTokens: 1 }
    this.told.push(
      Input.Settled({ turn: id, usage: { seconds: 1, tokens, charge: Money.zero, balance: session.balance } })
    )
  }

  private drainOne(): void {
    const next = this.told.shift()
    if (next !== undefined) this.send(next)
  }

  open(): void {
    this.send(Input.Opened())
    this.send(Input.Admitted({ session, config }))
  }

  move({ choice, kind }: Move): void {
    this.moves[kind % this.moves.length]?.(choice)
  }

  /** Nobody does anything more but the jobs and the detector, to their ends. */
  settle(): void {
    if (this.speaking !== undefined) this.stop()
    for (let round = 0; round < 200; round++) {
      while (this.told.length > 0) this.drainOne()
      this.work(3 * round, false)
    }
    while (this.told.length > 0) this.drainOne()
  }
}
