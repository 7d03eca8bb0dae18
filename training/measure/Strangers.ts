/** Finds, and shows, by what the recogniser tells people from the embedded voices (`Understanding`). */
import type { Language } from "../../src/Domain.ts"
import { type Models, makeIncrementalDecoder } from "../../src/engines/recognizer/IncrementalDecoder.ts"
import {
  featureNames,
  featuresOf,
  strangeness,
  type UtteranceEvidence,
  type Weights
} from "../../src/engines/recognizer/Understanding.ts"
import { fresh } from "../text/Fresh.ts"
import { makeRandom } from "../text/Random.ts"
import { makeSentences } from "../text/Sentences.ts"
import { readRecordings } from "./Recordings.ts"
import { say } from "./Say.ts"
import { type Condition, type Damage, damaged, type Speech, takes } from "./Takes.ts"

interface Fitting {
  readonly models: Models
  readonly speech: Speech
  readonly folder: string
  /** Made sentences of each language and condition. */
  readonly sentences: number
  readonly seed: number
  /** Of people's recordings each so many-th is taken. */
  readonly every: number
  /** Of the everyday sentences so many are in the tables. */
  readonly everyday: number
}

/** A sound as it was heard, and what is known of it. */
interface Sample {
  readonly isPerson: boolean
  /** Where it counts in the tables. */
  readonly group: Group
  /** The weights are found on it; else the tables are made of it. */
  readonly isFitted: boolean
  readonly heard: UtteranceEvidence
}

const groups = {
  person: "people, as recorded",
  otherwise: "people, taken for the other language",
  changed: "people, by telephone, in rooms, noise, at other pace and pitch",
  moved: "people, moved up and down, and by telephone",
  clean: "voices, clean",
  carried: "voices, by telephone and MP3",
  paced: "voices, half to double pace",
  stretched: "voices, stretched to half to double tempo",
  short: "voices, one word",
  shortStretched: "voices, one word, stretched",
  mixed: "voices, digits, names, both languages",
  foreign: "voices, taken for the other language",
  worn: "voices, in rooms and noise"
} as const
type Group = keyof typeof groups

/** Most of the embedded voices' sounds that may be refused. */
const MOST_REFUSED = { usual: 0.005, worn: 0.03 }
/** Least of people's that are to be. */
const LEAST_REFUSED = 0.97

const conditions: ReadonlyArray<readonly [Group, Condition]> = [
  ["clean", { name: "clean" }],
  ["carried", { name: "telephone, A-law", telephone: "a" }],
  ["carried", { name: "telephone, µ-law", telephone: "mu" }],
  ["carried", { name: "24 kbit/s MP3", bitrate: 24 }],
  ["paced", { name: "half pace", pace: 0.5 }],
  ["paced", { name: "three quarters", pace: 0.75 }],
  ["paced", { name: "1.4 times", pace: 1.4 }],
  ["paced", { name: "double pace", pace: 2 }],
  ["stretched", { name: "tempo 0.5", tempo: 0.5 }],
  ["stretched", { name: "tempo 0.6", tempo: 0.6 }],
  ["stretched", { name: "tempo 0.75", tempo: 0.75 }],
  ["stretched", { name: "tempo 1.5", tempo: 1.5 }],
  ["stretched", { name: "tempo 2", tempo: 2 }],
  ["stretched", { name: "tempo 0.6, telephone", tempo: 0.6, telephone: "mu" }],
  ["worn", { name: "a room of 0.3 s", room: 0.3 }],
  ["worn", { name: "a room of 0.6 s", room: 0.6 }],
  ["worn", { name: "white noise at 20 dB", noise: 20 }],
  ["worn", { name: "white noise at 10 dB", noise: 10 }]
]
const ofWords: ReadonlyArray<readonly [Group, Condition]> = [
  ["short", { name: "clean" }],
  ["short", { name: "telephone, µ-law", telephone: "mu" }],
  ["shortStretched", { name: "tempo 0.5", tempo: 0.5 }],
  ["shortStretched", { name: "tempo 0.75", tempo: 0.75 }],
  ["shortStretched", { name: "tempo 2", tempo: 2 }]
]

/** What is done to people's recordings, one after the other. */
const damages: ReadonlyArray<Damage> = [
  { telephone: "mu" },
  { room: 0.3 },
  { noise: 15 },
  { tempo: 1.2 },
  { rate: 1.15 },
  { tempo: 0.85 },
  { rate: 0.87 },
  { bitrate: 24 }
]

/** People's voices moved up and down, with all that is theirs, at their own pace: as near to others as one speaker comes. */
const moved: ReadonlyArray<Damage> = [0.8, 0.9, 1.15, 1.3, 1.45, 1.6].flatMap((rate) => [
  { rate, tempo: 1 / rate },
  { rate, tempo: 1 / rate, telephone: "mu" }
])

const hear = (models: Models, language: Language, samples: Int16Array): UtteranceEvidence => {
  const decoder = makeIncrementalDecoder(models, language)
  decoder.push(samples)
  decoder.finish()
  return decoder.heard()
}

const languages = ["am", "om"] as const
const otherOf = { am: "om", om: "am" } as const

const extras: Readonly<Record<Language, ReadonlyArray<string>>> = {
  am: ["ዛሬ 27 ሰዎች መጡ", "በ2019 ዓ.ም. 1,500 ብር", "ጆን ስሚዝ እና ማክሮን ለንደን ነበሩ", "Microsoft እና Google", "ሰላም, akkam jirta?"],
  om: [
    "har'a namoota 27 dhufan",
    "bara 2019 qarshii 1,500",
    "John Smith fi Macron Landan turan",
    "Google fi Microsoft",
    "nagaa, እንዴት ነህ?"
  ]
}

/** Sentences that the weights are found on, or others. */
const textsOf = (
  language: Language,
  isFitted: boolean,
  { everyday, seed, sentences }: Fitting
): ReadonlyArray<string> => {
  const generator = makeSentences(language, isFitted ? "train" : "test", makeRandom(seed + (isFitted ? 0 : 1)))
  const made = Array.from({ length: sentences }, () => generator.next())
  return isFitted ? made : [...made, ...fresh[language].slice(0, everyday)]
}

const hearVoices = async (fitting: Fitting, language: Language, isFitted: boolean): Promise<ReadonlyArray<Sample>> => {
  const { models, speech } = fitting
  const heard: Array<Sample> = []
  const add = async (group: Group, texts: ReadonlyArray<string>, condition: Condition) => {
    for await (const { samples } of takes(speech, language, texts, condition, fitting.seed + heard.length)) {
      heard.push({ isPerson: false, group, isFitted, heard: hear(models, language, samples) })
      if (group === "clean")
        heard.push({ isPerson: false, group: "foreign", isFitted, heard: hear(models, otherOf[language], samples) })
    }
  }
  const texts = textsOf(language, isFitted, fitting)
  const words = texts.flatMap((text) => text.split(" ").slice(0, 1))
  for (const [group, condition] of conditions) await add(group, texts, condition)
  for (const [group, condition] of ofWords) await add(group, words, condition)
  await add("mixed", Array.from({ length: 8 }, () => extras[language]).flat(), { name: "clean" })
  return heard
}

/** Every third session is kept for the tables. */
const hearPeople = async ({ every, folder, models, seed, speech }: Fitting): Promise<ReadonlyArray<Sample>> => {
  const heard: Array<Sample> = []
  const sessions: Array<string> = []
  const random = makeRandom(seed)
  let at = 0
  for await (const { samples, session } of readRecordings(folder, "am.tsv", every)) {
    if (!sessions.includes(session)) sessions.push(session)
    const isFitted = sessions.indexOf(session) % 3 !== 2
    const damage = damages[at++ % damages.length] ?? {}
    const shift = moved[at % moved.length] ?? {}
    const raised = speech.raise(samples)
    const changed = await damaged(speech, raised, damage, [], random)
    const other = await damaged(speech, raised, shift, [], random)
    for (const language of languages) {
      heard.push({
        isPerson: true,
        group: language === "am" ? "person" : "otherwise",
        isFitted,
        heard: hear(models, language, samples)
      })
      heard.push({ isPerson: true, group: "changed", isFitted, heard: hear(models, language, changed) })
      // None of these helped to find the weights.
      heard.push({ isPerson: true, group: "moved", isFitted: false, heard: hear(models, language, other) })
    }
  }
  return heard
}

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Logistic regression by gradient descent on features of one scale; both sides count alike. */
const regress = (
  rows: ReadonlyArray<{ readonly features: ReadonlyArray<number>; readonly isPerson: boolean }>
): Weights => {
  const width = rows[0]?.features.length ?? 0
  const columns = Array.from({ length: width }, (_, at) => rows.map(({ features }) => features[at] ?? 0))
  const means = columns.map(mean)
  const scales = columns.map((column, at) => Math.sqrt(mean(column.map((value) => (value - (means[at] ?? 0)) ** 2))))
  const people = rows.filter(({ isPerson }) => isPerson).length
  const inputs = rows.map(({ features, isPerson }) => ({
    values: [1, ...features.map((value, at) => (value - (means[at] ?? 0)) / (scales[at] ?? 1))],
    target: isPerson ? 1 : 0,
    weight: 0.5 / (isPerson ? people : rows.length - people)
  }))
  const weights = Array.from({ length: width + 1 }, () => 0)
  for (let round = 0; round < 6_000; round++) {
    const gradient = weights.map(() => 0)
    for (const { target, values, weight } of inputs) {
      const odds = values.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0)
      const error = weight * (target - 1 / (1 + Math.exp(-odds)))
      for (const [at, value] of values.entries()) gradient[at] = (gradient[at] ?? 0) + error * value
    }
    for (const [at, slope] of gradient.entries())
      weights[at] = (weights[at] ?? 0) + 2 * (slope - (at === 0 ? 0 : 0.0005 * (weights[at] ?? 0)))
  }
  const [bias = 0, ...slopes] = weights
  const raw = slopes.map((slope, at) => slope / (scales[at] ?? 1))
  const shift = raw.reduce((sum, slope, at) => sum + slope * (means[at] ?? 0), 0)
  const [first = 0, ...others] = [bias - shift, ...raw].map((weight) => Number(weight.toFixed(3)))
  const [loss = 0, likeness = 0, entropy = 0, frames = 0, presence = 0, length = 0] = others
  return { bias: first, loss, likeness, entropy, frames, presence, length }
}

interface Judged {
  readonly strangeness: number
  readonly group: Group
  readonly isPerson: boolean
}

const refused = (judged: ReadonlyArray<Judged>, threshold: number): number =>
  judged.filter(({ strangeness }) => strangeness >= threshold).length / Math.max(1, judged.length)

const thresholds: ReadonlyArray<number> = Array.from({ length: 25 }, (_, at) => (at - 12) / 2)

/** The middle between the least that refuses few of the voices and the greatest that refuses nearly all people. */
const thresholdOf = (judged: ReadonlyArray<Judged>): number => {
  const people = judged.filter(({ isPerson }) => isPerson)
  const worn = judged.filter(({ group }) => group === "worn")
  const usual = judged.filter(({ group, isPerson }) => !isPerson && group !== "worn")
  const least = thresholds.find(
    (each) => refused(usual, each) <= MOST_REFUSED.usual && refused(worn, each) <= MOST_REFUSED.worn
  )
  const greatest = thresholds.findLast((each) => refused(people, each) >= LEAST_REFUSED)
  if (least === undefined || greatest === undefined || least > greatest) say("  no threshold keeps both limits")
  return ((least ?? 0) + (greatest ?? 0)) / 2
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

const show = (judged: ReadonlyArray<Judged>, threshold: number): void => {
  const rows = new Set([...thresholds.filter((each) => Math.abs(each) <= 4), threshold])
  say(`| refused from | ${Object.values(groups).join(" | ")} |`)
  say(`|${" --- |".repeat(1 + Object.keys(groups).length)}`)
  for (const each of Array.from(rows).toSorted((one, two) => one - two)) {
    const cells = Object.keys(groups).map((group) =>
      percent(
        refused(
          judged.filter((one) => one.group === group),
          each
        )
      )
    )
    say(`| ${each === threshold ? `**${each}**` : each} | ${cells.join(" | ")} |`)
  }
  const counts = Object.keys(groups).map((group) => judged.filter((one) => one.group === group).length)
  say(`| sounds | ${counts.join(" | ")} |`)
}

export const fitUnderstanding = async (fitting: Fitting): Promise<void> => {
  const heard: Array<Sample> = Array.from(await hearPeople(fitting))
  for (const isFitted of [true, false])
    for (const language of languages) heard.push(...(await hearVoices(fitting, language, isFitted)))
  const rows = heard
    .filter(({ group, heard: { isEmpty }, isFitted }) => isFitted && !isEmpty && group !== "foreign")
    .map(({ heard, isPerson }) => {
      const features = featuresOf(heard.own)
      return { features: featureNames.map((name) => features[name]), isPerson }
    })
  const weights = regress(rows)
  const judge = (each: Sample): Judged => ({ ...each, strangeness: strangeness(each.heard, weights) })
  const threshold = thresholdOf(heard.filter(({ isFitted }) => isFitted).map(judge))
  say(JSON.stringify({ weights, threshold }))
  show(heard.filter(({ isFitted }) => !isFitted).map(judge), threshold)
}
