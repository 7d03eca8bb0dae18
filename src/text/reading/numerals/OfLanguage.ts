import type { Language } from "../../../Domain.ts"
import { amharic } from "./AmharicNumerals.ts"
import type { Numerals } from "./Numerals.ts"
import { oromo } from "./OromoNumerals.ts"

/** The numbers of each language in words. */
export const numerals: Readonly<Record<Language, Numerals>> = { am: amharic, om: oromo }
