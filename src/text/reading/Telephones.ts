/**
 * Telephone numbers in the groups that people say. A number is heard once and
 * written down: two digits are as much as a listener keeps, so it is said in
 * pairs with a pause between, after its area code (ዜሮ አሥራ አንድ፣ አምስት ሃምሳ አንድ፣
 * ሰማንያ፣ …), as numbers are given out in Ethiopia. A pair that begins with 0 is
 * said digit by digit: ዜሮ አምስት.
 */
import type { Language } from "../../Domain.ts"
import { joined, prefix, suffix } from "./Affixes.ts"
import { spaced } from "./numerals/Numerals.ts"
import { numerals } from "./numerals/OfLanguage.ts"
import type { Match, Rule } from "./Rule.ts"
import { pairs, paused, signName } from "./Spelled.ts"

const ethiopia = "251"

/** Behind the country's code: 9 and 7 are mobile, others have an area code of two digits. */
const national = (language: Language, digits: string): ReadonlyArray<string> =>
  digits.length !== 9 || /^[79]/.test(digits)
    ? pairs(language, digits)
    : [...pairs(language, digits.slice(0, 2)), ...pairs(language, digits.slice(2))]

/** All digits of a number that begins with 0, or is short. */
const local = (language: Language, digits: string): ReadonlyArray<string> =>
  digits.length === 10 && /^0[1-58]/.test(digits)
    ? [...pairs(language, digits.slice(0, 3)), ...pairs(language, digits.slice(3))]
    : pairs(language, digits)

/** +1 (202) 555-0143: in the groups that are written, else in pairs. */
const foreign = (language: Language, written: string, rest: string): ReadonlyArray<string> => {
  const groups = written.match(/\d+/g)?.slice(1) ?? []
  return groups.length > 1 && groups.join("") === rest
    ? groups.flatMap((group) => pairs(language, group))
    : local(language, rest)
}

const international = (language: Language, found: string): string => {
  // +251(0)911…: the zero is of calls within the country.
  const written = found.replace("(0)", "")
  const digits = written.replace(/\D/g, "")
  const plus = signName(language, "+")
  const isEthiopian = digits.startsWith(ethiopia)
  // Of other countries only the writer knows where the code ends.
  const country = isEthiopian ? ethiopia : (/^\+? ?(\d{1,3})(?=[ \-(])/.exec(written)?.[1] ?? "")
  const rest = digits.slice(country.length)
  const first = country === "" ? "" : numerals[language].cardinal(BigInt(country))
  const others = isEthiopian && !rest.startsWith("0") ? national(language, rest) : foreign(language, written, rest)
  const [second = "", ...last] = others
  const opening = written.startsWith("+") ? plus : ""
  return paused(language, first === "" ? [spaced(opening, second), ...last] : [spaced(opening, first), second, ...last])
}

/** Of a meter or an account, though it looks like a telephone's: ቆጣሪ ቁጥር 0214-556-778. */
const ofPaper =
  /(?:ቆጣሪ|[ሒሂ]ሳብ|አካውንት|መለያ|መታወቂያ|ደረሰኝ|ካርድ|ፓስፖርት|ቲን|TIN|ID)\p{L}{0,2}(?: (?:ቁጥር|ቁ\.?)\p{L}{0,3})?[ :፡፦]{1,3}$/u

const spoken = ({ groups: { number = "" }, language }: Match): string => {
  const digits = number.replace(/\D/g, "")
  if (number.startsWith("00251")) return spaced(...pairs(language, "00"), international(language, number.slice(2)))
  if (/^\+|^251|^1-/.test(number)) return international(language, number)
  const groups = local(language, digits)
  // A short number is one breath.
  return digits.length <= 4 ? spaced(...groups) : paused(language, groups)
}

const rule = (language: Language, cue: string, pattern: string, read: (match: Match) => string = spoken): Rule => ({
  kind: "telephone",
  language,
  needs: ["long"],
  cue,
  pattern: `${prefix[language]}(?<number>${pattern})(?:${suffix[language]})?`,
  read: (match) =>
    ofPaper.test(match.text.slice(Math.max(0, match.start - 24), match.start))
      ? undefined
      : joined(language, read(match), match.groups)
})

/** What is a telephone number by its form: +251…, 251…, 0911-23-45-67, 011 551 8000, 0911/234567, (011) 551-80-00. */
const wellFormed =
  "(?<![\\p{Script=Latin}\\p{N}+])(?<!\\p{N}[.,\\-]|(?<!\\d{6}|\\d\\d[ \\-]\\d)\\d\\/)(?:\\+ ?\\d(?:[ \\-.\\(\\)]{0,2}\\d){6,14}|(?:00)?251(?:[ \\-]?\\d){9}|0\\d{3}(?:\\.\\d\\d){3}|0\\d{3}(?:\\.\\d{3}){2}|0\\d\\d\\.\\d{3}\\.(?:\\d\\d\\.\\d\\d|\\d{4})|1-[2-9]\\d\\d-\\d{3}-\\d{4}|\\(0\\) ?\\d\\d(?:[ \\-]?\\d){7}|\\(?0[1-9]\\d(?:[ \\-\\)]{0,2}\\d){7}|0[79](?:[ \\-]\\d\\d){2}(?:[ \\-]?\\d\\d){2}|0[1-9]\\d{1,2}\\/\\d{6,7})(?![\\p{N}]|[.,:]\\p{N})"

/** Seven digits at least. */
const wellFormedCue = "\\d(?:[ \\-.\\(\\)\\/]{0,2}\\d){6}"

const amharicBefore =
  "ስልክ\\p{L}{0,2}|ስ\\.ቁ\\.?|ስ\\/ቁ|ስልክ ቁጥር\\p{L}{0,3}|ስልክ መስመር\\p{L}{0,2}|አጭር ቁጥር\\p{L}{0,2}|አጭር የ?(?:ስልክ|ጽሑፍ|መልእክት) ቁጥር|ሞባይል|ፋክስ|ጥሪ ማዕከ\\p{L}{1,5}|ነጻ መስመር|ነፃ መስመር|Tel\\.?|tel\\.?|TEL\\.?|Fax\\.?|Mobile|Mob\\.?|SMS"
/** Words that may stand between a number and the verb: 8100 ላይ አጭር የጽሑፍ መልእክት ይላኩ. */
const amharicFillers =
  'ላይ|አጭር|ነጻ|ነፃ|የጽሑፍ|የጽሁፍ|ጽሑፍ|መልእክት|መልዕክት|መልክት|የስልክ|ስልክ|ቁጥር|መስመር|በነጻ|በነፃ|በመጠቀም|SMS|ብለው|በማለት|OK|A|["“«](?:OK|[A-Z]|\\p{L}{1,8})["”»]'
const amharicAfter = `(?=\\p{L}{0,2}(?:(?:[፣,]| ወይም| እና) (?:በ|ወደ )?\\d{3,10})?(?: (?:${amharicFillers})){0,5} ?(?:በ?መደወል|በ?መላክ|ይደው[ሉል]|ደው[ሉል]|ደውለ|ደውሎ|ይደወ[ሉላ]|ይላክ|ይላኩ|ላኩ|በSMS))`
const oromoBefore =
  "[bB]ilbil\\p{L}{0,8}(?: (?:bilisaa?|gabaab\\p{L}{2,4}|manaa?|harkaa?|waajjiraa?|keenya|keessan|koo|kee|isaa|isaanii))?(?: [lL]akk\\p{L}{0,8}\\.?)?|[lL]akk\\p{L}{0,8}\\.? (?:bilbil\\p{L}{0,8}|gabaab\\p{L}{0,4})(?: \\p{L}{2,10})?|[bB]il\\.?|[mM]oobaayil\\p{L}{0,3}|[fF]aaksi\\p{L}{0,2}|[tT]el\\.?|TEL\\.?|[fF]ax\\.?|[sS]arara \\p{L}{4,8}|[cC]all [cC]ent(?:er|re)|[tT]ajaajil\\p{L}{1,3} maamil\\p{L}{1,6}"
const oromoFillers = "irratti|irraan|tti|karaa|lakkoofsa|gabaabaa|gabaabduu|ergaa|bilisaan|tola|OK|A|jechuun"
/** An order to call, and one to send to a number: loltoota 4000 ergite sends so many. */
const oromoAfter = `(?=\\p{L}{0,3}(?: (?:${oromoFillers})){0,4} ?bilbil(?:aa|aatii|i|uu\\p{L}{0,3}|ame|amu|achuu\\p{L}{0,2}|ee|tee|anii?)?(?!\\p{L})|(?:-?tti|(?: (?:${oromoFillers})){1,4}) (?:\\p{L}{2,9} )?(?:ergaa|erg[iu]|erguu|barreess)|(?<=[gG]ara \\d{3,5})(?: SMS| ergaa)? erg|(?:-?tti| irratti|(?<=[gG]ara \\d{3,5})) ["“'][^"”']{1,20}["”'] (?:jedh|erg|barreess)|,? ?(?:ykn|yookii?n|yookaan|fi|\\/) (?:\\+251|0[1-9]\\d)[\\d \\-]{6})`
/** Bilbila 8282 yookiin 6030: one after the other. */
const anotherBefore = "[bB]ilbil\\p{L}{0,8}(?: \\p{L}{2,12}){0,2} \\d{3,4} (?:fi|ykn|yookiin|yookaan|yookin) "

/** By the words around it: 7 or 9 digits of a telephone, 3 to 5 of a short number. */
const short = "(?<![\\p{N}\\p{Script=Latin}])(?<!\\p{N}[.,:\\/\\-])\\d{3,5}(?![\\p{N}]|[.,:\\/\\-]\\p{N})"
const called =
  "(?<![\\p{N}])(?:[79]\\d(?:[ \\-]?\\d){7}|\\d{2,3}[ \\-]?\\d\\d(?:[ \\-]?\\d){2,3}|\\d{3,4})(?![\\p{N}]|[.,:\\/]\\p{N})(?! ?(?:ብር|ሰዎች|ሰው|ጊዜ|ሜትር|ኪሎ|birr|qarshii|%))"
/** አምቡላንስ 907፣ ፖሊስ 991. */
const emergency = "9\\d\\d(?=\\s*(?:$|[\\n።፣፤,;\\)]|እና ))"
const behind = "(?: ነው)?[ :፡፦.\\-]{0,3}"

/** What the words before a number hold. */
const beforeCue = {
  am: "ስልክ|ስ[.\\/]ቁ|አጭር|ሞባይል|ፋክስ|ጥሪ|መስመር|[tT]el|TEL|Fax|Mob|SMS",
  om: "bil|[lL]akk|oobaa|aaksi|[tT]el|TEL|ax|arara|Bil|aajil|[cC]ent"
} as const

/** By the words before a number, or behind it. */
const told: Readonly<Record<Language, ReadonlyArray<Rule>>> = {
  am: [
    { ...rule("am", beforeCue.am, called), after: `(?:${amharicBefore})${behind}` },
    rule("am", "ደው|ደወ|ላክ|ላኩ|SMS", short + amharicAfter),
    {
      ...rule("am", "\\b9\\d\\d\\b", emergency),
      after: `(?:አምቡላንስ|ፖሊስ|ቴሌኮም|መብራት ኃይል|እሳት|እሳት አደጋ|ድንገተኛ አደጋ|ቀይ መስቀል)[ :፦.\\-–]{1,3}`
    }
  ],
  om: [
    {
      ...rule("om", beforeCue.om, `(?![1-9][05]0(?!\\d))${called}`),
      after: `(?:(?:${oromoBefore})${behind}|${anotherBefore})`
    },
    rule(
      "om",
      "bilbil|erg|barreess|(?:ykn|yook|fi|\\/) ?(?:\\+|0)",
      `(?<![bB]ar(?:a|aa) |[bB]ox |[pP]oostaa |S\\.?L\\.?P\\.? )${short}${oromoAfter}`
    ),
    {
      ...rule("om", "\\b9\\d\\d\\b", "9\\d\\d(?=\\s*(?:$|[\\n.,;\\)]|fi |irratti |tti ))"),
      after:
        "(?:[aA]mbulaansii?|[pP]oo?li+si+|[yY]akka|[iI]bidda?|[bB]alaa|[fF]annoo [dD]iimaa)\\p{L}{0,3}[ :.\\-–]{1,3}"
    }
  ]
}

const digitsAndSigns = (language: Language, number: string): string =>
  spaced(
    ...(number.match(/\d+|[*#]/g) ?? []).map((part) =>
      /\d/.test(part) ? spaced(...pairs(language, part)) : signName(language, part)
    )
  )

/** *804#, *127*1#, #31#: star and hash by name, digits as a short number's. */
const service = (language: Language): Rule => ({
  ...rule(
    language,
    "[*#]\\d",
    "(?<![\\p{Script=Latin}\\p{N}*#])(?:\\*{1,2}\\d{2,12}(?:\\*\\d{1,15}){0,5}#?|#{1,2}\\d{2,4}#)(?!\\p{N}| ?=)",
    ({ groups: { number = "" } }) => digitsAndSigns(language, number)
  ),
  needs: ["symbol"]
})

/** *805*የካርድ ቁጥር#: what the caller puts in. */
const filledIn = (language: Language): Rule => ({
  kind: "telephone",
  language,
  needs: ["symbol"],
  cue: "\\d\\*[\\p{L}<\\[\\(]",
  pattern: "(?<=\\*\\d{2,4})\\*[<\\[\\(]?(?<what>\\p{L}[\\p{L}' ]{0,30})[>\\]\\)]?#",
  read: ({ again, groups: { what = "" } }) =>
    ` ${spaced(signName(language, "*"), again(what), signName(language, "#"))}`
})

export const telephones: ReadonlyArray<Rule> = [
  filledIn("am"),
  filledIn("om"),
  service("am"),
  service("om"),
  rule("am", wellFormedCue, wellFormed),
  rule("om", wellFormedCue, wellFormed),
  // 0911/12-34-56.
  rule(
    "om",
    wellFormedCue,
    "(?<![\\p{L}\\p{N}+])(?<!\\p{N}[.,\\-\\/])0[79]\\d\\d\\/\\d{2,3}(?:[ \\-]\\d{2,3}){1,2}(?![\\p{N}]|[.,:\\/\\-]\\p{N})"
  ),
  ...told.am,
  ...told.om
]
