/** Which of the two languages a text is in, as far as its script tells. */
import { isEthiopicLetter, isLatinLetter } from "./Letters.ts"

/**
 * Amharic where no more of the letters are Latin than Ethiopic (of a text of
 * digits alone nothing can be told), else Afaan Oromo. In time linear in the text's length.
 */
export const languageOf = (text: string): "am" | "om" => {
  let latin = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (isLatinLetter(unit)) latin++
    else if (isEthiopicLetter(unit)) latin--
  }
  return latin > 0 ? "om" : "am"
}
