/** What letters show in fonts of symbols, whose codes are no Unicode. */

/** From 0x20; the font's own letters as Unicode has them, a blank where it has none. */
const SYMBOL_LOWER = " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"
/** From 0xa0. */
const SYMBOL_UPPER = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"

/** Boxes and ticks, in which forms are filled in, and what is typed as an arrow or a face. */
const WINGDINGS: ReadonlyMap<number, string> = new Map([
  [0x4a, "☺"],
  [0x4c, "☹"],
  [0x6f, "☐"],
  [0x71, "☐"],
  [0x78, "☒"],
  [0xa8, "☐"],
  [0xdf, "←"],
  [0xe0, "→"],
  [0xe8, "→"],
  [0xfb, "✗"],
  [0xfc, "✓"],
  [0xfd, "☒"],
  [0xfe, "☑"]
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
  return wingding(name === "wingdings" ? WINGDINGS : name === "wingdings 2" ? WINGDINGS_2 : new Map())
}

/** Where Unicode text keeps the codes of a font of symbols. */
const PRIVATE = /[\uf020-\uf0ff]/g

/** A text as a font shows it: codes of symbols that stand in it become what they show. */
export const shownIn = (font: string, text: string): string => {
  const show = symbolsOf(font) ?? (() => BULLET)
  return text.replace(PRIVATE, (character) => show(character.charCodeAt(0) & 0xff))
}
