/** What stands raised or lowered, where letters of one line have signs for it: 10⁶, m², H₂O. */

const table = (plain: string, shifted: string): ReadonlyMap<string, string> => {
  const signs = [...shifted]
  return new Map([...plain].map((character, index) => [character, signs[index] ?? character]))
}

const RAISED = table("0123456789+-−=()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ")
const LOWERED = table("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")

/** Longer than this it is a text that somebody wrote small. */
const LONGEST = 32

/** Where text stands: on the line, above it, or below it. */
export type Script = "line" | "raised" | "lowered"

const NAMES: Readonly<Record<string, Script>> = { superscript: "raised", subscript: "lowered" }

/** As Office Open XML names it. */
export const scriptNamed = (name: string | undefined): Script => NAMES[name ?? ""] ?? "line"

/** The text in the signs that there are; as it is where one has none, as in `1st`. */
export const inScript = (text: string, script: Script): string => {
  if (script === "line" || text.length > LONGEST) return text
  const signs = script === "raised" ? RAISED : LOWERED
  const characters = [...text]
  return characters.every((character) => signs.has(character))
    ? characters.map((character) => signs.get(character) ?? character).join("")
    : text
}
