/** The price of a turn, and what of an answer is charged: plain sums. */
import { beforeAll, describe, expect, test } from "bun:test"
import { Effect, FastCheck as fc, Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { FREE_PROMPT_TOKENS } from "../../src/conversation/Api.ts"
import * as TurnCost from "../../src/conversation/TurnCost.ts"
import type { EnginePart } from "../../src/Domain.ts"
import type { Generation, TokenUsage } from "../../src/engines/TextModel.ts"
import { Settings } from "../../src/settings/Config.ts"
import { countTokens } from "../../src/text/Tokens.ts"
import { forAll } from "../support/Property.ts"

const { table } = await Effect.runPromise(
  Prices.pipe(Effect.provide(Prices.Default), Effect.provide(Settings.layerFrom({})))
)

beforeAll(() => {
  countTokens("loads its table")
})

const priceOf = (amounts: Partial<TurnCost.Amounts>) =>
  Money.toEtb(TurnCost.priceOf(table, { ...TurnCost.NOTHING, ...amounts }))

describe("the price", () => {
  test("a turn's price is of seconds at the conversation's price, of tokens at chat's", () => {
    expect(priceOf({ millis: 60_000 })).toBe(13)
    expect(priceOf({ candidateTokens: 1_000 })).toBe(0.8)
    expect(priceOf({ promptTokens: FREE_PROMPT_TOKENS + 1_000 })).toBe(0.3)
  })

  test("a prompt's price in a conversation begins beyond the free tokens", () => {
    expect(priceOf({ promptTokens: FREE_PROMPT_TOKENS })).toBe(0)
    expect(priceOf({ promptTokens: FREE_PROMPT_TOKENS + 1 })).toBe(0.0003)
  })

  test("a turn's price is one sum, rounded once, and never less for more", () => {
    const amounts = fc.record({
      millis: fc.nat(1_800_000),
      promptTokens: fc.nat(300_000),
      candidateTokens: fc.nat(200_000)
    })
    forAll({ numRuns: 200 }, amounts, fc.nat(1_000), (amounts, more) => {
      const { candidateTokens, millis, promptTokens } = amounts
      const exact =
        (millis * 13) / 60_000 + (candidateTokens * 0.8 + Math.max(0, promptTokens - FREE_PROMPT_TOKENS) * 0.3) / 1_000
      expect(Math.abs(priceOf(amounts) - exact)).toBeLessThanOrEqual(0.00005001)
      for (const name of ["millis", "promptTokens", "candidateTokens"] as const) {
        expect(priceOf({ ...amounts, [name]: amounts[name] + more })).toBeGreaterThanOrEqual(priceOf(amounts))
      }
    })
  })
})

test("of a turn the sound that models heard or made which may not be sold costs nothing, and what such sound says what text does", () => {
  const cost = {
    amounts: { millis: 4_000.4, promptTokens: 5_000, candidateTokens: 20 },
    tokens: { promptTokens: 5_000, candidateTokens: 90 }
  }
  const chargeable = (...free: ReadonlyArray<EnginePart>) => TurnCost.chargeable(cost, 2_000.2, new Set(free))
  expect(TurnCost.chargeable(cost, 2_000.2)).toEqual({ millis: 6_001, promptTokens: 5_000, candidateTokens: 20 })
  expect(chargeable()).toEqual(TurnCost.chargeable(cost, 2_000.2))
  expect(chargeable("hearing")).toEqual({ millis: 4_000, promptTokens: 5_000, candidateTokens: 20 })
  expect(chargeable("voice")).toEqual({ millis: 2_000, promptTokens: 5_000, candidateTokens: 90 })
  expect(chargeable("hearing", "voice")).toEqual({ millis: 0, promptTokens: 5_000, candidateTokens: 90 })
})

const ALOUD = { text: "ሰላም ለሁሉም ይሁን። ", isSpoken: true }
const SILENT = { text: "☃☂☃☂☃☂ ", isSpoken: false }
const CALL = { id: "1", name: "book", arguments: '{"seats":2}' }
const HELD: TurnCost.Amounts = { millis: 60_000, promptTokens: 10_000, candidateTokens: 1_000 }
const all = { characters: 1_000, millis: 3_000, hasCalls: true }

const account = (
  stretches: ReadonlyArray<TurnCost.Stretch>,
  usage: Option.Option<TokenUsage> = Option.none(),
  toolCalls: Generation["toolCalls"] = []
): TurnCost.Account => ({
  stretches,
  millis: 3_000,
  generation: Option.some({ text: "", toolCalls, finishReason: "stop", usage }),
  prompt: 5_000
})

describe("of an answer", () => {
  test("an answer's sound is charged, and not the text that it says", () => {
    const { amounts } = TurnCost.ofAnswer(account([ALOUD]), all, HELD)
    expect(amounts).toEqual({ millis: 3_000, promptTokens: 5_000, candidateTokens: 0 })
  })

  test("an answer's text in the place of sound, and its calls, are charged beside the sound", () => {
    const { amounts } = TurnCost.ofAnswer(account([ALOUD, SILENT], Option.none(), [CALL]), all, HELD)
    expect(amounts.candidateTokens).toBe(countTokens(`${SILENT.text}\nbook ${CALL.arguments}`))
  })

  test("an answer that was not delivered costs nothing, not even its prompt", () => {
    const nothing = { characters: 0, millis: 0, hasCalls: false }
    expect(TurnCost.ofAnswer(account([ALOUD, SILENT], Option.none(), [CALL]), nothing, HELD)).toEqual(
      TurnCost.UNANSWERED
    )
  })

  test("an answer's sound is charged only as far as it was delivered", () => {
    expect(TurnCost.ofAnswer(account([ALOUD]), { ...all, millis: 300 }, HELD).amounts.millis).toBe(300)
  })

  test("an answer's text is charged only as far as it was delivered", () => {
    const { amounts } = TurnCost.ofAnswer(account([SILENT, SILENT]), { ...all, characters: SILENT.text.length }, HELD)
    expect(amounts.candidateTokens).toBe(countTokens(SILENT.text))
  })

  test("an engine's token count of an answer is divided between what was spoken and what was not", () => {
    const usage = Option.some({ promptTokens: 4_500, candidateTokens: 200 })
    const { amounts, tokens } = TurnCost.ofAnswer(account([SILENT, { ...SILENT, isSpoken: true }], usage), all, HELD)
    expect(amounts).toMatchObject({ promptTokens: 4_500, candidateTokens: 100 })
    expect(tokens.promptTokens).toBe(4_500)
  })

  test("reasoning that no engine counted is charged by our count with the text that it led to", () => {
    const { generation, ...rest } = account([SILENT])
    const thoughts = "Let me think about this for a while"
    const thought = { ...rest, generation: Option.map(generation, (all) => ({ ...all, thoughts })) }
    const { amounts } = TurnCost.ofAnswer(thought, all, HELD)
    expect(amounts.candidateTokens).toBe(countTokens(SILENT.text) + countTokens(thoughts))
  })

  test("an engine's token count is believed up to the hold, and its claim is recorded", () => {
    const usage = Option.some({ promptTokens: 9_999_999, candidateTokens: 9_999_999 })
    const { amounts, claimed } = TurnCost.ofAnswer(account([SILENT], usage), all, HELD)
    expect(amounts).toEqual({ ...HELD, millis: 3_000 })
    expect(claimed).toMatchObject({ promptTokens: 9_999_999, candidateTokens: 9_999_999 })
  })
})
