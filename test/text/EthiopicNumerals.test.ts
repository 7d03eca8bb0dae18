import { expect, test } from "bun:test"
import { FastCheck } from "effect"
import * as EthiopicNumerals from "../../src/text/EthiopicNumerals.ts"
import { forAll } from "../support/Property.ts"

const known: ReadonlyArray<readonly [number, string]> = [
  [1, "፩"],
  [9, "፱"],
  [10, "፲"],
  [11, "፲፩"],
  [20, "፳"],
  [99, "፺፱"],
  [100, "፻"],
  [101, "፻፩"],
  [110, "፻፲"],
  [200, "፪፻"],
  [1000, "፲፻"],
  [1999, "፲፱፻፺፱"],
  [2016, "፳፻፲፮"],
  [7654, "፸፮፻፶፬"],
  [10_000, "፼"],
  [10_100, "፼፻"],
  [20_000, "፪፼"],
  [78_010_092, "፸፰፻፩፼፺፪"],
  [1_000_000, "፻፼"],
  [1_010_000, "፻፩፼"],
  [100_000_000, "፼፼"],
  [100_010_000, "፼፩፼"]
]

const groupOf = (value: number): string =>
  (value < 10 ? "" : String.fromCharCode(0x1372 + Math.floor(value / 10) - 1)) +
  (value % 10 === 0 ? "" : String.fromCharCode(0x1369 + (value % 10) - 1))

/** The numeral for a whole number from 1 to 2⁵³ − 1. */
const format = (value: number): string => {
  if (value === 1) return "፩"
  let written = ""
  let rest = value
  for (let index = 0; rest > 0; index++) {
    const group = rest % 100
    rest = Math.floor(rest / 100)
    const hundreds = index % 2 === 1
    // A lone one is not written before its ፻, nor at the head of the number.
    const silent = group === 1 && (hundreds || rest === 0)
    const unit = hundreds ? (group === 0 ? "" : "፻") : index === 0 ? "" : "፼"
    written = (silent ? "" : groupOf(group)) + unit + written
  }
  return written
}

const values = (text: string): string =>
  EthiopicNumerals.find(text)
    .map(({ value }) => value)
    .join(" ")

test.each(known)("the number %d is written %s in Ethiopic, which is read as it", (value, written) => {
  expect(format(value)).toBe(written)
  expect(values(written)).toBe(`${value}`)
})

test("every whole number written in Ethiopic reads back as that number", () => {
  const value = FastCheck.oneof(
    FastCheck.integer({ min: 1, max: 100_000_000 }),
    FastCheck.maxSafeInteger().filter((n) => n > 0),
    FastCheck.integer({ min: 0, max: 15 }).map((power) => 10 ** power)
  )
  forAll({ numRuns: 2000 }, value, (n) => {
    expect(values(format(n))).toBe(`${n}`)
  })
  for (let n = 1; n <= 20_000; n++) expect(values(format(n))).toBe(`${n}`)
})

test("an Ethiopic numeral may write the one that is usually left out", () => {
  expect(values("፩፻ ፩፼")).toBe("100 10000")
})

test("signs that compose no number make no Ethiopic numeral", () => {
  for (const text of ["", "a", "1"]) expect(EthiopicNumerals.find(text)).toEqual([])
  for (const text of ["፩፪", "፩፲", "፻፻", "፲፳"]) expect(EthiopicNumerals.find(text)).toHaveLength(2)
})

test("Ethiopic numerals are found in a text in order", () => {
  expect(values("በ፲፱፻፺፱ ዓ.ም. ፫ ልጆች፣ ከ፩-፭")).toBe("1999 3 1 5")
})

test("Ethiopic numerals that stand side by side stay apart", () => {
  expect(values("፩፪፫")).toBe("1 2 3")
  expect(values("5፩5")).toBe("1")
})

test("Ethiopic numerals past the greatest safe integer are read in parts, every sign once", () => {
  const text = "፺፼፼፼፼፼፼"
  const found = EthiopicNumerals.find(text)
  expect(found.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text)
  expect(found.every(({ value }) => Number.isSafeInteger(value) && value > 0)).toBe(true)
})

test("Ethiopic numerals are found whole and in order in any run of signs", () => {
  const signs = FastCheck.string({ unit: FastCheck.constantFrom(..."፩፪፱፲፳፺፻፼ሀ 1") })
  forAll({}, signs, (text) => {
    const found = EthiopicNumerals.find(text)
    const outside = found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
    expect(outside).not.toMatch(/[፩-፼]/)
    for (const { start, end, value } of found) {
      expect(values(text.slice(start, end))).toBe(`${value}`)
    }
  })
})
