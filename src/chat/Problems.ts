/** How chat refuses a request: every field at fault, by name. */
import { type ErrorDetail, ValidationFailed } from "../Errors.ts"

/** A field at fault. */
export interface Fault extends ErrorDetail {
  /** Such as `conversation_history[3].role`. */
  readonly field: string
}

/** As many fields as a message can usefully name. */
const MAX_FAULTS = 20

/** The refusal that names the faults; there is at least one. */
export const invalid = (faults: ReadonlyArray<Fault>): ValidationFailed => {
  const details = faults.slice(0, MAX_FAULTS)
  return new ValidationFailed({
    message: details.map(({ field, message }) => `${field} ${message}`).join("; "),
    ...(details[0] === undefined ? {} : { param: details[0].field }),
    details
  })
}
