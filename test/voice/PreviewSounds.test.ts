/** A preview is kept by what made its sound: nodes on one database may have different models under one name. */
import { expect, test } from "bun:test"
import { join } from "node:path"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Redacted, Stream } from "effect"
import * as EncoderPool from "../../src/audio/EncoderPool.ts"
import { type ModelVoice, ModelVoices } from "../../src/engines/ModelVoices.ts"
import { Synthesizer } from "../../src/engines/Synthesizer.ts"
import { SignedUrl } from "../../src/media/SignedUrl.ts"
import * as FolderBlobs from "../../src/storage/FolderBlobs.ts"
import * as Sql from "../../src/storage/Sql.ts"
import type { Writer } from "../../src/storage/Writer.ts"
import { Previews } from "../../src/voice/Previews.ts"
import { Voices } from "../../src/voice/Voices.ts"
import type { EffectBody } from "../support/EffectBody.ts"
import { temporary } from "../support/Folder.ts"
import { write } from "../support/Write.ts"

const RATE = 16_000

/** A voice of a model of which a node has this version, by this speaker. */
const voiceOf = (version: string, speaker = 0): ModelVoice => ({
  id: "abeba",
  name: "Abeba",
  language: "am",
  gender: "female",
  model: { id: "mms-amh", speaker, version },
  isFree: true
})

/** What a node makes of any text: so many seconds of sound. */
interface Maker {
  readonly engine?: string
  readonly seconds: number
  readonly voices?: ReadonlyArray<ModelVoice>
}

const storage = Layer.unwrapScoped(
  Effect.map(temporary, (folder) =>
    Layer.mergeAll(Sql.layer(join(folder, "qal.sqlite")), FolderBlobs.layer(join(folder, "blobs")))
  )
)

/** Nodes that share a database and its files; `previewed` says how long the preview of a voice is on a node with such an engine. */
const withNodes = (
  body: EffectBody<
    SqlClient.SqlClient | Writer,
    [previewed: (maker: Maker, voice: string) => Effect.Effect<number>, made: () => number]
  >
) => {
  let made = 0
  const synthesizer = ({ engine = "one", seconds }: Maker) =>
    Layer.succeed(Synthesizer, {
      name: engine,
      speak: ({ phrases }) =>
        Stream.suspend(() => {
          made++
          const samples = new Int16Array(Math.round((RATE * seconds) / phrases.length)).fill(1_000)
          return Stream.fromIterable(phrases.map((_, index) => ({ index, samples, sampleRate: RATE, words: [] })))
        }),
      durations: () => ({ likely: 1, held: 1, longest: 1 }),
      ready: Effect.void
    })
  return Effect.gen(function* () {
    const shared = yield* Effect.context<Layer.Layer.Success<typeof storage>>()
    const encoder = yield* Layer.build(EncoderPool.layerWith({ workers: 1 }))
    const previewed = (maker: Maker, voice: string) =>
      Effect.map(
        Effect.flatMap(Previews, ({ get }) => get(voice)),
        ({ duration_seconds }) => Math.round(duration_seconds)
      ).pipe(
        Effect.provide(
          Previews.Default.pipe(
            Layer.provide([
              synthesizer(maker),
              Layer.succeedContext(encoder),
              SignedUrl.Default({ publicUrl: "http://public", secret: Redacted.make("a secret of some length") }),
              Voices.Default.pipe(Layer.provide(Layer.succeed(ModelVoices, Effect.succeed(maker.voices ?? []))))
            ]),
            Layer.provide(Layer.succeedContext(shared))
          )
        ),
        Effect.orDie
      )
    yield* Effect.gen(() => body(previewed, () => made))
  }).pipe(Effect.provide(storage), Effect.scoped, Effect.runPromise)
}

const keys = Effect.map(
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ readonly voice_id: string }>`SELECT voice_id FROM previews ORDER BY voice_id`
  ),
  (rows) => rows.map(({ voice_id }) => voice_id)
).pipe(Effect.orDie)

test("nodes with different versions of a model each keep their preview of its voice, made once", () =>
  withNodes(function* (previewed, made) {
    const old: Maker = { seconds: 2, voices: [voiceOf("1")] }
    const young: Maker = { seconds: 3, voices: [voiceOf("2")] }
    const other: Maker = { seconds: 4, voices: [voiceOf("2", 1)] }
    for (const [maker, seconds] of [
      [old, 2],
      [young, 3],
      [other, 4],
      [old, 2],
      [young, 3],
      [other, 4]
    ] as const)
      expect(yield* previewed(maker, "abeba")).toBe(seconds)
    expect(made()).toBe(3)
    expect(yield* keys).toHaveLength(3)
  }))

test("a voice of a model keeps its preview where another engine speaks the other voices, which get new ones", () =>
  withNodes(function* (previewed, made) {
    const voices = [voiceOf("1")]
    expect(yield* previewed({ seconds: 2, voices }, "abeba")).toBe(2)
    expect(yield* previewed({ seconds: 3, voices, engine: "two" }, "abeba")).toBe(2)
    expect(yield* previewed({ seconds: 3 }, "am-hamen")).toBe(3)
    expect(yield* previewed({ seconds: 4, engine: "two" }, "am-hamen")).toBe(4)
    expect(yield* previewed({ seconds: 5 }, "am-hamen")).toBe(3)
    expect(made()).toBe(3)
  }))

test("previews of which nothing speaks any more go when their voice gets a new one a month later, and no other voice's do", () =>
  withNodes(function* (previewed) {
    yield* previewed({ seconds: 2, voices: [voiceOf("1")] }, "abeba")
    yield* previewed({ seconds: 2, voices: [voiceOf("2")] }, "abeba")
    yield* previewed({ seconds: 2 }, "am-hamen")
    const month = Date.now() - 31 * 86_400_000
    yield* Effect.orDie(write(`UPDATE previews SET created_at = ${month}`))
    yield* previewed({ seconds: 2, voices: [voiceOf("3")] }, "abeba")
    const left = yield* keys
    expect(left.filter((key) => key.startsWith("abeba"))).toHaveLength(1)
    expect(left).toContain("am-hamen")
  }))
