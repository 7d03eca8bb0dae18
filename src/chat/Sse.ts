/** Server-sent events as chat sends them: one line of JSON each, and a comment while there is nothing to say. */
import { Chunk, Duration, Effect, Fiber, Option, Stream } from "effect"

export const CONTENT_TYPE = "text/event-stream"

/** A comment is sent after this much silence, so that no proxy takes the connection for dead (wire contract, section 3). */
export const SILENCE = Duration.seconds(15)

/** One event. JSON has no line break outside its escapes, so that it is one line. */
export const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

export const keepAlive = ": keep-alive\n\n"

/** The pieces, and a comment after every `silence` in which none came. */
const withKeepAlive = <R>(
  pieces: Stream.Stream<string, never, R>,
  silence: Duration.Duration
): Stream.Stream<string, never, R> =>
  Effect.gen(function* () {
    const pull = yield* Stream.toPull(pieces)
    const scope = yield* Effect.scope
    // A pull that has begun must not be interrupted: what it was about to give would be lost.
    let pending: Fiber.Fiber<Chunk.Chunk<string>, Option.Option<never>> | undefined
    const next = Effect.gen(function* () {
      const fiber = pending ?? (yield* Effect.forkIn(pull, scope))
      pending = fiber
      const news = yield* Effect.timeoutOption(Fiber.join(fiber), silence)
      if (Option.isNone(news)) return Chunk.of(keepAlive)
      pending = undefined
      return news.value
    })
    return Stream.repeatEffectChunkOption(next)
  }).pipe(Stream.unwrapScoped)

/** The body of an answer that consists of `events`, already encoded by `event`. */
export const body = <R>(
  events: Stream.Stream<string, never, R>,
  silence: Duration.Duration = SILENCE
): Stream.Stream<Uint8Array, never, R> => {
  const encoder = new TextEncoder()
  return Stream.mapChunks(withKeepAlive(events, silence), (pieces) => Chunk.of(encoder.encode(Chunk.join(pieces, ""))))
}
