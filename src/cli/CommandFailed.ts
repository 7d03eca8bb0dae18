/** A command that cannot do what it was asked. */
import { Data } from "effect"

/** `message` is one line for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}
