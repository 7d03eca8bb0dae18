/** A clip's sound as it is answered without anything around it: the bytes of its file, while that is written or again. */
import { Effect } from "effect"
import * as ClipFile from "../audio/ClipFile.ts"
import type { ClipId } from "../Domain.ts"
import type { NotFound } from "../Errors.ts"
import type { Source } from "../http/StreamedAnswer.ts"
import { Blobs, CHUNK_BYTES } from "../storage/Blobs.ts"
import { phrases } from "../text/Phrases.ts"
import type { ClipRow } from "./Clips.ts"
import type { RunningSpeech } from "./Speech.ts"
import type { Utterance } from "./SpeechInputs.ts"

/** Some of the sound, read on demand. */
export type Piece = Effect.Effect<Uint8Array, NotFound>

/** Followed to its end it is the clip's id. */
export type ClipSound<E> = Source<Piece, ClipId, E>

/**
 * Of several phrases the first leaves before the lengths in the file's head are
 * known. Every answer has the head that it had then, also one that is read from
 * the whole file, so that all of them are the same bytes; a single phrase is
 * whole before it leaves.
 */
const beginning = ({ format, text }: Pick<Utterance, "format" | "text">) => {
  const head = phrases(text).length > 1 ? ClipFile.provisionalHead(format) : new Uint8Array(0)
  return (piece: Piece): Piece =>
    Effect.map(piece, (bytes) => Buffer.concat([head.subarray(0, bytes.length), bytes.subarray(head.length)]))
}

const nothing: Piece = Effect.succeed(new Uint8Array(0))

/** The sound of a generation while it is made. */
export const ofRunning = (
  { events, settled }: RunningSpeech,
  utterance: Pick<Utterance, "format" | "text">
): ClipSound<Effect.Effect.Error<RunningSpeech["settled"]>> => {
  const begin = beginning(utterance)
  const from = (index: number) =>
    Effect.map(events.from(index), ({ events, next }) => ({
      events: events.map((event, at) => {
        if (event._tag !== "Phrase") return nothing
        return index + at === 0 ? begin(event.bytes) : event.bytes
      }),
      next
    }))
  return { events: { from }, settled: Effect.map(settled, ({ result }) => result.clip_id) }
}

/** The sound of a clip that is whole; its file was, so that it is a fault if it is not now. */
export const ofClip = Effect.fn("ClipSound.ofClip")(function* (row: ClipRow) {
  const blobs = yield* Blobs
  const begin = beginning({ format: row.output_format, text: row.text })
  const pieces = Array.from({ length: Math.ceil(row.size / CHUNK_BYTES) }, (_, at): Piece => {
    const piece = blobs.bytes(row.blob_id, { start: at * CHUNK_BYTES, end: (at + 1) * CHUNK_BYTES })
    return at === 0 ? begin(piece) : piece
  })
  const from = (index: number) => Effect.succeed({ events: pieces.slice(index), next: pieces.length })
  const sound: ClipSound<never> = { events: { from }, settled: Effect.succeed(row.id) }
  return sound
})
