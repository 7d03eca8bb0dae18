/** What is around two numbers with a mark between them. */
import { plain } from "./Amounts.ts"

/** Before them is nothing that they could be a part of. */
export const alone = "(?<![\\d][.,\\-\\/]?|[\\p{Script=Latin}\\p{M}])"
/** The same behind them. */
export const notMore = "(?![\\d\\/]|:(?! )|[.,\\-]\\d)"

/** How far a word tells: UTF-16 code units on either side. */
export const reach = 40

/** UTF-16 code units on either side that a list or a question takes at most. */
const listReach = 240

/** What stands around a match, as far as a list goes: bounded, so that a text is read in linear time. */
export const around = ({
  end,
  start,
  text
}: {
  readonly end: number
  readonly start: number
  readonly text: string
}): string => text.slice(Math.max(0, start - listReach), end + listReach)

/** ½, 2¼: the whole, and the two sides of the fraction. */
const vulgar = /^(\d*) ?(\d)\u2044(\d)$/

/** What a number is worth; NaN where it is none. */
export const value = (written = ""): number => {
  const [, whole = "", above, below] =
    vulgar.exec(written.replace(/[¼½¾⅐-⅞]/, (sign) => ` ${sign.normalize("NFKC")}`)) ?? []
  return above === undefined ? Number(plain(written)) : Number(whole) + Number(above) / Number(below)
}
