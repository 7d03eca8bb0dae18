import { describe, expect, test } from "bun:test"
import { FastCheck, Option } from "effect"
import * as Numerals from "../../src/text/Numerals.ts"

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

describe("an Ethiopic numeral", () => {
  test.each(known)("%d is written %s, and read back", (value, written) => {
    expect(Numerals.format(value)).toEqual(Option.some(written))
    expect(Numerals.parse(written)).toEqual(Option.some(value))
  })

  test("of every whole number reads back as that number", () => {
    const value = FastCheck.oneof(
      FastCheck.integer({ min: 1, max: 100_000_000 }),
      FastCheck.maxSafeInteger().filter((n) => n > 0),
      FastCheck.integer({ min: 0, max: 15 }).map((power) => 10 ** power)
    )
    FastCheck.assert(
      FastCheck.property(value, (n) => {
        expect(Option.flatMap(Numerals.format(n), Numerals.parse)).toEqual(Option.some(n))
      }),
      { numRuns: 2000 }
    )
    for (let n = 1; n <= 20_000; n++) {
      expect(Option.getOrNull(Option.flatMap(Numerals.format(n), Numerals.parse))).toBe(n)
    }
  })

  test("does not exist for zero, fractions, negatives and what a number cannot hold", () => {
    for (const n of [0, -1, 1.5, Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY]) {
      expect(Numerals.format(n)).toEqual(Option.none())
    }
  })

  test("may write the one that is usually left out", () => {
    expect(Numerals.parse("፩፻")).toEqual(Option.some(100))
    expect(Numerals.parse("፩፼")).toEqual(Option.some(10_000))
  })

  test("is not made by signs that compose no number", () => {
    for (const text of ["", "፩፪", "፩፲", "፻፻", "፲፳", "፩ ", "a", "1"]) {
      expect(Numerals.parse(text)).toEqual(Option.none())
    }
  })
})

describe("numerals in a text", () => {
  test("become digits, and all else stays", () => {
    expect(Numerals.inDigits("በ፲፱፻፺፱ ዓ.ም. ፫ ልጆች፣ ከ፩-፭")).toBe("በ1999 ዓ.ም. 3 ልጆች፣ ከ1-5")
  })

  test("that stand side by side stay apart", () => {
    expect(Numerals.inDigits("፩፪፫")).toBe("1 2 3")
    expect(Numerals.inDigits("5፩5")).toBe("5 1 5")
  })

  test("past the greatest safe integer are read in parts, every sign once", () => {
    const text = "፺፼፼፼፼፼፼"
    const found = Numerals.find(text)
    expect(found.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text)
    expect(found.every(({ value }) => Number.isSafeInteger(value) && value > 0)).toBe(true)
  })

  test("are found whole and in order in any run of signs", () => {
    const signs = FastCheck.string({ unit: FastCheck.constantFrom(..."፩፪፱፲፳፺፻፼ሀ 1") })
    FastCheck.assert(
      FastCheck.property(signs, (text) => {
        const found = Numerals.find(text)
        const outside = found.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
        expect(outside).not.toMatch(/[፩-፼]/)
        for (const { start, end, value } of found) {
          expect(Numerals.parse(text.slice(start, end))).toEqual(Option.some(value))
        }
      })
    )
  })
})
