/**
 * Text by any server with an OpenAI-compatible `chat/completions`: Ollama,
 * llama.cpp, vLLM, hosted models and gateways. They differ in details; what
 * they send is taken as it comes, and what they turn down is left out.
 *
 * Not built on `@effect/ai-openai`: it speaks to one vendor's newest interface
 * through schemas that such servers do not meet.
 */
import { type Duration, Effect, Layer, Option, Runtime, type Scope } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import {
  type AnswerBudget,
  answerLimit,
  ContextTokens,
  EmbeddingModel,
  MaxOutputTokens,
  TextModel,
  type TextModelShape,
  type TextRequest,
  type TranslationRequest
} from "../TextModel.ts"
import { filtered, isFiltered, type Listener, readingPieces } from "./AnswerReading.ts"
import * as AttachedEmbeddings from "./AttachedEmbeddings.ts"
import { chatRequest, framing, translationIn } from "./ChatTranslation.ts"
import * as CompletionRequest from "./CompletionRequest.ts"
import { makeDialectLearner } from "./Dialect.ts"
import type { EngineRefusal } from "./Failures.ts"
import * as ServedModel from "./ServedModel.ts"
import type { InitialThought } from "./ThoughtBlock.ts"
import * as Transport from "./Transport.ts"

const subject = "the text engine"
const path = "/chat/completions"

const newId = () => `call_${crypto.randomUUID().replaceAll("-", "")}`

const isMissing = (failure: EngineFailure | EngineRefusal): boolean =>
  failure._tag === "EngineRefusal" && failure.meaning._tag === "Misset" && failure.meaning.cause === "MODEL"

const isModelFault = (failure: EngineFailure): boolean =>
  failure._tag === "PROVIDER_ERROR" && failure.isModelFault === true

/** Names of models whose templates are known to open a block of thoughts, until their first answer has shown it. */
const THINKERS = /think|reason|qwq|magistral|deepseek-r1|qwen3|minimax-m\d|nemotron|exaone-deep|\br1\b/i

/**
 * A text model on `endpoint`, while the scope lasts. A whole answer may have no
 * first byte before its last, so only `limits.whole` bounds that.
 */
export const make = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Effect.Effect<TextModelShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    const inPieces = yield* Transport.make(endpoint, subject, limits)
    const atOnce = yield* Transport.make(endpoint, subject, { ...limits, firstByte: limits.whole })
    const learn = yield* makeDialectLearner<CompletionRequest.Field>(subject)
    const unasked = yield* MaxOutputTokens
    const embeddingModel = yield* EmbeddingModel
    const embed = yield* AttachedEmbeddings.make(
      atOnce,
      subject,
      Option.getOrElse(embeddingModel, () => endpoint.model)
    )
    const served = yield* ServedModel.make(endpoint, subject, limits)
    const stated = yield* ContextTokens
    const contextTokens = Option.isSome(stated) ? Effect.succeed(stated) : served.contextTokens
    const runtime = yield* Effect.runtime<never>()
    const run = Runtime.runPromise(runtime)
    /** Whether the last answer began inside a block of thoughts that its template had opened. */
    let last: "known" | "likely" | "plain" | "unknown" = THINKERS.test(endpoint.model) ? "likely" : "unknown"
    /** Whether any has. */
    let hasOpened = false
    const onOpened = (wasOpened: boolean) => {
      last = wasOpened ? "known" : "plain"
      hasOpened ||= wasOpened
    }
    const openedFor = (isHeard: boolean): InitialThought => {
      if (last === "known" || last === "likely") return last
      if (!isHeard) return hasOpened ? "likely" : "may"
      return last === "plain" ? "no" : last
    }
    const noted = (outcome: "answered" | "missing") => Effect.sync(() => served.note(outcome))
    const notedFailure = (failure: EngineFailure | EngineRefusal) =>
      isMissing(failure) ? noted("missing") : Effect.void
    /** The answer by a transport, within `whole` where that is said. */
    const answer = (
      transport: Transport.Transport,
      request: TextRequest,
      listener: Listener,
      room: AnswerBudget | undefined,
      whole?: Duration.Duration
    ) => {
      const mustCall = CompletionRequest.requiredTools(request)
      const isHeard = listener.onText !== undefined && mustCall.length === 0
      const opened = openedFor(isHeard)
      const { silence, thinking } = limits
      const tools = CompletionRequest.offersTools(request) ? request.tools : []
      const limit = answerLimit(request, unasked)
      const asked = { room, tools, mustCall, silence, thinking, limit, opened }
      const reading = { endpoint, ...listener, ...asked, run, onOpened }
      return learn(
        (dialect) =>
          transport
            .follow(
              transport.post(path, CompletionRequest.body(endpoint.model, request, dialect)),
              readingPieces(reading, newId),
              whole
            )
            .pipe(
              Effect.tapBoth({ onSuccess: () => noted("answered"), onFailure: notedFailure }),
              Effect.catchIf(isFiltered, ({ said }) => Effect.succeed(filtered("", said)))
            ),
        (dialect, refusal) => CompletionRequest.omissionAfter(endpoint.model, request, dialect, refusal)
      )
    }
    const generate: TextModelShape["generate"] = (request, room) => answer(atOnce, request, {}, room, limits.whole)
    const generateInPieces: TextModelShape["generateInPieces"] = (request, onText, room, onThoughts) =>
      answer(inPieces, request, { onText, ...(onThoughts === undefined ? {} : { onThoughts }) }, room)

    const translate = Effect.fn("TextModel.translate")(function* (request: TranslationRequest) {
      if (request.text.trim() === "") return { text: request.text, exact: false, usage: Option.none() }
      const { finishReason, said, text, usage } = yield* Effect.retry(generate(chatRequest(request)), {
        times: 1,
        while: isModelFault
      })
      const translated = translationIn(text, request)
      if (finishReason !== "stop" || translated === "") {
        const what = finishReason === "safety" ? "declined to translate this" : "gave no whole translation"
        return yield* new ProviderError({ message: `${subject} ${what}`, ...(said === undefined ? {} : { said }) })
      }
      return { text: translated, exact: false, usage }
    })

    return {
      name: endpoint.model,
      generate,
      generateInPieces,
      framing,
      translate,
      embed,
      contextTokens,
      ready: Effect.zipRight(inPieces.ready, served.isThere)
    }
  })

/** The `TextModel` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<TextModel> => Layer.scoped(TextModel, make(endpoint, limits))
