/** The process that holds a model's calls against schemas of clients, which may be made to take for ever. */
import { serve } from "../../workers/WorkerServer.ts"
import { type SentValidation, type ValidationResult, validate } from "./ArgumentValidation.ts"

serve<undefined, SentValidation, ValidationResult>(async () => ({ json }) => ({
  response: validate(JSON.parse(new TextDecoder().decode(json))),
  transfer: []
}))
