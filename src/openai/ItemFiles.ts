/** The files that stand in items, in base64 or as data URLs: taken out of them, and put in as they are. */
import type { InputItem, InputPart } from "./ResponseItemsApi.ts"

/** The item with what `put` answers in the place of the data of each of its files, in their order. */
export const replaceFiles =
  (put: (data: string) => string) =>
  (item: InputItem): InputItem => {
    const partOf = (part: InputPart): InputPart => {
      if (part.type === "input_image") return { ...part, image_url: put(part.image_url) }
      return part.type === "input_file" ? { ...part, file_data: put(part.file_data) } : part
    }
    return "role" in item && item.type !== "function_call" && typeof item.content !== "string"
      ? { ...item, content: item.content.map(partOf) }
      : item
  }

/** UTF-16 code units of data that is put in as it is. */
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

/**
 * Items as JSON. One letter beyond Latin-1 makes `JSON.stringify` widen all of a text: 1.4 s for 29 MB of files, on the
 * thread that answers; this takes 0.3 s, nearly all of it to have the memory.
 */
export const jsonOf = (items: ReadonlyArray<InputItem>): string => {
  // Nobody can guess it: what a client writes is never taken for the place of a file.
  const mark = crypto.randomUUID()
  const long: Array<string> = []
  const put = (data: string): string => {
    if (data.length < LONG) return data
    long.push(data)
    return mark
  }
  const json = JSON.stringify(items.map(replaceFiles(put)))
  if (long.length === 0) return json
  const [first = "", ...rest] = json.split(`"${mark}"`).map(narrow)
  return rest.reduce((text, piece, at) => text + quoted(long[at] ?? "") + piece, first)
}
