/** The catalog as it stands: the built-in voices, those of models, and which of them are switched on. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Either, Layer, Option, Schema } from "effect"
import { Language } from "../Domain.ts"
import { atField, NotFound, ValidationFailed, VoiceUnavailable } from "../Errors.ts"
import { type ModelVoice, ModelVoices } from "../engines/ModelVoices.ts"
import type { VoiceTimbre } from "../engines/Synthesizer.ts"
import { VoiceChoice } from "../engines/VoiceChoice.ts"
import * as Monotonic from "../runtime/Monotonic.ts"
import { type Statement, statement } from "../storage/Statement.ts"
import { type Body, Writer } from "../storage/Writer.ts"
import type { VoiceFilter } from "./Api.ts"
import { type CatalogVoice, catalog, ofModel } from "./Catalog.ts"

/** How long a change made by another process may go unseen here: half of a second, as `CatalogCache` may keep what was seen as long again. */
const LIFETIME = Duration.millis(450)

/** A catalog voice with its present state. Of each language one is the default: the one that speaks where none is named. */
export interface CurrentVoice extends CatalogVoice {
  readonly isAvailable: boolean
  readonly isFree: boolean
  readonly sortOrder: number
}

const byId: ReadonlyMap<string, CatalogVoice> = new Map(catalog.map((voice) => [voice.id, voice]))

/** What an engine needs to know of a voice. */
export const timbre = (voice: CatalogVoice): VoiceTimbre => ({
  id: voice.id,
  language: voice.language,
  ...voice.timbre
})

const unavailable = (field: string, code: string, message: string) =>
  new VoiceUnavailable(atField({ field, code, message }))

const noVoice = (language: Language) =>
  new VoiceUnavailable(
    atField({ field: "language", code: "unavailable", message: `every voice that speaks ${language} is switched off` })
  )

const matches = (voice: CurrentVoice, filter: VoiceFilter): boolean => {
  const search = filter.search?.trim().toLowerCase() ?? ""
  const words = [voice.name, voice.id, voice.descriptor, voice.style, voice.scriptChip, ...voice.tags]
  return (
    (filter.include_unavailable === true || voice.isAvailable) &&
    (filter.language === undefined || voice.language === filter.language) &&
    (filter.gender === undefined || voice.gender === filter.gender) &&
    (search === "" || words.some((word) => word.toLowerCase().includes(search)))
  )
}

const decodeOff = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))
const decodeDefaults = Schema.decodeUnknown(
  Schema.Array(Schema.Struct({ language: Language, voice_id: Schema.String }))
)

const SWITCH = `
  INSERT INTO voices (id, is_available, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET is_available = excluded.is_available, changed_at = excluded.changed_at`
const IS_OFF = "SELECT 1 FROM voices WHERE id = ? AND is_available = 0"
const MAKE_DEFAULT = `
  INSERT INTO default_voices (language, voice_id, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (language) DO UPDATE SET voice_id = excluded.voice_id, changed_at = excluded.changed_at`

/** What is to become of a voice; what is left out stays as it is. */
interface VoiceChange {
  readonly isAvailable?: boolean | undefined
  /** Its language's default, in the place of the present one. */
  readonly isDefault?: true | undefined
}

const offCannotBeDefault = (id: string) =>
  new ValidationFailed(
    atField({
      field: "is_default",
      code: "unavailable",
      message: `the voice ${id} is switched off; switch it on to make it its language's default`
    })
  )

/** All of the change or nothing, as the voice is when it is written, together with `also`. */
const changing = (
  { id, language }: CatalogVoice,
  { isAvailable, isDefault }: VoiceChange,
  also: ReadonlyArray<Statement>,
  now: number
): Body<void, ValidationFailed> =>
  function* () {
    if (isAvailable !== undefined) yield statement(SWITCH, id, isAvailable ? 1 : 0, now)
    if (isDefault === true) {
      if ((yield statement(IS_OFF, id)).length > 0) return Either.left(offCannotBeDefault(id))
      yield statement(MAKE_DEFAULT, language, id, now)
    }
    for (const next of also) yield next
    return Either.void
  }

/**
 * The language's default: the one that was chosen, else the catalog's; while that
 * is switched off, the first that is not; and where all are, it again, so that
 * there is one in any case.
 */
const defaultOf = (speakers: ReadonlyArray<CurrentVoice>, chosen: string | undefined): string | undefined => {
  const standard = speakers.find(({ id }) => id === chosen) ?? speakers.find(({ isDefault }) => isDefault)
  return standard?.isAvailable === true
    ? standard.id
    : (speakers.find(({ isAvailable }) => isAvailable) ?? standard)?.id
}

/** The catalog's own, then those of models; of several with one id the first. */
const allVoices = (ofModels: ReadonlyArray<ModelVoice>): ReadonlyArray<CatalogVoice> => {
  const taken = new Set(byId.keys())
  const further = ofModels.filter(({ id }) => !taken.has(id) && taken.add(id))
  return [...catalog, ...further.map(ofModel)]
}

const currentVoices = (
  ofModels: ReadonlyArray<ModelVoice>,
  off: ReadonlySet<string>,
  chosen: ReadonlyMap<Language, string>
): ReadonlyArray<CurrentVoice> => {
  const voices = allVoices(ofModels).map((voice, sortOrder) => ({
    ...voice,
    sortOrder,
    isAvailable: !off.has(voice.id),
    isFree: voice.isFree === true
  }))
  const defaults = new Set(
    Language.literals.map((language) =>
      defaultOf(
        voices.filter((voice) => voice.language === language),
        chosen.get(language)
      )
    )
  )
  return voices.map((voice) => ({ ...voice, isDefault: defaults.has(voice.id) }))
}

export class Voices extends Effect.Service<Voices>()("voice/Voices", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer
    /** None where nothing has models: in a program without engines. */
    const ofModels = Option.getOrElse(yield* Effect.serviceOption(ModelVoices), () => Effect.succeed([]))

    const [current, refresh] = yield* Monotonic.cachedInvalidateFor(
      Effect.gen(function* () {
        const off = yield* Effect.flatMap(sql`SELECT id FROM voices WHERE is_available = 0`, decodeOff)
        const chosen = yield* Effect.flatMap(sql`SELECT language, voice_id FROM default_voices`, decodeDefaults)
        return currentVoices(
          yield* ofModels,
          new Set(off.map(({ id }) => id)),
          new Map(chosen.map(({ language, voice_id }) => [language, voice_id]))
        )
      }).pipe(Effect.orDie),
      LIFETIME
    )

    /** The voices that pass the filter, in the catalog's order. The same array while nothing has changed. */
    const list = (filter: VoiceFilter): Effect.Effect<ReadonlyArray<CurrentVoice>> =>
      Effect.map(current, (voices) => voices.filter((voice) => matches(voice, filter)))

    /** The voice of a path. Fails with `NotFound`. */
    const get = Effect.fn("Voices.get")(function* (id: string) {
      const voice = (yield* current).find((voice) => voice.id === id)
      return yield* voice === undefined
        ? new NotFound({ message: "there is no voice with this id; the catalog lists them", param: "voice_id" })
        : Effect.succeed(voice)
    })

    /** A voice that may speak now; `field` is what the request calls it. Fails with `VoiceUnavailable`. */
    const chooseNamed = Effect.fnUntraced(function* (id: string, field: string) {
      const voice = (yield* current).find((voice) => voice.id === id)
      if (voice === undefined) {
        const message = "there is no voice with this id; GET /api/v1/voice/voices lists them"
        return yield* unavailable(field, "unknown", message)
      }
      if (!voice.isAvailable) {
        const message = `the voice ${voice.id} is switched off; choose another from the catalog`
        return yield* unavailable(field, "unavailable", message)
      }
      return voice
    })

    /** A voice that may speak `language` now. Fails with `VoiceUnavailable`. */
    const choose = Effect.fnUntraced(function* (id: string, language: Language) {
      const voice = yield* chooseNamed(id, "voice_id")
      if (voice.language !== language) {
        return yield* unavailable(
          "voice_id",
          "language_mismatch",
          `the voice ${voice.id} speaks ${voice.language}, not ${language}; choose a voice of the text's language`
        )
      }
      return voice
    })

    /** The language's default voice. Fails with `VoiceUnavailable` where all of its voices are switched off. */
    const chooseDefault = Effect.fnUntraced(function* (language: Language) {
      const voice = (yield* list({ language })).find(({ isDefault }) => isDefault)
      return voice ?? (yield* noVoice(language))
    })

    /**
     * Switches a voice on or off, or makes it its language's default, for every
     * process on this database; `also` is written with it. Fails with `NotFound`,
     * or with `ValidationFailed` where a voice that is switched off would be the default.
     */
    const change = Effect.fn("Voices.change")(function* (
      id: string,
      wanted: VoiceChange,
      also: ReadonlyArray<Statement> = []
    ) {
      const voice = yield* get(id)
      const now = yield* Clock.currentTimeMillis
      yield* Effect.catchTag(durable(changing(voice, wanted, also, now)), "SqlError", Effect.die)
      yield* refresh
      return yield* get(id)
    })

    /** The voice with this id, whether or not it is switched on: clips keep their voice's name. */
    const find = (id: string): Option.Option<CatalogVoice> => Option.fromNullable(byId.get(id))

    return { list, get, choose, chooseNamed, chooseDefault, find, change }
  })
}) {}

/** The catalog, for capabilities that speak but do not know it. */
export const voiceChoice: Layer.Layer<VoiceChoice, never, Voices> = Layer.effect(
  VoiceChoice,
  Effect.map(Voices, (voices) => ({
    choose: (id, language) =>
      Option.match(id, {
        onNone: () => voices.chooseDefault(language),
        onSome: (named) => voices.choose(named, language)
      }).pipe(Effect.map(timbre)),
    available: Effect.map(voices.list({}), (all) =>
      [...all].sort((left, right) => Number(right.isDefault) - Number(left.isDefault)).map(timbre)
    )
  }))
)
