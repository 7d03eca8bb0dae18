/**
 * The built-in phrase book: everyday phrases in Amharic, Afaan Oromo and
 * English, written and checked by hand (`phrases.tsv`, by subject: courtesy,
 * talk, time, things, errands). It translates what it holds, exactly, and
 * nothing else.
 */
import { Option } from "effect"
import { sentences } from "../../text/Phrases.ts"
import type { WrittenLanguage } from "../TextModel.ts"
import phrases from "./phrases.tsv" with { type: "text" }
import { normalise } from "./Spelling.ts"

/**
 * One meaning in three languages. Ways of saying it are divided by ` | `: the
 * first is what a translation gives, the others (to a man, to a woman, to a
 * friend) are found too.
 */
export type Entry = readonly [am: string, om: string, en: string]

export const entries: ReadonlyArray<Entry> = phrases
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [am = "", om = "", en = ""] = line.split("\t")
    return [am, om, en]
  })

const column = { am: 0, om: 1, en: 2 } as const satisfies Record<WrittenLanguage, 0 | 1 | 2>

/** Every way the entry is said in the language, the one that translations give first. */
export const waysOf = (entry: Entry, language: WrittenLanguage): ReadonlyArray<string> =>
  entry[column[language]].split(" | ")

/** What ends a phrase. */
type Mark = "none" | "stop" | "question" | "exclamation" | "ellipsis" | "comma"

/** A phrase as it stands in a text: what is around it, and what ends it. */
interface SurroundedPhrase {
  readonly before: string
  readonly phrase: string
  readonly mark: Mark
  readonly after: string
}

/** No phrase of the book is longer, in UTF-16 code units; what is longer is not looked at. */
const LONGEST = 120

const frame = /^((?:\s*\d{1,3}[.)]\s+)?[\s"“”„«»‹›‘’'([*_•–—-]*)(.*?)([.!?…።፧፨፡,፣]*)(["“”»›’')\]*_]*\s*)$/su

const markOf = (marks: string): Mark => {
  if (/[?፧]/.test(marks)) return "question"
  if (marks.includes("!")) return "exclamation"
  if (/…|\.\./.test(marks)) return "ellipsis"
  if (/[.።፨]|፡፡/.test(marks)) return "stop"
  return marks === "" ? "none" : "comma"
}

const framed = (text: string): SurroundedPhrase => {
  const [, before = "", phrase = "", marks = "", after = ""] = frame.exec(text) ?? []
  return { before, phrase, mark: markOf(marks), after }
}

const written = (mark: Mark, language: WrittenLanguage): string =>
  ({
    none: "",
    stop: language === "am" ? "።" : ".",
    question: "?",
    exclamation: "!",
    ellipsis: "…",
    comma: language === "am" ? "፣" : ","
  })[mark]

/** Only these make an Amharic sentence a question; else the mark alone does. */
const amharicInterrogative = /ማን|ምን|የት|መቼ|እንዴት|ስንት/

interface PhraseMatch {
  readonly entry: Entry
  /** Whether the way of saying it is a question. */
  readonly asks: boolean
  /** Whether its words alone, without the mark, say so. English order and Oromo's long final vowel do. */
  readonly asksInWords: boolean
}

const indexOf = (language: WrittenLanguage): ReadonlyMap<string, ReadonlyArray<PhraseMatch>> => {
  const index = new Map<string, ReadonlyArray<PhraseMatch>>()
  for (const entry of entries) {
    for (const way of waysOf(entry, language)) {
      const { mark, phrase } = framed(way)
      const asks = mark === "question"
      const match = { entry, asks, asksInWords: language !== "am" || amharicInterrogative.test(phrase) }
      const key = normalise(language, phrase)
      index.set(key, [...(index.get(key) ?? []), match])
    }
  }
  return index
}

const indices: Readonly<Record<WrittenLanguage, ReadonlyMap<string, ReadonlyArray<PhraseMatch>>>> = {
  am: indexOf("am"),
  om: indexOf("om"),
  en: indexOf("en")
}

/** The entry whose phrase this is, whatever its case, its outer marks and its spelling. */
const entryOf = (language: WrittenLanguage, { mark, phrase }: SurroundedPhrase): Option.Option<Entry> => {
  const indexed = indices[language].get(normalise(language, phrase)) ?? []
  const fitting = indexed.filter(({ asks, asksInWords }) => (mark === "question" ? asks : !asks || asksInWords))
  return Option.fromNullable(fitting.find(({ asks }) => asks === (mark === "question")) ?? fitting[0]).pipe(
    Option.map(({ entry }) => entry)
  )
}

const translatePhrase = (text: string, source: WrittenLanguage, target: WrittenLanguage): Option.Option<string> => {
  if (text.length > LONGEST) return Option.none()
  const source_ = framed(text)
  return Option.map(entryOf(source, source_), (entry) => {
    const target_ = framed(waysOf(entry, target)[0] ?? "")
    const sourceMark = source_.mark === "question" ? "stop" : source_.mark
    const mark = target_.mark === "question" ? "question" : sourceMark
    return `${source_.before}${target_.phrase}${written(mark, target)}${source_.after}`
  })
}

const wordless = /^[^\p{L}]*$/u

/**
 * The translation of `text` where it is a phrase of the book, or every sentence
 * of it is; ends as the source ends (a question always with its mark), in the
 * target's punctuation.
 */
export const translate = (text: string, source: WrittenLanguage, target: WrittenLanguage): Option.Option<string> =>
  Option.orElse(translatePhrase(text, source, target), () =>
    Option.map(
      Option.all(
        sentences(text).map((sentence) =>
          wordless.test(sentence.text) ? Option.some(sentence.text) : translatePhrase(sentence.text, source, target)
        )
      ),
      (translated) => translated.join("")
    )
  )
