/** What the engine says of words, in its own mnemonics: for whoever improves the pronunciation. */
import type { Module } from "@echogarden/espeak-ng-emscripten"
import type { Language } from "../../Domain.ts"
import { longestSentence, sentences } from "../../text/Phrases.ts"
import { loadModule } from "./Module.ts"
import { respell } from "./Respelling.ts"

/**
 * The mnemonics of words as they are spoken, English ones in Amharic too:
 * phonemes parted by `_`, words by a space, clauses by ` | `.
 */
export type Phonemes = (language: Language, words: string) => string

const textAt = (memory: Uint8Array, address: number): string =>
  new TextDecoder().decode(memory.subarray(address, memory.indexOf(0, address)))

export const makePhonemes = (module: Module): Phonemes => {
  const speaker = new module.eSpeakNGWorker()
  // As long as a sentence takes.
  let voice: Language | undefined
  return (language, words) => {
    if (voice !== language) speaker.set_voice(language)
    voice = language
    // For a text at once the engine takes time in proportion to the square of its length: 13 s for 40,000 characters.
    const parts = words.length > longestSentence ? sentences(words).map(({ text }) => text) : [words]
    return parts
      .map((part) => {
        const { ptr } = speaker.convert_to_phonemes(respell(language, part).spoken, false)
        return textAt(module.HEAPU8, ptr).trim()
      })
      .filter((said) => said !== "")
      .join(" | ")
  }
}

export const load = async (): Promise<Phonemes> => makePhonemes(await loadModule())
