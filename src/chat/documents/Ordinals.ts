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

/** The letters of an alphabet; after the last come the first twice, and so on. */
const inLetters =
  (alphabet: string) =>
  (number: number): string => {
    const letters = [...alphabet]
    return (letters[(number - 1) % letters.length] ?? "").repeat(Math.floor((number - 1) / letters.length) + 1)
  }

/** Signs for the first numbers; digits behind them. */
const inSigns =
  (signs: string) =>
  (number: number): string =>
    [...signs][number - 1] ?? String(number)

/** Numbers in other digits than ours. */
const inDigits =
  (digits: string) =>
  (number: number): string =>
    [...String(number)].map((digit) => [...digits][Number(digit)] ?? "").join("")

const CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
const FULL_WIDTH = "０１２３４５６７８９"
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
const letter = inLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

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
  hex: (number) => number.toString(16).toUpperCase(),
  chicago: inLetters("*†‡§"),
  decimalEnclosedCircle: inSigns(CIRCLED),
  decimalEnclosedCircleChinese: inSigns(CIRCLED),
  ideographEnclosedCircle: inSigns("㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉"),
  ideographTraditional: inSigns("甲乙丙丁戊己庚辛壬癸"),
  ideographZodiac: inSigns("子丑寅卯辰巳午未申酉戌亥"),
  ideographDigital: inDigits("〇一二三四五六七八九"),
  decimalFullWidth: inDigits(FULL_WIDTH),
  decimalFullWidth2: inDigits(FULL_WIDTH),
  thaiNumbers: inDigits("๐๑๒๓๔๕๖๗๘๙"),
  hindiNumbers: inDigits("०१२३४५६७८९"),
  arabicAlpha: inLetters("أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
  russianLower: inLetters(RUSSIAN),
  russianUpper: inLetters(RUSSIAN.toUpperCase())
}

/** `001, 002, 003, ...`: digits of which there are at least so many. */
const padded = (number: number, notation: string): string => {
  const width = /^(0{1,9}1)\b/.exec(notation)?.[1]?.length ?? 0
  return String(number).padStart(width, "0")
}

/**
 * A number in a notation, by its name or by an example of it; in digits where the notation is another, or has no
 * such number: Word's names of numbers in words, and its counts in Hebrew, Chinese, Japanese and Korean.
 */
export const ordinal = (number: number, notation: string): string => {
  const write = notations[notation]
  const isWritten = write !== undefined && (notation === "none" || (number > 0 && number <= LARGEST))
  return isWritten ? write(number) : padded(number, notation)
}
