/** A command that failed, with the message for the terminal. */
import { Data } from "effect"

/** `message` is one line for the person at the terminal. */
export class CommandFailed extends Data.TaggedError("CommandFailed")<{ readonly message: string }> {}
