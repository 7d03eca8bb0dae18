/** Events as frames: numbered, and in the names of the version that the client speaks. */

import type { AdapterState } from "./AdapterState.ts"
import { betaEvent } from "./BetaEvents.ts"
import type { ServerEvent } from "./ServerEvents.ts"

export const framesOf = (
  adapter: AdapterState,
  events: ReadonlyArray<ServerEvent>
): readonly [AdapterState, ReadonlyArray<string>] => {
  const spoken = adapter.version === "beta" ? events.flatMap((event) => betaEvent(event) ?? []) : events
  const frames = spoken.map((event, at) => JSON.stringify({ event_id: `event_${adapter.events + at + 1}`, ...event }))
  return [{ ...adapter, events: adapter.events + frames.length }, frames]
}
