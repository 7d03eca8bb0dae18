/** What was answered on this page, and the values that other operations take from it. */
import type { Origin } from "../Origins.ts"

/** The value at a pointer (RFC 6901, of plain names), where it is text. */
export const at = (value: unknown, pointer: string): string | undefined => {
  const found = pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === "object" && inner !== null
          ? Object.entries(inner).find(([key]) => key === name)?.[1]
          : undefined,
      value
    )
  return typeof found === "string" ? found : undefined
}

export interface Known {
  readonly learn: (operation: string, answer: unknown) => void
  readonly valueOf: (origin: Origin) => string | undefined
  readonly answerOf: (operation: string) => unknown
}

/** The last answer of each operation. */
export const makeKnown = (): Known => {
  const answers = new Map<string, unknown>()
  return {
    learn: (operation, answer) => {
      answers.set(operation, answer)
    },
    valueOf: (origin) => at(answers.get(origin.maker), origin.at),
    answerOf: (operation) => answers.get(operation)
  }
}
