/**
 * Forms of Amharic verbs that can be made letter by letter from "he did": of
 * ሰበረ, ተመለሰ, ተማረ, አደረገ, አሰበ, ሄደ and በላ. Where a form depends on a doubling
 * that is not written, both are made.
 */
import { letterPairs } from "../../../text/LetterPairs.ts"
import { inOrder, orderOf, withWa } from "./Fidel.ts"

/** Letters of a verb before its last, as its tenses have them, and the last as it changes. */
interface Stem {
  readonly past: string
  readonly present: string
  readonly done: ReadonlyArray<string>
  readonly infinitives: ReadonlyArray<string>
  /** The last letter in any order. */
  readonly last: (order: number) => string
  /** Whether a first አ, which these letters are without but for `done`, flows into what stands before it. */
  readonly fused: boolean
}

/** Prefixes, each with what it becomes when it takes the verb's አ in. */
const taken = new Map(
  letterPairs(`
  :አ አል:አላ የ:ያ ከ:ካ ስለ:ስላ እንደ:እንዳ ይ:ያ ት:ታ እ:አ እን:እና ሲ:ሲያ ስት:ስታ ሊ:ሊያ ልት:ልታ እንዲ:እንዲያ እንድት:እንድታ የሚ:የሚያ
  የምት:የምታ የምን:የምና ብ:ባ እስኪ:እስኪያ አይ:አያ አት:አታ አን:አና
`)
)

const before = ({ fused }: Stem, prefix: string): string => (fused ? (taken.get(prefix) ?? prefix) : prefix)

const pastOf = (stem: Stem): ReadonlyArray<string> => {
  const { last, past } = stem
  const own = [1, 2].map((order) => past + last(order))
  const she = `${past}${last(1)}ች`
  const bare = past + last(6)
  const all = [...own, she, `${bare}ኩ`, `${bare}ክ`, `${bare}ሽ`, `${bare}ን`, `${past}${last(4)}ችሁ`]
  const not = [...own, she, `${bare}ኩ`, `${bare}ን`]
  return [
    ...all.map((form) => before(stem, "") + form),
    ...not.map((form) => `${before(stem, "አል")}${form}ም`),
    ...["የ", "ከ", "ስለ", "እንደ"].flatMap((prefix) => [...own, she].map((form) => before(stem, prefix) + form)),
    `${before(stem, "የ")}${past}${last(1)}ው`,
    `${before(stem, "የ")}${past}${last(2)}ት`
  ]
}

const BARE = ["ይ", "ት", "ሲ", "ስት", "ሊ", "ልት", "እንዲ", "እንድት", "የሚ", "የምት", "የምን", "ብ", "እስኪ"]
const MANY = ["ይ", "ሲ", "ሊ", "እንዲ", "የሚ", "የምት"]

const presentOf = (stem: Stem): ReadonlyArray<string> => {
  const { last, present } = stem
  const with_ = (prefix: string) => before(stem, prefix) + present
  const persons = [
    ["ይ", "ል"],
    ["ት", "ለህ"],
    ["ት", "ለች"],
    ["እ", "ለሁ"],
    ["እን", "ለን"],
    ["ት", "ላችሁ"],
    ["ይ", "ሉ"]
  ] as const
  return [
    ...persons.map(([prefix, ending]) => with_(prefix) + last(4) + ending),
    `${with_("ት")}${last(3)}ያለሽ`,
    ...BARE.map((prefix) => with_(prefix) + last(6)),
    ...MANY.map((prefix) => with_(prefix) + last(2)),
    ...["አይ", "አት", "አል", "አን"].map((prefix) => `${with_(prefix)}${last(6)}ም`),
    `${with_("አይ")}${last(2)}ም`,
    `${with_("የሚ")}${last(1)}ው`,
    `${with_("የሚ")}${last(2)}ት`
  ]
}

const doneOf = ({ done, last }: Stem): ReadonlyArray<string> =>
  done.flatMap((stem) => {
    const [first, fourth, fifth] = [1, 4, 5].map((order) => stem + last(order))
    return [
      ...[`${stem}${last(7)}`, `${fourth}`, `${fifth}`, `${first}ው`, `${first}ን`, `${first}ህ`, `${first}ሽ`],
      ...[`${stem}${withWa(last(1))}ል`, `${fourth}ለች`, `${first}ዋል`, `${fifth}ያለሁ`, `${first}ናል`, `${first}ሃል`]
    ]
  })

const infinitivesOf = ({ infinitives }: Stem): ReadonlyArray<string> =>
  infinitives.flatMap((infinitive) => ["", "ለ", "በ", "የ", "ከ"].map((prefix) => prefix + infinitive))

const orders = (verb: string): string => Array.from(verb, orderOf).join("")
const sixth = (letter: string): string => inOrder(letter, 6)

const changing = (end: string) => (order: number) => inOrder(end, order)

/** ሰበረ, ፈለገ, ቆረጠ. */
const three = (verb: string): Stem => {
  const [one = "", two = "", end = ""] = verb
  return {
    past: one + two,
    present: one + sixth(two),
    done: [one + sixth(two)],
    infinitives: [
      `መ${orderOf(one) === 7 ? inOrder(one, 2) : sixth(one)}${two}${sixth(end)}`,
      `መ${one}${two}${sixth(end)}`
    ],
    last: changing(end),
    fused: false
  }
}

/** ተመለሰ, ተናገረ: what is done to one, by oneself or together. */
const passive = (verb: string): Stem => {
  const [, one = "", two = "", end = ""] = verb
  return {
    past: `ተ${one}${two}`,
    present: one + two,
    done: [`ተ${one}${sixth(two)}`],
    infinitives: [`መ${one}${two}${sixth(end)}`],
    last: changing(end),
    fused: false
  }
}

/** ተማረ, ተጓዘ. */
const shortPassive = (verb: string): Stem => {
  const [, one = "", end = ""] = verb
  return {
    past: `ተ${one}`,
    present: one,
    done: [`ተ${sixth(one)}`, `ተ${one}`],
    infinitives: [`መ${one}${sixth(end)}`],
    last: changing(end),
    fused: false
  }
}

/** አደረገ, አቀረበ, and አሸነፈ, which keeps its second letter. */
const causative = (verb: string): Stem => {
  const [, one = "", two = "", end = ""] = verb
  return {
    past: one + two,
    present: one + sixth(two),
    done: [`አ${sixth(one)}${sixth(two)}`, `አ${one}${sixth(two)}`],
    infinitives: [`ማ${sixth(one)}${two}${sixth(end)}`, `ማ${one}${two}${sixth(end)}`],
    last: changing(end),
    fused: true
  }
}

/** አሰበ, አወቀ. */
const open = (verb: string): Stem => {
  const [, one = "", end = ""] = verb
  return {
    past: one,
    present: sixth(one),
    done: [`አ${sixth(one)}`],
    infinitives: [`ማ${one}${sixth(end)}`],
    last: changing(end),
    fused: true
  }
}

/** ሄደ, ቆመ: two letters, the first of which stays. */
const hollow = (verb: string): Stem => {
  const [one = "", end = ""] = verb
  return {
    past: one,
    present: one,
    done: [one],
    infinitives: [`መ${one}${sixth(end)}`],
    last: changing(end),
    fused: false
  }
}

/** በላ: a last letter that has lost its consonant; it comes back as ት. */
const weak = (verb: string): ReadonlyArray<string> => {
  const [one = "", end = ""] = verb
  const past = one + end
  const many = one + inOrder(end, 2)
  const done = one + sixth(end)
  const bare = one + end
  return [
    ...[past, `${past}ች`, many, `${past}ሁ`, `${past}ህ`, `${past}ሽ`, `${past}ን`, `${past}ችሁ`],
    ...[`አል${past}ም`, `አል${many}ም`, `አል${past}ሁም`, `የ${past}`, `የ${many}`, `ከ${past}`, `ስለ${past}`],
    ...[`ይ${bare}ል`, `ት${bare}ለህ`, `ት${bare}ለች`, `እ${bare}ለሁ`, `እን${bare}ለን`, `ት${bare}ላችሁ`, `ይ${bare}ሉ`],
    ...["ይ", "ት", "ሲ", "ስት", "ሊ", "እንዲ", "የሚ", "የምት", "የምን"].map((prefix) => prefix + bare),
    ...["ሲ", "ሊ", "እንዲ", "የሚ"].map((prefix) => prefix + many),
    ...["አይ", "አት", "አል", "አን"].map((prefix) => `${prefix}${bare}ም`),
    ...["ቶ", "ታ", "ቼ", "ተው", "ተን", "ተህ", "ቷል", "ታለች", "ተዋል", "ቻለሁ", "ተናል"].map((ending) => done + ending),
    ...["", "ለ", "በ", "የ", "ከ"].map((prefix) => `${prefix}መ${sixth(one)}${end}ት`)
  ]
}

const shapes: ReadonlyArray<readonly [RegExp, (verb: string) => Stem]> = [
  [/^አ 111$/, open],
  [/^አ 1111$/, causative],
  [/^. [157]11$/, three],
  [/^ተ 1[14]11$/, passive],
  [/^ተ 141$/, shortPassive],
  [/^. [57]1$/, hollow]
]

const stemOf = (verb: string): Stem | undefined => {
  const shape = `${verb.charAt(0)} ${orders(verb)}`
  return shapes.find(([pattern]) => pattern.test(shape))?.[1](verb)
}

/** Listed words that look like "he did" and are not. */
const notVerbs = new Set(["የኛ", "ገና", "ጨዋ", "ተራ", "ሰባ", "በጋ", "ነበረ", "ከበደ", "አበበ", "ሐና", "ለማ"])

/** What follows from a word that may be "he did"; nothing where it cannot. */
export const verbForms = (word: string): ReadonlyArray<string> => {
  if (notVerbs.has(word)) return []
  if (orders(word) === "14") return weak(word)
  const stem = stemOf(word)
  return stem === undefined ? [] : [...pastOf(stem), ...presentOf(stem), ...doneOf(stem), ...infinitivesOf(stem)]
}
