/**
 * Conversations with everything real but the engines, the sound's way and time: the
 * machine, turns, jobs and a ledger in SQLite. Says what each client was sent, which is
 * what it may be charged for.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Either, Exit, Layer, Mailbox, ManagedRuntime, Option, Stream } from "effect"
import type { Identity } from "../../src/access/Authentication.ts"
import { RateLimit } from "../../src/access/RateLimit.ts"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { defaultOptions } from "../../src/conversation/Answers.ts"
import * as Machine from "../../src/conversation/ConversationMachine.ts"
import * as HearingOrder from "../../src/conversation/HearingOrder.ts"
import { type Command, type Event, Input } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import { type Config, Item, type State, type TurnId, type Usage } from "../../src/conversation/State.ts"
import * as Turns from "../../src/conversation/Turns.ts"
import { ApiKeyId, type WalletId } from "../../src/Domain.ts"
import type { ToolCall } from "../../src/engines/TextModel.ts"
import { usageOf } from "../../src/engines/TokenCounts.ts"
import { Settings } from "../../src/settings/Config.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import { Lexicons, walletLexicons } from "../../src/voice/Lexicons.ts"
import { database } from "../support/Database.ts"
import { model, recognizer, type Script, scriptOf, scripts, synthesizer, usualScript } from "./ScriptedEngines.ts"
import { config, session } from "./Session.ts"

/** Hertz of what is heard. */
const HEARD = 16_000
/** Samples of the pieces that speech comes in: a tenth of a second. */
const PIECE = HEARD / 10

const layer = Turns.Turns.Default.pipe(
  Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
  Layer.provide(Layer.provide(walletLexicons, Lexicons.Default)),
  Layer.provide([
    Layer.succeed(AudioDecoder, { decode: () => Stream.empty }),
    recognizer,
    model,
    synthesizer,
    RateLimit.Default({ perMinute: 1_000_000 }),
    Prices.Default.pipe(Layer.provide(Settings.layerFrom({})))
  ]),
  Layer.provideMerge(database)
)

/** A client that plays at once what it is sent: no time is waited for. */
class Instant extends Playback {
  override wait(): number {
    return 0
  }
}

/** What one turn's client was sent. */
export interface SentTurn {
  /** Seconds of what it said and was understood. */
  heard: number
  /** Milliseconds of sound. */
  sound: number
  /** Text in the place of sound, also where a letter of it was said. */
  text: string
  /** Text whose sound has not come yet. */
  unspoken: string
  calls: ReadonlyArray<ToolCall>
  prompt: number
  usage: Option.Option<Usage>
  problem: Option.Option<string>
}

const unsent = (): SentTurn => ({
  heard: 0,
  sound: 0,
  text: "",
  unspoken: "",
  calls: [],
  prompt: 0,
  usage: Option.none(),
  problem: Option.none()
})

const fidel = /\p{Script=Ethiopic}/gu
const symbol = /\p{S}/gu

/** Whether sound can stand for the text of these scripts: where its symbols outnumber its letters, it is text beside its sound. */
const hasSoundOf = (text: string): boolean => (text.match(fidel)?.length ?? 0) >= (text.match(symbol)?.length ?? 0)

const callText = ({ arguments: text, name }: ToolCall) => `${name} ${text}`

/** What the contract asks for what was sent, in ETB before it is rounded, by our own count of tokens. */
export const costOf = ({ calls, heard, prompt, sound, text, unspoken }: SentTurn): number => {
  const written = [text + unspoken, ...calls.map(callText)].filter((part) => part !== "").join("\n")
  const isGiven = sound > 0 || written !== ""
  const promptTokens = isGiven ? Math.max(0, prompt - 4_000) : 0
  return ((1_000 * heard + sound) * 13) / 60_000 + (countTokens(written) * 0.8 + promptTokens * 0.3) / 1_000
}

/** One socket of a client. */
export class Line {
  state: State = Machine.begin
  readonly turns = new Map<TurnId, SentTurn>()
  readonly events: Array<Event> = []
  closed = false
  private readonly running = new Map<TurnId, Turns.Turn>()
  private readonly inbox: Array<Input> = []
  private isDraining = false
  private open = 0
  private now = 0
  private readonly nextPlace = HearingOrder.make()
  /** Have the next turn heard. */
  private readonly places = new Map<TurnId, () => void>()
  private readonly untaken: Array<Mailbox.Mailbox<Int16Array>> = []
  private readonly calls = new Map<TurnId, ReadonlyArray<ToolCall>>()
  private readonly cleared = new Set<TurnId>()
  /** What is being said. */
  private sound: Mailbox.Mailbox<Int16Array> | undefined

  constructor(
    readonly id: string,
    readonly caller: Identity,
    changes: Partial<Config>,
    private readonly fork: <A>(effect: Effect.Effect<A, never, Turns.Turns>) => void,
    private readonly onEvent: (event: Event, line: Line) => void
  ) {
    const system = Option.some(`${id} ${Option.getOrElse(changes.system ?? Option.none(), () => "")}`)
    const voice = { ...config.voice, id }
    this.tell(Input.Opened(), Input.Admitted({ session, config: { ...config, ...changes, system, voice } }))
  }

  /** Puts inputs in the queue, which is worked through as soon as whoever speaks now has spoken. */
  tell(...inputs: ReadonlyArray<Input>): void {
    this.inbox.push(...inputs)
    if (this.isDraining) return
    this.isDraining = true
    queueMicrotask(() => {
      for (let next = this.inbox.shift(); next !== undefined; next = this.inbox.shift()) {
        this.now += 1
        const [state, commands] = Machine.step(this.state, next, this.now)
        this.state = state
        for (const command of commands) this.perform(command)
      }
      this.isDraining = false
    })
  }

  private sentOf(turn: TurnId): SentTurn {
    const sent = this.turns.get(turn) ?? unsent()
    this.turns.set(turn, sent)
    return sent
  }

  private record(event: Event): void {
    this.events.push(event)
    switch (event._tag) {
      case "Text": {
        const sent = this.sentOf(event.response.turn)
        const isSayable = hasSoundOf(event.text)
        sent.text += sent.unspoken + (isSayable ? "" : event.text)
        sent.unspoken = isSayable ? event.text : ""
        break
      }
      case "Audio": {
        const sent = this.sentOf(event.response.turn)
        sent.unspoken = ""
        sent.sound += event.bytes.length / 48
        break
      }
      case "TurnComplete":
        this.complete(event)
        break
    }
    this.onEvent(event, this)
  }

  private complete({ end }: Extract<Event, { readonly _tag: "TurnComplete" }>): void {
    if (Option.isSome(end))
      this.sentOf(end.value.response.turn).problem = Option.map(end.value.problem, ({ _tag }) => _tag)
  }

  /** What a turn tells the machine. */
  private told(input: Input): void {
    if (input._tag === "TranscriptDone" && input.text !== "") this.sentOf(input.turn).heard = input.seconds
    if (input._tag === "Answered") this.calls.set(input.turn, input.calls)
    this.tell(input)
  }

  private end({ charge, turn: id }: Extract<Command, { readonly _tag: "End" }>): void {
    const sent = this.sentOf(id)
    if (charge === "nothing") this.cleared.add(id)
    else if (charge.hasCalls) sent.calls = this.calls.get(id) ?? []
    const turn = this.running.get(id)
    if (turn !== undefined) this.fork(Turns.end(turn, charge))
  }

  private perform(command: Command): void {
    switch (command._tag) {
      case "Begin":
        this.begin(command)
        return
      case "Answer": {
        const turn = this.running.get(command.turn)
        const { request } = command
        this.places.get(command.turn)?.()
        this.sentOf(command.turn).prompt = usageOf(request.text, {
          text: "",
          toolCalls: [],
          usage: Option.none()
        }).promptTokens
        if (turn !== undefined) this.fork(Turns.answer(turn, request))
        return
      }
      case "End":
        this.end(command)
        return
      case "DiscardAudio":
        this.silence()
        this.tell(Input.AudioDiscarded())
        return
      case "Emit":
        this.record(command.event)
        return
      case "Close":
        this.closed = true
    }
  }

  private begin({ isHeard, turn: id }: Extract<Command, { readonly _tag: "Begin" }>): void {
    const sound = isHeard ? this.untaken.shift() : undefined
    const sent = this.sentOf(id)
    this.open++
    const place = sound === undefined ? undefined : Effect.runSync(this.nextPlace)
    const listener = { tell: (input: Input) => this.told(input), playback: new Instant(), pace: Effect.void }
    const speech =
      sound === undefined || place === undefined
        ? Option.none()
        : Option.some({ language: "am", sound, ...place } as const)
    const turn = Effect.runSync(Turns.make({ id, caller: this.caller, speech, listener }))
    this.running.set(id, turn)
    if (place !== undefined) this.places.set(id, place.leave)
    const run = Effect.flatMap(Turns.Turns, (turns) => Effect.either(turns.run(turn)))
    this.fork(
      Effect.map(run, (outcome) => {
        this.open--
        place?.leave()
        sent.usage = Either.getRight(outcome)
        if (Either.isLeft(outcome)) sent.problem = Option.some(outcome.left._tag)
        this.tell(
          Either.match(outcome, {
            onLeft: (problem) => Input.TurnFailed({ turn: id, problem }),
            onRight: (usage) => Input.Settled({ turn: id, usage })
          })
        )
      })
    )
  }

  /** Something is typed, and is to be answered. */
  type(text = "ሰላም"): void {
    const item = Item.User({
      id: `typed_${this.events.length}_${text.length}`,
      isSpoken: false,
      text: Option.some(text)
    })
    this.tell(Input.Add({ item, after: Option.none() }), Input.Respond({ options: defaultOptions, instead: true }))
  }

  /** The user begins to speak, and says so much; who speaks does not begin. */
  start(seconds: number): void {
    if (this.sound !== undefined) return
    const sound = Effect.runSync(Mailbox.make<Int16Array>())
    this.sound = sound
    this.untaken.push(sound)
    this.tell(Input.SpeechStarted({ millis: 0 }))
    for (let sent = 0; sent < seconds * HEARD; sent += PIECE) {
      sound.unsafeOffer(new Int16Array(PIECE).fill(Number(this.id)))
    }
  }

  private silence(): void {
    this.sound?.unsafeDone(Exit.void)
    this.sound = undefined
  }

  stop(): void {
    if (this.sound === undefined) return
    this.silence()
    this.tell(Input.SpeechStopped({ millis: 0, isDetected: true }))
  }

  say(seconds: number): void {
    this.stop()
    this.start(seconds)
    this.stop()
  }

  /** The line breaks. */
  hangUp(): void {
    this.silence()
    this.tell(Input.Gone())
  }

  /** Whether there is something in its queue. */
  get isWorking(): boolean {
    return this.inbox.length > 0 || this.isDraining
  }

  get isIdle(): boolean {
    return this.open === 0 && this.inbox.length === 0 && !this.isDraining
  }

  /** The problems that were told. */
  get problems(): ReadonlyArray<string> {
    return this.events.flatMap((event) => (event._tag === "Problem" ? [event.problem._tag] : []))
  }

  get sent(): ReadonlyArray<SentTurn> {
    return Array.from(this.turns, ([turn, sent]) => (this.cleared.has(turn) ? { ...sent, heard: 0 } : sent))
  }
}

/** Everything that one file's tests share. */
export const world = () => {
  const runtime = ManagedRuntime.make(layer)
  let lines = 0

  const walletOf = (etb: string): Promise<WalletId> =>
    runtime.runPromise(
      Effect.map(
        Effect.flatMap(Wallet, (wallet) => wallet.create("one", Option.getOrThrow(Money.parseEtb(etb)))),
        ({ id }) => id
      )
    )

  /** A line of its own for a script. `onEvent`: called with each event that its client is told. */
  const line = (
    walletId: WalletId,
    script: Partial<Script> = {},
    changes: Partial<Config> = {},
    onEvent: (event: Event, line: Line) => void = () => {},
    perMinute?: number
  ): Line => {
    const id = `${++lines}`
    scripts.set(id, { script: { ...usualScript, ...script }, phrases: 0, asked: 0, heard: 0 })
    const keyId = ApiKeyId.make(`key_${id}`)
    const caller: Identity = perMinute === undefined ? { keyId, walletId } : { keyId, walletId, perMinute }
    return new Line(id, caller, changes, (effect) => runtime.runFork(effect), onEvent)
  }

  /** Waits until all that was begun is settled. */
  const settled = async (...all: ReadonlyArray<Line>): Promise<void> => {
    for (const until = performance.now() + 20_000; !all.every(({ isIdle }) => isIdle); await Bun.sleep(1)) {
      if (performance.now() > until) throw new Error("a turn has not ended")
    }
  }

  /** Waits until nothing has happened for a while: what is left waits for an engine that hangs. */
  const quiet = async (...all: ReadonlyArray<Line>): Promise<void> => {
    const happened = () => all.reduce((sum, { events, turns }) => sum + events.length + turns.size, 0)
    for (let before = -1, calm = 0; calm < 12; await Bun.sleep(1)) {
      calm = before === happened() && all.every(({ isWorking }) => !isWorking) ? calm + 1 : 0
      if (all.every(({ isIdle }) => isIdle) && calm > 1) return
      before = happened()
    }
  }

  /** What a wallet has, what is held of it, its charges in ETB, and those that are more than was held. */
  const books = (walletId: WalletId) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { balance, held } = yield* (yield* Wallet).get(walletId)
        const rows = yield* sql<{ readonly amount: number; readonly hold: number }>`
          SELECT -ledger.amount AS amount, jobs.hold AS hold FROM ledger JOIN jobs ON jobs.id = ledger.job_id
          WHERE ledger.wallet_id = ${walletId} AND ledger.kind = 'charge'`
        const charges = rows.map(({ amount }) => Money.toEtb(Money.fromMicros(amount)))
        return {
          balance: Money.toEtb(balance),
          held: Money.toEtb(held),
          charges,
          charged: charges.reduce((sum, charge) => sum + charge, 0),
          beyondHeld: rows.filter(({ amount, hold }) => amount > hold)
        }
      })
    )

  return {
    walletOf,
    line,
    settled,
    quiet,
    books,
    /** How often the line's model was asked. */
    asked: ({ id }: Line): number => scriptOf(id).asked,
    dispose: () => runtime.dispose()
  }
}
export type World = ReturnType<typeof world>
