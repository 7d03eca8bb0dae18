/**
 * How much a row of units looks like a word of the language: the negative natural
 * logarithm of its probability, each unit by the three before it, as they follow
 * one another in the words that are known. What was not seen after three is judged
 * by two, and so on (interpolation by Witten and Bell 1991).
 */

/** The unit before a word and after it, in the numbers of units. */
const EDGE = 0
const REACH = 3
/** More than a language's units and the edge. */
const BASE = 64
/** How much the number of units that were seen after some others speaks for one that was not. */
const OPENNESS = 2

export interface UnitModel {
  /** What a unit costs after those of its word, of which the last three count; an empty one is the word's end. */
  readonly cost: (before: string, unit: string) => number
}

interface Context {
  total: number
  kinds: number
}

/** A word, and how often it counts. */
export type WordCount = readonly [word: string, count: number]

/** Numbers of the units, and of rows of them: as digits of base 64, the last one lowest. */
const numberOf = (symbols: string): ReadonlyMap<string, number> =>
  new Map(Array.from(symbols, (symbol, at) => [symbol, at + 1] as const))

/** How often each row of four follows in the words, edges before and after. */
const countFours = (words: Iterable<WordCount>, numbers: ReadonlyMap<string, number>): ReadonlyMap<number, number> => {
  const fours = new Map<number, number>()
  const most = BASE ** REACH
  for (const [word, count] of words) {
    let before = 0
    for (let at = 0; at <= word.length; at++) {
      const code = (before % most) * BASE + (at < word.length ? (numbers.get(word.charAt(at)) ?? EDGE) : EDGE)
      fours.set(code, (fours.get(code) ?? 0) + count)
      before = code
    }
  }
  return fours
}

/** Rows of one unit less, each without its first. */
const shortened = (rows: ReadonlyMap<number, number>, most: number): ReadonlyMap<number, number> => {
  const shorter = new Map<number, number>()
  for (const [code, count] of rows) shorter.set(code % most, (shorter.get(code % most) ?? 0) + count)
  return shorter
}

/** What follows all rows but their last. */
const contextsOf = (rows: ReadonlyMap<number, number>): ReadonlyMap<number, Context> => {
  const contexts = new Map<number, Context>()
  for (const [code, count] of rows) {
    const context = contexts.get(Math.floor(code / BASE)) ?? { total: 0, kinds: 0 }
    context.total += count
    context.kinds++
    contexts.set(Math.floor(code / BASE), context)
  }
  return contexts
}

/** Learns from words of these symbols. */
export const makeUnitModel = (symbols: string, words: Iterable<WordCount>): UnitModel => {
  const numbers = numberOf(symbols)
  const fours = countFours(words, numbers)
  const threes = shortened(fours, BASE ** 3)
  const twos = shortened(threes, BASE ** 2)
  const ones = shortened(twos, BASE)
  const orders = [ones, twos, threes, fours].map((rows) => ({ rows, contexts: contextsOf(rows) }))

  /** Of a row of four, by its last unit. */
  const costOf = (code: number): number => {
    let probability = 1 / BASE
    for (const [length, { contexts, rows }] of orders.entries()) {
      const row = code % BASE ** (length + 1)
      const context = contexts.get(Math.floor(row / BASE))
      if (context === undefined) break
      const open = OPENNESS * context.kinds
      probability = ((rows.get(row) ?? 0) + open * probability) / (context.total + open)
    }
    return -Math.log(probability)
  }
  const numberedAfter = (before: string, unit: string): number => {
    let code = 0
    for (const each of before.slice(-REACH)) code = code * BASE + (numbers.get(each) ?? EDGE)
    return code * BASE + (numbers.get(unit) ?? EDGE)
  }
  return { cost: (before, unit) => costOf(numberedAfter(before, unit)) }
}

/** Prices words that are stretches of one row of units: from one, to another that is not in it. */
export const makePricer = (unitModel: UnitModel, row: string): ((from: number, to: number) => number) => {
  const cost = (at: number, count: number): number => unitModel.cost(row.slice(at - count, at), row.charAt(at))
  /** Of each place, what the first units of a word cost that begins there: of none to three of them. */
  const heads = Array.from(row, (_, at) => {
    const sums = [0]
    for (let count = 0; count < REACH; count++)
      sums.push((sums[count] ?? 0) + (at + count < row.length ? cost(at + count, count) : 0))
    return sums
  })
  /** What all units before a place cost that have three of their word before them. */
  const inside = new Float64Array(row.length + 1)
  for (let at = 0; at < row.length; at++) inside[at + 1] = (inside[at] ?? 0) + (at < REACH ? 0 : cost(at, REACH))
  /** Of each place, what the end costs of a word of one to three units, or more, that ends before it. */
  const ends = Array.from({ length: row.length + 1 }, (_, to) =>
    Array.from({ length: Math.min(REACH, to) + 1 }, (_, count) => unitModel.cost(row.slice(to - count, to), ""))
  )
  return (from, to) => {
    const count = Math.min(REACH, to - from)
    const rest = to - from > REACH ? (inside[to] ?? 0) - (inside[from + REACH] ?? 0) : 0
    return (heads[from]?.[count] ?? 0) + rest + (ends[to]?.[count] ?? 0)
  }
}
