/** The reading processes, for the tests of this room. */
import { Effect, Either, Layer, Logger, ManagedRuntime } from "effect"
import * as Documents from "../../src/chat/Documents.ts"
import { type ReadingOptions, ReadingPool } from "../../src/chat/documents/ReadingPool.ts"
import * as Images from "../../src/chat/Images.ts"
import { type Kind, type Recognised, recognise } from "../../src/chat/MediaType.ts"

export const FIELD = "the_file"

/** Reads files as the chat does: recognised, then read in a child process. */
export const makeReader = (options: Partial<ReadingOptions> = {}) => {
  const runtime = ManagedRuntime.make(
    Layer.provide(ReadingPool.Default({ workers: 1, ...options }), Logger.remove(Logger.defaultLogger))
  )
  const expected = (kind: Kind, found: Recognised) => Effect.dieMessage(`the file is ${found._tag}, not ${kind}`)
  return {
    document: (bytes: Uint8Array) =>
      runtime.runPromise(
        Effect.flatMap(recognise(bytes), (found) =>
          found._tag === "Document"
            ? Effect.either(Documents.read(FIELD, found.mimeType, bytes))
            : expected("document", found)
        )
      ),
    image: (bytes: Uint8Array) =>
      runtime.runPromise(
        Effect.flatMap(recognise(bytes), (found) =>
          found._tag === "Image"
            ? Effect.either(Images.prepare(FIELD, found.mimeType, bytes))
            : expected("image", found)
        )
      ),
    stop: () => runtime.dispose()
  }
}

/** The value, where there is one. */
export const right = <A, E>(outcome: Either.Either<A, E>): A =>
  Either.getOrThrowWith(outcome, (failure) => new Error(`it failed: ${JSON.stringify(failure)}`))

/** The failure, as a client sees it. */
export const failure = <A, E extends { readonly _tag: string; readonly message: string; readonly param?: unknown }>(
  outcome: Either.Either<A, E>
) => {
  const problem = Either.getOrThrowWith(Either.flip(outcome), () => new Error("it did not fail"))
  return { code: problem._tag, param: problem.param, message: problem.message }
}
