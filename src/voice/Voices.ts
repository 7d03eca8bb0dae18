/** The catalog as it stands: the built-in voices, and which of them are switched on. */
import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Duration, Effect, Layer, Option, Schema } from "effect"
import type { Language } from "../Domain.ts"
import { atField, NotFound, VoiceUnavailable } from "../Errors.ts"
import type { VoiceTimbre } from "../engines/Synthesizer.ts"
import { VoiceChoice } from "../engines/VoiceChoice.ts"
import * as Monotonic from "../Monotonic.ts"
import { statement } from "../storage/Statement.ts"
import { inOrder, Writer } from "../storage/Writer.ts"
import type { VoiceFilter } from "./Api.ts"
import { type CatalogVoice, catalog } from "./Catalog.ts"

/** How long a switch made by another process may go unseen here. */
const AVAILABILITY_LIFETIME = Duration.seconds(1)

/** A catalog voice with its present state. */
export interface CurrentVoice extends CatalogVoice {
  readonly isAvailable: boolean
  readonly sortOrder: number
}

const byId: ReadonlyMap<string, CatalogVoice> = new Map(catalog.map((voice) => [voice.id, voice]))

/** What an engine needs to know of a voice. */
export const timbre = (voice: CatalogVoice): VoiceTimbre => ({
  id: voice.id,
  language: voice.language,
  ...voice.timbre
})

const unavailable = (code: string, message: string) =>
  new VoiceUnavailable(atField({ field: "voice_id", code, message }))

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

const decodeIds = Schema.decodeUnknown(Schema.Array(Schema.Struct({ id: Schema.String })))
const SWITCH = `
  INSERT INTO voices (id, is_available, changed_at) VALUES (?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET is_available = excluded.is_available, changed_at = excluded.changed_at`

export class Voices extends Effect.Service<Voices>()("voice/Voices", {
  effect: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { durable } = yield* Writer

    const [current, refresh] = yield* Monotonic.cachedInvalidateFor(
      sql`SELECT id FROM voices WHERE is_available = 0`.pipe(
        Effect.flatMap(decodeIds),
        Effect.map((rows): ReadonlyArray<CurrentVoice> => {
          const off = new Set(rows.map((row) => row.id))
          return catalog.map((voice, sortOrder) => ({ ...voice, sortOrder, isAvailable: !off.has(voice.id) }))
        }),
        Effect.orDie
      ),
      AVAILABILITY_LIFETIME
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

    /** A voice that may speak `language` now. Fails with `VoiceUnavailable`. */
    const choose = Effect.fnUntraced(function* (id: string, language: Language) {
      const voice = (yield* current).find((voice) => voice.id === id)
      if (voice === undefined) {
        return yield* unavailable("unknown", "there is no voice with this id; GET /api/v1/voice/voices lists them")
      }
      if (!voice.isAvailable) {
        return yield* unavailable(
          "unavailable",
          `the voice ${voice.id} is switched off; choose another from the catalog`
        )
      }
      if (voice.language !== language) {
        return yield* unavailable(
          "language_mismatch",
          `the voice ${voice.id} speaks ${voice.language}, not ${language}; choose a voice of the text's language`
        )
      }
      return voice
    })

    /** The language's default voice; where that is switched off, the next. Fails with `VoiceUnavailable` where all are. */
    const chooseDefault = Effect.fnUntraced(function* (language: Language) {
      const available = yield* list({ language })
      const voice = available.find(({ isDefault }) => isDefault) ?? available[0]
      return voice ?? (yield* noVoice(language))
    })

    /** Switches a voice on or off for every process on this database. Fails with `NotFound`. */
    const setAvailable = Effect.fn("Voices.setAvailable")(function* (id: string, isAvailable: boolean) {
      yield* get(id)
      const now = yield* Clock.currentTimeMillis
      yield* Effect.orDie(durable(inOrder(statement(SWITCH, id, isAvailable ? 1 : 0, now))))
      yield* refresh
    })

    /** The voice with this id, whether or not it is switched on: clips keep their voice's name. */
    const find = (id: string): Option.Option<CatalogVoice> => Option.fromNullable(byId.get(id))

    return { list, get, choose, chooseDefault, find, setAvailable }
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
