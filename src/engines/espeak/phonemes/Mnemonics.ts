/**
 * Phonemes as eSpeak NG's mnemonics write them, one word at a time, with the
 * stress that the voice's own rules would give. The mnemonics are those of
 * `phsource/phonemes` (table base1), `ph_oromo` and `ph_amhari` of eSpeak NG.
 */
import type { Language } from "../../../Domain.ts"

/** One sound of a word. */
export interface Sound {
  readonly code: string
  readonly vowel: boolean
  readonly long: boolean
}

export const vowel = (code: string, long = false): Sound => ({ code, vowel: true, long })
export const consonant = (code: string, long = false): Sound => ({ code, vowel: false, long })

/**
 * The engine takes the longest mnemonic that fits: t and S side by side would
 * be the tS of "church". And it takes a colon or question mark before a quote
 * for the end of a clause. A bar parts the two.
 */
const runTogether = /^(?:[td]S|dZ|[:?]')/

const joined = (sounds: ReadonlyArray<string>): string => {
  let written = ""
  let before = ""
  for (const sound of sounds) {
    if (runTogether.test(before.slice(-1) + sound)) written += "|"
    // Right after a long vowel the engine would leave a glottal stop out.
    else if (sound === "?" && before.endsWith(":")) written += "_|"
    written += sound
    before = sound
  }
  return written
}

/** Marks before a vowel. An unstressed vowel has none. */
const marks = { primary: "'", secondary: ",", diminished: "%%", none: "" } as const
type Stress = keyof typeof marks

/**
 * Oromo: the last syllable but one, or the last where it alone of the two is
 * long; every other one before that a little less; the last is weak (the
 * engine's rule STRESSPOSN_2R with S_FINAL_LONG, `tr_languages.c`). High tone
 * falls on these two in Oromo nouns (Owens 1985, 28–37).
 */
const oromoStress = (vowels: ReadonlyArray<Sound>): ReadonlyArray<Stress> => {
  const last = vowels.length - 1
  const before = vowels[last - 1]
  const heavyEnd = vowels[last]?.long === true && before?.long === false
  const primary = before === undefined || heavyEnd ? last : last - 1
  const stresses: Array<Stress> = vowels.map((_, at) => (at === primary ? "primary" : "none"))
  for (let at = 0; at < last; at++) {
    const free = [at - 1, at, at + 1].every((near) => (stresses[near] ?? "none") === "none")
    if (free) stresses[at] = "secondary"
  }
  if (last > 0 && stresses[last] === "none") stresses[last] = "diminished"
  return stresses
}

/** Amharic: the first syllable; all others weak but the last but one (the engine's STRESSPOSN_1L with S_FINAL_DIM). */
const amharicStress = (vowels: ReadonlyArray<Sound>): ReadonlyArray<Stress> =>
  vowels.map((_, at) => (at === 0 ? "primary" : at === vowels.length - 2 ? "none" : "diminished"))

const stressOf: Readonly<Record<Language, typeof oromoStress>> = { am: amharicStress, om: oromoStress }

/** The engine's own rules say a short i that is not stressed laxer (`ph_oromo`), but not one that is given as a phoneme. */
const reduced = (language: Language, { code, long }: Sound, stress: Stress): string =>
  language === "om" && code === "i" && !long && (stress === "none" || stress === "diminished") ? "I" : code

/** The mnemonics of a word. */
export const mnemonics = (language: Language, sounds: ReadonlyArray<Sound>): string => {
  const stresses = stressOf[language](sounds.filter((sound) => sound.vowel))
  let vowels = 0
  return joined(
    sounds.map((sound) => {
      if (!sound.vowel) return sound.code + (sound.long ? ":" : "")
      const stress = stresses[vowels++] ?? "none"
      return marks[stress] + reduced(language, sound, stress) + (sound.long ? ":" : "")
    })
  )
}
