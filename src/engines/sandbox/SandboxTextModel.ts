/**
 * The sandbox text model: deterministic, offline, for development and tests of
 * client software. It understands nothing and says so; what it states about a
 * request is true. `Triggers.ts` lists the phrases that bring about what real
 * models do seldom.
 */
import { Duration, Effect, Either, Layer, Option } from "effect"
import {
  type EngineFailure,
  ProviderError,
  ProviderNotConfigured,
  ProviderTimeout,
  ProviderUnavailable
} from "../../Errors.ts"
import { countTokens, tokensPerImage } from "../../text/Tokens.ts"
import {
  type AnswerBudget,
  type EngineTranslation,
  type Generation,
  type Message,
  TextModel,
  type TextModelShape,
  type TextRequest,
  type TokenUsage,
  type Tool,
  type ToolCall,
  type TranslationRequest,
  type WrittenLanguage
} from "../TextModel.ts"
import { pieces, withinTokens } from "./AnswerPieces.ts"
import { argumentsFor } from "./Arguments.ts"
import * as Composition from "./Composition.ts"
import * as ConversationReading from "./ConversationReading.ts"
import { languageOf } from "./LanguageOf.ts"
import { type TriggeredEffects, triggeredEffects } from "./OutcomeTriggers.ts"
import * as Phrasebook from "./Phrasebook.ts"
import { choose } from "./ToolChoice.ts"

export { triggers } from "./OutcomeTriggers.ts"

/** What clients see as `modelVersion`. */
const NAME = "qal-sandbox-1"

/** The `Retry-After` of `[[429]]`, in seconds. */
const RETRY_AFTER = 2

const textOf = (message: Message): string => {
  if (message.role === "user") return message.parts.map((part) => (part._tag === "Text" ? part.text : "")).join("\n")
  if (message.role !== "assistant") return message.content
  return [message.content, ...message.toolCalls.map((call) => `${call.name} ${call.arguments}`)].join("\n")
}

const promptTokens = ({ messages, tools }: TextRequest): number => {
  const texts = messages.map(textOf)
  const images = messages.flatMap((message) =>
    message.role === "user" ? message.parts.filter(({ _tag }) => _tag === "Image") : []
  )
  const offered = tools.length === 0 ? [] : [JSON.stringify(tools)]
  return Math.max(1, countTokens([...texts, ...offered].join("\n")) + images.length * tokensPerImage)
}

const usageOf = (request: TextRequest, made: string): TokenUsage => ({
  promptTokens: promptTokens(request),
  candidateTokens: Math.max(1, countTokens(made))
})

/**
 * Not by the number of the calls before, the one thing here that is never the
 * same again: a client need not send all of a conversation, in which every id is
 * to be unique.
 */
const newCallId = () => `call_${crypto.randomUUID().replaceAll("-", "")}`

/** A language that the answer must not be in. */
const another = (language: WrittenLanguage): WrittenLanguage => (language === "am" ? "om" : "am")

/** What to do about what the sandbox cannot. */
const ATTACH = "set QAL_TEXT_URL and QAL_TEXT_MODEL to attach a real model"

/** No other try makes them, so that a client is not told to try. */
const cannotFill = (name: string, reason: string) =>
  new ProviderNotConfigured({
    message: `the sandbox text model cannot make arguments for the parameters of ${JSON.stringify(name)}: ${reason}; ${ATTACH}`
  })

/** JSON that fits the schema, of what the user's own words give; with `isMalformed`, broken at its end. */
const filled = (
  name: string,
  schema: Tool["parameters"],
  { texts }: ConversationReading.Conversation,
  isMalformed: boolean
): Effect.Effect<string, ProviderNotConfigured> =>
  Either.match(argumentsFor(schema, texts.at(-1) ?? ""), {
    onLeft: (reason) => Effect.fail(cannotFill(name, reason)),
    onRight: (made) => Effect.succeed(isMalformed ? `${made.slice(0, -1)},` : made)
  })

/** The call that the sandbox makes of a tool; none where no tool fits, or none is offered. */
const callOf = (
  request: TextRequest,
  conversation: ConversationReading.Conversation,
  effects: TriggeredEffects
): Effect.Effect<Option.Option<ToolCall>, EngineFailure> =>
  Effect.suspend(() =>
    Effect.transposeMapOption(
      effects.has("safety") ? Option.none() : choose(request, conversation),
      ({ name, parameters }) =>
        Effect.map(filled(name, parameters, conversation, effects.has("malformed-arguments")), (made) => ({
          id: newCallId(),
          name,
          arguments: made
        }))
    )
  )

/** The language of the answer: the one that is asked for, else the user's. */
const languageFor = (
  { targetLanguage }: TextRequest,
  { texts }: ConversationReading.Conversation,
  effects: TriggeredEffects
) => {
  const language = Option.getOrElse(targetLanguage, () => languageOf(texts.at(-1) ?? ""))
  return effects.has("wrong-language") ? another(language) : language
}

/** The text as far as the first of the sequences at which it is to stop. */
const stopped = (text: string, sequences: ReadonlyArray<string>): string => {
  const places = sequences.map((sequence) => text.indexOf(sequence)).filter((place) => place >= 0)
  return text.slice(0, Math.min(text.length, ...places))
}

/** What is said where nothing is in the way, before it is shortened; as JSON where the form says nothing else of it. */
const composed = (
  request: TextRequest,
  conversation: ConversationReading.Conversation,
  effects: TriggeredEffects
): Effect.Effect<string, EngineFailure> => {
  const { format } = request.further
  const isMalformed = effects.has("malformed-arguments")
  if (format._tag === "JsonSchema") return filled(format.name, format.schema, conversation, isMalformed)
  const words = Composition.compose(request, conversation, languageFor(request, conversation, effects))
  if (format._tag === "Text") return Effect.succeed(words)
  const text = JSON.stringify({ answer: words })
  return Effect.succeed(isMalformed ? `${text.slice(0, -1)},` : text)
}

/** How many of `needed` tokens there is room for: all of them, or as many as can be had. */
const within = (needed: number, room: AnswerBudget | undefined): Effect.Effect<number> =>
  Effect.suspend(() => {
    if (room === undefined || needed <= room.tokens()) return Effect.succeed(Number.POSITIVE_INFINITY)
    const before = room.tokens()
    return Effect.flatMap(room.extend, () => (room.tokens() > before ? within(needed, room) : Effect.succeed(before)))
  })

/** The words of the answer, as long as may be, and as `most` tokens. */
const worded = (request: TextRequest, text: string, effects: TriggeredEffects, most: number): Generation => {
  const whole = stopped(text, request.further.stop)
  const limit = Math.min(
    Option.getOrElse(request.maxOutputTokens, () => Number.POSITIVE_INFINITY),
    most,
    effects.has("length") ? Math.floor(countTokens(whole) / 2) : Number.POSITIVE_INFINITY
  )
  const said = limit === Number.POSITIVE_INFINITY ? whole : withinTokens(whole, limit)
  return {
    text: said,
    toolCalls: [],
    finishReason: effects.has("safety") ? "safety" : said === whole ? "stop" : "length",
    usage: Option.some(usageOf(request, said))
  }
}

/** The call; one that is longer than may be is none. */
const called = (request: TextRequest, call: ToolCall, effects: TriggeredEffects, limit: number): Generation => {
  const { candidateTokens, promptTokens } = usageOf(request, `${call.name} ${call.arguments}`)
  const most = Math.min(
    limit,
    Option.getOrElse(request.maxOutputTokens, () => limit)
  )
  const isCut = effects.has("length") || candidateTokens > most
  return {
    text: "",
    toolCalls: isCut ? [] : [call],
    finishReason: isCut ? "length" : "tool_calls",
    usage: Option.some({ promptTokens, candidateTokens: Math.min(candidateTokens, most) })
  }
}

const brokeOff = () => new ProviderError({ message: "the sandbox text model broke off its answer, as [[cut]] asks" })

/** The failure that the message asks for, before anything is said. */
const failureOf = (effects: TriggeredEffects): Option.Option<EngineFailure> => {
  if (effects.has("429")) {
    const message = "the sandbox text model is overloaded, as [[429]] asks; try again later"
    return Option.some(new ProviderUnavailable({ message, retryAfter: RETRY_AFTER, isBusy: true }))
  }
  if (effects.has("500")) {
    return Option.some(new ProviderError({ message: "the sandbox text model failed, as [[500]] asks" }))
  }
  return effects.has("timeout")
    ? Option.some(new ProviderTimeout({ message: "the sandbox text model took too long, as [[timeout]] asks" }))
    : Option.none()
}

/** Waits and fails as the message asks. */
const begin = (effects: TriggeredEffects): Effect.Effect<void, EngineFailure> =>
  Effect.zipRight(
    Duration.greaterThan(effects.delay, Duration.zero) ? Effect.sleep(effects.delay) : Effect.void,
    Option.match(failureOf(effects), { onNone: () => Effect.void, onSome: Effect.fail })
  )

/** The answer: a call where a tool fits, else words, or what is asked for in their place. */
const answerOf = (
  request: TextRequest,
  conversation: ConversationReading.Conversation,
  effects: TriggeredEffects,
  room: AnswerBudget | undefined
) =>
  Effect.flatMap(
    callOf(request, conversation, effects),
    Option.match({
      onNone: () => {
        const words = effects.has("safety")
          ? Effect.succeed(Composition.refusal(languageFor(request, conversation, effects)))
          : composed(request, conversation, effects)
        return Effect.flatMap(words, (text) =>
          Effect.map(within(countTokens(text), room), (most) => worded(request, text, effects, most))
        )
      },
      onSome: (call) =>
        Effect.map(within(countTokens(`${call.name} ${call.arguments}`), room), (most) =>
          called(request, call, effects, most)
        )
    })
  )

const generate = Effect.fn("SandboxTextModel.generate")(function* (request: TextRequest, room?: AnswerBudget) {
  const conversation = ConversationReading.read(request)
  const effects = triggeredEffects(conversation.message)
  yield* begin(effects)
  return yield* effects.has("cut") ? brokeOff() : answerOf(request, conversation, effects, room)
})

const generateInPieces: TextModelShape["generateInPieces"] = (request, onText, room) =>
  Effect.gen(function* () {
    const conversation = ConversationReading.read(request)
    const effects = triggeredEffects(conversation.message)
    yield* begin(effects)
    const answer = yield* answerOf(request, conversation, effects, room)
    const words = pieces(answer.text)
    for (const word of effects.has("cut") ? words.slice(0, Math.ceil(words.length / 2)) : words) {
      if (Duration.greaterThan(effects.pace, Duration.zero)) yield* Effect.sleep(effects.pace)
      onText(word)
    }
    return effects.has("cut") ? yield* brokeOff() : answer
  })

const cannotTranslate = () =>
  new ProviderNotConfigured({
    message:
      "the sandbox text model translates only the phrases of its built-in phrase book, and this text is not made of " +
      `them; ${ATTACH}`
  })

const cannotEmbed = () =>
  new ProviderNotConfigured({
    message: `the sandbox text model has no embeddings; ${ATTACH}, and QAL_EMBEDDING_MODEL where another one of it makes them`
  })

const translate = Effect.fn("SandboxTextModel.translate")(function* ({ source, target, text }: TranslationRequest) {
  const translated = Phrasebook.translate(text, source, target)
  if (Option.isNone(translated)) return yield* cannotTranslate()
  const translation: EngineTranslation = {
    text: translated.value,
    exact: true,
    usage: Option.some({
      promptTokens: Math.max(1, countTokens(text)),
      candidateTokens: Math.max(1, countTokens(translated.value))
    })
  }
  return translation
})

export const layer: Layer.Layer<TextModel> = Layer.succeed(TextModel, {
  name: NAME,
  generate,
  generateInPieces,
  framing: () => 0,
  translate,
  embed: cannotEmbed,
  ready: Effect.void
})
