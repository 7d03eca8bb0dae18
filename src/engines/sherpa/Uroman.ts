/**
 * Ethiopic writing in Latin letters as uroman has it (https://github.com/isi-nlp/uroman, by Ulf Hermjakob, USC
 * Information Sciences Institute): the letter's name in Unicode, but for the rows and marks of its own table
 * (`uroman/data/romanization-table.txt`, "Amharic/Ethiopian"). Nothing depends on what stands beside a letter. Voices
 * were trained on this writing: it is kept as it is, also where another would be nearer to what is said.
 */

const SEVEN = ["a", "u", "i", "aa", "ee", "e", "o"] as const
const LABIAL = ["wa", "", "wi", "waa", "wee", "we"] as const

/** Rows of seven orders from U+1200 on, each in eight places, with what the eighth is; `=` before rows of labials. */
const MAIN = `
  h:hoa l:lwa hh:hhwa m:mwa s:szwa r:rwa s:swa sh:shwa q:qoa =q qh: =qh b:bwa v:vwa t:twa ch:cwa x:xoa =x n:nwa ny:nywa
  :wa k:koa =k kx: =kx w:woa : z:zwa zh:zhwa y:yoa d:dwa dd:ddwa j:jwa g:goa =g gg:ggwaa t:thwa ch:chwa ph:phwa ts:tswa
  tz:tzoa f:fwa p:pwa`
/** From U+1358: the three letters for rya, mya and fya. */
const LAST = "rya mya fya"
/** From U+1380: Sebat Bet. */
const SUPPLEMENT = "mwa mwi mwee mwe bwa bwi bwee bwe fwa fwi fwee fwe pwa pwi pwee pwe"
/** From U+2D80. */
const EXTENDED = `loa moa roa soa shoa boa toa coa noa nyoa oa zoa doa ddoa joa thoa choa phoa poa ggwa ggwi ggwee ggwe`
/** From U+2DA0, and from U+AB00; of the first three of the latter there is no first order. */
const EXTENDED_ROWS = "ss: cc: zz: cch: qy: ky: xy: gy:"
const EXTENDED_A_ROWS = "tth: ddh: dz:"
const EXTENDED_A_FURTHER = "cchh: bb:"

const words = (list: string): ReadonlyArray<string> => list.trim().split(/\s+/)

/** The eight places of a row. */
const placesOf = (row: string): ReadonlyArray<string> => {
  if (row.startsWith("=")) return LABIAL.map((ending) => (ending === "" ? "" : row.slice(1) + ending))
  const [consonant = "", eighth = ""] = row.split(":")
  return [...SEVEN.map((vowel) => consonant + vowel), eighth]
}

/** Of each letter from the code point on. */
const from = (start: number, written: ReadonlyArray<string>): ReadonlyArray<readonly [string, string]> =>
  written.flatMap((latin, at) => (latin === "" ? [] : [[String.fromCodePoint(start + at), latin] as const]))

const rowsFrom = (start: number, list: string): ReadonlyArray<readonly [string, string]> =>
  words(list).flatMap((row, at) => from(start + 8 * at, placesOf(row)))

const letters: ReadonlyMap<string, string> = new Map([
  ...rowsFrom(0x1200, MAIN),
  ...from(0x1358, words(LAST)),
  ...from(0x1380, words(SUPPLEMENT)),
  ...from(0x2d80, words(EXTENDED)),
  ...rowsFrom(0x2da0, EXTENDED_ROWS),
  ...rowsFrom(0xab00, EXTENDED_A_ROWS).filter(([, latin]) => !/[^a]a$/.test(latin)),
  ...rowsFrom(0xab20, EXTENDED_A_FURTHER)
])

/** Marks, of which the longest that stands at a place counts. */
const marks: ReadonlyMap<string, string> = new Map([
  ["፡፡", "."],
  ["፡-", ":"],
  ["፡ ", ", "],
  ["፡", " "],
  ["።", "."],
  ["፣", ","],
  ["፤", ";"],
  ["፥", ":"],
  ["፦", ":"],
  ["፧", "?"]
])

/** Signs of length, which no letter is written for. */
const SILENT = /[\u135d-\u135f]/gu
/** Letters of Ethiopic, and its marks with what two of them are together. */
const WRITTEN = /፡[፡\- ]|[\u1200-\u1399\u2d80-\u2dde\uab01-\uab2e]/gu
/** Accents over Latin letters, apart from those: café is written cafe. */
const ACCENTED = /\p{Script=Latin}\p{M}+/gu

/** The text with all Ethiopic letters and marks in Latin; numerals and other scripts as they are. */
export const romanized = (text: string): string =>
  text
    .replace(SILENT, "")
    .replace(WRITTEN, (sign) => marks.get(sign) ?? letters.get(sign) ?? sign)
    .normalize("NFD")
    .replace(ACCENTED, (letter) => letter.slice(0, 1))
    .normalize("NFC")
