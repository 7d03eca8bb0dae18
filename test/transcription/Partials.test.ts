/** Partials of a transcription, live or of a file: each holds all text so far, so that none but the newest is kept. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import { Deferred, Effect, Layer, Option, Stream } from "effect"
import { AudioDecoder } from "../../src/audio/Decode.ts"
import { Jobs } from "../../src/billing/Jobs.ts"
import * as Money from "../../src/billing/Money.ts"
import { Prices } from "../../src/billing/Prices.ts"
import { Wallet } from "../../src/billing/Wallet.ts"
import { RequestId } from "../../src/Domain.ts"
import { Diarizer } from "../../src/engines/Diarizer.ts"
import * as DiarizerList from "../../src/engines/DiarizerList.ts"
import { Recognizer } from "../../src/engines/Recognizer.ts"
import { Settings } from "../../src/settings/Config.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { Transcription } from "../../src/transcription/Transcription.ts"
import { collect } from "../support/Events.ts"
import { temporary } from "../support/Folder.ts"

const PARTIALS = 3_000
const textOf = (at: number) => "ሰላም ".repeat(at % 500) + at

/** A recogniser that says many partials, then that it has, and waits for `gate`. */
const talkative = (said: Deferred.Deferred<void>, gate: Deferred.Deferred<void>) =>
  Layer.mergeAll(
    Layer.succeed(AudioDecoder, { decode: () => Stream.make(new Int16Array(16_000)) }),
    Layer.succeed(
      Diarizer,
      DiarizerList.make(() => [])
    ),
    Layer.succeed(Recognizer, {
      name: "talkative",
      recognize: (_, sound) => {
        const partials = Stream.range(1, PARTIALS).pipe(
          Stream.map((at) => ({ _tag: "Partial", text: textOf(at), settled: 0 }) as const)
        )
        const held = Effect.zipRight(Deferred.succeed(said, undefined), Deferred.await(gate))
        const final = { _tag: "Final", text: "ሰላም", words: [], confidence: 0.9 } as const
        return Stream.drain(sound).pipe(
          Stream.concat(partials),
          Stream.concat(Stream.fromEffect(Effect.as(held, final)))
        )
      },
      prepare: Effect.void,
      ready: Effect.void
    })
  )

const options = { language: "am", backend: "standard", chunk: "320ms" } as const
const requestId = RequestId.make("partials")

test.each(["a live session", "a file"])("of the thousands of partial texts of %s one is held", (kind) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const said = yield* Deferred.make<void>()
    const gate = yield* Deferred.make<void>()
    const check = Effect.gen(function* () {
      const transcription = yield* Transcription
      const { id } = yield* (yield* Wallet).create("w", Money.fromMicros(500_000_000))
      const file = new Uint8Array(1)
      const upload = {
        field: "audio",
        file,
        sha256: "0",
        during: <A, E, R>(work: Effect.Effect<A, E, R>) => work,
        words: false
      }
      const submission =
        kind === "a file"
          ? (yield* transcription.transcribe(id, {
              ...options,
              ...upload,
              requestId: Option.some(requestId),
              mode: "upload_stream"
            })).submission
          : yield* transcription.listen(id, { ...options, requestId }, Stream.make(new Int16Array(16_000)))
      if (submission._tag === "Replayed") throw new Error("nothing was asked before")
      yield* Deferred.await(said)
      const newest = { text: textOf(PARTIALS), settled: 0 }
      expect(yield* submission.events.from(0)).toEqual({ events: [newest], next: PARTIALS })
      yield* Deferred.succeed(gate, undefined)
      expect((yield* submission.settled).result.text).toBe("ሰላም")
      expect(yield* collect(submission.events)).toEqual([newest])
    })
    yield* Effect.provide(
      check,
      Transcription.Default.pipe(
        Layer.provideMerge(Layer.merge(Jobs.Default, Wallet.Default)),
        Layer.provide([Prices.Default.pipe(Layer.provide(Settings.layerFrom({}))), talkative(said, gate)]),
        Layer.provideMerge(Sql.layer(join(folder, "qal.sqlite")))
      )
    )
  }).pipe(Effect.scoped, Effect.runPromise)
)
