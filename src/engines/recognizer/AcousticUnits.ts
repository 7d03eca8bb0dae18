/** What the acoustic model tells apart: the sounds of a language as it is written. */
import type { Language } from "../../Domain.ts"
import { amharicUnits } from "./AmharicUnits.ts"
import { oromoUnits } from "./OromoUnits.ts"

/**
 * Each unit is one character of `symbols`, so that words are plain strings of
 * them. The model's outputs are: blank, then the symbols in order.
 */
export interface Units {
  readonly symbols: string
  /** Writing to units, words parted by one space; what has no sound is left out. */
  readonly read: (text: string) => string
  /** The units of one word to writing, in one spelling of all that sound alike. */
  readonly write: (word: string) => string
}

/** The symbol between words. */
export const SPACE = " "

export const units: Readonly<Record<Language, Units>> = { am: amharicUnits, om: oromoUnits }
