/**
 * Several recognisers behind the one tag (wire contract, section 14): models of the models folder first, then the one
 * that is attached or embedded. The first that knows the language and does not rest is asked; where that fails before
 * anything was delivered, the next one. The largest model is the first, or the smallest for `turbo`.
 */
import { Effect, type Option, Ref, Stream } from "effect"
import { SAMPLE_RATE } from "../audio/Decode.ts"
import { type EngineFailure, ProviderUnavailable } from "../Errors.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import * as EngineRests from "./EngineRests.ts"
import { markFree } from "./FreeOfCharge.ts"
import type { Hypothesis, ListedModel, RecognitionLost, RecognitionRequest, RecognizerShape } from "./Recognizer.ts"

/** A recogniser of one model. */
export interface ListedRecognizer extends ListedModel {
  /** Bytes that a process of it takes: a larger model knows more, and a smaller one is faster. */
  readonly memory: number
  readonly recognizer: RecognizerShape
}

/** Samples of a sound that comes as it is spoken which are kept for the next recogniser while nothing was delivered: 30 s. */
const KEPT = 30 * SAMPLE_RATE

type Failure = EngineFailure | RecognitionLost

/** What may be charged for was to hear in the place of what may not, and the wallet has not the money for it. */
const unpaid = () =>
  new ProviderUnavailable({
    message: "the engine that hears this language free of charge rests, and the wallet cannot pay for another",
    retryAfter: EngineRests.REST_MILLIS / 1_000
  })

const tagOf = (failure: unknown): unknown =>
  typeof failure === "object" && failure !== null && "_tag" in failure ? failure._tag : undefined

const PASSED_ON: ReadonlySet<unknown> = new Set([
  "PROVIDER_ERROR",
  "PROVIDER_TIMEOUT",
  "PROVIDER_UNAVAILABLE",
  "LANGUAGE_CAPACITY_REACHED"
])

/** What another engine may do better. */
const isPassedOn = (failure: unknown): failure is EngineFailure => PASSED_ON.has(tagOf(failure))

/** One that is busy does its work, and is not left alone. */
const isBusy = (failure: EngineFailure): boolean =>
  failure._tag === "LANGUAGE_CAPACITY_REACHED" || (failure._tag === "PROVIDER_UNAVAILABLE" && failure.isBusy === true)

/** A sound that is read once, and can be had again from its beginning while it has no more than `most` samples. */
const makeTape = <E>(pull: Effect.Effect<Iterable<Int16Array>, Option.Option<E>>, most: number) => {
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
      if (length > most) forget()
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

/** The order in which models are asked; equal ones as they are listed. */
const ORDERS = {
  standard: (one: ListedRecognizer, other: ListedRecognizer) => other.memory - one.memory,
  turbo: (one: ListedRecognizer, other: ListedRecognizer) => one.memory - other.memory
}

/** `listed` are the models as they are now; `last` serves every language. */
export const make = (listed: () => ReadonlyArray<ListedRecognizer>, last: RecognizerShape): RecognizerShape => {
  const rests = EngineRests.make()
  /** Those that know the language and do not rest, in the order in which they are asked; of equal ones as they are listed. */
  const modelsFor = ({ backend = "standard", language }: Pick<RecognitionRequest, "backend" | "language">) =>
    Effect.map(Monotonic.millis, (now) =>
      listed()
        .filter(({ languages, recognizer }) => languages.includes(language) && rests.isAwake(recognizer, now))
        .toSorted(ORDERS[backend])
    )

  const recognize: RecognizerShape["recognize"] = <E>(
    { admit = () => Effect.succeed(true), ...request }: RecognitionRequest,
    sound: Stream.Stream<Int16Array, E>
  ) =>
    Stream.unwrapScoped(
      Effect.gen(function* () {
        const models = yield* modelsFor(request)
        if (models.length === 0) return (yield* admit(0)) ? last.recognize(request, sound) : Stream.fail(unpaid())
        const tape = makeTape(yield* Stream.toPull(sound), request.isWhole === true ? Number.POSITIVE_INFINITY : KEPT)
        const delivered = yield* Ref.make(false)

        const ask = (recognizer: RecognizerShape) =>
          recognizer.recognize(request, tape.sound()).pipe(
            Stream.tap(() => {
              tape.forget()
              return Ref.set(delivered, true)
            })
          )

        const askModel = ({ isFree, recognizer }: ListedRecognizer, attempt: EngineRests.Attempt) =>
          ask(recognizer).pipe(
            Stream.tap(({ _tag }) => {
              if (_tag === "Final") attempt.succeed()
              else attempt.deliver()
              return isFree ? markFree("hearing") : Effect.void
            }),
            Stream.tapError((failure) =>
              Effect.map(Monotonic.millis, (at) => {
                if (isPassedOn(failure) && !isBusy(failure)) attempt.fail(at)
              })
            ),
            Stream.ensuring(Effect.sync(attempt.end))
          )

        /** The engines behind a model that failed. */
        const after = ({ id }: ListedRecognizer, at: number, failure: E | Failure) =>
          Effect.gen(function* () {
            if (!isPassedOn(failure) || (yield* Ref.get(delivered)) || !tape.canRepeat()) return Stream.fail(failure)
            yield* Effect.annotateLogs(Effect.logWarning("a model failed, and the next engine is asked"), {
              model: id,
              code: failure._tag
            })
            // That no engine here can do this is not so: the model could, another time.
            return Stream.mapError(fromHere(at + 1, failure), (next) =>
              tagOf(next) === "PROVIDER_NOT_CONFIGURED" ? failure : next
            )
          })

        const heardBy = (model: ListedRecognizer, at: number, before: Failure | undefined) =>
          Stream.unwrapScoped(
            Effect.map(rests.attempt(model.recognizer), (attempt) =>
              attempt === undefined
                ? fromHere(at + 1, before)
                : Stream.catchAll(askModel(model, attempt), (failure) => Stream.unwrap(after(model, at, failure)))
            )
          )

        /** `before`: why the engine before did not answer, which stands where the wallet can pay for none behind it. */
        const fromHere = (at: number, before?: Failure): Stream.Stream<Hypothesis, E | Failure> => {
          const model = models[at]
          const heard = model === undefined ? ask(last) : heardBy(model, at, before)
          if (model?.isFree === true) return heard
          // One behind it may be free of charge.
          const unheard = () => (model === undefined ? Stream.fail(before ?? unpaid()) : fromHere(at + 1, before))
          return Stream.unwrap(Effect.map(admit(tape.seconds()), (isPaid) => (isPaid ? heard : unheard())))
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
      listed()
        .toSorted(ORDERS.standard)
        .map(({ id, isFree, languages, licence }) => ({ id, isFree, languages, licence }))
    ),
    isFree: (request) => Effect.map(modelsFor(request), ([first]) => first?.isFree ?? false)
  }
}
