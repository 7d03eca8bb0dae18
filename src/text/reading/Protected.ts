/**
 * Addresses, names of accounts, tags, files and marks of mark-up: no rule for
 * words or numbers may read into them. Of an address all is said but its
 * scheme: dots and signs by name, words as words, what no reader can pronounce
 * by its letters.
 */
import { Option } from "effect"
import { apart, divided, dot, endings, spoken, tagWords } from "./Addresses.ts"
import { prefix } from "./Affixes.ts"
import { letterNames } from "./LetterNames.ts"
import { spaced } from "./numerals/Numerals.ts"
import type { Match, Rule } from "./Rule.ts"
import type { Kind } from "./Span.ts"
import { gap, named, signName } from "./Spelled.ts"

/** %E1%88%80 is what it stands for, where that is text. */
const unescaped = (written: string): string =>
  Option.getOrElse(Option.liftThrowable(decodeURIComponent)(written), () => written)

/** በ and its like are one word with what follows in fidel, and stand before Latin letters. */
const after = (before: string | undefined, said: string): string =>
  before === undefined ? said : `${before.trimEnd()}${/^[ሀ-፼]/.test(said) ? "" : " "}${said}`

const rule = (kind: Kind, pattern: string, read: (match: Match) => string, needs: Rule["needs"]): ReadonlyArray<Rule> =>
  (["am", "om"] as const).map((language) => ({
    kind,
    language,
    pattern: `${prefix[language]}(?<whole>${pattern})`,
    read: (match) => after(match.groups.prefix, read({ ...match, found: match.groups.whole ?? "" })),
    ...(needs === undefined ? {} : { needs })
  }))

const host = "(?:[A-Za-z0-9\\-]{1,63}\\.){1,5}"
/** Endings that are no words of the two languages, and those of countries where more of an address tells them. */
const topLevel =
  "(?i:com|org|net|edu|gov|info|biz|io|ai|app|dev|et|tv|news|online|shop|store|tech|xyz|africa)(?![A-Za-z0-9\\-])"
const shortTopLevel = "(?i:[a-z]{2})(?=\\/[A-Za-z0-9@+])"
/** A path, query and fragment; a stop or bracket at the end belongs to the sentence. */
const path = "(?::\\d{1,5})?(?:[\\/?#](?:[\\w\\/?#%&=+.,;:~@!$*\\-]*[\\w\\/#=\\-])?)?"
const addressStart = "(?<![A-Za-z0-9@.\\-_\\/])"

const url = rule(
  "url",
  `${addressStart}(?:(?i:https?|ftp):\\/\\/[\\w.\\-]{1,200}(?<![.\\-])${path}|(?i:www)\\.[\\w.\\-]{1,200}(?<![.\\-])${path}|${host}(?:${topLevel}|${shortTopLevel})${path})`,
  (match) => spoken(match, unescaped(match.found.replace(/^-|^\w+:\/\/|\/$/g, "").replace(/\/$/, ""))),
  ["stop", "symbol"]
)

const email = rule(
  "email",
  `(?:(?i:mailto):)?(?<![A-Za-z0-9._%+\\-])(?<address>[A-Za-z0-9._%+\\-]{1,64}@${host}[A-Za-z]{2,24})(?![A-Za-z0-9])`,
  (match) => spoken(match, match.groups.address ?? ""),
  ["symbol"]
)

const handle = rule(
  "handle",
  "(?<![\\p{Script=Latin}\\p{N}_@.])@(?<name>[\\p{L}_][\\p{L}\\p{M}\\p{N}_]*(?:\\.[a-z\\d_]{3,30}(?![\\p{L}\\p{M}]))?)",
  (match) => spaced(signName(match.language, "@"), spoken(match, divided(match.groups.name ?? ""))),
  ["symbol"]
)

const comma = { am: "፣", om: "," } as const

const hashtag = rule(
  "hashtag",
  "(?<![\\p{Script=Latin}\\p{N}&#])#(?<tag>(?=[\\p{N}_]{0,8}\\p{L})(?![0-9A-Fa-f]{6}(?![\\p{L}\\p{N}_]))[\\p{L}\\p{M}\\p{N}_]+)",
  // Of several in a row each is one.
  ({ again, end, groups: { tag = "" }, language, text }) =>
    again(tagWords(language, tag)) + (/^\s+#[\p{L}\p{N}_]/u.test(text.slice(end, end + 4)) ? comma[language] : ""),
  ["symbol"]
)

/** Nu hordofaa #OBN #Oromoo: a pause before the tags that end a line. */
const beforeTags: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: " #\\p{L}",
  pattern:
    "(?<=[\\p{L}\\p{N}%\\)])(?<!#[\\p{L}\\p{N}_]{1,40}) {1,2}(?=#\\p{L}[\\p{L}\\p{N}_]{0,40}(?: {1,2}#\\p{L}[\\p{L}\\p{N}_]{0,40}){0,19}[^\\p{L}\\p{N}\\n]{0,9}(?:\\n|$))",
  read: () => ", "
}

const extensions =
  "pdf|docx?|xlsx?|pptx?|txt|csv|jpe?g|png|gif|svg|webp|mp3|mp4|wav|ogg|json|xml|html?|zip|rar|tar|exe|apk|md|ts|js|py|sh"

const extension = (match: Match, ending: string): string => {
  const known = endings[match.language].get(ending)
  return (
    known ??
    spaced(
      ...ending
        .split(/(?=\d)/)
        .map((part) => (/\d/.test(part) ? named(match.language, part) : letterNames(match.language, part)))
    )
  )
}

const file = rule(
  "url",
  `(?<![\\p{Script=Latin}\\p{N}.\\-_\\/\\\\]|[\\/\\\\]\\p{L}{1,24})(?<name>[\\p{L}\\p{N}_\\-]{1,100}(?: ?\\(\\d{1,3}\\))?)\\.(?<ending>(?i:${extensions}))(?![\\p{L}\\p{N}_]|\\.\\p{L})`,
  (match) => {
    const { ending = "", name = "" } = match.groups
    const said = match.again(apart(name.replace(/[_-]+/g, " ")))
    return spaced(said, dot(match.language), extension(match, ending.toLowerCase()))
  },
  ["stop", "digit"]
)

/** /home/abebe, ~/notes, C:\Users, and the commands of a chat: /start. */
const filePath = rule(
  "url",
  "(?<![\\p{L}\\p{N}\\/.:<~_°%]|\\)(?=\\/\\d))(?![\\/_.\\-]{1,100}(?![A-Za-z0-9_.\\/\\-])|\\/\\d{1,4}(?![A-Za-z0-9_.\\/\\-]))(?:~?(?:\\/[A-Za-z0-9_.\\-]+)+\\/?(?<!\\.)|[A-Za-z]:\\\\[\\p{L}0-9_.\\\\\\-]*)(?![\\p{L}\\p{N}])",
  (match) => spoken(match, match.found),
  ["symbol"]
)

/** Where a link of Markdown leads, tags of HTML, its entities that have no sound. */
const markup: Rule = {
  kind: "silent",
  needs: ["symbol"],
  pattern:
    "!?\\[(?=[^\\[\\]\\n]{0,100}\\]\\()|\\]\\([^\\s\\(\\)]{1,500}\\)|<\\/?[A-Za-z][A-Za-z0-9]{0,11}(?:\\s[^<>]{0,200})?\\/?>|&(?:nbsp|quot|apos|zwnj|zwj|shy|#160|#39|#34);",
  read: gap
}

const entities: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" }

const entity: Rule = {
  kind: "sign",
  needs: ["symbol"],
  pattern: "&(?:amp|lt|gt);",
  read: ({ again, found }) => again(entities[found] ?? "")
}

export const protecteds: ReadonlyArray<Rule> = [
  markup,
  entity,
  ...email,
  ...url,
  ...file,
  ...filePath,
  ...handle,
  ...hashtag,
  beforeTags
]
