/** What of a request for speech a schema cannot know: how long its text may be, and which formats it may want. */
import { Effect } from "effect"
import type { OutputFormat } from "../audio/AudioEncoder.ts"
import { atField, TextTooLong, UnsupportedFormat } from "../Errors.ts"
import { type EstimateRequest, MAX_TEXT, STREAMED_FORMAT } from "./Api.ts"

/** `text` as far as it may be spoken at once; `field` is what the request calls it. */
export const withinLimit = (text: string, field: string): Effect.Effect<string, TextTooLong> =>
  text.length <= MAX_TEXT
    ? Effect.succeed(text)
    : new TextTooLong(
        atField(
          { field, code: "too_long", message: `at most ${MAX_TEXT} characters` },
          `${field} has ${text.length} characters; the longest that can be spoken at once is ${MAX_TEXT}`
        )
      )

/** A format that is none of these. */
export const unsupported = (formats: ReadonlyArray<OutputFormat>): UnsupportedFormat => {
  const message = `must be ${formats.length === 1 ? "" : "one of "}${formats.join(", ")}`
  return new UnsupportedFormat(
    atField({ field: "output_format", code: "unsupported", message }, `output_format ${message}`)
  )
}

/** Fails where the format cannot be played in pieces. */
export const streamable = ({ output_format }: EstimateRequest): Effect.Effect<void, UnsupportedFormat> =>
  output_format === STREAMED_FORMAT ? Effect.void : unsupported([STREAMED_FORMAT])
