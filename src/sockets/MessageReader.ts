/** JSON messages of a socket: what a client sent, or what was wrong with it. */
import { Either, Option, Predicate, Schema } from "effect"
import { RequestId } from "../Domain.ts"
import { InvalidRequest, PayloadTooLarge, type Problem } from "../Errors.ts"
import * as JsonReader from "../http/JsonReader.ts"
import { decoder } from "../http/SchemaDecoding.ts"

/**
 * The longest message, in UTF-16 code units: 5,000 characters of text, each
 * written as `\uXXXX`, and as much again around them.
 */
export const MAX_MESSAGE = 64 * 1024

/** A message that is none. */
export interface InvalidMessage {
  readonly problem: Problem
  /** What the message was about, as far as it says so. */
  readonly requestId: Option.Option<RequestId>
}

const about = (requestId: Option.Option<RequestId>) => (problem: Problem) => Either.left({ problem, requestId })
const nothing = about(Option.none())

const requestIdOf = Schema.decodeUnknownOption(Schema.Struct({ request_id: RequestId }))

/** Reads a frame as one of the messages of `schema`, each an object with a `type`. */
export const messageReader = <Message, Encoded>(schema: Schema.Schema<Message, Encoded>) => {
  const decode = decoder(schema)
  return (frame: string | Uint8Array): Either.Either<Message, InvalidMessage> => {
    if (typeof frame !== "string") {
      return nothing(new InvalidRequest({ message: "messages are JSON in text frames, not binary" }))
    }
    if (frame.length > MAX_MESSAGE) {
      return nothing(new PayloadTooLarge({ message: `a message may have at most ${MAX_MESSAGE} characters` }))
    }
    const json = JsonReader.read(frame)
    if (Either.isLeft(json)) return nothing(new InvalidRequest({ message: `the message ${json.left}` }))
    const { right: value } = json
    if (!Predicate.isReadonlyRecord(value)) {
      return nothing(new InvalidRequest({ message: "a message is a JSON object with a type" }))
    }
    const requestId = Option.map(requestIdOf(value), ({ request_id }) => request_id)
    return Either.orElse(decode(value), about(requestId))
  }
}
