/** Decoding in the thread of the tests: what workers make of sounds, without the way to them and the time they take to load. */
import { Effect } from "effect"
import { Logging, LogLevel } from "mediabunny"
import type { DecodingRequest } from "../../src/audio/Decoding.ts"
import { decodingSessions } from "../../src/audio/DecodingSessions.ts"
import type { DecodingPool } from "../../src/audio/LiveDecoder.ts"
import * as Modules from "../../src/audio/Modules.ts"
import * as Resampler from "../../src/audio/Resampler.ts"

const loaded = Effect.flatMap(Modules.resampler, (module) => Effect.promise(() => Resampler.load(module)))

/** A pool of one worker that is this thread. It gets copies of all that it is sent, as another would. */
export const ownThread: Effect.Effect<DecodingPool> = Effect.map(loaded, (space) => {
  Logging.level = LogLevel.Silent
  const answerTo = decodingSessions(space)
  const ask = (request: DecodingRequest) =>
    Effect.flatMap(
      Effect.promise(() => answerTo(structuredClone(request))),
      (answer) => (answer === undefined ? Effect.dieMessage("a request without an answer") : Effect.succeed(answer))
    )
  return {
    turn: Effect.succeed({ share: "tests", at: 0 }),
    open: (request, _, release) =>
      Effect.acquireRelease(
        Effect.map(ask(request), (response) => ({ response, pin: { worker: {}, run: ask, send: () => {} } })),
        () => Effect.promise(() => answerTo(release))
      )
  }
})
