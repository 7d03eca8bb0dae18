/** What code in every language has. */
import { type Request, variablesOf } from "../ExampleRequest.ts"

/** Lines about the variables that the reader has to set. */
export const notes = (request: Request, mark: string): ReadonlyArray<string> =>
  variablesOf(request).map(({ meaning, name }) => `${mark} ${name}: ${meaning}`)

/** The JSON value that a text is; none where it is not JSON. */
export const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
