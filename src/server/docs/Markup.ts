/** HTML from templates: whatever is put into one is escaped, unless it is HTML of a template itself. */

/** Safe as it is. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | undefined | ReadonlyArray<Markup>

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const textOf = (value: Value): string => {
  if (value === undefined) return ""
  if (value instanceof Markup) return value.text
  return typeof value === "object" ? value.map(({ text }) => text).join("") : escape(String(value))
}

export const html = (strings: TemplateStringsArray, ...values: ReadonlyArray<Value>): Markup =>
  new Markup(strings.map((part, at) => part + textOf(values[at])).join(""))

export const none = new Markup("")

/** Pieces with the same thing between them. */
export const joined = (parts: ReadonlyArray<Markup>, between: Markup): Markup =>
  new Markup(parts.map(({ text }) => text).join(between.text))

/** What descriptions may have in them: paragraphs, `code`. */
export const prose = (text: string): Markup =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`

/** The same on one line. */
export const inline = (text: string): Markup =>
  html`${text.split("`").map((part, at) => (at % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
