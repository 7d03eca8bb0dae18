/** A statement of a test's own, written as the program writes. */
import { Effect } from "effect"
import { type Parameter, statement } from "../../src/storage/Statement.ts"
import { inOrder, Writer } from "../../src/storage/Writer.ts"

export const write = (text: string, ...parameters: ReadonlyArray<Parameter>) =>
  Effect.flatMap(Writer, ({ relaxed }) => relaxed(inOrder(statement(text, ...parameters))))
