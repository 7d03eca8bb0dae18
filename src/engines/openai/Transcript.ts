/**
 * What a transcription server says of one utterance: a JSON object, plain or
 * verbose, or events; and what that comes to.
 */
import { Option, Schema } from "effect"
import { nullish } from "../../Domain.ts"
import type { RecognizedWord } from "../Recognizer.ts"
import { NEUTRAL_CONFIDENCE, type UtteranceTranscript } from "../UtteranceTexts.ts"

const Word = Schema.Struct({
  word: Schema.String,
  start: Schema.Number,
  end: Schema.Number,
  probability: nullish(Schema.Number)
})
const Segment = Schema.Struct({
  start: nullish(Schema.Number),
  end: nullish(Schema.Number),
  avg_logprob: nullish(Schema.Number),
  words: nullish(Schema.Array(Word))
})
type Segment = typeof Segment.Type

/** Of the answer's fields those that are of use; servers differ in the others. */
const Answer = Schema.Struct({
  text: Schema.String,
  words: nullish(Schema.Array(Word)),
  segments: nullish(Schema.Array(Segment))
})

const decodeAnswer = Schema.decodeUnknownOption(Schema.parseJson(Answer))

const within = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
const probability = (logarithm: number): number => within(Math.exp(logarithm), 0, 1)

/** One line, without blanks at its ends. */
const tidy = (text: string): string => text.replace(/\s+/g, " ").trim()

/** The mean of the segments' confidence by their length. */
const ofSegments = (segments: ReadonlyArray<Segment>): Option.Option<number> => {
  let sum = 0
  let seconds = 0
  for (const { avg_logprob, end, start } of segments) {
    if (typeof avg_logprob !== "number") continue
    const length = Math.max(0.01, (end ?? 0) - (start ?? 0))
    sum += length * probability(avg_logprob)
    seconds += length
  }
  return seconds > 0 ? Option.some(sum / seconds) : Option.none()
}

const mean = (values: ReadonlyArray<number>): Option.Option<number> =>
  values.length === 0 ? Option.none() : Option.some(values.reduce((sum, value) => sum + value, 0) / values.length)

/** In order and within the utterance, whatever the server says. */
const wordsOf = (
  words: ReadonlyArray<typeof Word.Type>,
  confidence: number,
  seconds: number
): ReadonlyArray<RecognizedWord> => {
  let last = 0
  return words.flatMap((word) => {
    const text = tidy(word.word)
    if (text === "") return []
    const start = within(word.start, last, seconds)
    const end = within(word.end, start, seconds)
    last = start
    return [{ text, start, end, confidence: within(word.probability ?? confidence, 0, 1) }]
  })
}

/** What an answer that came whole says of `seconds` of sound; none where it cannot be read. */
export const whole = (json: string, seconds: number): Option.Option<UtteranceTranscript> =>
  Option.map(decodeAnswer(json), (answer) => {
    const segments = answer.segments ?? []
    const timed = answer.words ?? segments.flatMap(({ words }) => words ?? [])
    const stated = mean(timed.flatMap(({ probability }) => (typeof probability === "number" ? [probability] : [])))
    const confidence = stated.pipe(
      Option.orElse(() => ofSegments(segments)),
      Option.getOrElse(() => NEUTRAL_CONFIDENCE)
    )
    return {
      text: tidy(answer.text),
      words: wordsOf(timed, confidence, seconds),
      confidence: within(confidence, 0, 1)
    }
  })

const LogProbabilities = Schema.Array(Schema.Struct({ logprob: Schema.Number }))
const AnyEvent = Schema.Struct({
  type: nullish(Schema.String),
  delta: nullish(Schema.String),
  text: nullish(Schema.String),
  logprobs: nullish(LogProbabilities),
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
const decodeEvent = Schema.decodeUnknownOption(Schema.parseJson(AnyEvent))

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
  const measure = (probabilities: typeof LogProbabilities.Type | null | undefined, isAll: boolean) => {
    const values = (probabilities ?? []).map(({ logprob }) => logprob)
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
