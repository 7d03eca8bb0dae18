/**
 * Which fields of a request a refusal is about, as it says itself. What it echoes of the request names every field,
 * and says of none that it is refused.
 */
import { wordsIn } from "./RefusalWords.ts"

export interface RefusedFields {
  /** Fields that it names as such: the paths to them, in their parts. */
  readonly places: ReadonlyArray<ReadonlyArray<string>>
  /** Its sentences, without what they echo. */
  readonly sentences: ReadonlyArray<string>
}

/** The path to a field in what Python prints of pydantic's errors, as vLLM and SGLang send it in a sentence. */
const PRINTED_PLACE = /(['"])loc\1\s*:\s*[([]([^()[\]]{0,200})[)\]]/g
/** The value of a field that pydantic prints. */
const PRINTED_INPUT = /\binput_value=[\s\S]*?(?=, input_type=|$)/g
/** What stands between brackets is an echo where it has what every request has, or is JSON. */
const ECHOED = /\b(?:messages|model)['"]?\s*[:=]|"[^"]{1,60}"\s*:/

const partsOf = (place: string): ReadonlyArray<string> => place.split(/[^\w-]+/).filter((part) => part !== "")

const withoutEchoes = (sentence: string): string => {
  const text = sentence.replace(PRINTED_INPUT, " ")
  let told = ""
  let depth = 0
  let start = 0
  const tellFrom = (end: number) => {
    const between = text.slice(start, end)
    told += ECHOED.test(between) ? " " : between
    start = end
  }
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if ("{[(".includes(character)) {
      if (depth === 0) {
        told += text.slice(start, at)
        start = at
      }
      depth++
    } else if ("}])".includes(character) && depth > 0) {
      depth--
      if (depth === 0) tellFrom(at + 1)
    }
  }
  if (depth > 0) tellFrom(text.length)
  return told + text.slice(start)
}

/** What the start of a refusal's body says of fields. */
export const refusedFields = (body: string): RefusedFields => {
  const { places, sentences } = wordsIn(body)
  const printed = sentences.flatMap((sentence) =>
    Array.from(sentence.matchAll(PRINTED_PLACE), ([, , place = ""]) => place)
  )
  return {
    places: [...places, ...printed].map(partsOf).filter((parts) => parts.length > 0),
    sentences: sentences.map(withoutEchoes)
  }
}
