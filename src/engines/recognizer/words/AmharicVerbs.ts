/**
 * Forms of Amharic verbs that can be made letter by letter from "he did": of
 * ሰበረ, of ተመለሰ, of ሄደ and of በላ. Which of two infinitives is a verb's own
 * depends on a doubling that is not written: both are made.
 */
import { inOrder, orderOf, withWa } from "./Fidel.ts"

/** Letters of a verb before its last, as its tenses have them, and the last as it changes. */
interface Stem {
  readonly past: string
  readonly present: string
  readonly done: string
  readonly infinitives: ReadonlyArray<string>
  /** The last letter in any order. */
  readonly last: (order: number) => string
}

const pastOf = ({ last, past }: Stem): ReadonlyArray<string> => {
  const own = [1, 2].map((order) => past + last(order))
  const bare = past + last(6)
  const all = [...own, `${past}${last(1)}ች`, `${bare}ኩ`, `${bare}ክ`, `${bare}ሽ`, `${bare}ን`, `${past}${last(4)}ችሁ`]
  return [
    ...all,
    ...[...own, `${past}${last(1)}ች`, `${bare}ኩ`, `${bare}ን`].map((form) => `አል${form}ም`),
    ...["የ", "ከ", "ስለ", "እንደ"].flatMap((prefix) => all.slice(0, 3).map((form) => prefix + form)),
    `የ${past}${last(1)}ው`,
    `የ${past}${last(2)}ት`
  ]
}

const presentOf = ({ last, present }: Stem): ReadonlyArray<string> => {
  const open = present + last(4)
  const bare = present + last(6)
  const many = present + last(2)
  return [
    ...[`ይ${open}ል`, `ት${open}ለህ`, `ት${open}ለች`, `እ${open}ለሁ`, `እን${open}ለን`, `ት${open}ላችሁ`, `ይ${open}ሉ`],
    `ት${present}${last(3)}ያለሽ`,
    ...["ይ", "ት", "ሲ", "ስት", "ሊ", "ልት", "እንዲ", "እንድት", "የሚ", "የምት", "የምን", "ብ", "እስኪ"].map((prefix) => prefix + bare),
    ...["ይ", "ሲ", "ሊ", "እንዲ", "የሚ", "የምት"].map((prefix) => prefix + many),
    ...["አይ", "አት", "አል", "አን"].map((prefix) => `${prefix}${bare}ም`),
    `አይ${many}ም`,
    `የሚ${present}${last(1)}ው`,
    `የሚ${many}ት`
  ]
}

const doneOf = ({ done, last }: Stem): ReadonlyArray<string> => {
  const [first, fourth, fifth] = [1, 4, 5].map((order) => done + last(order))
  return [
    ...[`${done}${last(7)}`, `${fourth}`, `${fifth}`, `${first}ው`, `${first}ን`, `${first}ህ`, `${first}ሽ`],
    ...[`${done}${withWa(last(1))}ል`, `${fourth}ለች`, `${first}ዋል`, `${fifth}ያለሁ`, `${first}ናል`, `${first}ሃል`]
  ]
}

const infinitivesOf = ({ infinitives }: Stem): ReadonlyArray<string> =>
  infinitives.flatMap((infinitive) => ["", "ለ", "በ", "የ", "ከ"].map((prefix) => prefix + infinitive))

const orders = (verb: string): string => Array.from(verb, orderOf).join("")
const sixth = (letter: string): string => inOrder(letter, 6)

/** ሰበረ, ፈለገ: three letters of the first order. */
const three = (verb: string): Stem => {
  const [one = "", two = "", end = ""] = verb
  return {
    past: one + two,
    present: one + sixth(two),
    done: one + sixth(two),
    infinitives: [`መ${sixth(one)}${two}${sixth(end)}`, `መ${one}${two}${sixth(end)}`],
    last: (order) => inOrder(end, order)
  }
}

/** ተመለሰ: what is done to one, or by oneself. */
const passive = (verb: string): Stem => {
  const [, one = "", two = "", end = ""] = verb
  return {
    past: `ተ${one}${two}`,
    present: one + two,
    done: `ተ${one}${sixth(two)}`,
    infinitives: [`መ${one}${two}${sixth(end)}`],
    last: (order) => inOrder(end, order)
  }
}

/** ሄደ, ቆመ: two letters, the first of which stays. */
const hollow = (verb: string): Stem => {
  const [one = "", end = ""] = verb
  return {
    past: one,
    present: one,
    done: one,
    infinitives: [`መ${one}${sixth(end)}`],
    last: (order) => inOrder(end, order)
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

const stemOf = (verb: string): Stem | undefined => {
  const shape = orders(verb)
  if (shape === "111" && !verb.startsWith("አ")) return three(verb)
  if (shape === "1111" && verb.startsWith("ተ")) return passive(verb)
  return /^[57]1$/.test(shape) ? hollow(verb) : undefined
}

/** Listed words that look like "he did" and are not. */
const notVerbs = new Set(["የኛ", "ገና", "ጨዋ", "ተራ", "ሰባ", "በጋ", "ነበረ", "ከበደ", "ሐና", "ለማ"])

/** What follows from a word that may be "he did"; nothing where it cannot. */
export const verbForms = (word: string): ReadonlyArray<string> => {
  if (notVerbs.has(word)) return []
  if (orders(word) === "14") return weak(word)
  const stem = stemOf(word)
  return stem === undefined ? [] : [...pastOf(stem), ...presentOf(stem), ...doneOf(stem), ...infinitivesOf(stem)]
}
