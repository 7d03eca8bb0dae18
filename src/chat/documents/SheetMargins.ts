/** What the pages of a sheet have at their heads and feet (ECMA-376 part 1, 18.3.1.46). */
import type { Margin, Margins } from "./Margins.ts"
import * as Xml from "./Xml.ts"

const MARGINS: ReadonlyMap<string, Margin> = new Map([
  ["oddHeader", "header"],
  ["oddFooter", "footer"],
  ["evenHeader", "header"],
  ["evenFooter", "footer"],
  ["firstHeader", "header"],
  ["firstFooter", "footer"]
])

/** Characters of one that are read; Excel takes 255. */
const LONGEST = 2_000

/** A code: a font in quotes, a colour, a size, one of three places, or what is filled in, such as the number of the page. */
const CODE = /&(?:"[^"]*"|K[\da-fA-F]{6}|K\d\d[+-]\d{3}|\d{1,3}|.)/gs

/** The texts of the left, the middle and the right, and whether they say more than what is filled in. */
const shown = (code: string, sheet: string): { readonly text: string; readonly hasWords: boolean } => {
  const replaced = code.slice(0, LONGEST).replace(CODE, (found) => {
    if (found === "&&") return "&"
    if (found === "&A") return sheet
    if (found === "&L" || found === "&C" || found === "&R") return "\n"
    return found === "&P" || found === "&N" ? "…" : ""
  })
  const parts = replaced.split("\n").map((part) => part.trim())
  return { text: parts.filter((part) => part !== "").join("\n"), hasWords: /[\p{L}\p{N}]/u.test(replaced) }
}

/** Reads the heads and feet of a sheet; `say` gets their lines. */
export const sheetMargins = (sheet: string, margins: Margins, say: (line: string) => void) => {
  let hasEven = false
  let hasFirst = false
  let margin: Margin | undefined
  let code = ""
  return {
    open: (name: string, attributes: Xml.Attributes): void => {
      if (name === "headerFooter") {
        hasEven = Xml.isTrue(attributes.get("differentOddEven"))
        hasFirst = Xml.isTrue(attributes.get("differentFirst"))
      }
      const isPrinted = name.startsWith("even") ? hasEven : name.startsWith("first") ? hasFirst : true
      margin = isPrinted ? MARGINS.get(name) : undefined
      code = ""
    },
    text: (text: string): void => {
      if (margin !== undefined && code.length < LONGEST) code += text
    },
    close: (): void => {
      if (margin === undefined) return
      const { hasWords, text } = shown(code, sheet)
      const line = hasWords ? margins.lineOf(margin, text, hasWords) : undefined
      if (line !== undefined) say(line)
      margin = undefined
    }
  }
}
