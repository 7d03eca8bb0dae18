/** Variables that have no effect and look as if they had: nearly always mistakes, which would otherwise go unnoticed. */

import { processCommand } from "../runtime/ProcessCommand.ts"
import { settingNames } from "../settings/Config.ts"

/** Settings that say something of an engine, with the one that attaches it. */
const OF_ENGINES: ReadonlyMap<string, string> = new Map([
  ["QAL_EMBEDDING_MODEL", "QAL_TEXT_URL"],
  ["QAL_TEXT_CONTEXT_TOKENS", "QAL_TEXT_URL"],
  ["QAL_TEXT_THINKING_SECONDS", "QAL_TEXT_URL"],
  ["QAL_SYNTHESIZER_READS", "QAL_SYNTHESIZER_URL"]
])

/** Set in the build, not by an operator. */
const NO_SETTING = new Set(["QAL_COMMIT"])

/** A name with more mistakes than this share of its letters is not taken for a misspelt setting. */
const MOST_MISTAKES = 1 / 2

/**
 * Letters to insert, leave out, or swap with their neighbour to make one name of
 * another. A letter replaced is two mistakes: whole words are left out more often.
 */
const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let last: ReadonlyArray<number> = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const replaced = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 2)
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : replaced
      next.push(Math.min(replaced, swapped, (last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

/** Characters. A longer name is not compared, and is shown cut: the environment may hold anything. */
const LONGEST = 64

/** The setting that was probably meant. */
const nearest = (name: string): string | undefined => {
  if (name.length > LONGEST) return undefined
  const [first] = settingNames
    .map((setting) => ({ setting, mistakes: distance(name.toUpperCase(), setting) }))
    .toSorted((one, other) => one.mistakes - other.mistakes)
  const letters = name.length - "QAL_".length
  return first !== undefined && first.mistakes <= Math.ceil(letters * MOST_MISTAKES) ? first.setting : undefined
}

/** A line about a variable of the environment that looks like a setting and has no effect. Its value is not shown. */
export const doubtOf = (name: string): string | undefined => {
  const isOurs = /^qal_/i.test(name) && !NO_SETTING.has(name)
  if (!isOurs || settingNames.includes(name)) return undefined
  const meant = nearest(name)
  const shown = JSON.stringify(name.slice(0, LONGEST)).slice(1, -1)
  return `${shown} is no setting and has no effect${meant === undefined ? `; ${processCommand} serve --help lists them all` : `; ${meant} was probably meant`}`
}

/** The environment of a process. */
type Variables = Readonly<Record<string, string | undefined>>

const isSet = (value: string | undefined): boolean => value !== undefined && value.trim() !== ""

/** A line about each setting that says something of an engine which is not attached. */
export const idleOf = (variables: Variables): ReadonlyArray<string> =>
  Array.from(OF_ENGINES)
    .filter(([name, attaching]) => isSet(variables[name]) && !isSet(variables[attaching]))
    .map(([name, attaching]) => `${name} has no effect, as ${attaching} is not set`)
