/**
 * A line between a server that answers and a client whose microphone hears the answer, in virtual time: the real audio
 * input and playback, and a client that plays and records by a clock of its own. Nothing waits for a real clock.
 */
import { Clock, Duration, Effect, Mailbox, ManagedRuntime, Option, Stream } from "effect"
import { levelOf } from "../../src/audio/Activity.ts"
import { type AudioInput, AudioInputs } from "../../src/conversation/AudioInput.ts"
import { Input } from "../../src/conversation/MachineMessages.ts"
import { Playback } from "../../src/conversation/Playback.ts"
import { defaults } from "../../src/conversation/TurnDetector.ts"
import { NOBODY } from "../../src/Domain.ts"
import { join, louder, mix, pink, RATE, silence } from "./sounds.ts"

/** A clock that stands still but where somebody sleeps, or sets it. */
class VirtualClock implements Clock.Clock {
  readonly [Clock.ClockTypeId]: Clock.ClockTypeId = Clock.ClockTypeId
  now = 1_000
  readonly unsafeCurrentTimeMillis = (): number => this.now
  readonly unsafeCurrentTimeNanos = (): bigint => BigInt(Math.round(this.now * 1e6))
  readonly currentTimeMillis = Effect.sync(() => this.now)
  readonly currentTimeNanos = Effect.sync(() => this.unsafeCurrentTimeNanos())
  readonly sleep = (duration: Duration.Duration): Effect.Effect<void> =>
    Effect.sync(() => {
      this.now += Duration.toMillis(duration)
    })
}

/** A turn as it was detected; `begun` and `ended` in milliseconds of the session's sound. */
export interface LineTurn {
  readonly begun: number
  readonly ended: number
  readonly samples: Int16Array
}

/** Milliseconds of a frame, and of a piece of the answer. */
const FRAME = 20
const PIECE = 100
const samplesIn = (millis: number): number => (RATE * millis) / 1_000
const format = { _tag: "Pcm16", rate: RATE } as const
const bytesOf = ({ buffer, byteLength, byteOffset }: Int16Array) => new Uint8Array(buffer, byteOffset, byteLength)

const piecesOf = (sound: Int16Array, millis: number): Array<Int16Array> => {
  const size = samplesIn(millis)
  return Array.from({ length: Math.ceil(sound.length / size) }, (_, at) => sound.slice(at * size, (at + 1) * size))
}

const runtime = ManagedRuntime.make(AudioInputs.Default)

/** To be called behind the last call. */
export const dispose = (): Promise<void> => runtime.dispose()

/** An audio input whose time is `clock`'s, and what it has told. */
const withInput = <A>(
  use: (input: AudioInput, told: ReadonlyArray<Input>, playback: Playback, clock: VirtualClock) => Effect.Effect<A>
): Promise<A> => {
  const clock = new VirtualClock()
  const work = Effect.gen(function* () {
    const told: Array<Input> = []
    const playback = new Playback()
    const listener = { tell: (input: Input) => void told.push(input), playback, pace: Effect.void }
    const input = yield* (yield* AudioInputs).make(listener, NOBODY)
    yield* input.configure(Option.some(defaults))
    return yield* use(input, told, playback, clock)
  })
  return runtime.runPromise(Effect.withClock(Effect.scoped(work), clock))
}

/** The turns that were told; one that is open is ended. */
const turnsOf = (input: AudioInput, told: ReadonlyArray<Input>): Effect.Effect<ReadonlyArray<LineTurn>> =>
  Effect.gen(function* () {
    yield* input.endSpeech
    const started = told.filter(Input.$is("SpeechStarted"))
    const stopped = told.filter(Input.$is("SpeechStopped"))
    const turns: Array<LineTurn> = []
    for (const [at, { millis: begun }] of started.entries()) {
      const pieces = yield* Stream.runCollect(Mailbox.toStream(Option.getOrThrow(input.next())))
      turns.push({ begun, ended: stopped[at]?.millis ?? Number.NaN, samples: join(...pieces) })
    }
    return turns
  })

/** The server's part: sends the answer ahead of its playing, and stops it where somebody speaks. */
class AnsweringServer {
  private readonly pieces: Array<Int16Array>
  private isStopped = false

  constructor(
    answer: Int16Array,
    private readonly playback: Playback,
    private readonly send: (piece: Int16Array | undefined) => void
  ) {
    this.pieces = piecesOf(answer, PIECE)
  }

  answer(now: number): void {
    while (!this.isStopped && this.playback.wait(now) <= 0) {
      const piece = this.pieces.shift()
      if (piece === undefined) return
      this.playback.sent((1_000 * piece.length) / RATE, levelOf(piece), now)
      this.send(piece)
    }
  }

  interrupt(now: number): void {
    if (this.isStopped) return
    this.isStopped = true
    this.playback.stop(now)
    this.send(undefined)
  }
}

export interface LineOptions {
  readonly answer: Int16Array
  /** When the server begins to send it. Here and below in milliseconds from the line's beginning. */
  readonly answerAt: number
  /** From when sound is sent until its echo is back; half of it each way. */
  readonly delay: number
  /** Decibels by which the answer comes back. */
  readonly echo: number
  /** What the user says, and when. */
  readonly says?: ReadonlyArray<readonly [at: number, sound: Int16Array]>
  /** The client does nothing meanwhile; then it makes the frames that it owes, before it reads what has come. */
  readonly clientHangs?: readonly [from: number, to: number]
  /** Nor does the server; what has come meanwhile it takes then. */
  readonly serverHangs?: readonly [from: number, to: number]
  /** The microphone is off, and sends nothing. */
  readonly isMuted?: readonly [from: number, to: number]
}

const isWithin = (span: readonly [number, number] | undefined, at: number): boolean =>
  span !== undefined && at >= span[0] && at < span[1]

/** The room without the answer: what the user says, over faint noise, as long as there is something to hear and two seconds more. */
const roomOf = ({ answer, answerAt, delay, says = [] }: LineOptions): Int16Array => {
  const ends = [
    answerAt + delay + (1_000 * answer.length) / RATE,
    ...says.map(([at, sound]) => at + (1_000 * sound.length) / RATE)
  ]
  const length = samplesIn(FRAME * Math.ceil((Math.max(...ends) + 2_000) / FRAME))
  const words = says.map(([at, sound]) => join(silence(at / 1_000), sound))
  return mix(new Int16Array(length), pink(length / RATE, -60), ...words)
}

/** Plays a call, and answers the turns that the server detects in it. */
export const callOn = (options: LineOptions): Promise<ReadonlyArray<LineTurn>> =>
  withInput((input, told, playback, clock) =>
    Effect.gen(function* () {
      const { answerAt, clientHangs, delay, echo, isMuted, serverHangs } = options
      const room = piecesOf(roomOf(options), FRAME)
      const begun = clock.now
      const toServer: Array<{ readonly at: number; readonly frame: Int16Array }> = []
      const toClient: Array<{ readonly at: number; readonly piece: Int16Array | undefined }> = []
      let playing: Int16Array = new Int16Array(0)
      let recorded = 0
      let now = 0
      const server = new AnsweringServer(options.answer, playback, (piece) =>
        toClient.push({ at: now + delay / 2, piece })
      )
      const record = (): void => {
        const size = samplesIn(FRAME)
        const back = louder(join(playing.subarray(0, size), new Int16Array(size)).subarray(0, size), echo)
        playing = playing.slice(size)
        const frame = mix(room[recorded] ?? new Int16Array(size), back)
        if (!isWithin(isMuted, recorded * FRAME)) toServer.push({ at: now + delay / 2, frame })
        recorded++
      }
      const client = (): void => {
        while (recorded < room.length && recorded * FRAME <= now) record()
        while ((toClient[0]?.at ?? Number.POSITIVE_INFINITY) <= now) {
          const piece = toClient.shift()?.piece
          playing = piece === undefined ? new Int16Array(0) : join(playing, piece)
        }
      }
      const serve = Effect.gen(function* () {
        if (now >= answerAt) server.answer(clock.now)
        while ((toServer[0]?.at ?? Number.POSITIVE_INFINITY) <= now) {
          const before = told.length
          const frame = toServer.shift()?.frame ?? new Int16Array(0)
          yield* input.push(bytesOf(frame), format)
          if (now >= answerAt && told.slice(before).some(Input.$is("SpeechStarted"))) server.interrupt(clock.now)
        }
      })
      for (; now < room.length * FRAME + delay; now += FRAME) {
        clock.now = begun + now
        if (!isWithin(clientHangs, now)) client()
        if (!isWithin(serverHangs, now)) yield* serve
      }
      return yield* turnsOf(input, told)
    })
  )

export interface FeedOptions {
  readonly recording: Int16Array
  /** Times as fast as it is spoken; infinity for all of it at once. */
  readonly pace: number
  /** What is answered to the first turn, a fifth of a second after it. */
  readonly answer?: Int16Array
}

/** Feeds a recording, and answers the turns that the server detects in it. */
export const feed = ({ answer = new Int16Array(0), pace, recording }: FeedOptions): Promise<ReadonlyArray<LineTurn>> =>
  withInput((input, told, playback, clock) =>
    Effect.gen(function* () {
      const server = new AnsweringServer(answer, playback, () => {})
      let answerAt = Number.POSITIVE_INFINITY
      for (const frame of piecesOf(recording, FRAME)) {
        clock.now += FRAME / pace
        yield* input.push(bytesOf(frame), format)
        if (told.some(Input.$is("SpeechStopped"))) answerAt = Math.min(answerAt, clock.now + 200)
        if (clock.now >= answerAt) server.answer(clock.now)
      }
      return yield* turnsOf(input, told)
    })
  )
