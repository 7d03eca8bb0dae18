/** The reading processes, for the tests of this room. */
import { Effect, Either, Layer, Logger, ManagedRuntime } from "effect"
import type { FileContent } from "../../src/chat/documents/DocumentReading.ts"
import { type ReadingOptions, ReadingPool } from "../../src/chat/documents/ReadingPool.ts"
import { detect } from "../../src/chat/MediaType.ts"

export const FIELD = "the_file"

/** Reads files as the chat does: its type detected, then read in a child process. */
export const makeReader = (options: Partial<ReadingOptions> = {}) => {
  const runtime = ManagedRuntime.make(
    Layer.provide(ReadingPool.Default({ workers: 1, ...options }), Logger.remove(Logger.defaultLogger))
  )
  const read = <Tag extends FileContent["_tag"]>(tag: Tag) => {
    const isAsked = (content: FileContent): content is Extract<FileContent, { readonly _tag: Tag }> =>
      content._tag === tag
    return (bytes: Uint8Array) =>
      runtime.runPromise(
        Effect.gen(function* () {
          const found = yield* detect(bytes)
          if (found._tag !== tag || !("mimeType" in found)) {
            return yield* Effect.dieMessage(`the file is ${found._tag}, not ${tag}`)
          }
          const { mimeType: type } = found
          const answer = Effect.flatMap(ReadingPool, (pool) => pool.read(FIELD, { type, bytes }))
          return yield* Effect.either(Effect.filterOrDieMessage(answer, isAsked, `was not read as ${tag}`))
        })
      )
  }
  return {
    document: read("Document"),
    image: read("Image"),
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
