/** Whether a verb of saying follows: a quotation and its "አለ" or "jedhe" are one sentence. */
import { isEthiopicLetter, isLatinLetter } from "./Letters.ts"
import { sayingBeginnings, sayingVerbs } from "./SayingVerbs.ts"
import { APOSTROPHES } from "./Search.ts"

/** The verb is among so many words: somebody may stand before it ("…» አበበ አለ"). */
const WORDS = 3
/** No longer word is a verb of saying or a name. */
const LONGEST = 24

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "gu")
const SPACE = 0x20

const isWordPart = (text: string, at: number): boolean => {
  const unit = text.charCodeAt(at)
  return isEthiopicLetter(unit) || isLatinLetter(unit) || APOSTROPHES.includes(text.charAt(at))
}

const wordEnd = (text: string, from: number): number => {
  let to = from
  while (to < text.length && to - from <= LONGEST && isWordPart(text, to)) to++
  return to
}

/**
 * Whether what begins at `at`, behind a quotation, is a verb of saying, or who
 * said it and then the verb. Where there are no quotation marks (`quoted`
 * false), the verb itself must follow. While more text may come (`final`
 * false), undefined until that cannot change any more.
 */
export const isSaid = (text: string, at: number, quoted: boolean, final: boolean): boolean | undefined => {
  let from = at
  for (let count = 0; count < (quoted ? WORDS : 1); count++) {
    const to = wordEnd(text, from)
    const word = text.slice(from, to).toLowerCase().replace(apostrophes, "'")
    const isOpen = to === text.length && !final
    if (isOpen && (quoted || word === "" || sayingBeginnings.has(word))) return undefined
    if (word === "" || isOpen) return false
    if (sayingVerbs.has(word)) return true
    if (text.charCodeAt(to) !== SPACE) return false
    from = to + 1
  }
  return false
}
