/**
 * One spelling for what is typed in several ways, before any rule sees it:
 * spaces, dashes, digits of other scripts, the hudhaa, letters in fancy or
 * decomposed forms; marks that have no sound are taken out. Where that changes
 * the length, each offset of the result keeps its place in the original.
 */
import type { Rule } from "./Rule.ts"
import type { Span } from "./Span.ts"

/** A text as the rules see it. */
interface Folded {
  readonly text: string
  /** For each offset of the folded text, and its end, that of the original; absent where they are the same. */
  readonly places?: Uint32Array
}

/** Of a text of these characters only, and none of `typed`, nothing is folded: that is most texts. */
const plain = /^[\t\n\r -_a-~ሀ-፠።-፼«»“”…–—]*$/
/** Two marks for one, slashes for brackets, hudhaa as a quotation mark, in ASCII; ዐ as zero. */
const typed = /\d[፣’‘]\d|\d(?: [:፡] ?|[:፡] )\d|ነጥብ ?\d|[\dኛ%]ዉ|\dዐ|ዐ\d|::|:-|[aeiou]"[aeiou]|\/(?!\S)|\/[.,።፣፤]|\/$/i

const compatible = (found: string): string => found.normalize("NFKC")

/** Digits of other scripts; each script's ten stand in a row, zero first. */
const asciiDigit = (digit: string): string => {
  const point = digit.codePointAt(0) ?? 0
  let below = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(point - below - 1))) below++
  return String(below % 10)
}

/** Marks that compose no letter go; those of Ethiopic, which tell a long consonant, stay. */
const composed = (found: string): string => found.normalize("NFC").replace(/[\p{M}--[\u135d-\u135f]]/gv, "")

/** A number in a circle or brackets is a word of its own. */
const enclosed = (found: string): string => ` ${/\d+/.exec(compatible(found))?.[0] ?? ""} `

/** What stands between two slashes that are brackets, and what does not follow the second. */
const bracketed = "[\\p{Script=Ethiopic}\\p{Lu}\\d][^\\n]{0,60}[\\p{L}\\p{M}\\d.%]"
const closed = "(?![^\\s.,;።፣፤:?!])"
/** What an amount in words begins with in Afaan Oromo: 10,000 /kuma kudhan/. */
const oromoAmount =
  "(?i:kum|dhibb|kudh|digd|soddom|afur|shan|ja'a|ja[ah]atam|torba|sadd|saga|tokko|lama|sadii|miil|miliy|birr|qarsh)\\p{Ll}"

/** What is folded, in order of precedence, and to what. */
const folds: ReadonlyArray<readonly [pattern: string, to: string | ((found: string) => string)]> = [
  // Bounded, since to order many marks takes more than linear time.
  ["[\\p{L}--[ሀ-፼]]\\p{M}{1,8}", composed],
  ["[\\u00a0\\u1680\\u2000-\\u200b\\u202f\\u205f\\u3000]", " "],
  ["[\\u2028\\u2029]", "\n"],
  ["[‐‑‒﹣]", "-"],
  ["[―﹘⸺⸻]", "—"],
  // A time with spaces: 8፡ 00 ሰዓት, በ 2 : 30.
  [
    " ?[:፡] ?(?<=(?<![0-9.,:፡])[0-9]{1,2} ?[:፡] ?)(?=[0-5][0-9] ?ሰ[ዓአዐ]ት)| ?[:፡] ?(?<=(?:(?<!\\p{L})(?:[በከለየ]|እስከ)|[ጠጧ]ዋ?[ትቱ]|ቀ[ንኑ]|ማታ|ምሽ[ትቱ]|ሌሊ[ትቱ]|ሰ[ዓአ]ት) ?[0-9]{1,2} ?[:፡] ?)(?=[0-5][0-9](?![0-9.,:፡]))",
    ":"
  ],
  // Ethiopic word space, twice for the full stop; with a hyphen it opens a list. Between digits it is a clock's.
  ["፡ ?፡|(?<=\\p{Script=Ethiopic}) ?::", "።"],
  ["[፡፤]-(?!\\d)", "፦"],
  [":-(?=\\s)", ":"],
  // Behind a label (ስልክ፡ 0911) it is a colon; where all words have it (ሰላም፡ ለኪ፡ ማርያም) it divides them.
  ["(?<=(?<!፡ ?)(?<!\\p{L})\\p{L}{1,24} ?)፡(?= (?!\\p{L}{1,24} ?፡))", "፦"],
  ["(?<=[0-9])፡(?= \\p{L}{1,24}(?![\\p{L}፡]))", "፦"],
  ["(?<![0-9፩-፼]|[0-9]\\))፡|፡(?![0-9፩-፼])", " "],
  // An Ethiopic comma or a quotation mark between thousands: 1፣000፣000, 1’500.
  [
    "፣(?<=(?<![0-9])[0-9]{1,3}፣)(?=[0-9]{3}(?:፣[0-9]{3}){1,4}(?![0-9])|[0-9]00(?![0-9]))|፣(?<=[0-9][፣,][0-9]{3}፣)(?=[0-9]{3}(?![0-9]))",
    ","
  ],
  ["(?<=[0-9])[’‘](?=[0-9]{3}(?![0-9]))", "'"],
  // The letter ዐ is typed for zero: 2ዐ16, 1ዐዐ, ዐ911.
  ["(?<=[0-9][.,]?ዐ{0,12})ዐ(?!ቃቤ)|(?<!\\p{L})ዐ(?=ዐ{0,3}[0-9])", "0"],
  // ዉ is typed for the article: 2ኛዉ, 50%ዉ.
  ["(?<=[0-9]ኛ?|[0-9] ?%)ዉ", "ው"],
  // ብር 2 ነጥብ 5 ሚሊዮን: a point that is written out, behind the currency.
  ["(?<=(?:ብር|ETB|[$€£]) ?\\d{1,9}) ?ነጥብ ?(?=\\d)", "."],
  // Hudhaa: a letter, or a mark between two letters (‘…’ and `…` around words are quotations).
  ['[ʼʻʽʾʿʹˈˊˋꞌ՚׳]|(?<=\\p{L})[’‘‛`´′](?=\\p{L})|(?<=[aeiouAEIOU])["”“″](?=[aeiouAEIOU])', "'"],
  ["[º˚](?=[CF]?(?!\\p{L}))", "°"],
  // Letters of offices write slashes for brackets: 500 ብር /አምስት መቶ ብር/.
  [`(?<=\\s|^)\\/(?=${bracketed}\\/${closed})|(?<=\\d)\\/(?=\\p{Script=Ethiopic}[^\\/\\n]{2,60}\\/${closed})`, "("],
  [`(?<=(?:\\s|^)\\/${bracketed}|\\d\\/\\p{Script=Ethiopic}[^\\/\\n]{2,60})\\/${closed}`, ")"],
  [`(?<=[\\s\\d]|^)\\/(?=${oromoAmount}[^\\/\\n]{0,80}\\/${closed})`, "("],
  [`\\/(?<=(?:[\\s\\d]|^)\\/${oromoAmount}[^\\/\\n]{0,80}\\/)${closed}`, ")"],
  ["[„‟❝❞〝〞]", '"'],
  ["[‹〈《]", "«"],
  ["[›〉》]", "»"],
  ["[،、]", ","],
  ["؟", "?"],
  ["[؛]", ";"],
  ["。", "."],
  ["ⁿ", "^n"],
  // Subscripts: CO₂, H₂O.
  ["[₀-₉]", compatible],
  ["[①-⒛⓪-⓿❶-➓㉈-㉏㉑-㉟㊱-㊿]", enclosed],
  // Forms of ASCII and Latin letters, ligatures, squared units, Roman numerals: K, ﬁ, ㎞, ℃, Ⅳ, 𝗔.
  ["[！-～ﬀ-ﬆ℀-℃℅-ℓℕℙ-ℝ℡ℤKÅℬℭℯ-ℴⅠ-ⅿⒶ-ⓩ㋀-㏿‥‼⁇-⁉ĳŀŉǆ-ǌǱ-ǳ\\u{1d400}-\\u{1d7cb}]", compatible],
  ["[\\p{Nd}--[0-9]]", asciiDigit],
  // Marks of direction, joiners, soft hyphens, forms of emoji.
  ["[\\p{Cf}\\ufe00-\\ufe0f]+", ""],
  // Other controls, private and unassigned characters, lone surrogates, the sign of a damaged one.
  ["[[\\p{C}--[\\t\\n\\v\\f\\r\\u0085]]\\ufffc\\ufffd]+", " "]
]

const foldable = new RegExp(folds.map(([pattern]) => `(${pattern})`).join("|"), "gv")

const foldOf = (found: string, groups: ReadonlyArray<unknown>): string => {
  const to = folds[groups.findIndex((group) => group !== undefined)]?.[1] ?? found
  return typeof to === "string" ? to : to(found)
}

interface Edit {
  /** In the original. */
  readonly start: number
  readonly end: number
  /** Of what stands there now. */
  readonly length: number
}

/** What stands for one place is there at its beginning, and what it has beyond one unit at its end. */
const placesOf = (edits: ReadonlyArray<Edit>, length: number, original: number): Uint32Array => {
  const places = new Uint32Array(length + 1)
  let at = 0
  let from = 0
  for (const { end, length: now, start } of edits) {
    while (from < start) places[at++] = from++
    for (let unit = 0; unit < now; unit++) places[at++] = unit === 0 ? start : end
    from = end
  }
  while (at <= length) places[at++] = from++
  places[0] = 0
  places[length] = original
  return places
}

export const fold = (text: string): Folded => {
  if (plain.test(text) && !typed.test(text)) return { text }
  const edits: Array<Edit> = []
  const seen = text.replace(foldable, (found: string, ...rest: ReadonlyArray<unknown>) => {
    const now = foldOf(found, rest.slice(0, folds.length))
    const start = Number(rest[folds.length])
    if (now.length !== found.length) edits.push({ start, end: start + found.length, length: now.length })
    return now
  })
  return edits.length === 0 ? { text: seen } : { text: seen, places: placesOf(edits, seen.length, text.length) }
}

/** The text as rules see it. */
export const folded = (text: string): string => fold(text).text

/** Plain text word by word where it is not as long as the original: a word that was folded is none that stands there. */
const wordByWord = (span: Span, places: Uint32Array): ReadonlyArray<Span> => {
  const lengthOf = (start: number, end: number) => (places[end] ?? 0) - (places[start] ?? 0)
  if (span.kind !== "text" || lengthOf(span.start, span.end) === span.words.length) return [span]
  return Array.from(span.words.matchAll(/\s+|\S+/g), ({ 0: words, index }) => {
    const start = span.start + index
    const end = start + words.length
    return { start, end, kind: lengthOf(start, end) === words.length ? "text" : "fold", words }
  })
}

/** The spans of a folded text at the places of the original. */
export const inOriginal = (spans: ReadonlyArray<Span>, { places }: Folded): ReadonlyArray<Span> => {
  if (places === undefined) return spans
  const placed: Array<Span> = []
  for (const span of spans.flatMap((one) => wordByWord(one, places))) {
    const [start = 0, end = 0] = [places[span.start], places[span.end]]
    const last = placed.at(-1)
    if (end > start || last === undefined) placed.push({ ...span, start, end })
    else {
      // A part of one character: it is said with the part before it.
      const kind = last.kind === "text" ? "fold" : last.kind
      placed.splice(-1, 1, { ...last, kind, words: last.words + span.words })
    }
  }
  const end = places[places.length - 1] ?? 0
  return placed.length === 0 && end > 0 ? [{ start: 0, end, kind: "silent", words: "" }] : placed
}

const emojiSigns = "[[\\p{Extended_Pictographic}--[©®™←-⇿➔-➾⬀-⯿]]\\p{RI}\\p{EMod}]"

/** Emoji, which an engine would describe; joiners and forms are folded away. © ® ™ are words, arrows a pause. */
const emoji: Rule = {
  kind: "silent",
  needs: ["symbol"],
  pattern: `[0-9#*]\\u20e3|${emojiSigns}+`,
  read: () => " "
}

/** Galatoomaa 🙏 Boru kottaa, galatoomaa 🙏 #Irreecha: what ends a sentence that has no stop. */
const endingEmoji: Rule = {
  kind: "sign",
  language: "om",
  needs: ["symbol"],
  cue: emojiSigns,
  pattern: `(?<=[\\p{L}\\p{N}%\\)])[ \\t]{0,2}(?:${emojiSigns}[ \\t]{0,2}){1,10}(?=#\\p{L}|\\p{Lu}\\p{Ll}|https?:|www\\.|@\\p{L}|t\\.me)`,
  read: () => ", "
}

export const folding: ReadonlyArray<Rule> = [endingEmoji, emoji]
