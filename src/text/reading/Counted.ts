/** Nouns of English before their number, as Afaan Oromo has them: 10K likes is laayikii kuma kudhan. */
import { beforeFi, joined, suffix } from "./Affixes.ts"
import { letterNames } from "./LetterNames.ts"
import { around } from "./Pairs.ts"
import type { Rule } from "./Rule.ts"

const amount =
  "(?<![\\p{L}\\p{N}.,\\/:+\\-*])(?<number>\\d{1,3}(?:,\\d{3}){1,3}|\\d{1,9}(?:\\.\\d{1,2})?)(?<scale> ?[KMkm](?!\\p{L}))?"

/** 10K like, 2M views, 500 followers. */
const onScreen: Rule = {
  kind: "number",
  language: "om",
  needs: ["digit"],
  cue: "\\d ?[KMkm]?\\+? (?i:like|view|follower|subscriber|comment|share|download|member)",
  pattern: `${amount}\\+? (?<noun>(?i:likes?|views?|followers?|subscribers?|comments?|shares?|downloads?|members?))${suffix.om}`,
  read: (match) => {
    const { again, groups } = match
    const { noun = "", number = "", scale = "" } = groups
    const said = again(`${number}${scale.trim().toUpperCase()}`)
    return beforeFi(match, joined("om", `${again(noun.toLowerCase())} ${said}`, groups))
  }
}

/** 2008 model: of a car. */
const model: Rule = {
  kind: "number",
  language: "om",
  needs: ["digit"],
  cue: "\\d [mM]ode",
  pattern: "(?<![\\p{L}\\p{N}.,\\/:+\\-*])(?<year>(?:19|20)\\d\\d) [mM]odell?a?(?!\\p{L})",
  read: ({ again, groups: { year = "" } }) => `moodela ${again(year)}`
}

/** 24 sa'aatii: of a whole day, behind its number. */
const wholeDay: Rule = {
  kind: "duration",
  language: "om",
  needs: ["digit"],
  cue: "24 [sS]a",
  pattern: "(?<![\\p{L}\\p{N}.,\\/:+\\-*])24 (?<noun>[sS]a['’]?aa?tii?)(?! ?\\p{N}|[\\p{L}\\p{M}'])",
  read: ({ again, groups: { noun = "" } }) => `${noun} ${again("24")}`
}

/** S, M, L beside XL: sizes of clothes, by the names of English. */
const clothes: Rule = {
  kind: "acronym",
  language: "om",
  needs: ["latin"],
  cue: "(?<!\\p{L})X{1,3}L(?!\\p{L})",
  pattern: "(?<![\\p{L}\\p{N}.'\\/])[SML](?![\\p{L}\\p{N}.'])",
  read: (match) => (/(?<!\p{L})X{1,3}L(?!\p{L})/u.test(around(match)) ? letterNames("om", match.found) : undefined)
}

export const counted: ReadonlyArray<Rule> = [onScreen, model, wholeDay, clothes]
