/**
 * What a transcription server says of one utterance: a JSON object, plain or
 * verbose, or events; and what that comes to.
 */
import { Option, Schema } from "effect"
import { nullish } from "../../Domain.ts"
import { NEUTRAL_CONFIDENCE, type UtteranceTranscript } from "../UtteranceTexts.ts"
import { finite, statedWords, tidy, timedWords } from "./TranscriptWords.ts"

const Segment = Schema.Struct({
  start: Schema.optional(Schema.Unknown),
  end: Schema.optional(Schema.Unknown),
  avg_logprob: Schema.optional(Schema.Unknown),
  words: Schema.optional(Schema.Unknown)
})
type Segment = typeof Segment.Type
const decodeSegment = Schema.decodeUnknownOption(Segment)

/** Of the answer's fields those that are of use; servers differ in the others. The text alone must be there. */
const Answer = Schema.Struct({
  text: Schema.String,
  words: Schema.optional(Schema.Unknown),
  segments: Schema.optional(Schema.Unknown)
})

/** Of one token of an answer in pieces. */
const LogProbability = Schema.Struct({ logprob: Schema.optional(Schema.Unknown) })
const decodeLogProbability = Schema.decodeUnknownOption(LogProbability)

/** The logarithms of a list of tokens, as far as they are numbers. */
const logarithmsOf = (list: unknown): ReadonlyArray<number> =>
  Array.isArray(list)
    ? list.flatMap((token: unknown) => {
        const logarithm = finite(Option.getOrUndefined(decodeLogProbability(token))?.logprob)
        return logarithm === undefined ? [] : [logarithm]
      })
    : []

/** A string of JSON, or what Python writes for numbers that are none, which JSON has no word for. */
const STRING_OR_NO_NUMBER = /"(?:[^"\\]|\\[\s\S])*"?|-?\b(?:NaN|Infinity)\b/g

/** The same with null in the place of numbers that are none. */
const withoutNaN = (json: string): string =>
  json.replace(STRING_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : "null"))

/** Reads JSON, also with Python's numbers in it that are none. */
const tolerant =
  <A>(decode: (json: string) => Option.Option<A>) =>
  (json: string): Option.Option<A> =>
    Option.orElse(decode(json), () =>
      json.includes("NaN") || json.includes("Infinity") ? decode(withoutNaN(json)) : Option.none()
    )

const readAnswer = tolerant(Schema.decodeUnknownOption(Schema.parseJson(Answer)))

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
const probability = (logarithm: number): number => within(Math.exp(logarithm), 0, 1)

/** Letters of the words of an answer beyond twice those of its text: marks, and what a server writes in another way. */
const ROOM = 64

/** The segments of an answer; what is none is passed over. */
const segmentsOf = (list: unknown): ReadonlyArray<Segment> =>
  Array.isArray(list) ? list.flatMap((segment: unknown) => Option.toArray(decodeSegment(segment))) : []

/** The mean of the segments' confidence by their length. */
const ofSegments = (segments: ReadonlyArray<Segment>): Option.Option<number> => {
  let sum = 0
  let seconds = 0
  for (const segment of segments) {
    const logarithm = finite(segment.avg_logprob)
    if (logarithm === undefined) continue
    const length = Math.max(0.01, (finite(segment.end) ?? 0) - (finite(segment.start) ?? 0))
    sum += length * probability(logarithm)
    seconds += length
  }
  return seconds > 0 ? Option.some(sum / seconds) : Option.none()
}

const mean = (values: ReadonlyArray<number>): Option.Option<number> =>
  values.length === 0 ? Option.none() : Option.some(values.reduce((sum, value) => sum + value, 0) / values.length)

/** What an answer that came whole says of `seconds` of sound; none where it cannot be read. */
export const whole = (json: string, seconds: number): Option.Option<UtteranceTranscript> =>
  Option.map(readAnswer(json), (answer) => {
    const text = tidy(answer.text)
    const segments = segmentsOf(answer.segments)
    const own = statedWords(answer.words)
    const named = own.length > 0 ? own : segments.flatMap(({ words }) => statedWords(words))
    // Words that nobody wrote are none of the text's.
    const stated = named.reduce((sum, word) => sum + word.text.length, 0) <= 2 * text.length + ROOM ? named : []
    const confidence = mean(stated.flatMap(({ probability }) => (probability === undefined ? [] : [probability]))).pipe(
      Option.orElse(() => ofSegments(segments)),
      Option.getOrElse(() => NEUTRAL_CONFIDENCE)
    )
    return {
      text,
      words: timedWords(stated, text, confidence, seconds),
      confidence: within(confidence, 0, 1)
    }
  })

const AnyEvent = Schema.Struct({
  type: nullish(Schema.String),
  delta: nullish(Schema.String),
  text: nullish(Schema.String),
  logprobs: Schema.optional(Schema.Unknown),
  error: nullish(Schema.Unknown),
  /** As chat answers have it (vLLM). */
  choices: nullish(
    Schema.Array(
      Schema.Struct({
        delta: nullish(Schema.Struct({ content: nullish(Schema.String) })),
        finish_reason: nullish(Schema.String)
      })
    )
  )
})
const decodeEvent = tolerant(Schema.decodeUnknownOption(Schema.parseJson(AnyEvent)))

/** What one event of an answer in pieces brings. */
export type Step =
  /** All text so far. */
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Done" }
  | { readonly _tag: "Failed" }
  | { readonly _tag: "Unreadable" }
  | { readonly _tag: "Nothing" }

const nothing: Step = { _tag: "Nothing" }

/** Puts the events of one answer together. */
export const makeCollector = () => {
  let text = ""
  let logarithms: ReadonlyArray<number> = []
  let done = false
  /** Servers that send their segments one by one say nothing at the end. */
  let endsSilently = true

  const add = (more: string): Step => {
    text += more
    return { _tag: "Text", text: tidy(text) }
  }
  const finish = (): Step => {
    done = true
    return { _tag: "Done" }
  }
  const measure = (probabilities: unknown, isAll: boolean) => {
    const values = logarithmsOf(probabilities)
    if (values.length > 0) logarithms = isAll ? values : [...logarithms, ...values]
  }

  const takeTyped = (event: typeof AnyEvent.Type): Step => {
    endsSilently = false
    if (event.type === "transcript.text.delta") {
      measure(event.logprobs, false)
      return add(event.delta ?? "")
    }
    if (event.type !== "transcript.text.done") return event.type === "error" ? { _tag: "Failed" } : nothing
    measure(event.logprobs, true)
    text = event.text ?? text
    return finish()
  }

  return {
    take: (name: string, data: string): Step => {
      const words = data.trim()
      if (words === "") return nothing
      if (words === "[DONE]") return finish()
      const event = Option.getOrUndefined(decodeEvent(words))
      if (name === "error" || (event?.error ?? undefined) !== undefined) return { _tag: "Failed" }
      if (event === undefined) return { _tag: "Unreadable" }
      if (typeof event.type === "string") return takeTyped(event)
      const [choice] = event.choices ?? []
      if (choice === undefined) return typeof event.text === "string" ? add(` ${event.text}`) : nothing
      endsSilently = typeof choice.finish_reason === "string"
      return add(choice.delta?.content ?? "")
    },
    /** Whether the body may end here. */
    isComplete: () => done || endsSilently,
    transcript: (): UtteranceTranscript => ({
      text: tidy(text),
      words: [],
      confidence: Option.getOrElse(mean(logarithms.map(probability)), () => NEUTRAL_CONFIDENCE)
    })
  }
}
