/** Events as frames: numbered, and in the names of the version that the client speaks. */
import { betaEvent } from "./BetaEvents.ts"
import type { FaceState } from "./FaceState.ts"
import type { ServerEvent } from "./ServerEvents.ts"

export const framesOf = (
  face: FaceState,
  events: ReadonlyArray<ServerEvent>
): readonly [FaceState, ReadonlyArray<string>] => {
  const spoken = face.version === "beta" ? events.flatMap((event) => betaEvent(event) ?? []) : events
  const frames = spoken.map((event, at) => JSON.stringify({ event_id: `event_${face.events + at + 1}`, ...event }))
  return [{ ...face, events: face.events + frames.length }, frames]
}
