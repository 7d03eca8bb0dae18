/** What was answered on this page, and the values that other operations take from it. */
import type { Origin } from "../Origins.ts"

/** The value at a pointer (RFC 6901, of plain names). */
export const valueAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === "object" && inner !== null
          ? Object.entries(inner).find(([key]) => key === name)?.[1]
          : undefined,
      value
    )

/** The same, where it is text. */
export const at = (value: unknown, pointer: string): string | undefined => {
  const found = valueAt(value, pointer)
  return typeof found === "string" ? found : undefined
}

/** What stands where the origin says, in an answer to its maker or, at another pointer, to what lists. */
export const partAt = (answer: unknown, pointer: string, { part }: Origin): string | undefined => {
  const whole = at(answer, pointer)
  if (whole === undefined || part === undefined) return whole
  return URL.canParse(whole) ? (new URL(whole).searchParams.get(part) ?? undefined) : undefined
}

export interface KnownValues {
  readonly learn: (operation: string, answer: unknown) => void
  /** Of what has been deleted nothing is offered again: all answers that name it are forgotten. */
  readonly forget: (id: string) => void
  readonly valueOf: (origin: Origin) => string | undefined
  readonly answerOf: (operation: string) => unknown
}

/** The last answer of each operation. */
export const makeKnown = (): KnownValues => {
  const answers = new Map<string, unknown>()
  return {
    learn: (operation, answer) => {
      answers.set(operation, answer)
    },
    forget: (id) => {
      for (const [operation, answer] of answers) {
        if (JSON.stringify(answer).includes(JSON.stringify(id))) answers.delete(operation)
      }
    },
    valueOf: (origin) => partAt(answers.get(origin.maker), origin.at, origin),
    answerOf: (operation) => answers.get(operation)
  }
}
