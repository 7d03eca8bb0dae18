/**
 * Several recognisers behind the one tag (wire contract, section 14): models of the models folder first, then the one
 * that is attached or embedded. The first that knows the language and does not rest is asked; where that fails before
 * anything was delivered, the next one.
 */
import { Clock, Effect, type Option, Ref, Stream } from "effect"
import type { Language } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"
import { markFree } from "./FreeOfCharge.ts"
import type { Hypothesis, ListedModel, RecognitionLost, RecognizerShape } from "./Recognizer.ts"

/** A recogniser of one model. */
export interface ListedRecognizer extends ListedModel {
  readonly recognizer: RecognizerShape
}

/** Failures within so many milliseconds that let a recogniser rest for as many. */
const MOST_FAILURES = 5
const REST = 30_000
/** Samples that are kept for the next recogniser while nothing was delivered: 30 s. */
const KEPT = 30 * 16_000

type Failure = EngineFailure | RecognitionLost

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
      for (const piece of keeps ? taken : []) length += piece.length
      if (keeps) kept.push(...taken)
      if (length > KEPT) forget()
      return taken
    })
  )
  const rest = Stream.flattenIterables(Stream.repeatEffectOption(take))
  return {
    forget,
    canRepeat: () => keeps,
    /** From the beginning, while it is kept. */
    sound: (): Stream.Stream<Int16Array, E> => Stream.concat(Stream.fromIterable([...kept]), rest)
  }
}

/** `listed` are the models as they are now; `last` serves every language. */
export const make = (listed: () => ReadonlyArray<ListedRecognizer>, last: RecognizerShape): RecognizerShape => {
  const rests = makeRests()
  const modelsFor = (language: Language) => listed().filter(({ languages }) => languages.includes(language))

  const recognize: RecognizerShape["recognize"] = <E>(
    request: Parameters<RecognizerShape["recognize"]>[0],
    sound: Stream.Stream<Int16Array, E>
  ) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const now = yield* Clock.currentTimeMillis
        const models = modelsFor(request.language).filter(({ recognizer }) => !rests.rests(recognizer, now))
        if (models.length === 0) return last.recognize(request, sound)
        const tape = makeTape(yield* Stream.toPull(sound))
        const delivered = yield* Ref.make(false)

        const ask = (recognizer: RecognizerShape, isFree: boolean) =>
          recognizer.recognize(request, tape.sound()).pipe(
            Stream.tap(() => {
              tape.forget()
              rests.succeed(recognizer)
              return Effect.zipRight(Ref.set(delivered, true), isFree ? markFree : Effect.void)
            })
          )

        const fromHere = (at: number): Stream.Stream<Hypothesis, E | Failure> => {
          const model = models[at]
          if (model === undefined) return ask(last, false)
          return Stream.catchAll(ask(model.recognizer, model.isFree), (failure) =>
            Stream.unwrap(
              Effect.gen(function* () {
                if (!isPassedOn(failure)) return Stream.fail(failure)
                rests.fail(model.recognizer, yield* Clock.currentTimeMillis)
                if ((yield* Ref.get(delivered)) || !tape.canRepeat()) return Stream.fail(failure)
                yield* Effect.annotateLogs(Effect.logWarning("a model failed, and the next engine is asked"), {
                  model: model.id,
                  code: failure._tag
                })
                return fromHere(at + 1)
              })
            )
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
    isFree: (language) => modelsFor(language)[0]?.isFree ?? false
  }
}
