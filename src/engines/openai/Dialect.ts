/**
 * What of a request a server does not take, as learnt from what it turned down:
 * fields of a chat request, forms of an answer, languages.
 */
import { Effect, Option, Redacted, Ref } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import { type EngineRefusal, refusal } from "./Failures.ts"
import { type RefusedFields, refusedFields } from "./RefusedFields.ts"

/** What is left out for one server; at first nothing. */
export type Dialect<Field> = ReadonlySet<Field>

/** Statuses of refusals that may be about a field. */
const ABOUT_FIELDS: ReadonlySet<number> = new Set([400, 415, 422])

/** What a refusal that may be about a field says of fields; none where it is about something else. */
export const aboutFields = ({ body, status }: EngineRefusal): Option.Option<RefusedFields> =>
  ABOUT_FIELDS.has(status) ? Option.some(refusedFields(Redacted.value(body))) : Option.none()

/** The same, in words alone: places, and sentences without what they echo. */
export const wordsAboutFields = (refused: EngineRefusal): Option.Option<string> =>
  Option.map(aboutFields(refused), ({ places, sentences }) =>
    [...places.map((parts) => parts.join(".")), ...sentences].join("\n")
  )

/** What is left out of a request after its refusal. */
export interface Omission<Field> {
  readonly fields: ReadonlyArray<Field>
  /** Those of them that are left out of all requests from then on, once this one has succeeded without. */
  readonly lasting: ReadonlyArray<Field>
}

/** Fields that the server takes from nobody. */
export const lasting = <Field>(fields: ReadonlyArray<Field>): Omission<Field> => ({ fields, lasting: fields })

/**
 * Sends requests in the dialect that a server takes. After a refusal that may be about a field a request
 * is sent again without the fields that `omissionAfter` answers, as long as it answers
 * any; where that succeeded, those are remembered of which the refusal has shown that no request may have them.
 */
export const makeDialectLearner = <Field>(subject: string) =>
  Effect.map(Ref.make<Dialect<Field>>(new Set()), (known) => {
    const attempt = <A>(
      dialect: Dialect<Field>,
      send: (dialect: Dialect<Field>) => Effect.Effect<A, EngineFailure | EngineRefusal>,
      omissionAfter: (dialect: Dialect<Field>, refusal: EngineRefusal) => Omission<Field>
    ): Effect.Effect<A, EngineFailure> =>
      Effect.catchTag(send(dialect), "EngineRefusal", (refused) => {
        const omission = refused.meaning._tag === "Other" ? omissionAfter(dialect, refused) : lasting<Field>([])
        if (omission.fields.length === 0) return Effect.fail(refusal(subject)(refused))
        const next = new Set([...dialect, ...omission.fields])
        const remember = Ref.update(known, (before) => new Set([...before, ...omission.lasting]))
        return Effect.zipLeft(attempt(next, send, omissionAfter), remember)
      })
    return <A>(
      send: (dialect: Dialect<Field>) => Effect.Effect<A, EngineFailure | EngineRefusal>,
      omissionAfter: (dialect: Dialect<Field>, refusal: EngineRefusal) => Omission<Field>
    ) => Effect.flatMap(Ref.get(known), (dialect) => attempt(dialect, send, omissionAfter))
  })
