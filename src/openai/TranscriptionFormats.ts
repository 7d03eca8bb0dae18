/** A transcript, or its translation, in the forms that OpenAI's clients ask for. */
import { deflateSync } from "node:zlib"
import * as Replays from "../http/Replays.ts"
import { countTokens } from "../text/Tokens.ts"
import * as Captions from "../transcription/Captions.ts"
import type { SpokenTranslation, StoredTranscript } from "../transcription/Transcripts.ts"
import * as Transcripts from "../transcription/Transcripts.ts"
import type * as Api from "./OpenAiTranscriptApi.ts"
import * as Spoken from "./SpokenTranslation.ts"
import type { TranscriptionFields, TranslationFields } from "./TranscriptionForm.ts"

/** What is answered. */
export interface Form {
  readonly contentType: string
  readonly body: string
}

const NAMES = { am: "amharic", om: "oromo" } as const

/** Of a recogniser that says nothing of it, as it is of one that is attached and does not. */
const NEUTRAL_CONFIDENCE = 0.5
/** The least that has a logarithm to speak of. */
const LEAST_CONFIDENCE = 1e-4

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000

const usageOf = ({ seconds }: Pick<StoredTranscript, "seconds">): typeof Api.DurationUsage.Type => ({
  type: "duration",
  seconds: Math.ceil(seconds)
})

/** Tokens of a second of sound, which no recogniser here counts: OpenAI's own, of 100 ms each. */
const TOKENS_PER_SECOND = 10

export const tokensOf = ({ seconds, text }: Pick<StoredTranscript, "seconds" | "text">): Api.TokenUsage => {
  const heard = Math.ceil(seconds * TOKENS_PER_SECOND)
  const written = countTokens(text)
  return {
    type: "tokens",
    input_tokens: heard,
    input_token_details: { text_tokens: 0, audio_tokens: heard },
    output_tokens: written,
    total_tokens: heard + written
  }
}

const compressionOf = (text: string): number => rounded(Buffer.byteLength(text) / deflateSync(text).length)

const segmentsOf = (cues: ReadonlyArray<Captions.Cue>, { confidence = NEUTRAL_CONFIDENCE }: StoredTranscript) =>
  cues.map(({ end, lines, start }, id): Api.Segment => {
    const text = lines.join(" ")
    return {
      id,
      seek: 0,
      start,
      end,
      text,
      tokens: [],
      temperature: 0,
      avg_logprob: rounded(Math.log(Math.max(LEAST_CONFIDENCE, confidence))),
      compression_ratio: compressionOf(text),
      no_speech_prob: 0
    }
  })

const json = (value: unknown): Form => ({ contentType: "application/json", body: JSON.stringify(value) })
const plain = (body: string): Form => ({ contentType: "text/plain; charset=utf-8", body })
const srt = (cues: ReadonlyArray<Captions.Cue>): Form => ({
  contentType: "application/x-subrip; charset=utf-8",
  body: Captions.srt(cues)
})
const vtt = (cues: ReadonlyArray<Captions.Cue>): Form => ({
  contentType: "text/vtt; charset=utf-8",
  body: Captions.vtt(cues)
})

const verbose = (
  transcript: StoredTranscript,
  cues: ReadonlyArray<Captions.Cue>,
  granularities: TranscriptionFields["timestamp_granularities"]
): typeof Api.VerboseTranscription.Type => ({
  task: "transcribe",
  language: NAMES[transcript.language],
  duration: transcript.seconds,
  text: transcript.text,
  ...(granularities.includes("word")
    ? { words: (transcript.words ?? []).map(({ end, start, text }) => ({ word: text, start, end })) }
    : {}),
  ...(granularities.includes("segment") ? { segments: segmentsOf(cues, transcript) } : {}),
  ...Transcripts.heardOf(transcript),
  usage: usageOf(transcript)
})

/** Seconds without a word that part what one speaker says, as they part captions (wire contract, section 7). */
const PAUSE = 0.5

/** `speaker_1` is `A`, as OpenAI names whom it does not know; `speaker_27` is `AA`. */
const letterOf = (speaker: string): string => {
  let letters = ""
  for (let place = Number(speaker.replace(/^\D+/, "")); place > 0; place = Math.floor((place - 1) / 26))
    letters = String.fromCharCode(65 + ((place - 1) % 26)) + letters
  return letters
}

/** What each speaker says in one stretch. */
const stretchesOf = (words: ReadonlyArray<Captions.TimedWord>): ReadonlyArray<Api.DiarizedSegment> => {
  const stretches: Array<Required<Captions.TimedWord>> = []
  for (const { end, speaker = "", start, text } of words) {
    const last = stretches.at(-1)
    if (last !== undefined && last.speaker === speaker && start - last.end < PAUSE)
      stretches[stretches.length - 1] = { ...last, text: `${last.text} ${text}`, end: Math.max(last.end, end) }
    else stretches.push({ speaker, text, start, end })
  }
  return stretches.map(({ speaker, ...stretch }, at) => ({
    type: "transcript.text.segment",
    id: `seg_${at + 1}`,
    speaker: letterOf(speaker),
    ...stretch
  }))
}

const diarized = (transcript: StoredTranscript): typeof Api.DiarizedTranscription.Type => ({
  task: "transcribe",
  duration: transcript.seconds,
  text: transcript.text,
  segments: stretchesOf(transcript.words ?? []),
  ...Transcripts.heardOf(transcript),
  usage: usageOf(transcript)
})

export const transcription = (
  transcript: StoredTranscript,
  { response_format, timestamp_granularities }: TranscriptionFields,
  isReplay: boolean
): Form => {
  const mark = Replays.mark(isReplay)
  const cues = Captions.cues(transcript.words ?? [], transcript.seconds)
  switch (response_format) {
    case "json":
      return json({
        text: transcript.text,
        usage: usageOf(transcript),
        ...mark
      } satisfies typeof Api.Transcription.Type)
    case "text":
      return plain(transcript.text)
    case "verbose_json":
      return json({ ...verbose(transcript, cues, timestamp_granularities), ...mark })
    case "diarized_json":
      return json({ ...diarized(transcript), ...mark })
    case "srt":
      return srt(cues)
    case "vtt":
      return vtt(cues)
  }
}

const NOTHING: SpokenTranslation = { lines: [] }

export const translation = (
  transcript: StoredTranscript,
  { response_format }: TranslationFields,
  isReplay: boolean
): Form => {
  const mark = Replays.mark(isReplay)
  const { seconds, translation = NOTHING } = transcript
  const text = Spoken.textOf(translation)
  const cues = Captions.cues(Spoken.words(translation), seconds)
  switch (response_format) {
    case "json":
      return json({ text, ...mark } satisfies typeof Api.Translation.Type)
    case "text":
      return plain(text)
    case "verbose_json":
      return json({
        task: "translate",
        language: "english",
        duration: seconds,
        text,
        segments: segmentsOf(cues, transcript),
        ...Transcripts.heardOf(transcript),
        ...mark
      } satisfies typeof Api.VerboseTranslation.Type)
    case "srt":
      return srt(cues)
    case "vtt":
      return vtt(cues)
  }
}
