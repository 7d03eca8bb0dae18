import type { Language } from "../../../Domain.ts"
import { amharic } from "./Amharic.ts"
import type { Numerals } from "./Numerals.ts"
import { oromo } from "./Oromo.ts"

/** The numbers of each language in words. */
export const numerals: Readonly<Record<Language, Numerals>> = { am: amharic, om: oromo }
