/**
 * A recogniser of one model of the models folder. The sound is cut into utterances at its pauses, and each is heard when
 * it is complete; before that, where there is nothing else to do, as far as it has come. So silence costs nothing, and
 * what is held is bounded: an utterance is here, and not in the process, until it has been heard.
 */
import { Effect, Exit, Option, Schedule, Stream } from "effect"
import * as Activity from "../../audio/Activity.ts"
import { SAMPLE_RATE } from "../../audio/Decode.ts"
import type { Language } from "../../Domain.ts"
import type { EngineFailure } from "../../Errors.ts"
import { type ActivityDetectorShape, type SoundActivity, withoutModels } from "../ActivityDetector.ts"
import type { Hypothesis, RecognitionRequest, RecognizerShape } from "../Recognizer.ts"
import * as UtteranceTexts from "../UtteranceTexts.ts"
import type { HearingAnswer } from "./HearingMessages.ts"
import type { ModelPlace } from "./ModelMemory.ts"
import type { HearingProcess } from "./ModelProcess.ts"

/** Complete utterances that wait; the sound is not read on while there are more. */
const MOST_WAITING = 64
/** An utterance that is not complete is heard again when it is longer by this part, so that all its hearings cost five times the last at most. */
const GROWTH = 1.25

const transcriptOf = ({
  confidence = UtteranceTexts.NEUTRAL_CONFIDENCE,
  text,
  words
}: HearingAnswer): UtteranceTexts.UtteranceTranscript => ({
  text,
  words: words.map((word) => ({ confidence, ...word })),
  confidence
})

const bytesOf = ({ buffer, byteLength, byteOffset }: Int16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)

/** One sound's utterances in order of the job: asked again where a process died over one, twice in all. */
const hearingOf = (process: HearingProcess, language: Language) =>
  Effect.map(process.turn, (turn) => {
    let step = 0
    return (samples: Int16Array): Effect.Effect<UtteranceTexts.UtteranceTranscript, EngineFailure> =>
      Effect.suspend(() => process.run({ language, sound: bytesOf(samples) }, { place: { turn, step: step++ } })).pipe(
        Effect.retry({ schedule: Schedule.recurs(1), while: ({ _tag }) => _tag === "PROVIDER_ERROR" }),
        Effect.map(transcriptOf)
      )
  })

/** What has come of a sound: read by one fiber, heard by another. */
const makeInbox = <E>(chunk: number, { hear }: SoundActivity) => {
  const segmenter = Activity.segmenter()
  const complete: Array<Activity.Utterance> = []
  const news = Effect.unsafeMakeLatch(false)
  const room = Effect.unsafeMakeLatch(true)
  let ended: Exit.Exit<void, E> | undefined
  let heard = { start: -1, length: 0 }

  /** The open utterance, where enough of it is new. */
  const grown = (): Activity.Utterance | undefined => {
    const open = segmenter.open()
    if (open === undefined) return undefined
    const before = open.start === heard.start ? heard.length : 0
    if (open.samples.length < Math.max(before + chunk, GROWTH * before)) return undefined
    heard = { start: open.start, length: open.samples.length }
    return open
  }

  return {
    news,
    read: (sound: Stream.Stream<Int16Array, E>): Effect.Effect<void> =>
      Stream.runForEach(sound, (samples) =>
        Effect.flatMap(hear(samples), (speech) => {
          complete.push(...segmenter.push(samples, speech))
          if (complete.length >= MOST_WAITING) room.unsafeClose()
          news.unsafeOpen()
          return room.await
        })
      ).pipe(
        Effect.exit,
        Effect.flatMap((exit) =>
          Effect.sync(() => {
            if (Exit.isSuccess(exit)) complete.push(...segmenter.finish())
            ended = exit
            news.unsafeOpen()
          })
        )
      ),
    /** A complete utterance, else what is to be heard of the open one. */
    next: (): { readonly utterance: Activity.Utterance; readonly isComplete: boolean } | undefined => {
      const first = complete.shift()
      if (complete.length < MOST_WAITING) room.unsafeOpen()
      if (first !== undefined) return { utterance: first, isComplete: true }
      const open = ended === undefined ? grown() : undefined
      return open === undefined ? undefined : { utterance: open, isComplete: false }
    },
    ended: () => ended
  }
}

const chunkOf = ({ chunkMillis }: RecognitionRequest): number => (chunkMillis * SAMPLE_RATE) / 1_000

/** How sure a model of voice activity must be; the middle of its range, for which it was made. */
const MIDDLE = 0.5

const recognizeWith = <E>(
  process: HearingProcess,
  request: RecognitionRequest,
  sound: Stream.Stream<Int16Array, E>,
  model: string,
  activity: ActivityDetectorShape
) =>
  Effect.gen(function* () {
    const hear = yield* hearingOf(process, request.language)
    const { ended, news, next, read } = makeInbox<E>(chunkOf(request), yield* activity.open(MIDDLE))
    const { final, hypothesis } = UtteranceTexts.assembling(request.words)
    yield* Effect.forkScoped(read(sound))
    const step: Effect.Effect<Option.Option<Hypothesis>, E | EngineFailure> = Effect.suspend(() => {
      const due = next()
      if (due !== undefined) {
        return Effect.map(hear(due.utterance.samples), (transcript) =>
          Option.some(
            hypothesis(
              due.utterance,
              due.isComplete ? { _tag: "Transcript", transcript } : { _tag: "Text", text: transcript.text }
            )
          )
        )
      }
      const exit = ended()
      if (exit !== undefined) return Effect.as(exit, Option.none())
      news.unsafeClose()
      return Effect.zipRight(news.await, step)
    })
    const partials = Stream.repeatEffectOption(
      Effect.flatMap(
        Effect.mapError(step, Option.some<E | EngineFailure>),
        Option.match({ onNone: () => Effect.fail(Option.none()), onSome: Effect.succeed })
      )
    )
    return partials.pipe(UtteranceTexts.news, Stream.concat(Stream.sync((): Hypothesis => ({ ...final(), model }))))
  })

/** The recogniser; `place` has its processes. */
export const makeRecognizer = (
  name: string,
  { use }: ModelPlace<HearingProcess>,
  activity: ActivityDetectorShape = withoutModels
): RecognizerShape => ({
  name,
  recognize: (request, sound) =>
    Stream.unwrapScoped(Effect.flatMap(use, (process) => recognizeWith(process, request, sound, name, activity))),
  prepare: Effect.ignore(Effect.scoped(Effect.flatMap(use, ({ prepare }) => prepare))),
  ready: Effect.scoped(Effect.flatMap(use, ({ ready }) => ready))
})
