/**
 * Reads what is to be spoken: a text divided into phrases, each with what is said for it. Once for each request; its price
 * and its engine take it from here. A phrase is read in a turn of the event loop with others that are as short, so that a
 * long text holds up nobody else.
 */
import { Effect } from "effect"
import type { Language } from "../Domain.ts"
import * as EventLoopTurns from "../runtime/EventLoopTurns.ts"
import { phrases } from "../text/Phrases.ts"
import { type Lexicon, type Reading, read } from "../text/reading/Reading.ts"
import type { ReadPhrase } from "./Synthesizer.ts"

/** Characters that are read in one turn: some 2 ms (measured: 6 ms for 5,000). */
const IN_ONE_TURN = 1_500

/** The phrases of a text with what is said for each. */
export const readPhrases = (language: Language, text: string, lexicon: Lexicon = []): ReadonlyArray<ReadPhrase> =>
  phrases(text).map((phrase) => ({ ...phrase, reading: read(language, phrase.text, lexicon) }))

/** `readPhrases`, a long text in turns. */
export type Reader = (language: Language, text: string, lexicon: Lexicon) => Effect.Effect<ReadonlyArray<ReadPhrase>>

/** One line of turns, for all texts that a service reads. */
export const makeReader = (): Reader => {
  const turn = EventLoopTurns.make()
  const readLater = (language: Language, text: string, lexicon: Lexicon): Effect.Effect<Reading> =>
    Effect.async((resume) =>
      turn(() => resume(Effect.sync(() => read(language, text, lexicon))), text.length / IN_ONE_TURN)
    )
  return (language, text, lexicon) => {
    if (text.length <= IN_ONE_TURN) return Effect.sync(() => readPhrases(language, text, lexicon))
    return Effect.forEach(phrases(text), (phrase) =>
      Effect.map(readLater(language, phrase.text, lexicon), (reading) => ({ ...phrase, reading }))
    )
  }
}
