/**
 * Text by any server with an OpenAI-compatible `chat/completions`: Ollama,
 * llama.cpp, vLLM, hosted models and gateways. They differ in details; what
 * they send is taken as it comes, and what they turn down is left out.
 *
 * Not built on `@effect/ai-openai`: it speaks to one vendor's newest interface
 * through schemas that such servers do not meet.
 */
import { Duration, Effect, Layer, Option, Redacted, Runtime, type Scope } from "effect"
import { type EngineFailure, ProviderError } from "../../Errors.ts"
import {
  type AnswerRoom,
  answerLimit,
  EmbeddingModel,
  type Generation,
  MaxOutputTokens,
  TextModel,
  type TextModelShape,
  type TextRequest,
  type TranslationRequest
} from "../TextModel.ts"
import type * as ChatAnswer from "./ChatAnswer.ts"
import * as ChatReader from "./ChatReader.ts"
import * as ChatRequest from "./ChatRequest.ts"
import { learning } from "./Dialect.ts"
import * as Embeddings from "./Embeddings.ts"
import type { Reading } from "./EngineResponse.ts"
import { failures, lasting, Passing, Refused } from "./Failures.ts"
import * as Told from "./Told.ts"
import { chatRequest, framing, translationIn } from "./Translation.ts"
import * as Transport from "./Transport.ts"

const subject = "the text engine"
const path = "/chat/completions"

const MEGABYTE = 1024 * 1024
/** Bytes of an answer in pieces that is cut at so many tokens: each token has some 250 bytes around it. */
const largestStream = (limit: number): number => Math.min(96 * MEGABYTE, MEGABYTE + 4_096 * limit)
/** How long the count of tokens is waited for, or the end of the body, once the answer is complete. */
const afterword = Duration.seconds(2)
/** How long the end of the body is waited for after the last event, so that the connection can be used again. */
const linger = Duration.millis(100)

const OK = 200

const newId = () => `call_${crypto.randomUUID().replaceAll("-", "")}`

/** The answer to what an engine filtered: what it had said before, of which it counts nothing. */
const filtered = (text: string, said: Redacted.Redacted): Generation => ({
  text,
  toolCalls: [],
  finishReason: "safety",
  usage: Option.none(),
  isFiltered: true,
  said
})

const isFiltered = (failure: EngineFailure | Refused): failure is Refused =>
  failure._tag === "Refused" && failure.meaning._tag === "Filtered"

/** A failure that an answer says itself; `text` came before it. */
const faulted = (
  endpoint: Transport.Endpoint,
  { status, told }: ChatAnswer.Fault,
  text: string
): Effect.Effect<Generation, EngineFailure | Refused> =>
  Effect.flatMap(Told.of(endpoint, status, told), ({ meaning, said }): ReturnType<typeof faulted> => {
    if (meaning._tag === "Filtered") return Effect.succeed(filtered(text, said))
    if (meaning._tag !== "Other") {
      const body = Redacted.make("")
      return Effect.fail(new Refused({ status: Option.getOrElse(status, () => OK), meaning, body, said }))
    }
    return Effect.fail(
      Option.isNone(status)
        ? failures(subject, said).failed()
        : lasting(subject, new Passing({ status, retryAfter: Option.none(), said }))
    )
  })

/** An ending as an answer, or as the failure that it is; `text` is what came of it. */
const settled = (
  endpoint: Transport.Endpoint,
  ending: ChatReader.Ending,
  text: string
): Effect.Effect<Generation, EngineFailure | Refused> => {
  switch (ending._tag) {
    case "Answer":
      return Effect.succeed(ending.answer)
    case "NoAnswer":
      return Effect.fail(new ProviderError({ message: `${subject} ${ending.what}` }))
    case "Fault":
      return faulted(endpoint, ending, text)
  }
}

/**
 * After what is on its way is sent, which an immediate would come before. Without it
 * the first words of a model that sends all at once come 0.35 ms later (measured).
 */
const nextTurn = () => new Promise<void>((resolve) => void setTimeout(resolve, 0))

/** What is to be known to read an answer as it comes. */
interface PiecesReading extends Omit<ChatReader.Reading, "newId" | "room"> {
  readonly endpoint: Transport.Endpoint
  readonly onText: (text: string) => void
  readonly silence: Duration.Duration
  readonly room: AnswerRoom | undefined
  /** Runs what makes room. */
  readonly run: (effect: Effect.Effect<void>) => Promise<void>
}

/** The part of the room by which more is asked for, where an engine sends as many pieces as it makes tokens. */
const SOON_FULL = 0.75

/** Gives a reader room as it needs it. */
const giveRoom = ({ limit, room, run }: Pick<PiecesReading, "limit" | "room" | "run">) => {
  const tokens = () => Math.min(limit, room?.tokens() ?? limit)
  let asked = 0
  const extend = async (): Promise<boolean> => {
    const before = tokens()
    if (room === undefined || before === limit) return false
    asked = before
    await run(room.extend)
    return tokens() > before
  }
  return {
    tokens,
    extend,
    /** Asks once for what will be needed before it is. */
    extendSoon: async (pieces: number): Promise<void> => {
      if (pieces >= SOON_FULL * tokens() && asked !== tokens()) await extend()
    }
  }
}

/**
 * Reads an answer as it comes, and lets its first words be sent before anything
 * else is done with it. Only text and calls count as progress: keep-alives do
 * not make a server quick.
 */
const readingPieces =
  (asked: PiecesReading): Reading<Generation, Refused> =>
  async (body) => {
    const { endpoint, onText, silence } = asked
    const room = giveRoom(asked)
    const reader = ChatReader.make({ ...asked, newId, room: room.tokens() })
    const largest = largestStream(asked.limit)
    const nothing = () => undefined
    let spoken = ""
    let complete = false
    let length = 0
    const tell = async ({ texts }: ChatReader.Step) => {
      const isFirst = spoken === "" && texts.length > 0
      for (const text of texts) onText(text)
      spoken += texts.join("")
      if (isFirst) await nextTurn()
    }
    let piece = body.first
    while (true) {
      length += piece?.length ?? 0
      if (length > largest) return Effect.fail(failures(subject).tooLarge())
      let step = piece === undefined ? reader.end() : reader.feed(piece)
      await tell(step)
      while (step.short) {
        if (!(await room.extend())) return settled(endpoint, reader.cut(), spoken)
        step = reader.resume(room.tokens())
        await tell(step)
      }
      if (Option.isSome(step.ending)) {
        if (step.ending.value._tag === "Answer") await body.next(Option.some(linger)).catch(nothing)
        return settled(endpoint, step.ending.value, spoken)
      }
      await room.extendSoon(reader.pieces())
      const ends = step.complete && !complete
      complete = step.complete
      const next = body.next(ends ? Option.some(afterword) : step.grown ? Option.some(silence) : Option.none())
      // Nothing but a count was still to come.
      piece = await (complete ? next.catch(nothing) : next)
    }
  }

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
    const learn = yield* learning<ChatRequest.Field>(subject)
    const unasked = yield* MaxOutputTokens
    const embeddingModel = yield* EmbeddingModel
    const embed = yield* Embeddings.make(
      atOnce,
      subject,
      Option.getOrElse(embeddingModel, () => endpoint.model)
    )
    const runtime = yield* Effect.runtime<never>()
    const run = Runtime.runPromise(runtime)
    /** The answer by a transport, within `whole` where that is said. */
    const answer = (
      transport: Transport.Transport,
      request: TextRequest,
      onText: (text: string) => void,
      room: AnswerRoom | undefined,
      whole?: Duration.Duration
    ) => {
      const mayCall = ChatRequest.offersTools(request)
      const { silence } = limits
      const reading = { endpoint, onText, room, run, mayCall, silence, limit: answerLimit(request, unasked) }
      return learn(
        (dialect) =>
          transport
            .follow(
              transport.post(path, ChatRequest.body(endpoint.model, request, dialect)),
              readingPieces(reading),
              whole
            )
            .pipe(Effect.catchIf(isFiltered, ({ said }) => Effect.succeed(filtered("", said)))),
        (dialect, refused) => ChatRequest.blamed(ChatRequest.body(endpoint.model, request, dialect), refused),
        ChatRequest.isOfRequest(request)
      )
    }
    const generate: TextModelShape["generate"] = (request, room) =>
      answer(atOnce, request, () => {}, room, limits.whole)
    const generateInPieces: TextModelShape["generateInPieces"] = (request, onText, room) =>
      answer(inPieces, request, onText, room)

    const translate = Effect.fn("TextModel.translate")(function* (request: TranslationRequest) {
      if (request.text.trim() === "") return { text: request.text, exact: false, usage: Option.none() }
      const { finishReason, said, text, usage } = yield* generate(chatRequest(request))
      const translated = translationIn(text, request)
      if (finishReason !== "stop" || translated === "") {
        const what = finishReason === "safety" ? "declined to translate this" : "gave no whole translation"
        return yield* new ProviderError({ message: `${subject} ${what}`, ...(said === undefined ? {} : { said }) })
      }
      return { text: translated, exact: false, usage }
    })

    return { name: endpoint.model, generate, generateInPieces, framing, translate, embed, ready: inPieces.ready }
  })

/** The `TextModel` on `endpoint`. */
export const layer = (
  endpoint: Transport.Endpoint,
  limits: Transport.Limits = Transport.defaultLimits
): Layer.Layer<TextModel> => Layer.scoped(TextModel, make(endpoint, limits))
