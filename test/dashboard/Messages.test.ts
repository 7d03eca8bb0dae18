/** What the page says, in each of its languages. */
import { describe, expect, test } from "bun:test"
import { languages } from "../../src/dashboard/web/language.tsx"
import { type Leaf, messagesOf } from "./MessageTexts.ts"

/** Names of programs, formats, settings and measures, which are the same in every language. */
const TECHNICAL = new Set(
  "API CSV HTTP JSON JavaScript OpenAI QAL_ADMIN_TOKEN QAL_KEY Qal SRT UTC VTT https id localhost mp3 p50 p95 p99 qal recording request s selam system v1 wav x".split(
    " "
  )
)

/** Texts that are the same as in English. */
const SAME = new Set(["Qal", "recording.wav"])

const en = await messagesOf("en")

const wordsOf = (text: string): ReadonlyArray<string> => text.match(/[\p{L}\p{M}_'’]+[\p{L}\p{M}\p{N}_'’]*/gu) ?? []

/** Messages of a language that break a rule, as they stand. */
const breaking = (messages: ReadonlyMap<string, Leaf>, breaks: (leaf: Leaf, english: Leaf) => boolean) =>
  Array.from(messages)
    .filter(([path, leaf]) => breaks(leaf, en.get(path) ?? leaf))
    .map(([path, { text }]) => `${path}: ${text}`)

describe.each(Object.keys(languages))("the messages in %s", (language) => {
  test("the messages of a language are as many as in English, with the same values, and none is empty", async () => {
    const messages = await messagesOf(language)
    expect(en.size).toBeGreaterThan(300)
    expect(Array.from(messages.keys())).toEqual(Array.from(en.keys()))
    expect(breaking(messages, ({ arity }, english) => arity !== english.arity)).toEqual([])
    expect(breaking(messages, ({ values }, english) => values.join() !== english.values.join())).toEqual([])
    expect(breaking(messages, ({ text }) => text.trim() === "" || text.trim() !== text)).toEqual([])
    expect(breaking(messages, ({ text }) => /\s{2}|\.\.\.|undefined|\[object/.test(text))).toEqual([])
  })
})

const isSample = (path: string): boolean => path.includes(".samples.")

/** Those that are in the page's language, not examples of what may be said. */
const own = async (language: string): Promise<ReadonlyMap<string, Leaf>> =>
  new Map(Array.from(await messagesOf(language)).filter(([path]) => !isSample(path)))

const hasWords = ({ text }: Leaf): boolean => wordsOf(text).length > 0
const isSame = (leaf: Leaf, english: Leaf): boolean =>
  hasWords(leaf) && leaf.text === english.text && !SAME.has(leaf.text)

test("Amharic messages are written in Ethiopic letters, but for technical words", async () => {
  const messages = await own("am")
  const isForeign = (word: string): boolean => !/^\p{Script=Ethiopic}+$/u.test(word) && !TECHNICAL.has(word)
  // A case ending or a preposition is written to a technical word: የOpenAIን.
  const apart = (text: string) =>
    text.replaceAll(/(?<=\p{Script=Ethiopic})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{Script=Ethiopic})/gu, " ")
  expect(breaking(messages, ({ text }) => wordsOf(apart(text)).some(isForeign))).toEqual([])
  expect(
    breaking(messages, (leaf) => hasWords(leaf) && !/\p{Script=Ethiopic}/u.test(leaf.text) && !SAME.has(leaf.text))
  ).toEqual([])
  expect(breaking(messages, isSame)).toEqual([])
  // A sentence ends with its own full stop, and a list has its own comma.
  expect(breaking(messages, ({ text }) => /\p{Script=Ethiopic}\s?[.,;:](?!\d)/u.test(text))).toEqual([])
})

/** Short words of English that are none of Afaan Oromo. */
const ENGLISH = new Set(
  "a and are by for from has have is it its not of or that the this to was which with you your".split(" ")
)

test("Afaan Oromo messages are written in its own alphabet, but for technical words", async () => {
  const messages = await own("om")
  // Qubee has the letters of English, and the apostrophe of the glottal stop.
  const isForeign = (word: string): boolean => !/^[a-z']+$/i.test(word) && !TECHNICAL.has(word)
  expect(breaking(messages, ({ text }) => wordsOf(text).some(isForeign))).toEqual([])
  expect(breaking(messages, ({ text }) => wordsOf(text).some((word) => ENGLISH.has(word.toLowerCase())))).toEqual([])
  expect(breaking(messages, isSame)).toEqual([])
})
