/** How a socket ends, in the words of RFC 6455. */

export interface CloseReason {
  readonly code: number
  readonly reason: string
}

export const GOING_AWAY: CloseReason = { code: 1001, reason: "the server is shutting down" }
export const UNAUTHORIZED: CloseReason = { code: 1008, reason: "not authenticated" }
export const REVOKED: CloseReason = { code: 1008, reason: "the API key has been revoked" }
export const FLOOD: CloseReason = { code: 1008, reason: "far too many messages" }
export const NOT_READING: CloseReason = { code: 1008, reason: "events are not being read" }
export const CROWDED: CloseReason = {
  code: 1008,
  reason: "others wait for the place of a socket that does not authenticate"
}
