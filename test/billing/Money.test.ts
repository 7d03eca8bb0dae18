import { expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import * as Money from "../../src/billing/Money.ts"
import * as Prices from "../../src/billing/Prices.ts"
import { forAll } from "../support/Property.ts"

const etb = (text: string) => Option.getOrThrow(Money.parseEtb(text))

test("a charge is rounded half up to 0.0001 ETB: 1.008 s of voice at 5 ETB a minute costs 0.0840", () => {
  expect(Money.toEtb(Prices.forAudio(etb("5"), 1_008))).toBe(0.084)
  expect(Money.toEtb(Prices.forCount(etb("3.5"), 1))).toBe(0.0035)
  expect(Prices.forAudio(etb("0.003"), 1_000)).toBe(Money.fromMicros(100))
  expect(Prices.forAudio(etb("0.0029"), 1_000)).toBe(Money.zero)
})

test("a charge never differs from the exact product by more than half a step", () => {
  forAll(
    {},
    FastCheck.nat(100_000_000),
    FastCheck.nat(10_000_000),
    FastCheck.integer({ min: 1, max: 60_000 }),
    (price, quantity, unit) => {
      const charge = BigInt(Money.prorate([[Money.fromMicros(price), quantity]], unit))
      const twice = 2n * (charge * BigInt(unit) - BigInt(price) * BigInt(quantity))
      expect(charge % 100n).toBe(0n)
      expect(twice <= 100n * BigInt(unit) && twice > -100n * BigInt(unit)).toBe(true)
    }
  )
})

test("a charge for two kinds of tokens is one sum, rounded once", () => {
  const prices = { prompt: etb("0.04"), candidates: etb("0.04") }
  // Twice 0.00004: each for itself would be nothing.
  expect(Prices.ofTokens(prices, { promptTokens: 1, candidateTokens: 1 })).toBe(Money.fromMicros(100))
  forAll(
    {},
    FastCheck.nat(9_000_000),
    FastCheck.nat(9_000_000),
    FastCheck.nat(200_000),
    FastCheck.nat(200_000),
    (prompt, candidates, promptTokens, candidateTokens) => {
      const table = { prompt: Money.fromMicros(prompt), candidates: Money.fromMicros(candidates) }
      const exact = BigInt(prompt) * BigInt(promptTokens) + BigInt(candidates) * BigInt(candidateTokens)
      const charge = Prices.ofTokens(table, { promptTokens, candidateTokens })
      expect(BigInt(charge)).toBe(((2n * exact + 100_000n) / 200_000n) * 100n)
      const most = candidateTokens + 10
      const fits = Prices.candidatesWithin(table, charge, promptTokens, most)
      expect(fits).toBeGreaterThanOrEqual(candidateTokens)
      expect(Prices.ofTokens(table, { promptTokens, candidateTokens: fits })).toBeLessThanOrEqual(charge)
    }
  )
})

test("an amount of ETB with 4 decimals survives being written and read", () => {
  forAll({}, FastCheck.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (steps) => {
    const money = Money.fromMicros(steps * 100)
    expect(Money.parseEtb(String(Money.toEtb(money)))).toEqual(Option.some(money))
  })
})

test("what is not a plain decimal with at most 4 decimals is no amount", () => {
  for (const text of ["", "1.00001", "1e3", "NaN", "Infinity", "1,5", "--1", "0x10", "99999999999"]) {
    expect(Money.parseEtb(text)).toEqual(Option.none())
  }
})

test("an amount is shown rounded half up to santim, also past zero and in the thousands", () => {
  expect(Money.format(etb("499.9"))).toBe("Br 499.90")
  expect(Money.format(etb("0.4071"))).toBe("Br 0.41")
  expect(Money.format(etb("0.405"))).toBe("Br 0.41")
  expect(Money.format(etb("0.4049"))).toBe("Br 0.40")
  expect(Money.format(etb("0.996"))).toBe("Br 1.00")
  expect(Money.format(etb("123456.785"))).toBe("Br 123456.79")
  expect(Money.format(etb("-0.4071"))).toBe("Br -0.41")
  expect(Money.format(etb("-0.001"))).toBe("Br 0.00")
  expect(Money.format(Money.zero)).toBe("Br 0.00")
})

test("every amount is shown as the whole santim nearest to it, the upper of two that are as near", () => {
  const amount = FastCheck.oneof(
    FastCheck.maxSafeInteger(),
    FastCheck.integer({ min: -3_000_000, max: 3_000_000 }),
    FastCheck.integer({ min: -100_000, max: 100_000 }).map((halves) => halves * 5_000)
  )
  forAll({}, amount, (micros) => {
    const [, sign, whole = "", santim = ""] =
      /^Br (-?)(\d+)\.(\d\d)$/.exec(Money.format(Money.fromMicros(micros))) ?? []
    const shown = BigInt(`${sign}${whole}${santim}`) * 10_000n
    const above = shown - BigInt(micros)
    expect(above > -5_000n && above <= 5_000n).toBe(true)
    expect(sign === "-" && shown === 0n).toBe(false)
  })
})
