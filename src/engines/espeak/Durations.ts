/** How long a text as it is written will be spoken by the embedded engine: its length in time is that of its words. */
import { phrases } from "../../text/Phrases.ts"
import { read } from "../../text/reading/Reading.ts"
import type { DurationRequest } from "../Synthesizer.ts"
import { heldSeconds, mostSeconds } from "./DurationBound.ts"
import { estimateSeconds } from "./DurationEstimate.ts"

const asRead = (request: DurationRequest): DurationRequest => ({
  ...request,
  text: read(request.voice.language, request.text, request.lexicon).words
})

/** Seconds that it is likely to take: phrase by phrase, as it will be spoken. */
export const estimate = (request: DurationRequest): number =>
  phrases(request.text).reduce((sum, { text }) => sum + estimateSeconds(asRead({ ...request, text }), text), 0)

/** Seconds whose cost is held. */
export const held = (request: DurationRequest): number => heldSeconds(asRead(request), estimate(request))

/** Seconds that it takes no more of. */
export const longest = (request: DurationRequest): number => mostSeconds(asRead(request))
