/** The process that holds a model's calls against schemas of clients, which may be made to take for ever. */
import { serve } from "../../workers/Serve.ts"
import { type FitAnswer, type FitRequest, fit } from "./Fit.ts"

serve<undefined, FitRequest, FitAnswer>(async () => (request) => ({ response: fit(request), transfer: [] }))
