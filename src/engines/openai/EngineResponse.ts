/** What an engine answered: the head, and the body as it comes. Promises, as a wait of a fiber for each piece costs more. */
import { Duration, Effect, Option } from "effect"
import type { EngineFailure } from "../../Errors.ts"
import type { Deadlines } from "../../runtime/Deadlines.ts"
import type * as Exchange from "./Exchange.ts"
import { failures } from "./Failures.ts"

interface Head {
  /** Lower case, without parameters; empty where the server gave none. */
  readonly contentType: string
  /** The parameters of the content type, e.g. `rate=24000`. */
  readonly parameters: string
}

/** An answer whose body has begun. */
export interface EngineResponse extends Head {
  /** None where the body is empty. */
  readonly first: Uint8Array | undefined
  /**
   * The next piece of the body; undefined at its end. It is waited for as long as
   * said; where nothing is said, the time goes on that was left before the last
   * piece came: what was in it was not worth a new wait. Rejects where the body
   * breaks off or is not worth waiting for.
   */
  readonly next: (patience: Option.Option<Duration.Duration>) => Promise<Uint8Array | undefined>
  /** Milliseconds of the monotonic clock. */
  readonly now: () => number
  /** Puts off the end of the whole exchange by so many milliseconds; fewer than 0 bring it nearer. */
  readonly putOff: (millis: number) => void
  /** All of it, of at most `limit` bytes. */
  readonly whole: (limit: number) => Promise<Effect.Effect<WholeResponse, EngineFailure>>
}

/** An answer read to its end. */
export interface WholeResponse extends Head {
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Reads an answer; what it comes to, also where it says itself that it is none. */
export type Reading<A, E = never> = (response: EngineResponse) => Promise<Effect.Effect<A, EngineFailure | E>>

/** What is to be known of the client that reads. */
interface Client {
  readonly subject: string
  readonly limits: { readonly silence: Duration.Duration }
  readonly patience: Deadlines
}

const headOf = (headers: Headers): Head => {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").split(";")
  return { contentType: type.trim().toLowerCase(), parameters: parameters.join(";") }
}

/** The answer that has begun, whose first piece may be waited for until `firstByte`, and the last until `end`. */
export const responseOf = (
  { limits, patience, subject }: Client,
  exchange: Exchange.Exchange,
  { first, headers }: Exchange.ResponseStart,
  firstByte: number,
  latest: number
): EngineResponse => {
  let until = firstByte
  let end = latest
  const head = headOf(headers)
  const next: EngineResponse["next"] = (wait) => {
    if (Option.isSome(wait)) until = Math.min(end, patience.now() + Duration.toMillis(wait.value))
    return exchange.next(until)
  }
  return {
    ...head,
    first,
    next,
    now: patience.now,
    putOff: (millis) => {
      end += millis
    },
    whole: async (limit) => {
      const pieces: Array<Uint8Array> = []
      let length = 0
      for (let piece = first; piece !== undefined; piece = await next(Option.some(limits.silence))) {
        length += piece.length
        if (length > limit) return Effect.fail(failures(subject).tooLarge())
        pieces.push(piece)
      }
      return Effect.succeed({ ...head, bytes: new Uint8Array(Buffer.concat(pieces, length)) })
    }
  }
}
