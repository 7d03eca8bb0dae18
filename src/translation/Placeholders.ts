/**
 * What a translation must leave as it is: names of variables, format
 * directives, tags, entities, addresses, code. In the text that the engine gets,
 * each is replaced by a numbered marker that is a word of no language.
 */

const kinds: ReadonlyArray<RegExp> = [
  // Markers that the text itself holds, so that they cannot be taken for ours.
  /⟦[^⟦⟧\n]{0,64}⟧/,
  /`[^`\n]{1,200}`/,
  /\bhttps?:\/\/[^\s<>"“”«»`{}]*[^\s<>"“”«»`{}.,;:!?)።፣፤]/,
  /\bwww\.[^\s<>"“”«»`{}]*[^\s<>"“”«»`{}.,;:!?)።፣፤]/,
  /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/,
  /<\/?[A-Za-z][^<>\n]{0,300}>/,
  /&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|[A-Za-z]{2,31});/,
  /\$?\{\{[^{}\n]{1,100}\}\}/,
  /\$?\{[^{}\n]{0,100}\}/,
  /%\([A-Za-z_]\w{0,63}\)[sdifr]/,
  /(?<![\d%])%(?:\d{1,2}\$)?[-+0#]{0,3}\d{0,3}(?:\.\d{1,2})?(?:l{0,2})[sdifuxXc@](?![A-Za-z])/
]

const any = new RegExp(kinds.map(({ source }) => source).join("|"), "gu")
const marker = /⟦\s*(\d{1,5})\s*⟧/gu

/** The placeholders of a text, in order. */
export const placeholders = (text: string): ReadonlyArray<string> => text.match(any) ?? []

/** A text whose placeholders are markers. */
export interface ProtectedText {
  readonly text: string
  readonly placeholders: ReadonlyArray<string>
}

export const protect = (text: string): ProtectedText => {
  const found: Array<string> = []
  const marked = text.replace(any, (placeholder) => `⟦${found.push(placeholder) - 1}⟧`)
  return { text: marked, placeholders: found }
}

/** Puts the placeholders back, and removes markers that the engine made up. */
export const restore = (translated: string, { placeholders }: ProtectedText): string =>
  translated.replace(marker, (_, number: string) => placeholders[Number(number)] ?? "")

/** Whether both texts have the same placeholders, each as often, in whatever order. */
export const keepsPlaceholders = (source: string, translation: string): boolean => {
  const before = [...placeholders(source)].sort()
  const after = [...placeholders(translation)].sort()
  return before.length === after.length && before.every((placeholder, index) => placeholder === after[index])
}

/** The text without its placeholders. */
export const removePlaceholders = (text: string): string => text.replace(any, " ")
