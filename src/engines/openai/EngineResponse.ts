/** What an engine answered: the head, and the body as it comes. */
import { Chunk, Duration, Effect, Option, Stream } from "effect"
import type { Deadlines } from "../../Deadlines.ts"
import type { EngineFailure } from "../../Errors.ts"
import type * as Exchange from "./Exchange.ts"
import { failures } from "./Failures.ts"

export interface Head {
  /** Lower case, without parameters; empty where the server gave none. */
  readonly contentType: string
  /** The parameters of the content type, e.g. `rate=24000`. */
  readonly parameters: string
}

/** An answer whose body has begun. */
export interface EngineResponse extends Head {
  /**
   * The next piece of the body; none at its end. It is waited for as long as
   * said; where nothing is said, the time goes on that was left before the last
   * piece came: what was in it was not worth a new wait.
   */
  readonly next: (patience: Option.Option<Duration.Duration>) => Effect.Effect<Option.Option<Uint8Array>, EngineFailure>
  /** All pieces, with `Limits.silence` between them. */
  readonly body: Stream.Stream<Uint8Array, EngineFailure>
}

/** An answer whose body has begun, for those who read it by plain promises: a wait of the fiber for each piece costs more. */
export interface Body extends Head {
  /** None where the body is empty. */
  readonly first: Uint8Array | undefined
  /** As `EngineResponse.next`; undefined at the end. Rejects where it breaks off or is not worth waiting for. */
  readonly next: (patience: Option.Option<Duration.Duration>) => Promise<Uint8Array | undefined>
}

/** Reads a body; what it comes to. */
export type Reading<A> = (body: Body) => Promise<Effect.Effect<A, EngineFailure>>

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

/** Waits for `promise`; whoever stops waiting closes the exchange. */
export const awaited = <A, E>(
  exchange: Exchange.Exchange,
  promise: () => Promise<A>,
  onMishap: (mishap: Exchange.Mishap) => E
): Effect.Effect<A, E> =>
  Effect.async((resume) => {
    promise().then(
      (value) => resume(Effect.succeed(value)),
      () => {
        const mishap = exchange.mishap()
        exchange.close()
        resume(Effect.fail(onMishap(mishap)))
      }
    )
    return Effect.sync(exchange.close)
  })

/** Once the body has begun, a break is lasting: what has come cannot be taken back. */
export const inBody =
  (subject: string) =>
  (mishap: Exchange.Mishap): EngineFailure =>
    mishap === "expired" ? failures(subject).timeout() : failures(subject).brokeOff()

/** The body of an answer that has begun, whose first piece may be waited for until `firstByte`, and the last until `end`. */
export const bodyOf = (
  { patience }: Client,
  exchange: Exchange.Exchange,
  { first, headers }: Exchange.Begun,
  firstByte: number,
  end: number
): Body => {
  let until = firstByte
  return {
    ...headOf(headers),
    first,
    next: (wait) => {
      if (Option.isSome(wait)) until = Math.min(end, patience.now() + Duration.toMillis(wait.value))
      return exchange.next(until)
    }
  }
}

/** The same as an `EngineResponse`. */
export const answerOf = (
  client: Client,
  exchange: Exchange.Exchange,
  begun: Exchange.Begun,
  firstByte: number
): EngineResponse => {
  const body = bodyOf(client, exchange, begun, firstByte, Number.POSITIVE_INFINITY)
  let first = body.first
  const next: EngineResponse["next"] = (wait) =>
    Effect.suspend(() => {
      if (first !== undefined) {
        const piece = Effect.succeed(Option.some(first))
        first = undefined
        return piece
      }
      return Effect.map(
        awaited(exchange, () => body.next(wait), inBody(client.subject)),
        Option.fromNullable
      )
    })
  const pull = next(Option.some(client.limits.silence)).pipe(
    Effect.mapError(Option.some),
    Effect.flatMap(
      Option.match({ onNone: () => Effect.fail(Option.none()), onSome: (piece) => Effect.succeed(Chunk.of(piece)) })
    )
  )
  return {
    contentType: body.contentType,
    parameters: body.parameters,
    next,
    body: Stream.repeatEffectChunkOption(pull)
  }
}
