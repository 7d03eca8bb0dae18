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

const inSum =
  (values: ReadonlyArray<readonly [value: number, letters: string]>) =>
  (number: number): string => {
    let rest = number
    let text = ""
    for (const [value, letters] of values) {
      text += letters.repeat(Math.floor(rest / value))
      rest %= value
    }
    return text
  }

const roman = inSum(ROMAN)

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
const COUNTED = "一二三四五六七八九"
const FULL_WIDTH = "０１２３４５６７８９"
const RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
const letter = inLetters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")

/** Up to so many, numbers are written in words, or in the signs of China, Japan and Korea. */
const MOST_IN_WORDS = 99

const ONES =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " "
  )
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
const ODD_ORDINALS: ReadonlyMap<string, string> = new Map([
  ["one", "first"],
  ["two", "second"],
  ["three", "third"],
  ["five", "fifth"],
  ["eight", "eighth"],
  ["nine", "ninth"],
  ["twelve", "twelfth"]
])

/** As words of a number. */
const inWords = (number: number): ReadonlyArray<string> => {
  if (number < 20) return [ONES[number] ?? ""]
  const ten = TENS[Math.floor(number / 10) - 2] ?? ""
  return number % 10 === 0 ? [ten] : [ten, ONES[number % 10] ?? ""]
}

const capital = (words: ReadonlyArray<string>): string => {
  const text = words.join("-")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

const inOrdinalWords = (number: number): string => {
  const words = inWords(number)
  const last = words.at(-1) ?? ""
  return capital([...words.slice(0, -1), ODD_ORDINALS.get(last) ?? `${last.replace(/y$/, "ie")}th`])
}

const inWordsUpTo = (write: (number: number) => string) => (number: number) =>
  number <= MOST_IN_WORDS ? write(number) : String(number)

/** Counted in tens: the signs of one to nine, and of ten; `eleven` is with or without the sign of one. */
const inTens = (signs: string, ten: string, withOne = false) =>
  inWordsUpTo((number) => {
    const [tens, ones] = [Math.floor(number / 10), number % 10]
    const sign = (value: number) => [...signs][value - 1] ?? ""
    const before = tens > 1 || withOne ? sign(tens) : ""
    return tens === 0 ? sign(ones) : before + ten + sign(ones)
  })

const HEBREW: ReadonlyArray<readonly [value: number, letters: string]> = [
  [400, "ת"],
  [300, "ש"],
  [200, "ר"],
  [100, "ק"],
  [90, "צ"],
  [80, "פ"],
  [70, "ע"],
  [60, "ס"],
  [50, "נ"],
  [40, "מ"],
  [30, "ל"],
  [20, "כ"],
  [16, "טז"],
  [15, "טו"],
  [10, "י"],
  [9, "ט"],
  [8, "ח"],
  [7, "ז"],
  [6, "ו"],
  [5, "ה"],
  [4, "ד"],
  [3, "ג"],
  [2, "ב"],
  [1, "א"]
]

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
  cardinalText: inWordsUpTo((number) => capital(inWords(number))),
  ordinalText: inWordsUpTo(inOrdinalWords),
  chineseCounting: inTens(COUNTED, "十"),
  chineseCountingThousand: inTens(COUNTED, "十"),
  taiwaneseCounting: inTens(COUNTED, "十"),
  taiwaneseCountingThousand: inTens(COUNTED, "十"),
  japaneseCounting: inTens(COUNTED, "十"),
  chineseLegalSimplified: inTens("壹贰叁肆伍陆柒捌玖", "拾", true),
  ideographLegalTraditional: inTens("壹貳參肆伍陸柒捌玖", "拾", true),
  japaneseLegal: inTens("壱弐参四五六七八九", "拾", true),
  koreanCounting: inTens("일이삼사오육칠팔구", "십"),
  koreanDigital: inDigits("영일이삼사오육칠팔구"),
  ganada: inLetters("가나다라마바사아자차카타파하"),
  chosung: inLetters("ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
  aiueoFullWidth: inLetters(
    "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
  ),
  hebrew1: inSum(HEBREW),
  hebrew2: inLetters("אבגדהוזחטיכלמנסעפצקרשת"),
  arabicAbjad: inLetters("أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
  thaiLetters: inLetters("กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
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
 * such number. Words are English, as Word's are where it knows none of the document's language.
 */
export const ordinal = (number: number, notation: string): string => {
  const write = notations[notation]
  const isWritten = write !== undefined && (notation === "none" || (number > 0 && number <= LARGEST))
  return isWritten ? write(number) : padded(number, notation)
}
