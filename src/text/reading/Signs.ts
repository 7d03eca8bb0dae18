/** Signs that a reader says, and those that are passed over. */
import type { Language } from "../../Domain.ts"
import { numberWords } from "./Amounts.ts"
import { classOf, type Rule } from "./Rule.ts"

const said: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: {
    "&": "እና",
    "+": "ሲደመር",
    "=": "እኩል ይሆናል",
    "@": "አት",
    "°": "ዲግሪ",
    "€": "ዩሮ",
    "£": "ፓውንድ",
    "½": "ግማሽ",
    "%": "በመቶ"
  },
  om: {
    "&": "fi",
    "@": "at",
    "°": "digirii",
    $: "doolaara",
    "€": "yuuroo",
    "£": "paawondii",
    "½": "walakkaa",
    "%": "dhibbeentaa"
  }
}

const rule = (language: Language): Rule => ({
  kind: "sign",
  language,
  needs: ["symbol"],
  pattern: classOf(Object.keys(said[language])),
  read: ({ found }) => said[language][found]
})

/** Signs with no sound that an engine would name, and blanks that it would ignore. */
const silent: Rule = {
  kind: "silent",
  needs: ["symbol", "stop"],
  pattern: "[\\/\\\\_*#~^`\\|<>\\u200b]",
  read: () => " "
}

/** Numbers in other forms: ², ½ where it is no amount; those of scripts that count otherwise have no words. */
const otherNumbers: Rule = {
  kind: "number",
  needs: ["symbol"],
  pattern: "\\p{N}",
  read: ({ found, language }) =>
    Array.from(found.normalize("NFKC").matchAll(/[0-9]+/g), ([digits]) => numberWords(language, digits)).join(" ")
}

export const signs: ReadonlyArray<Rule> = [rule("am"), rule("om"), silent, otherNumbers]
