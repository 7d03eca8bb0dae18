/** Plates of vehicles: the region, the class of the vehicle, a number that is said sign by sign. */
import type { Language } from "../../Domain.ts"
import { affixed, end, type Of } from "./Affixed.ts"
import { anyOf, type Rule } from "./Rule.ts"
import { code, named, paused } from "./Spelled.ts"

const table = (lines: string): ReadonlyMap<string, string> =>
  new Map(
    lines.split("|").map((line) => {
      const at = line.indexOf(" ")
      return [line.slice(0, at), line.slice(at + 1)]
    })
  )

/** What plates have for a region, in fidel and Latin letters. */
const regions: Of<ReadonlyMap<string, string>> = {
  am: table(
    "AA አዲስ አበባ|አአ አዲስ አበባ|አ.አ አዲስ አበባ|አ.አ. አዲስ አበባ|አ/አ አዲስ አበባ|ኦሮ ኦሮሚያ|OR ኦሮሚያ|ORO ኦሮሚያ|Oro ኦሮሚያ|አማ አማራ|AM አማራ|AMH አማራ|ትግ ትግራይ|TG ትግራይ|ደሕ ደቡብ|ደህ ደቡብ|ደቡ ደቡብ|SP ደቡብ|አፋ አፋር|AF አፋር|ሶማ ሶማሌ|SM ሶማሌ|ቤጉ ቤኒሻንጉል ጉሙዝ|BG ቤኒሻንጉል ጉሙዝ|ጋም ጋምቤላ|GM ጋምቤላ|ሐረ ሐረሪ|HR ሐረሪ|ድሬ ድሬዳዋ|DD ድሬዳዋ|ሲዳ ሲዳማ|ኢት ኢትዮጵያ|ET ኢትዮጵያ"
  ),
  om: table(
    "AA Finfinnee|A.A Finfinnee|A.A. Finfinnee|F.F Finfinnee|አአ Finfinnee|Oro Oromiyaa|ORO Oromiyaa|OR Oromiyaa|Orom Oromiyaa|ኦሮ Oromiyaa|AM Amaaraa|AMH Amaaraa|TG Tigraay|SP Kibba|AF Affaar|SM Somaalee|BG Beenishaangul Gumuz|GM Gaambeellaa|HR Hararii|DD Dirree Dhawaa|ET Itoophiyaa"
  )
}

const region = (language: Language): Rule => ({
  kind: "plate",
  language,
  needs: ["long"],
  cue: "[1-9][ \\-](?:[A-Z][ \\-]?\\d{4}|\\d{5})",
  pattern: `(?<![\\p{L}\\p{N}])${anyOf(regions[language].keys())}(?= ?-?0?[1-9][ \\-](?:[A-Z][ \\-]?\\d{4,5}|\\d{5})(?!\\p{N}))`,
  read: ({ found }) => regions[language].get(found)
})

/** Words before the class, where no hyphen stands behind it: ኮድ 2 A12345. */
const word =
  "(?:[bB]aajaajii\\p{L}{0,2}|[dD]oqdoqqee\\p{L}{0,2}|ኮድ|ታርጋ\\p{L}{0,3}|ሰሌዳ\\p{L}{0,3}|(?:ሰሌዳ|ታርጋ) ቁጥር\\p{L}{0,2}|[kK]oodii|[kK]od\\.|[gG]abatee|[tT]aargaa|[gG]abatee \\p{L}{2,12})"

const number = affixed({
  kind: "plate",
  needs: ["long"],
  cue: "[1-9](?:[ \\-]| - )(?:[A-Z][ \\-]?)?\\d{4}",
  pattern: `(?:(?<![\\p{N}\\p{Script=Latin}][.,\\-]?)|(?<=(?<![\\p{L}\\p{N}])(?:(?:[A-Z]{2,4}|Orom?)-|[kK]od\\.)))(?<class>0?[1-9])(?:-|(?<=${word} ?0?[1-9]) (?:- )?)(?<number>[A-Z][ \\-]?\\d{4,5}|\\d{5}|(?<=${word} ?0?[1-9](?:[ \\-]| - ))\\d{4})${end}(?![.,\\-\\/]\\p{N})`,
  read: ({ groups: { class: vehicle = "", number: written = "" }, language }) =>
    paused(language, [named(language, vehicle), code(language, written.replace(/[ -]/, ""))])
})

/** 3-አ.አ-A45678, 3 አአ 12345: the region between. */
const regionBetween: Rule = {
  kind: "plate",
  language: "am",
  needs: ["long"],
  cue: "\\d[ \\-]?\\p{L}",
  pattern: `(?<![\\p{L}\\p{N}]|[\\p{N}][.,\\-])(?<class>0?[1-9])[ \\-]?(?<region>${anyOf(Array.from(regions.am.keys()).filter((name) => /[ሀ-ፚ]/.test(name)))})[ \\-]?(?<number>[A-Z][ \\-]?\\d{4,5}|\\d{5})(?![\\p{L}\\p{N}]|[.,\\-\\/]\\p{N})`,
  read: ({ groups: { class: vehicle = "", number: written = "", region: name = "" } }) =>
    paused("am", [`${named("am", vehicle)} ${regions.am.get(name) ?? ""}`, code("am", written.replace(/[ -]/, ""))])
}

/** Koodii 3 OR 12345: the region between, behind a word of vehicles or with hyphens. */
const oromoRegionBetween: Rule = {
  kind: "plate",
  language: "om",
  needs: ["long"],
  cue: "\\d[ \\-](?:O|A)",
  pattern: `(?:(?<=${word} )(?<first>0?[1-9])[ \\-]|(?<![\\p{L}\\p{N}]|[\\p{N}][.,\\-])(?<class>[1-9])-)(?<region>ORO|Oro|OR|AA|AM|A\\.A\\.?)[ \\-](?<number>[A-Z][ \\-]?\\d{4,5}|\\d{4,6})(?![\\p{L}\\p{N}]|[.,\\-\\/]\\p{N})`,
  read: ({ groups }) => {
    const written = (groups.number ?? "").replace(/[ -]/, "")
    const vehicle = named("om", groups.first ?? groups.class ?? "")
    return paused("om", [`${vehicle} ${regions.om.get(groups.region ?? "") ?? ""}`, code("om", written)])
  }
}

/** ኮድ 3-B12345 ኦሮ.: the region behind, which may be cut short with a stop. */
const amharicBehind: Rule = {
  kind: "plate",
  language: "am",
  needs: ["long"],
  cue: "\\d{4,5} [ሀ-ፚ]{2}",
  after: "(?:ኮድ|ታርጋ|ሰሌዳ)[\\p{L} .:፡፦]{0,12}0?[1-9](?:[ \\-]| - )(?:[A-Z][ \\-]?)?\\d{4,5} ",
  pattern: "(?<name>አአ|ኦሮ|አማ|ትግ|ደሕ|ደህ|ደቡ|አፋ|ሶማ|ቤጉ|ጋም|ሐረ|ድሬ(?! ዳዋ)|ሲዳ|ኢት)\\.?(?![\\p{L}\\p{N}])",
  read: ({ groups: { name = "" } }) => regions.am.get(name)
}

/** 3-B12345 Oro: the region behind. */
const regionBehind: Rule = {
  kind: "plate",
  language: "om",
  needs: ["long"],
  cue: "\\d (?:O|A)",
  after: "[1-9](?:[ \\-]| - )(?:[A-Z][ \\-]?)?\\d{4,5} ",
  pattern: `(?:ORO|Oro|OR|AA|AM|A\\.A\\.?)(?![\\p{L}\\p{N}])`,
  read: ({ found }) => regions.om.get(found)
}

export const plates: ReadonlyArray<Rule> = [
  regionBetween,
  oromoRegionBetween,
  region("am"),
  region("om"),
  amharicBehind,
  regionBehind,
  ...number
]
