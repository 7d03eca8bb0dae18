/**
 * Several recognisers behind the one tag (wire contract, section 14): models of the models folder first, then the one
 * that is attached or embedded. The first that knows the language and does not rest is asked; where that fails before
 * anything was delivered, the next one.
 */
import { Clock, Effect, type Option, Ref, Stream } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import type { Language } from "../Domain.ts"
import { type EngineFailure, ProviderUnavailable } from "../Errors.ts"
import { markFree } from "./FreeOfCharge.ts"
import type { Hypothesis, ListedModel, RecognitionLost, RecognitionRequest, RecognizerShape } from "./Recognizer.ts"

/** A recogniser of one model. */
export interface ListedRecognizer extends ListedModel {
  readonly recognizer: RecognizerShape
}

/** Failures within so many milliseconds that let a recogniser rest for as many. */
const MOST_FAILURES = 5
const REST = 30_000
/** Samples that are kept for the next recogniser while nothing was delivered: 30 s. */
const KEPT = 30 * SAMPLE_RATE

type Failure = EngineFailure | RecognitionLost

/** What may be charged for was to hear in the place of what may not, and the wallet has not the money for it. */
const unpaid = () =>
  new ProviderUnavailable({
    message: "the engine that hears this language free of charge rests, and the wallet cannot pay for another",
    retryAfter: REST / 1_000
  })

const isPassedOn = (failure: unknown): failure is Failure =>
  typeof failure === "object" &&
  failure !== null &&
  "_tag" in failure &&
  (failure._tag === "PROVIDER_ERROR" || failure._tag === "PROVIDER_TIMEOUT" || failure._tag === "PROVIDER_UNAVAILABLE")

/** Which recognisers fail so often that they are left alone for a while. */
const makeRests = () => {
  const failures = new WeakMap<object, ReadonlyArray<number>>()
  const recent = (recognizer: object, now: number) =>
    (failures.get(recognizer) ?? []).filter((time) => time > now - REST)
  return {
    fail: (recognizer: object, now: number) => {
      failures.set(recognizer, [...recent(recognizer, now), now].slice(-MOST_FAILURES))
    },
    succeed: (recognizer: object) => {
      failures.delete(recognizer)
    },
    rests: (recognizer: object, now: number): boolean => recent(recognizer, now).length >= MOST_FAILURES
  }
}

/** A sound that is read once, and can be had again from its beginning while it is short. */
const makeTape = <E>(pull: Effect.Effect<Iterable<Int16Array>, Option.Option<E>>) => {
  let kept: Array<Int16Array> = []
  let length = 0
  let keeps = true
  let end: Option.Option<E> | undefined
  const forget = () => {
    keeps = false
    kept = []
  }
  const take = Effect.suspend(() => (end === undefined ? pull : Effect.fail(end))).pipe(
    Effect.tapError((failure) =>
      Effect.sync(() => {
        end = failure
      })
    ),
    Effect.map((pieces) => {
      const taken = [...pieces]
      for (const piece of taken) length += piece.length
      if (keeps) kept.push(...taken)
      if (length > KEPT) forget()
      return taken
    })
  )
  const rest = Stream.flattenIterables(Stream.repeatEffectOption(take))
  return {
    forget,
    canRepeat: () => keeps,
    /** Of what has come. */
    seconds: () => length / SAMPLE_RATE,
    /** From the beginning, while it is kept. */
    sound: (): Stream.Stream<Int16Array, E> => Stream.concat(Stream.fromIterable([...kept]), rest)
  }
}

/** `listed` are the models as they are now; `last` serves every language. */
export const make = (listed: () => ReadonlyArray<ListedRecognizer>, last: RecognizerShape): RecognizerShape => {
  const rests = makeRests()
  /** Those that know the language and do not rest. */
  const modelsFor = (language: Language) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      listed().filter(({ languages, recognizer }) => languages.includes(language) && !rests.rests(recognizer, now))
    )

  const recognize: RecognizerShape["recognize"] = <E>(
    { admit = () => Effect.succeed(true), ...request }: RecognitionRequest,
    sound: Stream.Stream<Int16Array, E>
  ) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const models = yield* modelsFor(request.language)
        if (models.length === 0) return (yield* admit(0)) ? last.recognize(request, sound) : Stream.fail(unpaid())
        const tape = makeTape(yield* Stream.toPull(sound))
        const delivered = yield* Ref.make(false)

        const ask = (recognizer: RecognizerShape, isFree: boolean) =>
          recognizer.recognize(request, tape.sound()).pipe(
            Stream.tap(() => {
              tape.forget()
              rests.succeed(recognizer)
              return Effect.zipRight(Ref.set(delivered, true), isFree ? markFree("hearing") : Effect.void)
            })
          )

        /** What a model hears, or the next engine where it fails. */
        const heardBy = (
          { id, isFree, recognizer }: ListedRecognizer,
          at: number
        ): Stream.Stream<Hypothesis, E | Failure> =>
          Stream.catchAll(ask(recognizer, isFree), (failure) =>
            Stream.unwrap(
              Effect.gen(function* () {
                if (!isPassedOn(failure)) return Stream.fail(failure)
                rests.fail(recognizer, yield* Clock.currentTimeMillis)
                if ((yield* Ref.get(delivered)) || !tape.canRepeat()) return Stream.fail(failure)
                yield* Effect.annotateLogs(Effect.logWarning("a model failed, and the next engine is asked"), {
                  model: id,
                  code: failure._tag
                })
                return fromHere(at + 1, failure)
              })
            )
          )

        /** `before`: why the engine before did not answer, which stands where the wallet cannot pay for this one. */
        const fromHere = (at: number, before?: Failure): Stream.Stream<Hypothesis, E | Failure> => {
          const model = models[at]
          const heard = model === undefined ? ask(last, false) : heardBy(model, at)
          if (model?.isFree === true) return heard
          return Stream.unwrap(
            Effect.map(admit(tape.seconds()), (isPaid) => (isPaid ? heard : Stream.fail(before ?? unpaid())))
          )
        }
        return fromHere(0)
      })
    )

  return {
    name: last.name,
    recognize,
    prepare: Effect.suspend(() =>
      Effect.zipRight(
        Effect.forEach(listed(), ({ recognizer }) => recognizer.prepare, { discard: true }),
        last.prepare
      )
    ),
    ready: last.ready,
    models: Effect.sync(() =>
      listed().map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))
    ),
    isFree: (language) => Effect.map(modelsFor(language), ([first]) => first?.isFree ?? false)
  }
}
