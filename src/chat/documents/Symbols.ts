/** What letters show in fonts of symbols, whose codes are no Unicode. */

/** From 0x20; the font's own letters as Unicode has them, a blank where it has none. */
const SYMBOL_LOWER = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
/** From 0xa0. */
const SYMBOL_UPPER = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"

const signs = (from: number, shown: string): ReadonlyArray<readonly [code: number, sign: string]> =>
  [...shown].map((sign, index) => [from + index, sign])

/** Boxes and ticks, in which forms are filled in; numbers in circles; what is typed as an arrow or a face. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x4a, "☺"],
  [0x4c, "☹"],
  [0x6f, "☐"],
  [0x71, "☐"],
  [0x78, "☒"],
  ...signs(0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"),
  [0xa8, "☐"],
  [0xab, "★"],
  ...signs(0xdf, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳"),
  ...signs(0xfb, "✗✓☒☑")
])

const WINGDINGS_2: ReadonlyMap<number, string> = new Map([
  [0x2a, "☐"],
  [0x4f, "✗"],
  [0x50, "✓"],
  [0x51, "☒"],
  [0x52, "☑"],
  [0x53, "☒"],
  [0x54, "☒"],
  [0xa3, "☐"]
])

const WEBDINGS: ReadonlyMap<number, string> = new Map([...signs(0x33, "◀▶▲▼"), [0x61, "✓"], [0x63, "☐"], [0x72, "✗"]])

const TABLES: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map([
  ["wingdings", WINGDINGS],
  ["wingdings 2", WINGDINGS_2],
  ["webdings", WEBDINGS]
])

const BULLET = "•"

const symbol = (code: number): string =>
  (code >= 0xa0 ? SYMBOL_UPPER[code - 0xa0] : SYMBOL_LOWER[code - 0x20]) ?? BULLET

const wingding = (table: ReadonlyMap<number, string>) => (code: number) =>
  table.get(code) ?? (code === 0x20 ? " " : BULLET)

/** What a code from 0 to 255 shows in a font of symbols; undefined for a font that has Unicode, or is not known. */
export const symbolsOf = (font: string): ((code: number) => string) | undefined => {
  const name = font.trim().toLowerCase()
  if (name === "symbol" || name === "symbolps") return symbol
  if (!/^(wingdings|webdings)/.test(name)) return undefined
  return wingding(TABLES.get(name) ?? new Map())
}

/** Where Unicode text keeps the codes of a font of symbols. */
const PRIVATE = /[\uf020-\uf0ff]/g

/** A text as a font shows it: codes of symbols that stand in it become what they show. */
export const shownIn = (font: string, text: string): string => {
  const show = symbolsOf(font) ?? (() => BULLET)
  return text.replace(PRIVATE, (character) => show(character.charCodeAt(0) & 0xff))
}

/** A text that is set in a font: in one of symbols what its letters show, which may stand as letters of Latin. */
export const setIn = (font: string, text: string): string => {
  const show = symbolsOf(font)
  if (show === undefined) return text
  return text.replace(/[!-~\u00a1-\u00ff\uf020-\uf0ff]/g, (character) => show(character.charCodeAt(0) & 0xff))
}

/**
 * A text of a run with a font for its letters and one for symbols alone, in which codes of symbols are set, and a letter
 * that stands alone and is none of ASCII: an arrow that was typed as `-->` is `à` there.
 */
export const setInRun = (font: string, symbols: string, text: string): string => {
  if (symbolsOf(font) !== undefined) return setIn(font, text)
  if (symbolsOf(symbols) === undefined) return text
  return /^\s*[\u00a1-\u00ff]\s*$/.test(text) ? setIn(symbols, text) : shownIn(symbols, text)
}
