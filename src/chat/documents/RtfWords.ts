/** What RTF's control words mean, as far as text is concerned. */

/**
 * Where text goes: into the document; nowhere, unless a group within is for the
 * document (`silent`) or in any case (`gone`); or into what is known of fonts,
 * styles, lists, numbers, authors, pictures, forms, fields.
 */
export type Destination =
  | "document"
  | "silent"
  | "gone"
  | "fonts"
  | "styles"
  | "lists"
  | "levelText"
  | "label"
  | "author"
  | "picture"
  | "form"
  | "choice"
  | "instruction"

const named = (destination: Destination, names: string): ReadonlyArray<readonly [string, Destination]> =>
  names.split(" ").map((name) => [name, destination] as const)

/** Groups by their first words. Those marked `\*` are silent, unless they stand here or are known to be transparent. */
const DESTINATIONS: ReadonlyMap<string, Destination> = new Map([
  // Of the two writings of one text, the second is in Unicode.
  ...named("silent", "upr object shp"),
  ...named("document", "ud result"),
  ...named(
    "gone",
    "colortbl datastore filetbl generator info private revtbl rsidtbl themedata xmlnstbl template pgdsctbl"
  ),
  ...named("gone", "aftncn aftnsep aftnsepc ftncn ftnsep ftnsepc listname listpicture levelnumbers background"),
  // Drawn a second time for older programs; marks of indexes; properties of equations.
  ...named("gone", "nonshppict nonesttables shprslt mmathPict rxe tc tcn txe xe pnseclvl"),
  ...named("fonts", "fonttbl"),
  ...named("styles", "stylesheet"),
  ...named("lists", "listtable listoverridetable"),
  ...named("levelText", "leveltext"),
  ...named("label", "listtext pntext"),
  ...named("author", "atnauthor"),
  ...named("picture", "pict"),
  ...named("form", "formfield"),
  ...named("choice", "ffl"),
  ...named("instruction", "fldinst")
])

/** Groups marked `\*` that are read like what they stand in. */
const TRANSPARENT = new Set(["shppict", "moMath", "moMathPara"])

/** Where text goes after the first word of a group, behind `\\*` or not, within `destination`; undefined: as before. */
export const destinationOf = (name: string, isStarred: boolean, destination: Destination): Destination | undefined => {
  const known = DESTINATIONS.get(name) ?? (/^m[A-Za-z]+Pr$/.test(name) ? "gone" : undefined)
  if (known !== undefined) return known
  if (!isStarred || TRANSPARENT.has(name) || (destination === "styles" && name === "cs")) return undefined
  return "silent"
}

/** The head or the foot that a group is for: that of all pages, of the first, of the left or the right ones. */
export const marginOf = (name: string): "header" | "footer" | undefined => {
  if (/^header[flr]?$/.test(name)) return "header"
  return /^footer[flr]?$/.test(name) ? "footer" : undefined
}

/** What single control words say. */
export const SPOKEN: Readonly<Record<string, string>> = {
  tab: "\t",
  line: "\n",
  lbr: "\n",
  emdash: "\u2014",
  endash: "\u2013",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  zwj: "\u200d",
  zwnj: "\u200c",
  ltrmark: "\u200e",
  rtlmark: "\u200f",
  "~": "\u00a0",
  _: "\u2011"
}

/** Encodings by `\fcharset`; the others follow the document's code page. */
export const CHARSETS: Readonly<Record<number, string>> = {
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250"
}

const CODE_PAGES: Readonly<Record<number, string>> = {
  866: "ibm866",
  874: "windows-874",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  10007: "x-mac-cyrillic",
  20866: "koi8-r",
  21866: "koi8-u",
  28592: "iso-8859-2",
  28595: "iso-8859-5",
  54936: "gb18030",
  65001: "utf-8"
}

/** The encoding of a code page, by its name in the Encoding Standard; undefined where that has none. */
export const encodingOfPage = (page: number): string | undefined =>
  CODE_PAGES[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : undefined)
