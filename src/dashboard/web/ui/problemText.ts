/** The text of a problem for a person: in the chosen language first, then in the server's words. */
import { problemOf } from "../client.ts"
import type { PageLanguage } from "../language.tsx"
import { useLanguage } from "../language.tsx"
import { codes, meaningOf } from "../messages/codes.ts"
import { faults } from "../messages/faults.ts"
import { Failure } from "../playground/publicApi.ts"

export interface ProblemText {
  readonly code: string
  readonly message: string
  /** The server's own words, which are English. */
  readonly details?: string
}

export const problemTextIn = (language: PageLanguage, problem: unknown): ProblemText => {
  const t = faults[language]
  const { code, message } = problemOf(problem)
  if (code === "PAGE_FAULT") return { code, message: t.PAGE_FAULT(message) }
  if (code === "UNREACHABLE" || code === "UNEXPECTED_ANSWER" || code === "BROKEN_OFF") return { code, message: t[code] }
  // The codes speak of API keys; what the page asks for itself needs none.
  const own = problem instanceof Failure ? undefined : meaningOf(t.refused, code)
  const meaning = own ?? meaningOf(codes[language], code)
  return meaning === undefined
    ? { code, message }
    : { code, message: meaning, ...(message === "" ? {} : { details: message }) }
}

export const useProblemText = (): ((problem: unknown) => ProblemText) => {
  const { language } = useLanguage()
  return (problem) => problemTextIn(language, problem)
}
