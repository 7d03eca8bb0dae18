/** How chat refuses a request: every field at fault, by name. */
import type { ErrorDetail, ValidationFailed } from "../Errors.ts"
import { MOST_COUNTED, refusal } from "../http/Validation.ts"

/** A field at fault. */
export interface Fault extends ErrorDetail {
  /** Such as `conversation_history[3].role`. */
  readonly field: string
}

/** The refusal that names the faults; there is at least one. */
export const invalid = (faults: ReadonlyArray<Fault>): ValidationFailed =>
  refusal(faults, faults.length <= MOST_COUNTED)
