/** Markdown of the project's own files as HTML. Whatever is not Markdown is text: no HTML in it has an effect. */
import { html, Markup } from "./Markup.ts"

export interface Heading {
  readonly level: number
  /** Without its formatting. */
  readonly text: string
  /** As a link names it. */
  readonly id: string
}

/** As git hosts make anchors of headings: lower case, no punctuation, hyphens for blanks; the second of a kind has a number. */
const anchors = (): ((text: string) => string) => {
  const seen = new Map<string, number>()
  return (text) => {
    const id = text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
      .replaceAll(" ", "-")
    const before = seen.get(id) ?? 0
    seen.set(id, before + 1)
    return before === 0 ? id : `${id}-${before}`
  }
}

const TAG = /<[^>]*>/g

/** Of escaped HTML. */
const plain = (escaped: string): string =>
  escaped
    .replaceAll(TAG, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")

const trusted = (text: string): Markup => new Markup(text)
const escaped = (text: string): string => html`${text}`.text

interface Rendering {
  /** Where a link leads to; none where it is to be plain text. */
  readonly leadsTo: (href: string) => string | undefined
  readonly onHeading?: (heading: Heading) => void
}

const callbacksFor = ({ leadsTo, onHeading }: Rendering): Bun.markdown.RenderCallbacks => {
  const idOf = anchors()
  const around = (tag: string) => (inner: string) => `<${tag}>${inner}</${tag}>\n`
  const cell = (tag: string) => (inner: string, meta?: Bun.markdown.CellMeta) =>
    `<${tag}${meta?.align === undefined ? "" : ` class="${meta.align}"`}>${inner}</${tag}>`
  return {
    heading: (inner, { level }) => {
      const text = plain(inner)
      const id = idOf(text)
      onHeading?.({ level, text, id })
      return html`<h${level} id="${id}">${trusted(inner)}</h${level}>\n`.text
    },
    paragraph: around("p"),
    blockquote: around("blockquote"),
    code: (inner) => `<pre tabindex="0"><code>${inner}</code></pre>\n`,
    codespan: (inner) => `<code>${inner}</code>`,
    strong: (inner) => `<strong>${inner}</strong>`,
    emphasis: (inner) => `<em>${inner}</em>`,
    strikethrough: (inner) => `<del>${inner}</del>`,
    list: (inner, { ordered }) => around(ordered ? "ol" : "ul")(inner),
    listItem: around("li"),
    hr: () => "<hr>\n",
    // A wide table is moved in its own frame, also by the keyboard.
    table: (inner) => `<div class="table" tabindex="0"><table>${inner}</table></div>\n`,
    thead: around("thead"),
    tbody: around("tbody"),
    tr: around("tr"),
    th: (inner, meta) => (inner === "" ? "<td></td>" : cell("th")(inner, meta)),
    td: cell("td"),
    link: (inner, { href }) => {
      const address = leadsTo(href)
      return address === undefined ? inner : html`<a href="${address}">${trusted(inner)}</a>`.text
    },
    image: (alt, { src }) => {
      const address = leadsTo(src)
      return address === undefined ? alt : html`<img src="${address}" alt="${plain(alt)}">`.text
    },
    text: escaped
  }
}

/** Links lead where `leadsTo` says. */
export const render = (text: string, leadsTo: Rendering["leadsTo"]): Markup =>
  trusted(Bun.markdown.render(text, callbacksFor({ leadsTo })))

export const headingsOf = (text: string): ReadonlyArray<Heading> => {
  const headings: Array<Heading> = []
  Bun.markdown.render(text, callbacksFor({ leadsTo: () => undefined, onHeading: (each) => headings.push(each) }))
  return headings
}
