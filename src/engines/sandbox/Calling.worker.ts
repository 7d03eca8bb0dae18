/** The process in which the sandbox evaluates clients' schemas. */
import { serve } from "../../workers/Serve.ts"
import { type CallAnswer, type CallRequest, call } from "./Calling.ts"

serve<undefined, CallRequest, CallAnswer>(async () => (request) => ({ response: call(request), transfer: [] }))
