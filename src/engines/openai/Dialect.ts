/**
 * What of a request a server does not take, as learnt from what it turned down:
 * fields of a chat request, forms of an answer, languages.
 */
import { Effect, Option, Redacted, Ref } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import { type EngineRefusal, refusal } from "./Failures.ts"

/** What is left out for one server; at first nothing. */
export type Dialect<Field> = ReadonlySet<Field>

/** What a refusal that may be about a field said, in words; none where it is about something else. */
export const aboutField = (
  { body, status }: EngineRefusal,
  statuses: ReadonlyArray<number> = [400, 415, 422]
): Option.Option<string> => (statuses.includes(status) ? Option.some(Redacted.value(body)) : Option.none())

/**
 * Sends requests in the dialect that a server takes. After a refusal that may be about a field a request
 * is sent again without the fields that `fieldsToOmit` answers, as long as it answers
 * any; what then succeeded is remembered, except of fields that `isOfRequest`,
 * whose refusal may be about what this one request has there.
 */
export const makeDialectLearner = <Field>(subject: string) =>
  Effect.map(Ref.make<Dialect<Field>>(new Set()), (known) => {
    const attempt = <A>(
      dialect: Dialect<Field>,
      send: (dialect: Dialect<Field>) => Effect.Effect<A, EngineFailure | EngineRefusal>,
      fieldsToOmit: (dialect: Dialect<Field>, refusal: EngineRefusal) => ReadonlyArray<Field>,
      isOfRequest: (field: Field) => boolean
    ): Effect.Effect<A, EngineFailure> =>
      Effect.catchTag(send(dialect), "EngineRefusal", (refused) => {
        const fields = refused.meaning._tag === "Other" ? fieldsToOmit(dialect, refused) : []
        if (fields.length === 0) return Effect.fail(refusal(subject)(refused))
        const next = new Set([...dialect, ...fields])
        const lasting = [...next].filter((field) => !isOfRequest(field))
        const remember = Ref.update(known, (before) => new Set([...before, ...lasting]))
        return Effect.zipLeft(attempt(next, send, fieldsToOmit, isOfRequest), remember)
      })
    return <A>(
      send: (dialect: Dialect<Field>) => Effect.Effect<A, EngineFailure | EngineRefusal>,
      fieldsToOmit: (dialect: Dialect<Field>, refusal: EngineRefusal) => ReadonlyArray<Field>,
      isOfRequest: (field: Field) => boolean = () => false
    ) => Effect.flatMap(Ref.get(known), (dialect) => attempt(dialect, send, fieldsToOmit, isOfRequest))
  })
