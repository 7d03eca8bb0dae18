/** Voices of models in the catalog. */
import { expect, test } from "bun:test"
import { Effect, Layer, Option } from "effect"
import { type ModelVoice, ModelVoices } from "../../src/engines/ModelVoices.ts"
import { VoiceChoice } from "../../src/engines/VoiceChoice.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { Voices, voiceChoice } from "../../src/voice/Voices.ts"
import { database } from "../support/Database.ts"
import type { EffectBody } from "../support/EffectBody.ts"

const abeba: ModelVoice = {
  id: "abeba",
  name: "Abeba",
  language: "am",
  gender: "female",
  model: { id: "mms-amh", speaker: 3, version: "1" },
  isFree: true
}

/** Runs with a catalog beside which there are the voices that `models` holds at the time. */
const withModels = (models: ReadonlyArray<ModelVoice>, body: EffectBody<VoiceChoice | Voices>) =>
  Effect.gen(body).pipe(
    Effect.provide(
      voiceChoice.pipe(
        Layer.provideMerge(Voices.Default),
        Layer.provide(
          Layer.succeed(
            ModelVoices,
            Effect.sync(() => [...models])
          )
        ),
        Layer.provide(database)
      )
    ),
    Effect.runPromise
  )

test("a voice of a model is in the catalog behind its own, and speaks as the model's speaker", () =>
  withModels([abeba], function* () {
    const voices = yield* Voices
    const all = yield* voices.list({})
    expect(all.map(({ id }) => id)).toEqual([...catalog.map(({ id }) => id), "abeba"])
    expect(all.at(-1)).toMatchObject({ isDefault: false, isAvailable: true, isFree: true, sortOrder: catalog.length })
    expect((yield* voices.list({ search: "MMS-AMH" })).map(({ id }) => id)).toEqual(["abeba"])
    expect((yield* voices.list({ language: "om" })).some(({ id }) => id === "abeba")).toBe(false)
    const timbre = yield* Effect.flatMap(VoiceChoice, ({ choose }) => choose(Option.some("abeba"), "am"))
    expect(timbre).toMatchObject({ id: "abeba", language: "am", model: { id: "mms-amh", speaker: 3 } })
    expect(all.filter(({ isFree }) => isFree).map(({ id }) => id)).toEqual(["abeba"])
  }))

test("of several voices with one id the first is the one, and none takes the place of the catalog's own", () =>
  withModels([{ ...abeba, id: "am-hamen" }, abeba, { ...abeba, name: "Other" }], function* () {
    const all = yield* (yield* Voices).list({})
    expect(all).toHaveLength(catalog.length + 1)
    expect(all.find(({ id }) => id === "am-hamen")?.name).toBe("Hamen")
    expect(all.find(({ id }) => id === "abeba")?.name).toBe("Abeba")
  }))

test("a voice of a model can be switched off and be the default, and another one is where it has gone", () => {
  const models = [abeba]
  return withModels(models, function* () {
    const voices = yield* Voices
    expect(yield* voices.change("abeba", { isDefault: true })).toMatchObject({ isDefault: true })
    expect((yield* voices.chooseDefault("am")).id).toBe("abeba")
    yield* voices.change("abeba", { isAvailable: false })
    expect((yield* voices.chooseDefault("am")).id).toBe("am-hamen")
    yield* voices.change("abeba", { isAvailable: true })
    models.pop()
    // Whatever is changed has the catalog read anew.
    yield* voices.change("om-lensa", { isAvailable: true })
    expect((yield* voices.chooseDefault("am")).id).toBe("am-hamen")
    expect(yield* Effect.flip(voices.chooseNamed("abeba", "voice_id"))).toMatchObject({ _tag: "VOICE_UNAVAILABLE" })
  })
})
