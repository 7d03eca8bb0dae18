/**
 * What a turn costs (wire contract, section 9, "What a turn costs, on both faces"):
 * the seconds of both directions at the conversation's price, and at chat's prices
 * beside them text in the place of sound, calls, and a long prompt. Charges and holds
 * are both made from here. Pure.
 */
import { Option } from "effect"
import * as Money from "../billing/Money.ts"
import type { PriceTable } from "../billing/Prices.ts"
import type { EnginePart } from "../Domain.ts"
import type { Generation, TextRequest, TokenUsage, ToolCall } from "../engines/TextModel.ts"
import { usageOf } from "../engines/TokenCounts.ts"
import { countTokens, mostTokens } from "../text/Tokens.ts"
import { FREE_PROMPT_TOKENS } from "./Api.ts"
import type { DeliveredAnswer } from "./State.ts"

/** What a turn is charged for. */
export interface Amounts {
  /** Milliseconds of sound, of both directions together. */
  readonly millis: number
  /** Of the whole prompt; zero where nothing was delivered. */
  readonly promptTokens: number
  /** Of text in the place of sound, and of calls. */
  readonly candidateTokens: number
}

export const NOTHING: Amounts = { millis: 0, promptTokens: 0, candidateTokens: 0 }

/** The common unit of a price: a minute has so many milliseconds. A token counts as so many of them, since prices are of a thousand tokens. */
const UNIT = 60_000
const PER_TOKEN = UNIT / 1_000

/** The charge for all of it: one sum, rounded once. `amounts` are whole. */
export const priceOf = (table: PriceTable, { candidateTokens, millis, promptTokens }: Amounts): Money.Money => {
  const prompt = Math.max(0, promptTokens - FREE_PROMPT_TOKENS)
  return Money.prorate(
    [
      [table.conversation_per_minute, millis],
      [table.chat_per_1000_prompt_tokens, PER_TOKEN * prompt],
      [table.chat_per_1000_candidate_tokens, PER_TOKEN * candidateTokens]
    ],
    UNIT
  )
}

// --- the prompt

const UNCOUNTED = { text: "", toolCalls: [], usage: Option.none() }

/** Tokens of a prompt as we count them. */
export const promptOf = (request: TextRequest): number => usageOf(request, UNCOUNTED).promptTokens

/** Tokens that an engine may add to a prompt: its template, and the instructions of a gateway. */
const PER_PROMPT = 512

/** Bounds of what an engine counts where we count so many tokens of a prompt. The greater is held where the wallet has it, else the likely one. */
export const mostOfPrompt = (counted: number): number => 2 * counted + PER_PROMPT
export const likelyOfPrompt = (counted: number): number => Math.ceil(1.25 * counted)

// --- an answer

/** A stretch of an answer's text, in the order in which it is sent. `isSpoken`: its sound follows, which is charged in its place. */
export interface Stretch {
  readonly text: string
  readonly isSpoken: boolean
}

/** An answer as it was made, whatever of it was delivered. */
export interface Account {
  readonly stretches: ReadonlyArray<Stretch>
  /** Milliseconds of its sound. */
  readonly millis: number
  /** Where the model came to its end. */
  readonly generation: Option.Option<Generation>
  /** The prompt's tokens as we count them. */
  readonly prompt: number
}

/** What the answer is charged for, and what its engine claims. A claim is believed up to the hold. */
export interface AnswerCost {
  readonly amounts: Amounts
  readonly claimed: Amounts
  /** All tokens of what was delivered, also of what was spoken, for the client to know. */
  readonly tokens: TokenUsage
}

/**
 * What of a turn is charged for, with so many milliseconds of what its user said. Models that may not be sold did `free`
 * of it: the sound that they heard or made costs nothing, and such sound takes the place of no text. All else in the turn
 * is the work of others.
 */
export const chargeable = (
  { amounts, tokens }: Pick<AnswerCost, "amounts" | "tokens">,
  heard: number,
  free: ReadonlySet<EnginePart> = new Set()
): Amounts => ({
  ...amounts,
  millis: Math.round((free.has("hearing") ? 0 : heard) + (free.has("voice") ? 0 : amounts.millis)),
  candidateTokens: free.has("voice") ? tokens.candidateTokens : amounts.candidateTokens
})

export const UNANSWERED: AnswerCost = {
  amounts: NOTHING,
  claimed: NOTHING,
  tokens: { promptTokens: 0, candidateTokens: 0 }
}

const callText = ({ arguments: text, name }: ToolCall): string => `${name} ${text}`

/** Tokens of calls, which may follow a text. */
export const tokensOf = (calls: ReadonlyArray<ToolCall>): number => countTokens(["", ...calls.map(callText)].join("\n"))

/** Tokens of the thoughts that the model sent, by our count. */
export const thoughtTokens = (generation: Option.Option<Generation>): number =>
  countTokens(Option.getOrUndefined(generation)?.thoughts ?? "")

/** The stretches as far as so many characters of them reach. */
const within = (stretches: ReadonlyArray<Stretch>, characters: number): ReadonlyArray<Stretch> => {
  let at = 0
  return stretches.map((stretch) => {
    const text = stretch.text.slice(0, Math.max(0, characters - at))
    at += stretch.text.length
    return { ...stretch, text }
  })
}

const textOf = (stretches: ReadonlyArray<Stretch>, isSpoken: boolean): string =>
  stretches.flatMap((stretch) => (stretch.isSpoken === isSpoken ? [stretch.text] : [])).join("")

/** The engine's count where it counted, else ours. */
const countedOr = (engines: number, ours: number): number => (engines > 0 ? engines : ours)

/**
 * What of the answer was delivered comes to. The engine's count of its tokens holds for
 * all that it wrote: where all of that was delivered, and for the part that was not
 * spoken as great a share of it as by our count.
 */
export const ofAnswer = (
  { generation, millis: made, prompt, stretches }: Account,
  { characters, hasCalls, millis: sent }: DeliveredAnswer,
  held: Amounts
): AnswerCost => {
  const millis = Math.min(sent, made)
  const delivered = within(stretches, characters)
  const calls = hasCalls ? Option.match(generation, { onNone: () => [], onSome: ({ toolCalls }) => toolCalls }) : []
  const aloud = textOf(delivered, true)
  const beside = [textOf(delivered, false), ...calls.map(callText)].filter((text) => text !== "").join("\n")
  if (aloud === "" && beside === "" && millis === 0) return UNANSWERED
  const ours = { aloud: countTokens(aloud), beside: countTokens(beside) }
  const whole = ours.aloud + ours.beside
  const length = stretches.reduce((sum, { text }) => sum + text.length, 0)
  const usage = Option.flatMap(generation, ({ usage }) => usage)
  const isWhole =
    characters >= length && (hasCalls || !Option.exists(generation, ({ toolCalls }) => toolCalls.length > 0))
  // What was thought before it is part of all of it, as the engine's own count has it.
  const all = whole + (isWhole ? thoughtTokens(generation) : 0)
  const written = Option.match(
    Option.filter(usage, () => isWhole),
    {
      onNone: () => all,
      onSome: ({ candidateTokens }) => countedOr(candidateTokens, all)
    }
  )
  const share = whole === 0 ? 0 : Math.round((written * ours.beside) / whole)
  const claimed: Amounts = {
    millis,
    promptTokens: Option.match(usage, { onNone: () => prompt, onSome: (it) => countedOr(it.promptTokens, prompt) }),
    candidateTokens: share
  }
  const amounts: Amounts = {
    millis,
    promptTokens: Math.min(claimed.promptTokens, held.promptTokens),
    candidateTokens: Math.min(share, held.candidateTokens)
  }
  const spoken = Math.min(written - share, mostTokens(aloud))
  return {
    amounts,
    claimed,
    tokens: { promptTokens: amounts.promptTokens, candidateTokens: amounts.candidateTokens + spoken }
  }
}
