/**
 * The user's sound on its way from the wire to the turns that it is cut into: by
 * the detector, or, where the client says where turns end, as it says.
 */
import { Duration, Effect, Exit, Mailbox, Option, Scope } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import type { OnWarnings, Take } from "../audio/LiveDecoder.ts"
import type { WireFormat } from "../audio/LivePcm.ts"
import { type BadFrame, LiveSounds, type SoundFailure } from "../audio/LiveSound.ts"
import { currentShare, type Share } from "../Domain.ts"
import { AudioTooLong, type Problem } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import type { Listener } from "./AnswerAudio.ts"
import { type Capture, CaptureClock } from "./CaptureClock.ts"
import * as ConversationLimits from "./ConversationLimits.ts"
import { Input } from "./MachineMessages.ts"
import type { TurnEvent, TurnOptions } from "./TurnDetector.ts"
import { type HearingDetector, TurnDetectors } from "./TurnDetectors.ts"

/** The sound of what is said in one turn, as it comes; ended where that ends. */
type TurnSound = Mailbox.Mailbox<Int16Array>

const MOST_SAMPLES = ConversationLimits.MOST_TURN_SECONDS * SAMPLE_RATE

/** Sound may be so many milliseconds ahead of its time. What is further ahead is taken only so many times faster than it is spoken. */
const MOST_AHEAD = 5_000
const MOST_PACE = 50
/** Milliseconds that are waited for that at once: timers of a busy machine are late, each by as much. */
const LEAST_WAIT = 20

/** Samples of which the detector is told together what is played meanwhile: 100 ms. */
const SLICE = SAMPLE_RATE / 10

const tooLong = new AudioTooLong({
  message: `a turn has at most ${ConversationLimits.MOST_TURN_SECONDS} seconds of sound; commit or clear it`,
  param: "audio"
})

const millisOf = (samples: number): number => samples / (SAMPLE_RATE / 1_000)

interface Detector extends HearingDetector {
  /** The session's samples before its first. */
  readonly since: number
  /** Gives its memory back. */
  readonly release: Effect.Effect<void>
}

/** What the sound is to the session. */
interface TurnAudio {
  /** The sound that is being gathered, and of how many samples that is; 0 where there is none. */
  sound: Option.Option<TurnSound>
  samples: number
  /** Sounds of turns that were reported to the machine and are not begun. */
  readonly untaken: Array<TurnSound>
  /** All samples of the session. */
  total: number
  /** What comes is ignored from now on. */
  isOver: boolean
  /** None: the client says where turns end. */
  detector: Option.Option<Detector>
}

const released = (detector: TurnAudio["detector"]): Effect.Effect<void> =>
  Option.match(detector, { onNone: () => Effect.void, onSome: ({ release }) => release })

/**
 * The audio input of one session, whose memory is released with the scope. For each
 * turn that it detects it reports to the machine one `SpeechStarted`, and then one `SpeechStopped`, or
 * `AudioDiscarded` where its sound is forgotten. Workers hear it in this share.
 */
const make = Effect.fnUntraced(function* (
  sounds: LiveSounds,
  detectors: TurnDetectors,
  { playback, tell }: Listener,
  share: Share
) {
  const begun = yield* Monotonic.millis
  const onWarnings: OnWarnings = (messages) =>
    Effect.sync(() => {
      for (const message of messages) tell(Input.AudioWarned({ message }))
    })
  const incoming = yield* sounds.make({ onWarnings })
  const clock = new CaptureClock()
  /** Milliseconds that are to be waited for what came ahead of its time. */
  let owed = 0
  const current: TurnAudio = {
    sound: Option.none(),
    samples: 0,
    untaken: [],
    total: 0,
    isOver: false,
    detector: Option.none()
  }
  yield* Effect.addFinalizer(() =>
    // A turn whose user leaves in the middle of it gets no more sound: without this it would wait for ever.
    Effect.suspend(() => Effect.zipRight(released(current.detector), end))
  )

  const begin = Effect.map(Mailbox.make<Int16Array>(), (sound) => {
    current.sound = Option.some(sound)
    return sound
  })

  const gather = (sound: TurnSound, samples: Int16Array): void => {
    current.samples += samples.length
    sound.unsafeOffer(samples)
  }

  const end = Effect.suspend(() => {
    const { sound } = current
    current.sound = Option.none()
    current.samples = 0
    return Option.isSome(sound) ? Effect.asVoid(sound.value.end) : Effect.void
  })

  const take =
    (since: number, isAhead: boolean) =>
    (event: TurnEvent): Effect.Effect<void> => {
      switch (event._tag) {
        case "Started":
          return Effect.map(begin, (sound) => {
            current.untaken.push(sound)
            tell(Input.SpeechStarted({ millis: millisOf(since + event.at), isAhead }))
          })
        case "Sound":
          return Effect.sync(() => Option.map(current.sound, (sound) => gather(sound, event.samples)))
        case "Stopped":
          tell(Input.SpeechStopped({ millis: millisOf(since + event.at), isDetected: true }))
          return end
      }
    }

  const takeAll = ({ since }: { readonly since: number }, events: ReadonlyArray<TurnEvent>, isAhead = false) =>
    Effect.forEach(events, take(since, isAhead), { discard: true })

  /** What the client plays while the slice at this sample of a piece is recorded. */
  const playedDuring = (capture: Capture, at: number, { length }: Int16Array): number | undefined => {
    const to = capture.to - millisOf(Math.max(0, length - at - SLICE))
    return playback.heard({ ...capture, from: Math.min(capture.from + millisOf(at), to), to })
  }

  const detect = (detector: Detector, samples: Int16Array, capture: Capture) =>
    Effect.gen(function* () {
      for (let at = 0; at < samples.length; at += SLICE) {
        const slice = samples.subarray(at, at + SLICE)
        yield* takeAll(detector, yield* detector.push(slice, playedDuring(capture, at, samples)), capture.isAhead)
      }
      if (current.samples >= MOST_SAMPLES) yield* takeAll(detector, detector.finish())
    })

  /** Without a detector all sound belongs to the turn that the client will end. Sound beyond a turn's limit is refused. */
  const collect = (samples: Int16Array) =>
    Effect.gen(function* () {
      if (current.samples + samples.length > MOST_SAMPLES) return tell(Input.Mistaken({ problem: tooLong }))
      gather(Option.isSome(current.sound) ? current.sound.value : yield* begin, samples)
    })

  const reject = (problem: Problem) =>
    Effect.sync(() => {
      current.isOver = true
      tell(Input.AudioRejected({ problem }))
    })

  /**
   * Takes some sound. What is far ahead of its time is slowed down, so that it holds nobody up: encoded sound may be far
   * longer than its bytes show.
   */
  const takeSamples: Take = (samples) =>
    Effect.gen(function* () {
      current.total += samples.length
      const now = yield* Monotonic.millis
      const capture = clock.take(millisOf(samples.length), now)
      const elapsed = now - begun
      const come = millisOf(current.total)
      if (come > 2 * (1_000 * ConversationLimits.MOST_AHEAD_SECONDS + ConversationLimits.MOST_PACE * elapsed)) {
        yield* reject(ConversationLimits.tooFast)
        return false
      }
      if (come - elapsed > MOST_AHEAD) owed += millisOf(samples.length) / MOST_PACE
      if (owed >= LEAST_WAIT) {
        yield* Effect.sleep(Duration.millis(owed))
        owed = 0
      }
      yield* Option.match(current.detector, {
        onNone: () => collect(samples),
        onSome: (detector) => detect(detector, samples, capture)
      })
      return true
    })

  const attempt = (work: Effect.Effect<void, SoundFailure | BadFrame>) =>
    Effect.suspend(() => (current.isOver ? Effect.void : work)).pipe(
      Effect.catchTag("BadFrame", ({ reason }) => Effect.dieMessage(`a frame is ${reason}, and may be cut anywhere`)),
      Effect.catchAll(reject)
    )

  /** Takes a frame of sound. */
  const push = (bytes: Uint8Array, format: WireFormat) => attempt(incoming.hear(bytes, format, takeSamples))

  const commit = Effect.gen(function* () {
    if (Option.isNone(current.sound)) return tell(Input.NothingToCommit())
    current.untaken.push(current.sound.value)
    tell(Input.SpeechStopped({ millis: millisOf(current.total), isDetected: false }))
    yield* end
  })

  const endTurn = Effect.suspend(() => {
    if (Option.isNone(current.detector)) return commit
    const events = current.detector.value.finish()
    return events.length === 0
      ? Effect.sync(() => tell(Input.NothingToCommit()))
      : takeAll(current.detector.value, events)
  })

  /** Ends the user's turn here; behind it another sound may begin. */
  const endSpeech = Effect.zipRight(
    attempt(incoming.end(takeSamples)),
    Effect.suspend(() => (current.isOver ? Effect.void : endTurn))
  )

  /** Forgets the sound of no ended turn; a turn that was begun of it has no more. */
  const forget = Effect.suspend(() => {
    Option.map(current.detector, (detector) => detector.finish())
    tell(Input.AudioDiscarded())
    return Effect.zipRight(incoming.forget, end)
  })

  /** What is being said stays a turn, which ends here. */
  const stopDetecting = Effect.suspend(() => {
    const { detector } = current
    current.detector = Option.none()
    if (Option.isNone(detector)) return Effect.void
    const events = detector.value.finish()
    return Effect.zipRight(detector.value.release, takeAll(detector.value, events))
  })

  /** Sets how turns are detected from now on. Where detection begins, sound that the client has not committed is forgotten. */
  const configure = (turns: Option.Option<TurnOptions>) =>
    Effect.gen(function* () {
      if (Option.isNone(turns)) return yield* stopDetecting
      if (Option.isSome(current.detector)) return current.detector.value.configure(turns.value)
      yield* end
      const scope = yield* Scope.make()
      const detector = yield* Scope.extend(detectors.make(turns.value), scope)
      current.detector = Option.some({ ...detector, since: current.total, release: Scope.close(scope, Exit.void) })
    })

  /** The sound of the oldest turn that was reported and is not begun. */
  const next = (): Option.Option<TurnSound> => Option.fromNullable(current.untaken.shift())

  const asShare = Effect.locally(currentShare, share)
  return {
    push: (bytes: Uint8Array, format: WireFormat) => asShare(push(bytes, format)),
    configure: (turns: Option.Option<TurnOptions>) => asShare(configure(turns)),
    endSpeech: asShare(endSpeech),
    forget,
    next
  }
})
export type AudioInput = Effect.Effect.Success<ReturnType<typeof make>>

export class AudioInputs extends Effect.Service<AudioInputs>()("conversation/AudioInputs", {
  effect: Effect.gen(function* () {
    const sounds = yield* LiveSounds
    const detectors = yield* TurnDetectors
    return { make: (listener: Listener, share: Share) => make(sounds, detectors, listener, share) }
  }),
  dependencies: [LiveSounds.Default, TurnDetectors.Default]
}) {}
