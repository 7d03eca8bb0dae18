/**
 * What a server tells of the model that is set: whether it has it, and how many tokens it holds. Learnt beside the
 * requests, which wait for it for a moment at most; what cannot be learnt is not known, and is no fault.
 */
import { Duration, Effect, Either, Fiber, Option, Predicate, type Scope } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import * as Monotonic from "../../runtime/Monotonic.ts"
import { type EngineRefusal, missetModel } from "./Failures.ts"
import { entryOf, lacksModel, listIn, type ModelList, tokensIn } from "./ModelList.ts"
import * as Transport from "./Transport.ts"

/** Bytes of a list at most: gateways with 400 models send about one megabyte. */
const LARGEST = 4 * 1024 * 1024
/** How long a server may take to say it. */
const PATIENCE = Duration.seconds(5)
/** How long a list is good in which the model is. */
const LIST_LIFETIME = Duration.minutes(1)
/** How long a context is good: models are loaded anew, with another one. */
const CONTEXT_LIFETIME = Duration.minutes(5)
/** How long a request waits where nothing is known yet. */
const REQUEST_PATIENCE = Duration.seconds(1)

export interface ServedModel {
  /** Fails with `ProviderNotConfigured` where the server's list shows that it does not have the model. */
  readonly isThere: Effect.Effect<void, EngineFailure>
  /** Tokens that the model holds, as far as that is known now. */
  readonly contextTokens: Effect.Effect<Option.Option<number>>
  /** What a request has shown: that the model answers, or that the server does not have it. */
  readonly note: (outcome: "answered" | "missing") => void
}

const json = (bytes: Uint8Array): Option.Option<unknown> =>
  Either.getRight(Either.try((): unknown => JSON.parse(new TextDecoder().decode(bytes))))

/** What llama.cpp tells of itself, in all its versions: tokens of one of its slots. */
const ofProps = (answer: unknown): Option.Option<number> => {
  if (!Predicate.isRecord(answer)) return Option.none()
  const settings = answer.default_generation_settings
  const own = Predicate.isRecord(settings) ? tokensIn(settings.n_ctx) : Option.none<number>()
  return Option.orElse(own, () => tokensIn(answer.n_ctx))
}

/** Where servers that do not say it in their list say how much a model holds: paths beside `/v1`, by the owner of its entry. */
const BESIDE: ReadonlyMap<string, { readonly path: string; readonly isList: boolean }> = new Map([
  ["llamacpp", { path: "/props", isList: false }],
  // Ollama: of the models that are loaded.
  ["library", { path: "/api/ps", isList: true }],
  // LM Studio
  ["organization_owner", { path: "/api/v0/models", isList: true }],
  ["organization-owner", { path: "/api/v0/models", isList: true }]
])

const ofList = (all: ModelList, model: string): Option.Option<number> =>
  Option.flatMap(entryOf(all, model), ({ holds }) => holds)

export const make = (
  endpoint: Transport.Endpoint,
  subject: string,
  limits: Transport.Limits
): Effect.Effect<ServedModel, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const short = { ...limits, firstByte: PATIENCE, silence: PATIENCE, whole: PATIENCE, tries: 1 }
    const url = endpoint.url.replace(/\/+$/, "")
    const transport = yield* Transport.make({ ...endpoint, url }, subject, short)
    const beside = yield* Transport.make({ ...endpoint, url: url.replace(/\/v\d+$/, "") }, subject, short)
    const { model } = endpoint

    const get = (from: Transport.Transport, path: string): Effect.Effect<Option.Option<unknown>> =>
      from.read({ method: "GET", path, body: undefined }, LARGEST).pipe(
        Effect.map(({ bytes }) => json(bytes)),
        Effect.catchAll((_: EngineFailure | EngineRefusal) => Effect.succeedNone)
      )

    const list = Effect.map(get(transport, "/models"), Option.flatMap(listIn))

    const context = Effect.gen(function* () {
      const all = yield* list
      if (Option.isNone(all)) return Option.none<number>()
      const inList = ofList(all.value, model)
      if (Option.isSome(inList)) return inList
      const entry = entryOf(all.value, model)
      const place = Option.flatMapNullable(entry, ({ owner }) => BESIDE.get(owner.toLowerCase()))
      const answer = Option.isNone(place) ? Option.none() : yield* get(beside, place.value.path)
      const told = Option.exists(place, ({ isList }) => isList)
        ? Option.flatMap(Option.flatMap(answer, listIn), (loaded) => ofList(loaded, model))
        : Option.flatMap(answer, ofProps)
      return Option.orElse(told, () => Option.flatMap(entry, ({ madeFor }) => madeFor))
    })

    let known: { readonly tokens: Option.Option<number>; readonly at: number } | undefined
    let learning: Fiber.Fiber<Option.Option<number>> | undefined
    const learn = Effect.gen(function* () {
      const tokens = yield* context
      known = { tokens, at: yield* Monotonic.millis }
      learning = undefined
      return tokens
    })
    const contextTokens = Effect.gen(function* () {
      const now = yield* Monotonic.millis
      if (known !== undefined && now - known.at < Duration.toMillis(CONTEXT_LIFETIME)) return known.tokens
      learning ??= yield* Effect.forkIn(learn, scope)
      if (known !== undefined) return known.tokens
      const learnt = yield* Effect.timeoutOption(Effect.disconnect(Fiber.join(learning)), REQUEST_PATIENCE)
      return Option.flatten(learnt)
    })

    let hasAnswered = false
    let goodAt: number | undefined
    const isThere = Effect.gen(function* () {
      const now = yield* Monotonic.millis
      const isGood = goodAt !== undefined && now - goodAt < Duration.toMillis(LIST_LIFETIME)
      // What has answered is there, whatever a list says.
      if (isGood || hasAnswered) return
      const all = yield* list
      if (Option.exists(all, (entry) => lacksModel(entry, model))) return yield* missetModel(subject)
      goodAt = now
    })

    return {
      isThere,
      contextTokens,
      note: (outcome) => {
        hasAnswered = outcome === "answered"
        if (!hasAnswered) goodAt = undefined
      }
    }
  })
