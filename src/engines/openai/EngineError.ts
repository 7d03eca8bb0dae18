/** An error of an engine, read once: its meaning, the sentence that its operator may see, and a line in the log. */
import { Effect, Option, Redacted } from "effect"
import { type Meaning, meaningOf } from "./Refusals.ts"
import { wordsIn } from "./RefusalWords.ts"
import { type RedactionContext, redactedSentence } from "./Sentence.ts"

export interface EngineError {
  readonly meaning: Meaning
  readonly said: Redacted.Redacted
}

/** Reads an engine's error and logs it; `body` is text, or a decoded value. */
export const readEngineError = (
  known: RedactionContext,
  status: Option.Option<number>,
  body: unknown
): Effect.Effect<EngineError> => {
  const words = wordsIn(body)
  const sentence = redactedSentence(words, known)
  const fields = {
    ...(Option.isSome(status) ? { status: status.value } : {}),
    ...(sentence === "" ? {} : { said: sentence })
  }
  return Effect.logWarning("an engine answered with an error").pipe(
    Effect.annotateLogs(fields),
    Effect.as({ meaning: meaningOf(status, words), said: Redacted.make(sentence) })
  )
}
