/** The first text-to-speech over HTTP: base64 of a WAV, whole or in lines, made while it is sent. */
import { HttpApiBuilder, HttpServerResponse } from "@effect/platform"
import { Effect, Option, Stream } from "effect"
import { Api } from "../Api.ts"
import { Caller } from "../access/Authentication.ts"
import * as Following from "../billing/Following.ts"
import type { BlobId } from "../Domain.ts"
import { envelope } from "../Errors.ts"
import * as Payload from "../http/Payload.ts"
import { faultOf } from "../http/Problems.ts"
import * as RequestInfo from "../http/RequestInfo.ts"
import { Blobs } from "../storage/Blobs.ts"
import { Legacy, type RunningLegacy } from "./Legacy.ts"
import { LegacyRequest } from "./LegacyApi.ts"

const legacyRequest = Payload.reader(LegacyRequest)

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")

/** Bytes that make a whole number of base64 digits. */
const BASE64_GROUP = 3

/** Base64 of the bytes joined; what does not fill a group waits for the next piece. */
const base64 = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>): Stream.Stream<string, E, R> =>
  bytes.pipe(
    Stream.map(Option.some),
    Stream.concat(Stream.succeed(Option.none())),
    Stream.mapAccum(Buffer.alloc(0), (rest, piece) => {
      if (Option.isNone(piece)) return [Buffer.alloc(0), toBase64(rest)]
      const joined = Buffer.concat([rest, piece.value])
      const whole = joined.length - (joined.length % BASE64_GROUP)
      return [joined.subarray(whole), toBase64(joined.subarray(0, whole))]
    })
  )

const json = (value: unknown): string => `${JSON.stringify(value)}\n`

/** A line for each piece. The first says whether it is told again. */
const lines = <E, R>(bytes: Stream.Stream<Uint8Array, E, R>, replayed: boolean): Stream.Stream<string, E, R> =>
  Stream.map(Stream.zipWithIndex(bytes), ([piece, index]) =>
    json({ audio_chunk: toBase64(piece), index, ...(replayed && index === 0 ? { idempotent_replay: true } : {}) })
  )

/** What becomes of the job after its last piece: nothing, or a line with the error. */
const outcome = (submission: RunningLegacy, requestId: string): Stream.Stream<string> =>
  Stream.execute(submission.settled).pipe(
    Stream.catchAll((problem) => Stream.succeed(json(envelope(problem, requestId)))),
    Stream.catchAllCause((cause) =>
      Stream.fromEffect(
        Effect.as(Effect.logError("a stream ended in a defect", cause), json(envelope(faultOf(cause), requestId)))
      )
    )
  )

const answer = (parts: Stream.Stream<string>, contentType: string) =>
  HttpServerResponse.stream(Stream.encodeText(parts), { contentType, headers: { "cache-control": "no-store" } })

const wholeBody = (bytes: Stream.Stream<Uint8Array>, replayed: boolean) =>
  answer(
    Stream.make('{"audio":"').pipe(
      Stream.concat(base64(bytes)),
      Stream.concat(Stream.make(replayed ? '","idempotent_replay":true}' : '"}'))
    ),
    "application/json"
  )

const streamedBody = (parts: Stream.Stream<string>) => answer(parts, "application/x-ndjson")

export const LegacyHttp = HttpApiBuilder.group(
  Api,
  "legacy",
  Effect.fnUntraced(function* (handlers) {
    const legacy = yield* Legacy
    const blobs = yield* Blobs

    /** The file was there when its job was found settled; that it is not now is a fault. */
    const stored = (id: BlobId) => Stream.orDie(blobs.read(id))

    /** Without an id nobody can ask for the file again. */
    const unkept = (submission: RunningLegacy) =>
      Stream.execute(Effect.ignore(Effect.flatMap(submission.settled, ({ result }) => blobs.remove(result.blob_id))))

    const whole = Effect.fnUntraced(function* (submission: RunningLegacy, isKept: boolean) {
      const { result } = yield* submission.settled
      const bytes = stored(result.blob_id)
      return wholeBody(isKept ? bytes : Stream.concat(bytes, unkept(submission)), false)
    })

    const streamed = Effect.fnUntraced(function* (submission: RunningLegacy, isKept: boolean) {
      // Until there is sound, a failure is an ordinary answer.
      yield* Following.begun(submission)
      const requestId = yield* RequestInfo.currentId
      const pieces = Stream.mapEffect(submission.events, (bytes) => bytes).pipe(
        // The work was given up, and its file with it; the outcome says so.
        Stream.catchAll(() => Stream.empty)
      )
      const all = Stream.concat(lines(pieces, false), outcome(submission, requestId))
      return streamedBody(isKept ? all : Stream.concat(all, unkept(submission)))
    })

    return handlers.handleRaw("speak", ({ headers, request }) =>
      Effect.gen(function* () {
        const payload = yield* legacyRequest(request)
        const { walletId } = yield* Caller
        const id = Option.fromNullable(headers["idempotency-key"])
        const submission = yield* legacy.speak(walletId, payload, id)
        if (submission._tag === "Replayed") {
          const bytes = stored(submission.result.blob_id)
          return payload.stream ? streamedBody(lines(bytes, true)) : wholeBody(bytes, true)
        }
        return yield* payload.stream ? streamed(submission, Option.isSome(id)) : whole(submission, Option.isSome(id))
      })
    )
  })
)
