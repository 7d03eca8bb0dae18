/** The process that holds a model's calls against schemas of clients, which may be made to take for ever. */
import { serve } from "../../workers/WorkerServer.ts"
import { type ValidationRequest, type ValidationResult, validate } from "./ArgumentValidation.ts"

serve<undefined, ValidationRequest, ValidationResult>(async () => (request) => ({
  response: validate(request),
  transfer: []
}))
