/** What a client was told, read as a verdict that the books can be held against. */
import { decodeFrames } from "../support/DecodeFrames.ts"
import type { RawAnswer } from "./Wire.ts"

/** What a client knows of a request once it is over for it. */
export type Verdict =
  /** It was made. `identity` is what every telling of it must share; `credits` what it is said to have cost, in ETB. */
  | { readonly tag: "settled"; readonly identity: string; readonly credits?: number }
  /** It was not made, and nothing was charged for it. */
  | { readonly tag: "failed"; readonly code: string }
  /** Nothing is said of it: another is under way, or it was turned away at the door. */
  | { readonly tag: "turned away"; readonly code: string }
  /** The connection ended, or was given up. */
  | { readonly tag: "unknown" }
  /** No answer that the contract knows. */
  | { readonly tag: "wrong"; readonly what: string }

export const UNKNOWN: Verdict = { tag: "unknown" }

/** Codes that say nothing of the job with the request's id, and those that say that it was not made. */
const TURNED_AWAY = new Set(["GENERATION_IN_PROGRESS", "IN_PROGRESS", "BUSY", "RATE_LIMITED", "SPEECH_IN_PROGRESS"])
const FAILED = new Set([
  "LANGUAGE_CAPACITY_REACHED",
  "PROVIDER_ERROR",
  "PROVIDER_NOT_CONFIGURED",
  "PROVIDER_TIMEOUT",
  "PROVIDER_UNAVAILABLE",
  "BILLING_PENDING",
  "STORAGE_FULL",
  "REQUEST_INTERRUPTED",
  "attachment_upload_failed"
])

// biome-ignore lint/suspicious/noExplicitAny: what a client finds in JSON
export type Json = any

export const refused = (error: Json): Verdict => {
  const code = String(error?.code)
  if (TURNED_AWAY.has(code)) return { tag: "turned away", code }
  if (code === "BILLING_PENDING" && String(error.message).includes("not known")) return UNKNOWN
  return FAILED.has(code) ? { tag: "failed", code } : { tag: "wrong", what: JSON.stringify(error) }
}

export const digest = (text: string): string => new Bun.CryptoHasher("sha256").update(text).digest("hex")

/** Reads a whole answer; what is not complete is unknown. */
export type Reader = (status: number, body: Uint8Array) => Verdict

export const readJson = (read: (json: Json) => Verdict): Reader => {
  return (status, body) => {
    const json = JSON.parse(new TextDecoder().decode(body))
    return status >= 400 ? refused(json.error) : read(json)
  }
}

export const clip = ({ data }: Json): Verdict => ({
  tag: "settled",
  identity: data.id,
  credits: data.usage.credits_used
})
export const transcript = ({ data }: Json): Verdict => ({
  tag: "settled",
  identity: data.usage.record_id,
  credits: data.usage.credits_used
})

/** Lines or events of which the last says how it ended. */
const linesOf = (body: Uint8Array): ReadonlyArray<Json> =>
  new TextDecoder()
    .decode(body)
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith(":"))
    .map((line) => JSON.parse(line.replace(/^data: /, "")))

export const frames: Reader = (status, body) => {
  if (status >= 400 || body[0] === 0x7b) return readJson(clip)(status, body)
  const { outcome } = decodeFrames(body)
  return outcome.error === undefined ? clip(outcome) : refused(outcome.error)
}

export const events: Reader = (status, body) => {
  if (status >= 400) return readJson(clip)(status, body)
  const chunks = linesOf(body)
  const last = chunks.at(-1)
  if (last?.error !== undefined) return refused(last.error)
  if (last?.is_last_chunk !== true) return UNKNOWN
  return { tag: "settled", identity: digest(chunks.map((chunk) => chunk.response_text).join("")) }
}

/** A stream of OpenAI's, which says at its end that it is whole. */
export const chunks: Reader = (status, body) => {
  if (status >= 400) return readJson(clip)(status, body)
  const text = new TextDecoder().decode(body)
  const whole = text.endsWith("data: [DONE]\n\n")
  const all = linesOf(new TextEncoder().encode(whole ? text.replace("data: [DONE]\n\n", "") : text))
  const last = all.at(-1)
  if (last?.error !== undefined) return refused(last.error)
  return whole ? { tag: "settled", identity: String(last?.id) } : UNKNOWN
}

export const pieces: Reader = (status, body) => {
  if (status >= 400) return readJson(clip)(status, body)
  const lines = linesOf(body)
  const error = lines.find((line) => line.error !== undefined)
  if (error !== undefined) return refused(error.error)
  return { tag: "settled", identity: "legacy" }
}

export const transcriptLines: Reader = (status, body) => {
  const lines = linesOf(body)
  const last = lines.at(-1)
  if (status >= 400 || last?.type === "error") return refused(last?.error)
  if (last?.type === "transcript.partial") return UNKNOWN
  return transcript(last?.type === undefined ? lines[0] : last)
}

/** What a whole answer says; one that cannot be read although it is whole is wrong. */
export const verdictOf = (read: Reader, answer: RawAnswer | undefined): Verdict => {
  if (answer === undefined) return UNKNOWN
  try {
    return read(answer.status, answer.body)
  } catch (cause) {
    return { tag: "wrong", what: `${cause}: ${new TextDecoder().decode(answer.body.subarray(0, 200))}` }
  }
}
