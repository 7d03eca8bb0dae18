import { expect, test } from "bun:test"
import { isChargeable } from "../../src/models/LicenceGuard.ts"

test("a model is chargeable if it is commercial or the operator says so, and in no other case", () => {
  expect(isChargeable({ commercial: false }, "free")).toBe(false)
  expect(isChargeable({ commercial: false }, "charge")).toBe(true)
  expect(isChargeable({ commercial: true }, "free")).toBe(true)
})
