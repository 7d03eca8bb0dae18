/** The orders of Ethiopic letters: eight code points a row, the vowels in a fixed sequence. */

/** 1 (ሀ) to 7 (ሆ); 8 for the labialised. */
export const orderOf = (fidel: string): number => (fidel.charCodeAt(0) % 8) + 1

/** Rows that have their own letter for a consonant, w and a; the first of each. */
const labialised: ReadonlyMap<string, string> = new Map([
  ...Array.from("ለመረሰሠሸበተቸነኘዘዠደጀጠጨጸፈ", (first) => [first, String.fromCharCode(first.charCodeAt(0) + 7)] as const),
  ["ቀ", "ቋ"],
  ["ኀ", "ኋ"],
  ["ከ", "ኳ"],
  ["ገ", "ጓ"]
])

/** The letter of the same row with another vowel. */
export const inOrder = (fidel: string, order: number): string => {
  const code = fidel.charCodeAt(0)
  return String.fromCharCode(code - (code % 8) + order - 1)
}

/** The letter with w and a, as in ቋ; two letters where the row has none. */
export const withWa = (fidel: string): string => labialised.get(inOrder(fidel, 1)) ?? `${inOrder(fidel, 6)}ዋ`
