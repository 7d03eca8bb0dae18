/** Names of places and people whose first part is a letter: M/Adaamaa, G/Mariyaam, Sh. Lixaa. */
import type { Rule } from "../Rule.ts"
import { wordStart } from "./OromoDays.ts"

/** M/Adaamaa, G/Arsii: a letter for what a name is the name of; before a word in small letters `mana`. */
export const places: ReadonlyMap<string, string> = new Map([
  ["M", "magaalaa"],
  ["G", "godina"],
  ["A", "aanaa"],
  ["W", "waajjira"],
  ["B", "biiroo"],
  ["I", "itti aanaa"],
  ["L", "lakkoofsa"]
])

/** G/Mariyaam, H/Sillaasee: names of two words, of which the first is a letter (Gabra, Hayila, Walda, Takla and their like). */
const ofSaints: ReadonlyMap<string, string> = new Map([
  ["G", "Gabra"],
  ["H", "Hayila"],
  ["W", "Walda"],
  ["T", "Takla"],
  ["K", "Kidaana"],
  ["A", "Atsqa"],
  ["S", "Sahila"],
  ["F", "Fiqra"],
  ["B", "Birhaana"]
])
const saints =
  /^(?:Ma[ar]+[iy]+aa?m|Si?llaa?see?|Se?laa?ss?i+e?|Giyoo?r?gii?s|Mikaa?'?eel|Mikaa?'?el|Gabri'?eel|Ruufaa?'?eel|Yesuu?s|Iyyasuu?s|Kiristoos|Haa?yimaa?noo?t|Madhin|Maadiin|Yohaannis|Amaanu'?eel|Kidaan|Mas[kq]al|Xsadiq|Tsaadiq|Hiwoot|[EI]gziy?'?[ah]?aa?bi?hee?r|Waaq(?:ayyoo?)?)(?:iin|tti|rraa|n|f|s)?$/

/** The name with its letter in full; undefined where it is none. */
export const place = (written: string): string | undefined => {
  const [, letter = "", name = ""] = /^([A-Z])\/(\p{L}[\p{L}']{2,})$/u.exec(written) ?? []
  const first = saints.test(name) ? ofSaints.get(letter) : undefined
  if (first !== undefined) return `${first} ${name}`
  const kind = letter === "M" && /^\p{Ll}/u.test(name) ? "mana" : places.get(letter)
  return kind === undefined ? undefined : `${kind} ${name}`
}

/** G/02: a ward by its number. */
export const ward: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["digit"],
  cue: "G\\/0",
  pattern: `${wordStart}G\\/(?=0\\d(?![\\d\\/]))`,
  read: () => "ganda "
}

const regions: ReadonlyMap<string, string> = new Map([
  ["Sh", "Shawaa"],
  ["W", "Wallagga"],
  ["H", "Harargee"],
  ["A", "Arsii"]
])

/** Godina Sh. Lixaa: a half of a region. Before another name, Sh. is a sheikh. */
export const regionOrSheikh: Rule = {
  kind: "abbreviation",
  language: "om",
  needs: ["stop"],
  cue: "She?h?k?\\.|Sh\\/|[WHA][.\\/] ?[LBK]",
  pattern: `${wordStart}(?:(?<region>Sh|[WHA])(?:\\.|\\/) ?(?=(?:Lixaa|Bahaa|Kaabaa|Kibba))|She?h?k?\\.(?= \\p{Lu}\\p{Ll}))`,
  read: ({ groups: { region } }) => (region === undefined ? "Sheek" : `${regions.get(region) ?? ""} `)
}
