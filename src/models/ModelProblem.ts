/** Why a model cannot be had, taken or used. */
import { Data } from "effect"
import { codeOf } from "../runtime/SystemErrors.ts"

/** `message` is one line for the person at the terminal. */
export class ModelProblem extends Data.TaggedError("ModelProblem")<{ readonly message: string }> {}

/** Longest part of what others wrote that a message shows. */
const SHOWN = 120

/** What somebody else wrote, for a message: in quotes, shortened, on one line. */
export const quote = (text: string): string => {
  const line = text.replaceAll(/\p{C}/gu, "?")
  return JSON.stringify(line.length > SHOWN ? `${line.slice(0, SHOWN)}…` : line)
}

/** What the disk refused while `doing`, such as "writing the model". */
export const problemOf = (doing: string) => (cause: unknown) =>
  cause instanceof ModelProblem
    ? cause
    : new ModelProblem({ message: `${doing} failed: ${codeOf(cause) ?? quote(String(cause))}` })
