/** JSON whose end is missing, as in the beginning of an answer that is not read to its end. */
import { Option } from "effect"
import { parsed } from "./JsonValues.ts"

/** Nothing that a server says of a request is nested as deep. */
const DEEPEST = 64

/** The value of JSON that was cut off, as far as it goes; none where it is no JSON, or too deep. */
export const readCut = (text: string): Option.Option<unknown> => {
  const closers: Array<string> = []
  let inString = false
  let escaped = false
  /** The longest beginning that ends behind a value, with what closes it. */
  let whole = ""
  let wholeAt = 0
  const note = (at: number) => {
    wholeAt = at
    whole = closers.toReversed().join("")
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (inString) {
      if (escaped) escaped = false
      else if (character === "\\") escaped = true
      else if (character === '"') inString = false
      continue
    }
    if (character === '"') inString = true
    else if (character === ",") note(at)
    else if (character === "}" || character === "]") {
      closers.pop()
      note(at + 1)
      // What stands behind it is no part of it.
      if (closers.length === 0) break
    } else if (character === "{" || character === "[") {
      closers.push(character === "{" ? "}" : "]")
      if (closers.length > DEEPEST) return Option.none()
      note(at + 1)
    }
  }
  const within = inString
    ? parsed(`${escaped ? text.slice(0, -1) : text}"${closers.toReversed().join("")}`)
    : Option.none()
  return Option.orElse(within, () => (wholeAt === 0 ? Option.none() : parsed(text.slice(0, wholeAt) + whole)))
}
