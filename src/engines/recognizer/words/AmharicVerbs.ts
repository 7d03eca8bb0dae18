/**
 * Forms of Amharic verbs that can be made letter by letter from "he did": of
 * ሰበረ, ተመለሰ, ተማረ, አደረገ, አሰበ, ሄደ and በላ. Where a form depends on a doubling
 * that is not written, both are made.
 */
import { letterPairs } from "../../../text/LetterPairs.ts"
import { inOrder, orderOf, withWa } from "./FidelOrders.ts"

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
  የምት:የምታ የምን:የምና ብ:ባ እስኪ:እስኪያ አይ:አያ አት:አታ አን:አና በሚ:በሚያ ከሚ:ከሚያ ለሚ:ለሚያ እንደሚ:እንደሚያ ስለሚ:ስለሚያ እንደምት:እንደምታ
  ሳይ:ሳያ ቢ:ቢያ ባይ:ባያ ብት:ብታ እየ:እያ በ:ባ ለ:ላ ያል:ያላ ካል:ካላ ባል:ባላ ስላል:ስላላ እንዳል:እንዳላ
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
    ...["የ", "ከ", "በ", "ስለ", "እንደ", "እየ", "ያል", "ካል", "ባል", "ስላል", "እንዳል"].flatMap((prefix) =>
      [...own, she].map((form) => before(stem, prefix) + form)
    ),
    ...["የ", "በ", "ከ", "ለ", "ያል"].flatMap((prefix) =>
      [`${last(1)}ው`, `${last(2)}ት`].map((ending) => before(stem, prefix) + past + ending)
    ),
    ...[`${last(1)}ውን`, `${last(2)}ትን`, `${last(1)}ችው`].map((ending) => before(stem, "የ") + past + ending)
  ]
}

const RELATIVE = ["በሚ", "ከሚ", "ለሚ", "እንደሚ", "ስለሚ", "እንደምት", "ሳይ", "ቢ", "ባይ", "ብት"]
const BARE = ["ይ", "ት", "ሲ", "ስት", "ሊ", "ልት", "እንዲ", "እንድት", "የሚ", "የምት", "የምን", "ብ", "እስኪ", ...RELATIVE]
const MANY = ["ይ", "ሲ", "ሊ", "እንዲ", "የሚ", "የምት", ...RELATIVE]

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
    ...["የሚ", "በሚ", "ከሚ", "ለሚ"].flatMap((prefix) => [`${with_(prefix)}${last(1)}ው`, `${with_(prefix)}${last(2)}ት`]),
    ...[`${last(1)}ውን`, `${last(2)}ትን`].map((ending) => with_("የሚ") + ending)
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
  infinitives.flatMap((infinitive) => [
    ...["", "ለ", "በ", "የ", "ከ"].map((prefix) => prefix + infinitive),
    ...["ን", "ም", "ና"].map((ending) => infinitive + ending),
    ...["", "በ", "ከ", "የ"].flatMap((prefix) =>
      [
        `${inOrder(infinitive.slice(-1), 2)}`,
        `${inOrder(infinitive.slice(-1), 2)}ን`,
        `${inOrder(infinitive.slice(-1), 4)}ቸው`,
        `${inOrder(infinitive.slice(-1), 4)}ቸውን`
      ].map((ending) => prefix + infinitive.slice(0, -1) + ending)
    )
  ])

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
    ...[`አል${past}ም`, `አል${many}ም`, `አል${past}ሁም`],
    ...["የ", "ከ", "በ", "ስለ", "እንደ", "እየ", "ያል", "ካል"].flatMap((prefix) =>
      [past, many, `${past}ች`].map((form) => prefix + form)
    ),
    ...["የ", "በ", "ከ"].flatMap((prefix) => [
      `${prefix}${past}ው`,
      `${prefix}${many}ት`,
      `${prefix}${past}ውን`,
      `${prefix}${many}ትን`
    ]),
    ...[`ይ${bare}ል`, `ት${bare}ለህ`, `ት${bare}ለች`, `እ${bare}ለሁ`, `እን${bare}ለን`, `ት${bare}ላችሁ`, `ይ${bare}ሉ`],
    ...["ይ", "ት", "ሲ", "ስት", "ሊ", "እንዲ", "የሚ", "የምት", "የምን", ...RELATIVE].map((prefix) => prefix + bare),
    ...["ሲ", "ሊ", "እንዲ", "የሚ", ...RELATIVE].map((prefix) => prefix + many),
    ...["የሚ", "በሚ", "ከሚ"].flatMap((prefix) => [`${prefix}${bare}ው`, `${prefix}${many}ት`]),
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
