/** A file transcribed by the public API: once for each click, with times or with partial texts as they come. */
import { Schema } from "effect"
import { newId } from "../../../../Domain.ts"
import { type Format, PREFIX, TranscriptAnswer } from "../../../../transcription/Api.ts"
import { failureIn } from "../publicApi.ts"
import { BrokenOff, retry } from "../retry.ts"

export type Call = (path: string, init?: RequestInit) => Promise<Response>

export interface FileOptions {
  readonly language: "am" | "om"
  /** Times of words. The API streams no text where they are requested. */
  readonly hasTimes: boolean
}

/** The address without the request's id. */
export const pathOf = ({ hasTimes, language }: FileOptions): string =>
  `${PREFIX}/transcribe?language=${language}&${hasTimes ? "timestamps=word" : "stream=true"}`

const Whole = Schema.Struct({ data: TranscriptAnswer })
const isWhole = Schema.is(Whole)
const isPartial = Schema.is(Schema.Struct({ type: Schema.Literal("transcript.partial"), text: Schema.String }))

/** The transcript in an answer; throws the failure that is in its place. */
export const transcriptIn = (answer: unknown): TranscriptAnswer => {
  if (isWhole(answer)) return answer.data
  throw failureIn(answer)
}

/** The whole lines in text, and the rest. */
const split = (text: string) => {
  const lines = text.split("\n")
  const rest = lines.pop() ?? ""
  return { lines: lines.filter((line) => line !== ""), rest }
}

const readLines = async (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onPartial: (text: string) => void
): Promise<TranscriptAnswer> => {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ""
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const { lines, rest } = split(text + part.value)
    text = rest
    for (const line of lines) {
      const event: unknown = JSON.parse(line)
      if (!isPartial(event)) return transcriptIn(event)
      onPartial(event.text)
    }
  }
  throw new BrokenOff("the answer broke off before its end")
}

/** However often the network fails, it is made and charged once. */
export const transcribe = (
  call: Call,
  file: Blob,
  options: FileOptions,
  { onPartial, signal }: { readonly onPartial: (text: string) => void; readonly signal: AbortSignal }
): Promise<TranscriptAnswer> => {
  const path = `${pathOf(options)}&request_id=${newId("file", Date.now())}`
  return retry(async () => {
    const body = new FormData()
    body.set("audio", file)
    const response = await call(path, { method: "POST", body, signal })
    const isStreamed = response.headers.get("content-type")?.startsWith("application/x-ndjson") === true
    return isStreamed && response.body !== null
      ? readLines(response.body, onPartial)
      : transcriptIn(await response.json())
  }, signal)
}

/** What became of a transcription, also of one that is still under way. */
export const recover = (call: Call, requestId: string, signal: AbortSignal): Promise<TranscriptAnswer> =>
  retry(async () => {
    const response = await call(`${PREFIX}/requests/${requestId}`, { signal })
    return transcriptIn(await response.json())
  }, signal)

/** The captions of a transcription that has times. */
export const captionsOf = async (call: Call, requestId: string, format: Exclude<Format, "json">): Promise<Blob> =>
  (await call(`${PREFIX}/requests/${requestId}?format=${format}`)).blob()
