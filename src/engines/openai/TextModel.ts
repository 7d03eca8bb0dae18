/**
 * Text by any server with an OpenAI-compatible `chat/completions`: Ollama,
 * llama.cpp, vLLM, hosted models and gateways. They differ in details; what
 * they send is taken as it comes, and what they turn down is left out.
 *
 * Not built on `@effect/ai-openai`: it speaks to one vendor's newest interface
 * through schemas that such servers do not meet.
 */
import { Duration, Effect, Layer, Option, type Scope } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import {
  answerLimit,
  EmbeddingModel,
  type Generation,
  MaxOutputTokens,
  TextModel,
  type TextModelShape,
  type TextRequest,
  type TranslationRequest
} from "../TextModel.ts"
import * as ChatReader from "./ChatReader.ts"
import * as ChatRequest from "./ChatRequest.ts"
import { type Dialect, learning } from "./Dialect.ts"
import * as Embeddings from "./Embeddings.ts"
import type { Reading } from "./EngineResponse.ts"
import { failures, lasting, Passing, type Refused } from "./Failures.ts"
import { chatRequest, translationIn } from "./Translation.ts"
import * as Transport from "./Transport.ts"

const subject = "the text engine"
const path = "/chat/completions"

const MEGABYTE = 1024 * 1024
/**
 * Bytes of a whole answer that is cut at so many tokens: a token of text is
 * under 30 bytes however it is escaped, and reasoning may be several times the text.
 */
const largestAnswer = (limit: number): number => Math.min(8 * MEGABYTE, MEGABYTE + 256 * limit)
/** Bytes of the same in pieces: each token has some 250 bytes around it. */
const largestStream = (limit: number): number => Math.min(96 * MEGABYTE, MEGABYTE + 4_096 * limit)
/** How long the count of tokens is waited for, or the end of the body, once the answer is complete. */
const afterword = Duration.seconds(2)
/** How long the end of the body is waited for after the last event, so that the connection can be used again. */
const linger = Duration.millis(100)

const newId = () => `call_${crypto.randomUUID().replaceAll("-", "")}`

/** An ending as an answer, or as the failure that it is. */
const settled = (ending: ChatReader.Ending): Effect.Effect<Generation, EngineFailure> => {
  switch (ending._tag) {
    case "Answer":
      return Effect.succeed(ending.answer)
    case "NoAnswer":
      return Effect.fail(new ProviderError({ message: `${subject} ${ending.what}` }))
    case "Fault":
      return Effect.fail(
        Option.match(ending.status, {
          onNone: () => failures(subject).failed(),
          onSome: (status) => lasting(subject, new Passing({ status: Option.some(status), retryAfter: Option.none() }))
        })
      )
  }
}

const atEnd = (reader: ChatReader.ChatReader): ChatReader.Step => {
  const { ending, texts } = reader.end()
  return { texts, grown: texts.length > 0, complete: true, ending: Option.some(ending) }
}

/**
 * After what is on its way is sent, which an immediate would come before. Without it
 * the first words of a model that sends all at once come 0.35 ms later (measured).
 */
const nextTurn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/**
 * Reads an answer as it comes, and lets its first words be sent before anything
 * else is done with it. Only text and calls count as progress: keep-alives do
 * not make a server quick.
 */
const readingPieces =
  (onText: (text: string) => void, silence: Duration.Duration, mayCall: boolean, limit: number): Reading<Generation> =>
  async (body) => {
    const reader = ChatReader.make({ newId, mayCall, limit })
    const largest = largestStream(limit)
    const nothing = () => undefined
    let hasSpoken = false
    let complete = false
    let length = 0
    let piece = body.first
    while (true) {
      length += piece?.length ?? 0
      if (length > largest) return Effect.fail(failures(subject).tooLarge())
      const step = piece === undefined ? atEnd(reader) : reader.feed(piece)
      for (const text of step.texts) onText(text)
      if (!hasSpoken && step.texts.length > 0) {
        hasSpoken = true
        await nextTurn()
      }
      if (Option.isSome(step.ending)) {
        if (step.ending.value._tag === "Answer") await body.next(Option.some(linger)).catch(nothing)
        return settled(step.ending.value)
      }
      const ends = step.complete && !complete
      complete = step.complete
      const next = body.next(ends ? Option.some(afterword) : step.grown ? Option.some(silence) : Option.none())
      // Nothing but a count was still to come.
      piece = await (complete ? next.catch(nothing) : next)
    }
  }

/** The generation in a body that was read whole. */
const generationIn = (bytes: Uint8Array, mayCall: boolean, limit: number): Effect.Effect<Generation, EngineFailure> =>
  Effect.suspend(() => {
    const reader = ChatReader.make({ newId, mayCall, limit })
    return settled(Option.getOrElse(reader.feed(bytes).ending, () => reader.end().ending))
  })

/**
 * A text model on `endpoint`, while the scope lasts. A whole answer has no first
 * byte before its last, so only `limits.whole` bounds it.
 */
export const make = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Effect.Effect<TextModelShape, never, Scope.Scope> =>
  Effect.gen(function* () {
    const inPieces = yield* Transport.make(endpoint, subject, limits)
    const atOnce = yield* Transport.make(endpoint, subject, { ...limits, firstByte: limits.whole })
    const learn = yield* learning<ChatRequest.Field>(subject)
    const unasked = yield* MaxOutputTokens
    const embeddingModel = yield* EmbeddingModel
    const embed = yield* Embeddings.make(
      atOnce,
      subject,
      Option.getOrElse(embeddingModel, () => endpoint.model)
    )
    const ask = <A>(
      request: TextRequest,
      body: (dialect: Dialect<ChatRequest.Field>) => object,
      send: (body: object) => Effect.Effect<A, EngineFailure | Refused>
    ) =>
      learn(
        (dialect) => send(body(dialect)),
        (dialect, refused) => ChatRequest.blamed(body(dialect), refused),
        ChatRequest.isOfRequest(request)
      )

    const generate = (request: TextRequest) => {
      const limit = answerLimit(request, unasked)
      return Effect.flatMap(
        ask(
          request,
          (dialect) => ChatRequest.whole(endpoint.model, request, dialect),
          (body) => atOnce.read(atOnce.post(path, body), largestAnswer(limit))
        ),
        ({ bytes }) => generationIn(bytes, ChatRequest.offersTools(request), limit)
      )
    }

    const generateInPieces = (request: TextRequest, onText: (text: string) => void) =>
      ask(
        request,
        (dialect) => ChatRequest.pieces(endpoint.model, request, dialect),
        (body) =>
          inPieces.follow(
            inPieces.post(path, body),
            readingPieces(onText, limits.silence, ChatRequest.offersTools(request), answerLimit(request, unasked))
          )
      )

    const translate = Effect.fn("TextModel.translate")(function* (request: TranslationRequest) {
      if (request.text.trim() === "") return { text: request.text, exact: false, usage: Option.none() }
      const { finishReason, text, usage } = yield* generate(chatRequest(request))
      const translated = translationIn(text, request)
      if (finishReason !== "stop" || translated === "") {
        const what = finishReason === "safety" ? "declined to translate this" : "gave no whole translation"
        return yield* new ProviderError({ message: `${subject} ${what}` })
      }
      return { text: translated, exact: false, usage }
    })

    return { name: endpoint.model, generate, generateInPieces, translate, embed, ready: inPieces.ready }
  })

/** The `TextModel` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<TextModel> => Layer.scoped(TextModel, make(endpoint, limits))
