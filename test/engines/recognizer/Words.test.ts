import { describe, expect, test } from "bun:test"
import type { Letter } from "../../../src/engines/recognizer/Letters.ts"
import { makeLexicon } from "../../../src/engines/recognizer/Lexicon.ts"
import { units } from "../../../src/engines/recognizer/Units.ts"
import { divide, makeWordReader } from "../../../src/engines/recognizer/Words.ts"

const lexicon = makeLexicon("om")
const costs = { known: 1, unknown: 1, letter: 0.5, lone: 3, other: 1, ear: 1 }

const nothing = { symbol: "", probability: 0 }

/** Letters a tenth of a second apart; `space` tells the ear's probability before each. */
const lettersOf = (text: string, space: (parted: boolean) => number): ReadonlyArray<Letter> => {
  const letters: Array<Letter> = []
  let parted = false
  for (const symbol of units.om.read(text)) {
    if (symbol === " ") parted = true
    else {
      const start = letters.length * 5
      letters.push({ symbol, start, end: start + 2, probability: 0.99, space: space(parted), second: nothing })
      parted = false
    }
  }
  return letters
}

const text = (letters: ReadonlyArray<Letter>): string =>
  divide(letters, lexicon, costs)
    .map((word) => word.text)
    .join(" ")

describe("spaces", () => {
  test("stand where the ear is sure of them, whatever the words", () => {
    expect(text(lettersOf("gimba rolate", (parted) => (parted ? 0.999 : 0.001)))).toBe("gimba rolate")
  })

  test("are decided by the list where the ear is in doubt", () => {
    expect(text(lettersOf("bishaan qulqulluu barbaada", () => 0.4))).toBe("bishaan qulqulluu barbaada")
  })

  test("stay the same however many letters come at once, and all letters are kept", () => {
    const letters = lettersOf("bishaan qulqulluu gimba rolate ".repeat(12), (parted) => (parted ? 0.9 : 0.05))
    const read = (size: number) => {
      const reader = makeWordReader({ lexicon, costs, keep: (word) => word.text })
      for (let at = 0; at < letters.length; at += size) reader.push(letters.slice(at, at + size))
      return reader.words().join(" ")
    }
    expect(read(1)).toBe(read(letters.length))
    expect(read(1)).toBe("bishaan qulqulluu gimba rolate ".repeat(12).trim())
  })
})
