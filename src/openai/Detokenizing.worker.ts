/** Decodes token numbers where nobody waits for the thread: to load the table of their ranks takes half a second. */
import { Either } from "effect"
import ranks from "gpt-tokenizer/bpeRanks/cl100k_base"
import { serve } from "../workers/WorkerServer.ts"
import type { DetokenizingAnswer, DetokenizingRequest } from "./Detokenizer.ts"
import { textsOf } from "./TokenTexts.ts"

serve<undefined, DetokenizingRequest, DetokenizingAnswer>(async () => (lists) => ({
  response: Either.match(textsOf(ranks, lists), {
    onLeft: (fault): DetokenizingAnswer => ({ _tag: "Fault", fault }),
    onRight: (texts): DetokenizingAnswer => ({ _tag: "Texts", texts })
  }),
  transfer: []
}))
