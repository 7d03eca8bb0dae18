/**
 * Whether an answer is in the language that was asked for. The script tells
 * Amharic from Afaan Oromo; languages of one script are told apart by their
 * function words and by how they are spelt (`chat/AnswerWords`).
 */
import type { Language } from "../Domain.ts"
import { type AnswerWord, type WordKind, wordOf } from "./AnswerWords.ts"

/**
 * What may be in any language wherever it stands: code, addresses, placeholders,
 * marks of markup, quotations, and a gloss in brackets. Bounded so that no text
 * takes long to search.
 */
const exempt = new RegExp(
  [
    /```[\s\S]*?(?:```|$)/,
    /~~~[\s\S]*?(?:~~~|$)/,
    /`[^`\n]+`/,
    /\b[a-z][a-z0-9+.-]{0,20}:\/\/\S+/,
    /\bwww\.\S+/,
    /[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+/,
    /<\/?[a-z][^<>]*>/,
    /\{\{?[\w.]+\}?\}/,
    /"[^"]*"/,
    /“[^“”]*”/,
    /«[^«»]*»/,
    /‹[^‹›]*›/,
    /\([^()\n]{1,80}\)/,
    /\[[^[\]\n]{1,80}\]/
  ]
    .map(({ source }) => source)
    .join("|"),
  "giu"
)

/** An answer that is nothing but one quotation, or one remark in brackets, is judged by what is in it. */
const enclosed = /^\s*(?:"([^"]*)"|“([^“”]*)”|«([^«»]*)»|\(([^()]*)\))\s*$/u

/** A line of a program or of a command line: a prompt, options, operators, what only code ends with. */
const code =
  /^(?:\s*[$%]\s|\s*(?:import|const|let|def|return|SELECT|INSERT|UPDATE)\s)|\s--?[a-z]|[{}\\]|\w=\S|\s[=<>]=?\s|[)\]"'\d]\s*;\s*$|\{\s*$/u

/** An option of a command, within a sentence. */
const option = /(?<=\s)--?[a-z][\w-]{0,30}(?!\S)/gu

/** Commands that people write without marks. */
const commands = new Set(
  `git npm npx pnpm yarn pip pip3 python python3 docker kubectl sudo apt brew curl wget ssh scp mkdir chmod ffmpeg cargo bun
  node cd ls`.split(/\s+/)
)

/** Ends a sentence, or a part of one that stands for itself: before a colon, in a line of its own. */
const segmentEnd = /(?<=[.!?።፧፨፦:])\s+|\n|[•|—–]/u

/** Words, and the marks that separate the members of a list. */
const wordOrComma = /[,;፣]|[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’ʼ‘`ʻ.+-]*/gu
const separators = ",;፣"
const trailing = /[.'’ʼ‘`ʻ+-]+$/u
const capital = /^\p{Lu}/u
const ethiopic = /\p{Script=Ethiopic}/u
/** Small words of English that have capitals in headings alone, where they do not begin them. */
const titled = /^(?:And|Of|For|On|At|To)$/u
const titleWord: AnswerWord = { kind: "foreign", script: "latin" }

/** Words counted; those that are names, numbers, units are in none of the counts. */
interface Count {
  own: number
  foreign: number
  /** Words of another language without its grammar, among words of the answer's own. */
  terms: number
  /** A whole sentence is foreign. */
  hasForeignSentence: boolean
  /** Most capitalised words in a row. */
  capitalised: number
}

/** Of the words that count, so many may be foreign. */
const FOREIGN_SHARE = 0.3
/** What a term counts beside a foreign word. */
const TERM = 0.5
/** From so many words on, with so many function words among them, a stretch is a sentence and no title. */
const SENTENCE = 6
const SENTENCE_GRAMMAR = 3
/** More capitalised words in a row are no name. */
const LONGEST_NAME = 4
/** Of so many words of a sentence in Oromo one at least is a function word, or a third are spelt as nothing but Qubee is. */
const GRAMMAR_EVERY = 8
const SPELT_EVERY = 3
/** So many words without grammar, spelt as no Qubee is, are terms. */
const FEW_TERMS = 3
/** An answer of so many words that say nothing is in any language. */
const SHORT = 2

const of = (words: ReadonlyArray<AnswerWord>, ...kinds: ReadonlyArray<WordKind>): number =>
  words.reduce((sum, { kind }) => sum + (kinds.includes(kind) ? 1 : 0), 0)

/** What speaks for the answer's own language less what speaks against it. */
const evidence = (words: ReadonlyArray<AnswerWord>): number =>
  2 * of(words, "own") + of(words, "spelling") - 2 * of(words, "foreign", "particle") - of(words, "foreignSpelling")

const addForeign = (count: Count, words: ReadonlyArray<AnswerWord>): void => {
  const length = words.length - of(words, "mute")
  count.foreign += length
  count.hasForeignSentence ||= length >= SENTENCE && of(words, "foreign", "particle") >= SENTENCE_GRAMMAR
}

/** Words of Latin script among Amharic: a sentence, a title, or terms. */
const addLatinRun = (count: Count, texts: ReadonlyArray<string>, words: ReadonlyArray<AnswerWord>): void => {
  const grammar = of(words, "foreign")
  const content = of(words, "term", "foreignSpelling")
  if (grammar > 0 || (content > 0 && of(words, "particle") > 0) || of(words, "foreignSpelling") > 1) {
    addForeign(count, words)
  } else if (!commands.has(texts[0] ?? "")) count.terms += content
}

/** Particles before a name, or between two, are part of it: "the Sea", "Bank of America". */
const withNames = (words: ReadonlyArray<AnswerWord>): ReadonlyArray<AnswerWord> => {
  let beforeName = false
  return words
    .toReversed()
    .map((word) => {
      beforeName = word.kind === "name" || (beforeName && word.kind === "particle")
      return beforeName ? { ...word, kind: "name" as const } : word
    })
    .toReversed()
}

/** The stretches of Latin words in a row. */
const latinRuns = (words: ReadonlyArray<AnswerWord>): ReadonlyArray<readonly [from: number, to: number]> => {
  const runs: Array<[number, number]> = []
  for (const [at, { script }] of words.entries()) {
    const last = runs.at(-1)
    if (script !== "latin") continue
    if (last?.[1] === at) last[1] = at + 1
    else runs.push([at, at + 1])
  }
  return runs
}

const addAmharic = (count: Count, texts: ReadonlyArray<string>, words: ReadonlyArray<AnswerWord>): void => {
  const fidel = words.filter(({ script }) => script === "ethiopic")
  if (evidence(fidel) < 0) addForeign(count, fidel)
  else count.own += fidel.length
  addForeign(
    count,
    words.filter(({ script }) => script === "other")
  )
  for (const [from, to] of latinRuns(words)) addLatinRun(count, texts.slice(from, to), words.slice(from, to))
}

const addOromo = (count: Count, words: ReadonlyArray<AnswerWord>): void => {
  const letters = words.filter(({ script }) => script === "latin")
  addForeign(
    count,
    words.filter(({ script }) => script !== "latin")
  )
  const proof = evidence(letters)
  const content = of(letters, "own", "spelling", "foreign", "particle", "foreignSpelling", "term")
  const lacksGrammar =
    Math.floor(content / GRAMMAR_EVERY) > of(letters, "own") && content > SPELT_EVERY * of(letters, "spelling")
  const isTerms = of(letters, "foreign", "particle") === 0 && content <= FEW_TERMS
  if ((proof < 0 && !isTerms) || lacksGrammar) addForeign(count, letters)
  else if (proof > 0) count.own += content
  else count.terms += content
}

const addSegment = (count: Count, segment: string, language: Language): void => {
  const texts: Array<string> = []
  const all: Array<AnswerWord> = []
  let row = 0
  for (const [text] of segment.matchAll(wordOrComma)) {
    if (separators.includes(text)) {
      row = 0
      continue
    }
    const bare = text.replace(trailing, "")
    const one = texts.length > 0 && titled.test(bare) ? titleWord : wordOf(bare, language)
    texts.push(bare)
    all.push(one)
    row = one.kind === "name" || one.kind === "particle" ? row + 1 : 0
    count.capitalised = Math.max(count.capitalised, row)
  }
  // Where all words begin with a capital, capitals tell no names.
  const isTitled = all.length > LONGEST_NAME && texts.every((text) => capital.test(text))
  const words = isTitled ? all : withNames(all)
  if (language === "am") addAmharic(count, texts, words)
  else addOromo(count, words)
}

const countOf = (answer: string, language: Language): Count => {
  const count: Count = { own: 0, foreign: 0, terms: 0, hasForeignSentence: false, capitalised: 0 }
  for (const line of answer.split("\n")) {
    if (code.test(line) && !ethiopic.test(line)) continue
    for (const segment of line.replace(option, " ").split(segmentEnd)) addSegment(count, segment, language)
  }
  return count
}

/**
 * Whether `answer` is in `language`. Code, names, units, addresses, quotations
 * and glosses do not count; an answer of nothing else is in any language. In
 * time linear in the answer's length.
 */
export const isInLanguage = (answer: string, language: Language): boolean => {
  const inside = enclosed.exec(answer)?.slice(1).join("") ?? answer
  const count = countOf(inside.replace(exempt, " "), language)
  const { capitalised, foreign, hasForeignSentence, own, terms } = count
  if (hasForeignSentence) return false
  if (own === 0 && foreign === 0) return terms <= SHORT && capitalised <= LONGEST_NAME
  return foreign + TERM * terms <= FOREIGN_SHARE * (own + foreign + terms)
}
