/**
 * Asks for a shorter answer where an engine refuses a question and the answer that is asked for as too long together.
 * How long a question is only the engine can say: our count of one script is far above it, and of another far below.
 */
import { Effect, Option } from "effect"
import { TextTooLong } from "../Errors.ts"
import type { TextRequest } from "../engines/TextModel.ts"
import { LEAST_ANSWER } from "./PaidBudget.ts"

/** Tokens that were asked of an engine, and that it holds; null where it does not say. */
interface RefusedExtent {
  readonly asked: number | null
  readonly holds: number | null
}

/**
 * What the engine holds beside a question that it refused together with an answer of `most` tokens; none where its
 * numbers do not tell. They do not where they count the answer alone, or where vLLM has stopped to count: one token
 * past what it holds.
 */
const leftOf = (most: number, { asked, holds }: RefusedExtent): Option.Option<number> =>
  asked === null || holds === null || asked <= Math.max(most, holds + 1)
    ? Option.none()
    : Option.some(holds - asked + most)

/**
 * The question with a shorter answer, after an engine has refused it as too long: as long as the engine's numbers leave
 * room for, or as the engine itself bounds it where they do not tell. None where no answer was asked for by its length,
 * or the question leaves less than the shortest that is paid for.
 */
const withShorterAnswer = (request: TextRequest, refused: RefusedExtent): Option.Option<TextRequest> =>
  Option.flatMap(request.maxOutputTokens, (most) => {
    const left = leftOf(most, refused)
    return Option.exists(left, (tokens) => tokens < Math.min(most, LEAST_ANSWER))
      ? Option.none()
      : Option.some({ ...request, maxOutputTokens: left })
  })

/** Asks a question, and once more with a shorter answer where the engine refuses it as too long before it has begun. */
export const askWithRoom = <A, E, R>(
  request: TextRequest,
  ask: (request: TextRequest) => Effect.Effect<A, E | TextTooLong, R>,
  isBegun: () => boolean
): Effect.Effect<A, E | TextTooLong, R> =>
  Effect.catchIf(
    ask(request),
    (failure): failure is TextTooLong => failure instanceof TextTooLong && failure.isContext === true,
    (failure) => {
      const shorter = isBegun()
        ? Option.none()
        : withShorterAnswer(request, failure.extent ?? { asked: null, holds: null })
      return Option.match(shorter, { onNone: () => Effect.fail(failure), onSome: ask })
    }
  )
