import { expect, test } from "bun:test"
import { units } from "../../../src/engines/recognizer/AcousticUnits.ts"
import type { Letter } from "../../../src/engines/recognizer/LetterReader.ts"
import { makeLexicon } from "../../../src/engines/recognizer/WordLexicon.ts"
import { divide, makeWordReader } from "../../../src/engines/recognizer/Words.ts"

const lexicon = makeLexicon("om")
const costs = { known: 2, formed: 6, unknown: 1, likeness: 0.4, other: 1, acoustic: 1 }

const nothing = { symbol: "", probability: 0 }

/** Letters a tenth of a second apart; `space` tells the network's probability before each. */
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

test("spaces stand where the network is sure of them, whatever the words", () => {
  expect(text(lettersOf("gimba rolate", (parted) => (parted ? 0.999 : 0.001)))).toBe("gimba rolate")
})

test("spaces are decided by the list of words where the network is in doubt", () => {
  expect(text(lettersOf("bishaan qulqulluu barbaada", () => 0.4))).toBe("bishaan qulqulluu barbaada")
})

test("spaces stay the same however many letters come at once, and all letters are kept", () => {
  const letters = lettersOf("bishaan qulqulluu gimba rolate ".repeat(12), (parted) => (parted ? 0.999 : 0.001))
  const read = (size: number) => {
    const reader = makeWordReader({ lexicon, costs, keep: (word) => word.text })
    for (let at = 0; at < letters.length; at += size) reader.push(letters.slice(at, at + size))
    return reader.words().join(" ")
  }
  expect(read(1)).toBe(read(letters.length))
  expect(read(1)).toBe("bishaan qulqulluu gimba rolate ".repeat(12).trim())
})

const sure = (parted: boolean) => (parted ? 0.98 : 0.02)
/** The letter at `at` may nearly as well be another. */
const doubting = (letters: ReadonlyArray<Letter>, at: number, symbol: string): ReadonlyArray<Letter> =>
  letters.map((letter, index) =>
    index === at ? { ...letter, probability: 0.5, second: { symbol, probability: 0.4 } } : letter
  )

test("a letter hardly heard becomes what makes a known word of it", () => {
  // bišAn: one a too many, a long one for a short one, one letter for another.
  expect(text(doubting(lettersOf("bishaaan", sure), 4, ""))).toBe("bishaan")
  expect(text(doubting(lettersOf("bishan", sure), 3, "A"))).toBe("bishaan")
  expect(text(doubting(lettersOf("bisaan", sure), 2, "š"))).toBe("bishaan")
})

test("a letter hardly heard stays as it was heard where no known word is made of it", () => {
  expect(text(doubting(lettersOf("gimba", sure), 4, "u"))).toBe("gimba")
})

test("a letter hardly heard becomes a space where that parts two known words", () => {
  expect(text(doubting(lettersOf("isaanii'isin", sure), 5, " "))).toBe("isaanii isin")
})

test("a letter hardly heard takes none of its neighbours when it is a space among many that are settled", () => {
  const one = doubting(lettersOf("isaanii'isin", sure), 5, " ")
  const many = Array.from({ length: 12 }, (_, round) =>
    one.map((letter, at) => ({
      ...letter,
      start: letter.start + round * 60,
      end: letter.end + round * 60,
      space: at === 0 ? 0.98 : letter.space
    }))
  ).flat()
  const reader = makeWordReader({ lexicon, costs, keep: (word) => word.text })
  reader.push(many)
  expect(reader.words().join(" ")).toBe("isaanii isin ".repeat(12).trim())
})
