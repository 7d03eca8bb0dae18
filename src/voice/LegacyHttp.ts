/** The first text-to-speech over HTTP: base64 of a WAV, whole or in lines, made while it is sent. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import type { BlobId } from "../Domain.ts"
import { envelope, type NotFound } from "../Errors.ts"
import * as Payload from "../http/Payload.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { Blobs } from "../storage/Blobs.ts"
import { Legacy, type LegacyEvent } from "./Legacy.ts"
import { LegacyRequest } from "./LegacyApi.ts"

const legacyRequest = Payload.reader(LegacyRequest)

/** Bytes read at once of a stored file: whole groups of base64, so that the text of the pieces is that of the file. */
const PIECE_BYTES = 3 * 16 * 1024

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")

const json = (value: unknown): string => `${JSON.stringify(value)}\n`

const cutShort = () => new Error("the file of a settled job was cut short")

type Form = (isReplay: boolean) => StreamedAnswer.Protocol<LegacyEvent, unknown, NotFound>

/** A line for each piece; the first says whether it is a replay. */
const lines: Form = (isReplay) => ({
  contentType: "application/x-ndjson",
  event: (bytes, index) =>
    Effect.map(bytes, (piece) => {
      const mark = isReplay && index === 0 ? { idempotent_replay: true } : {}
      return json({ audio_chunk: toBase64(piece), index, ...mark })
    }),
  last: () => Effect.succeed(""),
  failed: (problem, requestId) => json(envelope(problem, requestId))
})

/** One object. Of what goes wrong in its middle nothing can be said in it. */
const object: Form = (isReplay) => ({
  contentType: "application/json",
  event: (bytes, index) => Effect.map(bytes, (piece) => (index === 0 ? '{"audio":"' : "") + toBase64(piece)),
  last: () => Effect.succeed(isReplay ? '","idempotent_replay":true}' : '"}'),
  failed: () => "",
  breaksOff: true
})

export const LegacyHttp = HttpApiBuilder.group(
  Api,
  "legacy",
  Effect.fnUntraced(function* (handlers) {
    const legacy = yield* Legacy
    const blobs = yield* Blobs

    const pieceOf = (id: BlobId, index: number): LegacyEvent =>
      blobs.bytes(id, { start: index * PIECE_BYTES, end: (index + 1) * PIECE_BYTES }).pipe(
        Effect.filterOrDie(({ byteLength }) => byteLength > 0, cutShort),
        Effect.orDie
      )

    /** A file that was whole when its job was settled, so that it is a fault if it is not now. */
    const stored = Effect.fnUntraced(function* (id: BlobId, release: Effect.Effect<void> = Effect.void) {
      const size = yield* Effect.orDie(blobs.size(id))
      const length = Math.max(1, Math.ceil(size / PIECE_BYTES))
      const pieces = Array.from({ length }, (_, index) => pieceOf(id, index))
      const from = (index: number) => Effect.succeed({ events: pieces.slice(index), next: length })
      return { events: { from }, settled: release }
    })

    return handlers.handleRaw("speak", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const payload = yield* legacyRequest(request)
        const id = Option.fromNullable(headers["idempotency-key"])
        const form = payload.stream ? lines : object
        const submission = yield* legacy.speak(walletId, payload, id)
        if (submission._tag === "Replayed") {
          return yield* StreamedAnswer.respond(yield* stored(submission.result.blob_id), form(true))
        }
        /** Without an id nobody can ask for the file again; where it is not removed now, the sweep does it. */
        const release = (file: BlobId) => (Option.isSome(id) ? Effect.void : Effect.ignoreLogged(blobs.remove(file)))
        if (payload.stream) {
          const settled = Effect.tap(submission.settled, ({ result }) => release(result.blob_id))
          return yield* StreamedAnswer.respond({ ...submission, settled }, form(false))
        }
        const { result } = yield* submission.settled
        return yield* StreamedAnswer.respond(yield* stored(result.blob_id, release(result.blob_id)), form(false))
      }).pipe(Effect.catchTag("NOT_FOUND", Effect.die))
    )
  })
)
