/** The fields of a form with sound, as OpenAI's clients write them. */
import { Either, Option, Schema } from "effect"
import { BooleanFromQuery, Language } from "../Domain.ts"
import type { ValidationFailed } from "../Errors.ts"
import { decoder } from "../http/SchemaDecoding.ts"
import { isUnnamed } from "../http/UnnamedLanguage.ts"
import { type Fault, refusal } from "../http/Validation.ts"
import { Numerals, TrackFromText } from "../transcription/TranscriptApi.ts"
import type * as Upload from "../transcription/Upload.ts"
import { Granularity, ResponseFormat } from "./TranscriptionsApi.ts"

/** As ISO 639-1 and 639-2 write them, and by their English names. */
const LANGUAGES: ReadonlyMap<string, Language> = new Map([
  ["am", "am"],
  ["amh", "am"],
  ["amharic", "am"],
  ["om", "om"],
  ["orm", "om"],
  ["oromo", "om"],
  ["afaan oromo", "om"]
])

/** `am-ET` and `am_ET` are `am`; what is none stays what it is. */
const languageOf = (text: string): string => LANGUAGES.get(text.toLowerCase().replace(/[-_].*$/s, "")) ?? text

const SpokenLanguage = Schema.transform(Schema.String, Language, {
  strict: false,
  decode: languageOf,
  encode: (language) => language
})

const SINGLE = {
  language: Schema.optionalWith(SpokenLanguage, { default: () => "am" as const }),
  response_format: Schema.optionalWith(ResponseFormat, { default: () => "json" as const }),
  stream: Schema.optionalWith(BooleanFromQuery, { default: () => false }),
  numerals: Schema.optionalWith(Numerals, { default: () => "words" as const }),
  track: Schema.optional(TrackFromText)
}

const TranscriptionFields = Schema.Struct({
  ...SINGLE,
  timestamp_granularities: Schema.optionalWith(Schema.Array(Granularity), { default: () => ["segment"] as const })
})
/** The fields of a form. */
export type TranscriptionFields = typeof TranscriptionFields.Type

const decode = decoder(TranscriptionFields)

const NO_NAMES = "no engine here knows anybody's voice; diarized_json tells speakers apart by letters"

/** What would change the answer, and is refused whatever it says. */
const REFUSED: Readonly<Record<string, string>> = {
  include: "must be left out: no engine here gives the probabilities of what it hears",
  known_speaker_names: `must be left out: ${NO_NAMES}`,
  known_speaker_references: `must be left out: ${NO_NAMES}`
}

/** The form; of its fields those that are taken, and the others are ignored. */
export const RULES: Upload.UploadRules = {
  file: "file",
  fields: [...Object.keys(TranscriptionFields.fields), ...Object.keys(REFUSED)]
}

type Values = ReadonlyMap<string, ReadonlyArray<string>>

const Texts = Schema.decodeUnknownOption(Schema.parseJson(Schema.Array(Schema.String)))

/** A list as clients write it: one value, several with commas, or JSON. */
const listOf = (text: string): ReadonlyArray<string> => Option.getOrElse(Texts(text), () => text.split(","))

/** A field that is left empty, or says that nothing is said, is as if it were not there. */
const givenIn = (fields: Values): Values =>
  new Map(
    Array.from(fields, ([name, values]) => {
      const all = name in SINGLE ? values : values.flatMap(listOf)
      const isGiven = (value: string) => (name === "language" ? !isUnnamed(value) : value !== "")
      return [name, all.map((value) => value.trim()).filter(isGiven)]
    })
  )

const faultsIn = (given: Values): ReadonlyArray<Fault> =>
  Array.from(given).flatMap(([field, values]): ReadonlyArray<Fault> => {
    const refused = REFUSED[field]
    if (refused !== undefined && values.length > 0) return [{ field, code: "not_supported", message: refused }]
    if (field in SINGLE && values.length > 1) return [{ field, code: "duplicate", message: "must be given once" }]
    return []
  })

const valuesOf = (given: Values): object =>
  Object.fromEntries(
    Array.from(given).flatMap(([name, values]) =>
      values.length === 0 ? [] : [[name, name in SINGLE ? values[0] : values]]
    )
  )

/** What does not go together. */
const check = (values: TranscriptionFields): Either.Either<TranscriptionFields, ValidationFailed> => {
  const { response_format: format, stream, timestamp_granularities: granularities } = values
  const refused = (field: string, message: string) => Either.left(refusal([{ field, code: "not_supported", message }]))
  if (stream && format !== "json" && format !== "text")
    return refused(
      "response_format",
      "must be json or text with stream=true; ask without stream for times, captions and speakers"
    )
  // `segment`, which some clients send with every format, asks for no more than is there without it.
  if (format !== "verbose_json" && granularities.includes("word"))
    return refused("timestamp_granularities", "must not have word unless response_format is verbose_json")
  return Either.right(values)
}

/** Reads the fields of a form. Fails with what is wrong with them. */
export const read = (fields: Upload.Upload["fields"]): Either.Either<TranscriptionFields, ValidationFailed> => {
  const given = givenIn(fields)
  const faults = faultsIn(given)
  return faults.length > 0 ? Either.left(refusal(faults)) : Either.flatMap(decode(valuesOf(given)), check)
}

/** The fields of a translation's form. */
export interface TranslationFields extends Omit<TranscriptionFields, "response_format"> {
  readonly response_format: Exclude<ResponseFormat, "diarized_json">
}

/** The same of a translation, which has no stream, no words that were spoken, and nobody who said them. */
export const readTranslation = (fields: Upload.Upload["fields"]): Either.Either<TranslationFields, ValidationFailed> =>
  Either.flatMap(read(fields), (asked) => {
    const faults: Array<Fault> = []
    const refuse = (field: string, message: string) => faults.push({ field, code: "not_supported", message })
    const { response_format: format, stream, timestamp_granularities: granularities } = asked
    if (stream) refuse("stream", "must be false: a translation is answered whole")
    if (granularities.includes("word"))
      refuse("timestamp_granularities", "must be segment: the words of a translation were spoken at no time")
    if (format === "diarized_json") {
      refuse("response_format", "must not be diarized_json: nobody said the words of a translation")
      return Either.left(refusal(faults))
    }
    return faults.length > 0 ? Either.left(refusal(faults)) : Either.right({ ...asked, response_format: format })
  })
