/** The models folder as a running server sees it. */
import { expect, test } from "bun:test"
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Duration, Effect, identity, Logger, TestClock, TestContext } from "effect"
import * as LiveModels from "../../../src/engines/sherpa/LiveModels.ts"
import { modelFiles, writeFiles } from "../../models/Fixtures.ts"
import { temporary } from "../../support/Folder.ts"

const turn = Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))

/** Waits until the folder has been looked at, and the next look is awaited. */
const looked = Effect.repeat(Effect.zipRight(turn, TestClock.sleeps()), { until: (sleeps) => Chunk.isNonEmpty(sleeps) })
const lookAgain = Effect.zipRight(TestClock.adjust("2 seconds"), looked)

interface Scene {
  readonly folder: string
  /** The models that hear now. */
  readonly ids: () => ReadonlyArray<string>
  /** The models that hear where somebody speaks. */
  readonly detecting: Effect.Effect<ReadonlyArray<string>>
  /** How often something was logged that begins so. */
  readonly count: (beginning: string) => number
}

/** Looks after a models folder, in which `first` was written before. */
const withModels = (
  first: (folder: string) => void,
  use: (scene: Scene) => Effect.Effect<void>,
  voiceActivity: LiveModels.VoiceActivityRule = "model"
) =>
  Effect.gen(function* () {
    const folder = join(yield* temporary, "models")
    first(folder)
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(Array.isArray(message) ? message[0] : message)))
    yield* Effect.gen(function* () {
      const live = yield* LiveModels.make({
        folder,
        library: Effect.succeed("no library"),
        memory: 8 * 1024 ** 3,
        rule: "free",
        voiceActivity,
        workers: 1,
        idle: Duration.minutes(1),
        observeRecognizer: identity,
        observeSynthesizer: identity,
        observeDiarizer: (_, diarize) => diarize,
        durations: () => ({ likely: 1, held: 1, longest: 1 })
      })
      yield* looked
      yield* use({
        folder,
        ids: () => live.recognizers().map(({ id }) => id),
        detecting: Effect.map(live.activity.models, (models) => models.map(({ id }) => id)),
        count: (beginning) => logged.filter((line) => line.startsWith(beginning)).length
      })
    }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
  }).pipe(Effect.scoped, Effect.provide(TestContext.TestContext), Effect.runPromise)

const add = (folder: string, id: string, changes: object = {}) => {
  writeFiles(join(folder, id), modelFiles({ id, ...changes }))
}

const CANNOT = "the models folder cannot be read"
const CAN = "the models folder can be read again"

test.each([
  ["a file in its place", (folder: string) => writeFileSync(folder, "")],
  ["nothing", () => {}]
] as const)(
  "where the models folder turns into %s its models stay, which is logged once, and what changed meanwhile is seen after",
  (_, instead) =>
    withModels(
      (folder) => add(folder, "one"),
      ({ count, folder, ids }) =>
        Effect.gen(function* () {
          expect(ids()).toEqual(["one"])
          renameSync(folder, `${folder}-away`)
          instead(folder)
          for (let look = 0; look < 3; look++) {
            yield* lookAgain
            expect(ids()).toEqual(["one"])
          }
          expect([count(CANNOT), count(CAN)]).toEqual([1, 0])
          rmSync(folder, { force: true })
          add(`${folder}-away`, "two")
          renameSync(`${folder}-away`, folder)
          yield* lookAgain
          expect(ids()).toEqual(["one", "two"])
          rmSync(join(folder, "one"), { recursive: true })
          yield* lookAgain
          expect(ids()).toEqual(["two"])
          expect([count(CANNOT), count(CAN)]).toEqual([1, 1])
        })
    )
)

test("a models folder that was never there has no models, without a word, until it is there", () =>
  withModels(
    () => {},
    ({ count, folder, ids }) =>
      Effect.gen(function* () {
        expect([ids(), count(CANNOT)]).toEqual([[], 0])
        mkdirSync(folder)
        writeFileSync(join(folder, "no-model"), "a file that has a model's name")
        add(folder, "one")
        yield* lookAgain
        expect([ids(), count(CANNOT)]).toEqual([["one"], 0])
      })
  ))

test.each([
  ["model", ["hears"], "the model hears hears where somebody speaks"],
  ["embedded", [], "the model hears is not used (QAL_VOICE_ACTIVITY is embedded)"]
] as const)("a model of voice activity is used as the setting says, which is logged: %s", (rule, used, line) =>
  withModels(
    (folder) => add(folder, "hears", { kind: "activity", family: "silero-vad", languages: [] }),
    ({ count, detecting, folder }) =>
      Effect.gen(function* () {
        expect(yield* detecting).toEqual(used)
        expect(count(line)).toBe(1)
        yield* lookAgain
        expect(count(line)).toBe(1)
        rmSync(join(folder, "hears"), { recursive: true })
        yield* lookAgain
        expect(yield* detecting).toEqual([])
      }),
    rule
  )
)
