/** Places on a map: 9°03'N, 38.7° E. */
import type { Language } from "../../Domain.ts"
import { joined, prefix } from "./Affixes.ts"
import { numberWords } from "./Amounts.ts"
import { spaced } from "./numerals/Numerals.ts"
import type { Rule } from "./Rule.ts"
import { notInNumber } from "./Units.ts"

const sides: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  am: { N: "ሰሜን", S: "ደቡብ", E: "ምሥራቅ", W: "ምዕራብ" },
  om: { N: "kaaba", S: "kibba", E: "baha", W: "dhiha" }
}
const angles: Readonly<Record<Language, readonly [degree: string, minute: string, second: string]>> = {
  am: ["ዲግሪ", "ደቂቃ", "ሰከንድ"],
  om: ["digirii", "daqiiqaa", "sekondii"]
}

const place = (language: Language): Rule => ({
  kind: "measure",
  language,
  needs: ["symbol"],
  cue: "° ?[\\dNSEW]",
  pattern: `${notInNumber}${prefix[language]}(?<degrees>\\d{1,3}(?:\\.\\d+)?)° ?(?:(?<minutes>\\d{1,2}(?:\\.\\d+)?)['′’] ?(?:(?<seconds>\\d{1,2}(?:\\.\\d+)?)(?:["″”]|'') ?)?(?<side>[NSEW])?|(?<side>[NSEW]))(?![\\p{L}\\p{N}])`,
  read: ({ groups }) => {
    const { degrees, minutes, seconds, side = "" } = groups
    const parts = [degrees, minutes, seconds].flatMap((amount, at) => {
      if (amount === undefined) return []
      const [name, number] = [angles[language][at] ?? "", numberWords(language, amount.replace(/^0(?=\d)/, ""))]
      return [language === "am" ? `${number} ${name}` : `${name} ${number}`]
    })
    return joined(language, spaced(...parts, sides[language][side] ?? ""), groups)
  }
})

export const coordinates: ReadonlyArray<Rule> = [place("am"), place("om")]
