/**
 * What a client secret fixes, read as the first `session.update` of its socket: an update that is refused sets nothing, and
 * whoever holds the secret would speak with a model without the instructions that it names.
 */
import { Either, Option, Schema } from "effect"
import type { ValidationFailed, VoiceUnavailable } from "../../Errors.ts"
import { decoder } from "../../http/SchemaDecoding.ts"
import type { Session } from "../State.ts"
import { type Base, sessionChanges } from "./Changes.ts"
import { SessionSettings } from "./Settings.ts"

const flat = decoder(SessionSettings)
const nested = decoder(Schema.Struct({ session: SessionSettings }))

/** A session to which nothing is set yet. */
const unset: Base = { listensOnly: false, language: "am", turns: Option.none(), tools: [], toolChoice: "auto" }

/** Fails with what a session with these voices could not be set to. `isFlat`: whether its fields are the request's own, or stand in its `session`. */
export const checkSettings = (
  session: Readonly<Record<string, unknown>>,
  isFlat: boolean,
  { voices }: Pick<Session, "voices">
): Either.Either<unknown, ValidationFailed | VoiceUnavailable> => {
  const settings = isFlat ? flat(session) : Either.map(nested({ session }), (request) => request.session)
  return Either.flatMap(settings, (read) => sessionChanges({ voices }, unset, read))
}
