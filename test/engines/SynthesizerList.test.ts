import { expect, test } from "bun:test"
import { Chunk, Effect, Stream } from "effect"
import { type ChargeTerms, currentChargeTerms } from "../../src/Domain.ts"
import { ProviderError } from "../../src/Errors.ts"
import type { SynthesizerShape, VoiceTimbre } from "../../src/engines/Synthesizer.ts"
import * as SynthesizerList from "../../src/engines/SynthesizerList.ts"

/** A synthesiser that says how many samples it has for its name. */
const synthesizer = (name: string, fails = false): SynthesizerShape => ({
  name,
  speak: () =>
    fails
      ? Stream.fail(new ProviderError({ message: `${name} failed` }))
      : Stream.make({ index: 0, samples: new Int16Array(name.length), sampleRate: 16_000, words: [] }),
  durations: () => ({ likely: name.length, held: name.length, longest: name.length }),
  ready: Effect.void
})

const listed = (id: string, changes: Partial<SynthesizerList.ListedSynthesizer> = {}) => ({
  id,
  languages: ["am" as const],
  licence: "MIT",
  isFree: false,
  voices: [],
  synthesizer: synthesizer(id),
  ...changes
})

const own: VoiceTimbre = { id: "am-hamen", language: "am", variant: "f2", pitch: 50, rate: 165 }
const ofModel = (id: string): VoiceTimbre => ({ ...own, id: "abeba", model: { id, speaker: 0, version: "1" } })

const spoken = (list: SynthesizerShape, voice: VoiceTimbre, terms: ChargeTerms = { isFree: false, parts: new Set() }) =>
  Stream.runCollect(list.speak({ voice, speed: 1, phrases: [{ text: "ሰላም", offset: 0 }] })).pipe(
    Effect.map((all) => Chunk.toReadonlyArray(all).map(({ samples }) => samples.length)),
    Effect.either,
    Effect.locally(currentChargeTerms, terms),
    Effect.runPromise
  )

const last = synthesizer("last")

test("a model speaks as its own voices, and the engine behind the models as all others", async () => {
  const list = SynthesizerList.make(() => [listed("a model")], last)
  expect(await spoken(list, ofModel("a model"))).toMatchObject({ right: ["a model".length] })
  expect(await spoken(list, own)).toMatchObject({ right: ["last".length] })
  expect(list.durations({ voice: ofModel("a model"), speed: 1, phrases: [] }).likely).toBe("a model".length)
  expect(list.durations({ voice: own, speed: 1, phrases: [] }).likely).toBe("last".length)
})

test("nobody speaks in the place of a voice whose model is gone or fails", async () => {
  const models: Array<SynthesizerList.ListedSynthesizer> = [listed("failing", { synthesizer: synthesizer("x", true) })]
  const list = SynthesizerList.make(() => models, last)
  expect(await spoken(list, ofModel("failing"))).toMatchObject({ left: { _tag: "PROVIDER_ERROR" } })
  models.pop()
  expect(await spoken(list, ofModel("failing"))).toMatchObject({
    left: { _tag: "PROVIDER_UNAVAILABLE", message: "the model of the voice abeba was removed" }
  })
})

test("work that a voice spoke for which may not be sold is free, and none other", async () => {
  const terms = async (voice: VoiceTimbre, changes: Partial<SynthesizerList.ListedSynthesizer>) => {
    const said: ChargeTerms = { isFree: false, parts: new Set() }
    await spoken(
      SynthesizerList.make(() => [listed("model", changes)], last),
      voice,
      said
    )
    return said.isFree
  }
  expect(await terms(ofModel("model"), { isFree: true })).toBe(true)
  expect(await terms(ofModel("model"), { isFree: false })).toBe(false)
  expect(await terms(own, { isFree: true })).toBe(false)
  expect(await terms(ofModel("model"), { isFree: true, synthesizer: synthesizer("x", true) })).toBe(false)
})

test("the models that there are now are listed with their licences", async () => {
  const models = [listed("one"), listed("two", { isFree: true, licence: "CC-BY-NC-4.0" })]
  const { models: found = Effect.succeed([]) } = SynthesizerList.make(() => models, last)
  expect(await Effect.runPromise(found)).toEqual([
    { id: "one", languages: ["am"], licence: "MIT", isFree: false },
    { id: "two", languages: ["am"], licence: "CC-BY-NC-4.0", isFree: true }
  ])
  models.pop()
  expect(await Effect.runPromise(found)).toHaveLength(1)
})
