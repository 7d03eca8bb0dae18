/**
 * From the scores of Amharic units, consonants and vowels apart, to scores of letters: published models know fidel, and
 * what reads their scores joins the likeliest of each frame to a text. So each letter stands at the frame of its last unit.
 */
import { amharicUnits } from "../../src/engines/recognizer/AmharicUnits.ts"
import type { Graph } from "./Graph.ts"

const VOWELS = "euiaEo"
/** Frames of 20 ms up to which a unit is looked for before and after another. */
const REACH = 400
/** Far over the noughts of the others. */
const SURE = 10

/** Letters of the units, in the order of the scores, and where each is found. */
interface Letters {
  readonly tokens: ReadonlyArray<string>
  /** By the unit before and the unit itself, the place of the letter that a vowel makes. */
  readonly syllables: Float32Array
  /** By unit, the place of the consonant alone. */
  readonly singles: Float32Array
  /** By consonant, the place of what it is with "wa" behind it; 0 where that is two letters. */
  readonly labials: Float32Array
}

const lettersOf = (symbols: string): Letters => {
  const units = ["", ...symbols]
  const tokens = ["<s>"]
  const place = (written: string): number => {
    if (!tokens.includes(written)) tokens.push(written)
    return tokens.indexOf(written)
  }
  const isVowel = (unit: string): boolean => unit !== "" && VOWELS.includes(unit)
  const syllables = units.flatMap((before) =>
    units.map((unit) => {
      if (!isVowel(unit)) return 0
      const isAlone = before === "" || before === " " || isVowel(before)
      return place(amharicUnits.write(isAlone ? unit : before + unit))
    })
  )
  const isConsonant = (unit: string): boolean => unit !== "" && unit !== " " && !isVowel(unit)
  const singles = units.map((unit) =>
    isConsonant(unit) ? place(amharicUnits.write(unit)) : unit === " " ? place(" ") : 0
  )
  const labials = units.map((unit) => {
    const written = isConsonant(unit) ? amharicUnits.write(`${unit}wa`) : ""
    return written.length === 1 ? place(written) : 0
  })
  return {
    tokens,
    syllables: Float32Array.from(syllables),
    singles: Float32Array.from(singles),
    labials: Float32Array.from(labials)
  }
}

/** Of a row of units, with noughts between them: for each place the unit before it and the place of that, from 1; 0 for none. */
const makeBefore = (graph: Graph, row: string) => {
  const isUnit = graph.node("Cast", [graph.node("Greater", [row, graph.floats(0)])], { to: 1 })
  const ones = graph.node("Add", [graph.node("Mul", [row, graph.floats(0)]), graph.floats(1)])
  const places = graph.node("CumSum", [ones, graph.tensor(BigInt64Array.of(0n), [])])
  const held = graph.node("Mul", [places, isUnit])
  const padded = graph.node("Pad", [held, graph.wholes(REACH, 0)])
  const axes = graph.node("Unsqueeze", [padded, graph.wholes(0, 1)])
  const last = graph.node("MaxPool", [axes], { kernel_shape: [REACH], strides: [1] })
  const flat = graph.node("Squeeze", [last, graph.wholes(0, 1)])
  // One place more than there are, that after the last.
  const before = graph.node("Slice", [flat, graph.wholes(0), graph.wholes(-1), graph.wholes(0)])
  const withNone = (values: string) =>
    graph.node("Concat", [graph.tensor(new Float32Array(1), [1]), values], { axis: 0 })
  const at = (table: string, index: string) =>
    graph.node("Gather", [withNone(table), graph.node("Cast", [index], { to: 7 })])
  return { one: at(row, before), two: at(row, at(before, before)) }
}

const backwards = (graph: Graph, row: string): string =>
  graph.node("Slice", [row, graph.wholes(-1), graph.wholes(-(2 ** 31)), graph.wholes(0), graph.wholes(-1)])

/** Scores (1, frames, units) to a row of the letter that each frame has, 0 for none; answers the letters too, in their order. */
export const addLetterRow = (graph: Graph, scores: string, symbols: string) => {
  const { labials, singles, syllables, tokens } = lettersOf(symbols)
  const size = symbols.length + 1
  const numberOf = (unit: string): string => graph.floats(1 + symbols.indexOf(unit))
  const found = graph.node("Squeeze", [graph.node("ArgMax", [scores], { axis: 2, keepdims: 0 }), graph.wholes(0)])
  const likeliest = graph.node("Cast", [found], { to: 1 })
  const shifted = graph.node("Pad", [likeliest, graph.wholes(1, -1)])
  const isSame = graph.node("Equal", [likeliest, shifted])
  const row = graph.node("Where", [isSame, graph.floats(0), likeliest])
  const before = makeBefore(graph, row)
  const after = makeBefore(graph, backwards(graph, row))
  const [next, overNext] = [backwards(graph, after.one), backwards(graph, after.two)]

  const take = (table: Float32Array, index: string) =>
    graph.node("Gather", [graph.tensor(table, [table.length]), graph.node("Cast", [index], { to: 7 })])
  const is = (row: string, unit: string) => graph.node("Equal", [row, numberOf(unit)])
  const both = (...conditions: ReadonlyArray<string>) =>
    conditions.reduce((one, other) => graph.node("And", [one, other]))
  const vowelTable = Float32Array.from(["", ...symbols], (unit) => (unit !== "" && VOWELS.includes(unit) ? 1 : 0))
  const isVowel = (row: string) => graph.node("Greater", [take(vowelTable, row), graph.floats(0)])
  const choose = (condition: string, one: string, other: string) => graph.node("Where", [condition, one, other])
  const none = graph.floats(0)

  const joinedIndex = graph.node("Add", [graph.node("Mul", [before.one, graph.floats(size)]), row])
  const ownLabial = take(labials, row)
  const hasLabial = (labial: string) => graph.node("Greater", [labial, none])
  const earlierLabial = take(labials, before.two)
  const endsLabial = both(is(row, "a"), is(before.one, "w"), hasLabial(earlierLabial))
  const syllable = choose(endsLabial, earlierLabial, take(syllables, joinedIndex))
  const beginsLabial = both(hasLabial(ownLabial), is(next, "w"), is(overNext, "a"))
  const isOpen = graph.node("Or", [isVowel(next), beginsLabial])
  const single = choose(both(isOpen, graph.node("Not", [is(row, " ")])), none, take(singles, row))
  const letter = choose(isVowel(row), syllable, single)
  return { letters: letter, tokens }
}

/** A row of letters to scores (1, frames, letters). */
export const addScores = (graph: Graph, letters: string, count: number): string => {
  const values = graph.tensor(Float32Array.of(0, SURE), [2])
  const depth = graph.tensor(BigInt64Array.of(BigInt(count)), [1])
  const sure = graph.node("OneHot", [graph.node("Cast", [letters], { to: 7 }), depth, values])
  return graph.node("Unsqueeze", [sure, graph.wholes(0)])
}

/** Scores (1, frames, units) to scores (1, frames, letters); answers the letters too, in their order. */
export const addLetters = (graph: Graph, scores: string, symbols: string) => {
  const { letters, tokens } = addLetterRow(graph, scores, symbols)
  return { scores: addScores(graph, letters, tokens.length), tokens }
}
