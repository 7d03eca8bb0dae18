/** Voices of the engine differ in loudness by 6 dB; Oromo comes out so loud that its peaks are cut. */
import type { Language } from "../../Domain.ts"

/** The engine's volume (its default is 100) at which a variant speaks Amharic at −21 dBFS, as measured. */
const volumes: ReadonlyMap<string, number> = new Map([
  ["f1", 80],
  ["f2", 78],
  ["f3", 82],
  ["f4", 80],
  ["f5", 90],
  ["m1", 112],
  ["m2", 108],
  ["m3", 98],
  ["m4", 98],
  ["m5", 100],
  ["m6", 96],
  ["m7", 80]
])

/** For variants that were not measured: low enough for the loudest of them. */
const unknownVariant = 60

/** How much less volume a language needs than Amharic. */
const languages: Readonly<Record<Language, number>> = { am: 1, om: 0.78 }

/** The volume at which all voices sound alike in loudness, with 4 dB to spare for their peaks. */
export const volume = (language: Language, variant: string): number =>
  Math.round((volumes.get(variant) ?? unknownVariant) * languages[language])
