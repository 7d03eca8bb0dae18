import { expect, test } from "bun:test"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Layer, Option } from "effect"
import type { Language } from "../../src/Domain.ts"
import { VoiceChoice } from "../../src/engines/VoiceChoice.ts"
import { insert } from "../../src/storage/Statement.ts"
import { catalog } from "../../src/voice/Catalog.ts"
import { Voices, voiceChoice } from "../../src/voice/Voices.ts"
import { database } from "../support/Database.ts"
import type { EffectBody } from "../support/EffectBody.ts"

const withCatalog = (body: EffectBody<SqlClient.SqlClient | VoiceChoice | Voices>): Promise<unknown> =>
  Effect.runPromise(
    Effect.provide(Effect.gen(body), voiceChoice.pipe(Layer.provideMerge(Voices.Default), Layer.provideMerge(database)))
  )

const chosen = (id: Option.Option<string>, language: Language) =>
  Effect.flatMap(VoiceChoice, ({ choose }) => choose(id, language))

const LANGUAGES: ReadonlyArray<Language> = ["am", "om"]

test("without a voice id the language's default voice speaks, and where it is switched off the next", () =>
  withCatalog(function* () {
    const voices = yield* Voices
    for (const language of LANGUAGES) {
      const speakers = catalog.filter((voice) => voice.language === language)
      const standard = speakers.filter(({ isDefault }) => isDefault)
      expect(standard).toHaveLength(1)
      const order = [...standard, ...speakers.filter(({ isDefault }) => !isDefault)]
      for (const { id, timbre } of order) {
        expect(yield* chosen(Option.none(), language)).toEqual({ id, language, ...timbre })
        yield* voices.change(id, { isAvailable: false })
      }
      const refused = yield* Effect.flip(chosen(Option.none(), language))
      expect(refused).toMatchObject({ _tag: "VOICE_UNAVAILABLE", param: "language" })
    }
  }))

test("a voice with its id speaks while it is switched on, in its own language alone", () =>
  withCatalog(function* () {
    const voices = yield* Voices
    for (const { id, language, timbre } of catalog) {
      expect(yield* chosen(Option.some(id), language)).toEqual({ id, language, ...timbre })
      const other = yield* Effect.flip(chosen(Option.some(id), language === "am" ? "om" : "am"))
      expect(other.details).toMatchObject([{ field: "voice_id", code: "language_mismatch" }])
    }
    yield* voices.change("am-selam", { isAvailable: false })
    const off = yield* Effect.flip(chosen(Option.some("am-selam"), "am"))
    expect(off.details).toMatchObject([{ field: "voice_id", code: "unavailable" }])
    for (const id of ["", "AM-HAMEN", "am-nobody", "__proto__", "\ud800"]) {
      const unknown = yield* Effect.flip(chosen(Option.some(id), "am"))
      expect(unknown.details).toMatchObject([{ field: "voice_id", code: "unknown" }])
    }
  }))

const defaults = Effect.flatMap(Voices, (voices) =>
  Effect.map(voices.list({ include_unavailable: true }), (all) =>
    all.filter(({ isDefault }) => isDefault).map(({ id }) => id)
  )
)
const spoken = Effect.forEach(LANGUAGES, (language) => chosen(Option.none(), language)).pipe(
  Effect.map((timbres) => timbres.map(({ id }) => id))
)

test("a chosen default speaks in the place of the catalog's, and each language has one, whatever is switched off", () =>
  withCatalog(function* () {
    const voices = yield* Voices
    expect(yield* defaults).toEqual(["am-hamen", "om-bikila"])
    expect(yield* voices.change("am-tigist", { isDefault: true })).toMatchObject({
      isDefault: true,
      isAvailable: true
    })
    expect([yield* defaults, yield* spoken]).toEqual([
      ["am-tigist", "om-bikila"],
      ["am-tigist", "om-bikila"]
    ])
    // The next takes its place while it is off, and gives it back.
    yield* voices.change("am-tigist", { isAvailable: false })
    expect([yield* defaults, yield* spoken]).toEqual([
      ["am-hamen", "om-bikila"],
      ["am-hamen", "om-bikila"]
    ])
    yield* voices.change("am-tigist", { isAvailable: true })
    expect(yield* defaults).toEqual(["am-tigist", "om-bikila"])
    for (const { id, language } of catalog) if (language === "am") yield* voices.change(id, { isAvailable: false })
    expect(yield* defaults).toEqual(["am-tigist", "om-bikila"])
  }))

test("a voice that is switched off is not made default, and one can be switched on and made it at once", () =>
  withCatalog(function* () {
    const voices = yield* Voices
    const row = insert("audit", { id: "aud_1", at: 1, session_id: "s", action: "voice.change", details: "{}" })
    const written = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT id FROM audit`)
    yield* voices.change("om-bikila", { isAvailable: false })
    for (const change of [{ isDefault: true }, { isDefault: true, isAvailable: false }] as const) {
      const refused = yield* Effect.flip(voices.change("om-bikila", change, [row]))
      expect(refused).toMatchObject({ _tag: "VALIDATION_ERROR", param: "is_default" })
    }
    const unknown = yield* Effect.flip(voices.change("om-nobody", { isAvailable: false }, [row]))
    expect(unknown._tag).toBe("NOT_FOUND")
    expect(yield* written).toEqual([])
    expect((yield* defaults)[1]).not.toBe("om-bikila")
    yield* voices.change("om-bikila", { isDefault: true, isAvailable: true }, [row])
    expect([(yield* defaults)[1], yield* written]).toEqual(["om-bikila", [{ id: "aud_1" }]])
  }))
