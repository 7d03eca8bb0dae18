/** What is around two numbers with a mark between them. */
import { plain } from "./Amounts.ts"

/** Before them is nothing that they could be a part of. */
export const alone = "(?<![\\d][.,\\-\\/]?|[\\p{Script=Latin}\\p{M}])"
/** The same behind them. */
export const notMore = "(?![\\d\\/]|:(?! )|[.,\\-]\\d)"

/** How far a word tells: UTF-16 code units on either side. */
export const reach = 40

/** What a number of digits is worth; NaN where it is none. */
export const value = (written = ""): number => Number(plain(written))
