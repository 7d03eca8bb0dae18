import { expect, test } from "bun:test"
import { join } from "node:path"
import { Effect, Layer, Option } from "effect"
import type { Language } from "../../src/Domain.ts"
import { VoiceChoice } from "../../src/engines/VoiceChoice.ts"
import * as Sql from "../../src/storage/Sql.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { Voices, voiceChoice } from "../../src/voice/Voices.ts"
import { temporary } from "../support/Folder.ts"

const withCatalog = <A, E>(use: Effect.Effect<A, E, VoiceChoice | Voices>): Promise<A> =>
  Effect.flatMap(temporary, (folder) =>
    Effect.provide(
      use,
      voiceChoice.pipe(Layer.provideMerge(Voices.Default), Layer.provideMerge(Sql.layer(join(folder, "qal.sqlite"))))
    )
  ).pipe(Effect.scoped, Effect.runPromise)

const chosen = (id: Option.Option<string>, language: Language) =>
  Effect.flatMap(VoiceChoice, ({ choose }) => choose(id, language))

const LANGUAGES: ReadonlyArray<Language> = ["am", "om"]

test("without an id the language's default voice speaks, and where it is switched off the next", () =>
  withCatalog(
    Effect.gen(function* () {
      const voices = yield* Voices
      for (const language of LANGUAGES) {
        const speakers = catalog.filter((voice) => voice.language === language)
        const standard = speakers.filter(({ isDefault }) => isDefault)
        expect(standard).toHaveLength(1)
        const order = [...standard, ...speakers.filter(({ isDefault }) => !isDefault)]
        for (const { id, timbre } of order) {
          expect(yield* chosen(Option.none(), language)).toEqual({ id, language, ...timbre })
          yield* voices.setAvailable(id, false)
        }
        const refused = yield* Effect.flip(chosen(Option.none(), language))
        expect(refused).toMatchObject({ _tag: "VOICE_UNAVAILABLE", param: "language" })
      }
    })
  ))

test("a voice with its id speaks while it is switched on, in its own language alone", () =>
  withCatalog(
    Effect.gen(function* () {
      const voices = yield* Voices
      for (const { id, language, timbre } of catalog) {
        expect(yield* chosen(Option.some(id), language)).toEqual({ id, language, ...timbre })
        const other = yield* Effect.flip(chosen(Option.some(id), language === "am" ? "om" : "am"))
        expect(other.details).toMatchObject([{ field: "voice_id", code: "language_mismatch" }])
      }
      yield* voices.setAvailable("am-selam", false)
      const off = yield* Effect.flip(chosen(Option.some("am-selam"), "am"))
      expect(off.details).toMatchObject([{ field: "voice_id", code: "unavailable" }])
      for (const id of ["", "AM-HAMEN", "am-nobody", "__proto__", "\ud800"]) {
        const unknown = yield* Effect.flip(chosen(Option.some(id), "am"))
        expect(unknown.details).toMatchObject([{ field: "voice_id", code: "unknown" }])
      }
    })
  ))
