/** The first text-to-speech over HTTP: base64 of a WAV, or lines with pieces of MP3, sent while they are made. */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import { Duration, Effect, Option } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import type { BlobId } from "../Domain.ts"
import { envelope, type NotFound } from "../Errors.ts"
import * as Payload from "../http/Payload.ts"
import * as Replays from "../http/Replays.ts"
import * as StreamedAnswer from "../http/StreamedAnswer.ts"
import { Blobs } from "../storage/Blobs.ts"
import { AHEAD_BYTES, Legacy, type LegacyEvent, nextPiece } from "./Legacy.ts"
import { LegacyRequest } from "./LegacyApi.ts"

const legacyRequest = Payload.reader(LegacyRequest)

/** Bytes of a WAV read at once: whole groups of base64, so that the text of the pieces is that of the file. */
const WAV_BYTES = 3 * 16 * 1024

/**
 * Between two lines, so that a client that is ready reads each by itself: many split what they read at line ends, and
 * lose a line that comes in two parts. Written at once, 1 of 25 did (measured); so, none. Two hundred times as fast
 * as it plays.
 */
const APART = Duration.millis(2)

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")

const json = (value: unknown): string => `${JSON.stringify(value)}\n`

const cutShort = () => new Error("the file of a settled job was cut short")

/** How the answer is sent, and how its file is divided for that. */
interface Form {
  readonly protocol: (isReplay: boolean) => StreamedAnswer.Protocol<LegacyEvent, unknown, NotFound>
  /** Bytes that are read to find the next piece, and how many of them that has. */
  readonly ahead: number
  readonly next: (ahead: Uint8Array) => number
}

/** A line for each piece; the first says whether it is a replay. */
const lines = (isReplay: boolean): StreamedAnswer.Protocol<LegacyEvent, unknown, NotFound> => ({
  contentType: "application/x-ndjson",
  apart: APART,
  event: (bytes, index) =>
    Effect.map(bytes, (piece) => {
      const mark = Replays.mark(isReplay && index === 0)
      return json({ audio_chunk: toBase64(piece), index, ...mark })
    }),
  last: () => Effect.succeed(""),
  failed: (problem, requestId) => json(envelope(problem, requestId))
})

/** One object. Of what goes wrong in its middle nothing can be said in it. */
const object = (isReplay: boolean): StreamedAnswer.Protocol<LegacyEvent, unknown, NotFound> => ({
  contentType: "application/json",
  event: (bytes, index) => Effect.map(bytes, (piece) => (index === 0 ? '{"audio":"' : "") + toBase64(piece)),
  last: () => Effect.succeed(isReplay ? '","idempotent_replay":true}' : '"}'),
  failed: () => "",
  breaksOff: true
})

const streamed: Form = { protocol: lines, ahead: AHEAD_BYTES, next: nextPiece }
const whole: Form = { protocol: object, ahead: WAV_BYTES, next: ({ length }) => length }

export const LegacyHttp = HttpApiBuilder.group(
  Api,
  "legacy",
  Effect.fnUntraced(function* (handlers) {
    const legacy = yield* Legacy
    const blobs = yield* Blobs

    const bytesFrom = (id: BlobId, start: number, length: number) =>
      blobs.bytes(id, { start, end: start + length }).pipe(
        Effect.filterOrDie(({ byteLength }) => byteLength > 0, cutShort),
        Effect.orDie
      )

    /** A file that was whole when its job was settled, so that it is a fault if it is not now. */
    const stored = Effect.fnUntraced(function* (
      id: BlobId,
      { ahead, next }: Form,
      release: Effect.Effect<void> = Effect.void
    ) {
      const size = yield* Effect.orDie(blobs.size(id))
      // Each asks once and in order, as an answer does.
      let start = 0
      const from = (index: number) =>
        index > 0 && start >= size
          ? Effect.succeed({ events: [], next: index })
          : Effect.map(bytesFrom(id, start, ahead), (bytes) => {
              const piece = bytes.subarray(0, next(bytes))
              start += piece.length
              return { events: [Effect.succeed(piece)], next: index + 1 }
            })
      return { events: { from }, settled: release }
    })

    return handlers.handleRaw("speak", ({ headers, request }) =>
      Effect.gen(function* () {
        const { walletId } = yield* Caller
        const payload = yield* legacyRequest(request)
        const id = Option.fromNullable(headers["idempotency-key"])
        const form = payload.stream ? streamed : whole
        const submission = yield* legacy.speak(walletId, payload, id)
        if (submission._tag === "Replayed") {
          return yield* StreamedAnswer.respond(yield* stored(submission.result.blob_id, form), form.protocol(true))
        }
        /** Without an id nobody can ask for the file again; where it is not removed now, the sweep does it. */
        const release = (file: BlobId) => (Option.isSome(id) ? Effect.void : Effect.ignoreLogged(blobs.remove(file)))
        if (payload.stream) {
          const settled = Effect.tap(submission.settled, ({ result }) => release(result.blob_id))
          return yield* StreamedAnswer.respond({ ...submission, settled }, form.protocol(false))
        }
        const { result } = yield* submission.settled
        return yield* StreamedAnswer.respond(
          yield* stored(result.blob_id, form, release(result.blob_id)),
          form.protocol(false)
        )
      }).pipe(Effect.catchTag("NOT_FOUND", Effect.die))
    )
  })
)
