/** What is sent to `audio/transcriptions`, and what of it not every server takes. */
import { Option } from "effect"
import { SAMPLE_RATE } from "../../audio/Decode.ts"
import * as Wav from "../../audio/Wav.ts"
import type { Language } from "../../Domain.ts"
import type { RecognitionRequest } from "../Recognizer.ts"
import { type Dialect, lasting, type Omission, wordsAboutFields } from "./Dialect.ts"
import type { EngineRefusal } from "./Failures.ts"

/** What not every server takes: `verbose_json` with word times, an answer in pieces, a language that it does not know. */
export type Field = "verbose" | "stream" | Language

/**
 * What to ask for: times and confidence where they are to be had; pieces where
 * no times are wanted, which they exclude. In the order in which they are left
 * out where a refusal names none.
 */
const fieldsOf = ({ language, words }: RecognitionRequest, dialect: Dialect<Field>): ReadonlyArray<Field> =>
  (["verbose", "stream", language] as const).filter((field) => !dialect.has(field) && !(words && field === "stream"))

/** How a refusal names what it is about. */
const names: Readonly<Record<Field, RegExp>> = {
  verbose: /verbose|response_format|granularit/i,
  stream: /stream/i,
  am: /language/i,
  om: /language/i
}

/**
 * What is left out after a refusal: one field at a time, as refusals often name two that do not go together. Only one
 * that is named is left out of other recordings too.
 */
export const omissionAfter = (
  request: RecognitionRequest,
  dialect: Dialect<Field>,
  refusal: EngineRefusal
): Omission<Field> => {
  const said = wordsAboutFields(refusal)
  if (Option.isNone(said)) return lasting<Field>([])
  const sent = fieldsOf(request, dialect)
  const named = sent.filter((field) => names[field].test(said.value))
  return named.length > 0 ? lasting(named.slice(0, 1)) : { fields: sent.slice(0, 1), lasting: [] }
}

/** An utterance as a file. */
export const wavOf = (samples: Int16Array): Blob =>
  new Blob([Wav.file({ samples, sampleRate: SAMPLE_RATE })], { type: "audio/wav" })

export const formOf = (
  model: string,
  request: RecognitionRequest,
  dialect: Dialect<Field>,
  utterance: Blob
): FormData => {
  const fields = new Set(fieldsOf(request, dialect))
  const form = new FormData()
  form.append("file", utterance, "speech.wav")
  form.append("model", model)
  form.append("response_format", fields.has("verbose") ? "verbose_json" : "json")
  form.append("temperature", "0")
  if (fields.has(request.language)) form.append("language", request.language)
  if (fields.has("stream")) form.append("stream", "true")
  if (fields.has("verbose") && request.words)
    for (const granularity of ["word", "segment"]) form.append("timestamp_granularities[]", granularity)
  return form
}
