/** The orders of Ethiopic letters: eight code points a row, the vowels in a fixed sequence. */

/** 1 (ሀ) to 7 (ሆ); 8 for the labialised. */
export const orderOf = (fidel: string): number => (fidel.charCodeAt(0) % 8) + 1

/** The letter of the same row with another vowel. */
export const inOrder = (fidel: string, order: number): string => {
  const code = fidel.charCodeAt(0)
  return String.fromCharCode(code - (code % 8) + order - 1)
}
