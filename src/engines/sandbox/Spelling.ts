/**
 * When two spellings are the same phrase: letters that sound alike in Amharic,
 * the apostrophes of Qubee, contractions of English, case, spaces, commas.
 */
import { soundAlike } from "../../text/Fidel.ts"
import { letterPairs } from "../../text/LetterPairs.ts"
import { APOSTROPHES } from "../../text/Search.ts"
import type { WrittenLanguage } from "../TextModel.ts"

/** Single fidel that are written for one another; the first and fourth order of ሀ and አ are both "a". */
const sameFidel = letterPairs("ሃ:ሀ ኣ:አ ሗ:ኋ ቈ:ቆ ቊ:ቁ ኰ:ኮ ጐ:ጎ")
const orders = 7

const commonFidel: ReadonlyMap<string, string> = (() => {
  const same = new Map(sameFidel)
  const rows = soundAlike.flatMap(([row, common]) =>
    Array.from({ length: orders }, (_, order) => {
      const written = String.fromCharCode(common.charCodeAt(0) + order)
      return [String.fromCharCode(row.charCodeAt(0) + order), same.get(written) ?? written] as const
    })
  )
  return new Map([...rows, ...sameFidel])
})()

const contractions: ReadonlyArray<readonly [written: RegExp, full: string]> = [
  [/\bi'm\b/g, "i am"],
  [/\blet's\b/g, "let us"],
  [/\b(it|he|she|that|what|where|who|how|there)'s\b/g, "$1 is"],
  [/\b(you|we|they)'re\b/g, "$1 are"],
  [/\b(i|you|he|she|it|we|they)'ll\b/g, "$1 will"],
  [/\b(i|you|we|they)'ve\b/g, "$1 have"],
  [/\bcan't\b|\bcan not\b/g, "cannot"],
  [/\bwon't\b/g, "will not"],
  [/\b(do|does|did|is|are|was|were|has|have|could|would)n't\b/g, "$1 not"]
]

const apostrophes = new RegExp(`[${APOSTROPHES}]`, "g")

/** The one spelling by which `phrase` is known, without marks around it. */
export const normalise = (language: WrittenLanguage, phrase: string): string => {
  const plain = phrase
    .normalize("NFC")
    .toLowerCase()
    .replace(apostrophes, "'")
    .replace(/[,፣፡]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
  if (language === "am") return Array.from(plain, (fidel) => commonFidel.get(fidel) ?? fidel).join("")
  if (language === "om") return plain
  return contractions.reduce((text, [written, full]) => text.replace(written, full), plain)
}
