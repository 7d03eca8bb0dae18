/**
 * Text generation, as a service tag. Implementations: `engines/sandbox`
 * (deterministic, offline) and `engines/openai` (any server with an
 * OpenAI-compatible `chat/completions`). An engine knows nothing of wallets or
 * HTTP, and nothing of Qal's own wire format.
 */
import { Context, type Effect, Option, type Redacted } from "effect"
import type { Language } from "../Domain.ts"
import type { EngineFailure } from "../Errors.ts"
import type { CallExtra } from "./CallExtra.ts"

/** A language that can be translated: the two that can be spoken, and English. */
export type WrittenLanguage = Language | "en"

/** A part of what the user says: words, or a picture with its bytes. */
export type UserPart =
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Image"; readonly mimeType: string; readonly bytes: Uint8Array }

/** A call that the model asks for; the client runs it. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** JSON text of an object. */
  readonly arguments: string
  /** What the engine needs back with it. */
  readonly extra?: CallExtra
}

export type Message =
  | { readonly role: "system"; readonly content: string }
  /** `name`: of the participant, where there are several. */
  | { readonly role: "user"; readonly parts: ReadonlyArray<UserPart>; readonly name?: string }
  | {
      readonly role: "assistant"
      readonly content: string
      readonly toolCalls: ReadonlyArray<ToolCall>
      /** What the model thought before its calls, which some engines need back. */
      readonly thoughts?: string
    }
  | { readonly role: "tool"; readonly toolCallId: string; readonly name: string; readonly content: string }

export interface Tool {
  readonly name: string
  readonly description: Option.Option<string>
  /** JSON Schema of the arguments object. */
  readonly parameters: { readonly [key: string]: unknown }
  /** Whether the engine is to hold to the schema exactly; as it does unasked where absent. */
  readonly strict?: boolean
}

export type ToolChoice = "auto" | "none" | "required" | { readonly name: string }

/** The form that an answer must have; `schema` is a JSON Schema of an object. */
export type AnswerFormat =
  | { readonly _tag: "Text" }
  | { readonly _tag: "JsonObject" }
  | {
      readonly _tag: "JsonSchema"
      readonly name: string
      readonly description: Option.Option<string>
      readonly schema: { readonly [key: string]: unknown }
      readonly strict: Option.Option<boolean>
    }

/** What few requests ask for. Not every engine knows all of it; what it does not know it is not told. */
export interface FurtherSettings {
  readonly format: AnswerFormat
  /** The answer ends before the first of these that it comes to. */
  readonly stop: ReadonlyArray<string>
  /** The same seed and request are to give the same answer, as far as the engine can. */
  readonly seed: Option.Option<number>
  /** -2 to 2. */
  readonly frequencyPenalty: Option.Option<number>
  /** -2 to 2. */
  readonly presencePenalty: Option.Option<number>
  /** Whether an answer may hold several calls; none: as the engine does. */
  readonly parallelToolCalls: Option.Option<boolean>
  /** How much a model that reasons first is to reason, in the engine's own words. */
  readonly reasoningEffort: Option.Option<string>
}

export const noFurtherSettings: FurtherSettings = {
  format: { _tag: "Text" },
  stop: [],
  seed: Option.none(),
  frequencyPenalty: Option.none(),
  presencePenalty: Option.none(),
  parallelToolCalls: Option.none(),
  reasoningEffort: Option.none()
}

export interface TextRequest {
  /** The conversation, the newest last; system messages first. */
  readonly messages: ReadonlyArray<Message>
  readonly tools: ReadonlyArray<Tool>
  readonly toolChoice: ToolChoice
  /** The language that the answer must be in; none: the user's. */
  readonly targetLanguage: Option.Option<WrittenLanguage>
  /** 0 to 2; none: the engine's own. */
  readonly temperature: Option.Option<number>
  readonly topP: Option.Option<number>
  readonly topK: Option.Option<number>
  /** Tokens; `answerLimit` says where the answer is cut. */
  readonly maxOutputTokens: Option.Option<number>
  readonly further: FurtherSettings
}

/** Tokens at which an answer is cut where none are asked for; `QAL_MAX_OUTPUT_TOKENS` sets it. */
export class MaxOutputTokens extends Context.Reference<MaxOutputTokens>()("engines/MaxOutputTokens", {
  defaultValue: () => 8_192
}) {}

/** Tokens that the model holds, prompt and answer together, where a setting says it; `QAL_TEXT_CONTEXT_TOKENS` sets it. */
export class ContextTokens extends Context.Reference<ContextTokens>()("engines/ContextTokens", {
  defaultValue: (): Option.Option<number> => Option.none()
}) {}

/** Tokens of the longest answer that any model writes, whatever a client asks for. */
const LONGEST_ANSWER = 131_072

/** Tokens at which the answer is cut, by the count of `text/Tokens`; what an engine sends past that is not read. */
export const answerLimit = ({ maxOutputTokens }: Pick<TextRequest, "maxOutputTokens">, unasked: number): number =>
  Math.min(
    LONGEST_ANSWER,
    Option.getOrElse(maxOutputTokens, () => unasked)
  )

/**
 * How long an answer may become, where that is settled while it comes, by what can be paid for. An engine asks
 * for more before it goes past it, and cuts the answer there with `length` where there is no more.
 */
export interface AnswerBudget {
  /** Tokens that the answer may have by now, by the count of `text/Tokens`. */
  readonly tokens: () => number
  /** Makes room for more tokens than there is room for, where it can be had: `tokens` says. */
  readonly extend: Effect.Effect<void>
}

/** Tokens, as the engine itself counted them. */
export interface TokenUsage {
  readonly promptTokens: number
  readonly candidateTokens: number
  /** Of the prompt's, those that the engine had from before; absent where it does not say. */
  readonly cachedTokens?: number
  /** Of the answer's, those that the model thought to itself; absent where the engine does not say. */
  readonly reasoningTokens?: number
}

export type FinishReason = "stop" | "length" | "safety" | "tool_calls"

/** A whole answer. */
export interface Generation {
  readonly text: string
  /** What the model thought before it, which is no part of it; absent where it told none. */
  readonly thoughts?: string
  readonly toolCalls: ReadonlyArray<ToolCall>
  readonly finishReason: FinishReason
  /** None where the engine did not count. */
  readonly usage: Option.Option<TokenUsage>
  /** That the engine filtered it, or its model declined by a refusal of the protocol's: nobody pays for it, but for words before a refusal. */
  readonly isFiltered?: true
  /** What of the text is such a refusal, where words of an answer came before it; those are paid. */
  readonly refusal?: string
  /** What the engine said of why it filtered this: for its operator alone. */
  readonly said?: Redacted.Redacted
}

/** What is to be translated: one piece of text whose languages are known. */
export interface TranslationRequest {
  readonly text: string
  readonly source: WrittenLanguage
  readonly target: WrittenLanguage
}

export interface EngineTranslation {
  readonly text: string
  /** Whether the engine vouches for it word for word, such as a phrase book's entry. */
  readonly exact: boolean
  readonly usage: Option.Option<TokenUsage>
}

/** The model of the text engine's server that embeds, where it is another; `QAL_EMBEDDING_MODEL` sets it. */
export class EmbeddingModel extends Context.Reference<EmbeddingModel>()("engines/EmbeddingModel", {
  defaultValue: (): Option.Option<string> => Option.none()
}) {}

export interface EmbeddingRequest {
  readonly inputs: ReadonlyArray<string>
  /** Numbers in each vector; none: as many as the model makes. */
  readonly dimensions: Option.Option<number>
}

export interface Embeddings {
  /** The model that made them. */
  readonly model: string
  /** One for each input, in order, all equally long: numbers of 32 bits, little-endian, in base64. */
  readonly vectors: ReadonlyArray<string>
  /** None where the engine did not count. */
  readonly promptTokens: Option.Option<number>
}

export interface TextModelShape {
  /** What clients see as `modelVersion`. */
  readonly name: string
  /**
   * The answer, cut at `answerLimit` with `length`, as is its count, or where its `room` ends; of an answer that is
   * cut no call is left. It is read as it comes, and waited for as a whole.
   */
  readonly generate: (request: TextRequest, room?: AnswerBudget) => Effect.Effect<Generation, EngineFailure>
  /**
   * The same, its text given in pieces as it comes, which joined are the answer's;
   * calls come with the answer alone, when they are whole. A plain call for each
   * piece: a stream's element costs more than all else that is done with it
   * (measured: 600 µs of CPU against 100 µs for an answer of nine pieces).
   * Nothing is given after an interruption. What the model thinks first is given the same way to those who ask.
   */
  readonly generateInPieces: (
    request: TextRequest,
    onText: (text: string) => void,
    room?: AnswerBudget,
    onThoughts?: (thoughts: string) => void
  ) => Effect.Effect<Generation, EngineFailure>
  /** Tokens of what the engine puts around a text to translate it, by the count of `text/Tokens`. */
  readonly framing: (direction: Pick<TranslationRequest, "source" | "target">) => number
  /** Fails with `ProviderNotConfigured` where the engine will never translate this; it never invents. */
  readonly translate: (request: TranslationRequest) => Effect.Effect<EngineTranslation, EngineFailure>
  /** Fails with `ProviderNotConfigured` where the engine has no embeddings. */
  readonly embed: (request: EmbeddingRequest) => Effect.Effect<Embeddings, EngineFailure>
  /** Tokens that the model holds, prompt and answer together, as far as that is known within a moment; absent: it never is. */
  readonly contextTokens?: Effect.Effect<Option.Option<number>>
  readonly ready: Effect.Effect<void, EngineFailure>
}

export class TextModel extends Context.Tag("engines/TextModel")<TextModel, TextModelShape>() {}
