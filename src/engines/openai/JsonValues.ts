/** JSON that models write: one value, or several behind one another, with a semicolon, a comma or a line between them. */
import { Option } from "effect"

/** The text as JSON; none where it is not. */
export const parsed = Option.liftThrowable((json: string): unknown => JSON.parse(json))

/** A value as JSON; none where it is nested too deeply. */
export const writtenAgain = Option.liftThrowable((value: unknown): string => JSON.stringify(value))

/** A string, in which brackets are text, the last perhaps without its end; or a bracket. */
const STRING_OR_BRACKET = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\]]/gs

/** The objects and lists of a text that is nothing else, at most so many; undefined where it is anything else. */
export const read = (text: string, most: number): ReadonlyArray<unknown> | undefined => {
  const values: Array<unknown> = []
  let depth = 0
  let start = 0
  let end = 0
  for (const { 0: found, index } of text.matchAll(STRING_OR_BRACKET)) {
    if (found === "{" || found === "[") {
      if (depth === 0) {
        if (!/^[\s;,]*$/.test(text.slice(end, index))) return undefined
        start = index
      }
      depth++
    } else if (found === "}" || found === "]") {
      if (--depth > 0) continue
      end = index + 1
      const value = depth < 0 || values.length === most ? Option.none() : parsed(text.slice(start, end))
      if (Option.isNone(value)) return undefined
      values.push(value.value)
    }
  }
  return depth === 0 && values.length > 0 && /^[\s;,]*$/.test(text.slice(end)) ? values : undefined
}
