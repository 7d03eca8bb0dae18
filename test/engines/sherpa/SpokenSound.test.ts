/** Which failures of the native library mean that a model knows none of the letters. */
import { expect, test } from "bun:test"
import { NO_SOUND, soundOf } from "../../../src/engines/sherpa/SpokenSound.ts"

const made = (generate: () => Float32Array, isKnown = false) =>
  soundOf(
    { offlineTtsGenerateWithConfig: () => ({ samples: generate(), sampleRate: 16_000 }) },
    {},
    "ሰላም",
    { language: "am", speaker: 0, speed: 1 },
    () => isKnown
  )

const throwing = (thrown: unknown) => () =>
  made(() => {
    throw thrown
  })

test("a text that the library makes no sound of is silent", () => {
  expect(throwing(new Error(NO_SOUND))()).toHaveLength(0)
  expect(made(() => new Float32Array([0.5]))).toEqual(new Float32Array([0.5]))
})

test.each([
  new Error("Non-zero status code returned while running Add node"),
  new Error("std::bad_alloc"),
  new RangeError("Array buffer allocation failed"),
  new Error(""),
  NO_SOUND,
  undefined
])("what else the library throws is thrown on: %p", (thrown) => {
  expect(throwing(thrown)).toThrow()
})

test("a text of which the model knows a letter, and that the library makes no sound of, is a failure", () => {
  const failing = () =>
    made(() => {
      throw new Error(NO_SOUND)
    }, true)
  expect(failing).toThrow(NO_SOUND)
})
