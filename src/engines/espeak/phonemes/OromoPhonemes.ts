/**
 * Qubee, the Latin alphabet of Afaan Oromo, as sounds. Each letter and digraph
 * has one sound, and doubled letters are long (Owens 1985, A Grammar of Harar
 * Oromo, 7–27; Gragg 1976; Lloret 1997). The engine's own rules say y as a
 * vowel, z as "ts", a hudhaa as a pause, and long c, f, j, w and digraphs twice.
 */
import { letterPairs } from "../../../text/LetterPairs.ts"
import { consonant, type Sound, vowel } from "./Mnemonics.ts"

/** c, q, x and ph are ejectives, for which the voice has sounds, as for dh. */
const letters: ReadonlyMap<string, string> = new Map(
  letterPairs(
    "b:b c:tS` d:d f:f g:g h:h j:dZ k:k l:l m:m n:n p:p q:k` r:r s:s t:t v:v w:w x:t` y:j z:z ch:tS dh:D ny:n^ ph:P sh:S ts:ts zy:Z ':?"
  )
)

const isVowel = (letter: string): boolean => letter !== "" && "aeiou".includes(letter)

/** How often `part` stands in a row. */
const repeats = (word: string, part: string, at: number): number => {
  let count = 0
  while (word.startsWith(part, at + count * part.length)) count++
  return count
}

/** The consonant at `at`, how long it is written, and whether that makes it long. */
const consonantAt = (word: string, at: number): { readonly part: string; readonly length: number; long: boolean } => {
  const pair = word.slice(at, at + 2)
  if (pair.length === 2 && letters.has(pair)) {
    const count = repeats(word, pair, at)
    return { part: pair, length: 2 * count, long: count > 1 }
  }
  const letter = word.charAt(at)
  const count = repeats(word, letter, at)
  // Of a digraph that is doubled by its first letter alone (cch, ddh, nny, ssh), the last one begins it.
  const doubled = word.slice(at + count - 1, at + count + 1)
  if (count > 1 && letters.has(doubled)) return { part: doubled, length: count + 1, long: true }
  return { part: letter, length: count, long: count > 1 }
}

const consonantSounds = (part: string, long: boolean): ReadonlyArray<Sound> => {
  if (part === "ts") return [consonant("t", long), consonant("s")]
  const code = letters.get(part)
  return code === undefined ? [] : [consonant(code, long && code !== "?")]
}

/** Sounds of letters in a row. */
const soundsOf = (word: string): ReadonlyArray<Sound> => {
  const sounds: Array<Sound> = []
  for (let at = 0; at < word.length; ) {
    const letter = word.charAt(at)
    if (isVowel(letter)) {
      const count = repeats(word, letter, at)
      sounds.push(vowel(letter, count > 1))
      at += count
    } else {
      const { length, long, part } = consonantAt(word, at)
      sounds.push(...consonantSounds(part, long))
      at += length
    }
  }
  return sounds
}

/** Names of the letters: vowels and consonants with a long a, baa, caa (the engine's `om_list`). */
const named = (sound: Sound): ReadonlyArray<Sound> =>
  sound.vowel ? [{ ...sound, long: true }] : [{ ...sound, long: false }, vowel("a", true)]

/**
 * The sounds of a word of Latin letters and apostrophes, in lower case. A letter
 * by itself is named, and so are those of a word without a vowel, as words of
 * their own.
 */
export const oromoWords = (word: string): ReadonlyArray<ReadonlyArray<Sound>> => {
  const sounds = soundsOf(word)
  const letters = sounds.filter(({ code }) => code !== "?")
  if (letters.length > 1 && letters.some((sound) => sound.vowel)) return [sounds]
  return letters.map(named)
}
