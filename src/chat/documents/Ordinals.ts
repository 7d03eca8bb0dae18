/** Numbers of lists and clauses, in the notations that Word has for them (ECMA-376 part 1, 17.18.59). */

const ROMAN: ReadonlyArray<readonly [value: number, letters: string]> = [
  [1000, "M"],
  [900, "CM"],
  [500, "D"],
  [400, "CD"],
  [100, "C"],
  [90, "XC"],
  [50, "L"],
  [40, "XL"],
  [10, "X"],
  [9, "IX"],
  [5, "V"],
  [4, "IV"],
  [1, "I"]
]

/** Above this, Roman numbers and letters would only grow long. */
const LARGEST = 32_767

const roman = (number: number): string => {
  let rest = number
  let text = ""
  for (const [value, letters] of ROMAN) {
    text += letters.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

/** After Z come AA, BB, and so on. */
const letter = (number: number): string =>
  String.fromCharCode(65 + ((number - 1) % 26)).repeat(Math.floor((number - 1) / 26) + 1)

const ending = (number: number): string => {
  const tens = number % 100
  if (tens > 10 && tens < 14) return "th"
  return ["th", "st", "nd", "rd"][number % 10] ?? "th"
}

const notations: Readonly<Record<string, (number: number) => string>> = {
  none: () => "",
  upperRoman: roman,
  lowerRoman: (number) => roman(number).toLowerCase(),
  upperLetter: letter,
  lowerLetter: (number) => letter(number).toLowerCase(),
  ordinal: (number) => `${number}${ending(number)}`,
  decimalZero: (number) => String(number).padStart(2, "0"),
  decimalEnclosedParen: (number) => `(${number})`,
  decimalEnclosedFullstop: (number) => `${number}.`,
  numberInDash: (number) => `- ${number} -`,
  hex: (number) => number.toString(16).toUpperCase()
}

/** A number in a notation; in digits where the notation is another, or has no such number. */
export const ordinal = (number: number, notation: string): string => {
  const write = notations[notation]
  const isWritten = write !== undefined && (notation === "none" || (number > 0 && number <= LARGEST))
  return isWritten ? write(number) : String(number)
}
