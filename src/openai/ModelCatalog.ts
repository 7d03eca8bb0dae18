/** The models that requests may name, and what a name says of the answer. */
import { Effect, Option } from "effect"
import type { Language } from "../Domain.ts"
import { ActivityDetector } from "../engines/ActivityDetector.ts"
import { Diarizer } from "../engines/Diarizer.ts"
import { Recognizer } from "../engines/Recognizer.ts"
import { Synthesizer } from "../engines/Synthesizer.ts"
import { EmbeddingModel, TextModel } from "../engines/TextModel.ts"
import type { Model } from "./ModelsApi.ts"

/** 2026-11-22, when these names were first offered. */
const CREATED = 1_795_305_600

const OWN = ["qal", "qal-am", "qal-om", "qal-tts", "qal-stt"] as const

const FORCED: ReadonlyMap<string, Language> = new Map([
  ["qal-am", "am"],
  ["qal-om", "om"]
])

/** The language that a model of this name always answers in; none where it is the user's. */
export const forcedLanguage = (model: string): Option.Option<Language> => Option.fromNullable(FORCED.get(model))

const modelOf = (id: string, owner: string): Model => ({ id, object: "model", created: CREATED, owned_by: owner })

/** All models, whenever they are asked for: this server's own, then the engines' under their own names, each once. */
export const makeAll = Effect.gen(function* () {
  const embedding = Option.toArray(yield* EmbeddingModel)
  const { models: hearing = Effect.succeed([]), name: recognizer } = yield* Recognizer
  const { models: speaking = Effect.succeed([]), name: synthesizer } = yield* Synthesizer
  const { models: diarizing } = yield* Diarizer
  const { models: detecting } = yield* ActivityDetector
  const engines = [(yield* TextModel).name, ...embedding, synthesizer, recognizer]
  return Effect.map(Effect.all([hearing, speaking, diarizing, detecting]), (found) => {
    const names = new Set<string>(OWN)
    const attached = [...engines, ...found.flat().map(({ id }) => id)].filter(
      (name) => !names.has(name) && names.add(name)
    )
    return [...OWN.map((id) => modelOf(id, "qal")), ...attached.map((id) => modelOf(id, "engine"))]
  })
})
