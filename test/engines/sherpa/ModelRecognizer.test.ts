import { expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Chunk, Duration, Effect, Stream } from "effect"
import type { RecognitionRequest } from "../../../src/engines/Recognizer.ts"
import * as ModelMemory from "../../../src/engines/sherpa/ModelMemory.ts"
import type { ProcessOptions } from "../../../src/engines/sherpa/ModelProcess.ts"
import { makeRecognizer } from "../../../src/engines/sherpa/ModelRecognizer.ts"
import { temporary } from "../../support/Folder.ts"
import { fakePlace, fakeProcess, silence, voice } from "./FakeModels.ts"

const request: RecognitionRequest = { language: "om", chunkMillis: 320, words: true }

/** What the recogniser of a model makes of this sound. */
const heard = (
  files: Readonly<Record<string, string>>,
  sound: Stream.Stream<Int16Array>,
  options: Partial<ProcessOptions> = {}
) =>
  Effect.gen(function* () {
    const folder = yield* temporary
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const { recognize } = makeRecognizer("fake", yield* fakePlace(folder, options))
    return Chunk.toReadonlyArray(yield* Stream.runCollect(recognize(request, sound)))
  }).pipe(Effect.scoped)

const twoUtterances = [silence(1), voice(2), silence(3), voice(1), silence(20)]
const texts = (hypotheses: ReadonlyArray<{ readonly text: string }>) => hypotheses.map(({ text }) => text)

test("each utterance of a sound is heard once, silence never, and words are timed from the sound's beginning", async () => {
  const hypotheses = await Effect.runPromise(heard({}, Stream.fromIterable(twoUtterances)))
  expect(texts(hypotheses)).toEqual(["om2", "om2 om1", "om2 om1"])
  const last = hypotheses.at(-1)
  if (last?._tag !== "Final") return expect.unreachable()
  expect(last.model).toBe("fake")
  expect(last.words.map(({ start }) => Math.round(start))).toEqual([1, 6])
})

test("an utterance that is still spoken is heard as far as it has come, and is not settled", async () => {
  const spoken = Stream.concat(Stream.make(voice(3)), Stream.fromEffect(Effect.as(Effect.sleep("2 seconds"), voice(1))))
  const [first, ...others] = await Effect.runPromise(heard({}, spoken))
  expect(first).toEqual({ _tag: "Partial", text: "om3", settled: 0 })
  expect(texts(others)).toEqual(["om4", "om4", "om4"])
})

test("what a process dies over is asked again of another, and nothing of the sound is lost", async () => {
  const hypotheses = await Effect.runPromise(heard({ deaths: "ooo" }, Stream.fromIterable(twoUtterances)))
  expect(texts(hypotheses)).toEqual(["om2", "om2 om1", "om2 om1"])
})

test("a process that never answers is ended, and its request fails", async () => {
  const failure = await Effect.runPromise(
    Effect.flip(heard({ hangs: "" }, Stream.make(voice(1)), { timeLimit: Duration.millis(100) }))
  )
  expect(failure._tag).toBe("PROVIDER_TIMEOUT")
})

test("where models do not fit into their memory together, what nobody uses gives way, and else the newcomer is refused", () =>
  Effect.gen(function* () {
    const folder = yield* temporary
    const { place } = yield* ModelMemory.make(10)
    const [one, other] = [yield* place(6, fakeProcess(folder)), yield* place(6, fakeProcess(folder))]
    const processOf = Effect.flatMap(one.use, (process) =>
      Effect.flatMap(process.turn, (turn) =>
        process.run({ language: "am", sound: new Uint8Array(32_000) }, { place: { turn, step: 0 } })
      )
    )
    const refused = yield* Effect.scoped(Effect.zipRight(one.use, Effect.flip(Effect.scoped(other.use))))
    expect(refused._tag).toBe("PROVIDER_UNAVAILABLE")
    const before = yield* Effect.scoped(processOf)
    expect((yield* Effect.scoped(processOf)).memory).toBe(before.memory)
    yield* Effect.scoped(other.use)
    expect((yield* Effect.scoped(processOf)).memory).not.toBe(before.memory)
  }).pipe(Effect.scoped, Effect.runPromise))
