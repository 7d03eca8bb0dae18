/** Amharic words in the engine's mnemonics: fidel, then long consonants, then ɨ. */
import { withEpenthesis } from "./Epenthesis.ts"
import type { Segment } from "./FidelPhonemes.ts"
import { geminated } from "./Gemination.ts"
import { consonant, type Sound, vowel } from "./Mnemonics.ts"

/** A long consonant is long at its beginning: k:w, s:?. Long b would be heard as the b between vowels, and is said twice. */
const consonantSounds = ({ consonant: code, long }: Segment): ReadonlyArray<Sound> => {
  const second = /[w?]$/.exec(code)?.[0] ?? ""
  const first = second !== "" && code.length > 1 ? code.slice(0, -1) : code
  const rest = first === code ? [] : [consonant(second)]
  if (long && first === "b") return [consonant("b"), consonant("b"), ...rest]
  return [consonant(first, long && first !== "?"), ...rest]
}

const soundsOf = (segments: ReadonlyArray<Segment>): ReadonlyArray<Sound> =>
  segments.flatMap((segment) => [...consonantSounds(segment), ...(segment.vowel === "" ? [] : [vowel(segment.vowel)])])

/** A glottal stop that no vowel follows is not heard: ረቡዕ. */
const audible = (segments: ReadonlyArray<Segment>): ReadonlyArray<Segment> => {
  const last = segments.at(-1)
  return last?.consonant === "?" && last.vowel === "" && segments.length > 1 ? segments.slice(0, -1) : segments
}

/** The sounds of a word of fidel. */
export const amharicWord = (word: string): ReadonlyArray<Sound> => {
  const parts = geminated(word).map((part) => audible(part))
  const said = parts.flatMap((segments) => withEpenthesis(segments))
  return soundsOf(said.length === 1 ? said.map((only) => (only.vowel === "" ? { ...only, vowel: "y" } : only)) : said)
}
