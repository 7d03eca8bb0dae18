/**
 * JSON with long texts, such as files in base64, which are put in as they are. One letter beyond Latin-1 makes
 * `JSON.stringify` widen all of a text: 1.4 s for 29 MB of files on the thread that answers; this takes 0.3 s, nearly all of
 * it to have the memory.
 */

/** UTF-16 code units of a text that is put in as it is. */
const LONG = 16_384

/** What JSON has to escape, or what needs more than a byte in memory. Base64 and what stands before it have none of it. */
const ESCAPED = /[^ !#-[\]-~]/
const WIDE = /[\u0100-\uffff]+/g

const escaped = (units: string): string => {
  let text = ""
  for (let at = 0; at < units.length; at++) text += `\\u${units.charCodeAt(at).toString(16).padStart(4, "0")}`
  return text
}

/** JSON in Latin-1 alone. */
const narrow = (json: string): string => json.replace(WIDE, escaped)

const quoted = (text: string): string => (ESCAPED.test(text) ? narrow(JSON.stringify(text)) : `"${text}"`)

/** The long texts of one value. */
export const make = () => {
  // Nobody can guess it: what a client writes is never taken for the place of a text.
  const mark = crypto.randomUUID()
  const texts: Array<string> = []
  return {
    /** What is to stand in the value in the place of the text: the text itself where it is short. */
    put: (text: string): string => {
      if (text.length < LONG) return text
      texts.push(text)
      return mark
    },
    /** JSON of the value, in which each text that was put stands once, in the order in which they were put. */
    json: (value: object): string => {
      const json = JSON.stringify(value)
      if (texts.length === 0) return json
      const [first = "", ...rest] = json.split(`"${mark}"`).map(narrow)
      return rest.reduce((text, piece, at) => text + quoted(texts[at] ?? "") + piece, first)
    }
  }
}
