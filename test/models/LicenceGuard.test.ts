/** No path charges for a model that may not be sold, but by the operator's word. */
import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import { isChargeable, priceWith } from "../../src/models/LicenceGuard.ts"
import { assertProperty } from "../support/Property.ts"

const models = FastCheck.array(FastCheck.record({ commercial: FastCheck.boolean() }), { maxLength: 5 })
const price = FastCheck.bigInt({ min: 1n, max: 10n ** 12n })

test("work that a non-commercial model took part in is free of charge, whatever else took part", () => {
  assertProperty(
    FastCheck.property(models, FastCheck.nat(5), price, (others, place, cost) => {
      const all = others.toSpliced(place, 0, { commercial: false })
      expect(priceWith(cost, 0n, all, "free")).toBe(0n)
    })
  )
})

test("work with commercial models alone, or with none, costs its price", () => {
  assertProperty(
    FastCheck.property(models, price, (some, cost) => {
      const all = some.filter(({ commercial }) => commercial)
      expect(priceWith(cost, 0n, all, "free")).toBe(cost)
    })
  )
})

test("the operator's word makes every model's work cost its price", () => {
  assertProperty(
    FastCheck.property(models, price, (all, cost) => expect(priceWith(cost, 0n, all, "charge")).toBe(cost))
  )
})

test("a model is chargeable if it is commercial or the operator says so, and in no other case", () => {
  expect(isChargeable({ commercial: false }, "free")).toBe(false)
  expect(isChargeable({ commercial: false }, "charge")).toBe(true)
  expect(isChargeable({ commercial: true }, "free")).toBe(true)
})
