/** Words in the letters that a model's family was trained on. */
import type { ModelManifest } from "../../models/Manifest.ts"
import { romanized } from "./Uroman.ts"

/** Signs that are written for hudhaa, the Oromo glottal stop. */
const HUDHAA = /[\u2018\u2019\u02bc\u02be\u02bf\u0060\u00b4]/gu

/** On one line, without blanks at its ends: no model has a letter for a line's end. */
const onOneLine = (words: string): string => words.replaceAll(/\s+/gu, " ").trim()

/**
 * MMS models know the small letters of the text that they were trained on: of Amharic what uroman made of it
 * (`is_uroman` of their `config.json`), of Oromo Qubee itself, which that step would leave as it is. What a model has no
 * letter for, punctuation mostly, it leaves out itself.
 */
export const spokenLetters = (family: ModelManifest["family"], words: string): string =>
  onOneLine(family === "mms" ? romanized(words.replaceAll(HUDHAA, "'")).toLowerCase() : words)
